//! Which boxes can be near each other: an R-tree, or all pairs.
//!
//! The boxes come in ranges, one for each body. A tree is bulk-loaded over each range; bodies of few
//! boxes share one, so that thousands of grains cost one tree and not thousands.

mod bounds;
mod brute;
mod forest;

use rayon::prelude::*;

pub use crate::partition::Bounds;
pub use forest::Forest;

/// How candidate pairs are found. The pairs do not depend on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Method {
    /// An R-tree over the boxes.
    #[default]
    RTree,
    /// Every pair, as in the setting of Montanari et al. 2017, section 5.3: the oracle.
    Brute,
}

impl Method {
    /// All methods.
    pub const ALL: [Self; 2] = [Self::RTree, Self::Brute];
}

impl std::fmt::Display for Method {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::RTree => "rtree",
            Self::Brute => "brute",
        })
    }
}

/// The pairs `[i, j]` with `i < j` of boxes that touch or overlap and that are allowed, in ascending
/// order. Queries run in parallel over the boxes.
///
/// ```
/// use gapkit::broad::{Bounds, Forest, pairs};
///
/// let boxes = [0.0, 0.5, 3.0].map(|x| Bounds { min: [x, 0.0, 0.0], max: [x + 1.0, 1.0, 1.0] });
/// let forest = Forest::new(&boxes, &[0..3]);
/// assert_eq!(pairs(&boxes, &forest, |_, _| true), [[0, 1]]);
/// ```
#[must_use]
pub fn pairs(
    boxes: &[Bounds],
    forest: &Forest,
    allowed: impl Fn(u32, u32) -> bool + Sync,
) -> Vec<[u32; 2]> {
    let job = |first: usize| {
        let mut found = Vec::new();
        for i in first..boxes.len().min(first + JOB) {
            let start = found.len();
            forest.each(&boxes[i], |j| {
                if i < j as usize && allowed(i as u32, j) {
                    found.push([i as u32, j]);
                }
            });
            found[start..].sort_unstable();
        }
        found
    };
    let lists: Vec<_> = (0..boxes.len()).into_par_iter().step_by(JOB).map(job).collect();
    lists.concat()
}

/// As many boxes are one job for a thread.
const JOB: usize = 128;

pub use brute::pairs as brute_pairs;
