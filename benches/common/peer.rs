//! The peer: parry3d-f64 on the same pairs, started from the direction between the centroids.

use parry3d_f64::math::{Pose, Vector};
use parry3d_f64::query::epa::EPA;
use parry3d_f64::query::gjk::{CsoPoint, GJKResult, VoronoiSimplex, closest_points};
use parry3d_f64::shape::{ConvexPolyhedron, SupportMap};

use super::pairs::Pair;

/// A plain list of points, searched by a linear scan.
pub(crate) struct Cloud(pub Vec<Vector>);

impl SupportMap for Cloud {
    fn local_support_point(&self, dir: Vector) -> Vector {
        let (mut best, mut at) = (self.0[0].dot(dir), self.0[0]);
        for &p in &self.0[1..] {
            let along = p.dot(dir);
            if along > best {
                (best, at) = (along, p);
            }
        }
        at
    }
}

pub(crate) fn vector(p: [f64; 3]) -> Vector {
    Vector::new(p[0], p[1], p[2])
}

pub(crate) fn vectors(points: &[[f64; 3]]) -> Vec<Vector> {
    points.iter().map(|p| vector(*p)).collect()
}

fn centroid(points: &[Vector]) -> Vector {
    points.iter().copied().sum::<Vector>() / points.len() as f64
}

/// A pair prepared for the peer: hulls, clouds, and the start direction.
pub(crate) struct PeerPair {
    pub(crate) hulls: (ConvexPolyhedron, ConvexPolyhedron),
    pub(crate) clouds: (Cloud, Cloud),
    pub(crate) start: Vector,
}

impl PeerPair {
    pub(crate) fn new(pair: &Pair) -> Self {
        let (a, b) = (vectors(&pair.a), vectors(&pair.b));
        let start = centroid(&b) - centroid(&a);
        let hull = |points| ConvexPolyhedron::from_convex_hull(points).expect("a hull");
        Self { hulls: (hull(&a), hull(&b)), clouds: (Cloud(a), Cloud(b)), start }
    }
}

/// A cold distance with witness points; the distance, or 0 for an intersection.
#[inline(never)]
pub(crate) fn distance<G: SupportMap>(a: &G, b: &G, start: Vector, bound: f64) -> f64 {
    let pose = Pose::IDENTITY;
    let mut simplex = VoronoiSimplex::new();
    simplex.reset(CsoPoint::from_shapes(&pose, a, b, start));
    value(closest_points(&pose, a, b, bound, true, &mut simplex))
}

/// A cold boolean test.
#[inline(never)]
pub(crate) fn intersects<G: SupportMap>(a: &G, b: &G, start: Vector) -> bool {
    let pose = Pose::IDENTITY;
    let mut simplex = VoronoiSimplex::new();
    simplex.reset(CsoPoint::from_shapes(&pose, a, b, start));
    matches!(closest_points(&pose, a, b, 0.0, false, &mut simplex), GJKResult::Intersection)
}

fn value(result: GJKResult) -> f64 {
    match result {
        GJKResult::ClosestPoints(p, q, _) => (p - q).length(),
        _ => 0.0,
    }
}

/// A cold depth: the distance search for the simplex, and the expanding polytope from there.
#[inline(never)]
pub(crate) fn depth<G: SupportMap>(a: &G, b: &G, start: Vector, epa: &mut EPA) -> f64 {
    let pose = Pose::IDENTITY;
    let mut simplex = VoronoiSimplex::new();
    simplex.reset(CsoPoint::from_shapes(&pose, a, b, start));
    match closest_points(&pose, a, b, f64::MAX, true, &mut simplex) {
        GJKResult::Intersection => match epa.closest_points(&pose, a, b, &simplex) {
            Some((p, q, _)) => (p - q).length(),
            None => f64::NAN,
        },
        _ => 0.0,
    }
}
