//! The scan of the list of near pairs: which of them can be within their search radius now, and what
//! they contribute, in jobs of neighbours on the list.

use std::ops::Range;

use rayon::prelude::*;

use super::measure::FacetPairs;
use super::near_pairs::{AtRest, Columns, NearPairs, PairLimit};
use crate::scene::config::Resolution;
use crate::scene::examine::Narrow;
use crate::scene::records::facet::Found;
use crate::scene::records::facet::features::{self, Criteria};
use crate::scene::records::surface::area_job::AreaJob;
use crate::scene::statistics::Statistics;

/// The size of jobs for threads.
pub(in crate::scene) const PAIRS_PER_JOB: usize = 1024;

/// What the pairs of a job contribute, with the scratch memory for it.
#[derive(Debug, Default)]
pub(in crate::scene) struct ScanJob {
    /// The pairs that can be within their search radius, by their index in the job.
    pub(in crate::scene) near: Vec<u32>,
    /// The distances of those that were measured.
    pub(in crate::scene) measured: FacetPairs,
    pub(in crate::scene) found: Found,
    pub(in crate::scene) areas: AreaJob,
    pub(in crate::scene) statistics: Statistics,
}

/// The part of the list that belongs to a job.
pub(in crate::scene) struct ScanPart<'a> {
    pub(in crate::scene) facets: &'a [[u32; 2]],
    pub(in crate::scene) candidates: &'a [u32],
    pub(in crate::scene) bounds: &'a mut [f64],
    pub(in crate::scene) at_rest: &'a mut [AtRest],
    pub(in crate::scene) waits: &'a mut [u8],
}

/// The pairs of the list that belong to a job.
pub(in crate::scene) fn job_range(job: usize, len: usize) -> Range<usize> {
    len.min(job * PAIRS_PER_JOB)..len.min((job + 1) * PAIRS_PER_JOB)
}

impl Narrow<'_> {
    /// Finds the pairs of the list that can be near now. There is one entry of `jobs` for each job
    /// then.
    pub(in crate::scene) fn scan(
        &self,
        list: &mut NearPairs,
        limits: &[PairLimit],
        jobs: &mut Vec<ScanJob>,
    ) {
        let count = list.columns.facets.len().div_ceil(PAIRS_PER_JOB);
        jobs.resize_with(count.max(jobs.len()), ScanJob::default);
        jobs.iter_mut().for_each(ScanJob::clear);
        parts(&mut list.columns).zip(&mut jobs[..count]).with_max_len(1).for_each(
            |(mut part, job)| {
                self.find_near(&mut part, limits, &mut job.near);
                if self.config.resolution == Resolution::Surface {
                    self.find_nodes_beside(&part, limits, job);
                }
            },
        );
    }

    /// What the near pairs contribute.
    pub(in crate::scene) fn record(
        &self,
        list: &mut NearPairs,
        limits: &[PairLimit],
        jobs: &mut [ScanJob],
    ) {
        parts(&mut list.columns).zip(jobs).with_max_len(1).for_each(|(mut part, job)| {
            match self.config.resolution {
                Resolution::Surface => self.surface_job(&mut part, limits, job),
                Resolution::Facet => self.feature_job(&mut part, limits, job),
                Resolution::Piece => {}
            }
        });
    }

    /// Lists the pairs that can be within their search radius, by their bounds and their boxes.
    fn find_near(&self, part: &mut ScanPart, limits: &[PairLimit], near: &mut Vec<u32>) {
        let boxes = &self.scope.world.boxes;
        let entries = part.facets.iter().zip(part.candidates).zip(&mut *part.bounds).zip(0..);
        for (((facets, &candidate), bound), at) in entries {
            let PairLimit { search_radius, path_length } = limits[candidate as usize];
            let lower_bound = *bound - path_length;
            if lower_bound > search_radius {
                continue;
            }
            let search_radius = self.facet_radius(*facets, search_radius);
            if lower_bound > search_radius {
                continue;
            }
            let box_gap = boxes[facets[0] as usize].gap(&boxes[facets[1] as usize]);
            if box_gap > search_radius {
                *bound = box_gap + path_length;
            } else {
                near.push(at);
            }
        }
    }

    /// Measures pairs of a job in one batch.
    pub(in crate::scene) fn measure(
        &self,
        part: &ScanPart,
        limits: &[PairLimit],
        pairs: &[u32],
        (measured, statistics): (&mut FacetPairs, &mut Statistics),
    ) {
        measured.clear();
        let mut max_radius = 0.0f64;
        for &at in pairs {
            measured.push(part.facets[at as usize], 0.0);
            measured.select(measured.len() - 1);
            max_radius =
                max_radius.max(limits[part.candidates[at as usize] as usize].search_radius);
        }
        measured.measure(self.scope.world, &self.query(max_radius + self.skin), statistics);
    }

    /// Measures the near pairs of a job in one batch, and examines the features of those within
    /// their search radius.
    fn feature_job(&self, part: &mut ScanPart, limits: &[PairLimit], job: &mut ScanJob) {
        let ScanJob { near, measured, found, statistics, .. } = job;
        let (world, guard) = (self.scope.world, self.scope.guard);
        self.measure(part, limits, near, (measured, statistics));
        statistics.facet_pairs += near.len();
        for (&at, distance) in near.iter().zip(&measured.bounds) {
            let (at, distance) = (at as usize, distance - guard);
            let PairLimit { search_radius, path_length } = limits[part.candidates[at] as usize];
            let mut bound = distance;
            if distance <= search_radius {
                let facets = part.facets[at];
                let [a, b] = facets.map(|facet| world.facet_body(facet));
                let min_search_radius = self.min_search_radius([a, b]);
                let tables = self.surface.tables;
                let criteria = Criteria {
                    search_radius,
                    min_search_radius,
                    same_body: a == b,
                    convex_edges: facets.map(|facet| tables.convex_edges(facet)),
                };
                bound = features::examine_facets(world, facets, &criteria, distance, found);
            }
            part.bounds[at] = bound + path_length;
        }
    }
}

/// The parts of the list that belong to the jobs.
fn parts(columns: &mut Columns) -> impl IndexedParallelIterator<Item = ScanPart<'_>> {
    let Columns { facets, candidates, bounds, at_rest, waits, .. } = columns;
    facets
        .par_chunks(PAIRS_PER_JOB)
        .zip(candidates.par_chunks(PAIRS_PER_JOB))
        .zip(bounds.par_chunks_mut(PAIRS_PER_JOB))
        .zip(at_rest.par_chunks_mut(PAIRS_PER_JOB))
        .zip(waits.par_chunks_mut(PAIRS_PER_JOB))
        .map(|((((facets, candidates), bounds), at_rest), waits)| ScanPart {
            facets,
            candidates,
            bounds,
            at_rest,
            waits,
        })
}

/// The facets of the near pairs of all jobs.
pub(in crate::scene) fn near_facets<'a>(
    columns: &'a Columns,
    jobs: &'a [ScanJob],
) -> impl Iterator<Item = [u32; 2]> + 'a {
    jobs.iter().enumerate().flat_map(|(number, job)| {
        let facets = &columns.facets[job_range(number, columns.facets.len())];
        job.near.iter().map(|&at| facets[at as usize])
    })
}

/// The facets that own a node which may be near another facet.
pub(in crate::scene) fn facets_of_nodes(jobs: &[ScanJob]) -> impl Iterator<Item = u32> {
    jobs.iter().flat_map(|job| job.areas.beside.iter().map(|beside| beside.facets[0]))
}

impl ScanJob {
    fn clear(&mut self) {
        self.near.clear();
        self.found.clear();
        self.areas.clear();
        self.statistics = Statistics::default();
    }
}
