//! R-trees over ranges of boxes.

use std::ops::{ControlFlow, Range};

use rayon::prelude::*;
use rstar::{AABB, RStarInsertionStrategy, RTree, RTreeObject, RTreeParams};

use super::{Bounds, join};

/// Ranges of fewer boxes than this share a tree with their neighbours.
const MIN_TREE: usize = 256;

/// How often a large range is halved, so that threads share the work.
const MAX_HALVINGS: usize = 3;

/// Minimum number of boxes in a half.
const MIN_HALF: usize = 512;

/// A box and its number.
#[derive(Debug, Clone)]
pub(super) struct Leaf {
    pub(super) envelope: AABB<[f64; 3]>,
    pub(super) number: u32,
}

impl RTreeObject for Leaf {
    type Envelope = AABB<[f64; 3]>;

    fn envelope(&self) -> Self::Envelope {
        self.envelope
    }
}

/// Up to eight children per node: trees are built often, and joined as a whole rather than queried
/// box by box.
#[derive(Debug)]
struct EightChildren;

impl RTreeParams for EightChildren {
    const MIN_SIZE: usize = 4;
    const MAX_SIZE: usize = 8;
    const REINSERTION_COUNT: usize = 2;
    type DefaultInsertionStrategy = RStarInsertionStrategy;
}

#[derive(Debug)]
struct Tree {
    bounds: Bounds,
    boxes: RTree<Leaf, EightChildren>,
}

/// A set of boxes that answers which of them meet a given one.
#[derive(Debug, Default)]
pub struct Forest {
    trees: Vec<Tree>,
    /// Boxes `0..all` are reported to every query without a test.
    all: u32,
}

impl Forest {
    /// Trees over these ranges of the boxes. Empty boxes are left out.
    #[must_use]
    pub fn new(boxes: &[Bounds], ranges: &[Range<usize>]) -> Self {
        let of = |range: Range<usize>| halved(leaves(boxes, range), MAX_HALVINGS);
        Self { trees: merge_small(ranges).into_par_iter().flat_map_iter(of).collect(), all: 0 }
    }

    /// Reports the boxes `0..count` to every query, as if they were unbounded.
    #[must_use]
    pub fn everything(count: usize) -> Self {
        Self { trees: Vec::new(), all: count as u32 }
    }

    /// The pairs of boxes that meet, each once, in no particular order.
    pub(crate) fn pairs(&self, wanted: impl Fn(u32, u32) -> bool + Sync) -> Vec<[u32; 2]> {
        let roots: Vec<_> = self.trees.iter().map(|tree| tree.boxes.root()).collect();
        join::pairs(&roots, wanted)
    }

    /// Calls the function with the number of each box that meets this one, in no particular order.
    pub fn each(&self, query: &Bounds, mut found: impl FnMut(u32)) {
        (0..self.all).for_each(&mut found);
        let envelope = AABB::from_corners(query.min, query.max);
        for tree in self.trees.iter().filter(|tree| tree.bounds.meets(query)) {
            let visit = |leaf: &Leaf| -> ControlFlow<()> {
                found(leaf.number);
                ControlFlow::Continue(())
            };
            let _ = tree.boxes.locate_in_envelope_intersecting_int(envelope, visit);
        }
    }
}

/// The ranges, with neighbouring ranges of few boxes merged.
fn merge_small(ranges: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut joined: Vec<Range<usize>> = Vec::new();
    let mut was_small = false;
    for range in ranges {
        let is_small = range.len() < MIN_TREE;
        match joined.last_mut() {
            Some(last) if was_small && is_small && last.end == range.start => last.end = range.end,
            _ => joined.push(range.clone()),
        }
        was_small = is_small;
    }
    joined
}

/// The boxes of a range that are not empty.
fn leaves(boxes: &[Bounds], range: Range<usize>) -> Vec<Leaf> {
    let leaf = |number: usize| {
        let Bounds { min, max } = boxes[number];
        Leaf { envelope: AABB::from_corners(min, max), number: number as u32 }
    };
    range.filter(|&number| !boxes[number].is_empty()).map(leaf).collect()
}

/// One tree, or one per half along the longest axis, built by several threads.
fn halved(mut leaves: Vec<Leaf>, halvings: usize) -> Vec<Tree> {
    let bounds = leaves.iter().fold(Bounds::EMPTY, |all, leaf| {
        all.joined(&Bounds { min: leaf.envelope.lower(), max: leaf.envelope.upper() })
    });
    if halvings == 0 || leaves.len() < 2 * MIN_HALF {
        return vec![Tree { bounds, boxes: RTree::bulk_load_with_params(leaves) }];
    }
    let length = |k: &usize| bounds.max[*k] - bounds.min[*k];
    let axis = (0..3).max_by(|j, k| length(j).total_cmp(&length(k))).unwrap_or(0);
    let middle = |leaf: &Leaf| leaf.envelope.lower()[axis] + leaf.envelope.upper()[axis];
    let half = leaves.len() / 2;
    leaves.select_nth_unstable_by(half, |a, b| middle(a).total_cmp(&middle(b)));
    let upper = leaves.split_off(half);
    let (mut trees, others) =
        rayon::join(|| halved(leaves, halvings - 1), || halved(upper, halvings - 1));
    trees.extend(others);
    trees
}
