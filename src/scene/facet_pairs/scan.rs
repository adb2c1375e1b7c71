//! The scan of the list of near pairs: which of them can be within their search radius now, and what
//! they contribute, in jobs of neighbours on the list.

use std::ops::Range;
use std::sync::Mutex;

use rayon::prelude::*;

use super::facet_set::FacetMarks;
use super::measure::MeasureScratch;
use super::near_pairs::{AtRest, Columns, FIRST_WAIT, NearPairs, PairLimit};
use crate::scene::config::Resolution;
use crate::scene::examine::jobs::with_own;
use crate::scene::examine::{Narrow, ThreadScratch};
use crate::scene::records::facet::Found;
use crate::scene::records::facet::features::{self, Criteria};
use crate::scene::records::surface::area_job::AreaJob;
use crate::scene::statistics::Statistics;

/// The size of jobs for threads.
pub(in crate::scene) const PAIRS_PER_JOB: usize = 1024;

/// A pair that was found to be near is not measured in so many detections: what it contributes is
/// found without, and only those that are apart are passed over by their distance.
pub(in crate::scene) const WAIT: u8 = 7;

/// What the pairs of a job contribute.
#[derive(Debug, Default)]
pub(in crate::scene) struct ScanJob {
    /// The pairs that can be within their search radius, by their index in the job.
    pub(in crate::scene) near: Vec<u32>,
    /// Those of them whose boxes meet; only for surface contacts.
    pub(in crate::scene) touching: Vec<u32>,
    pub(in crate::scene) found: Found,
    pub(in crate::scene) areas: AreaJob,
    pub(in crate::scene) statistics: Statistics,
}

/// The part of the list that belongs to a job.
pub(in crate::scene) struct ScanPart<'a> {
    pub(in crate::scene) facets: &'a [[u32; 2]],
    pub(in crate::scene) candidates: &'a [u32],
    pub(in crate::scene) bounds: &'a mut [f64],
    pub(in crate::scene) seeds: &'a mut [u64],
    pub(in crate::scene) at_rest: &'a mut [AtRest],
    pub(in crate::scene) waits: &'a mut [u8],
    pub(in crate::scene) had_area: &'a mut [bool],
}

/// The pairs of the list that belong to a job.
pub(in crate::scene) fn job_range(job: usize, len: usize) -> Range<usize> {
    len.min(job * PAIRS_PER_JOB)..len.min((job + 1) * PAIRS_PER_JOB)
}

impl Narrow<'_> {
    /// Finds the pairs of the list that can be near now, and marks the facets of those whose records
    /// read tables. There is one entry of `jobs` for each job then.
    pub(in crate::scene) fn scan(
        &self,
        list: &mut NearPairs,
        limits: &[PairLimit],
        jobs: &mut Vec<ScanJob>,
        marks: &FacetMarks,
    ) {
        let NearPairs { columns, reaches, .. } = list;
        reaches.clear();
        reaches.extend(limits.iter().map(|limit| limit.search_radius + limit.path_length));
        let count = columns.facets.len().div_ceil(PAIRS_PER_JOB);
        jobs.resize_with(count.max(jobs.len()), ScanJob::default);
        jobs.iter_mut().for_each(ScanJob::clear);
        parts(columns).zip(&mut jobs[..count]).with_max_len(1).for_each(|(mut part, job)| {
            // Most pairs are passed over here, so that nothing else of them is read.
            for ((bound, candidate), at) in part.bounds.iter().zip(part.candidates).zip(0..) {
                if *bound <= reaches[*candidate as usize] {
                    job.near.push(at);
                }
            }
            self.find_near(&mut part, limits, job, marks);
        });
    }

    /// What the near pairs contribute.
    pub(in crate::scene) fn record(
        &self,
        list: &mut NearPairs,
        limits: &[PairLimit],
        jobs: &mut [ScanJob],
        scratch: &[Mutex<ThreadScratch>],
    ) {
        parts(&mut list.columns).zip(jobs).with_max_len(1).for_each(|(mut part, job)| {
            if self.scope.stop.is_wanted() {
                return;
            }
            with_own(scratch, |ThreadScratch { measure, .. }| match self.config.resolution {
                Resolution::Surface => self.surface_job(&mut part, limits, job, measure),
                Resolution::Facet => self.feature_job(&mut part, limits, job, measure),
                Resolution::Piece => {}
            });
        });
    }

    /// Of the pairs that can be near by their bounds, keeps those that can be by their boxes.
    fn find_near(
        &self,
        part: &mut ScanPart,
        limits: &[PairLimit],
        job: &mut ScanJob,
        marks: &FacetMarks,
    ) {
        if self.scope.stop.is_wanted() {
            return;
        }
        let ScanJob { near, touching, .. } = job;
        let is_surface = self.config.resolution == Resolution::Surface;
        let boxes = &self.scope.world.boxes;
        near.retain(|&at| {
            let facets = part.facets[at as usize];
            let limit = &limits[part.candidates[at as usize] as usize];
            let bound = &mut part.bounds[at as usize];
            let lower_bound = *bound - limit.path_length;
            let box_gap = boxes[facets[0] as usize].gap(&boxes[facets[1] as usize]);
            if lower_bound > limit.max_distance || box_gap > limit.max_distance {
                let radius = self.facet_radius(facets, limit);
                if lower_bound > radius {
                    return false;
                }
                if box_gap > radius {
                    *bound = box_gap + limit.path_length;
                    return false;
                }
            }
            if is_surface && box_gap <= 0.0 {
                touching.push(at);
            }
            // Of features that are measured first, no table is read.
            if is_surface || part.waits[at as usize] > FIRST_WAIT {
                facets.iter().for_each(|&facet| marks.mark(facet));
            }
            true
        });
    }

    /// Measures pairs of a job in one batch.
    pub(in crate::scene) fn measure(
        &self,
        part: &ScanPart,
        limits: &[PairLimit],
        scratch: &mut MeasureScratch,
        statistics: &mut Statistics,
    ) {
        let MeasureScratch { asked, measured } = scratch;
        measured.clear();
        let mut max_radius = 0.0f64;
        for &at in &*asked {
            measured.push(part.facets[at as usize], 0.0);
            measured.select(measured.len() - 1);
            max_radius =
                max_radius.max(limits[part.candidates[at as usize] as usize].search_radius);
        }
        measured.measure(self.scope.world, &self.query(max_radius + self.skin), statistics);
    }

    /// Measures near pairs of a job in one batch, but for those that wait, and examines the features
    /// of all that may be within their search radius.
    fn feature_job(
        &self,
        part: &mut ScanPart,
        limits: &[PairLimit],
        job: &mut ScanJob,
        scratch: &mut MeasureScratch,
    ) {
        let ScanJob { near, found, statistics, .. } = job;
        // Also what was found just now: its distance saves the examination.
        scratch.asked.clear();
        scratch.asked.extend(near.iter().filter(|at| part.waits[**at as usize] <= FIRST_WAIT));
        self.measure(part, limits, scratch, statistics);
        statistics.facet_pairs += near.len();
        let mut measured = scratch.asked.iter().zip(&scratch.measured.bounds).peekable();
        for &at in &*near {
            let (limit, facets) =
                (&limits[part.candidates[at as usize] as usize], part.facets[at as usize]);
            let wait = &mut part.waits[at as usize];
            let world = self.scope.world;
            let (distance, edges) =
                if let Some((_, distance)) = measured.next_if(|(own, _)| **own == at) {
                    let is_near = distance - self.scope.guard <= limit.search_radius;
                    *wait = if is_near { WAIT + FIRST_WAIT } else { 0 };
                    // All edges, so that their distance is known too, and the pair may be passed over.
                    (*distance, facets.map(|facet| world.owned[facet as usize] >> 3))
                } else {
                    *wait -= 1;
                    let [one, two] = facets.map(|facet| &world.boxes[facet as usize]);
                    (one.gap(two), facets.map(|facet| self.surface.tables.convex_edges(facet)))
                };
            let criteria = self.criteria(facets, limit, edges);
            let distance = distance - self.scope.guard;
            let bound = if distance > limit.search_radius {
                distance
            } else {
                features::examine_facets(world, facets, &criteria, distance, found)
            };
            part.bounds[at as usize] = bound + limit.path_length;
            if bound > limit.search_radius {
                // When it is near again, its bound will matter again.
                part.waits[at as usize] = 0;
            }
        }
    }

    /// What counts as near between two facets, of which these edges are examined.
    fn criteria(&self, facets: [u32; 2], limit: &PairLimit, edges: [u8; 2]) -> Criteria {
        let [a, b] = facets.map(|facet| self.scope.world.facet_body(facet));
        Criteria {
            search_radius: limit.search_radius,
            min_search_radius: self.min_search_radius([a, b]),
            same_body: a == b,
            edges,
        }
    }
}

/// The parts of the list that belong to the jobs.
fn parts(columns: &mut Columns) -> impl IndexedParallelIterator<Item = ScanPart<'_>> {
    let Columns { facets, candidates, bounds, seeds, at_rest, waits, had_area } = columns;
    facets
        .par_chunks(PAIRS_PER_JOB)
        .zip(candidates.par_chunks(PAIRS_PER_JOB))
        .zip(bounds.par_chunks_mut(PAIRS_PER_JOB))
        .zip(seeds.par_chunks_mut(PAIRS_PER_JOB))
        .zip(at_rest.par_chunks_mut(PAIRS_PER_JOB))
        .zip(waits.par_chunks_mut(PAIRS_PER_JOB))
        .zip(had_area.par_chunks_mut(PAIRS_PER_JOB))
        .map(|((((((facets, candidates), bounds), seeds), at_rest), waits), had_area)| ScanPart {
            facets,
            candidates,
            bounds,
            seeds,
            at_rest,
            waits,
            had_area,
        })
}

impl ScanJob {
    fn clear(&mut self) {
        self.near.clear();
        self.touching.clear();
        self.found.clear();
        self.areas.clear();
        self.statistics = Statistics::default();
    }
}
