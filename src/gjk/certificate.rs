//! From the end of a search to an answer that is proven, or sent to the careful path.
//!
//! Nothing is believed because the search stopped: the witness points give an upper bound, the
//! plane normal to the direction a lower bound, and only where the two meet is the answer taken.

use super::answer::Outcome;
use super::search::{GAP, State, Stop};
use crate::Vec3;

/// The largest gap between the raw bounds that counts as proven, in eps times the extent. The error
/// of the distance is at most this and the rounding of the lower bound, together the promised 4; at
/// 8, one of 26,000 hard pairs is off by up to 7.9. With the [`GAP`] that the reported lower bound
/// is lowered by, the width stays below 8.
const WIDTH: f64 = 3.0;

/// A nearest point within this of the origin is contact, in eps times the extent. With 4, rounding
/// brings the error of reporting zero up to 4.7 (one pair of 100,000).
pub(crate) const ZERO: f64 = 3.0;

/// Twelve times the largest cross product of two edges of the difference, 48 squared extents.
const DEEP: f64 = 576.0;

/// The bounds of a search in local units, before anything is concluded from them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bounds {
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
pub(crate) fn bounds<T: Copy>(state: &State<T>) -> Bounds {
    let points = state.simplex.points();
    let last = points.len() - 1;
    let mut sum = state.weights[last];
    for i in 0..last {
        sum += state.weights[i];
    }
    let mut lambda = [0.0; 4];
    let p = points[last];
    let (mut v, mut rest) = (p, 1.0);
    let mut convex = sum > 0.0 && state.weights[last] >= -4.0 * f64::EPSILON * sum;
    for i in 0..last {
        lambda[i] = state.weights[i] / sum;
        convex &= lambda[i] >= 0.0;
        rest -= lambda[i];
        v += (points[i] - p) * lambda[i];
    }
    lambda[last] = if rest > 0.0 { rest } else { 0.0 };
    let length = state.direction.norm();
    // A simplex that holds the origin has no plane; a remembered one has a direction all the same.
    let (axis, lower) = if length > 0.0 && state.stop != Stop::OriginInside {
        (state.direction / length, state.direction.dot(&state.w) / length)
    } else {
        (Vec3::zeros(), f64::NEG_INFINITY)
    };
    Bounds { lambda, upper: v.norm(), lower, axis, convex }
}

/// The bounds of a tetrahedron that holds the origin, with the weights that the blended point still
/// asks for: flat tetrahedra leave it off the origin by more than [`ZERO`].
pub(crate) fn refined<T: Copy>(state: &State<T>, bounds: &Bounds) -> Bounds {
    let s = state.simplex.slots();
    let e = [s[0] - s[3], s[1] - s[3], s[2] - s[3]];
    let n = [e[1].cross(&e[2]), e[2].cross(&e[0]), e[0].cross(&e[1])];
    let whole = e[0].dot(&n[0]);
    let blend = |l: &[f64; 4]| s[3] + e[0] * l[0] + e[1] * l[1] + e[2] * l[2];
    let v = blend(&bounds.lambda);
    let mut lambda = bounds.lambda;
    for i in 0..3 {
        lambda[i] -= v.dot(&n[i]) / whole;
    }
    lambda[3] = 1.0 - lambda[0] - lambda[1] - lambda[2];
    let convex = lambda.iter().all(|&weight| weight >= 0.0);
    Bounds { lambda, upper: blend(&lambda).norm(), convex, ..*bounds }
}

/// The last direction of a search that had one, as a unit vector.
pub(crate) fn last_axis<T: Copy>(state: &State<T>) -> Vec3 {
    let known = |u: &Vec3| u.try_normalize(0.0);
    known(&state.direction).or_else(|| known(&state.previous)).unwrap_or_else(Vec3::x)
}

/// What the bounds prove; `None` if they prove nothing yet.
#[inline(always)]
pub(crate) fn verdict<T: Copy>(
    state: &State<T>,
    bounds: &Bounds,
    extent: f64,
    tolerance: f64,
) -> Option<Outcome> {
    let unit = f64::EPSILON * extent;
    if state.stop == Stop::OriginInside {
        let proven = bounds.convex && bounds.upper <= ZERO * unit && is_deep(state, bounds, unit);
        return proven.then_some(Outcome::Overlapping);
    }
    if !bounds.convex {
        return None;
    }
    if bounds.upper <= ZERO * unit && bounds.lower >= -WIDTH * unit {
        return Some(Outcome::Touching);
    }
    let width = WIDTH * unit + tolerance * bounds.upper;
    (bounds.upper - bounds.lower <= width).then_some(Outcome::Separated)
}

/// Whether the origin is so far from every face of the tetrahedron that rounding cannot have put
/// it inside. Its distance from a face is the weight of the opposite vertex times the volume over
/// the face's area, so the least weight and the largest area there can be settle it.
#[inline(always)]
fn is_deep<T: Copy>(state: &State<T>, bounds: &Bounds, unit: f64) -> bool {
    let s = state.simplex.slots();
    let volume = (s[0] - s[3]).dot(&(s[1] - s[3]).cross(&(s[2] - s[3]))).abs();
    let [p, q, r, t] = bounds.lambda;
    let (extent, least) = (unit / f64::EPSILON, p.min(q).min(r.min(t)));
    least * volume > DEEP * unit * extent * extent
}

/// The lower bound that is reported: the computed one less its rounding.
#[inline(always)]
pub(crate) fn reported_lower(lower: f64, extent: f64) -> f64 {
    let lower = lower - GAP * f64::EPSILON * extent;
    if lower > 0.0 { lower } else { 0.0 }
}
