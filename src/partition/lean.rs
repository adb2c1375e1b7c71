//! Lean pieces: only what is exposed, and what holds it together.
//!
//! A part of a piece has a smaller hull, so it sticks out of the body no farther. What is not
//! exposed costs nothing in a search, wherever it belongs: without it, pieces leave more space to
//! others.

use super::neighbors::{Neighbors, WALL};

/// A connected piece without what is neither exposed nor needed to connect it, in ascending order.
/// What comes last in the piece is left out first. Nothing is left of a piece that is not exposed
/// at all but one tetrahedron.
pub(super) fn lean(neighbors: &Neighbors, piece: &[u32]) -> Vec<u32> {
    let mut kept = piece.to_vec();
    kept.sort_unstable();
    for &tet in piece.iter().rev().filter(|&&tet| neighbors.exposed(tet) == 0) {
        let without: Vec<u32> = kept.iter().copied().filter(|&other| other != tet).collect();
        if is_connected(neighbors, &without) {
            kept = without;
        }
    }
    kept
}

/// Whether these tetrahedra, in ascending order, are connected through faces; nothing is not.
fn is_connected(neighbors: &Neighbors, tets: &[u32]) -> bool {
    let mut reached: Vec<u32> = tets.iter().take(1).copied().collect();
    let mut next = 0;
    while next < reached.len() {
        for code in neighbors.across[reached[next] as usize] {
            let other = code / 4;
            if code < WALL && tets.binary_search(&other).is_ok() && !reached.contains(&other) {
                reached.push(other);
            }
        }
        next += 1;
    }
    !tets.is_empty() && reached.len() == tets.len()
}
