//! Surface contacts: the records of all jobs in order, with sharp nodes and deep overlaps, which
//! more than two facets decide.

use rayon::prelude::*;

use super::sort;
use crate::scene::contact::Contact;
use crate::scene::facet_pairs::near_pairs::Columns;
use crate::scene::facet_pairs::scan::{ScanJob, job_range};
use crate::scene::records::facet::build_contact::Scope;
use crate::scene::records::surface::SurfaceRule;
use crate::scene::records::surface::area_job::Run;
use crate::scene::records::surface::corner::NodeNear;
use crate::scene::records::surface::deep::DeepScratch;

/// Where contacts of the list come from.
#[derive(Debug, Clone, Copy)]
enum Source {
    /// Those of two bodies in a job.
    Run { job: u32, run: Run },
    /// Some of the others.
    Others { first: usize },
}

/// Contacts next to each other on the list, and where they begin.
#[derive(Debug, Clone, Copy)]
struct Stretch {
    start: usize,
    source: Source,
}

/// Scratch memory.
#[derive(Debug, Default)]
pub(in crate::scene) struct SurfaceScratch {
    near_nodes: Vec<NodeNear>,
    stretches: Vec<Stretch>,
    deep: DeepScratch,
}

/// The records of all jobs, and the list that they were made from.
#[derive(Clone, Copy)]
pub(in crate::scene) struct SurfaceRecords<'a> {
    pub(in crate::scene) rule: &'a SurfaceRule<'a>,
    pub(in crate::scene) pairs: &'a Columns,
    pub(in crate::scene) jobs: &'a [ScanJob],
}

impl SurfaceRecords<'_> {
    /// Makes the list of contacts, in order, of the areas in common, sharp nodes, deep overlaps, and
    /// `others`, those with shapes.
    pub(in crate::scene) fn finish(
        &self,
        scope: &Scope,
        scratch: &mut SurfaceScratch,
        (others, contacts): (&mut Vec<Contact>, &mut Vec<Contact>),
    ) {
        let SurfaceScratch { near_nodes, stretches, deep } = scratch;
        self.add_corners(scope, near_nodes, others);
        if scope.stop.has_ended() {
            return;
        }
        others.extend_from_slice(self.deep_overlaps(scope, deep, others));
        sort(others);
        let len = self.lay_out(others, stretches);
        // What was there before is overwritten, so that only what is new is filled twice.
        contacts.resize(len, Contact::NONE);
        self.write(stretches, others, (0, contacts));
    }

    /// Adds the contacts of sharp nodes: few, so that threads would not pay for more than their order.
    /// If it is stopped, not all of them.
    fn add_corners(&self, scope: &Scope, near: &mut Vec<NodeNear>, contacts: &mut Vec<Contact>) {
        near.clear();
        self.jobs.iter().for_each(|job| near.extend_from_slice(&job.areas.near_nodes));
        if scope.stop.is_wanted() {
            return;
        }
        near.par_sort_unstable_by_key(|n| (n.node, n.body, n.facet));
        let same = |m: &NodeNear, n: &NodeNear| (m.node, m.body) == (n.node, n.body);
        let groups = near.chunk_by(same).take_while(|_| !scope.stop.is_wanted());
        contacts.extend(groups.filter_map(|group| self.rule.node_on_body(group)));
    }

    /// Decides the order of runs and others. Returns how many contacts there are.
    fn lay_out(&self, others: &[Contact], stretches: &mut Vec<Stretch>) -> usize {
        stretches.clear();
        let (mut start, mut first) = (0, 0);
        for (job, number) in self.jobs.iter().zip(0..) {
            for &run in &job.areas.runs {
                // Areas come before all else of the same two bodies.
                let count = others[first..].partition_point(|c| c.bodies() < run.bodies);
                if count > 0 {
                    stretches.push(Stretch { start, source: Source::Others { first } });
                    (start, first) = (start + count, first + count);
                }
                stretches.push(Stretch { start, source: Source::Run { job: number, run } });
                start += run.len;
            }
        }
        if first < others.len() {
            stretches.push(Stretch { start, source: Source::Others { first } });
        }
        start + others.len() - first
    }

    /// Writes stretches into the list from `first` on, halved among the threads.
    fn write(
        &self,
        stretches: &[Stretch],
        others: &[Contact],
        (first, list): (usize, &mut [Contact]),
    ) {
        match stretches {
            [] => {}
            [Stretch { source: Source::Others { first }, .. }] => {
                list.copy_from_slice(&others[*first..*first + list.len()]);
            }
            [Stretch { source: Source::Run { job, run }, .. }] => {
                let range = job_range(*job as usize, self.pairs.facets.len());
                let pairs = (&self.pairs.facets[range.clone()], &self.pairs.seeds[range]);
                self.rule.write_run(pairs, &self.jobs[*job as usize].areas, run, list);
            }
            _ => {
                let (low, high) = stretches.split_at(stretches.len() / 2);
                let (lows, highs) = list.split_at_mut(high[0].start - first);
                rayon::join(
                    || self.write(low, others, (first, lows)),
                    || self.write(high, others, (high[0].start, highs)),
                );
            }
        }
    }
}
