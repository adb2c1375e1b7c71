//! The facets of pieces four by four, as lanes.

use rayon::prelude::*;

use crate::Vec3;
use crate::broad::Bounds;
use crate::scene::world::World;
use crate::simd::{Quad, Quad3};

/// As many blocks are one job for a thread.
const LEAST_JOB: usize = 128;

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
}

impl Block {
    const EMPTY: Self = Self {
        min: [[f64::INFINITY; 4]; 3],
        max: [[f64::NEG_INFINITY; 4]; 3],
        corners: [[[0.0; 4]; 3]; 3],
        facets: [NONE; 4],
    };

    fn new(facets: &[u32]) -> Self {
        let mut block = Self::EMPTY;
        block.facets[..facets.len()].copy_from_slice(facets);
        block
    }

    /// Puts in where the facets are.
    fn fit(&mut self, world: &World) {
        for lane in (0..4).filter(|&lane| self.facets[lane] != NONE) {
            let facet = self.facets[lane] as usize;
            let bounds = &world.boxes[facet];
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

    /// How far each facet is from another as seen along the line through their centres; not a number if the
    /// centres are the same.
    #[inline(always)]
    pub(super) fn along_centers<Q: Quad>(&self, other: &[Vec3; 3]) -> Q {
        let start = Quad3::<Q>::all(&other[0]);
        let [a, b] = [other[1] - other[0], other[2] - other[0]];
        let corner = |i: usize| {
            let [x, y, z] = self.corners[i];
            Quad3 { x: Q::of(x), y: Q::of(y), z: Q::of(z) } - start
        };
        let [c, d, e] = [corner(0), corner(1), corner(2)];
        let sum = |c: Q, d: Q, e: Q, ab: f64| c + d + e - Q::all(ab);
        let axis = Quad3 {
            x: sum(c.x, d.x, e.x, a.x + b.x),
            y: sum(c.y, d.y, e.y, a.y + b.y),
            z: sum(c.z, d.z, e.z, a.z + b.z),
        };
        let [a, b] = [Quad3::all(&a).dot(&axis), Quad3::all(&b).dot(&axis)];
        let low = c.dot(&axis).min(d.dot(&axis)).min(e.dot(&axis));
        let high = a.max(b).max(Q::all(0.0));
        (low - high) * axis.dot(&axis).inverse_root()
    }
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
        for piece in self.starts.len() - 1..world.piece_body.len() {
            self.list.extend(world.piece_facets.of(piece as u32).chunks(4).map(Block::new));
            self.starts.push(self.list.len() as u32);
        }
    }

    /// Puts in where the facets are.
    pub(in crate::scene) fn fit(&mut self, world: &World) {
        let Self { list, starts, boxes } = self;
        list.par_iter_mut().with_min_len(LEAST_JOB).for_each(|block| block.fit(world));
        let around = |end: usize| world.exposed_box(end as u32 - 1);
        let pieces = (1..starts.len()).into_par_iter().with_min_len(LEAST_JOB);
        pieces.map(around).collect_into_vec(boxes);
    }

    /// The blocks of a piece.
    pub(in crate::scene) fn of(&self, piece: u32) -> &[Block] {
        let piece = piece as usize;
        &self.list[self.starts[piece] as usize..self.starts[piece + 1] as usize]
    }
}

/// The blocks of one piece, made where it is now.
pub(in crate::scene) fn fill(world: &World, piece: u32, blocks: &mut Vec<Block>) {
    blocks.clear();
    blocks.extend(world.piece_facets.of(piece).chunks(4).map(Block::new));
    blocks.iter_mut().for_each(|block| block.fit(world));
}
