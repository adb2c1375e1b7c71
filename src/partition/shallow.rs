//! Pieces whose hinges keep to the tolerance, but which are too deep below their hulls all the
//! same.
//!
//! Where many hinges bend inwards a little, as along the inside of a ring, they add up. Such a
//! piece is grown again within itself, at half the tolerance, and so on.

use super::closure::Growth;
use super::fast;
use super::neighbors::Neighbors;
use super::options::{Limits, ROUND_OFF};
use super::partition::sorted;
use crate::num::Lists;

/// Maximum number of tetrahedra of a piece that is tested: the time grows with the square of its
/// facets.
pub(super) const MAX_TESTED_TETS: usize = 1024;

/// Replaces pieces that are too deep below their hulls by parts that are not.
pub(super) fn divide_deep(
    nodes: &[[f64; 3]],
    neighbors: &Neighbors,
    sizes: &[f64],
    limits: Limits,
    pieces: &Lists<u32>,
) -> Lists<u32> {
    let mut checker = Growth::new(nodes, neighbors, sizes, limits);
    let mut is_near = |piece: &[u32]| {
        piece.len() > MAX_TESTED_TETS || {
            checker.start(piece);
            checker.excess().is_some()
        }
    };
    let mut near = Lists::default();
    let mut deep: Vec<Vec<u32>> = Vec::new();
    let mut sift = |piece: &[u32], deep: &mut Vec<Vec<u32>>| {
        if is_near(piece) { near.push(sorted(piece)) } else { deep.push(piece.to_vec()) }
    };
    pieces.iter().for_each(|piece| sift(piece, &mut deep));
    let mut limits = limits;
    while !deep.is_empty() && limits.tolerance > ROUND_OFF {
        limits.tolerance /= 2.0;
        let mut growth = Growth::new(nodes, neighbors, sizes, limits);
        growth.close_all();
        for piece in std::mem::take(&mut deep) {
            growth.release(&piece);
            fast::grow_all(&mut growth, &piece, |part| sift(part, &mut deep));
        }
    }
    deep.into_iter().for_each(|piece| near.push(piece));
    near
}
