//! The signed gap: distance and depth as one function that is continuous through contact.
//!
//! Over the Minkowski difference P with support function `h`, both are the same number,
//! `-min h(n)` over the unit vectors `n`: its best separating plane if the origin is outside, its
//! nearest face if it is inside. So the normal always points from A to B, out of P, and does not
//! turn over when the bodies pass through contact.

use super::answer::Found;
use super::query::Query;
use crate::Vec3;
use crate::convex::Outcome;
use crate::shape::{NO_VERTEX, SupportMap};

/// The distance of two bodies, or their depth with a minus sign.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SignedGap {
    /// The distance where the bodies are apart, and minus the depth where they overlap.
    pub gap: f64,
    /// The gap is at least this, for certain.
    pub lower_bound: f64,
    /// The gap is at most this.
    pub upper_bound: f64,
    /// The unit vector from A to B: the direction of the shortest connection, the normal of the
    /// plane of contact, or the direction in which B leaves A soonest.
    pub normal: Vec3,
    /// The witness point on A.
    pub point_a: Vec3,
    /// The witness point on B: `point_b - point_a = gap * normal`.
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

/// The signed gap of two bodies with the default options.
///
/// ```
/// use gapkit::penetration::signed_gap;
/// use gapkit::shape::Cuboid;
///
/// let a = Cuboid::new([0.0; 3], [1.0; 3])?;
/// for x in [2.5, 2.0, 1.75] {
///     let b = Cuboid::new([x, 0.25, 0.0], [1.0; 3])?;
///     let gap = signed_gap(&a, &b);
///     assert!((gap.gap - (x - 2.0)).abs() <= 8.0 * f64::EPSILON);
///     assert!((gap.normal - gapkit::Vec3::x()).norm() <= 8.0 * f64::EPSILON);
/// }
/// # Ok::<(), gapkit::Error>(())
/// ```
#[must_use]
pub fn signed_gap<A: SupportMap, B: SupportMap>(a: &A, b: &B) -> SignedGap {
    Query::default().signed_gap(a, b)
}

impl SignedGap {
    /// The gap with points that are apart by it along the normal. Those of smooth shapes lie on
    /// surfaces that hardly bend, and the search ends where they are as near as rounding can tell, to
    /// the square root of eps beside the nearest: both move by half of what is missing.
    #[inline(always)]
    pub(crate) fn aligned(mut self) -> Self {
        if self.vertex_a[0] == NO_VERTEX || self.vertex_b[0] == NO_VERTEX {
            let off = (self.point_b - self.point_a) - self.normal * self.gap;
            self.point_a += off * 0.5;
            self.point_b -= off * 0.5;
        }
        self
    }

    /// The gap with radii around the bodies.
    pub(crate) fn rounded(self, ra: f64, rb: f64) -> Self {
        /// Three sums of half an eps each, and one to spare.
        const ROUNDING: f64 = 2.0;
        let both = ra + rb;
        let gap = self.gap - both;
        let uncertainty = ROUNDING * f64::EPSILON * both.max(self.gap.abs());
        let (lower_bound, upper_bound) =
            (self.lower_bound - both - uncertainty, self.upper_bound - both + uncertainty);
        let outcome = match self.outcome {
            Outcome::Unproven if lower_bound <= 0.0 && upper_bound >= 0.0 => self.outcome,
            _ if upper_bound < 0.0 => Outcome::Overlapping,
            _ if lower_bound > 0.0 => Outcome::Separated,
            _ => Outcome::Touching,
        };
        let (point_a, point_b) = (self.point_a + self.normal * ra, self.point_b - self.normal * rb);
        Self { gap, lower_bound, upper_bound, point_a, point_b, outcome, ..self }
    }
}
