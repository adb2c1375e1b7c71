//! Scenes: contacts against closed forms, brute force and each other.

mod broad;
mod closed;
mod common;
mod deep;
mod edges;
mod errors;
mod filters;
mod grains;
mod impacts;
mod lives;
mod magnitudes;
mod margins;
mod moving;
mod oracle;
mod page;
mod pieces;
mod population;
mod rims;
mod same;
mod shapes;
mod skins;
mod state;
mod statistics;
mod surface;
mod tube;
mod weights;
