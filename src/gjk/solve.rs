//! From a query to its answer: which search, on which instruction set, and what its end proves.

use super::answer::{Answer, Outcome};
use super::careful::{self, Goal, Settled};
use super::certificate::{self, Bounds, bounds, reported_lower, verdict};
use super::contact;
use super::difference::{Difference, Mapped, Side};
use super::packed::Packed;
use super::query::Query;
use super::rounding;
use super::search::{self, Limits, State, Stop};
use super::sub::{SubAlgorithm, SubDistance, signed_volumes};
use super::tracking::Cache;
use crate::Vec3;
use crate::shape::SupportMap;
use crate::simd::{self, Isa, Lanes, Task};

/// Level 1 of the barycode paper: the outcome only.
pub(crate) const BOOLEAN: u8 = 1;
/// Level 2: distance and lower bound.
pub(crate) const DISTANCE: u8 = 2;
/// Level 3: witness points, direction, features.
pub(crate) const FULL: u8 = 3;

/// Smooth shapes know their support points to the square root of eps only, so nearer than this,
/// against the extent, they count as touching unless a plane proves otherwise.
const SMOOTH_ZERO: f64 = 1.5e-8;

/// Answers the query at this level.
#[inline(always)]
pub(crate) fn solve<A: SupportMap, B: SupportMap, const LEVEL: u8>(
    query: &Query,
    a: &A,
    b: &B,
    cache: Option<&mut Cache>,
) -> Answer {
    let (ra, rb) = (a.radius(), b.radius());
    let query = Query { bound: query.bound + ra + rb, ..*query };
    let answer = core::<A, B, LEVEL>(&query, a, b, cache);
    if ra + rb == 0.0 { answer } else { rounding::apply(answer, ra, rb) }
}

/// Answers the query for the core shapes.
#[inline(always)]
fn core<A: SupportMap, B: SupportMap, const LEVEL: u8>(
    query: &Query,
    a: &A,
    b: &B,
    cache: Option<&mut Cache>,
) -> Answer {
    if query.sub != SubAlgorithm::SignedVolumes {
        return any_sub::<LEVEL>(query, a, b, cache);
    }
    if let (Some(pa), Some(pb)) = (a.points(), b.points()) {
        let isa = query.isa.unwrap_or_else(Isa::detect);
        match pa.len().max(pb.len()) {
            0..=4 => return simd::dispatch(isa, Small::<4, LEVEL> { query, pa, pb, cache }),
            5..=8 => return simd::dispatch(isa, Small::<8, LEVEL> { query, pa, pb, cache }),
            9..=16 => return simd::dispatch(isa, Small::<16, LEVEL> { query, pa, pb, cache }),
            17..=simd::MOST => {
                return simd::dispatch(
                    isa,
                    Small::<{ simd::MOST }, LEVEL> { query, pa, pb, cache },
                );
            }
            _ => {}
        }
    }
    mapped::<A, B, _, LEVEL>(query, a, b, &signed_volumes::SignedVolumes, cache)
}

/// Two point sets of at most `N` vertices.
struct Small<'a, const N: usize, const LEVEL: u8> {
    query: &'a Query,
    pa: &'a [[f64; 3]],
    pb: &'a [[f64; 3]],
    cache: Option<&'a mut Cache>,
}

impl<const N: usize, const LEVEL: u8> Task for Small<'_, N, LEVEL> {
    type Output = Answer;
    #[inline(always)]
    fn run<L: Lanes>(self) -> Answer {
        let mut difference = Packed::<L, N>::new(self.pa, self.pb);
        let sub = signed_volumes::SignedVolumes;
        answer::<_, _, LEVEL>(self.query, &mut difference, &sub, self.cache)
    }
}

/// The sub-algorithms other than the default, on shapes of any kind.
#[inline(never)]
fn any_sub<const LEVEL: u8>(
    query: &Query,
    a: &dyn SupportMap,
    b: &dyn SupportMap,
    cache: Option<&mut Cache>,
) -> Answer {
    match query.sub {
        SubAlgorithm::SignedVolumes => {
            mapped::<_, _, _, LEVEL>(query, a, b, &signed_volumes::SignedVolumes, cache)
        }
    }
}

fn mapped<A, B, S, const LEVEL: u8>(
    query: &Query,
    a: &A,
    b: &B,
    sub: &S,
    cache: Option<&mut Cache>,
) -> Answer
where
    A: SupportMap + ?Sized,
    B: SupportMap + ?Sized,
    S: SubDistance,
{
    let hints = cache.as_ref().map_or([0; 2], |cache| cache.hints);
    answer::<_, _, LEVEL>(query, &mut Mapped::new(a, b, hints), sub, cache)
}

/// Runs the search and concludes from its end.
#[inline(always)]
fn answer<D: Difference, S: SubDistance, const LEVEL: u8>(
    query: &Query,
    difference: &mut D,
    sub: &S,
    cache: Option<&mut Cache>,
) -> Answer {
    let limits = Limits {
        tolerance: query.tolerance,
        bound: query.bound * difference.frame().factor,
        iterations: query.max_iterations,
    };
    let Some(cache) = cache else {
        let start = difference.start();
        let state = search::cold(difference, sub, &limits, start);
        return conclude::<D, LEVEL>(query, difference, &limits, &state);
    };
    let state = match cache.revive(difference) {
        Some(state) if state.stop == Stop::OriginInside => state,
        Some(state) => search::run(difference, sub, &limits, state),
        None => {
            let start = cache.direction().unwrap_or_else(|| difference.start());
            search::cold(difference, sub, &limits, start)
        }
    };
    let answer = conclude::<D, LEVEL>(query, difference, &limits, &state);
    for i in 0..4 {
        cache.ids[i] = [answer.vertex_a[i], answer.vertex_b[i]];
    }
    cache.len = answer.vertex_count;
    cache.direction = (-answer.direction).into();
    cache.hints = difference.hints();
    answer
}

/// What the end of a search proves.
#[inline(always)]
fn conclude<D: Difference, const LEVEL: u8>(
    query: &Query,
    difference: &mut D,
    limits: &Limits,
    state: &State<D::Tag>,
) -> Answer {
    let bounds = bounds(state);
    if !query.polish || state.stop == Stop::BeyondBound {
        let outcome = match state.stop {
            Stop::BeyondBound => Some(Outcome::Separated),
            _ => verdict(state, &bounds, difference.extent(), query.tolerance),
        };
        if let Some(outcome) = outcome {
            return report::<D, LEVEL>(difference, state, &bounds, outcome);
        }
    }
    doubtful::<D, LEVEL>(query, difference, limits, state, bounds)
}

/// The answer in world coordinates.
#[inline(always)]
fn report<D: Difference, const LEVEL: u8>(
    difference: &D,
    state: &State<D::Tag>,
    bounds: &Bounds,
    outcome: Outcome,
) -> Answer {
    let frame = difference.frame();
    let overlapping = outcome == Outcome::Overlapping;
    let lower = reported_lower(bounds.lower, difference.extent());
    let mut answer = Answer {
        distance: if overlapping { 0.0 } else { bounds.upper / frame.factor },
        lower_bound: if overlapping { 0.0 } else { lower / frame.factor },
        point_a: Vec3::zeros(),
        point_b: Vec3::zeros(),
        direction: -bounds.axis,
        vertex_count: state.simplex.rank(),
        vertex_a: [0; 4],
        vertex_b: [0; 4],
        weight: bounds.lambda,
        outcome,
        stop: state.stop,
        iterations: state.iterations,
        sub_calls: state.sub_calls,
        backup_calls: state.backup_calls,
        careful: false,
        visited: difference.visited(state.iterations),
    };
    if LEVEL == FULL {
        let last = state.simplex.rank() - 1;
        let (a, b) = difference.pair(state.tags[last]);
        let (mut point_a, mut point_b) = (a, b);
        for i in 0..last {
            let (ai, bi) = difference.pair(state.tags[i]);
            point_a += (ai - a) * bounds.lambda[i];
            point_b += (bi - b) * bounds.lambda[i];
        }
        for i in 0..=last {
            [answer.vertex_a[i], answer.vertex_b[i]] = difference.ids(state.tags[i]);
        }
        answer.point_a = frame.world(&point_a);
        answer.point_b = frame.world(&point_b);
        if bounds.axis == Vec3::zeros() {
            // The origin is inside or on the simplex: no direction is left but the one before.
            answer.direction = -certificate::last_axis(state);
        }
    }
    answer
}

/// The pairs whose bounds did not meet, and all of them where the query asks for polish.
#[cold]
#[inline(never)]
fn doubtful<D: Difference, const LEVEL: u8>(
    query: &Query,
    difference: &mut D,
    limits: &Limits,
    state: &State<D::Tag>,
    mut bounds: Bounds,
) -> Answer {
    let extent = difference.extent();
    if state.stop == Stop::OriginInside && !query.polish {
        let refined = certificate::refined(state, &bounds);
        if let Some(outcome) = verdict(state, &refined, extent, query.tolerance) {
            return report::<D, LEVEL>(difference, state, &refined, outcome);
        }
    }
    let zero = bounds.convex && bounds.upper <= certificate::ZERO * f64::EPSILON * extent;
    if zero && !query.polish {
        let outcome = at_contact(difference, limits, &mut bounds);
        return report::<D, LEVEL>(difference, state, &bounds, outcome);
    }
    let vertices = difference.count(Side::A) > 0 && difference.count(Side::B) > 0;
    if vertices && (query.polish || query.sub == SubAlgorithm::SignedVolumes) {
        let goal = if query.polish { Goal::Relative } else { Goal::Extent };
        let mut ids = state.tags.map(|tag| difference.ids(tag));
        let ids = &mut ids[..state.simplex.rank()];
        if let Some(settled) = careful::settle(difference, ids, goal) {
            return settled_answer(difference, limits, state, &settled);
        }
    }
    // The direction of the face itself proves more than the blended point does.
    let mut state = *state;
    if let Some(solution) = signed_volumes::whole(&state.simplex)
        && solution.len < 4
    {
        let w = difference.support(&solution.direction).0;
        let better = certificate::bounds(&State { direction: solution.direction, w, ..state });
        if better.lower > bounds.lower {
            bounds = Bounds { lower: better.lower, axis: better.axis, ..bounds };
        }
    }
    let ended = !matches!(state.stop, Stop::IterationLimit | Stop::SubFailed);
    let outcome = match verdict(&state, &bounds, extent, query.tolerance) {
        Some(outcome) => outcome,
        None if vertices || !ended => Outcome::IterationLimit,
        None if bounds.lower > 12.0 * f64::EPSILON * extent => Outcome::Separated,
        None if bounds.upper <= SMOOTH_ZERO * extent => at_contact(difference, limits, &mut bounds),
        None => Outcome::IterationLimit,
    };
    if bounds.upper.is_nan() {
        (state.stop, bounds.upper) = (Stop::SubFailed, f64::INFINITY);
    }
    report::<D, LEVEL>(difference, &state, &bounds, outcome)
}

/// Touching or overlapping, and the plane between touching bodies.
fn at_contact<D: Difference>(difference: &mut D, limits: &Limits, bounds: &mut Bounds) -> Outcome {
    match contact::plane(difference, limits) {
        Some(axis) => {
            bounds.axis = axis;
            Outcome::Touching
        }
        None => Outcome::Overlapping,
    }
}

/// The answer of the careful path in world coordinates.
fn settled_answer<D: Difference>(
    difference: &mut D,
    limits: &Limits,
    state: &State<D::Tag>,
    settled: &Settled,
) -> Answer {
    let frame = difference.frame();
    let Settled { corners, lambda, len, upper, lower, direction, .. } = *settled;
    let mut axis = {
        let length = direction.dot(direction).sqrt();
        if length.hi > 0.0 {
            direction.times(super::dd::Dd::from(1.0) / length).round()
        } else {
            certificate::last_axis(state)
        }
    };
    let near = upper.hi <= certificate::ZERO * f64::EPSILON * difference.extent();
    let outcome = if len == 4 || settled.zero || (near && !settled.proven) {
        match contact::plane(difference, limits) {
            Some(plane) => {
                axis = plane;
                Outcome::Touching
            }
            None => Outcome::Overlapping,
        }
    } else if settled.proven {
        Outcome::Separated
    } else {
        Outcome::IterationLimit
    };
    let apart = matches!(outcome, Outcome::Separated | Outcome::IterationLimit);
    // Rounded down by more than the double-double arithmetic and the last rounding can add.
    let lower = lower.hi * (1.0 - 4.0 * f64::EPSILON) - 1e-28 * difference.extent();
    let mut answer = Answer {
        distance: if apart { upper.hi / frame.factor } else { 0.0 },
        lower_bound: if apart && lower > 0.0 { lower / frame.factor } else { 0.0 },
        point_a: Vec3::zeros(),
        point_b: Vec3::zeros(),
        direction: -axis,
        vertex_count: len,
        vertex_a: [0; 4],
        vertex_b: [0; 4],
        weight: lambda.map(|l| l.hi),
        outcome,
        stop: state.stop,
        iterations: state.iterations + settled.iterations,
        sub_calls: state.sub_calls,
        backup_calls: state.backup_calls,
        careful: true,
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
    answer
}
