//! The peer: parry2d-f64 on the same pairs, started from the direction between the centroids.

use parry2d_f64::math::{Pose, Vector};
use parry2d_f64::query::gjk::{CsoPoint, GJKResult, VoronoiSimplex, closest_points};
use parry2d_f64::shape::{ConvexPolygon, SupportMap};

use super::polygons::Points;

/// A plain list of points, searched by a linear scan.
pub(crate) struct Cloud(Vec<Vector>);

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

/// A pair prepared for the peer: polygons, clouds, and the start direction.
pub(crate) struct PeerPair {
    pub(crate) polygons: (ConvexPolygon, ConvexPolygon),
    pub(crate) clouds: (Cloud, Cloud),
    pub(crate) start: Vector,
}

impl PeerPair {
    pub(crate) fn new(a: &Points, b: &Points) -> Self {
        let vectors =
            |points: &Points| points.iter().map(|p| Vector::new(p[0], p[1])).collect::<Vec<_>>();
        let (a, b) = (vectors(a), vectors(b));
        let centroid = |p: &[Vector]| p.iter().copied().sum::<Vector>() / p.len() as f64;
        let start = centroid(&b) - centroid(&a);
        let polygon = |p: &[Vector]| {
            ConvexPolygon::from_convex_polyline_unmodified(p.to_vec()).expect("convex")
        };
        Self { polygons: (polygon(&a), polygon(&b)), clouds: (Cloud(a), Cloud(b)), start }
    }
}

/// A cold distance with witness points; the distance, or 0 for an intersection.
#[inline(never)]
pub(crate) fn distance<G: SupportMap>(a: &G, b: &G, start: Vector) -> f64 {
    let pose = Pose::IDENTITY;
    let mut simplex = VoronoiSimplex::new();
    simplex.reset(CsoPoint::from_shapes(&pose, a, b, start));
    match closest_points(&pose, a, b, f64::MAX, true, &mut simplex) {
        GJKResult::ClosestPoints(p, q, _) => (p - q).length(),
        _ => 0.0,
    }
}

/// A cold boolean test.
#[inline(never)]
pub(crate) fn intersects<G: SupportMap>(a: &G, b: &G, start: Vector) -> bool {
    let pose = Pose::IDENTITY;
    let mut simplex = VoronoiSimplex::new();
    simplex.reset(CsoPoint::from_shapes(&pose, a, b, start));
    matches!(closest_points(&pose, a, b, 0.0, false, &mut simplex), GJKResult::Intersection)
}
