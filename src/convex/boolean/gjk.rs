//! GJK with the separating-axis exit: the search ends as soon as a plane lies between the bodies.
//!
//! E. G. Gilbert, C.-P. Foo, Computing the distance between general convex objects in
//! three-dimensional space, IEEE Journal of Robotics and Automation 6(1), 1990, 53-61,
//! doi:10.1109/70.88117. It is the search of [`crate::convex`] with a bound of zero and any of its
//! sub-algorithms. Touching is not told from overlapping, so the end of a search needs less proof
//! than a distance does.

use super::decision::{Axis, Decision};
use super::in_lanes;
use crate::Vec3;
use crate::convex::certificate::bounds;
use crate::convex::difference::{Difference, Resolve};
use crate::convex::search::{self, Face, Limits, State, Stop, Vertex};
use crate::convex::solve::{Points, Strategy, any_sub, limits};
use crate::convex::sub::Step;
use crate::convex::tolerances::{CONTACT_ZERO, LOWER_BOUND_ROUNDING};
use crate::convex::{Answer, Outcome, Query};
use crate::shape::SupportMap;
use crate::simd::Part;

/// The search; the bound of the query is the radius around the difference.
#[derive(Debug, Clone, Copy)]
pub(super) struct GjkSearch;

impl Strategy for GjkSearch {
    type Output = Decision;

    #[inline(always)]
    fn run<D: Resolve, S: Step>(self, query: &Query, difference: &mut D, sub: &S) -> Decision {
        let limits = limits(query, difference);
        let Some(state) = begin(difference, sub, &limits) else {
            return Decision::intersecting(1);
        };
        let state = search::run(difference, sub, &limits, state);
        conclude(query, difference, sub, &limits, &state)
    }

    #[inline(never)]
    fn on_points(self, query: &Query, a: Points, b: Points) -> Decision {
        in_lanes(query, LOWER_BOUND_ROUNDING, a, b, self)
    }

    #[inline(never)]
    fn on_shapes(self, query: &Query, a: &dyn SupportMap, b: &dyn SupportMap) -> Decision {
        any_sub(query, a, b, self)
    }
}

/// The first step of a search. Where a point inside the difference is known, it is the first vertex
/// of the simplex, which saves a support call: the answer has no use for vertices that could be
/// named. `None` if that point is the origin, up to rounding.
#[inline(always)]
pub(super) fn begin<D: Difference, S: Step>(
    difference: &mut D,
    sub: &S,
    limits: &Limits,
) -> Option<State<D::Tag>> {
    let start = difference.start();
    let mut state = search::begin(difference, limits, start);
    if state.stop != Stop::BeyondBound
        && let Some((s, _)) = difference.inside()
    {
        if s.amax() <= CONTACT_ZERO * f64::EPSILON * difference.extent() {
            return None;
        }
        let newest = state.face.last;
        let inside = Face::vertex(Vertex { s, tag: newest.tag });
        if let Some(face) = sub.step(&inside, newest, &mut state.backup_calls) {
            state.face = face;
        }
    }
    Some(state)
}

/// What the end of a search proves.
#[inline(always)]
pub(super) fn conclude<D: Resolve, S: Step>(
    query: &Query,
    difference: &mut D,
    sub: &S,
    limits: &Limits,
    state: &State<D::Tag>,
) -> Decision {
    if state.stop == Stop::BeyondBound {
        return Decision::disjoint(Axis::new(-state.face.direction), state.iterations);
    }
    if state.stop == Stop::OriginInside && holds_origin(difference, state) {
        return Decision::intersecting(state.iterations);
    }
    D::out_of_line(Undecided { query, difference, sub, limits })
}

/// Whether the weights of the tetrahedron really bring its vertices together at the origin: those
/// of a flat one may be nothing but rounding. Nothing is divided.
#[inline(always)]
fn holds_origin<D: Difference>(difference: &D, state: &State<D::Tag>) -> bool {
    let face = &state.face;
    let [p, q, r, t] = face.weights;
    let sum = (p + q) + (r + t);
    let d = face.last.s;
    let (a, b, c) = (face.kept[0].s - d, face.kept[1].s - d, face.kept[2].s - d);
    let v = d * sum + a * p + b * q + c * r;
    let least = -4.0 * f64::EPSILON * sum;
    let convex = (p >= least) & (q >= least) & (r >= least) & (t >= least);
    let most = CONTACT_ZERO * f64::EPSILON * difference.extent() * sum;
    convex & (v.dot(&v) <= most * most)
}

/// Pairs that the search neither found apart nor clearly overlapping: searched once more on
/// vertices alone, and resolved as a distance is.
struct Undecided<'a, D, S> {
    query: &'a Query,
    difference: &'a mut D,
    sub: &'a S,
    limits: &'a Limits,
}

impl<D: Resolve, S: Step> Part for Undecided<'_, D, S> {
    type Output = Decision;

    #[inline(always)]
    fn run(self) -> Decision {
        let Self { query, difference, sub, limits } = self;
        let limits = &Limits { iterations: query.max_iterations, ..*limits };
        let start = difference.start();
        let state = search::begin(difference, limits, start);
        let state = &search::run(difference, sub, limits, state);
        if state.stop == Stop::BeyondBound {
            return Decision::disjoint(Axis::new(-state.face.direction), state.iterations);
        }
        let unit = f64::EPSILON * difference.extent();
        let bounds = bounds(state);
        if bounds.convex && bounds.upper <= limits.bound + CONTACT_ZERO * unit {
            return Decision::intersecting(state.iterations);
        }
        let rounding = LOWER_BOUND_ROUNDING * unit * difference.frame().inverse;
        let free = &Query { bound: f64::INFINITY, ..*query };
        decision_of(&difference.resolve(free, limits, state), query.bound + rounding)
    }
}

/// What a distance tells of bodies that count as apart beyond this bound.
fn decision_of(answer: &Answer, bound: f64) -> Decision {
    let Answer { outcome, direction, distance, lower_bound, iterations, .. } = *answer;
    if lower_bound > bound && direction != Vec3::zeros() {
        return Decision::disjoint(Axis::new(direction), iterations);
    }
    match outcome {
        Outcome::Unproven if distance > bound => Decision::undecided(iterations),
        _ => Decision::intersecting(iterations),
    }
}
