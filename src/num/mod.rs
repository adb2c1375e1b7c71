//! Numbers and boxes: what all other modules stand on. It knows nothing of bodies.

mod bounds;
pub mod dd;
mod lists;
mod powers;

pub use bounds::Bounds;
pub(crate) use bounds::{less, more};
pub(crate) use lists::{Lists, ascending};
pub(crate) use powers::PowersOfTwo;
