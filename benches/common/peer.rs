//! The peer: parry3d-f64 on the same pairs, started from the direction between the centroids.

use parry3d_f64::query::epa::EPA;
use parry3d_f64::shape::ConvexPolyhedron;

use super::pairs::Pair;
use super::peer_queries::peer_queries;

peer_queries!(parry3d_f64);

pub(crate) fn vector(p: [f64; 3]) -> Vector {
    Vector::new(p[0], p[1], p[2])
}

pub(crate) fn vectors(points: &[[f64; 3]]) -> Vec<Vector> {
    points.iter().map(|p| vector(*p)).collect()
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

/// A cold depth: the distance search for the simplex, and the expanding polytope from there.
#[inline(never)]
pub(crate) fn depth<G: SupportMap>(a: &G, b: &G, start: Vector, epa: &mut EPA) -> f64 {
    let pose = Pose::IDENTITY;
    let mut simplex = first_simplex(a, b, start);
    match closest_points(&pose, a, b, f64::MAX, true, &mut simplex) {
        GJKResult::Intersection => match epa.closest_points(&pose, a, b, &simplex) {
            Some((p, q, _)) => (p - q).length(),
            None => f64::NAN,
        },
        _ => 0.0,
    }
}
