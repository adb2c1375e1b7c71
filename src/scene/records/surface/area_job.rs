//! The surface contacts of some of the near pairs: which of them have an area in common, with its
//! points, which sharp nodes are near, and which edges meet facets.

use super::SurfaceRule;
use super::area_points::{AreaBlock, MakePoints};
use super::corner::NodeNear;
use super::select::{PairsOfFacets, SelectFacing, SelectMeeting};
use crate::scene::contact::{Contact, Kind, Side};
use crate::scene::examine::Narrow;
use crate::scene::facet_pairs::measure::MeasureScratch;
use crate::scene::facet_pairs::near_pairs::{AtRest, PairLimit};
use crate::scene::facet_pairs::scan::{ScanJob, ScanPart, WAIT};
use crate::scene::identity::{area_id, area_seed};
use crate::scene::records::facet::features;
use crate::simd::{self, Available, MAX_LANES};

/// What a job found.
#[derive(Debug, Default)]
pub(in crate::scene) struct AreaJob {
    /// The pairs that may have an area in common, by their index in the job, eight for each block.
    facing: Vec<u32>,
    /// Large, and kept from one detection to the next: only those of facing pairs count.
    blocks: Vec<AreaBlock>,
    /// The contacts of each pair of bodies.
    pub(in crate::scene) runs: Vec<Run>,
    /// Sharp nodes near a facet.
    pub(in crate::scene) near_nodes: Vec<NodeNear>,
    /// The pairs of which an edge meets the other facet, by their index in the job.
    meeting: Vec<u32>,
    /// The pairs that have to be tested for an area in common, and those that passed the test.
    unsure: Vec<u32>,
    found_facing: Vec<u32>,
    /// The pairs that contribute nothing.
    idle: Vec<u32>,
}

/// Contacts of the same two bodies.
#[derive(Debug, Clone, Copy)]
pub(in crate::scene) struct Run {
    pub(in crate::scene) bodies: [u32; 2],
    /// The first of its pairs, by its index in the list of facing pairs.
    first: u32,
    /// The number of its contacts.
    pub(in crate::scene) len: usize,
}

impl AreaJob {
    pub(in crate::scene) fn clear(&mut self) {
        self.facing.clear();
        self.runs.clear();
        self.near_nodes.clear();
        self.meeting.clear();
        self.unsure.clear();
        self.idle.clear();
    }

    /// Whether a contact of two bodies has a gap below a limit.
    pub(super) fn has_gap_below(&self, bodies: [u32; 2], limit: f64) -> bool {
        let is_below = |(block, lane, _): (&AreaBlock, usize, u32)| {
            (0..3).any(|k| block.lanes[k] >> lane & 1 != 0 && block.points[k].gap[lane] < limit)
        };
        self.runs.iter().enumerate().filter(|(_, run)| run.bodies == bodies).any(|(i, run)| {
            let end = self.runs.get(i + 1).map_or(self.facing.len(), |next| next.first as usize);
            let first = run.first as usize;
            self.contacts_from(first).take(end - first).any(is_below)
        })
    }

    /// The pairs that have contacts from some facing pair on, with block, lane and index in the job.
    fn contacts_from(&self, first: usize) -> impl Iterator<Item = (&AreaBlock, usize, u32)> {
        let facing = self.facing.iter().enumerate().skip(first);
        facing.map(|(at, &pair)| (&self.blocks[at / MAX_LANES], at % MAX_LANES, pair))
    }
}

impl Narrow<'_> {
    /// What the near pairs of a job contribute to the surface contacts.
    pub(in crate::scene) fn surface_job(
        &self,
        part: &mut ScanPart,
        limits: &[PairLimit],
        job: &mut ScanJob,
        scratch: &mut MeasureScratch,
    ) {
        job.statistics.facet_pairs += job.near.len();
        self.find_sharp_nodes(part, limits, job);
        if self.config.warns {
            self.find_meeting(part, job);
        }
        self.find_facing(part, job);
        self.find_areas(part, job);
        self.measure_idle(part, limits, job, scratch);
    }

    /// The sharp nodes of the near pairs that are near the other facet.
    fn find_sharp_nodes(&self, part: &ScanPart, limits: &[PairLimit], job: &mut ScanJob) {
        let (rule, tables) = (&self.surface, self.surface.tables);
        for &at in &job.near {
            let [one, two] = part.facets[at as usize];
            if tables.sharp_nodes(one) | tables.sharp_nodes(two) != 0 {
                let limit = &limits[part.candidates[at as usize] as usize];
                let radius = self.facet_radius([one, two], limit);
                rule.near_nodes([one, two], radius, &mut job.areas.near_nodes);
                rule.near_nodes([two, one], radius, &mut job.areas.near_nodes);
            }
        }
    }

    /// The edges that meet facets.
    fn find_meeting(&self, part: &ScanPart, job: &mut ScanJob) {
        let ScanJob { touching, areas: AreaJob { meeting, .. }, found, .. } = job;
        let pairs = self.pairs(part, touching);
        simd::dispatch_any(self.isa(), SelectMeeting { pairs, meeting });
        meeting.retain(|&at| {
            let before = found.piercing.len();
            features::record_piercing(self.scope.world, part.facets[at as usize], found);
            found.piercing.len() > before
        });
    }

    /// Lists the pairs that may have an area in common, and those that contribute nothing. What had
    /// an area before is likely to have one still, and is not tested first.
    fn find_facing(&self, part: &ScanPart, job: &mut ScanJob) {
        let ScanJob { near, areas, .. } = job;
        let AreaJob { facing, unsure, found_facing, idle, meeting, .. } = areas;
        let mut met = meeting.iter().peekable();
        for &at in &*near {
            let is_meeting = met.next_if_eq(&&at).is_some();
            if part.had_area[at as usize] {
                facing.push(at);
            } else if self.surface.face_each_other(part.facets[at as usize]) {
                unsure.push(at);
            } else if !is_meeting {
                idle.push(at);
            }
        }
        let pairs = self.pairs(part, unsure);
        let task = SelectFacing { pairs, in_range: true, facing: found_facing, others: idle };
        simd::dispatch_any(self.isa(), task);
        if !found_facing.is_empty() {
            facing.append(found_facing);
            // Two ascending lists.
            facing.sort();
        }
    }

    /// Measures pairs that contribute nothing, so that those that cannot soon are passed over. Others
    /// wait before they are measured again.
    fn measure_idle(
        &self,
        part: &mut ScanPart,
        limits: &[PairLimit],
        job: &mut ScanJob,
        scratch: &mut MeasureScratch,
    ) {
        let ScanJob { areas, statistics, .. } = job;
        scratch.asked.clear();
        for &at in &areas.idle {
            match &mut part.waits[at as usize] {
                0 => scratch.asked.push(at),
                wait => *wait -= 1,
            }
        }
        self.measure(part, limits, scratch, statistics);
        for (&at, distance) in scratch.asked.iter().zip(&scratch.measured.bounds) {
            let limit = &limits[part.candidates[at as usize] as usize];
            let (facets, distance) = (part.facets[at as usize], distance - self.scope.guard);
            let mut bound = distance;
            if distance <= self.facet_radius(facets, limit) {
                let idle_path = self.surface.idle_path(facets, distance) - self.scope.guard;
                if idle_path > 0.0 {
                    // As if it was so far beyond the least radius that it can ever have.
                    bound = self.least_facet_radius(facets) + idle_path;
                } else {
                    part.waits[at as usize] = WAIT;
                }
            }
            part.bounds[at as usize] = bound + limit.path_length;
        }
    }

    /// The areas in common.
    fn find_areas(&self, part: &mut ScanPart, job: &mut ScanJob) {
        let AreaJob { facing, blocks, runs, .. } = &mut job.areas;
        let pairs = self.pairs(part, facing);
        simd::dispatch_any(self.isa(), MakePoints { pairs, blocks });
        for (at, &pair) in facing.iter().enumerate() {
            let (block, lane) = (&mut blocks[at / MAX_LANES], at % MAX_LANES);
            let bodies = part.facets[pair as usize].map(|facet| self.scope.world.facet_body(facet));
            let len = block.len_of(lane);
            part.had_area[pair as usize] = len != 0;
            if len == 0 {
                continue;
            }
            if bodies[0] == bodies[1] && self.overlap_at_rest(part, pair) {
                block.remove(lane);
                continue;
            }
            self.surface.set_seed(part, pair);
            match runs.last_mut() {
                Some(run) if run.bodies == bodies => run.len += len,
                _ => runs.push(Run { bodies, first: at as u32, len }),
            }
        }
    }

    /// Some pairs of a job.
    fn pairs<'b>(&'b self, part: &'b ScanPart, selected: &'b [u32]) -> PairsOfFacets<'b> {
        PairsOfFacets { rule: &self.surface, facets: part.facets, selected }
    }

    fn isa(&self) -> Available {
        self.config.isa.unwrap_or_else(Available::widest)
    }

    /// Whether two facets of one body overlap through it as it was made.
    fn overlap_at_rest(&self, part: &mut ScanPart, pair: u32) -> bool {
        let known = &mut part.at_rest[pair as usize];
        if *known == AtRest::Unknown {
            let overlap = self.surface.overlap_at_rest(part.facets[pair as usize]);
            *known = if overlap { AtRest::Overlapping } else { AtRest::Apart };
        }
        *known == AtRest::Overlapping
    }
}

impl SurfaceRule<'_> {
    /// Computes what the ids of a pair begin with, once: most pairs of the list never need it.
    fn set_seed(&self, part: &mut ScanPart, pair: u32) {
        let seed = &mut part.seeds[pair as usize];
        if *seed == 0 {
            let facets = part.facets[pair as usize];
            *seed = area_seed(facets.map(|facet| self.world.facet_ids[facet as usize]));
        }
    }

    /// Writes the contacts of a run, of a job with these pairs of facets and what their ids begin
    /// with.
    pub(in crate::scene) fn write_run(
        &self,
        (facets, seeds): (&[[u32; 2]], &[u64]),
        job: &AreaJob,
        run: &Run,
        contacts: &mut [Contact],
    ) {
        let mut places = contacts.iter_mut();
        for (block, lane, pair) in job.contacts_from(run.first as usize) {
            if block.len_of(lane) == 0 {
                continue;
            }
            let ([one, two], seed) = (facets[pair as usize], seeds[pair as usize]);
            let sides = [one, two].map(|facet| &self.world.contact_sides[facet as usize]);
            for k in 0..3 {
                if block.lanes[k] >> lane & 1 == 0 {
                    continue;
                }
                // Field by field: a contact is large, and would be copied.
                let Some(place) = places.next() else { return };
                place.sides[0] = *sides[0];
                place.sides[1] = *sides[1];
                block.write(lane, k, place);
                place.kind = Kind::Area;
                place.point = k as u32;
                place.id = area_id(seed, k as u32);
                (place.age, place.previous) = (0, None);
            }
        }
    }

    /// Whether the outward normals of two facets are more than a right angle apart.
    #[inline]
    fn face_each_other(&self, [one, two]: [u32; 2]) -> bool {
        // The same sum as in lanes, which decides there, too.
        let [one, two] = [one, two].map(|facet| self.tables.numbers(facet).normal());
        one.x * two.x + one.y * two.y + one.z * two.z < 0.0
    }

    /// Visits the pairs of facets of a job that have a contact which is not open.
    pub(in crate::scene) fn closed_pairs(
        &self,
        facets: &[[u32; 2]],
        job: &AreaJob,
        mut visit: impl FnMut([u32; 2]),
    ) {
        for (block, lane, pair) in job.contacts_from(0) {
            let facets = facets[pair as usize];
            let thickness: f64 = facets.iter().map(|&facet| self.facet_thickness(facet)).sum();
            let limit = self.grazing(facets[0]).max(self.grazing(facets[1])) - thickness;
            let is_closed =
                |k: usize| block.lanes[k] >> lane & 1 != 0 && block.points[k].gap[lane] <= limit;
            if (0..3).any(is_closed) {
                visit(facets);
            }
        }
    }

    /// The side of a contact that is on a facet.
    pub(super) fn area_side(&self, facet: u32, weights: [f64; 3]) -> Side {
        let mut side = self.world.contact_sides[facet as usize];
        side.weights = weights;
        side.drop_idle_nodes();
        side
    }
}
