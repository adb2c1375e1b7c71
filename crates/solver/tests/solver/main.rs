//! The explicit solver against what mechanics says.
//!
//! Long runs are commands: `gapkit demo bunny-knots`, `gapkit demo bars`, `gapkit demo dem`.

mod bars;
mod common;
mod errors;
mod fall;
mod hertz;
mod knots;
mod overlap;
mod same;
mod spin;
