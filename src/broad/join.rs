//! The pairs of boxes that meet, from trees joined with themselves and each other.
//!
//! From the roots down: whether two branches meet is tested once and not for every box in them.

use rayon::prelude::*;
use rstar::{AABB, ParentNode, RTreeNode};

use super::forest::Leaf;

/// Minimum number of jobs to share among threads.
const MIN_JOBS: usize = 24;

/// Two branches whose boxes are to be joined; the same one twice for the pairs within it.
type Branches<'t> = [&'t ParentNode<Leaf>; 2];

/// The pairs of boxes in these branches that meet and are wanted, each once with the smaller number
/// first, in no particular order; and how many boxes were compared.
pub(super) fn pairs(
    mut jobs: Vec<Branches>,
    wanted: impl Fn(u32, u32) -> bool + Sync,
) -> (Vec<[u32; 2]>, u64) {
    let mut join = Join { found: Vec::new(), left: Vec::new(), compared: 0, wanted: &wanted };
    while !jobs.is_empty() && jobs.len() < MIN_JOBS {
        jobs.drain(..).for_each(|branches| join.branches(branches));
        std::mem::swap(&mut jobs, &mut join.left);
    }
    let whole = |branches: &Branches| {
        let left = vec![*branches];
        let mut join = Join { found: Vec::new(), left, compared: 0, wanted: &wanted };
        while let Some(branches) = join.left.pop() {
            join.branches(branches);
        }
        (join.found, join.compared)
    };
    let lists: Vec<_> = jobs.par_iter().with_max_len(1).map(whole).collect();
    let mut found = join.found;
    found.reserve(lists.iter().map(|(list, _)| list.len()).sum());
    lists.iter().for_each(|(list, _)| found.extend_from_slice(list));
    (found, join.compared + lists.iter().map(|(_, compared)| compared).sum::<u64>())
}

struct Join<'t, 'w, W> {
    found: Vec<[u32; 2]>,
    /// Branches that meet and have yet to be joined.
    left: Vec<Branches<'t>>,
    compared: u64,
    wanted: &'w W,
}

impl<'t, W: Fn(u32, u32) -> bool> Join<'t, '_, W> {
    /// Joins the children of two branches that meet.
    fn branches(&mut self, [one, two]: Branches<'t>) {
        if std::ptr::eq(one, two) {
            for (i, child) in one.children().iter().enumerate() {
                if let RTreeNode::Parent(branch) = child {
                    self.left.push([branch, branch]);
                }
                one.children()[i + 1..].iter().for_each(|other| self.nodes(child, other));
            }
            return;
        }
        let around = two.envelope();
        for child in one.children().iter().filter(|child| meet(&envelope(child), &around)) {
            two.children().iter().for_each(|other| self.nodes(child, other));
        }
    }

    /// Joins two nodes if their boxes meet.
    fn nodes(&mut self, one: &'t RTreeNode<Leaf>, two: &'t RTreeNode<Leaf>) {
        self.compared += 1;
        if !meet(&envelope(one), &envelope(two)) {
            return;
        }
        match (one, two) {
            (RTreeNode::Leaf(a), RTreeNode::Leaf(b)) => {
                let [i, j] = [a.number.min(b.number), a.number.max(b.number)];
                if (self.wanted)(i, j) {
                    self.found.push([i, j]);
                }
            }
            (RTreeNode::Parent(a), RTreeNode::Parent(b)) => self.left.push([a, b]),
            // Trees of different heights.
            (leaf, RTreeNode::Parent(branch)) | (RTreeNode::Parent(branch), leaf) => {
                branch.children().iter().for_each(|child| self.nodes(leaf, child));
            }
        }
    }
}

#[inline]
pub(super) fn envelope(node: &RTreeNode<Leaf>) -> AABB<[f64; 3]> {
    match node {
        RTreeNode::Leaf(leaf) => leaf.envelope,
        RTreeNode::Parent(branch) => branch.envelope(),
    }
}

/// Whether two boxes have a point in common. All comparisons are made: that costs less than
/// a branch that is mispredicted.
#[inline]
fn meet(one: &AABB<[f64; 3]>, two: &AABB<[f64; 3]>) -> bool {
    let ([a, b], [c, d]) = ([one.lower(), one.upper()], [two.lower(), two.upper()]);
    let along = |k: usize| (a[k] <= d[k]) & (c[k] <= b[k]);
    along(0) & along(1) & along(2)
}
