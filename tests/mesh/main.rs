//! Meshes through the public interface.
#![allow(clippy::unwrap_used)]

mod bodies;
mod common;
mod faults;
mod promote;
mod quadratic;
mod splitting;
mod surface;
mod survey;
