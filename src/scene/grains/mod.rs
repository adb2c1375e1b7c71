//! Rigid shapes with each other and with half-spaces: the loop over pairs of grains.
//!
//! Grains are not examined like pieces of meshes: there are many, their pairs are cheap, and all that
//! is known of a pair is found by its place on a list. In each detection
//!
//! 1. `table` takes over centres, axes and radii into flat arrays;
//! 2. `examine` passes over each pair that the spheres around it, its last bound, or the direction
//!    that separated it before prove to be apart; the others are asked, spheres, capsules and boxes
//!    by closed forms (`closed`), the rest by the general search;
//! 3. `write` makes contacts of what was found, in the order of the list, which is that of contacts.
//!
//! The list (`list`) is made anew with the other candidates, and takes over what is known of its pairs
//! by a merge. What is reported of a pair is a function of the two poses alone.

pub(super) mod closed;
pub(super) mod core;
pub(super) mod list;
pub(super) mod table;

#[cfg(test)]
mod tests;

mod examine;
mod write;
