//! Numbers and boxes: what all other modules stand on. It knows nothing of bodies.

mod bounds;
pub mod dd;

pub use bounds::Bounds;
