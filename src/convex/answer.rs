//! What a query answers.

use super::search::Stop;
use crate::Vec3;

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
    IterationLimit = 3,
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
    /// Whether the answer was settled in double-double arithmetic.
    pub careful: bool,
    /// Vertices looked at by the support maps.
    pub visited: u32,
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
            outcome: Outcome::IterationLimit,
            stop: Stop::IterationLimit,
            iterations: 0,
            sub_calls: 0,
            backup_calls: 0,
            careful: false,
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
