//! Candidates in jobs for the threads.

use std::ops::RangeInclusive;
use std::slice;
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use super::{Narrow, Output};
use crate::scene::candidates::{Candidate, PairRecord};
use crate::scene::facet_pairs::queue::Queue;

/// The number of jobs that candidates are split into, and the range of their sizes.
const TARGET_JOBS: usize = 64;
const PAIRS_PER_JOB: RangeInclusive<usize> = 8..=256;

/// The size of jobs of the exhaustive search.
const FACETS_PER_JOB: usize = 256;

/// The candidates with what is kept of them, and where the jobs put what they find.
pub(in crate::scene) struct Jobs<'a> {
    pub(in crate::scene) outputs: &'a mut Vec<Output>,
    /// One for each thread.
    pub(in crate::scene) queues: &'a [Mutex<Queue>],
    pub(in crate::scene) pairs: &'a mut [Candidate],
    pub(in crate::scene) records: &'a mut [PairRecord],
}

impl Jobs<'_> {
    /// Examines all candidates, a job at a time.
    pub(in crate::scene) fn examine_candidates(self, narrow: &Narrow) {
        let Self { outputs, queues, pairs, records } = self;
        let job = (pairs.len() / TARGET_JOBS).clamp(*PAIRS_PER_JOB.start(), *PAIRS_PER_JOB.end());
        outputs.resize_with(pairs.len().div_ceil(job), Output::default);
        let jobs = pairs.par_chunks_mut(job).zip(records.par_chunks_mut(job)).zip(outputs);
        jobs.with_max_len(1).for_each(|((pairs, records), output)| {
            output.clear();
            with_own(queues, |queue| narrow.examine_job(pairs, records, queue, output));
        });
    }

    /// Examines all pairs of facets of meshes, and the candidates with shapes.
    pub(in crate::scene) fn examine_everything(
        self,
        narrow: &Narrow,
        can_touch: &(impl Fn(u32, u32) -> bool + Sync),
    ) {
        let Self { outputs, queues, pairs, records } = self;
        let facets = narrow.scope.world.facets.len();
        outputs.resize_with(facets.div_ceil(FACETS_PER_JOB) + 1, Output::default);
        let (shapes, meshes) = outputs.split_at_mut(1);
        shapes[0].clear();
        for (pair, record) in pairs.iter_mut().zip(records) {
            if !narrow.is_of_meshes(pair) {
                let (pair, record) = (slice::from_mut(pair), slice::from_mut(record));
                with_own(queues, |queue| narrow.examine_job(pair, record, queue, &mut shapes[0]));
            }
        }
        meshes.par_iter_mut().enumerate().for_each(|(i, output)| {
            output.clear();
            for facet in i * FACETS_PER_JOB..facets.min((i + 1) * FACETS_PER_JOB) {
                narrow.examine_exhaustively(facet as u32, can_touch, output);
            }
        });
    }
}

/// Works with the queue of this thread. It is taken out meanwhile, so that nothing is locked while
/// shapes call functions of the host, which may do anything.
fn with_own(queues: &[Mutex<Queue>], work: impl FnOnce(&mut Queue)) {
    let own = &queues[rayon::current_thread_index().unwrap_or(0)];
    // What a panic leaves behind is cleared before it is used.
    let lock = || own.lock().unwrap_or_else(PoisonError::into_inner);
    let mut taken = std::mem::take(&mut *lock());
    work(&mut taken);
    *lock() = taken;
}
