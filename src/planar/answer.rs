//! What a query answers.

use super::Vec2;
use crate::convex::Outcome;

/// The full answer of a distance query (output level 3 of the paper).
///
/// `lower_bound <= exact distance <= distance` up to a few eps times the largest coordinate
/// difference in the pair.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Answer {
    /// The distance of the witness points; 0 for overlapping polygons. An upper bound.
    pub distance: f64,
    /// No two points of the polygons are nearer than this: proven by the line normal to
    /// `direction`.
    pub lower_bound: f64,
    /// The nearest point of A; for overlapping polygons a common point.
    pub point_a: Vec2,
    /// The nearest point of B.
    pub point_b: Vec2,
    /// The unit vector from A to B: the normal of the separating line, also for touching polygons.
    /// For overlapping polygons the last search direction, which separates nothing.
    pub direction: Vec2,
    /// How many vertex pairs carry the witness points: the first entries of the next three.
    pub vertex_count: usize,
    /// Vertices of A.
    pub vertex_a: [u32; 3],
    /// Vertices of B.
    pub vertex_b: [u32; 3],
    /// Barycentric weights: `>= 0`, with sum 1. `point_a` is `sum(weight * vertex_a)`, likewise
    /// `point_b`.
    pub weight: [f64; 3],
    /// How the polygons lie to each other.
    pub outcome: Outcome,
    /// Support evaluations of the Minkowski difference.
    pub iterations: u32,
    /// Whether the search was finished in double-double arithmetic.
    pub refined: bool,
}
