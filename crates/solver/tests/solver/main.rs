//! The explicit solver against what mechanics says.
//!
//! Long runs are commands: `gapkit demo bunny-knots`, `gapkit demo bars`, `gapkit demo dem`.

mod bars;
mod common;
mod cost;
mod crush;
mod errors;
mod fall;
mod fold;
mod friction;
mod grain_laws;
mod grains;
mod guard;
mod hertz;
mod impact;
mod knots;
mod overlap;
mod patch;
mod poses;
mod rest;
mod rigid;
mod same;
mod scaling;
mod speed;
mod spin;
mod thin;
