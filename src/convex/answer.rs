//! What a query answers.

use super::search::Stop;
use crate::Vec3;
use crate::convex::tolerances::{SHORTEST, WITNESS, WITNESS_ROUNDING};
use crate::shape::length;

/// How two bodies lie to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(i32)]
pub enum Outcome {
    /// Apart, by more than rounding.
    Separated = 0,
    /// At distance zero up to rounding, without overlap that could be told from zero.
    Touching = 1,
    /// They share interior points.
    Overlapping = 2,
    /// The search ended without a proof: it reached the iteration limit, or the sub-algorithm
    /// failed, or its answer could not be certified. [`Answer::stop`] tells which.
    Unproven = 3,
}

/// The full answer of a distance query (level 3 of the barycode paper).
///
/// `lower_bound <= exact distance <= distance` up to a few eps times the largest coordinate
/// difference in the pair.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Answer {
    /// The distance of the witness points; 0 for overlapping bodies. An upper bound.
    pub distance: f64,
    /// No two points of the bodies are nearer than this: proven by the plane normal to
    /// `direction`.
    pub lower_bound: f64,
    /// The nearest point of A; for overlapping bodies a common point.
    pub point_a: Vec3,
    /// The nearest point of B.
    pub point_b: Vec3,
    /// The unit vector from A to B: the normal of the separating plane, also for touching bodies.
    /// For overlapping bodies the last search direction, which separates nothing.
    pub direction: Vec3,
    /// How many vertex pairs carry the witness points: the first entries of the next three.
    pub vertex_count: usize,
    /// Vertices of A; [`NO_VERTEX`](crate::shape::NO_VERTEX) for smooth shapes.
    pub vertex_a: [u32; 4],
    /// Vertices of B.
    pub vertex_b: [u32; 4],
    /// Barycentric weights: `>= 0`, with sum 1. `point_a` of the core shape is
    /// `sum(weight * vertex_a)`, likewise `point_b`.
    pub weight: [f64; 4],
    /// How the bodies lie to each other.
    pub outcome: Outcome,
    /// Why the search ended.
    pub stop: Stop,
    /// Support evaluations of the Minkowski difference.
    pub iterations: u32,
    /// Calls of the sub-algorithm.
    pub sub_calls: u32,
    /// How many of those fell back on the backup procedure.
    pub backup_calls: u32,
    /// Whether the answer was refined in double-double arithmetic.
    pub refined: bool,
    /// Vertices visited by the support maps.
    pub visited: u32,
}

impl Answer {
    /// The answer itself. Where it is made, debug builds see whether its parts belong together: a
    /// search that a compiler took apart would be found out here. `extent` is in local units, and
    /// `inverse` is what they are in the world.
    #[inline(always)]
    pub(crate) fn checked(self, extent: f64, inverse: f64) -> Self {
        let is_whole = || self.is_whole(extent * inverse, SHORTEST * inverse);
        debug_assert!(is_whole(), "invariant: {self:?} has the distance of its points");
        self
    }

    /// Whether the distance is that of the witness points, where anything was proven: up to the
    /// rounding of both, and to what is too short to be seen in the frame of the pair, which a vertex
    /// far away makes a coarse one.
    fn is_whole(&self, extent: f64, shortest: f64) -> bool {
        if self.outcome == Outcome::Unproven {
            return true;
        }
        let rounding = WITNESS_ROUNDING * self.point_a.amax().max(self.point_b.amax());
        let tolerance = f64::EPSILON * (WITNESS * extent + rounding);
        let apart = length(&(self.point_a - self.point_b));
        // Below the range of normal numbers nothing is relative. Points that are not finite say
        // nothing.
        let tolerance = tolerance + shortest + f64::MIN_POSITIVE;
        (apart - self.distance).abs() <= tolerance || !(apart + tolerance).is_finite()
    }
}

impl Default for Answer {
    /// Nothing is known: what an array holds before a batch is asked.
    fn default() -> Self {
        Self {
            distance: f64::INFINITY,
            lower_bound: 0.0,
            point_a: Vec3::zeros(),
            point_b: Vec3::zeros(),
            direction: Vec3::zeros(),
            vertex_count: 0,
            vertex_a: [0; 4],
            vertex_b: [0; 4],
            weight: [0.0; 4],
            outcome: Outcome::Unproven,
            stop: Stop::IterationLimit,
            iterations: 0,
            sub_calls: 0,
            backup_calls: 0,
            refined: false,
            visited: 0,
        }
    }
}

/// The answer of a distance query without witness points (level 2 of the barycode paper).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Separation {
    /// See [`Answer::distance`].
    pub distance: f64,
    /// See [`Answer::lower_bound`].
    pub lower_bound: f64,
    /// See [`Answer::outcome`].
    pub outcome: Outcome,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(offset: f64, distance: f64) -> Answer {
        let (point_a, point_b) =
            (Vec3::repeat(offset), Vec3::new(offset + 3.0, offset, offset + 4.0));
        Answer { distance, point_a, point_b, outcome: Outcome::Separated, ..Answer::default() }
    }

    #[test]
    fn an_answer_is_whole_if_its_distance_is_that_of_its_points() {
        for offset in [0.0, 1e6] {
            let unit = f64::EPSILON * (5.0 + offset);
            assert!(
                at(offset, 5.0).is_whole(5.0, 0.0) && at(offset, 5.0 + unit).is_whole(5.0, 0.0)
            );
            assert!(!at(offset, 5.0 + 100.0 * unit).is_whole(5.0, 0.0));
            assert!(
                !at(offset, 0.0).is_whole(5.0, 0.0) && !at(offset, f64::NAN).is_whole(5.0, 0.0)
            );
        }
        // Lengths whose squares are not numbers any more.
        for scale in [1e-300, 1e300] {
            let small = at(0.0, 5.0 * scale);
            let points = (small.point_a * scale, small.point_b * scale);
            let small = Answer { point_a: points.0, point_b: points.1, ..small };
            assert!(small.is_whole(5.0 * scale, 0.0));
            assert!(!Answer { distance: 4.0 * scale, ..small }.is_whole(5.0 * scale, 0.0));
        }
        // A vertex far away makes the frame coarse: the bodies touch as far as it can tell.
        let coarse = 1e232;
        assert!(at(0.0, 0.0).is_whole(5.0, SHORTEST * coarse));
        assert!(!at(0.0, 0.0).is_whole(5.0, SHORTEST));
        let unproven = Answer { outcome: Outcome::Unproven, ..at(0.0, 1.0) };
        assert!(unproven.is_whole(5.0, 0.0));
    }

    #[test]
    #[cfg(debug_assertions)]
    #[should_panic(expected = "has the distance of its points")]
    fn debug_builds_refuse_an_answer_that_is_not() {
        at(0.0, 4.0).checked(5.0, 1.0);
    }
}
