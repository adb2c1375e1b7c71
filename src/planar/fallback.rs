//! The fallback: what runs when the bounds of a search do not meet.
//!
//! Polygons with a common point touch if the best of their separating axes leaves no more overlap
//! than rounding explains; in the plane all axes are known. The others, needles next to contact,
//! are searched again in double-double arithmetic from the original vertices.

use super::boolean::Nearest;
use super::bounds::{DistanceBounds, InsideTriangle, bounds, inside, proven, report};
use super::pair::{Pair, Vertex};
use super::sat::{BestAxis, best_axis};
use super::search::{End, Stop, run};
use super::support::Find;
use super::tolerances::{CONTACT_RADIUS, TOUCHING_OVERLAP};
use super::{Answer, Polygon, Vec2};
use crate::convex::Outcome;
use crate::convex::double_double::{DdVertex, Goal, Refined, finish, least};
use crate::num::dd::{Dd, Dd3};

/// The answer where the bounds at the end of a search do not meet. The search is run again first,
/// so that it need not leave its state in memory for the few pairs that need the fallback.
#[cold]
#[inline(never)]
pub(crate) fn resolve_unproven<F: Find, const SCALED: bool>(
    a: &Polygon,
    b: &Polygon,
    extent: f64,
    limit: u32,
) -> Answer {
    let pair = &Pair::<F, SCALED>::new(a, b, extent);
    let end = &run::<Nearest, F, SCALED>(pair, limit);
    let unit = pair.unit();
    if let Some((bounds, outcome)) = proven(end, unit) {
        return report(pair, end, &bounds, outcome);
    }
    let (bounds, convex) = if end.len == 3 {
        let InsideTriangle { lambda, upper, convex } = inside(end, unit);
        let axis = end.u.try_normalize(0.0).unwrap_or(Vec2::x());
        (DistanceBounds { lambda, upper, lower: f64::NEG_INFINITY, axis }, convex)
    } else {
        (bounds(end), true)
    };
    // A search that the caller limits is not to go on by other means. Its last support was not
    // found along its last direction, and proves nothing.
    if end.stop == Stop::Limit {
        let bounds = DistanceBounds { lower: f64::NEG_INFINITY, ..bounds };
        return report(pair, end, &bounds, Outcome::Unproven);
    }
    if convex && bounds.upper <= CONTACT_RADIUS * unit {
        let (outcome, axis) = at_contact(pair);
        let bounds = DistanceBounds { axis, lower: 0.0, ..bounds };
        return report(pair, end, &bounds, outcome);
    }
    match search_in_double_double(pair, end) {
        Some(refined) => double_double_answer(pair, end, &refined),
        None => report(pair, end, &bounds, Outcome::Unproven),
    }
}

/// Touching or overlapping, and the axis from B to A.
fn at_contact<F: Find, const SCALED: bool>(pair: &Pair<F, SCALED>) -> (Outcome, Vec2) {
    let BestAxis { separation, normal, .. } = best_axis(pair);
    let touching = separation >= -TOUCHING_OVERLAP * pair.unit();
    (if touching { Outcome::Touching } else { Outcome::Overlapping }, -normal)
}

/// The search in double-double arithmetic, in the frame of the first vertex of A.
fn search_in_double_double<F: Find, const SCALED: bool>(
    pair: &Pair<F, SCALED>,
    end: &End,
) -> Option<Refined> {
    let local = |points: &[[f64; 2]], i: u32| {
        let ([x, y], [ox, oy]) = (points[i as usize], pair.a.points[0]);
        let at = |c: f64, origin: f64| Dd::difference(c, origin).scale(pair.factor);
        Dd3 { x: at(x, ox), y: at(y, oy), z: Dd::ZERO }
    };
    let (a, b) = (pair.a.points, pair.b.points);
    let corner = |i: u32, j: u32| DdVertex::new([i, j], local(a, i), local(b, j));
    let mut corners = [DdVertex::default(); 4];
    for (corner_slot, Vertex { a, b, .. }) in corners.iter_mut().zip([end.p, end.q, end.r]) {
        *corner_slot = corner(a, b);
    }
    finish(corners, end.len, Goal::Extent, pair.extent, |u| {
        let i = least(a.len() as u32, |i| Some(local(a, i)), u, pair.extent)?;
        let j = least(b.len() as u32, |j| Some(local(b, j)), -u, pair.extent)?;
        Some(corner(i, j))
    })
}

/// The answer of the search in double-double arithmetic, in world coordinates.
fn double_double_answer<F: Find, const SCALED: bool>(
    pair: &Pair<F, SCALED>,
    end: &End,
    refined: &Refined,
) -> Answer {
    let Refined { corners, lambda, len, upper, lower, direction, zero, proven, .. } = *refined;
    let unit = pair.unit();
    let direction = direction.round();
    let along = Vec2::new(direction.x, direction.y);
    // Scaled first: the square of a very short direction could underflow.
    let axis = (along / along.amax()).try_normalize(0.0);
    let near = upper.hi <= CONTACT_RADIUS * unit;
    let apart = !zero && len < 3 && (proven || !near);
    let (outcome, axis) = match axis {
        // A gap below rounding is real, but no rounded direction proves it.
        Some(axis) if apart && near => (Outcome::Touching, axis),
        Some(axis) if apart && proven => (Outcome::Separated, axis),
        Some(axis) if apart => (Outcome::Unproven, axis),
        _ => at_contact(pair),
    };
    // Rounded down by more than the double-double arithmetic and the last rounding can add.
    let lower = lower.hi * (1.0 - 4.0 * f64::EPSILON) - 1e-28 * pair.extent;
    let vertex = |i: usize| {
        let [a, b] = corners[i.min(len - 1)].ids;
        Vertex { s: Vec2::zeros(), a, b }
    };
    let lambda = [lambda[0].hi, lambda[1].hi, lambda[2].hi];
    let bounds = DistanceBounds { lambda, upper: 0.0, lower: 0.0, axis };
    let iterations = end.iterations + refined.iterations;
    let end = End { len, p: vertex(0), q: vertex(1), r: vertex(2), iterations, ..*end };
    Answer {
        distance: if apart { upper.hi * pair.inverse } else { 0.0 },
        lower_bound: if apart && lower > 0.0 { lower * pair.inverse } else { 0.0 },
        refined: true,
        ..report(pair, &end, &bounds, outcome)
    }
}
