//! Many pairs of small bodies at once: a search in each lane of a register.
//!
//! A contact step asks the same question of thousands of pairs of tetrahedra or facets. One search
//! after the other waits for its own branches; eight side by side do not branch: they take their
//! steps in lock step, each by selection, until the last has ended. Every lane makes the operations
//! of a single query in the same order, so the answers are the same to the last bit, and where the
//! bounds of a lane do not meet, the pair is asked singly. Where there are no lanes every pair is.

mod block;
mod decide;
mod ends;
mod face;
mod finish;
mod question;
mod search;

use rayon::prelude::*;

use super::answer::Answer;
use super::query::Query;
use super::sub::SubAlgorithm;
use crate::error::{Error, Reason};
use crate::shape::{CopiedPoints, Hulls, MAX_INDEXED};
use crate::simd::{self, Available, MAX_LANES, Wide, WideTask};
use block::{Block, Fill, MAX_CORNERS};
use ends::Ends;
use question::{DistanceQuestion, Intersects, Question, Refused, WithinQuestion};

/// As many pairs are one job for a thread.
const PAIRS_PER_JOB: usize = 1024;

impl Query {
    /// The answers of [`distance`](Self::distance) for many pairs, bit for bit: body i of `a`
    /// against body i of `b`. Bodies of up to 16 points are searched in lanes where as many in a
    /// row have the same size. The threads are those of rayon's current pool.
    ///
    /// Returns how many pairs were asked singly, because lanes could not prove their answers or
    /// there were none.
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
        ask::<DistanceQuestion<Answer>>(self, a, b, answers)
    }

    /// The answers of [`within`](Self::within) for many pairs: see
    /// [`distance_batch`](Self::distance_batch).
    ///
    /// # Errors
    /// As for [`distance_batch`](Self::distance_batch).
    pub fn within_batch(&self, a: &Hulls, b: &Hulls, within: &mut [bool]) -> Result<usize, Error> {
        ask::<WithinQuestion<bool>>(&Self { polish: false, ..*self }, a, b, within)
    }

    /// The answers of [`intersects`](crate::intersects) for many pairs: see
    /// [`distance_batch`](Self::distance_batch). Of the query, the instruction set and the
    /// iteration limit count.
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
    job::<DistanceQuestion<T>>(query, a, b, 0, answers);
}

/// The same for [`Query::within_batch`].
pub(crate) fn within<T>(query: &Query, a: &Hulls, b: &Hulls, within: &mut [T])
where
    T: From<bool> + Send,
{
    job::<WithinQuestion<T>>(&Query { polish: false, ..*query }, a, b, 0, within);
}

/// The same for [`Query::intersects_batch`].
pub(crate) fn intersects<T>(query: &Query, a: &Hulls, b: &Hulls, intersects: &mut [T])
where
    T: From<bool> + Send,
{
    job::<Intersects<T>>(&yes_or_no(query), a, b, 0, intersects);
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
        return Err(Reason::BatchCount { a, b, answers }.into());
    }
    if answers.len() <= PAIRS_PER_JOB {
        return Ok(job::<Q>(query, a, b, 0, answers));
    }
    let jobs = answers.par_chunks_mut(PAIRS_PER_JOB).enumerate();
    Ok(jobs.map(|(i, answers)| job::<Q>(query, a, b, i * PAIRS_PER_JOB, answers)).sum())
}

/// Asks the pairs from `first` on; returns how many were asked singly.
fn job<Q: Question>(
    query: &Query,
    a: &Hulls,
    b: &Hulls,
    first: usize,
    answers: &mut [Q::Answer],
) -> usize {
    let isa = query.isa.unwrap_or_else(Available::widest);
    let plain = query.sub == SubAlgorithm::SignedVolumes && !query.polish && !query.verify;
    let task = Batch::<Q> { query, a, b, first, answers };
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
    let mut places = [[[0.0; 3]; MAX_INDEXED]; 2];
    let [place_a, place_b] = &mut places;
    Q::single(query, &a.set(pair, place_a), &b.set(pair, place_b))
}

/// The same where a search has ended in a lane.
#[cold]
#[inline(never)]
fn handed_over<Q: Question>(
    query: &Query,
    a: &Hulls,
    b: &Hulls,
    pair: usize,
    ends: &Ends,
    lane: usize,
) -> Q::Answer {
    let mut places = [[[0.0; 3]; MAX_INDEXED]; 2];
    let [place_a, place_b] = &mut places;
    Q::handed_over(query, &a.set(pair, place_a), &b.set(pair, place_b), ends, lane)
}

/// Pairs that follow each other.
struct Batch<'a, Q: Question> {
    query: &'a Query,
    a: &'a Hulls<'a>,
    b: &'a Hulls<'a>,
    first: usize,
    answers: &'a mut [Q::Answer],
}

impl<Q: Question> WideTask for Batch<'_, Q> {
    type Output = usize;

    #[inline(always)]
    fn run<W: Wide>(self) -> usize {
        let Self { query, a, b, first, answers } = self;
        let mut block = Block::<W>::new();
        let mut scratch = [CopiedPoints::new(), CopiedPoints::new()];
        let mut ends = Ends::new();
        let mut singly = 0;
        for (i, answers) in answers.chunks_mut(W::LANES).enumerate() {
            let (first, count) = (first + i * W::LANES, answers.len());
            let mut refused = Refused::ALL;
            let corners = a.size(first).max(b.size(first));
            let max_corners = if W::LANES == 2 { Q::MAX_CORNERS_OF_TWO_LANES } else { MAX_CORNERS };
            let small = corners <= max_corners;
            if small && a.alike(first, count) && b.alike(first, count) {
                let margin_test = Q::margin_test(query);
                let far = Fill {
                    block: &mut block,
                    scratch: &mut scratch,
                    a,
                    b,
                    first,
                    count,
                    margin_test,
                }
                .fill();
                refused = Q::in_lanes(query, &block, far, answers, &mut ends);
            }
            let Refused { unsearched, unproven } = refused;
            let mut left = (unsearched | unproven) & ((1 << count) - 1);
            singly += left.count_ones() as usize;
            while left != 0 {
                let lane = left.trailing_zeros() as usize;
                answers[lane] = if unproven >> lane & 1 == 1 {
                    handed_over::<Q>(query, a, b, first + lane, &ends, lane)
                } else {
                    single::<Q>(query, a, b, first + lane)
                };
                left &= left - 1;
            }
        }
        singly
    }
}

const _: () = assert!(MAX_LANES <= 32 && MAX_CORNERS == MAX_INDEXED);
