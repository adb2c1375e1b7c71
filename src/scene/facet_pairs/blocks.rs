//! The facets of pieces in blocks of eight, one per lane.

use std::ops::Range;

use rayon::prelude::*;

use crate::Vec3;
use crate::broad::Bounds;
use crate::scene::tolerances::MIN_SQUARE;
use crate::scene::world::World;
use crate::simd::{MAX_LANES, Quad3, Several};

/// Jobs of threads are no smaller than this.
const MIN_BLOCKS_PER_JOB: usize = 128;

/// Stands for no facet.
const NONE: u32 = u32::MAX;

/// The number of facets of a block.
pub(in crate::scene) const FACETS: usize = MAX_LANES;

/// Up to eight facets of a piece: their boxes, corners and nodes, one lane each. Unused lanes have
/// empty boxes.
#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
pub(in crate::scene) struct Block {
    min: [[f64; FACETS]; 3],
    max: [[f64; FACETS]; 3],
    corners: [[[f64; FACETS]; 3]; 3],
    pub(in crate::scene) facets: [u32; FACETS],
    /// Indices of the nodes, as floating-point numbers, which lanes can compare.
    nodes: [[f64; FACETS]; 3],
    /// The box around all of them.
    pub(in crate::scene) bounds: Bounds,
}

impl Block {
    const EMPTY: Self = Self {
        min: [[f64::INFINITY; FACETS]; 3],
        max: [[f64::NEG_INFINITY; FACETS]; 3],
        corners: [[[f64::NAN; FACETS]; 3]; 3],
        facets: [NONE; FACETS],
        nodes: [[f64::NAN; FACETS]; 3],
        bounds: Bounds::EMPTY,
    };

    fn new(world: &World, facets: &[u32]) -> Self {
        let mut block = Self::EMPTY;
        block.facets[..facets.len()].copy_from_slice(facets);
        for (lane, &facet) in facets.iter().enumerate() {
            for (i, node) in world.facets[facet as usize].into_iter().enumerate() {
                block.nodes[i][lane] = f64::from(node);
            }
        }
        block
    }

    /// Updates the positions to those of these nodes.
    fn fit(&mut self, world: &World, nodes: &[[f64; 3]]) {
        self.bounds = Bounds::EMPTY;
        for lane in (0..FACETS).filter(|&lane| self.facets[lane] != NONE) {
            let facet = self.facets[lane];
            let corners = world.facets[facet as usize].map(|node| nodes[node as usize]);
            let bounds = Bounds::around(corners);
            self.bounds = self.bounds.joined(&bounds);
            for k in 0..3 {
                (self.min[k][lane], self.max[k][lane]) = (bounds.min[k], bounds.max[k]);
                for i in 0..3 {
                    self.corners[i][k][lane] = corners[i][k];
                }
            }
        }
    }

    /// A bit for each facet that has one of these nodes.
    #[inline(always)]
    pub(in crate::scene) fn sharing<S: Several>(&self, nodes: [f64; 3]) -> u32 {
        let [p, q, r] = [S::all(nodes[0]), S::all(nodes[1]), S::all(nodes[2])];
        let mut bits = 0;
        for first in (0..FACETS).step_by(S::LANES) {
            let [a, b, c] = &self.nodes;
            let (a, b, c) = (S::load(&a[first..]), S::load(&b[first..]), S::load(&c[first..]));
            let with_p = a.equals(p) | b.equals(p) | c.equals(p);
            let with_q = a.equals(q) | b.equals(q) | c.equals(q);
            let with_r = a.equals(r) | b.equals(r) | c.equals(r);
            bits |= S::bits(with_p | with_q | with_r) << first;
        }
        bits
    }

    /// The nodes of one lane.
    #[inline(always)]
    pub(in crate::scene) fn nodes(&self, lane: usize) -> [f64; 3] {
        [self.nodes[0][lane], self.nodes[1][lane], self.nodes[2][lane]]
    }

    /// The box of one lane.
    #[inline(always)]
    pub(in crate::scene) fn bounds(&self, lane: usize) -> Bounds {
        let ([p, q, r], [x, y, z]) = (&self.min, &self.max);
        Bounds { min: [p[lane], q[lane], r[lane]], max: [x[lane], y[lane], z[lane]] }
    }

    /// The facet of one lane, in all lanes.
    #[inline(always)]
    pub(in crate::scene) fn spread<S: Several>(&self, lane: usize) -> Corners<S> {
        let mut corners = [Quad3::splat(0.0, 0.0, 0.0); 3];
        for (corner, [x, y, z]) in corners.iter_mut().zip(&self.corners) {
            *corner = Quad3::splat(x[lane], y[lane], z[lane]);
        }
        Corners(corners)
    }

    /// The facets from `first` on.
    #[inline(always)]
    pub(in crate::scene) fn corners<S: Several>(&self, first: usize) -> Corners<S> {
        let mut corners = [Quad3::splat(0.0, 0.0, 0.0); 3];
        for (corner, [x, y, z]) in corners.iter_mut().zip(&self.corners) {
            let (x, y, z) = (S::load(&x[first..]), S::load(&y[first..]), S::load(&z[first..]));
            *corner = Quad3 { x, y, z };
        }
        Corners(corners)
    }

    /// The gap between each box from `first` on and another: the largest over the three axes.
    #[inline(always)]
    pub(in crate::scene) fn gaps<S: Several>(&self, first: usize, other: &Bounds) -> S {
        let mut max = S::all(f64::NEG_INFINITY);
        for k in 0..3 {
            let above = S::load(&self.min[k][first..]) - S::all(other.max[k]);
            let below = S::all(other.min[k]) - S::load(&self.max[k][first..]);
            max = above.max(below).max(max);
        }
        max
    }
}

/// A facet in each lane.
#[derive(Clone, Copy)]
pub(in crate::scene) struct Corners<S>([Quad3<S>; 3]);

impl<S: Several> Corners<S> {
    /// Squared distance of the planes that bound the facets across the line of their centres; zero
    /// where these do not separate them, or where squares under- or overflow.
    #[inline(always)]
    pub(in crate::scene) fn apart_squared(&self, other: &Self) -> S {
        let ([a, b, c], [p, q, r]) = (self.0, other.0);
        let v = (p + q + r) - (a + b + c);
        let low = p.dot(&v).min(q.dot(&v)).min(r.dot(&v));
        let high = a.dot(&v).max(b.dot(&v)).max(c.dot(&v));
        let along = (low - high).max(S::all(0.0));
        let (square, vv) = (along * along, v.dot(&v));
        let is_normal = S::all(MIN_SQUARE).less(square) & square.less(S::all(f64::INFINITY));
        S::select(is_normal, square / vv, S::all(0.0))
    }
}

/// The blocks of all pieces.
#[derive(Debug, Default)]
pub(in crate::scene) struct Blocks {
    list: Vec<Block>,
    /// The box and the facets of each block: apart from the blocks, which are large.
    outlines: Vec<(Bounds, [u32; FACETS])>,
    starts: Vec<u32>,
    /// Whether facets have changed since.
    is_stale: bool,
    /// The box around the exposed facets of each piece.
    pub(in crate::scene) boxes: Vec<Bounds>,
}

impl Blocks {
    /// Has all pieces added anew before they are needed.
    pub(in crate::scene) fn invalidate(&mut self) {
        self.is_stale = true;
    }

    /// Adds the blocks of pieces that were added to the world.
    pub(in crate::scene) fn extend(&mut self, world: &World) {
        if std::mem::take(&mut self.is_stale) {
            self.list.clear();
            self.starts.clear();
        }
        if self.starts.is_empty() {
            self.starts.push(0);
        }
        let mut facets = Vec::new();
        for piece in self.starts.len() - 1..world.piece_body.len() {
            facets.clear();
            facets.extend_from_slice(world.piece_facets.of(piece as u32));
            sort_by_place(world, &mut facets);
            self.list.extend(facets.chunks(FACETS).map(|some| Block::new(world, some)));
            self.starts.push(self.list.len() as u32);
        }
    }

    /// Updates the positions of all blocks to those of these nodes.
    pub(in crate::scene) fn fit(&mut self, world: &World, nodes: &[[f64; 3]]) {
        if self.is_stale {
            self.extend(world);
        }
        self.list
            .par_iter_mut()
            .with_min_len(MIN_BLOCKS_PER_JOB)
            .for_each(|block| block.fit(world, nodes));
        self.outline();
    }

    /// Notes the boxes of blocks and pieces.
    fn outline(&mut self) {
        let Self { list, outlines, starts, boxes, .. } = self;
        list.par_iter()
            .with_min_len(MIN_BLOCKS_PER_JOB)
            .map(|block| (block.bounds, block.facets))
            .collect_into_vec(outlines);
        let of = |ends: &[u32]| around(&list[ends[0] as usize..ends[1] as usize]);
        starts.par_windows(2).with_min_len(MIN_BLOCKS_PER_JOB).map(of).collect_into_vec(boxes);
    }

    /// Gives facets their present numbers, after facets of some pieces, which are given in ascending
    /// order, have come or gone. `nodes` is where the others were fitted to.
    pub(in crate::scene) fn renumber(
        &mut self,
        world: &World,
        nodes: &[[f64; 3]],
        number: impl Fn(u32) -> u32,
        changed: &[u32],
    ) {
        if self.is_stale {
            return;
        }
        for (block, outline) in self.list.iter_mut().zip(&mut self.outlines) {
            for facet in block.facets.iter_mut().filter(|facet| **facet != NONE) {
                *facet = number(*facet);
            }
            outline.1 = block.facets;
        }
        let mut facets = Vec::new();
        let mut blocks = Vec::new();
        // From the last on, so that what comes before stays in its place.
        for &piece in changed.iter().rev() {
            facets.clear();
            facets.extend_from_slice(world.piece_facets.of(piece));
            sort_by_place(world, &mut facets);
            blocks.clear();
            blocks.extend(facets.chunks(FACETS).map(|some| Block::new(world, some)));
            blocks.iter_mut().for_each(|block| block.fit(world, nodes));
            self.replace(piece, &blocks);
        }
    }

    /// Replaces the blocks of a piece.
    fn replace(&mut self, piece: u32, blocks: &[Block]) {
        let range = self.range(piece);
        let end = range.start + blocks.len();
        self.boxes[piece as usize] = around(blocks);
        self.outlines.splice(range.clone(), blocks.iter().map(|own| (own.bounds, own.facets)));
        if end == range.end {
            self.list[range].copy_from_slice(blocks);
            return;
        }
        for start in &mut self.starts[piece as usize + 1..] {
            *start = (*start as usize - range.end + end) as u32;
        }
        self.list.splice(range, blocks.iter().copied());
    }

    /// Whether they do not have the present facets.
    pub(in crate::scene) fn is_stale(&self) -> bool {
        self.is_stale
    }

    /// The facets of a piece in blocks that meet a box.
    pub(in crate::scene) fn near(&self, piece: u32, around: &Bounds) -> impl Iterator<Item = u32> {
        let outlines = &self.outlines[self.range(piece)];
        let near = outlines.iter().filter(|(bounds, _)| bounds.meets(around));
        near.flat_map(|(_, facets)| *facets).filter(|&facet| facet != NONE)
    }

    /// The blocks of a piece.
    pub(in crate::scene) fn of(&self, piece: u32) -> &[Block] {
        &self.list[self.range(piece)]
    }

    fn range(&self, piece: u32) -> Range<usize> {
        let piece = piece as usize;
        self.starts[piece] as usize..self.starts[piece + 1] as usize
    }
}

/// Sorts facets so that those of a block are near each other: halved along the longest axis,
/// recursively.
fn sort_by_place(world: &World, facets: &mut [u32]) {
    if facets.len() <= FACETS {
        return;
    }
    let center = |facet: u32| world.corners(facet).iter().sum::<Vec3>();
    let all = Bounds::around(facets.iter().map(|&facet| center(facet).into()));
    let axis = Vec3::from_fn(|k, _| all.max[k] - all.min[k]).imax();
    // Whole blocks in the first half.
    let half = (facets.len() / 2).next_multiple_of(FACETS);
    facets.select_nth_unstable_by(half - 1, |&one, &two| {
        center(one)[axis].total_cmp(&center(two)[axis]).then(one.cmp(&two))
    });
    let (low, high) = facets.split_at_mut(half);
    sort_by_place(world, low);
    sort_by_place(world, high);
}

/// Makes the blocks of some facets at their present positions.
pub(in crate::scene) fn fill(world: &World, facets: &[u32], blocks: &mut Vec<Block>) {
    blocks.clear();
    blocks.extend(facets.chunks(FACETS).map(|some| Block::new(world, some)));
    blocks.iter_mut().for_each(|block| block.fit(world, &world.nodes));
}

/// The box around blocks.
pub(in crate::scene) fn around(blocks: &[Block]) -> Bounds {
    blocks.iter().fold(Bounds::EMPTY, |all, block| all.joined(&block.bounds))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::convex::distance;
    use crate::scene::records::facet::features::share_node;
    use crate::shape::PointSet;
    use crate::simd::{Available, Isa, SeveralTask, dispatch_any};
    use proptest::prelude::*;

    /// Compares the facets of a block with the first facet of another, in lanes.
    struct Lanes<'a> {
        block: &'a Block,
        other: &'a Block,
    }

    impl SeveralTask for Lanes<'_> {
        /// Gaps of boxes, squares of distances, and bits of those that share a node.
        type Output = ([f64; FACETS], [f64; FACETS], u32);

        #[inline(always)]
        fn run<S: Several>(self) -> Self::Output {
            let Self { block, other } = self;
            let (mut gaps, mut squares) = ([0.0; FACETS], [0.0; FACETS]);
            for first in (0..FACETS).step_by(S::LANES) {
                block.gaps::<S>(first, &other.bounds(0)).store(&mut gaps[first..]);
                let apart = other.spread::<S>(0).apart_squared(&block.corners(first));
                apart.store(&mut squares[first..]);
            }
            (gaps, squares, block.sharing::<S>(other.nodes(0)))
        }
    }

    proptest! {
        #[test]
        fn lanes_say_what_single_facets_say(
            nodes in prop::collection::vec(prop::array::uniform3(-1.0..1.0), 24),
            facets in prop::collection::vec(prop::array::uniform3(0u32..24), 2..=FACETS + 1),
            exponent in prop::sample::select(vec![-300, -100, 0, 100, 300]),
        ) {
            let scale = 2f64.powi(exponent);
            let nodes: Vec<_> = nodes.iter().map(|x| x.map(|x: f64| x * scale)).collect();
            let around = |facet: &[u32; 3]| Bounds::around(facet.map(|node| nodes[node as usize]));
            let boxes: Vec<_> = facets.iter().map(around).collect();
            let world = World { nodes: nodes.clone(), facets, boxes, ..World::default() };
            let count = world.facets.len() as u32;
            let mut other = Block::new(&world, &[0]);
            let mut block = Block::new(&world, &(1..count).collect::<Vec<_>>());
            other.fit(&world, &world.nodes);
            block.fit(&world, &world.nodes);
            let (gaps, squares, sharing) =
                dispatch_any(Available::Portable, Lanes { block: &block, other: &other });
            for isa in Isa::ALL.into_iter().filter_map(Available::of) {
                let found = dispatch_any(isa, Lanes { block: &block, other: &other });
                let bits = |list: [f64; FACETS]| list.map(f64::to_bits);
                prop_assert_eq!(bits(found.0), bits(gaps));
                prop_assert_eq!((bits(found.1), found.2), (bits(squares), sharing));
            }
            for lane in 0..FACETS {
                let facet = lane + 1;
                if facet >= count as usize {
                    prop_assert_eq!((gaps[lane], squares[lane]), (f64::INFINITY, 0.0));
                    continue;
                }
                prop_assert_eq!(gaps[lane], world.boxes[facet].gap(&world.boxes[0]));
                let shares = share_node(world.facets[0], world.facets[facet]);
                prop_assert_eq!(sharing >> lane & 1 == 1, shares);
                let [a, b] = [0, facet as u32].map(|f| world.corners(f).map(<[f64; 3]>::from));
                let known = PointSet::new(&a).and_then(|a| Ok(distance(&a, &PointSet::new(&b)?)));
                let known = known.map_err(|error| TestCaseError::fail(error.to_string()))?.distance;
                let apart = squares[lane].sqrt();
                prop_assert!(apart <= known + 1e-14 * scale, "{apart} is more than {known}");
            }
        }
    }
}
