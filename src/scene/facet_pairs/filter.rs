//! The facets of two pieces that may be near each other: by their boxes, and along the lines of their centres, which
//! rules out most neighbours on a smooth surface.

use std::cmp::Ordering;
use std::marker::PhantomData;

use smallvec::SmallVec;

use super::blocks::{Block, Corners, FACETS};
use super::measure::Asked;
use crate::broad::Bounds;
use crate::simd::{Part, Several, SeveralTask};

/// A piece.
#[derive(Clone, Copy)]
pub(in crate::scene) struct Side<'a> {
    pub(in crate::scene) blocks: &'a [Block],
    /// The box around all of them.
    pub(in crate::scene) bounds: Bounds,
}

/// Asks for the facets of two pieces, which may be the same one, that may be no farther apart than `far`; how far apart
/// all others are, at least.
pub(in crate::scene) struct Search<'a> {
    pub(in crate::scene) sides: [Side<'a>; 2],
    pub(in crate::scene) same_piece: bool,
    /// Facets that share a node do not count.
    pub(in crate::scene) same_body: bool,
    pub(in crate::scene) far: f64,
    /// Above the rounding of a distance.
    pub(in crate::scene) guard: f64,
    pub(in crate::scene) room: &'a mut Room,
    pub(in crate::scene) asked: &'a mut Asked,
}

/// Room for rows, and for the squares of distances along the lines of centres.
#[derive(Debug, Default)]
pub(in crate::scene) struct Room {
    rows: Vec<Row>,
    squares: Vec<[f64; FACETS]>,
}

/// Which boxes are near, a bit each; the least distance of the others is noted.
#[inline(always)]
fn near<S: Several>(block: &Block, other: &Bounds, far: S, least: &mut S) -> u32 {
    let mut bits = 0;
    for first in (0..FACETS).step_by(S::LANES) {
        let gaps = block.gaps::<S>(first, other);
        let close = gaps.at_most(far);
        *least = S::select(close, *least, gaps.min(*least));
        bits |= S::bits(close) << first;
    }
    bits
}

/// Where the facet in a lane of one block may be near some of another: a bit each.
#[derive(Debug, Clone, Copy, Default)]
struct Row {
    lane: u32,
    block: u32,
    bits: u32,
}

/// A list that keeps only rows with bits, without a branch for each, which could not be foreseen. There must be
/// room for all that are pushed.
struct Rows<'a> {
    rows: &'a mut [Row],
    len: usize,
}

impl Room {
    /// Makes room for so many rows.
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

/// How far all are that are not asked for, at least.
struct Least<S> {
    gap: S,
    /// The square of it, along lines of centres.
    square: S,
}

impl<S: Several> Least<S> {
    /// The least of all.
    #[inline(always)]
    fn all(&self, guard: f64) -> f64 {
        let mut numbers = [f64::INFINITY; FACETS];
        let apart = self.square.sqrt() - S::all(guard);
        apart.min(self.gap).store(&mut numbers);
        numbers.into_iter().fold(f64::INFINITY, f64::min)
    }
}

/// Of the facets with these bits, those that may be near along the lines of the centres.
#[inline(always)]
fn near_along<S: Several>(
    block: &Block,
    one: &Corners<S>,
    far: S,
    mut bits: u32,
    squares: &mut [f64; FACETS],
    least: &mut S,
) -> u32 {
    for first in (0..FACETS).step_by(S::LANES) {
        if S::LANES == FACETS || bits >> first & ((1 << S::LANES) - 1) != 0 {
            let square = one.apart_squared(&block.corners(first));
            square.store(&mut squares[first..]);
            let apart = far.less(square) & S::mask(bits >> first);
            *least = S::select(apart, square.min(*least), *least);
            bits &= !(S::bits(apart) << first);
        }
    }
    bits
}

impl SeveralTask for Search<'_> {
    type Output = f64;

    #[inline(always)]
    fn run<S: Several>(self) -> f64 {
        S::apart(InLanes::<S> { search: self, lanes: PhantomData })
    }
}

/// A search in a function of its own.
struct InLanes<'a, S> {
    search: Search<'a>,
    lanes: PhantomData<S>,
}

impl<S: Several> Part for InLanes<'_, S> {
    type Output = f64;

    #[inline(always)]
    fn run(mut self) -> f64 {
        let search = &mut self.search;
        let ([ones, twos], limit) = (search.sides, search.far);
        let far = S::all(limit);
        let mut least = Least { gap: S::all(f64::INFINITY), square: S::all(f64::INFINITY) };
        // Only facets near the other piece as a whole can be near one of its facets.
        let mut close = SmallVec::<[u32; 16]>::new();
        let mut around = SmallVec::<[u32; 16]>::new();
        for (j, block) in twos.blocks.iter().enumerate() {
            if near(block, &ones.bounds, far, &mut least.gap) != 0 {
                close.push(j as u32);
            }
        }
        for (i, block) in ones.blocks.iter().enumerate() {
            let ones_near = near(block, &twos.bounds, far, &mut least.gap);
            if ones_near == 0 {
                continue;
            }
            around.clear();
            for &j in &close {
                let apart = block.bounds.gap(&twos.blocks[j as usize].bounds);
                if apart <= limit {
                    around.push(j);
                } else {
                    least.gap = S::all(apart).min(least.gap);
                }
            }
            let rows = search.by_boxes(i, ones_near, &around, &mut least);
            let rows = if search.same_body { search.apart_in_body::<S>(i, rows) } else { rows };
            let rows = search.by_centres(i, rows, &mut least);
            let Room { rows: list, squares } = &*search.room;
            for (row, squares) in list[..rows].iter().zip(squares) {
                let one = block.facets[row.lane as usize];
                let others = &twos.blocks[row.block as usize].facets;
                for lane in lanes(row.bits) {
                    search.asked.push([one, others[lane]], squares[lane]);
                }
            }
        }
        least.all(search.guard)
    }
}

impl Search<'_> {
    /// Makes a row for each of the facets `near_ones` of block `i` and each block around it, if boxes are near; how many.
    #[inline(always)]
    fn by_boxes<S: Several>(
        &mut self,
        i: usize,
        near_ones: u32,
        around: &[u32],
        least: &mut Least<S>,
    ) -> usize {
        let Self { sides: [ones, twos], same_piece, far, room, .. } = self;
        room.reserve(FACETS * around.len());
        let (mut rows, far) = (Rows { rows: &mut room.rows, len: 0 }, S::all(*far));
        for lane in lanes(near_ones) {
            let bounds = ones.blocks[i].bounds(lane);
            for &j in around {
                let mut bits = near(&twos.blocks[j as usize], &bounds, far, &mut least.gap);
                if *same_piece {
                    bits &= later(i, lane, j as usize);
                }
                rows.push(Row { lane: lane as u32, block: j, bits });
            }
        }
        rows.len
    }

    /// Leaves of so many rows of block `i` the facets that share no node with it; how many.
    #[inline(always)]
    fn apart_in_body<S: Several>(&mut self, i: usize, count: usize) -> usize {
        let Self { sides: [ones, twos], room, .. } = self;
        let mut left = Rows { rows: &mut room.rows, len: 0 };
        for k in 0..count {
            let Row { lane, block, bits } = left.rows[k];
            let nodes = ones.blocks[i].nodes(lane as usize);
            let bits = bits & !twos.blocks[block as usize].sharing::<S>(nodes);
            left.push(Row { lane, block, bits });
        }
        left.len
    }

    /// Leaves of so many rows of block `i` those that may be near along the lines of centres; how many.
    #[inline(always)]
    fn by_centres<S: Several>(&mut self, i: usize, count: usize, least: &mut Least<S>) -> usize {
        let Self { sides: [ones, twos], far, guard, room: Room { rows, squares }, .. } = self;
        let block = &ones.blocks[i];
        let apart = *far + *guard;
        let far_squared = S::all(apart * apart);
        let mut left = Rows { rows, len: 0 };
        for k in 0..count {
            let Row { lane, block: j, bits } = left.rows[k];
            let others = &twos.blocks[j as usize];
            let one = block.spread(lane as usize);
            let squares = &mut squares[left.len];
            let bits = near_along(others, &one, far_squared, bits, squares, &mut least.square);
            left.push(Row { lane, block: j, bits });
        }
        left.len
    }
}

/// The lanes of block `j` behind a lane of block `i`: each pair of a piece with itself once.
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
    use crate::scene::facet_pairs::blocks;
    use crate::scene::facet_pairs::features::share_node;
    use crate::scene::surface::Lists;
    use crate::scene::world::World;
    use crate::shape::PointSet;
    use crate::simd::{Isa, dispatch_any};
    use proptest::prelude::*;

    /// What is asked for between the first two pieces, or within the first, and how far all else is.
    fn search(
        world: &World,
        isa: Isa,
        same_piece: bool,
        far: f64,
    ) -> (Vec<[u32; 2]>, Vec<f64>, f64) {
        let mut lists = [Vec::new(), Vec::new()];
        blocks::fill(world, 0, &mut lists[0]);
        blocks::fill(world, u32::from(!same_piece), &mut lists[1]);
        let sides =
            lists.each_ref().map(|list| Side { blocks: list, bounds: blocks::around(list) });
        let (mut room, mut asked) = (Room::default(), Asked::default());
        let search = Search {
            sides,
            same_piece,
            same_body: true,
            far,
            guard: 1e-14,
            room: &mut room,
            asked: &mut asked,
        };
        let rest = dispatch_any(isa, search);
        asked.roots();
        (asked.facets, asked.bounds, rest)
    }

    proptest! {
        #[test]
        fn what_is_not_asked_for_is_far(
            nodes in prop::collection::vec(prop::array::uniform3(-1.0..1.0), 40),
            sizes in prop::array::uniform2(1usize..30),
            corners in prop::collection::vec(prop::array::uniform3(0u32..40), 60),
            same_piece in any::<bool>(),
            far in 0.0..0.3,
        ) {
            let facets = corners[..sizes[0] + sizes[1]].to_vec();
            let around = |facet: &[u32; 3]| Bounds::around(facet.map(|node| nodes[node as usize]));
            let boxes: Vec<_> = facets.iter().map(around).collect();
            let mut piece_facets = Lists::default();
            piece_facets.push(0..sizes[0] as u32);
            piece_facets.push(sizes[0] as u32..facets.len() as u32);
            let world =
                World { nodes: nodes.clone(), facets, boxes, piece_facets, ..World::default() };
            let (asked, bounds, rest) = search(&world, Isa::Portable, same_piece, far);
            for isa in Isa::ALL.into_iter().filter(|isa| isa.is_available()) {
                let found = search(&world, isa, same_piece, far);
                prop_assert_eq!(&found, &(asked.clone(), bounds.clone(), rest), "{:?}", isa);
            }
            prop_assert!(rest > far);
            let others = if same_piece { 0..sizes[0] } else { sizes[0]..world.facets.len() };
            for one in 0..sizes[0] {
                for two in others.clone().filter(|&two| !same_piece || two > one) {
                    let pair = [one as u32, two as u32];
                    let at = asked.iter().position(|p| *p == pair || *p == [pair[1], pair[0]]);
                    if share_node(world.facets[one], world.facets[two]) {
                        prop_assert_eq!(at, None);
                        continue;
                    }
                    let [a, b] = pair.map(|f| world.corners(f).map(<[f64; 3]>::from));
                    let known = PointSet::new(&a).and_then(|a| Ok(distance(&a, &PointSet::new(&b)?)));
                    let known = known.map_err(|error| TestCaseError::fail(error.to_string()))?;
                    let bound = at.map_or(rest, |at| bounds[at]);
                    prop_assert!(bound <= known.distance + 1e-14, "{bound} {known:?}");
                }
            }
        }
    }
}
