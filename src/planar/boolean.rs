//! Algorithm 6 of the paper: the exits of a search of which only a part of the answer is wanted.
//!
//! The vertical-angle test is [`encloses`]; the other exits are a line between the polygons, and a
//! nearest point that is the origin up to rounding.

use super::cross;
use super::pair::Vertex;

/// What a search is run for.
pub(crate) trait Aim {
    /// Ends at the first line that separates the polygons.
    const LINE: bool;
    /// Ends as soon as the polygons are known to have a common point, up to rounding.
    const CONTACT: bool;
}

/// The distance.
pub(crate) struct Nearest;

/// Separated, touching or overlapping.
pub(crate) struct Classify;

/// Only whether the polygons have a common point.
pub(crate) struct Test;

impl Aim for Nearest {
    const LINE: bool = false;
    const CONTACT: bool = false;
}

impl Aim for Classify {
    const LINE: bool = true;
    const CONTACT: bool = false;
}

impl Aim for Test {
    const LINE: bool = true;
    const CONTACT: bool = true;
}

/// Whether `W` lies in the vertical angle of `POQ`, so that the triangle holds the origin. `W` must
/// be on the left of the edge from `P` to `Q`, and so must be the origin.
#[inline(always)]
pub(crate) fn encloses(p: &Vertex, q: &Vertex, w: &Vertex) -> bool {
    cross(w.s - p.s, w.s) > 0.0 && cross(w.s, w.s - q.s) > 0.0
}
