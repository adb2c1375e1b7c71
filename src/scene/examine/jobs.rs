//! Candidates in jobs for the threads.

use std::ops::RangeInclusive;
use std::slice;
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use super::{JobCandidates, Narrow, Output, ThreadScratch};
use crate::scene::candidates::record::{Candidate, PairRecord};
use crate::scene::facet_pairs::near_pairs::PairLimit;

/// The number of jobs that candidates are split into, and the range of their sizes.
const TARGET_JOBS: usize = 64;
const PAIRS_PER_JOB: RangeInclusive<usize> = 8..=256;

/// The size of jobs of the exhaustive search.
const FACETS_PER_JOB: usize = 256;

/// The candidates with what is kept of them, and where the jobs put what they find.
pub(in crate::scene) struct Jobs<'a> {
    pub(in crate::scene) outputs: &'a mut Vec<Output>,
    /// One for each thread.
    pub(in crate::scene) scratch: &'a mut Vec<Mutex<ThreadScratch>>,
    pub(in crate::scene) pairs: &'a mut [Candidate],
    pub(in crate::scene) records: &'a mut [PairRecord],
    pub(in crate::scene) limits: &'a mut Vec<PairLimit>,
}

impl Jobs<'_> {
    /// Examines all candidates, a job at a time.
    pub(in crate::scene) fn examine_candidates(self, narrow: &Narrow) {
        let Self { outputs, scratch, pairs, records, limits } = self;
        let size = (pairs.len() / TARGET_JOBS).clamp(*PAIRS_PER_JOB.start(), *PAIRS_PER_JOB.end());
        outputs.resize_with(pairs.len().div_ceil(size), Output::default);
        limits.resize(pairs.len(), PairLimit::SKIPPED);
        let jobs = pairs.par_chunks_mut(size).zip(records.par_chunks_mut(size));
        let jobs = jobs.zip(limits.par_chunks_mut(size)).zip(outputs).enumerate();
        jobs.with_max_len(1).for_each(|(i, (((pairs, records), limits), output))| {
            output.clear();
            let job = JobCandidates { first: (i * size) as u32, pairs, records, limits };
            with_own(scratch, |scratch| narrow.examine_job(job, scratch, output));
        });
    }

    /// Finds all pairs of facets of meshes that are near, and examines the candidates with shapes.
    pub(in crate::scene) fn examine_everything(
        self,
        narrow: &Narrow,
        can_touch: &(impl Fn(u32, u32) -> bool + Sync),
    ) {
        let Self { outputs, scratch, pairs, records, limits } = self;
        let facets = narrow.scope.world.facets.len();
        outputs.resize_with(facets.div_ceil(FACETS_PER_JOB) + 1, Output::default);
        let (shapes, meshes) = outputs.split_at_mut(1);
        shapes[0].clear();
        let mut limit = [PairLimit::SKIPPED];
        for (pair, record) in pairs.iter_mut().zip(records) {
            if !narrow.is_of_meshes(pair) {
                let (pairs, records) = (slice::from_mut(pair), slice::from_mut(record));
                let job = JobCandidates { first: 0, pairs, records, limits: &mut limit };
                with_own(scratch, |scratch| narrow.examine_job(job, scratch, &mut shapes[0]));
            }
        }
        meshes.par_iter_mut().enumerate().for_each(|(i, output)| {
            output.clear();
            for facet in i * FACETS_PER_JOB..facets.min((i + 1) * FACETS_PER_JOB) {
                narrow.search_exhaustively(facet as u32, can_touch, output);
            }
        });
        // All of them as those of one candidate.
        limits.clear();
        limits.push(narrow.exhaustive_limit());
    }
}

/// Works with the scratch memory of this thread. It is taken out meanwhile, so that nothing is locked while
/// shapes call functions of the host, which may do anything.
pub(in crate::scene) fn with_own(
    scratch: &[Mutex<ThreadScratch>],
    work: impl FnOnce(&mut ThreadScratch),
) {
    let own = &scratch[rayon::current_thread_index().unwrap_or(0)];
    // What a panic leaves behind is cleared before it is used.
    let lock = || own.lock().unwrap_or_else(PoisonError::into_inner);
    let mut taken = std::mem::take(&mut *lock());
    work(&mut taken);
    *lock() = taken;
}
