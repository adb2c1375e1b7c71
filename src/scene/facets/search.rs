//! The facets of two pieces that are near each other.

use std::cmp::Ordering;

use smallvec::SmallVec;

use super::blocks::Block;
use crate::broad::Bounds;
use crate::scene::verlet::Live;
use crate::simd::{Lanes, Quad, Task};

/// A piece.
pub(in crate::scene) struct Side<'a> {
    pub(in crate::scene) blocks: &'a [Block],
    /// The box around all of them.
    pub(in crate::scene) bounds: Bounds,
}

/// Lists the facets of two pieces, which may be the same one, that are no farther apart than `far`; how far apart all others are, at least.
pub(in crate::scene) struct Search<'a> {
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
        let Self { sides: [ones, twos], same_piece, same_body, far, guard, live } = self;
        let limit = far;
        let (far, guard, never) = (Q::all(far), Q::all(guard), Q::all(f64::INFINITY));
        let mut least = never;
        // Only facets near the other piece as a whole can be near one of its facets.
        let mut close = SmallVec::<[u32; 16]>::new();
        let mut around = SmallVec::<[u32; 16]>::new();
        for (j, block) in twos.blocks.iter().enumerate() {
            let gaps = block.gaps::<Q>(&ones.bounds);
            least = gaps.within(far, never, gaps).min(least);
            if gaps.bits_within(far) != 0 {
                close.push(j as u32);
            }
        }
        for (i, block) in ones.blocks.iter().enumerate() {
            let gaps = block.gaps::<Q>(&twos.bounds);
            least = gaps.within(far, never, gaps).min(least);
            let ones_near = gaps.bits_within(far);
            if ones_near == 0 {
                continue;
            }
            around.clear();
            for &j in &close {
                let apart = block.bounds.gap(&twos.blocks[j as usize].bounds);
                if apart <= limit {
                    around.push(j);
                } else {
                    least = Q::all(apart).min(least);
                }
            }
            for lane in lanes(ones_near) {
                let (one, nodes) = (block.facets[lane], block.nodes(lane));
                let (bounds, corners) = (block.bounds(lane), block.corners(lane));
                for &j in &around {
                    let others = &twos.blocks[j as usize];
                    let gaps = others.gaps::<Q>(&bounds);
                    least = gaps.within(far, never, gaps).min(least);
                    let mut near = gaps.bits_within(far);
                    if same_piece {
                        near &= later(i, lane, j as usize);
                    }
                    if same_body && near != 0 {
                        near &= !others.sharing(nodes);
                    }
                    if near == 0 {
                        continue;
                    }
                    let apart = others.apart::<Q>(&corners, far + guard, near) - guard;
                    least = far.within(apart, apart, never).min(least);
                    let apart = apart.numbers();
                    live.extend(lanes(near & !far.bits_within(Q::of(apart))).map(|lane| Live {
                        facets: [one, others.facets[lane]],
                        beyond: apart[lane],
                    }));
                }
            }
        }
        least.least()
    }
}

/// The lanes of block `j` behind a lane of block `i`: each pair of a piece with itself once.
#[inline(always)]
fn later(i: usize, lane: usize, j: usize) -> u64 {
    match j.cmp(&i) {
        Ordering::Less => 0,
        Ordering::Equal => !0 << (lane + 1),
        Ordering::Greater => !0,
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
