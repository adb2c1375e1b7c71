//! The farthest of many vertices, by measuring all of them.
//!
//! Plain loops over blocks of lanes, compiled once for every instruction set.

#[cfg(target_arch = "x86_64")]
use super::tokens::Avx2;
use crate::Vec3;

/// The vertices of a block.
pub(crate) const LANES: usize = 4;

/// A few vertices: their x, y and z.
pub(crate) type Block = [[f64; LANES]; 3];

/// Blocks whose largest heights are kept, so that the vertex is searched in one of these groups
/// only.
const GROUP: usize = 16;

/// The first vertex that is farthest along `u`; of blocks that are not empty.
#[inline]
pub(crate) fn farthest(blocks: &[Block], u: &Vec3) -> usize {
    if let [block] = blocks {
        return first_highest(&heights(block, u));
    }
    #[cfg(target_arch = "x86_64")]
    {
        if let Some(_token) = Avx2::detect() {
            // SAFETY: the token says that the machine has it.
            return unsafe { farthest_avx2(blocks, u) };
        }
    }
    farthest_in(blocks, u)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn farthest_avx2(blocks: &[Block], u: &Vec3) -> usize {
    farthest_in(blocks, u)
}

#[inline(always)]
fn farthest_in(blocks: &[Block], u: &Vec3) -> usize {
    let (mut best, mut first) = (f64::NEG_INFINITY, 0);
    for (k, group) in blocks.chunks(GROUP).enumerate() {
        let most = highest(group, u);
        if most > best {
            (best, first) = (most, k * GROUP);
        }
    }
    for (k, block) in blocks.iter().enumerate().skip(first).take(GROUP) {
        let heights = heights(block, u);
        for j in 0..LANES {
            if heights[j] == best {
                return k * LANES + j;
            }
        }
    }
    0
}

/// The first of a few heights that is largest.
#[inline(always)]
fn first_highest(heights: &[f64; LANES]) -> usize {
    let mut first = 0;
    for j in 1..LANES {
        first = if heights[j] > heights[first] { j } else { first };
    }
    first
}

#[inline(always)]
fn heights([x, y, z]: &Block, u: &Vec3) -> [f64; LANES] {
    let mut heights = [0.0; LANES];
    for j in 0..LANES {
        heights[j] = u.x * x[j] + u.y * y[j] + u.z * z[j];
    }
    heights
}

/// The largest height in these blocks. Two running maxima, so that one need not wait for the other.
#[inline(always)]
fn highest(blocks: &[Block], u: &Vec3) -> f64 {
    let mut most = [[f64::NEG_INFINITY; LANES]; 2];
    let (pairs, odd) = blocks.as_chunks::<2>();
    for pair in pairs {
        for side in 0..2 {
            let heights = heights(&pair[side], u);
            for j in 0..LANES {
                most[side][j] = larger(heights[j], most[side][j]);
            }
        }
    }
    for block in odd {
        let heights = heights(block, u);
        for j in 0..LANES {
            most[0][j] = larger(heights[j], most[0][j]);
        }
    }
    let mut best = f64::NEG_INFINITY;
    for j in 0..LANES {
        best = larger(best, larger(most[0][j], most[1][j]));
    }
    best
}

#[inline(always)]
fn larger(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_farthest_vertex_is_found_among_ties_and_in_any_group() {
        let mut seed = 7u64;
        let mut random = || {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 61) as f64 - 3.5
        };
        for count in (1..200).chain([511, 512, 513]) {
            let blocks: Vec<Block> =
                (0..count).map(|_| [0; 3].map(|_| [0; LANES].map(|_| random()))).collect();
            let u = Vec3::new(random(), random(), random());
            let mut expected = (f64::NEG_INFINITY, 0);
            for (k, block) in blocks.iter().enumerate() {
                for (j, height) in heights(block, &u).into_iter().enumerate() {
                    if height > expected.0 {
                        expected = (height, k * LANES + j);
                    }
                }
            }
            assert_eq!(farthest(&blocks, &u), expected.1);
            assert_eq!(farthest_in(&blocks, &u), expected.1);
        }
    }

    #[test]
    fn a_direction_that_is_not_a_number_gives_the_first_vertex() {
        assert_eq!(farthest(&[[[1.0; LANES]; 3]; 40], &Vec3::new(f64::NAN, 0.0, 0.0)), 0);
    }
}
