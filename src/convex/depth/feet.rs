//! The vertices that carry the witness points, and the gap that is made of them.

use super::answer::Found;
use super::epa::Expansion;
use super::gap::SignedGap;
use crate::Vec3;
use crate::convex::Outcome;
use crate::convex::contact::meeting;
use crate::convex::depth::tolerances::WITNESS_MISS;
use crate::convex::difference::{Difference, Frame, Side};
use crate::convex::search::Limits;

/// Supports of the search for witness points.
const SEARCH: u32 = 256;

/// The vertex pairs that carry the witness points, in local coordinates.
pub(crate) struct Feet {
    pub(crate) len: usize,
    pub(crate) ids: [[u32; 2]; 4],
    pub(crate) pairs: [(Vec3, Vec3); 4],
    pub(crate) weights: [f64; 4],
}

impl Feet {
    #[inline(always)]
    pub(crate) fn new([p, q, r]: [f64; 3]) -> Self {
        let pairs = [(Vec3::zeros(), Vec3::zeros()); 4];
        Self { len: 3, ids: [[0; 2]; 4], pairs, weights: [p, q, r, 0.0] }
    }

    /// The first vertex of each body, for want of better.
    pub(crate) fn at<D: Difference>(difference: &mut D) -> Self {
        let tag = difference.support(&Vec3::x()).tag;
        let mut feet = Self::new([1.0, 0.0, 0.0]);
        for i in 0..3 {
            feet.name(difference, i, tag);
        }
        feet
    }

    #[inline(always)]
    pub(crate) fn name<D: Difference>(&mut self, difference: &D, i: usize, tag: D::Tag) {
        (self.ids[i], self.pairs[i]) = (difference.ids(tag), difference.pair(tag));
    }
}

/// The gap in world coordinates; `rounding` is that of the bounds, in eps times the extent.
#[inline(never)]
pub(crate) fn assemble(
    frame: &Frame,
    extent: f64,
    end: &Expansion,
    feet: &Feet,
    rounding: f64,
    refined: bool,
) -> SignedGap {
    let rounding = rounding * f64::EPSILON * extent;
    let last = feet.pairs[feet.len - 1];
    let (mut a, mut b) = last;
    for i in 0..feet.len - 1 {
        a += (feet.pairs[i].0 - last.0) * feet.weights[i];
        b += (feet.pairs[i].1 - last.1) * feet.weights[i];
    }
    // The foot on a smooth surface is missed by what a polytope in it leaves over: both points move
    // by half of it, so that they are apart by the gap along the normal whatever the shapes.
    let off = (b - a) + end.normal * end.upper;
    if off.amax() > 2.0 * WITNESS_MISS * f64::EPSILON * extent {
        (a, b) = (a + off * 0.5, b - off * 0.5);
    }
    let least = end.lower.min(end.upper) - rounding;
    let mut gap = SignedGap {
        gap: -end.upper * frame.inverse,
        lower_bound: -(end.upper + rounding) * frame.inverse,
        upper_bound: if least > 0.0 { -least * frame.inverse } else { 0.0 },
        normal: end.normal,
        point_a: frame.world(&a),
        point_b: frame.world(&b),
        vertex_count: feet.len,
        vertex_a: [0; 4],
        vertex_b: [0; 4],
        weight: feet.weights,
        outcome: Outcome::Overlapping,
        iterations: end.iterations,
        found: Found::Epa,
        refined,
    };
    if end.upper <= 0.0 {
        // Beyond the plane by rounding only: otherwise the search would have found them apart.
        (gap.outcome, gap.upper_bound) = (Outcome::Touching, -gap.lower_bound);
    }
    for i in 0..feet.len {
        [gap.vertex_a[i], gap.vertex_b[i]] = feet.ids[i];
    }
    gap
}

/// The vertices that carry the foot of the origin on the boundary, by a search for it.
pub(crate) fn met<D: Difference>(difference: &mut D, end: &Expansion, miss: f64) -> Option<Feet> {
    if difference.count(Side::A) == 0 || difference.count(Side::B) == 0 {
        return None;
    }
    let limits = Limits { tolerance: 0.0, bound: f64::INFINITY, iterations: SEARCH };
    let met = meeting(difference, &limits, -end.normal * end.upper, miss)?;
    let mut feet = Feet::new([0.0; 3]);
    (feet.len, feet.weights) = (met.len, met.lambda);
    for i in 0..met.len {
        let tag = difference.revive(met.ids[i])?.tag;
        feet.name(difference, i, tag);
    }
    Some(feet)
}
