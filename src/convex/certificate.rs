//! From the end of a search to an answer that is proven, or sent to double-double arithmetic.
//!
//! Nothing is believed because the search stopped: the witness points give an upper bound, the
//! plane normal to the direction a lower bound, and only where the two meet is the answer taken.

use super::answer::Outcome;
use super::search::{State, Stop};
use crate::Vec3;
use crate::convex::tolerances::{
    BOUNDS_WIDTH, CONTACT_ZERO, DEEP_INSIDE, LEAST_PRODUCT, LOWER_BOUND_ROUNDING, NEGATIVE_WEIGHT,
};
use crate::shape::{LEAST_SQUARE, unit};

/// The bounds of a search in local units, before anything is concluded from them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DistanceBounds {
    /// Normalised weights of the simplex.
    pub(crate) lambda: [f64; 4],
    /// The norm of the blended point.
    pub(crate) upper: f64,
    /// The lower bound as computed; negative where the plane proves nothing.
    pub(crate) lower: f64,
    /// The unit vector along the direction `u`; zero if there is none.
    pub(crate) axis: Vec3,
    /// Whether the weights are a convex combination.
    pub(crate) convex: bool,
}

/// The bounds at the end of a search.
#[inline(always)]
pub(crate) fn bounds<T: Copy>(state: &State<T>) -> DistanceBounds {
    let face = &state.face;
    let p = face.last.s;
    let weights = face.weights;
    let sum = (weights[0] + weights[1]) + (weights[2] + weights[3]);
    let lambda = [weights[0] / sum, weights[1] / sum, weights[2] / sum, weights[3] / sum];
    // The last vertex adds nothing to itself, and past it the weights are zero.
    let mut v = p + (face.kept[0].s - p) * lambda[0] + (face.kept[1].s - p) * lambda[1];
    if face.len == 4 {
        v += (face.kept[2].s - p) * lambda[2];
    }
    let convex = (sum > 0.0)
        & (lambda[0] >= NEGATIVE_WEIGHT)
        & (lambda[1] >= NEGATIVE_WEIGHT)
        & (lambda[2] >= NEGATIVE_WEIGHT)
        & (lambda[3] >= NEGATIVE_WEIGHT);
    let lambda =
        [positive(lambda[0]), positive(lambda[1]), positive(lambda[2]), positive(lambda[3])];
    let square = face.direction.norm_squared();
    let (axis, mut lower) = if square >= LEAST_SQUARE {
        let inverse = 1.0 / square.sqrt();
        (face.direction * inverse, face.direction.dot(&state.w) * inverse)
    } else {
        along_short(&face.direction, &state.w)
    };
    if state.stop == Stop::OriginInside {
        // Its direction is an older one, which proves nothing.
        lower = f64::NEG_INFINITY;
    }
    DistanceBounds { lambda, upper: v.norm(), lower, axis, convex }
}

/// The unit vector along a direction whose square has lost digits, or is zero, and how far `w` is
/// along it: the normal of a tiny face has a length that its square does not tell. Nothing is known where
/// even the products have lost digits by which `w` was found to be the farthest vertex.
#[cold]
fn along_short(direction: &Vec3, w: &Vec3) -> (Vec3, f64) {
    match unit(direction) {
        Some(axis) if direction.amax() * w.amax() >= LEAST_PRODUCT => (axis, axis.dot(w)),
        axis => (axis.unwrap_or_default(), f64::NEG_INFINITY),
    }
}

impl DistanceBounds {
    /// Weights that are no convex combination become one, and the upper bound is that of its point:
    /// what is reported of a search that proved nothing is a point of the bodies all the same.
    pub(crate) fn repair<T: Copy>(&mut self, state: &State<T>) {
        let sum: f64 = self.lambda.iter().sum();
        let scaled = self.lambda.map(|weight| weight / sum);
        let is_good = sum > 0.0 && sum < f64::INFINITY;
        self.lambda = if is_good { scaled } else { [1.0, 0.0, 0.0, 0.0] };
        // Weights past the end of the face are zero.
        let vertices = state.face.vertices();
        self.upper =
            (0..state.face.len).map(|i| vertices[i].s * self.lambda[i]).sum::<Vec3>().norm();
    }
}

/// The number, or zero if it is negative or none.
#[inline(always)]
fn positive(x: f64) -> f64 {
    if x > 0.0 { x } else { 0.0 }
}

#[inline(always)]
fn smaller(p: f64, q: f64) -> f64 {
    if p < q { p } else { q }
}

/// What the bounds prove; `None` if they prove nothing yet.
#[inline(always)]
pub(crate) fn verdict<T: Copy>(
    state: &State<T>,
    bounds: &DistanceBounds,
    extent: f64,
    tolerance: f64,
) -> Option<Outcome> {
    let unit = f64::EPSILON * extent;
    // A shape returned a point that is not finite: nothing can be measured against it.
    if unit == f64::INFINITY {
        return None;
    }
    if state.stop == Stop::OriginInside {
        let proven =
            bounds.convex && bounds.upper <= CONTACT_ZERO * unit && is_deep(state, bounds, unit);
        return if proven { Some(Outcome::Overlapping) } else { None };
    }
    if !bounds.convex {
        return None;
    }
    if bounds.upper <= CONTACT_ZERO * unit && bounds.lower >= -BOUNDS_WIDTH * unit {
        return Some(Outcome::Touching);
    }
    let width = BOUNDS_WIDTH * unit + tolerance * bounds.upper;
    if bounds.upper - bounds.lower <= width { Some(Outcome::Separated) } else { None }
}

/// Whether the nearest point is the origin, up to rounding.
#[inline(always)]
pub(crate) fn is_contact(bounds: &DistanceBounds, extent: f64) -> bool {
    bounds.convex && bounds.upper <= CONTACT_ZERO * f64::EPSILON * extent
}

/// Whether the origin is so far from every face of the tetrahedron that rounding cannot have put
/// it inside. Its distance from a face is the weight of the opposite vertex times the volume over
/// the face's area, so the least weight and the largest area there can be decide it.
#[inline(always)]
fn is_deep<T: Copy>(state: &State<T>, bounds: &DistanceBounds, unit: f64) -> bool {
    let d = state.face.last.s;
    let kept = &state.face.kept;
    let (a, b, c) = (kept[0].s - d, kept[1].s - d, kept[2].s - d);
    let volume = a.dot(&b.cross(&c)).abs();
    let [p, q, r, t] = bounds.lambda;
    let (extent, least) = (unit / f64::EPSILON, smaller(smaller(p, q), smaller(r, t)));
    least * volume > DEEP_INSIDE * unit * extent * extent
}

/// The lower bound that is reported: the computed one less its rounding.
#[inline(always)]
pub(crate) fn reported_lower(lower: f64, extent: f64) -> f64 {
    let lower = lower - LOWER_BOUND_ROUNDING * f64::EPSILON * extent;
    if lower > 0.0 { lower } else { 0.0 }
}
