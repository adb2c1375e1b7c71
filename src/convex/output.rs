//! The three query levels of the barycode paper (Zhang et al.): what of the answer is computed.

use super::answer::{Answer, Outcome, Separation};
use super::certificate::{DistanceBounds, bounds, reported_lower};
use super::difference::Difference;
use super::search::{State, Stop};
use crate::Vec3;

/// A query level.
pub(crate) trait Output {
    /// What the caller gets.
    type Output;

    /// The output at the end of a search with these bounds.
    fn report<D: Difference>(
        difference: &D,
        state: &State<D::Tag>,
        bounds: &DistanceBounds,
        outcome: Outcome,
    ) -> Self::Output;

    /// The output where the bodies were proven to be farther apart than the caller cares.
    #[inline(always)]
    fn beyond<D: Difference>(difference: &D, state: &State<D::Tag>) -> Self::Output {
        Self::report(difference, state, &bounds(state), Outcome::Separated)
    }

    /// The output where the nearest points coincide up to rounding, if nothing else decides it.
    #[inline(always)]
    fn at_contact() -> Option<Self::Output> {
        None
    }

    /// The part of a full answer that belongs to this level.
    fn of(answer: Answer) -> Self::Output;
}

/// Output 1: the outcome only.
pub(crate) struct Boolean;

/// Output 1 with a margin: whether the bodies may be nearer than the bound.
pub(crate) struct Within;

/// Output 2: distance and lower bound.
pub(crate) struct Distance;

/// Output 3: witness points, direction, features.
pub(crate) struct Full;

impl Output for Boolean {
    type Output = Outcome;

    #[inline(always)]
    fn report<D: Difference>(
        _: &D,
        _: &State<D::Tag>,
        _: &DistanceBounds,
        outcome: Outcome,
    ) -> Outcome {
        outcome
    }

    #[inline(always)]
    fn beyond<D: Difference>(_: &D, _: &State<D::Tag>) -> Outcome {
        Outcome::Separated
    }

    fn of(answer: Answer) -> Outcome {
        answer.outcome
    }
}

impl Output for Within {
    type Output = bool;

    #[inline(always)]
    fn report<D: Difference>(_: &D, _: &State<D::Tag>, _: &DistanceBounds, _: Outcome) -> bool {
        true
    }

    #[inline(always)]
    fn beyond<D: Difference>(_: &D, _: &State<D::Tag>) -> bool {
        false
    }

    /// Touching or overlapping, they are not beyond any bound.
    #[inline(always)]
    fn at_contact() -> Option<bool> {
        Some(true)
    }

    fn of(answer: Answer) -> bool {
        answer.stop != Stop::BeyondBound
    }
}

impl Output for Distance {
    type Output = Separation;

    #[inline(always)]
    fn report<D: Difference>(
        difference: &D,
        _: &State<D::Tag>,
        bounds: &DistanceBounds,
        outcome: Outcome,
    ) -> Separation {
        let (distance, lower_bound) = world_bounds(difference, bounds, outcome);
        Separation { distance, lower_bound, outcome }
    }

    fn of(answer: Answer) -> Separation {
        let Answer { distance, lower_bound, outcome, .. } = answer;
        Separation { distance, lower_bound, outcome }
    }
}

impl Output for Full {
    type Output = Answer;

    #[inline(always)]
    fn report<D: Difference>(
        difference: &D,
        state: &State<D::Tag>,
        bounds: &DistanceBounds,
        outcome: Outcome,
    ) -> Answer {
        report(difference, state, bounds, outcome)
    }

    fn of(answer: Answer) -> Answer {
        answer
    }
}

/// The distance and its lower bound in world units.
#[inline(always)]
fn world_bounds<D: Difference>(
    difference: &D,
    bounds: &DistanceBounds,
    outcome: Outcome,
) -> (f64, f64) {
    if outcome == Outcome::Overlapping {
        return (0.0, 0.0);
    }
    let inverse = difference.frame().inverse;
    (bounds.upper * inverse, reported_lower(bounds.lower, difference.extent()) * inverse)
}

/// The full answer in world coordinates.
#[inline(always)]
pub(crate) fn report<D: Difference>(
    difference: &D,
    state: &State<D::Tag>,
    bounds: &DistanceBounds,
    outcome: Outcome,
) -> Answer {
    let answer = assembled(difference, state, bounds, outcome);
    answer.checked(difference.extent(), difference.frame().inverse)
}

/// The same, with parts that need not belong together.
#[inline(always)]
pub(crate) fn assembled<D: Difference>(
    difference: &D,
    state: &State<D::Tag>,
    bounds: &DistanceBounds,
    outcome: Outcome,
) -> Answer {
    let frame = difference.frame();
    let (distance, lower_bound) = world_bounds(difference, bounds, outcome);
    let mut answer = Answer {
        distance,
        lower_bound,
        point_a: Vec3::zeros(),
        point_b: Vec3::zeros(),
        direction: -bounds.axis,
        vertex_count: state.face.len,
        vertex_a: [0; 4],
        vertex_b: [0; 4],
        weight: bounds.lambda,
        outcome,
        stop: state.stop,
        iterations: state.iterations,
        sub_calls: state.sub_calls,
        backup_calls: state.backup_calls,
        refined: false,
        visited: difference.visited(state.iterations),
    };
    let (a, b) = difference.pair(state.face.last.tag);
    let (mut point_a, mut point_b) = (a, b);
    // The last vertex adds nothing to itself, and past it the weights are zero.
    let others = match state.face.len {
        4 => 3,
        _ if D::PAIRS_ARE_CHEAP => 2,
        len => len - 1,
    };
    for i in 0..others {
        let (ai, bi) = difference.pair(state.face.kept[i].tag);
        point_a += (ai - a) * bounds.lambda[i];
        point_b += (bi - b) * bounds.lambda[i];
    }
    for (i, vertex) in state.face.vertices().into_iter().enumerate() {
        [answer.vertex_a[i], answer.vertex_b[i]] = difference.ids(vertex.tag);
    }
    answer.point_a = frame.world(&point_a);
    answer.point_b = frame.world(&point_b);
    answer
}
