//! The peer: parry2d-f64 on the same pairs, started from the direction between the centroids.

use parry2d_f64::shape::ConvexPolygon;

use super::common::peer_queries::peer_queries;
use super::polygons::Points;

peer_queries!(parry2d_f64);

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
        let start = centroid(&b) - centroid(&a);
        let polygon = |p: &[Vector]| {
            ConvexPolygon::from_convex_polyline_unmodified(p.to_vec()).expect("convex")
        };
        Self { polygons: (polygon(&a), polygon(&b)), clouds: (Cloud(a), Cloud(b)), start }
    }
}
