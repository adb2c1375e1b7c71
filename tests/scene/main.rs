//! Scenes: contacts against closed forms, brute force and each other.

mod closed;
mod common;
mod same;
