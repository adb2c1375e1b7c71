//! The filter of facet pairs: which facets of two pieces may be near each other, by their boxes and
//! by the planes across the line of their centres, which rule out most neighbours on a smooth
//! surface.

use std::cmp::Ordering;
use std::marker::PhantomData;

use smallvec::SmallVec;

use super::blocks::{Block, Corners, FACETS};
use super::measure::FacetPairs;
use crate::broad::Bounds;
use crate::simd::{Part, Several, SeveralTask};

/// The facets of a piece.
#[derive(Clone, Copy)]
pub(in crate::scene) struct Side<'a> {
    pub(in crate::scene) blocks: &'a [Block],
    /// The box around all of them.
    pub(in crate::scene) bounds: Bounds,
}

/// Queues the facet pairs of two pieces, which may be the same one, that may be within
/// `max_distance`. The result is a lower bound on the distance of all others.
pub(in crate::scene) struct Filter<'a> {
    pub(in crate::scene) sides: [Side<'a>; 2],
    pub(in crate::scene) same_piece: bool,
    /// Whether to leave out facets that share a node.
    pub(in crate::scene) same_body: bool,
    pub(in crate::scene) max_distance: f64,
    /// Upper bound on the rounding error of a distance.
    pub(in crate::scene) guard: f64,
    pub(in crate::scene) scratch: &'a mut RowScratch,
    pub(in crate::scene) facet_pairs: &'a mut FacetPairs,
}

/// Scratch memory: rows, and squared distances of the planes across the lines of centres.
#[derive(Debug, Default)]
pub(in crate::scene) struct RowScratch {
    rows: Vec<Row>,
    squares: Vec<[f64; FACETS]>,
}

/// Which boxes of a block are within `max_distance` of another, a bit each. `lower_bound` is
/// lowered to the distance of the others.
#[inline(always)]
fn boxes_within<S: Several>(
    block: &Block,
    other: &Bounds,
    max_distance: S,
    lower_bound: &mut S,
) -> u32 {
    let mut bits = 0;
    for first in (0..FACETS).step_by(S::LANES) {
        let gaps = block.gaps::<S>(first, other);
        let close = gaps.at_most(max_distance);
        *lower_bound = S::select(close, *lower_bound, gaps.min(*lower_bound));
        bits |= S::bits(close) << first;
    }
    bits
}

/// Which facets of a block of the second piece may be near the facet in a lane of a block of the
/// first, a bit each.
#[derive(Debug, Clone, Copy, Default)]
struct Row {
    lane: u32,
    block: u32,
    bits: u32,
}

/// A list that keeps only rows with bits set, without a branch for each, which would be
/// mispredicted. The slice must be as long as the number of rows pushed.
struct Rows<'a> {
    rows: &'a mut [Row],
    len: usize,
}

impl RowScratch {
    /// Makes the lists at least `count` long.
    fn reserve(&mut self, count: usize) {
        if self.rows.len() < count {
            self.rows.resize(count, Row::default());
            self.squares.resize(count, [0.0; FACETS]);
        }
    }
}

impl Rows<'_> {
    #[inline(always)]
    fn push(&mut self, row: Row) {
        self.rows[self.len] = row;
        self.len += usize::from(row.bits != 0);
    }
}

/// Lower bound on the distance of the facet pairs that were ruled out, in each lane.
struct LowerBound<S> {
    gap: S,
    /// Its square, for those ruled out by centre planes.
    square: S,
}

impl<S: Several> LowerBound<S> {
    /// The bound over all lanes.
    #[inline(always)]
    fn min(&self, guard: f64) -> f64 {
        let mut numbers = [f64::INFINITY; FACETS];
        let apart = self.square.sqrt() - S::all(guard);
        apart.min(self.gap).store(&mut numbers);
        numbers.into_iter().fold(f64::INFINITY, f64::min)
    }
}

/// Of the facets with these bits, those whose centre planes are not farther apart than the root of
/// `max_squared`.
#[inline(always)]
fn centre_planes_within<S: Several>(
    block: &Block,
    (one, max_squared): (&Corners<S>, S),
    mut bits: u32,
    squares: &mut [f64; FACETS],
    lower_bound: &mut S,
) -> u32 {
    for first in (0..FACETS).step_by(S::LANES) {
        if S::LANES == FACETS || bits >> first & ((1 << S::LANES) - 1) != 0 {
            let square = one.apart_squared(&block.corners(first));
            square.store(&mut squares[first..]);
            let apart = max_squared.less(square) & S::mask(bits >> first);
            *lower_bound = S::select(apart, square.min(*lower_bound), *lower_bound);
            bits &= !(S::bits(apart) << first);
        }
    }
    bits
}

impl SeveralTask for Filter<'_> {
    type Output = f64;

    #[inline(always)]
    fn run<S: Several>(self) -> f64 {
        S::apart(InLanes::<S> { filter: self, lanes: PhantomData })
    }
}

/// The filter compiled as a function of its own.
struct InLanes<'a, S> {
    filter: Filter<'a>,
    lanes: PhantomData<S>,
}

impl<S: Several> Part for InLanes<'_, S> {
    type Output = f64;

    #[inline(always)]
    fn run(mut self) -> f64 {
        let filter = &mut self.filter;
        let ([ones, twos], limit) = (filter.sides, filter.max_distance);
        let max_distance = S::all(limit);
        let mut lower_bound =
            LowerBound { gap: S::all(f64::INFINITY), square: S::all(f64::INFINITY) };
        // Blocks of the second piece near the first piece as a whole: only their facets can be near
        // one of its facets.
        let mut close = SmallVec::<[u32; 16]>::new();
        let mut around = SmallVec::<[u32; 16]>::new();
        for (j, block) in twos.blocks.iter().enumerate() {
            if boxes_within(block, &ones.bounds, max_distance, &mut lower_bound.gap) != 0 {
                close.push(j as u32);
            }
        }
        for (i, block) in ones.blocks.iter().enumerate() {
            let ones_near = boxes_within(block, &twos.bounds, max_distance, &mut lower_bound.gap);
            if ones_near == 0 {
                continue;
            }
            // Of these, the blocks near this block of the first piece.
            around.clear();
            for &j in &close {
                let apart = block.bounds.gap(&twos.blocks[j as usize].bounds);
                if apart <= limit {
                    around.push(j);
                } else {
                    lower_bound.gap = S::all(apart).min(lower_bound.gap);
                }
            }
            // Facet by facet: boxes, common nodes, centre planes.
            let rows = filter.by_boxes(i, ones_near, &around, &mut lower_bound);
            let rows = if filter.same_body { filter.drop_sharing::<S>(i, rows) } else { rows };
            let rows = filter.by_centre_planes(i, rows, &mut lower_bound);
            let RowScratch { rows: list, squares } = &*filter.scratch;
            for (row, squares) in list[..rows].iter().zip(squares) {
                let one = block.facets[row.lane as usize];
                let others = &twos.blocks[row.block as usize].facets;
                for lane in lanes(row.bits) {
                    filter.facet_pairs.push([one, others[lane]], squares[lane]);
                }
            }
        }
        lower_bound.min(filter.guard)
    }
}

impl Filter<'_> {
    /// Makes rows of the facets whose boxes are near, for the facets `near_ones` of block `i` and
    /// the blocks `around` it. Returns the number of rows.
    #[inline(always)]
    fn by_boxes<S: Several>(
        &mut self,
        i: usize,
        near_ones: u32,
        around: &[u32],
        lower_bound: &mut LowerBound<S>,
    ) -> usize {
        let Self { sides: [ones, twos], same_piece, max_distance, scratch, .. } = self;
        scratch.reserve(FACETS * around.len());
        let (mut rows, max_distance) =
            (Rows { rows: &mut scratch.rows, len: 0 }, S::all(*max_distance));
        for lane in lanes(near_ones) {
            let bounds = ones.blocks[i].bounds(lane);
            for &j in around {
                let mut bits = boxes_within(
                    &twos.blocks[j as usize],
                    &bounds,
                    max_distance,
                    &mut lower_bound.gap,
                );
                if *same_piece {
                    bits &= later(i, lane, j as usize);
                }
                rows.push(Row { lane: lane as u32, block: j, bits });
            }
        }
        rows.len
    }

    /// Drops facets that share a node with that of the row, from the first `count` rows of block
    /// `i`. Returns the number of rows that are left.
    #[inline(always)]
    fn drop_sharing<S: Several>(&mut self, i: usize, count: usize) -> usize {
        let Self { sides: [ones, twos], scratch, .. } = self;
        let mut left = Rows { rows: &mut scratch.rows, len: 0 };
        for k in 0..count {
            let Row { lane, block, bits } = left.rows[k];
            let nodes = ones.blocks[i].nodes(lane as usize);
            let bits = bits & !twos.blocks[block as usize].sharing::<S>(nodes);
            left.push(Row { lane, block, bits });
        }
        left.len
    }

    /// Drops facets that centre planes rule out, from the first `count` rows of block `i`. Returns
    /// the number of rows that are left.
    #[inline(always)]
    fn by_centre_planes<S: Several>(
        &mut self,
        i: usize,
        count: usize,
        lower_bound: &mut LowerBound<S>,
    ) -> usize {
        let Self { sides: [ones, twos], max_distance, guard, scratch, .. } = self;
        let RowScratch { rows, squares } = &mut **scratch;
        let block = &ones.blocks[i];
        // Squares are compared, with the rounding error of a distance added to the limit.
        let limit = *max_distance + *guard;
        let max_squared = S::all(limit * limit);
        let mut left = Rows { rows, len: 0 };
        for k in 0..count {
            let Row { lane, block: j, bits } = left.rows[k];
            let others = &twos.blocks[j as usize];
            let one = block.spread(lane as usize);
            let squares = &mut squares[left.len];
            let bits = centre_planes_within(
                others,
                (&one, max_squared),
                bits,
                squares,
                &mut lower_bound.square,
            );
            left.push(Row { lane, block: j, bits });
        }
        left.len
    }
}

/// The lanes of block `j` that come after a lane of block `i`, so that a piece is paired with
/// itself once and not twice.
#[inline(always)]
fn later(i: usize, lane: usize, j: usize) -> u32 {
    match j.cmp(&i) {
        Ordering::Less => 0,
        Ordering::Equal => !0 << (lane + 1),
        Ordering::Greater => !0,
    }
}

/// The lanes whose bits are set.
#[inline(always)]
fn lanes(mut bits: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(lane)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::convex::distance;
    use crate::num::Lists;
    use crate::scene::facet_pairs::blocks;
    use crate::scene::records::facet::features::share_node;
    use crate::scene::world::World;
    use crate::shape::PointSet;
    use crate::simd::{Available, Isa, dispatch_any};
    use proptest::prelude::*;

    /// The pairs that pass between the first two pieces, or within the first, their bounds, and the
    /// bound for all others.
    fn run_filter(
        world: &World,
        isa: Available,
        same_piece: bool,
        max_distance: f64,
    ) -> (Vec<[u32; 2]>, Vec<f64>, f64) {
        let mut lists = [Vec::new(), Vec::new()];
        blocks::fill(world, world.piece_facets.of(0_u32), &mut lists[0]);
        blocks::fill(world, world.piece_facets.of(u32::from(!same_piece)), &mut lists[1]);
        let sides =
            lists.each_ref().map(|list| Side { blocks: list, bounds: blocks::around(list) });
        let (mut scratch, mut facet_pairs) = (RowScratch::default(), FacetPairs::default());
        let filter = Filter {
            sides,
            same_piece,
            same_body: true,
            max_distance,
            guard: 1e-14,
            scratch: &mut scratch,
            facet_pairs: &mut facet_pairs,
        };
        let elsewhere = dispatch_any(isa, filter);
        facet_pairs.take_roots();
        (facet_pairs.facets, facet_pairs.bounds, elsewhere)
    }

    proptest! {
        #[test]
        fn facets_that_are_ruled_out_are_far(
            nodes in prop::collection::vec(prop::array::uniform3(-1.0..1.0), 40),
            sizes in prop::array::uniform2(1usize..30),
            corners in prop::collection::vec(prop::array::uniform3(0u32..40), 60),
            same_piece in any::<bool>(),
            max_distance in 0.0..0.3,
        ) {
            let facets = corners[..sizes[0] + sizes[1]].to_vec();
            let around = |facet: &[u32; 3]| Bounds::around(facet.map(|node| nodes[node as usize]));
            let boxes: Vec<_> = facets.iter().map(around).collect();
            let mut piece_facets = Lists::default();
            piece_facets.push(0..sizes[0] as u32);
            piece_facets.push(sizes[0] as u32..facets.len() as u32);
            let world =
                World { nodes: nodes.clone(), facets, boxes, piece_facets, ..World::default() };
            let wanted = run_filter(&world, Available::Portable, same_piece, max_distance);
            for isa in Isa::ALL.into_iter().filter_map(Available::of) {
                let found = run_filter(&world, isa, same_piece, max_distance);
                prop_assert_eq!(&found, &wanted, "{:?}", isa);
            }
            let (facet_pairs, bounds, elsewhere) = wanted;
            prop_assert!(elsewhere > max_distance);
            let others = if same_piece { 0..sizes[0] } else { sizes[0]..world.facets.len() };
            for one in 0..sizes[0] {
                for two in others.clone().filter(|&two| !same_piece || two > one) {
                    let pair = [one as u32, two as u32];
                    let is_pair = |p: &[u32; 2]| *p == pair || *p == [pair[1], pair[0]];
                    let at = facet_pairs.iter().position(is_pair);
                    if share_node(world.facets[one], world.facets[two]) {
                        prop_assert_eq!(at, None);
                        continue;
                    }
                    let [a, b] = pair.map(|f| world.corners(f).map(<[f64; 3]>::from));
                    let known = PointSet::new(&a)
                        .and_then(|a| Ok(distance(&a, &PointSet::new(&b)?)));
                    let known = known.map_err(|error| TestCaseError::fail(error.to_string()))?;
                    let bound = at.map_or(elsewhere, |at| bounds[at]);
                    prop_assert!(bound <= known.distance + 1e-14, "{bound} {known:?}");
                }
            }
        }
    }
}
