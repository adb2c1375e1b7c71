//! The facets of two pieces that are near each other.

use super::blocks::Block;
use super::pair::share_node;
use crate::broad::Bounds;
use crate::scene::verlet::Live;
use crate::scene::world::World;
use crate::simd::{Lanes, Quad, Task};

/// A piece.
pub(in crate::scene) struct Side<'a> {
    pub(in crate::scene) blocks: &'a [Block],
    /// The box around all of them.
    pub(in crate::scene) bounds: Bounds,
}

/// Lists the facets of two pieces, which may be the same one, that are no farther apart than `far`; how far apart all others are, at least.
pub(in crate::scene) struct Search<'a> {
    pub(in crate::scene) world: &'a World,
    pub(in crate::scene) sides: [Side<'a>; 2],
    pub(in crate::scene) same_piece: bool,
    /// Facets that share a node do not count.
    pub(in crate::scene) same_body: bool,
    pub(in crate::scene) far: f64,
    /// Above the rounding of a distance.
    pub(in crate::scene) guard: f64,
    pub(in crate::scene) live: &'a mut Vec<Live>,
}

impl Task for Search<'_> {
    type Output = f64;

    #[inline(always)]
    fn run<L: Lanes>(self) -> f64 {
        self.find::<L::Quad>()
    }
}

impl Search<'_> {
    #[inline(always)]
    fn find<Q: Quad>(self) -> f64 {
        let Self { world, sides: [ones, twos], same_piece, same_body, far, guard, live } = self;
        let mut listed = Listed { world, same_body, live };
        let (far, guard, never) = (Q::all(far), Q::all(guard), Q::all(f64::INFINITY));
        let mut least = never;
        for (i, block) in ones.blocks.iter().enumerate() {
            // Only facets near the other piece as a whole can be near one of its facets.
            let gaps = block.gaps::<Q>(&twos.bounds);
            least = gaps.within(far, never, gaps).min(least);
            for lane in lanes(gaps.bits_within(far)) {
                let (bounds, corners) = (block.bounds(lane), block.corners(lane));
                // Each pair once, and none of a facet with itself.
                let (first, later) = if same_piece { (i, !0 << (lane + 1)) } else { (0, !0) };
                for (j, others) in twos.blocks.iter().enumerate().skip(first) {
                    let gaps = others.gaps::<Q>(&bounds);
                    least = gaps.within(far, never, gaps).min(least);
                    let near = gaps.bits_within(far) & if j == first { later } else { !0 };
                    if near == 0 {
                        continue;
                    }
                    let apart = others.along_centers::<Q>(&corners) - guard;
                    least = far.within(apart, apart, never).min(least);
                    let near = near & !far.bits_within(apart);
                    listed.add(block.facets[lane], others, near, apart.numbers());
                }
            }
        }
        least.least()
    }
}

struct Listed<'a> {
    world: &'a World,
    same_body: bool,
    live: &'a mut Vec<Live>,
}

impl Listed<'_> {
    /// Lists a facet with those of these lanes.
    #[inline(always)]
    fn add(&mut self, one: u32, others: &Block, near: u64, apart: [f64; 4]) {
        for lane in lanes(near) {
            let facets = [one, others.facets[lane]];
            let [nodes, other_nodes] = facets.map(|facet| self.world.facets[facet as usize]);
            if !self.same_body || !share_node(nodes, other_nodes) {
                self.live.push(Live { facets, beyond: apart[lane] });
            }
        }
    }
}

/// The lanes whose bits are set.
#[inline(always)]
fn lanes(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(lane)
    })
}
