//! The fan: the tetrahedra of a piece that follow each other round an edge.

use super::neighbors::{Neighbors, WALL};

/// A fan that is not the whole ring round its edge.
pub(super) struct Fan {
    /// The far corners of its two end faces, counterclockwise from the first to the second.
    pub(super) ends: [u32; 2],
    /// What lies behind the second end.
    pub(super) behind: u32,
    /// The tetrahedra at the two ends.
    pub(super) tets: [u32; 2],
    /// Whether it has more than one tetrahedron. One alone is never reflex.
    pub(super) several: bool,
}

/// The fan that holds a tetrahedron, round one of its edges; none if it is the whole ring.
#[inline]
pub(super) fn fan(
    neighbors: &Neighbors,
    tet: u32,
    [_, _, c, d]: [usize; 4],
    inside: impl Fn(u32) -> bool,
) -> Option<Fan> {
    let corners = &neighbors.tets[tet as usize];
    let across = &neighbors.across[tet as usize];
    let enters = |code: u32| code < WALL && inside(code / 4);
    let (mut behind, mut y, mut last) = (across[c], corners[d], tet);
    while enters(behind) {
        last = behind / 4;
        if last == tet {
            return None;
        }
        (behind, y) = step(neighbors, behind, y);
    }
    let (mut before, mut x, mut first) = (across[d], corners[c], tet);
    while enters(before) {
        first = before / 4;
        (before, x) = step(neighbors, before, x);
    }
    Some(Fan { ends: [x, y], behind, tets: [first, last], several: first != last })
}

/// One step round an edge: into the tetrahedron behind a face, whose corner off the edge is
/// `pivot`, and on to its other face at that edge. Gives what lies behind that face and the corner
/// of it that is off the edge.
#[inline]
pub(super) fn step(neighbors: &Neighbors, behind: u32, pivot: u32) -> (u32, u32) {
    let (tet, face) = (behind as usize / 4, behind as usize % 4);
    let corners = &neighbors.tets[tet];
    let exit = corners.iter().position(|&node| node == pivot).unwrap_or(face);
    (neighbors.across[tet][exit], corners[face])
}
