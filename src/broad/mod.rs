//! The broad phase: pairs of boxes that meet, by R-trees or by testing all pairs.
//!
//! The boxes come in ranges, one for each body. A tree is bulk-loaded over each range; bodies of
//! few boxes share one, so that thousands of grains cost one tree and not thousands.

mod brute;
mod forest;
mod join;

pub use crate::num::Bounds;
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

/// The pairs `[i, j]` with `i < j` of boxes that touch or overlap and that are allowed, in
/// ascending order. Branches of the trees are joined in parallel.
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
    sorted(boxes.len(), &forest.pairs(allowed).0)
}

/// Pairs of numbers below `count` in ascending order.
pub(crate) fn sorted(count: usize, pairs: &[[u32; 2]]) -> Vec<[u32; 2]> {
    // A counting sort by the first number, since there are many pairs and few of each.
    let mut ends = vec![0u32; count + 1];
    pairs.iter().for_each(|pair| ends[pair[0] as usize + 1] += 1);
    for i in 0..count {
        ends[i + 1] += ends[i];
    }
    let mut sorted = vec![[0; 2]; pairs.len()];
    for pair in pairs {
        let end = &mut ends[pair[0] as usize];
        sorted[*end as usize] = *pair;
        *end += 1;
    }
    sorted.chunk_by_mut(|one, two| one[0] == two[0]).for_each(<[_]>::sort_unstable);
    sorted
}

pub use brute::pairs as brute_pairs;
