//! From a query to its answer: which search, on which instruction set, and what its end proves.

use super::answer::{Answer, Outcome};
use super::careful::{self, Goal, Settled};
use super::certificate::{self, Bounds, bounds, reported_lower, verdict};
use super::contact;
use super::difference::{Difference, Mapped, Side};
use super::packed::Packed;
use super::query::Query;
use super::rounding;
use super::search::{self, Face, Limits, State, Stop};
use super::simplex::Simplex;
use super::sub::{self, Step, SubAlgorithm, signed_volumes};
use super::tracking::Cache;
use crate::Vec3;
use crate::shape::SupportMap;
use crate::simd::{self, Isa, Lanes, Task};
use std::mem::MaybeUninit;

/// Level 1 of the barycode paper: the outcome only.
pub(crate) const BOOLEAN: u8 = 1;
/// Level 2: distance and lower bound.
pub(crate) const DISTANCE: u8 = 2;
/// Level 3: witness points, direction, features.
pub(crate) const FULL: u8 = 3;

/// How near the bounds of smooth shapes are brought, in eps times the extent: nearer than the
/// points are rounded makes no sense.
const SMOOTH_GOAL: f64 = 4.0;

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
    let exact = query.tolerance == 0.0;
    if ra + rb == 0.0 { answer } else { rounding::apply(answer, ra, rb, exact) }
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
        match pa.len().max(pb.len()) {
            0..=4 => return small::<4, LEVEL>(query, [pa, pb], cache),
            5..=8 => return small::<8, LEVEL>(query, [pa, pb], cache),
            9..=16 => return small::<16, LEVEL>(query, [pa, pb], cache),
            17..=simd::MOST => return small::<{ simd::MOST }, LEVEL>(query, [pa, pb], cache),
            _ => {}
        }
    }
    mapped::<A, B, _, LEVEL>(query, a, b, &signed_volumes::SignedVolumes, cache)
}

/// Two point sets of at most `N` vertices.
#[inline(always)]
fn small<const N: usize, const LEVEL: u8>(
    query: &Query,
    points: [&[[f64; 3]]; 2],
    cache: Option<&mut Cache>,
) -> Answer {
    let isa = query.isa.unwrap_or_else(Isa::detect);
    match cache {
        None => simd::dispatch(isa, Cold::<N, LEVEL> { query, points }),
        Some(cache) => simd::dispatch(isa, Tracked::<N, LEVEL> { query, points, cache }),
    }
}

struct Cold<'a, const N: usize, const LEVEL: u8> {
    query: &'a Query,
    points: [&'a [[f64; 3]]; 2],
}

impl<const N: usize, const LEVEL: u8> Task for Cold<'_, N, LEVEL> {
    type Output = Answer;
    #[inline(always)]
    fn run<L: Lanes>(self) -> Answer {
        let mut room = [const { MaybeUninit::uninit() }; 2];
        let mut difference = Packed::<L, N>::new(self.points, &mut room);
        cold::<_, _, LEVEL>(self.query, &mut difference, &signed_volumes::SignedVolumes)
    }
}

struct Tracked<'a, const N: usize, const LEVEL: u8> {
    query: &'a Query,
    points: [&'a [[f64; 3]]; 2],
    cache: &'a mut Cache,
}

impl<const N: usize, const LEVEL: u8> Task for Tracked<'_, N, LEVEL> {
    type Output = Answer;
    #[inline(always)]
    fn run<L: Lanes>(self) -> Answer {
        let mut room = [const { MaybeUninit::uninit() }; 2];
        let mut difference = Packed::<L, N>::new(self.points, &mut room);
        let sub = signed_volumes::SignedVolumes;
        tracked::<_, _, LEVEL>(self.query, &mut difference, &sub, self.cache)
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
    macro_rules! with {
        ($sub:expr) => {
            mapped::<_, _, _, LEVEL>(query, a, b, &$sub, cache)
        };
    }
    match query.sub {
        SubAlgorithm::SignedVolumes => with!(signed_volumes::SignedVolumes),
        SubAlgorithm::LiteralSignedVolumes => with!(sub::literal::LiteralSignedVolumes),
        SubAlgorithm::ExactSigns => with!(sub::exact_signs::ExactSigns),
        SubAlgorithm::Barycode => with!(sub::barycode::Barycode),
        SubAlgorithm::Johnson => with!(sub::johnson::Johnson),
        SubAlgorithm::JohnsonBackup => with!(sub::johnson_backup::JohnsonBackup),
        SubAlgorithm::Backup => with!(sub::backup::Backup),
        SubAlgorithm::LeastSquares => with!(sub::least_squares::LeastSquares),
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
    S: Step,
{
    match cache {
        None => cold::<_, _, LEVEL>(query, &mut Mapped::new(a, b, [0; 2]), sub),
        Some(cache) => {
            let mut difference = Mapped::new(a, b, cache.hints);
            tracked::<_, _, LEVEL>(query, &mut difference, sub, cache)
        }
    }
}

#[inline(always)]
fn limits<D: Difference>(query: &Query, difference: &D) -> Limits {
    Limits {
        tolerance: query.tolerance,
        bound: query.bound * difference.frame().factor,
        iterations: query.max_iterations,
    }
}

/// Searches from the direction between the centres.
#[inline(always)]
fn cold<D: Difference, S: Step, const LEVEL: u8>(
    query: &Query,
    difference: &mut D,
    sub: &S,
) -> Answer {
    let limits = limits(query, difference);
    let start = difference.start();
    let state = search::begin(difference, &limits, start);
    let state = search::run(difference, sub, &limits, state);
    conclude::<D, LEVEL>(query, difference, &limits, &state)
}

/// Searches from where the last query on the pair ended, and remembers where this one does.
#[inline(always)]
fn tracked<D: Difference, S: Step, const LEVEL: u8>(
    query: &Query,
    difference: &mut D,
    sub: &S,
    cache: &mut Cache,
) -> Answer {
    let limits = limits(query, difference);
    let mut state = cache.revive(difference).unwrap_or_else(|| {
        let start = cache.direction().unwrap_or_else(|| difference.start());
        search::begin(difference, &limits, start)
    });
    if state.stop != Stop::OriginInside {
        state = search::run(difference, sub, &limits, state);
    }
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
    // A copy: the address of the state itself must not leave the hot path.
    let state = *state;
    doubtful::<D, LEVEL>(query, difference, limits, &state, bounds)
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
        distance: if overlapping { 0.0 } else { bounds.upper * frame.inverse },
        lower_bound: if overlapping { 0.0 } else { lower * frame.inverse },
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
        careful: false,
        visited: difference.visited(state.iterations),
    };
    if LEVEL == FULL {
        let (a, b) = difference.pair(state.face.last.tag);
        let (mut point_a, mut point_b) = (a, b);
        for i in 0..3 {
            // Past the last vertex the weights are zero, and so is what they add.
            let (ai, bi) = difference.pair(state.face.kept[i].tag);
            point_a += (ai - a) * bounds.lambda[i];
            point_b += (bi - b) * bounds.lambda[i];
        }
        for (i, vertex) in state.face.vertices().into_iter().enumerate() {
            [answer.vertex_a[i], answer.vertex_b[i]] = difference.ids(vertex.tag);
        }
        answer.point_a = frame.world(&point_a);
        answer.point_b = frame.world(&point_b);
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
    let vertices = difference.count(Side::A) > 0 && difference.count(Side::B) > 0;
    let zero = bounds.convex && bounds.upper <= certificate::ZERO * f64::EPSILON * extent;
    if vertices && zero && !query.polish {
        let outcome = at_contact(difference, limits, &mut bounds);
        return report::<D, LEVEL>(difference, state, &bounds, outcome);
    }
    if vertices && (query.polish || query.sub == SubAlgorithm::SignedVolumes) {
        let goal = if query.polish { Goal::Relative } else { Goal::Extent };
        let ids = state.face.vertices().map(|vertex| difference.ids(vertex.tag));
        let ids = &ids[..state.face.len];
        if let Some(settled) = careful::settle(difference, ids, goal) {
            return settled_answer(difference, limits, state, &settled, 0.0);
        }
    }
    if !vertices && state.stop != Stop::IterationLimit {
        let tags = state.face.vertices().map(|vertex| vertex.tag);
        let tags = &tags[..state.face.len];
        if let Some(settled) = careful::settle_smooth(difference, tags, SMOOTH_GOAL) {
            let rounding = search::GAP * f64::EPSILON * difference.extent();
            return settled_answer(difference, limits, state, &settled, rounding);
        }
    }
    // The direction of the face itself proves more than the blended point does.
    let mut state = *state;
    let points = state.face.vertices().map(|vertex| vertex.s);
    if let Some(simplex) = Simplex::of(&points[..state.face.len])
        && let Some(solution) = signed_volumes::whole(&simplex)
    {
        if solution.len < 4 {
            let w = difference.support(&solution.direction).s;
            let face = Face { direction: solution.direction, ..state.face };
            let better = certificate::bounds(&State { face, w, ..state });
            if better.lower > bounds.lower {
                bounds = Bounds { lower: better.lower, axis: better.axis, ..bounds };
            }
        } else {
            // Likewise its volumes: the weights of normal equations miss the origin by their
            // squared condition, for one in eight overlapping tetrahedra by more than is proof.
            let face = Face { weights: solution.weights, ..state.face };
            let better = certificate::bounds(&State { face, ..state });
            if better.upper < bounds.upper {
                bounds = better;
            }
        }
    }
    let outcome = verdict(&state, &bounds, extent, query.tolerance);
    let outcome = outcome.unwrap_or(Outcome::IterationLimit);
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
        None => {
            if bounds.axis == Vec3::zeros() {
                bounds.axis = difference.start().normalize();
            }
            Outcome::Overlapping
        }
    }
}

/// What the careful path proves, and the plane between touching bodies.
fn settled_outcome<D: Difference>(
    difference: &mut D,
    limits: &Limits,
    settled: &Settled,
    rounding: f64,
    axis: &mut Vec3,
) -> Outcome {
    let Settled { len, upper, lower, zero, proven, .. } = *settled;
    if len == 4 || zero {
        let plane = contact::plane(difference, limits);
        *axis = plane.unwrap_or(*axis);
        return if plane.is_some() { Outcome::Touching } else { Outcome::Overlapping };
    }
    if upper.hi <= rounding && lower.hi >= -2.0 * rounding {
        return Outcome::Touching;
    }
    // Smooth shapes may be apart for certain without the bounds meeting.
    let apart = rounding > 0.0 && lower.hi > 3.0 * rounding;
    if proven || apart { Outcome::Separated } else { Outcome::IterationLimit }
}

/// The answer of the careful path in world coordinates; `rounding` is that of the vertices.
fn settled_answer<D: Difference>(
    difference: &mut D,
    limits: &Limits,
    state: &State<D::Tag>,
    settled: &Settled,
    rounding: f64,
) -> Answer {
    let frame = difference.frame();
    let Settled { corners, lambda, len, upper, lower, direction, .. } = *settled;
    let mut axis = {
        let length = direction.dot(direction).sqrt();
        if length.hi > 0.0 {
            direction.times(super::dd::Dd::from(1.0) / length).round()
        } else {
            state.face.direction.try_normalize(0.0).unwrap_or(difference.start().normalize())
        }
    };
    let outcome = settled_outcome(difference, limits, settled, rounding, &mut axis);
    let apart = matches!(outcome, Outcome::Separated | Outcome::IterationLimit);
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
