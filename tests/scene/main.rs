//! Scenes: contacts against closed forms, brute force and each other.

mod broad;
mod closed;
mod common;
mod grains;
mod moving;
mod same;
