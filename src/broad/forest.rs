//! R-trees over ranges of boxes.

use std::ops::{ControlFlow, Range};

use rayon::prelude::*;
use rstar::{AABB, ParentNode, RStarInsertionStrategy, RTree, RTreeNode, RTreeObject, RTreeParams};

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
    /// A tree over the boxes of the trees, of which there is one for each large body.
    top: RTree<Leaf, EightChildren>,
    /// Boxes `0..all` are reported to every query without a test.
    all: u32,
}

impl Forest {
    /// Trees over these ranges of the boxes. Empty boxes are left out.
    #[must_use]
    pub fn new(boxes: &[Bounds], ranges: &[Range<usize>]) -> Self {
        let of = |range: Range<usize>| halved(leaves(boxes, range), MAX_HALVINGS);
        let trees: Vec<Tree> = merge_small(ranges).into_par_iter().flat_map_iter(of).collect();
        let bounds: Vec<Bounds> = trees.iter().map(|tree| tree.bounds).collect();
        let top = RTree::bulk_load_with_params(leaves(&bounds, 0..bounds.len()));
        Self { trees, top, all: 0 }
    }

    /// Reports the boxes `0..count` to every query, as if they were unbounded.
    #[must_use]
    pub fn everything(count: usize) -> Self {
        Self { all: count as u32, ..Self::default() }
    }

    /// The pairs of boxes that meet, each once, in no particular order; and how many boxes were
    /// compared.
    pub(crate) fn pairs(&self, wanted: impl Fn(u32, u32) -> bool + Sync) -> (Vec<[u32; 2]>, u64) {
        let roots: Vec<_> = self.trees.iter().map(|tree| tree.boxes.root()).collect();
        let (meeting, of_trees) = join::pairs(vec![[self.top.root(); 2]], |_, _| true);
        let own = roots.iter().map(|&root| [root; 2]);
        let others = meeting.iter().map(|trees| trees.map(|tree| roots[tree as usize]));
        let (found, of_boxes) = join::pairs(own.chain(others).collect(), wanted);
        (found, of_trees + of_boxes)
    }

    /// Calls the function with the number of each wanted box, in no particular order; how many
    /// boxes were visited. A box around a wanted one must be wanted.
    pub(crate) fn each_where(
        &self,
        wanted: impl Fn(&Bounds) -> bool,
        mut found: impl FnMut(u32),
    ) -> u64 {
        let mut visited = 0;
        let of_trees = visit(self.top.root(), &wanted, &mut |tree| {
            visited += visit(self.trees[tree as usize].boxes.root(), &wanted, &mut found);
        });
        of_trees + visited
    }

    /// Calls the function with the number of each box that meets this one, in no particular order.
    pub fn each(&self, query: &Bounds, mut found: impl FnMut(u32)) {
        (0..self.all).for_each(&mut found);
        let envelope = AABB::from_corners(query.min, query.max);
        let mut visit = |leaf: &Leaf| -> ControlFlow<()> {
            found(leaf.number);
            ControlFlow::Continue(())
        };
        let _ = self.top.locate_in_envelope_intersecting_int(envelope, |tree: &Leaf| {
            let boxes = &self.trees[tree.number as usize].boxes;
            boxes.locate_in_envelope_intersecting_int(envelope, &mut visit)
        });
    }
}

/// Calls the function with the number of each wanted box under a branch; how many boxes were
/// visited.
fn visit(
    branch: &ParentNode<Leaf>,
    wanted: &impl Fn(&Bounds) -> bool,
    found: &mut impl FnMut(u32),
) -> u64 {
    let mut visited = branch.children().len() as u64;
    for child in branch.children() {
        let envelope = join::envelope(child);
        if !wanted(&Bounds { min: envelope.lower(), max: envelope.upper() }) {
            continue;
        }
        match child {
            RTreeNode::Leaf(leaf) => found(leaf.number),
            RTreeNode::Parent(branch) => visited += visit(branch, wanted, found),
        }
    }
    visited
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
