//! What a depth query answers.

use super::gap::SignedGap;
use crate::Vec3;
use crate::convex::Outcome;

/// Which algorithm an answer comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Found {
    /// The distance search alone: the bodies, or the cores of rounded ones, do not overlap.
    Gjk,
    /// The expanding polytope.
    Epa,
    /// The separating axes.
    Sat,
}

/// How deep two bodies overlap.
///
/// `lower_bound <= exact depth <= upper_bound`. Bodies that do not overlap have depth 0, the
/// direction from A to B as `normal`, and their nearest points as witness points; both bounds are 0
/// where that is certain, and else `upper_bound` is as much as rounding can hide. Touching bodies
/// have depth 0 up to rounding, and the normal of the plane between them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Depth {
    /// The minimum translation distance: B moved by `depth * normal` leaves A.
    pub depth: f64,
    /// The bodies overlap at least so much, for certain.
    pub lower_bound: f64,
    /// B moved by this along the normal leaves A for certain.
    pub upper_bound: f64,
    /// The unit vector along which B leaves A, from A to B.
    pub normal: Vec3,
    /// The point of A that is deepest in B along the normal.
    pub point_a: Vec3,
    /// The point of B that is deepest in A: `point_b - point_a = -depth * normal`.
    pub point_b: Vec3,
    /// How many vertex pairs carry the witness points: the first entries of the next three.
    pub vertex_count: usize,
    /// Vertices of A; [`NO_VERTEX`](crate::shape::NO_VERTEX) for smooth shapes.
    pub vertex_a: [u32; 4],
    /// Vertices of B.
    pub vertex_b: [u32; 4],
    /// Barycentric weights: `>= 0`, with sum 1.
    pub weight: [f64; 4],
    /// How the bodies lie to each other.
    pub outcome: Outcome,
    /// Support evaluations of the Minkowski difference.
    pub iterations: u32,
    /// Which algorithm found it.
    pub found: Found,
    /// Whether the answer was refined in double-double arithmetic.
    pub refined: bool,
}

impl From<SignedGap> for Depth {
    #[inline]
    fn from(gap: SignedGap) -> Self {
        let apart = gap.outcome == Outcome::Separated || gap.outcome == Outcome::Unproven;
        // Written so that none of them is a negative zero.
        let positive = |x: f64| if x > 0.0 { x } else { 0.0 };
        Self {
            depth: if apart { 0.0 } else { positive(-gap.gap) },
            lower_bound: positive(-gap.upper_bound),
            upper_bound: positive(-gap.lower_bound),
            normal: gap.normal,
            point_a: gap.point_a,
            point_b: gap.point_b,
            vertex_count: gap.vertex_count,
            vertex_a: gap.vertex_a,
            vertex_b: gap.vertex_b,
            weight: gap.weight,
            outcome: gap.outcome,
            iterations: gap.iterations,
            found: gap.found,
            refined: gap.refined,
        }
    }
}
