//! The queue of facet pairs to be measured: those of all pairs of pieces of a job, so that lanes
//! are full.

use std::ops::Range;

use super::blocks::{self, Block};
use super::filter::{Filter, RowScratch, Side};
use super::measure::FacetPairs;
use crate::convex::Query;
use crate::scene::candidates::{Candidate, MeshRecord, NearFacets, PairRecord};
use crate::scene::config::Resolution;
use crate::scene::examine::{Narrow, NearPieces, Output};
use crate::scene::records::facet::features::{self, Criteria};
use crate::scene::records::piece::tets::TetPairs;
use crate::simd::{self, Isa};

/// Pairs of pieces and of facets that a job has yet to measure, with the scratch memory for it.
#[derive(Debug, Default)]
pub(in crate::scene) struct Queue {
    /// Pairs of pieces with facets in the queue.
    list: Vec<Entry>,
    facet_pairs: FacetPairs,
    /// The near facets of the pair of pieces at hand.
    near_facets: Vec<NearFacets>,
    /// The facets of both pieces, in detections that have no blocks of all pieces.
    blocks: [Vec<Block>; 2],
    scratch: RowScratch,
    pub(in crate::scene) tet_pairs: TetPairs,
    /// The vertices of two pieces.
    pub(in crate::scene) vertices: [Vec<[f64; 3]>; 2],
}

/// A pair of pieces with facets in the queue.
#[derive(Debug, Clone)]
struct Entry {
    near: NearPieces,
    /// Its facets in the queue.
    facet_pairs: Range<usize>,
    /// Lower bound on the distance of all facet pairs that are not in the queue; `None` if only
    /// the recorded ones were considered.
    lower_bound_elsewhere: Option<f64>,
}

impl Queue {
    pub(in crate::scene) fn clear(&mut self) {
        self.list.clear();
        self.facet_pairs.clear();
        self.tet_pairs.clear();
    }
}

impl Narrow<'_> {
    /// Queues the facet pairs of two pieces that may be within the search radius: the recorded
    /// ones, or what the filter leaves of all if others can have come near since. Returns a lower
    /// bound on the distance of the pieces; `None` if facets were queued.
    pub(in crate::scene) fn queue_facets(
        &self,
        near: &NearPieces,
        record: &mut PairRecord,
        queue: &mut Queue,
    ) -> Option<f64> {
        let NearPieces { pieces, search_radius, .. } = *near;
        let start = queue.facet_pairs.len();
        let displacement = self.motion.relative_displacement(pieces);
        let record = &mut record.mesh;
        // Lower bound, at the present positions, on the distance of facets that are not on record.
        let elsewhere_now = record.as_mut().map_or(f64::NEG_INFINITY, |mesh| {
            mesh.lower_bound_elsewhere - mesh.advance(displacement)
        });
        let mut lower_bound_elsewhere = None;
        if let Some(mesh) = record
            && self.config.skips()
            && elsewhere_now > search_radius
        {
            self.queue_recorded(mesh, search_radius, &mut queue.facet_pairs);
        } else {
            lower_bound_elsewhere =
                Some(self.queue_filtered(pieces, search_radius + self.skin, queue));
        }
        // Pairs with a record are examined even if none of their facets is left in the queue.
        let facet_pairs = start..queue.facet_pairs.len();
        if facet_pairs.is_empty() && record.is_none() {
            return lower_bound_elsewhere;
        }
        queue.list.push(Entry { near: *near, facet_pairs, lower_bound_elsewhere });
        None
    }

    /// Queues the recorded facet pairs that may be within the search radius by now.
    fn queue_recorded(
        &self,
        mesh: &mut MeshRecord,
        search_radius: f64,
        facet_pairs: &mut FacetPairs,
    ) {
        let world = self.scope.world;
        let path_length = mesh.path_length();
        let is_near = |near: &&mut NearFacets| near.lower_bound - path_length <= search_radius;
        for near in mesh.near_facets.iter_mut().filter(is_near) {
            let [one, two] = near.facets.map(|facet| &world.boxes[facet as usize]);
            let box_gap = one.gap(two);
            if box_gap > search_radius {
                near.lower_bound = box_gap + path_length;
            } else {
                facet_pairs.push(near.facets, 0.0);
            }
        }
    }

    /// Queues the facet pairs of two pieces that may be within `max_distance`. Returns a lower
    /// bound on the distance of all others.
    fn queue_filtered(&self, pieces: [u32; 2], max_distance: f64, queue: &mut Queue) -> f64 {
        let Queue { facet_pairs, blocks, scratch, .. } = queue;
        let world = self.scope.world;
        let sides = match self.blocks {
            Some(known) => pieces
                .map(|piece| Side { blocks: known.of(piece), bounds: known.boxes[piece as usize] }),
            None => {
                for (piece, blocks) in pieces.into_iter().zip(&mut *blocks) {
                    blocks::fill(world, piece, blocks);
                }
                blocks.each_ref().map(|list| Side { blocks: list, bounds: blocks::around(list) })
            }
        };
        let [a, b] = pieces.map(|piece| self.body_of(piece));
        let (same_piece, same_body) = (pieces[0] == pieces[1], a == b);
        let guard = self.scope.guard;
        let filter =
            Filter { sides, same_piece, same_body, max_distance, guard, scratch, facet_pairs };
        simd::dispatch_any(self.config.isa.unwrap_or_else(Isa::widest), filter)
    }

    /// Measures the queued facet pairs in one batch and examines the features of those within the
    /// search radius.
    pub(in crate::scene) fn measure_facets(
        &self,
        pairs: &mut [Candidate],
        records: &mut [PairRecord],
        queue: &mut Queue,
        output: &mut Output,
    ) {
        let Queue { list, facet_pairs, near_facets, .. } = queue;
        let (world, guard) = (self.scope.world, self.scope.guard);
        let max_search_radius =
            list.iter().map(|entry| entry.near.search_radius).fold(0.0, f64::max);
        let query: Query = self.query(max_search_radius + self.skin);
        // Only pairs that the filter leaves within the search radius are measured by GJK.
        facet_pairs.take_roots();
        for entry in list.iter() {
            for pair in entry.facet_pairs.clone() {
                if facet_pairs.bounds[pair] - guard <= entry.near.search_radius {
                    facet_pairs.select(pair);
                }
            }
        }
        facet_pairs.measure(world, &query, &mut output.statistics);
        for entry in list {
            let NearPieces { at, pieces, .. } = entry.near;
            let mesh = &mut records[at].mesh;
            let elsewhere = self.record_measured(entry, mesh, facet_pairs, near_facets);
            let bound = match mesh {
                Some(mesh) => self.examine_near_facets(&entry.near, mesh, output),
                None => elsewhere,
            };
            pairs[at].lower_bound = bound + self.path_length(pieces);
        }
    }

    /// Records the measured facet pairs of two pieces: afresh after a search of all facets, else only
    /// the new bounds. Returns a lower bound on the distance of the facets that are not recorded.
    fn record_measured(
        &self,
        entry: &Entry,
        record: &mut Option<Box<MeshRecord>>,
        facet_pairs: &FacetPairs,
        near_facets: &mut Vec<NearFacets>,
    ) -> f64 {
        let NearPieces { pieces, search_radius, .. } = entry.near;
        let guard = self.scope.guard;
        let bound = |i: usize| (facet_pairs.facets[i], facet_pairs.bounds[i] - guard);
        let measured = entry.facet_pairs.clone().map(bound);
        let Some(mut lower_bound_elsewhere) = entry.lower_bound_elsewhere else {
            if let Some(mesh) = record {
                mesh.update(measured);
            }
            return 0.0;
        };
        near_facets.clear();
        for (facets, lower_bound) in measured {
            if lower_bound > search_radius + self.skin {
                lower_bound_elsewhere = lower_bound_elsewhere.min(lower_bound);
            } else {
                near_facets.push(NearFacets { facets, lower_bound });
            }
        }
        if record.is_some() || !near_facets.is_empty() {
            let displacement = self.motion.relative_displacement(pieces);
            let mesh = record.get_or_insert_default();
            mesh.restart(displacement, lower_bound_elsewhere, near_facets);
        }
        lower_bound_elsewhere
    }

    /// Examines the recorded facet pairs of two pieces that are within the search radius. Returns a
    /// lower bound on the distance of all features that were not found.
    fn examine_near_facets(
        &self,
        near: &NearPieces,
        mesh: &mut MeshRecord,
        output: &mut Output,
    ) -> f64 {
        output.statistics.facet_pairs += 1;
        let [a, b] = near.pieces.map(|piece| self.body_of(piece));
        let (search_radius, min_search_radius) =
            (near.search_radius, self.min_search_radius([a, b]));
        let criteria = Criteria { search_radius, min_search_radius, same_body: a == b };
        let path_length = mesh.path_length();
        let mut lower_bound = mesh.lower_bound_elsewhere;
        let is_surface = self.config.resolution == Resolution::Surface;
        for NearFacets { facets, lower_bound: bound } in &mut mesh.near_facets {
            let distance = *bound - path_length;
            if distance <= search_radius && is_surface {
                self.examine_surfaces(*facets, distance <= 0.0, output);
            } else if distance <= search_radius {
                let (world, found) = (self.scope.world, &mut output.found);
                *bound = features::examine_facets(world, *facets, &criteria, distance, found)
                    + path_length;
            }
            lower_bound = lower_bound.min(*bound);
        }
        lower_bound - path_length
    }
}
