//! What one-shot queries answer. These structs never change; what they lack will get new ones.

use crate::Vec3;
use crate::gjk::Answer;
use crate::penetration::{Depth, SignedGap};
use crate::shape::NO_VERTEX;

/// How two bodies lie to each other: one of the four below.
pub type gapkit_outcome = i32;

/// Apart, by more than rounding.
pub const GAPKIT_SEPARATED: gapkit_outcome = 0;
/// At distance zero up to rounding, without overlap that could be told from zero.
pub const GAPKIT_TOUCHING: gapkit_outcome = 1;
/// They share interior points.
pub const GAPKIT_OVERLAPPING: gapkit_outcome = 2;
/// The search ended without a proof. The answer is what it had by then; it is no error.
pub const GAPKIT_ITERATION_LIMIT: gapkit_outcome = 3;

/// The answer of a distance query. Lengths are in the unit of the input.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct gapkit_answer {
    /// The distance of the witness points; 0 for overlapping bodies. An upper bound.
    pub distance: f64,
    /// No two points of the bodies are nearer than this.
    pub lower_bound: f64,
    /// The nearest point of A; for overlapping bodies a common point.
    pub point_a: [f64; 3],
    /// The nearest point of B.
    pub point_b: [f64; 3],
    /// The unit vector from A to B; for overlapping bodies the last direction of the search.
    pub direction: [f64; 3],
    /// The vertices of A that carry the witness points, from 0; -1 for smooth shapes. The first
    /// `vertex_count` entries count.
    pub vertex_a: [i32; 4],
    /// Those of B.
    pub vertex_b: [i32; 4],
    /// Their weights: >= 0, with sum 1.
    pub weight: [f64; 4],
    /// How many vertices there are of each body.
    pub vertex_count: i32,
    /// GAPKIT_SEPARATED, GAPKIT_TOUCHING, GAPKIT_OVERLAPPING or GAPKIT_ITERATION_LIMIT
    pub outcome: gapkit_outcome,
    /// How many support calls were made.
    pub iterations: u32,
}

/// How deep two bodies overlap.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct gapkit_depth {
    /// B moved by depth * normal leaves A; 0 for bodies that do not overlap.
    pub depth: f64,
    /// The bodies overlap at least so much.
    pub lower_bound: f64,
    /// B moved by this along the normal leaves A for certain.
    pub upper_bound: f64,
    /// The unit vector along which B leaves A, from A to B.
    pub normal: [f64; 3],
    /// The point of A that is deepest in B; for bodies apart, the nearest.
    pub point_a: [f64; 3],
    /// The point of B likewise: point_b - point_a = -depth * normal where they overlap.
    pub point_b: [f64; 3],
    /// GAPKIT_SEPARATED, GAPKIT_TOUCHING, GAPKIT_OVERLAPPING or GAPKIT_ITERATION_LIMIT
    pub outcome: gapkit_outcome,
}

/// The distance of two bodies, or their depth with a minus sign.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct gapkit_gap {
    /// The distance where the bodies are apart, minus the depth where they overlap.
    pub gap: f64,
    /// The gap is at least this.
    pub lower_bound: f64,
    /// The gap is at most this.
    pub upper_bound: f64,
    /// The unit vector from A to B. It does not flip when the bodies pass through contact.
    pub normal: [f64; 3],
    /// The witness point on A.
    pub point_a: [f64; 3],
    /// The witness point on B: point_b - point_a = gap * normal.
    pub point_b: [f64; 3],
    /// As in `gapkit_answer`.
    pub vertex_a: [i32; 4],
    /// As in `gapkit_answer`.
    pub vertex_b: [i32; 4],
    /// As in `gapkit_answer`.
    pub weight: [f64; 4],
    /// As in `gapkit_answer`.
    pub vertex_count: i32,
    /// GAPKIT_SEPARATED, GAPKIT_TOUCHING, GAPKIT_OVERLAPPING or GAPKIT_ITERATION_LIMIT
    pub outcome: gapkit_outcome,
    /// How many support calls were made.
    pub iterations: u32,
}

#[inline]
pub(super) fn plain(v: &Vec3) -> [f64; 3] {
    (*v).into()
}

/// Vertex numbers as int32; shapes without vertices have -1, and so have the entries that do not
/// count.
#[inline]
fn vertices(list: &[u32; 4], count: usize) -> [i32; 4] {
    // Without a branch for each: answers of batches come by the million. No vertex is -1 as it is.
    const { assert!(NO_VERTEX as i32 == -1) };
    let past = |i: usize| -i32::from(i >= count);
    [0, 1, 2, 3].map(|i| list[i] as i32 | past(i))
}

#[inline]
fn weights(list: &[f64; 4], count: usize) -> [f64; 4] {
    let weight = |i: usize| if i < count { list[i] } else { 0.0 };
    [weight(0), weight(1), weight(2), weight(3)]
}

impl From<Answer> for gapkit_answer {
    #[inline(always)]
    fn from(answer: Answer) -> Self {
        let count = answer.vertex_count;
        Self {
            distance: answer.distance,
            lower_bound: answer.lower_bound,
            point_a: plain(&answer.point_a),
            point_b: plain(&answer.point_b),
            direction: plain(&answer.direction),
            vertex_a: vertices(&answer.vertex_a, count),
            vertex_b: vertices(&answer.vertex_b, count),
            weight: weights(&answer.weight, count),
            vertex_count: count as i32,
            outcome: answer.outcome as i32,
            iterations: answer.iterations,
        }
    }
}

impl From<&Depth> for gapkit_depth {
    fn from(depth: &Depth) -> Self {
        Self {
            depth: depth.depth,
            lower_bound: depth.lower_bound,
            upper_bound: depth.upper_bound,
            normal: plain(&depth.normal),
            point_a: plain(&depth.point_a),
            point_b: plain(&depth.point_b),
            outcome: depth.outcome as i32,
        }
    }
}

impl From<&SignedGap> for gapkit_gap {
    fn from(gap: &SignedGap) -> Self {
        let count = gap.vertex_count;
        Self {
            gap: gap.gap,
            lower_bound: gap.lower_bound,
            upper_bound: gap.upper_bound,
            normal: plain(&gap.normal),
            point_a: plain(&gap.point_a),
            point_b: plain(&gap.point_b),
            vertex_a: vertices(&gap.vertex_a, count),
            vertex_b: vertices(&gap.vertex_b, count),
            weight: weights(&gap.weight, count),
            vertex_count: count as i32,
            outcome: gap.outcome as i32,
            iterations: gap.iterations,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gjk::Outcome;

    #[test]
    fn outcomes_have_their_numbers() {
        assert_eq!(GAPKIT_SEPARATED, Outcome::Separated as i32);
        assert_eq!(GAPKIT_TOUCHING, Outcome::Touching as i32);
        assert_eq!(GAPKIT_OVERLAPPING, Outcome::Overlapping as i32);
        assert_eq!(GAPKIT_ITERATION_LIMIT, Outcome::Unproven as i32);
    }
}
