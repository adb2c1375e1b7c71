//! The surface contacts of some of the near pairs: which of them have an area in common, with its
//! points, which sharp nodes are near, and which edges meet facets.

use super::SurfaceRule;
use super::area_points::{AreaBlock, MakePoints, PairsOfFacets, Select};
use super::corner::{NodeNear, NodesBeside};
use crate::scene::contact::{Contact, Part, Side};
use crate::scene::examine::Narrow;
use crate::scene::facet_pairs::near_pairs::{AtRest, PairLimit};
use crate::scene::facet_pairs::scan::{ScanJob, ScanPart};
use crate::scene::identity::area_id;
use crate::scene::records::facet::features;
use crate::scene::weights;
use crate::simd::{self, Isa, MAX_LANES};

/// What a job found.
#[derive(Debug, Default)]
pub(in crate::scene) struct AreaJob {
    /// The pairs that may have an area in common, by their index in the job, eight for each block.
    facing: Vec<u32>,
    /// Large, and kept from one detection to the next: only those of facing pairs count.
    blocks: Vec<AreaBlock>,
    /// The contacts of each pair of bodies.
    pub(in crate::scene) runs: Vec<Run>,
    /// Nodes that may be near a facet, and those of them that are and are sharp.
    pub(in crate::scene) beside: Vec<NodesBeside>,
    pub(in crate::scene) near_nodes: Vec<NodeNear>,
    /// The pairs that may meet, by their index in the job.
    meeting: Vec<u32>,
    /// Pairs that neither face each other nor may meet.
    idle: Vec<u32>,
}

/// A pair that contributes nothing, but was found to be near, is not measured in so many detections.
const WAIT: u8 = 7;

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
        self.beside.clear();
        self.near_nodes.clear();
        self.meeting.clear();
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
    ) {
        self.find_areas(part, job);
        self.measure_idle(part, limits, job);
    }

    /// Lists the nodes of the near pairs of a job that may be near the other facet.
    pub(in crate::scene) fn find_nodes_beside(
        &self,
        part: &ScanPart,
        limits: &[PairLimit],
        job: &mut ScanJob,
    ) {
        for &at in &job.near {
            let facets = part.facets[at as usize];
            let limit = limits[part.candidates[at as usize] as usize].search_radius;
            let limit = self.facet_radius(facets, limit);
            self.surface.nodes_beside(facets, limit, &mut job.areas.beside);
        }
    }

    /// Measures pairs that are near by their boxes only, so that those that are apart are passed over
    /// until they can have come near. Those that are not apart wait before they are measured again.
    fn measure_idle(&self, part: &mut ScanPart, limits: &[PairLimit], job: &mut ScanJob) {
        let ScanJob { near, measured, areas, statistics, .. } = job;
        let [mut facing, mut meeting] =
            [&areas.facing, &areas.meeting].map(|list| list.iter().peekable());
        let idle = &mut areas.idle;
        idle.clear();
        for &at in &*near {
            let is_busy = facing.next_if_eq(&&at).is_some() | meeting.next_if_eq(&&at).is_some();
            if is_busy {
                continue;
            }
            match &mut part.waits[at as usize] {
                0 => idle.push(at),
                wait => *wait -= 1,
            }
        }
        self.measure(part, limits, idle, (measured, statistics));
        for (&at, distance) in idle.iter().zip(&measured.bounds) {
            let limit = &limits[part.candidates[at as usize] as usize];
            let distance = distance - self.scope.guard;
            part.bounds[at as usize] = distance + limit.path_length;
            let facets = part.facets[at as usize];
            if distance <= self.facet_radius(facets, limit.search_radius) {
                part.waits[at as usize] = WAIT;
            }
        }
    }

    /// The areas, sharp nodes and meeting edges of the near pairs of a job.
    fn find_areas(&self, part: &mut ScanPart, job: &mut ScanJob) {
        let ScanJob { near, found, areas, statistics, .. } = job;
        let (rule, world) = (&self.surface, self.scope.world);
        let AreaJob { facing, blocks, runs, beside, near_nodes, meeting, .. } = areas;
        statistics.facet_pairs += near.len();
        beside.iter().for_each(|beside| rule.near_nodes(beside, near_nodes));
        let isa = self.config.isa.unwrap_or_else(Isa::widest);
        let pairs = PairsOfFacets { rule, facets: part.facets, selected: near };
        simd::dispatch_any(isa, Select { pairs, facing, meeting });
        for &at in &*meeting {
            let facets = part.facets[at as usize];
            let [one, two] = facets.map(|facet| &world.boxes[facet as usize]);
            if one.meets(two) {
                features::record_piercing(world, facets, found);
            }
        }
        let pairs = PairsOfFacets { selected: facing, ..pairs };
        simd::dispatch_any(isa, MakePoints { pairs, blocks });
        for (at, &pair) in facing.iter().enumerate() {
            let (block, lane) = (&mut blocks[at / MAX_LANES], at % MAX_LANES);
            let bodies = part.facets[pair as usize].map(|facet| world.facet_body(facet));
            let len = block.len_of(lane);
            if len == 0 {
                continue;
            }
            if bodies[0] == bodies[1] && self.overlap_at_rest(part, pair) {
                block.remove(lane);
                continue;
            }
            match runs.last_mut() {
                Some(run) if run.bodies == bodies => run.len += len,
                _ => runs.push(Run { bodies, first: at as u32, len }),
            }
        }
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
            let (facets, seed) = (facets[pair as usize], seeds[pair as usize]);
            // What all points of the pair have in common.
            let common = Contact {
                sides: facets.map(|facet| self.area_side(facet, [1.0; 3])),
                normal: block.normal_of(lane),
                area: block.area[lane],
                ..Contact::NONE
            };
            for k in (0..3).filter(|k| block.lanes[*k] >> lane & 1 != 0) {
                let Some(place) = places.next() else { return };
                place.clone_from(&common);
                place.id = area_id(seed, k as u32);
                place.point = k as u32;
                block.points[k].write(lane, place);
            }
        }
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
    #[inline]
    pub(super) fn area_side(&self, facet: u32, weights: [f64; 3]) -> Side {
        let side = &self.world.facet_sides[facet as usize];
        let nodes = side.nodes.map(|node| node - side.first_node);
        let part = Part::Facet(facet - side.first_facet);
        Side::on_facet(side.body, part, Some(side.element), weights::positive(nodes, weights))
    }
}
