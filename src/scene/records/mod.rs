//! Records: what a pair of features that are near each other contributes to the contacts. Each is a
//! function of its own two features and of lengths that belong to them, whatever else the scene
//! holds and however the pair was found.

pub(super) mod beam;
pub(super) mod facet;
pub(super) mod node;
pub(super) mod piece;
pub(super) mod shape;
pub(super) mod surface;
