//! Many pairs of small bodies at once: a search in each lane of a register.
//!
//! A contact step asks the same question of thousands of pairs of tetrahedra or facets. One search after the
//! other waits for its own branches; eight side by side do not branch: they take their steps in lock step, each
//! by selection, until the last has ended. Every lane makes the operations of a single query in the same order,
//! so the answers are the same to the last bit, and where the bounds of a lane do not meet, the pair
//! is asked singly. Without AVX2 every pair is.

mod block;
mod decide;
mod face;
mod finish;
mod search;

use std::marker::PhantomData;

use rayon::prelude::*;

use super::answer::Answer;
use super::query::Query;
use super::search::Limits;
use super::sub::SubAlgorithm;
use crate::convex::boolean::gjk_decide;
use crate::error::{Error, ErrorKind};
use crate::shape::{Hulls, MAX_INDEXED, PointSet};
use crate::simd::{self, Isa, MOST_WIDE, Wide, WideTask};
use block::{Block, Fill, MOST_CORNERS};
use decide::{Decide, Decided};
use finish::{Finish, Prove};

/// As many pairs are one job for a thread.
const JOB: usize = 1024;

impl Query {
    /// The answers of [`distance`](Self::distance) for many pairs, bit for bit: body i of `a` against body i of `b`. Bodies of up
    /// to 16 points are searched in lanes where as many in a row have the same size. The threads are those of rayon's current pool.
    ///
    /// Returns how many pairs were asked singly, because lanes could not prove their answers or there were none.
    ///
    /// ```
    /// use gapkit::shape::Hulls;
    /// use gapkit::{Answer, Query};
    ///
    /// // Two tetrahedra of a mesh, each against a node.
    /// let nodes = [
    ///     [0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [0.0, 0.0, -1.0],
    ///     [0.25, 0.25, 3.0],
    /// ];
    /// let tets = Hulls::indexed(&nodes, &[0, 1, 2, 3, 0, 2, 1, 4], 4)?;
    /// let points = Hulls::indexed(&nodes, &[5, 5], 1)?;
    /// let mut answers = [Answer::default(); 2];
    /// Query::default().distance_batch(&tets, &points, &mut answers)?;
    /// assert_eq!(answers[1].distance, 3.0);
    ///
    /// let (mut near, mut meet) = ([false; 2], [true; 2]);
    /// Query::default().with_bound(2.5)?.within_batch(&tets, &points, &mut near)?;
    /// Query::default().intersects_batch(&tets, &points, &mut meet)?;
    /// assert_eq!((near, meet), ([true, false], [false, false]));
    /// # Ok::<(), gapkit::Error>(())
    /// ```
    ///
    /// # Errors
    /// If there are not as many bodies A as bodies B and places for answers.
    pub fn distance_batch(
        &self,
        a: &Hulls,
        b: &Hulls,
        answers: &mut [Answer],
    ) -> Result<usize, Error> {
        ask::<Distance<Answer>>(self, a, b, answers)
    }

    /// The answers of [`within`](Self::within) for many pairs: see [`distance_batch`](Self::distance_batch).
    ///
    /// # Errors
    /// As for [`distance_batch`](Self::distance_batch).
    pub fn within_batch(&self, a: &Hulls, b: &Hulls, within: &mut [bool]) -> Result<usize, Error> {
        ask::<Within<bool>>(&Self { polish: false, ..*self }, a, b, within)
    }

    /// The answers of [`intersects`](crate::intersects) for many pairs: see [`distance_batch`](Self::distance_batch). Of the query, the
    /// instruction set and the iteration limit count.
    ///
    /// # Errors
    /// As for [`distance_batch`](Self::distance_batch).
    pub fn intersects_batch(
        &self,
        a: &Hulls,
        b: &Hulls,
        intersects: &mut [bool],
    ) -> Result<usize, Error> {
        ask::<Intersects<bool>>(&yes_or_no(self), a, b, intersects)
    }
}

/// What counts of a query that is asked for yes or no.
fn yes_or_no(query: &Query) -> Query {
    let Query { isa, max_iterations, .. } = *query;
    Query { bound: 0.0, isa, max_iterations, ..Query::default() }
}

/// The answers of [`Query::distance_batch`] as the caller wants them, by the calling thread alone.
pub(crate) fn distances<T>(query: &Query, a: &Hulls, b: &Hulls, answers: &mut [T])
where
    T: From<Answer> + Send,
{
    job::<Distance<T>>(query, a, b, 0, answers);
}

/// The same for [`Query::within_batch`].
pub(crate) fn within<T>(query: &Query, a: &Hulls, b: &Hulls, within: &mut [T])
where
    T: From<bool> + Send,
{
    job::<Within<T>>(&Query { polish: false, ..*query }, a, b, 0, within);
}

/// The same for [`Query::intersects_batch`].
pub(crate) fn intersects<T>(query: &Query, a: &Hulls, b: &Hulls, intersects: &mut [T])
where
    T: From<bool> + Send,
{
    job::<Intersects<T>>(&yes_or_no(query), a, b, 0, intersects);
}

/// What is asked of many pairs.
trait Question {
    type Answer: Send;

    /// The answer for one pair.
    fn single(query: &Query, a: &PointSet, b: &PointSet) -> Self::Answer;

    /// The distance that a plane between the centres is to prove before a search begins, if one is to be tried.
    fn look(query: &Query) -> Option<f64>;

    /// The answers for the pairs in the first lanes, which are `far` apart in some; if they are in all, the block is
    /// not filled. A bit is set for each that must be asked singly.
    fn in_lanes<W: Wide>(
        query: &Query,
        block: &Block<W>,
        far: W::Mask,
        answers: &mut [Self::Answer],
    ) -> u32;
}

/// The distance with all that belongs to it, as a `T`.
struct Distance<T>(PhantomData<T>);

impl<T: From<Answer> + Send> Question for Distance<T> {
    type Answer = T;

    fn single(query: &Query, a: &PointSet, b: &PointSet) -> T {
        query.distance(a, b).into()
    }

    #[inline(always)]
    fn look(_: &Query) -> Option<f64> {
        None
    }

    #[inline(always)]
    fn in_lanes<W: Wide>(query: &Query, block: &Block<W>, _: W::Mask, answers: &mut [T]) -> u32 {
        let limits = &limits(query);
        let usual = block.usual();
        let given = Finish { block, limits, go: usual, answers }.finish();
        !W::bits(usual & given)
    }
}

/// Whether bodies may be nearer than the bound, as a `T`.
struct Within<T>(PhantomData<T>);

impl<T: From<bool> + Send> Question for Within<T> {
    type Answer = T;

    fn single(query: &Query, a: &PointSet, b: &PointSet) -> T {
        query.within(a, b).into()
    }

    #[inline(always)]
    fn look(query: &Query) -> Option<f64> {
        Some(query.bound)
    }

    #[inline(always)]
    fn in_lanes<W: Wide>(query: &Query, block: &Block<W>, far: W::Mask, answers: &mut [T]) -> u32 {
        let mut beyond = W::bits(far);
        let mut refused = 0;
        if W::any(!far) {
            let (limits, usual) = (limits(query), block.usual());
            let proven = Prove { block, limits: &limits, go: usual & !far }.prove();
            beyond |= W::bits(proven.beyond);
            refused = !W::bits(far | (usual & proven.given));
        }
        for (lane, answer) in answers.iter_mut().enumerate() {
            *answer = (beyond >> lane & 1 == 0).into();
        }
        refused
    }
}

/// Whether bodies touch or overlap, as the default boolean test asks it, as a `T`.
struct Intersects<T>(PhantomData<T>);

impl<T: From<bool> + Send> Question for Intersects<T> {
    type Answer = T;

    fn single(query: &Query, a: &PointSet, b: &PointSet) -> T {
        gjk_decide(query, a, b).verdict.may_intersect().into()
    }

    #[inline(always)]
    fn look(_: &Query) -> Option<f64> {
        Some(0.0)
    }

    #[inline(always)]
    fn in_lanes<W: Wide>(query: &Query, block: &Block<W>, far: W::Mask, answers: &mut [T]) -> u32 {
        let mut apart = W::bits(far);
        let mut refused = 0;
        if W::any(!far) {
            let (limits, usual) = (&limits(query), block.usual());
            let Decided { disjoint, meeting } =
                W::apart(Decide { block, limits, go: usual & !far });
            apart |= W::bits(disjoint);
            refused = !W::bits(far | (usual & (disjoint | meeting)));
        }
        for (lane, answer) in answers.iter_mut().enumerate() {
            *answer = (apart >> lane & 1 == 0).into();
        }
        refused
    }
}

fn limits(query: &Query) -> Limits {
    Limits { tolerance: query.tolerance, bound: query.bound, iterations: query.max_iterations }
}

/// Asks all pairs, in the order they have.
fn ask<Q: Question>(
    query: &Query,
    a: &Hulls,
    b: &Hulls,
    answers: &mut [Q::Answer],
) -> Result<usize, Error> {
    if a.len() != b.len() || a.len() != answers.len() {
        let (a, b, answers) = (a.len(), b.len(), answers.len());
        return Err(ErrorKind::BatchCount { a, b, answers }.into());
    }
    if answers.len() <= JOB {
        return Ok(job::<Q>(query, a, b, 0, answers));
    }
    let jobs = answers.par_chunks_mut(JOB).enumerate();
    Ok(jobs.map(|(i, answers)| job::<Q>(query, a, b, i * JOB, answers)).sum())
}

/// Asks the pairs from `first` on; returns how many were asked singly.
fn job<Q: Question>(
    query: &Query,
    a: &Hulls,
    b: &Hulls,
    first: usize,
    answers: &mut [Q::Answer],
) -> usize {
    let isa = query.isa.unwrap_or_else(Isa::widest);
    let plain = query.sub == SubAlgorithm::SignedVolumes && !query.polish;
    let task = Job::<Q> { query, a, b, first, answers };
    match if plain { simd::dispatch_wide(isa, task) } else { Err(task) } {
        Ok(singly) => singly,
        Err(task) => {
            (0..task.answers.len())
                .for_each(|i| task.answers[i] = single::<Q>(query, a, b, first + i));
            task.answers.len()
        }
    }
}

#[cold]
#[inline(never)]
fn single<Q: Question>(query: &Query, a: &Hulls, b: &Hulls, pair: usize) -> Q::Answer {
    let mut rooms = [[[0.0; 3]; MAX_INDEXED]; 2];
    let [room_a, room_b] = &mut rooms;
    Q::single(query, &a.set(pair, room_a), &b.set(pair, room_b))
}

/// Pairs that follow each other.
struct Job<'a, Q: Question> {
    query: &'a Query,
    a: &'a Hulls<'a>,
    b: &'a Hulls<'a>,
    first: usize,
    answers: &'a mut [Q::Answer],
}

impl<Q: Question> WideTask for Job<'_, Q> {
    type Output = usize;

    #[inline(always)]
    fn run<W: Wide>(self) -> usize {
        let Self { query, a, b, first, answers } = self;
        let mut block = Block::<W>::new();
        let mut rooms = [Vec::new(), Vec::new()];
        let mut singly = 0;
        for (i, answers) in answers.chunks_mut(W::LANES).enumerate() {
            let (first, count) = (first + i * W::LANES, answers.len());
            let mut refused = !0;
            let small = a.size(first).max(b.size(first)) <= MOST_CORNERS;
            if small && a.alike(first, count) && b.alike(first, count) {
                let look = Q::look(query);
                let far =
                    Fill { block: &mut block, rooms: &mut rooms, a, b, first, count, look }.fill();
                refused = Q::in_lanes(query, &block, far, answers);
            }
            refused &= (1 << count) - 1;
            singly += refused.count_ones() as usize;
            while refused != 0 {
                let lane = refused.trailing_zeros() as usize;
                answers[lane] = single::<Q>(query, a, b, first + lane);
                refused &= refused - 1;
            }
        }
        singly
    }
}

const _: () = assert!(MOST_WIDE <= 32 && MOST_CORNERS == MAX_INDEXED);
