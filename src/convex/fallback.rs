//! What is done about the searches whose bounds do not meet.
//!
//! At contact a plane decides between touching and overlapping; vertices and support points are
//! taken through the search again in double-double arithmetic; the published sub-algorithms, which
//! are left as they are, get the best proof that their last simplex allows.

use super::answer::{Answer, Outcome};
use super::certificate::{self, DistanceBounds, is_contact, verdict};
use super::contact;
use super::difference::{Difference, Side};
use super::double_double::{self, Goal, Refined};
use super::output::report;
use super::query::Query;
use super::search::{Face, Limits, State, Stop};
use super::sub::{SubAlgorithm, signed_volumes};
use crate::Vec3;
use crate::convex::tolerances::{CONTACT_ZERO, LOWER_BOUND_ROUNDING, SMOOTH_GOAL};
use crate::shape::unit;

/// The pairs whose bounds did not meet, and all of them where the query asks for polish.
#[cold]
#[inline(never)]
pub(crate) fn resolve_unproven<D: Difference>(
    query: &Query,
    difference: &mut D,
    limits: &Limits,
    state: &State<D::Tag>,
) -> Answer {
    let mut answer = decide(query, difference, limits, state);
    if answer.lower_bound > query.bound {
        answer.stop = Stop::BeyondBound;
    }
    answer
}

/// The ways to an answer, from the quickest to the last.
fn decide<D: Difference>(
    query: &Query,
    difference: &mut D,
    limits: &Limits,
    state: &State<D::Tag>,
) -> Answer {
    let mut bounds = certificate::bounds(state);
    let extent = difference.extent();
    // Lanes leave directions to this that are too short for them.
    if !query.polish
        && let Some(outcome) = verdict(state, &bounds, extent, query.tolerance)
    {
        return report(difference, state, &bounds, outcome);
    }
    if state.stop == Stop::OriginInside && !query.polish {
        let face = signed_volumes::refined(&state.face, &bounds.lambda);
        let state = State { face, ..*state };
        let bounds = certificate::bounds(&state);
        if verdict(&state, &bounds, extent, query.tolerance).is_some() {
            return report(difference, &state, &bounds, Outcome::Overlapping);
        }
    }
    let vertices = difference.count(Side::A) > 0 && difference.count(Side::B) > 0;
    if vertices && is_contact(&bounds, extent) && !query.polish {
        let outcome = at_contact(difference, limits, &mut bounds);
        return report(difference, state, &bounds, outcome);
    }
    // A search that the caller limits is not to go on by other means.
    let free = state.stop != Stop::IterationLimit;
    if vertices && free && (query.polish || query.sub == SubAlgorithm::SignedVolumes) {
        let goal = if query.polish { Goal::Relative } else { Goal::Extent };
        let ids = state.face.vertices().map(|vertex| difference.ids(vertex.tag));
        let ids = &ids[..state.face.len];
        if let Some(refined) = double_double::refine(difference, ids, goal) {
            return refined_answer(difference, limits, state, &refined, 0.0);
        }
    }
    if !vertices && free {
        let tags = state.face.vertices().map(|vertex| vertex.tag);
        let tags = &tags[..state.face.len];
        if let Some(refined) = double_double::refine_smooth(difference, tags, SMOOTH_GOAL) {
            let rounding = LOWER_BOUND_ROUNDING * f64::EPSILON * difference.extent();
            return refined_answer(difference, limits, state, &refined, rounding);
        }
    }
    let mut state = *state;
    improve(difference, &state, &mut bounds);
    let outcome = match verdict(&state, &bounds, extent, query.tolerance) {
        Some(outcome) => outcome,
        // The better weights may have brought the bodies to contact only now.
        None if vertices && is_contact(&bounds, extent) => {
            at_contact(difference, limits, &mut bounds)
        }
        None => Outcome::Unproven,
    };
    if !bounds.convex {
        bounds.repair(&state);
    }
    if bounds.axis == Vec3::zeros() {
        bounds.axis = unit(&difference.start()).unwrap_or(Vec3::x());
    }
    if bounds.upper.is_nan() {
        (state.stop, bounds.upper) = (Stop::SubFailed, f64::INFINITY);
    }
    report(difference, &state, &bounds, outcome)
}

/// Brings the bounds as near together as the last simplex allows, whatever the sub-algorithm made
/// of it.
fn improve<D: Difference>(difference: &mut D, state: &State<D::Tag>, bounds: &mut DistanceBounds) {
    let Some(face) = signed_volumes::whole(&state.face.vertices(), state.face.len) else {
        return;
    };
    if face.len < 4 {
        // The direction of the face itself proves more than the blended point does.
        let w = difference.support(&face.direction).s;
        let better = certificate::bounds(&State { face, w, ..*state });
        if better.lower > bounds.lower {
            (bounds.lower, bounds.axis) = (better.lower, better.axis);
        }
    } else {
        // Likewise its volumes: the weights of normal equations miss the origin by their squared
        // condition, for one in eight overlapping tetrahedra by more than is proof.
        let face = Face { direction: state.face.direction, ..face };
        let better = certificate::bounds(&State { face, ..*state });
        if better.upper < bounds.upper {
            *bounds = better;
        }
    }
}

/// Touching or overlapping, and the plane between touching bodies.
fn at_contact<D: Difference>(
    difference: &mut D,
    limits: &Limits,
    bounds: &mut DistanceBounds,
) -> Outcome {
    match contact::plane(difference, limits) {
        Some(axis) => {
            bounds.axis = axis;
            Outcome::Touching
        }
        None => {
            if bounds.axis == Vec3::zeros() {
                bounds.axis = difference.start().normalize();
            }
            Outcome::Overlapping
        }
    }
}

/// What double-double arithmetic proves, and the plane between touching bodies.
fn refined_outcome<D: Difference>(
    difference: &mut D,
    limits: &Limits,
    refined: &Refined,
    rounding: f64,
    axis: &mut Vec3,
) -> Outcome {
    let Refined { len, upper, lower, zero, proven, .. } = *refined;
    let near = upper.hi <= CONTACT_ZERO * f64::EPSILON * difference.extent();
    // Bounds that meet round zero tell as little of who is apart as bounds that do not meet.
    let is_open = !proven || lower.hi <= 0.0;
    if len == 4 || zero || (near && is_open && rounding == 0.0) {
        let plane = contact::plane(difference, limits);
        *axis = plane.unwrap_or(*axis);
        return if plane.is_some() { Outcome::Touching } else { Outcome::Overlapping };
    }
    if upper.hi <= rounding && lower.hi >= -2.0 * rounding {
        return Outcome::Touching;
    }
    // Smooth shapes may be apart for certain without the bounds meeting.
    let apart = rounding > 0.0 && lower.hi > 3.0 * rounding;
    if proven || apart { Outcome::Separated } else { Outcome::Unproven }
}

/// The answer of double-double arithmetic in world coordinates; `rounding` is that of the vertices.
fn refined_answer<D: Difference>(
    difference: &mut D,
    limits: &Limits,
    state: &State<D::Tag>,
    refined: &Refined,
    rounding: f64,
) -> Answer {
    let frame = difference.frame();
    let Refined { corners, lambda, len, upper, lower, direction, .. } = *refined;
    let mut axis = {
        let length = direction.dot(direction).sqrt();
        if length.hi > 0.0 {
            direction.times(crate::num::dd::Dd::from(1.0) / length).round()
        } else {
            unit(&state.face.direction).unwrap_or(difference.start().normalize())
        }
    };
    let outcome = refined_outcome(difference, limits, refined, rounding, &mut axis);
    let apart = matches!(outcome, Outcome::Separated | Outcome::Unproven);
    // Rounded down by more than the double-double arithmetic and the last rounding can add.
    let lower = lower.hi * (1.0 - 4.0 * f64::EPSILON) - 1e-28 * difference.extent() - rounding;
    let mut answer = Answer {
        distance: if apart { upper.hi * frame.inverse } else { 0.0 },
        lower_bound: if apart && lower > 0.0 { lower * frame.inverse } else { 0.0 },
        point_a: Vec3::zeros(),
        point_b: Vec3::zeros(),
        direction: -axis,
        vertex_count: len,
        vertex_a: [0; 4],
        vertex_b: [0; 4],
        weight: lambda.map(|l| l.hi),
        outcome,
        stop: state.stop,
        iterations: state.iterations + refined.iterations,
        sub_calls: state.sub_calls,
        backup_calls: state.backup_calls,
        refined: true,
        visited: difference.visited(state.iterations),
    };
    let last = corners[len - 1];
    let (mut a, mut b) = (last.a, last.b);
    for i in 0..len {
        [answer.vertex_a[i], answer.vertex_b[i]] = corners[i].ids;
        if i + 1 < len {
            a = a + (corners[i].a - last.a).times(lambda[i]);
            b = b + (corners[i].b - last.b).times(lambda[i]);
        }
    }
    answer.point_a = frame.world(&a.round());
    answer.point_b = frame.world(&b.round());
    answer.checked(difference.extent(), frame.inverse)
}
