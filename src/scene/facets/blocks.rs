//! The facets of pieces four by four, as lanes.

use rayon::prelude::*;

use crate::Vec3;
use crate::broad::Bounds;
use crate::scene::world::World;
use crate::simd::{Quad, Quad3};

/// As many blocks are one job for a thread.
const LEAST_JOB: usize = 128;

/// Few steps: those that are left then are looked at.
const FIRST_STEPS: usize = 3;

/// No facet.
const NONE: u32 = u32::MAX;

/// Up to four facets of a piece: their boxes and corners, a lane each. What is not used is an empty box.
#[derive(Debug, Clone, Copy)]
#[repr(align(32))]
pub(in crate::scene) struct Block {
    min: [[f64; 4]; 3],
    max: [[f64; 4]; 3],
    corners: [[[f64; 4]; 3]; 3],
    pub(super) facets: [u32; 4],
    nodes: [[u32; 4]; 3],
    /// The box around all of them.
    pub(super) bounds: Bounds,
}

impl Block {
    const EMPTY: Self = Self {
        min: [[f64::INFINITY; 4]; 3],
        max: [[f64::NEG_INFINITY; 4]; 3],
        corners: [[[0.0; 4]; 3]; 3],
        facets: [NONE; 4],
        nodes: [[NONE; 4]; 3],
        bounds: Bounds::EMPTY,
    };

    fn new(world: &World, facets: &[u32]) -> Self {
        let mut block = Self::EMPTY;
        block.facets[..facets.len()].copy_from_slice(facets);
        for (lane, &facet) in facets.iter().enumerate() {
            for (i, node) in world.facets[facet as usize].into_iter().enumerate() {
                block.nodes[i][lane] = node;
            }
        }
        block
    }

    /// Puts in where the facets are.
    fn fit(&mut self, world: &World) {
        self.bounds = Bounds::EMPTY;
        for lane in (0..4).filter(|&lane| self.facets[lane] != NONE) {
            let facet = self.facets[lane] as usize;
            let bounds = &world.boxes[facet];
            self.bounds = self.bounds.joined(bounds);
            for k in 0..3 {
                (self.min[k][lane], self.max[k][lane]) = (bounds.min[k], bounds.max[k]);
            }
            for (i, node) in world.facets[facet].into_iter().enumerate() {
                for (k, x) in world.nodes[node as usize].into_iter().enumerate() {
                    self.corners[i][k][lane] = x;
                }
            }
        }
    }

    /// A bit for each facet that shares a node with another.
    #[inline(always)]
    pub(super) fn sharing(&self, nodes: [u32; 3]) -> u64 {
        let mut shares = [false; 4];
        for own in &self.nodes {
            for lane in 0..4 {
                shares[lane] |=
                    (own[lane] == nodes[0]) | (own[lane] == nodes[1]) | (own[lane] == nodes[2]);
            }
        }
        let bit = |lane: usize| u64::from(shares[lane]) << lane;
        bit(0) | bit(1) | bit(2) | bit(3)
    }

    /// The nodes of one lane.
    #[inline(always)]
    pub(super) fn nodes(&self, lane: usize) -> [u32; 3] {
        [self.nodes[0][lane], self.nodes[1][lane], self.nodes[2][lane]]
    }

    /// The box of one lane.
    #[inline(always)]
    pub(super) fn bounds(&self, lane: usize) -> Bounds {
        let of = |list: &[[f64; 4]; 3]| [list[0][lane], list[1][lane], list[2][lane]];
        Bounds { min: of(&self.min), max: of(&self.max) }
    }

    /// The corners of one lane.
    #[inline(always)]
    pub(super) fn corners(&self, lane: usize) -> [Vec3; 3] {
        let of = |list: &[[f64; 4]; 3]| Vec3::new(list[0][lane], list[1][lane], list[2][lane]);
        [of(&self.corners[0]), of(&self.corners[1]), of(&self.corners[2])]
    }

    /// How far each box is from another along the axis where that is most.
    #[inline(always)]
    pub(super) fn gaps<Q: Quad>(&self, other: &Bounds) -> Q {
        let along = |k: usize| {
            let above = Q::of(self.min[k]) - Q::all(other.max[k]);
            above.max(Q::all(other.min[k]) - Q::of(self.max[k]))
        };
        along(0).max(along(1)).max(along(2))
    }

    /// How far each facet is from another, at least, as in [`apart`](super::apart): as many steps as it takes for all
    /// that are asked for to be farther than `far`, up to a few.
    #[inline(always)]
    pub(super) fn apart<Q: Quad>(&self, other: &[Vec3; 3], far: Q, asked: u64) -> Q {
        let start = Quad3::<Q>::all(&other[0]);
        let corner = |i: usize| {
            let [x, y, z] = self.corners[i];
            Quad3 { x: Q::of(x), y: Q::of(y), z: Q::of(z) } - start
        };
        let own = [corner(0), corner(1), corner(2)];
        let other = [Vec3::zeros(), other[1] - other[0], other[2] - other[0]];
        let center = (other[1] + other[2]) / 3.0;
        let third = Q::all(1.0 / 3.0);
        let mean = |a: Q, b: Q, c: Q, other: f64| (a + b + c) * third - Q::all(other);
        let mut v = Quad3 {
            x: mean(own[0].x, own[1].x, own[2].x, center.x),
            y: mean(own[0].y, own[1].y, own[2].y, center.y),
            z: mean(own[0].z, own[1].z, own[2].z, center.z),
        };
        let other = [Quad3::all(&other[0]), Quad3::all(&other[1]), Quad3::all(&other[2])];
        let far_squared = far * far;
        let nothing = Q::all(0.0);
        let mut steps = 1;
        loop {
            let w = farthest(&own, &-v) - farthest(&other, &v);
            let (vv, vw) = (v.dot(&v), v.dot(&w));
            // The facets are vw over the root of vv apart. Roots wait until the end.
            let (positive, bound) = (vw.max(nothing), far_squared * vv);
            let square = positive * positive;
            if steps == FIRST_STEPS || asked & square.bits_within(bound) == 0 {
                return vw * vv.inverse_root();
            }
            let along = w - v;
            let step = ((vv - vw) / along.dot(&along)).min(Q::all(1.0));
            // What is known to be far stays.
            v = v + along.times(square.within(bound, step, nothing));
            steps += 1;
        }
    }
}

/// The corner that is farthest along a direction.
#[inline(always)]
fn farthest<Q: Quad>(corners: &[Quad3<Q>; 3], along: &Quad3<Q>) -> Quad3<Q> {
    let [a, b, c] = corners;
    let heights = [a.dot(along), b.dot(along), c.dot(along)];
    let most = heights[0].max(heights[1]);
    let either = Quad3::within(heights[1], heights[0], a, b);
    Quad3::within(heights[2], most, &either, c)
}

/// The blocks of all pieces.
#[derive(Debug, Default)]
pub(in crate::scene) struct Blocks {
    list: Vec<Block>,
    starts: Vec<u32>,
    /// The box around the exposed facets of each piece.
    pub(in crate::scene) boxes: Vec<Bounds>,
}

impl Blocks {
    /// Forgets all pieces.
    pub(in crate::scene) fn clear(&mut self) {
        self.list.clear();
        self.starts.clear();
    }

    /// Makes the blocks for pieces that were added.
    pub(in crate::scene) fn extend(&mut self, world: &World) {
        if self.starts.is_empty() {
            self.starts.push(0);
        }
        let mut facets = Vec::new();
        for piece in self.starts.len() - 1..world.piece_body.len() {
            facets.clear();
            facets.extend_from_slice(world.piece_facets.of(piece as u32));
            gather(world, &mut facets);
            self.list.extend(facets.chunks(4).map(|four| Block::new(world, four)));
            self.starts.push(self.list.len() as u32);
        }
    }

    /// Puts in where the facets are.
    pub(in crate::scene) fn fit(&mut self, world: &World) {
        let Self { list, starts, boxes } = self;
        list.par_iter_mut().with_min_len(LEAST_JOB).for_each(|block| block.fit(world));
        let of = |ends: &[u32]| around(&list[ends[0] as usize..ends[1] as usize]);
        starts.par_windows(2).with_min_len(LEAST_JOB).map(of).collect_into_vec(boxes);
    }

    /// The blocks of a piece.
    pub(in crate::scene) fn of(&self, piece: u32) -> &[Block] {
        let piece = piece as usize;
        &self.list[self.starts[piece] as usize..self.starts[piece + 1] as usize]
    }
}

/// Puts facets in an order in which four in a row are near each other: halves along the longest axis, again and
/// again.
fn gather(world: &World, facets: &mut [u32]) {
    if facets.len() <= 4 {
        return;
    }
    let center = |facet: u32| world.corners(facet).iter().sum::<Vec3>();
    let all = Bounds::around(facets.iter().map(|&facet| center(facet).into()));
    let axis = Vec3::from_fn(|k, _| all.max[k] - all.min[k]).imax();
    // Whole blocks in the first half.
    let half = (facets.len() / 2).next_multiple_of(4);
    facets.select_nth_unstable_by(half - 1, |&one, &two| {
        center(one)[axis].total_cmp(&center(two)[axis]).then(one.cmp(&two))
    });
    let (low, high) = facets.split_at_mut(half);
    gather(world, low);
    gather(world, high);
}

/// The blocks of one piece, made where it is now.
pub(in crate::scene) fn fill(world: &World, piece: u32, blocks: &mut Vec<Block>) {
    blocks.clear();
    let facets = world.piece_facets.of(piece);
    blocks.extend(facets.chunks(4).map(|four| Block::new(world, four)));
    blocks.iter_mut().for_each(|block| block.fit(world));
}

/// The box around blocks.
pub(in crate::scene) fn around(blocks: &[Block]) -> Bounds {
    blocks.iter().fold(Bounds::EMPTY, |all, block| all.joined(&block.bounds))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gjk::distance;
    use crate::scene::facets::pair::share_node;
    use crate::shape::PointSet;
    use crate::simd::{Isa, Lanes, Task, dispatch};
    use proptest::prelude::*;

    /// What lanes say of the facets of a block and another one.
    struct Ask<'a> {
        block: &'a Block,
        bounds: Bounds,
        corners: [Vec3; 3],
        far: f64,
    }

    impl Task for Ask<'_> {
        type Output = [[f64; 4]; 2];

        #[inline(always)]
        fn run<L: Lanes>(self) -> Self::Output {
            let gaps = self.block.gaps::<L::Quad>(&self.bounds);
            let apart = self.block.apart(&self.corners, L::Quad::all(self.far), 0b1111);
            [gaps.numbers(), apart.numbers()]
        }
    }

    proptest! {
        #[test]
        fn lanes_say_what_single_facets_say(
            nodes in prop::collection::vec(prop::array::uniform3(-1.0..1.0), 9),
            facets in prop::collection::vec(prop::array::uniform3(0u32..9), 2..5),
            far in 0.0..1.0,
        ) {
            let around = |facet: &[u32; 3]| Bounds::around(facet.map(|node| nodes[node as usize]));
            let boxes: Vec<_> = facets.iter().map(around).collect();
            let world = World { nodes: nodes.clone(), facets, boxes, ..World::default() };
            let mut block = Block::new(&world, &(1..world.facets.len() as u32).collect::<Vec<_>>());
            block.fit(&world);
            let corners = world.corners(0);
            let ask = || Ask { block: &block, bounds: world.boxes[0], corners, far };
            let [gaps, apart] = dispatch(Isa::Portable, ask());
            for isa in Isa::ALL.into_iter().filter(|isa| isa.is_available()) {
                let bits = |list: [f64; 4]| list.map(f64::to_bits);
                prop_assert_eq!(dispatch(isa, ask()).map(bits), [gaps, apart].map(bits));
            }
            for lane in 0..3 {
                let facet = lane + 1;
                if facet >= world.facets.len() {
                    prop_assert_eq!(gaps[lane], f64::INFINITY);
                    continue;
                }
                prop_assert_eq!(gaps[lane], world.boxes[facet].gap(&world.boxes[0]));
                let shares = block.sharing(world.facets[0]) >> lane & 1 == 1;
                prop_assert_eq!(shares, share_node(world.facets[0], world.facets[facet]));
                let [a, b] = [0, facet as u32].map(|f| world.corners(f).map(<[f64; 3]>::from));
                let known = PointSet::new(&a).and_then(|a| Ok(distance(&a, &PointSet::new(&b)?)));
                let known = known.map_err(|error| TestCaseError::fail(error.to_string()))?.distance;
                // Not a number where the centres are the same, which tells nothing.
                let holds = apart[lane].is_nan() || apart[lane] <= known * (1.0 + 1e-14);
                prop_assert!(holds, "{} is more than {}", apart[lane], known);
            }
        }
    }
}
