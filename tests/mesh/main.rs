//! Meshes through the public interface.

mod bodies;
mod common;
mod faults;
mod splitting;
mod surface;
