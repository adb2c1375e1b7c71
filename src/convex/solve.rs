//! From a query to its answer: which search runs, on which instruction set.

use crate::convex::tolerances::LOWER_BOUND_ROUNDING;
use std::marker::PhantomData;
use std::mem::MaybeUninit;

use super::answer::{Answer, Outcome};
use super::centre_plane::centre_plane_test;
use super::certificate::{DistanceBounds, bounds, is_contact, reported_lower, verdict};
use super::difference::points::PointDifference;
use super::difference::support::{Indexed, Sampled, SupportDifference, Tag};
use super::difference::{Difference, Resolve};
use super::output::{Boolean, Distance, Full, Output, Within};
use super::query::Query;
use super::rounding;
use super::search::{self, Limits, State, Stop};
use super::sub::{Published, Step, SubAlgorithm, signed_volumes::SignedVolumes};
use super::tracking::Cache;
use super::verify;
use crate::shape::{PointSet, SupportMap};
use crate::simd::{self, Available, Lanes, Task};

/// Answers a query from scratch, at this level.
#[inline(always)]
pub(crate) fn solve<A: SupportMap, B: SupportMap, V: Output>(
    query: &Query,
    a: &A,
    b: &B,
) -> V::Output
where
    FromScratch<V>: Strategy<Output = V::Output>,
{
    if a.radius() + b.radius() == 0.0 {
        return core(query, a, b, FromScratch::<V>(PhantomData));
    }
    V::of(rounded(query, a, b, FromScratch::<Full>(PhantomData)))
}

/// Answers a query on point sets from scratch, and writes the answer where it belongs.
#[inline(always)]
pub(crate) fn solve_into<T: From<Answer>>(
    query: &Query,
    a: &PointSet,
    b: &PointSet,
    place: &mut MaybeUninit<T>,
) {
    if query.verify {
        place.write(T::from(verify::distance(query, a, b, None)));
        return;
    }
    core(query, a, b, Into { place });
}

/// Answers a query from where the last one with this cache ended.
#[inline(always)]
pub(crate) fn solve_tracked<A: SupportMap, B: SupportMap>(
    query: &Query,
    a: &A,
    b: &B,
    cache: &mut Cache,
) -> Answer {
    if a.radius() + b.radius() == 0.0 {
        return core(query, a, b, Tracked(cache));
    }
    rounded(query, a, b, Tracked(cache))
}

/// The answer for shapes with a radius, from that of their cores.
fn rounded<A: SupportMap, B: SupportMap>(
    query: &Query,
    a: &A,
    b: &B,
    strategy: impl Strategy<Output = Answer>,
) -> Answer {
    let (ra, rb) = (a.radius(), b.radius());
    let query = Query { bound: query.bound + ra + rb, ..*query };
    rounding::apply(core(&query, a, b, strategy), ra, rb, query.tolerance == 0.0)
}

/// The vertices of a point set. Two of them are passed as two arguments and not as one array: in
/// registers, that is, and not through memory.
pub(crate) type Points<'a> = &'a [[f64; 3]];

/// A way to search.
///
/// The generic part of a query is kept small: what does not depend on the shapes' types is compiled
/// once, here, and not again in every crate that asks for a distance.
pub(crate) trait Strategy: Sized {
    type Output;

    /// The support vertices to start from.
    #[inline(always)]
    fn hints(&self) -> [u32; 2] {
        [0; 2]
    }

    fn run<D: Resolve, S: Step>(self, query: &Query, difference: &mut D, sub: &S) -> Self::Output;

    /// Searches small point sets.
    fn on_points(self, query: &Query, a: Points, b: Points) -> Self::Output;

    /// Searches shapes of any kind with any sub-algorithm.
    fn on_shapes(self, query: &Query, a: &dyn SupportMap, b: &dyn SupportMap) -> Self::Output;
}

/// Runs the strategy on the core shapes.
#[inline(always)]
pub(crate) fn core<A: SupportMap, B: SupportMap, J: Strategy>(
    query: &Query,
    a: &A,
    b: &B,
    strategy: J,
) -> J::Output {
    if query.sub != SubAlgorithm::SignedVolumes {
        return strategy.on_shapes(query, a, b);
    }
    match (a.points(), b.points()) {
        (Some(pa), Some(pb)) if pa.len().max(pb.len()) <= simd::MAX_POINTS => {
            strategy.on_points(query, pa, pb)
        }
        (Some(_), Some(_)) => strategy.on_shapes(query, a, b),
        _ => mapped(query, a, b, &SignedVolumes, strategy),
    }
}

/// Runs the strategy on the instruction set of the query, in lanes for the number of vertices.
#[inline(always)]
pub(crate) fn small<J: Strategy>(query: &Query, a: Points, b: Points, strategy: J) -> J::Output {
    let isa = query.isa.unwrap_or_else(Available::widest);
    match a.len().max(b.len()) {
        0..=4 => simd::dispatch(isa, Small::<J, 4> { query, a, b, strategy }),
        5..=8 => simd::dispatch(isa, Small::<J, 8> { query, a, b, strategy }),
        9..=16 => simd::dispatch(isa, Small::<J, 16> { query, a, b, strategy }),
        _ => simd::dispatch(isa, Small::<J, { simd::MAX_POINTS }> { query, a, b, strategy }),
    }
}

/// Two point sets of at most `N` vertices.
struct Small<'a, J, const N: usize> {
    query: &'a Query,
    a: Points<'a>,
    b: Points<'a>,
    strategy: J,
}

impl<J: Strategy, const N: usize> Task for Small<'_, J, N> {
    type Output = J::Output;
    const FILLS_512_BITS: bool = N > 8;
    #[inline(always)]
    fn run<L: Lanes>(self) -> J::Output {
        let mut scratch = [const { MaybeUninit::uninit() }; 2];
        let mut difference = PointDifference::<L, N>::new([self.a, self.b], &mut scratch);
        self.strategy.run(self.query, &mut difference, &SignedVolumes)
    }
}

/// Any sub-algorithm on shapes of any kind.
#[inline(never)]
pub(crate) fn any_sub<J: Strategy>(
    query: &Query,
    a: &dyn SupportMap,
    b: &dyn SupportMap,
    strategy: J,
) -> J::Output {
    // References to references: those have a size, and are shapes too.
    let (a, b) = (&a, &b);
    match query.sub {
        SubAlgorithm::SignedVolumes => mapped(query, a, b, &SignedVolumes, strategy),
        sub => on_map::<_, _, _, J, Sampled>(query, a, b, &Published(sub), strategy),
    }
}

/// Shapes given by their support maps.
#[inline(always)]
pub(crate) fn mapped<A: SupportMap, B: SupportMap, S: Step, J: Strategy>(
    query: &Query,
    a: &A,
    b: &B,
    sub: &S,
    strategy: J,
) -> J::Output {
    if a.vertex_count() > 0 && b.vertex_count() > 0 {
        on_map::<A, B, S, J, Indexed>(query, a, b, sub, strategy)
    } else {
        on_map::<A, B, S, J, Sampled>(query, a, b, sub, strategy)
    }
}

#[inline(never)]
fn on_map<A: SupportMap, B: SupportMap, S: Step, J: Strategy, T: Tag>(
    query: &Query,
    a: &A,
    b: &B,
    sub: &S,
    strategy: J,
) -> J::Output {
    let mut difference = SupportDifference::<A, B, T>::new(a, b, strategy.hints());
    strategy.run(query, &mut difference, sub)
}

#[inline(always)]
pub(crate) fn limits<D: Difference>(query: &Query, difference: &D) -> Limits {
    Limits {
        tolerance: query.tolerance,
        bound: query.bound * difference.frame().factor,
        iterations: query.max_iterations,
    }
}

/// Searches from the direction between the centres.
pub(crate) struct FromScratch<V>(PhantomData<V>);

macro_rules! from_scratch {
    ($output:ty, $centre_plane_test:expr) => {
        impl Strategy for FromScratch<$output> {
            type Output = <$output as Output>::Output;

            #[inline(always)]
            fn run<D: Resolve, S: Step>(
                self,
                query: &Query,
                difference: &mut D,
                sub: &S,
            ) -> Self::Output {
                let limits = limits(query, difference);
                let start = difference.start();
                let state = search::begin(difference, &limits, start);
                let state = search::run(difference, sub, &limits, state);
                conclude::<D, $output>(query, difference, &limits, &state)
            }

            #[inline(never)]
            fn on_points(self, query: &Query, a: Points, b: Points) -> Self::Output {
                let centre_plane_test: fn(&Query, Points, Points) -> Option<Self::Output> =
                    $centre_plane_test;
                match centre_plane_test(query, a, b) {
                    Some(output) => output,
                    None => small(query, a, b, self),
                }
            }

            #[inline(never)]
            fn on_shapes(
                self,
                query: &Query,
                a: &dyn SupportMap,
                b: &dyn SupportMap,
            ) -> Self::Output {
                <$output>::of(any_sub(query, a, b, FromScratch::<Full>(PhantomData)))
            }
        }
    };
}

from_scratch!(Boolean, |query, a, b| clearly_beyond(query, a, b).then_some(Outcome::Separated));
from_scratch!(Within, |query, a, b| clearly_beyond(query, a, b).then_some(false));
from_scratch!(Distance, |_, _, _| None);
from_scratch!(Full, |_, _, _| None);

/// As [`FromScratch`], with an answer that is written where it belongs as soon as it is found:
/// what is made of it is made in registers. One that is returned is read again, in other widths
/// than it was written in, which waits for memory.
struct Into<'a, T> {
    place: &'a mut MaybeUninit<T>,
}

impl<T: From<Answer>> Strategy for Into<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run<D: Resolve, S: Step>(self, query: &Query, difference: &mut D, sub: &S) {
        let limits = limits(query, difference);
        let start = difference.start();
        let state = search::begin(difference, &limits, start);
        let state = search::run(difference, sub, &limits, state);
        let (bounds, outcome) = proven(query, difference, &state);
        if let Some(outcome) = outcome {
            self.place.write(T::from(Full::report(difference, &state, &bounds, outcome)));
        } else {
            // A copy: the address of the state itself must not leave the hot path.
            let end = state;
            self.place.write(T::from(difference.resolve(query, &limits, &end)));
        }
    }

    #[inline(always)]
    fn on_points(self, query: &Query, a: Points, b: Points) {
        small(query, a, b, self);
    }

    #[inline(never)]
    fn on_shapes(self, query: &Query, a: &dyn SupportMap, b: &dyn SupportMap) {
        let strategy = FromScratch::<Full>(PhantomData);
        self.place.write(T::from(strategy.on_shapes(query, a, b)));
    }
}

/// Whether the plane between the centres already proves that small bodies are farther apart than
/// the bound.
#[inline(always)]
fn clearly_beyond(query: &Query, a: Points, b: Points) -> bool {
    centre_plane_test(query, LOWER_BOUND_ROUNDING, a, b).is_some()
}

/// Searches from where the last query on the pair ended, and remembers where this one does.
struct Tracked<'a>(&'a mut Cache);

impl Strategy for Tracked<'_> {
    type Output = Answer;

    #[inline(always)]
    fn hints(&self) -> [u32; 2] {
        self.0.hints
    }

    #[inline(always)]
    fn run<D: Resolve, S: Step>(self, query: &Query, difference: &mut D, sub: &S) -> Answer {
        let limits = limits(query, difference);
        // No closures: a compiler that keeps one out of line keeps it without the instruction set.
        let mut state = match self.0.revive(difference) {
            Some(state) => state,
            None => {
                let start = match self.0.direction() {
                    Some(direction) => direction,
                    None => difference.start(),
                };
                search::begin(difference, &limits, start)
            }
        };
        if state.stop != Stop::OriginInside {
            state = search::run(difference, sub, &limits, state);
        }
        let answer = conclude::<D, Full>(query, difference, &limits, &state);
        self.0.remember(&answer, difference.hints());
        answer
    }

    #[inline(never)]
    fn on_points(self, query: &Query, a: Points, b: Points) -> Answer {
        small(query, a, b, self)
    }

    #[inline(never)]
    fn on_shapes(self, query: &Query, a: &dyn SupportMap, b: &dyn SupportMap) -> Answer {
        any_sub(query, a, b, self)
    }
}

/// What the end of a search proves.
#[inline(always)]
pub(crate) fn conclude<D: Resolve, V: Output>(
    query: &Query,
    difference: &mut D,
    limits: &Limits,
    state: &State<D::Tag>,
) -> V::Output {
    if state.stop == Stop::BeyondBound {
        return V::beyond(difference, state);
    }
    let (bounds, outcome) = proven(query, difference, state);
    if let Some(outcome) = outcome {
        if limits.bound < f64::INFINITY
            && reported_lower(bounds.lower, difference.extent()) > limits.bound
        {
            // By a direction that was too short for the search to tell.
            return V::beyond(difference, state);
        }
        return V::report(difference, state, &bounds, outcome);
    }
    if let Some(output) = V::at_contact()
        && is_contact(&bounds, difference.extent())
    {
        return output;
    }
    // A copy: the address of the state itself must not leave the hot path.
    let state = *state;
    V::of(difference.resolve(query, limits, &state))
}

/// The bounds at the end of a search, and what they prove; nothing where the query asks for more
/// digits than they have.
#[inline(always)]
fn proven<D: Difference>(
    query: &Query,
    difference: &D,
    state: &State<D::Tag>,
) -> (DistanceBounds, Option<Outcome>) {
    let bounds = bounds(state);
    let outcome = if state.stop == Stop::BeyondBound {
        Some(Outcome::Separated)
    } else if query.polish {
        None
    } else {
        verdict(state, &bounds, difference.extent(), query.tolerance)
    };
    (bounds, outcome)
}
