//! How deep two convex bodies overlap, and the signed gap that joins depth and distance.
//!
//! Over the Minkowski difference P = A - B of overlapping bodies, the depth is the least distance
//! from the origin to the boundary of P, which is the least value of its support function `h(n)`
//! over all unit vectors `n`. It is reached at a face of P: a face of A, a face of B, or two edges.
//! Any `h(n)` is an upper bound, and any polytope inside P that holds the origin gives a lower one;
//! an answer carries both.

pub mod bounds;
pub mod epa;
mod feet;
pub mod sat;
pub(crate) mod tolerances;

mod answer;
mod deep;
mod gap;
mod grow;
mod kernel;
mod method;
mod polytope;
mod query;
mod quick;
mod scratch;
mod start;
mod strategy;
mod walk;
mod witness;

pub use answer::{Depth, Found};
pub use bounds::{Bracket, bounds};
pub(crate) use deep::{Effort, deepen};
pub use gap::{SignedGap, signed_gap};
pub use method::Method;
pub use query::{Query, penetration};
pub(crate) use quick::SMALL;
