//! Convex polygons in the plane: distance, a boolean test, and separating axes.
//!
//! Y. Zhang, Y. Wu, X. Wang, X. Zhou, Barycode-based GJK algorithm, arXiv, 2020,
//! doi:10.48550/arXiv.2011.09117. [`Query::distance`] is its Algorithm 1 with the sub-algorithms
//! 2 to 5, [`Query::intersects`] its Algorithm 6; [`sat`] is what the paper compares with.
//!
//! ```
//! use gapkit::planar::{self, Polygon};
//!
//! let square = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
//! let triangle = [[3.0, 0.0], [5.0, -1.0], [5.0, 1.0]];
//! let answer = planar::distance(&Polygon::new(&square)?, &Polygon::new(&triangle)?);
//! assert_eq!(answer.distance, 2.0);
//! assert_eq!((answer.point_a.x, answer.point_b.x), (1.0, 3.0));
//! # Ok::<(), gapkit::Error>(())
//! ```
//!
//! Where we deviate, and why:
//! - The search direction is the normal of the edge, not normalised, and never the blended point
//!   `v`: next to contact `v` loses its direction in cancellation, and the lower bound with it. An
//!   edge is kept so that the origin is on its left; then the newest vertex is always part of the
//!   answer, half of the barycodes cannot occur, and neither the loop nor the normal needs a
//!   division.
//! - The printed `SSign` takes zero for negative, so that the code of a point on an edge depends on
//!   the orientation. Here the orientation is fixed, and an origin on an edge up to rounding
//!   belongs to that edge: touching polygons end with the normal of the edge that touches.
//! - The areas are taken from edge vectors, `A x (B - A)` and not `A x B`: the error is then that
//!   of a length, however short the edge.
//! - The vertical-angle test of Algorithm 6 as printed is also true for a new vertex on the near
//!   side of the origin, in line with `A` or `B`. Here it follows the test that the new vertex
//!   lies beyond the edge, and both areas must be positive.
//! - The stop rules compare like with like: a squared gap with a squared tolerance, relative to the
//!   size of the pair. Nothing is absolute.
//! - That a search stopped proves nothing. As in [`crate::gjk`], witness points give an
//!   upper bound and the separating line a lower one; where they do not meet, the search goes on in
//!   double-double arithmetic. Whether polygons at distance zero touch or overlap is told by
//!   the separating axes, all of which are known in the plane.
//!
//! The promises are those of the distance in space: an error of the distance of at most 4 eps
//! times the largest coordinate difference of the pair, and bounds within 12 of those units.

mod answer;
mod boolean;
mod bounds;
mod facing;
mod fallback;
mod pair;
mod polygon;
mod query;
pub mod sat;
mod search;
mod sub;
mod support;
mod tolerances;

pub use answer::Answer;
pub use polygon::Polygon;
pub use query::{Query, distance, intersects};

/// A vector or point in the plane.
pub type Vec2 = nalgebra::Vector2<f64>;

/// The third coordinate of the vector product.
#[inline(always)]
pub(crate) fn cross(p: Vec2, q: Vec2) -> f64 {
    p.x * q.y - p.y * q.x
}

/// The vector turned to the right: the outward normal of an edge of a counter-clockwise polygon.
#[inline(always)]
pub(crate) fn right(e: Vec2) -> Vec2 {
    Vec2::new(e.y, -e.x)
}

/// The 1-norm, the sum of the magnitudes of the coordinates: at least the length, and cheaper.
#[inline(always)]
pub(crate) fn norm1(e: Vec2) -> f64 {
    e.x.abs() + e.y.abs()
}
