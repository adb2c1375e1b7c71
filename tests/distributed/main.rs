//! Scenes over several ranks: the same contacts as one scene has, to the last bit.

mod faults;
mod models;
mod same;
