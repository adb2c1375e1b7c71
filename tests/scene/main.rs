//! Scenes: contacts against closed forms, brute force and each other.

mod broad;
mod closed;
mod common;
mod deep;
mod edges;
mod grains;
mod moving;
mod same;
mod shapes;
mod tube;
