//! Convex bodies: how far apart they are, how deep they overlap, whether they meet.
//!
//! One family behind three public faces: [`gjk`](crate::convex) (distance),
//! [`penetration`](crate::convex::depth) (depth and signed gap) and
//! [`boolean`](crate::convex::boolean) (yes or no). They share the Minkowski difference, the search
//! and its certificate, and each ends in the others where it has to: a distance search that finds
//! an overlap goes on to the depth, a depth search starts from the last simplex of the distance.
//!
//! | module | what it holds |
//! |---|---|
//! | `difference` | the Minkowski difference as the search sees it, of small point sets and of support maps |
//! | `search`, `simplex`, `sub` | the GJK loop, its simplex, its sub-algorithms |
//! | `certificate` | from the end of a search to an answer that is proven |
//! | `verify` | an answer held against the vertices, without trust in the search |
//! | `fallback`, `double_double`, `contact` | what happens where the bounds do not meet |
//! | `solve`, `centre_plane`, `output`, `query` | which search runs, on which instruction set, and what it returns |
//! | `rounding`, `tracking` | radii after the search; what one query leaves for the next |
//! | `batch` | many pairs at once, one in each lane |
//! | `depth` | expanding polytope, separating axes, bounds, signed gap |
//! | `boolean` | tests that only say yes or no |

pub(crate) mod batch;
pub mod boolean;
pub(crate) mod centre_plane;
pub(crate) mod certificate;
pub(crate) mod contact;
pub mod depth;
pub(crate) mod difference;
pub(crate) mod double_double;
pub(crate) mod output;
pub(crate) mod search;
pub(crate) mod solve;
pub mod sub;
pub(crate) mod tolerances;

mod answer;
mod fallback;
mod query;
mod rounding;
mod simplex;
mod tracking;
mod verify;

pub use answer::{Answer, Outcome, Separation};
pub use query::{Query, distance};
pub use search::Stop;
pub use simplex::{Simplex, Solution};
pub use sub::point::{PointDistance, nearest_on_simplex};
pub use sub::{SubAlgorithm, SubDistance};
pub use tracking::Cache;
