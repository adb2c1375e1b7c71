//! The bounds at the end of a search, what they prove, and the answer made of them.

use super::pair::{Pair, Vertex};
use super::search::{End, Stop};
use super::support::Find;
use super::tolerances::{
    CONTACT_RADIUS, LEAST_CLIMB, NEGATIVE_WEIGHT, PROVEN_WIDTH, SUPPORT_ROUNDING,
};
use super::{Answer, Vec2, cross};
use crate::convex::Outcome;
use crate::shape::{LEAST_SQUARE, unit};

/// The bounds of a search in local units.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DistanceBounds {
    /// The weights of the vertices.
    pub(crate) lambda: [f64; 3],
    /// The norm of the blended point.
    pub(crate) upper: f64,
    /// The lower bound as computed; negative where the line proves nothing.
    pub(crate) lower: f64,
    /// The unit vector along the direction `u`; zero if there is none.
    pub(crate) axis: Vec2,
}

/// The bounds of a search that ended with a vertex or an edge.
///
/// The direction is as long as the edge, so one division serves both. The weights are inside their
/// limits whatever the search has found, so the point that they blend is always an upper bound; a
/// vertex has an edge of no length, and its weight is one.
#[inline(always)]
pub(crate) fn bounds(end: &End) -> DistanceBounds {
    let (p, e) = (end.p.s, end.q.s - end.p.s);
    let uu = end.u.norm_squared();
    let inverse = 1.0 / uu;
    let t = -p.dot(&e) * inverse;
    // Also where it is not a number.
    let t = if t > 0.0 { t } else { 0.0 };
    let t = if t < 1.0 { t } else { 1.0 };
    let v = p + e * t;
    let (axis, lower) = if uu >= LEAST_SQUARE {
        let per_length = uu.sqrt() * inverse;
        (end.u * per_length, end.u.dot(&end.w) * per_length)
    } else {
        along_short(&end.u, &end.w)
    };
    DistanceBounds { lambda: [1.0 - t, t, 0.0], upper: v.norm(), lower, axis }
}

/// The same for an edge so short that the square of its length has lost digits. Nothing is known where
/// even the products have lost digits by which `w` was found to be the farthest vertex.
#[cold]
fn along_short(u: &Vec2, w: &Vec2) -> (Vec2, f64) {
    match unit(&u.push(0.0)) {
        Some(axis) if u.amax() * w.amax() >= LEAST_CLIMB => (axis.xy(), axis.xy().dot(w)),
        axis => (axis.unwrap_or_default().xy(), f64::NEG_INFINITY),
    }
}

/// What the bounds prove; `None` if they prove nothing yet.
#[inline(always)]
pub(crate) fn verdict(bounds: &DistanceBounds, unit: f64) -> Option<Outcome> {
    if bounds.upper <= CONTACT_RADIUS * unit && bounds.lower >= -PROVEN_WIDTH * unit {
        return Some(Outcome::Touching);
    }
    (bounds.upper - bounds.lower <= PROVEN_WIDTH * unit).then_some(Outcome::Separated)
}

/// The origin as a blend of the three vertices at the end of a search.
pub(crate) struct InsideTriangle {
    /// The weights; those that rounding made negative are zero.
    pub(crate) lambda: [f64; 3],
    /// How far the blend is from the origin, before a weight was set to zero.
    pub(crate) upper: f64,
    /// Whether no weight was negative by more than rounding: a triangle that is a needle takes the
    /// origin in that is outside of it, and what its weights say is then not where the points are.
    pub(crate) convex: bool,
}

/// The weights of the triangle around the origin, and the norm of the point that they blend. They
/// are ratios of areas, corrected once by what they leave over where that is too much.
#[inline(always)]
pub(crate) fn inside(end: &End, unit: f64) -> InsideTriangle {
    let (f, g) = (end.p.s - end.r.s, end.q.s - end.r.s);
    let inverse = 1.0 / cross(f, g);
    let blend = |l: f64, m: f64| end.r.s + f * l + g * m;
    let solve = |v: Vec2| (cross(g, v) * inverse, cross(v, f) * inverse);
    let (mut l, mut m) = solve(end.r.s);
    let mut v = blend(l, m);
    if v.norm_squared() > CONTACT_RADIUS * CONTACT_RADIUS * unit * unit {
        let (dl, dm) = solve(v);
        (l, m) = (l + dl, m + dm);
        v = blend(l, m);
    }
    let floor = |x: f64| if x > 0.0 { x } else { 0.0 };
    let n = 1.0 - l - m;
    let convex = (l >= NEGATIVE_WEIGHT) & (m >= NEGATIVE_WEIGHT) & (n >= NEGATIVE_WEIGHT);
    InsideTriangle { lambda: [floor(l), floor(m), floor(n)], upper: v.norm(), convex }
}

/// The lower bound that is reported: the computed one less its rounding.
#[inline(always)]
pub(crate) fn reported_lower(lower: f64, unit: f64) -> f64 {
    let lower = lower - SUPPORT_ROUNDING * unit;
    if lower > 0.0 { lower } else { 0.0 }
}

/// The answer in world units.
#[inline(always)]
pub(crate) fn report<F: Find, const SCALED: bool>(
    pair: &Pair<F, SCALED>,
    end: &End,
    bounds: &DistanceBounds,
    outcome: Outcome,
) -> Answer {
    let (distance, lower_bound) = match outcome {
        Outcome::Overlapping => (0.0, 0.0),
        _ => (bounds.upper, reported_lower(bounds.lower, pair.unit())),
    };
    let Vertex { a, b, .. } = end.p;
    let (mut point_a, mut point_b) = (pair.a.at(a as usize), pair.b.at(b as usize));
    let (from_a, from_b) = (point_a, point_b);
    let mut add = |vertex: &Vertex, weight: f64| {
        point_a += (pair.a.at(vertex.a as usize) - from_a) * weight;
        point_b += (pair.b.at(vertex.b as usize) - from_b) * weight;
    };
    add(&end.q, bounds.lambda[1]);
    if end.len > 2 {
        add(&end.r, bounds.lambda[2]);
    }
    Answer {
        distance: if SCALED { distance * pair.inverse } else { distance },
        lower_bound: if SCALED { lower_bound * pair.inverse } else { lower_bound },
        point_a,
        point_b,
        direction: -bounds.axis,
        vertex_count: end.len,
        vertex_a: [end.p.a, end.q.a, end.r.a],
        vertex_b: [end.p.b, end.q.b, end.r.b],
        weight: bounds.lambda,
        outcome,
        iterations: end.iterations,
        refined: false,
    }
}

/// The outcome and the bounds that the search proves without help; `None` if it does not.
#[inline(always)]
pub(crate) fn proven(end: &End, unit: f64) -> Option<(DistanceBounds, Outcome)> {
    if end.stop == Stop::Inside {
        let InsideTriangle { lambda, upper, convex } = inside(end, unit);
        let axis = end.u * (1.0 / end.u.norm());
        let bounds = DistanceBounds { lambda, upper, lower: f64::NEG_INFINITY, axis };
        let is_proven = convex && upper <= CONTACT_RADIUS * unit;
        return is_proven.then_some((bounds, Outcome::Overlapping));
    }
    if matches!(end.stop, Stop::InsideEdge | Stop::Limit) {
        return None;
    }
    let bounds = bounds(end);
    verdict(&bounds, unit).map(|outcome| (bounds, outcome))
}
