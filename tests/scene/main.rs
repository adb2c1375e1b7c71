//! Scenes: contacts against closed forms, brute force and each other.

mod broad;
mod closed;
mod common;
mod deep;
mod derivatives;
mod edges;
mod erosion;
mod errors;
mod filters;
mod grains;
mod identity;
mod impacts;
mod lives;
mod load;
mod magnitudes;
mod margins;
mod moving;
mod oracle;
mod page;
mod pair_margins;
mod pieces;
mod population;
#[path = "../mesh/promote.rs"]
mod promote;
mod rims;
mod same;
mod shapes;
mod shells;
mod sides;
mod skins;
mod state;
mod statistics;
mod surface;
mod tube;
mod update;
mod weights;
