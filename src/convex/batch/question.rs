//! What is asked of many pairs: their distance, whether they are near, whether they meet.

use std::marker::PhantomData;

use super::block::{Block, MAX_CORNERS};
use super::decide::{Decide, Decided};
use super::ends::Ends;
use super::finish::{Finish, Prove};
use crate::convex::answer::Answer;
use crate::convex::boolean::gjk_decide;
use crate::convex::query::Query;
use crate::convex::search::Limits;
use crate::shape::PointSet;
use crate::simd::Wide;

/// The lanes without an answer, a bit each.
pub(super) struct Refused {
    /// Those in which nothing was searched, and nothing handed over.
    pub(super) unsearched: u32,
    /// Those in which a search ended without proof.
    pub(super) unproven: u32,
}

impl Refused {
    /// All lanes of a block that has none.
    pub(super) const ALL: Self = Self { unsearched: !0, unproven: 0 };
}

/// What is asked of many pairs.
pub(super) trait Question {
    type Answer: Send;

    /// The largest number of corners for which two lanes, where there are no more, are quicker than
    /// single queries.
    const MAX_CORNERS_OF_TWO_LANES: usize = MAX_CORNERS;

    /// The answer for one pair.
    fn single(query: &Query, a: &PointSet, b: &PointSet) -> Self::Answer;

    /// The distance that a plane between the centres is to prove before a search begins, if one is
    /// to be tried.
    fn margin_test(query: &Query) -> Option<f64>;

    /// The answers for the pairs in the first lanes, which are `far` apart in some; if they are in
    /// all, the block is not filled.
    fn in_lanes<W: Wide>(
        query: &Query,
        block: &Block<W>,
        far: W::Mask,
        answers: &mut [Self::Answer],
        ends: &mut Ends,
    ) -> Refused;

    /// The answer for a pair whose search ended in a lane without proof.
    fn handed_over(
        query: &Query,
        a: &PointSet,
        b: &PointSet,
        _ends: &Ends,
        _lane: usize,
    ) -> Self::Answer {
        Self::single(query, a, b)
    }
}

/// The distance with all that belongs to it, as a `T`.
pub(super) struct DistanceQuestion<T>(PhantomData<T>);

impl<T: From<Answer> + Send> Question for DistanceQuestion<T> {
    type Answer = T;

    // Measured: singly 8 corners take two thirds of the time, 16 a half.
    const MAX_CORNERS_OF_TWO_LANES: usize = 4;

    fn single(query: &Query, a: &PointSet, b: &PointSet) -> T {
        query.distance(a, b).into()
    }

    #[inline(always)]
    fn margin_test(_: &Query) -> Option<f64> {
        None
    }

    #[inline(always)]
    fn in_lanes<W: Wide>(
        query: &Query,
        block: &Block<W>,
        _: W::Mask,
        answers: &mut [T],
        ends: &mut Ends,
    ) -> Refused {
        let limits = &limits(query);
        let usual = block.usual();
        let given = Finish { block, limits, go: usual, answers, ends }.finish();
        Refused { unsearched: W::bits(!usual), unproven: W::bits(usual & !given) }
    }

    fn handed_over(query: &Query, a: &PointSet, b: &PointSet, ends: &Ends, lane: usize) -> T {
        ends.answer(lane, query, a, b).into()
    }
}

/// Whether bodies may be nearer than the bound, as a `T`.
pub(super) struct WithinQuestion<T>(PhantomData<T>);

impl<T: From<bool> + Send> Question for WithinQuestion<T> {
    type Answer = T;

    fn single(query: &Query, a: &PointSet, b: &PointSet) -> T {
        query.within(a, b).into()
    }

    #[inline(always)]
    fn margin_test(query: &Query) -> Option<f64> {
        Some(query.bound)
    }

    #[inline(always)]
    fn in_lanes<W: Wide>(
        query: &Query,
        block: &Block<W>,
        far: W::Mask,
        answers: &mut [T],
        _: &mut Ends,
    ) -> Refused {
        let mut beyond = W::bits(far);
        let mut refused = 0;
        if W::any(!far) {
            let (limits, usual) = (limits(query), block.usual());
            let proven = Prove { block, limits: &limits, go: usual & !far }.prove();
            beyond |= W::bits(proven.beyond);
            refused = !W::bits(far | (usual & (proven.given | proven.contact)));
        }
        answer_but(beyond, answers);
        Refused { unsearched: refused, unproven: 0 }
    }
}

/// Whether bodies touch or overlap, as the default boolean test asks it, as a `T`.
pub(super) struct Intersects<T>(PhantomData<T>);

impl<T: From<bool> + Send> Question for Intersects<T> {
    type Answer = T;

    fn single(query: &Query, a: &PointSet, b: &PointSet) -> T {
        gjk_decide(query, a, b).verdict.may_intersect().into()
    }

    #[inline(always)]
    fn margin_test(_: &Query) -> Option<f64> {
        Some(0.0)
    }

    #[inline(always)]
    fn in_lanes<W: Wide>(
        query: &Query,
        block: &Block<W>,
        far: W::Mask,
        answers: &mut [T],
        _: &mut Ends,
    ) -> Refused {
        let mut apart = W::bits(far);
        let mut refused = 0;
        if W::any(!far) {
            let (limits, usual) = (&limits(query), block.usual());
            let go = usual & !far;
            let Decided { disjoint, meeting } = W::apart(Decide { block, limits, go });
            apart |= W::bits(disjoint & go);
            let unproven = go & !(disjoint | meeting);
            refused = W::bits(!far & !usual);
            if W::any(unproven) {
                // Searched once more on vertices alone, as a single query does.
                let proven = Prove { block, limits, go: unproven }.prove();
                apart |= W::bits(proven.beyond & unproven);
                refused |= W::bits(unproven & !(proven.beyond | proven.contact));
            }
        }
        answer_but(apart, answers);
        Refused { unsearched: refused, unproven: 0 }
    }
}

/// Yes in all lanes but those with a bit.
#[inline(always)]
fn answer_but<T: From<bool>>(no: u32, answers: &mut [T]) {
    for (lane, answer) in answers.iter_mut().enumerate() {
        *answer = (no >> lane & 1 == 0).into();
    }
}

fn limits(query: &Query) -> Limits {
    Limits { tolerance: query.tolerance, bound: query.bound, iterations: query.max_iterations }
}
