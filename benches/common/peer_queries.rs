//! What parry2d-f64 and parry3d-f64 have in common but for their names: clouds and cold queries.

/// A cloud of points and the cold queries of the peer of this name.
macro_rules! peer_queries {
    ($parry:ident) => {
        use $parry::math::{Pose, Vector};
        use $parry::query::gjk::{CsoPoint, GJKResult, VoronoiSimplex, closest_points};
        use $parry::shape::SupportMap;

        /// A plain list of points, searched by a linear scan.
        pub(crate) struct Cloud(pub(crate) Vec<Vector>);

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

        fn centroid(points: &[Vector]) -> Vector {
            points.iter().copied().sum::<Vector>() / points.len() as f64
        }

        /// The simplex that a search from this direction starts with.
        #[inline(always)]
        fn first_simplex<G: SupportMap>(a: &G, b: &G, start: Vector) -> VoronoiSimplex {
            let mut simplex = VoronoiSimplex::new();
            simplex.reset(CsoPoint::from_shapes(&Pose::IDENTITY, a, b, start));
            simplex
        }

        /// A cold distance with witness points; the distance, or 0 for an intersection.
        #[inline(never)]
        pub(crate) fn distance<G: SupportMap>(a: &G, b: &G, start: Vector, bound: f64) -> f64 {
            let mut simplex = first_simplex(a, b, start);
            match closest_points(&Pose::IDENTITY, a, b, bound, true, &mut simplex) {
                GJKResult::ClosestPoints(p, q, _) => (p - q).length(),
                _ => 0.0,
            }
        }

        /// A cold boolean test.
        #[inline(never)]
        pub(crate) fn intersects<G: SupportMap>(a: &G, b: &G, start: Vector) -> bool {
            let mut simplex = first_simplex(a, b, start);
            let result = closest_points(&Pose::IDENTITY, a, b, 0.0, false, &mut simplex);
            matches!(result, GJKResult::Intersection)
        }
    };
}
pub(crate) use peer_queries;
