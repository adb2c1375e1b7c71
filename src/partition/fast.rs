//! The fast build: pieces grow one after the other, those at the boundary first.
//!
//! At the boundary the growth is greedy by what a piece is worth: every tetrahedron there starts a
//! piece for trial, and the trials are taken from the best downwards; one that has lost its place
//! to another is tried again on a lower level. Inside, where pieces cost next to nothing in a
//! search, a few passes take pieces from large to small.

use super::closure::Growth;
use super::neighbors::WALL;

/// Up to this many tetrahedra, all neighbours are compared before one is added. Larger pieces are
/// taken at once, so that they are not grown again and again for trial.
const MAX_TRIAL_TETS: usize = 24;

/// What an exposed face is worth, in tetrahedra: a piece without any seldom matters in a search.
const FACE_WORTH: usize = 10;

/// Range of worth of a level, in tetrahedra: trials of one level count as equal.
const LEVEL_WIDTH: usize = 5;

/// The highest level of worth: more than any trial can have before it is taken at once.
const MAX_LEVEL: usize = 64;

/// Minimum sizes of pieces in the passes over inner tetrahedra.
const MIN_SIZES: [usize; 3] = [4, 2, 1];

/// Grows pieces until these tetrahedra are covered, and hands each one over.
pub(super) fn grow_all(growth: &mut Growth, seeds: &[u32], mut found: impl FnMut(&[u32])) {
    let (outer, inner): (Vec<u32>, Vec<u32>) =
        seeds.iter().partition(|&&tet| growth.neighbors.exposed(tet) > 0);
    let mut levels = vec![Vec::new(); MAX_LEVEL];
    levels.push(outer);
    for level in (0..=MAX_LEVEL).rev() {
        for seed in std::mem::take(&mut levels[level]) {
            if growth.is_taken(seed) {
                continue;
            }
            let large = grow(growth, seed);
            let reached = (worth(growth, 0) / LEVEL_WIDTH).min(MAX_LEVEL - 1);
            if large || reached >= level {
                growth.take();
                found(&growth.piece);
            } else {
                levels[reached].push(seed);
            }
        }
    }
    for min_size in MIN_SIZES {
        for &seed in &inner {
            if !growth.is_taken(seed) && (grow(growth, seed) || growth.piece.len() >= min_size) {
                growth.take();
                found(&growth.piece);
            }
        }
    }
}

/// Grows a piece from one tetrahedron, and says whether it has become large.
fn grow(growth: &mut Growth, seed: u32) -> bool {
    growth.start(&[seed]);
    while growth.piece.len() <= MAX_TRIAL_TETS && grow_best(growth) {}
    let large = growth.piece.len() > MAX_TRIAL_TETS;
    if large {
        grow_far(growth);
    }
    large
}

/// Adds the neighbour whose closure has the highest worth.
fn grow_best(growth: &mut Growth) -> bool {
    let mut best: Option<(usize, u32)> = None;
    let before = growth.state();
    for candidate in growth.frontier() {
        if !growth.add(candidate) {
            continue;
        }
        let worth = worth(growth, before.len);
        growth.back_to(before);
        if best.is_none_or(|(max, _)| worth > max) {
            best = Some((worth, candidate));
        }
    }
    best.is_some_and(|(_, tet)| growth.add(tet))
}

/// What the tetrahedra of a piece are worth, the first ones left out.
fn worth(growth: &Growth, from: usize) -> usize {
    let tets = &growth.piece[from..];
    let exposed: usize = tets.iter().map(|&tet| growth.neighbors.exposed(tet)).sum();
    FACE_WORTH * exposed + tets.len()
}

/// Adds any neighbour that can be added, for pieces that are large already. An attempt that added
/// too many is repeated once the piece has doubled.
fn grow_far(growth: &mut Growth) {
    let mut size = 0;
    while growth.piece.len() > 2 * size {
        size = growth.piece.len();
        growth.forget();
        let mut next = 0;
        while next < growth.piece.len() {
            for code in growth.neighbors.across[growth.piece[next] as usize] {
                if code < WALL && growth.is_open(code / 4) {
                    growth.add(code / 4);
                }
            }
            next += 1;
        }
    }
}
