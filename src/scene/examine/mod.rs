//! The narrow phase: the near features of candidate pairs.

pub(in crate::scene) mod jobs;

use std::sync::{Mutex, PoisonError};

use crate::convex::Query;
use crate::num::{less, more};
use crate::scene::body::{Body, Geometry};
use crate::scene::candidates::record::{Candidate, PairRecord};
use crate::scene::candidates::renumber::{Exposed, exposed_of};
use crate::scene::config::{Config, Resolution};
use crate::scene::contact::Contact;
use crate::scene::facet_pairs::blocks::Blocks;
use crate::scene::facet_pairs::found_pairs::FoundPairs;
use crate::scene::facet_pairs::measure::MeasureScratch;
use crate::scene::facet_pairs::near_pairs::PairLimit;
use crate::scene::facet_pairs::scan::PAIRS_PER_JOB;
use crate::scene::facet_pairs::search::SearchScratch;
use crate::scene::facet_pairs::simplices::Distance;
use crate::scene::motion::Motion;
use crate::scene::records::facet::build_contact::Scope;
use crate::scene::records::facet::features;
use crate::scene::records::piece;
use crate::scene::records::piece::tets::TetPairs;
use crate::scene::records::surface::SurfaceRule;
use crate::scene::statistics::Statistics;
use crate::scene::tolerances::RANGE_SLACK;
use crate::shape::PointSet;

/// Factor that rounds sums of lengths up.
pub(in crate::scene) const ROUNDED_UP: f64 = 1.0 + 2.0 * RANGE_SLACK;

/// What the candidates of one job yield.
#[derive(Debug, Default)]
pub(in crate::scene) struct Output {
    /// The candidates of which all facets were searched, and the near ones among these.
    pub(in crate::scene) searched: Vec<u32>,
    pub(in crate::scene) found_pairs: FoundPairs,
    /// Those of shapes, or of pieces.
    pub(in crate::scene) contacts: Vec<Contact>,
    pub(in crate::scene) statistics: Statistics,
}

impl Output {
    pub(in crate::scene) fn clear(&mut self) {
        self.searched.clear();
        self.found_pairs.clear();
        self.contacts.clear();
        self.statistics = Statistics::default();
    }
}

/// Scratch memory of a thread.
#[derive(Debug, Default)]
pub(in crate::scene) struct ThreadScratch {
    search: SearchScratch,
    tet_pairs: TetPairs,
    /// The vertices of two pieces.
    vertices: [Vec<[f64; 3]>; 2],
    pub(in crate::scene) measure: MeasureScratch,
}

impl ThreadScratch {
    /// One for each thread, with room for what the largest jobs need.
    pub(in crate::scene) fn prepare(list: &mut Vec<Mutex<Self>>, threads: usize) {
        list.resize_with(threads, Mutex::default);
        for own in list {
            let own = own.get_mut().unwrap_or_else(PoisonError::into_inner);
            own.measure.reserve(PAIRS_PER_JOB);
        }
    }
}

/// Some of the candidates, from number `first` on, with what is kept of them.
pub(in crate::scene) struct JobCandidates<'a> {
    pub(in crate::scene) first: u32,
    pub(in crate::scene) pairs: &'a mut [Candidate],
    pub(in crate::scene) records: &'a mut [PairRecord],
    pub(in crate::scene) limits: &'a mut [PairLimit],
}

/// What decides whether a candidate is skipped, for each piece; side by side in memory since every
/// candidate reads it.
#[derive(Debug, Clone, Copy)]
pub(in crate::scene) struct PieceExtent {
    /// Its share of the search radius: thickness and step bound.
    pub(in crate::scene) search_radius: f64,
    /// How deep something can be in contact with it; 0 if contacts are not of surfaces.
    pub(in crate::scene) deep: f64,
    pub(in crate::scene) path_length: f64,
}

/// Two pieces that may be within their search radius.
#[derive(Debug, Clone, Copy)]
pub(in crate::scene) struct NearPieces {
    /// Index of the pair in the job.
    pub(in crate::scene) at: usize,
    /// Index of the pair in the list of candidates.
    pub(in crate::scene) candidate: u32,
    pub(in crate::scene) pieces: [u32; 2],
    pub(in crate::scene) search_radius: f64,
}

/// The context in which candidates are examined.
#[derive(Clone, Copy)]
pub(in crate::scene) struct Narrow<'a> {
    pub(in crate::scene) scope: Scope<'a>,
    pub(in crate::scene) bodies: &'a [Body],
    pub(in crate::scene) config: &'a Config,
    pub(in crate::scene) motion: &'a Motion,
    /// The rule of surface contacts.
    pub(in crate::scene) surface: SurfaceRule<'a>,
    pub(in crate::scene) extents: &'a [PieceExtent],
    /// The largest step bound of all pieces.
    pub(in crate::scene) max_step_bound: f64,
    /// Facets up to this much beyond the search radius are recorded as near.
    pub(in crate::scene) skin: f64,
    /// Candidates whose facets could have to be searched after a motion of this length are searched
    /// now: a search now and then of many costs less than one of a few each time.
    pub(in crate::scene) foresight: f64,
    /// The facets of all pieces in blocks, in a detection that built the candidates anew.
    pub(in crate::scene) blocks: Option<&'a Blocks>,
    /// Facets that are new since the last detection.
    pub(in crate::scene) exposed: &'a [Exposed],
}

impl Narrow<'_> {
    pub(in crate::scene) fn body_of(&self, piece: u32) -> u32 {
        self.scope.world.piece_body[piece as usize]
    }

    /// The search radius of two pieces, and the part of it that does not come from their depths.
    #[inline]
    fn search_radius(&self, pieces: [u32; 2]) -> [f64; 2] {
        let [a, b] = pieces.map(|piece| &self.extents[piece as usize]);
        let margin = self.scope.margins.of_pair(|| pieces.map(|piece| self.body_of(piece)));
        let max_distance = margin + a.search_radius + b.search_radius;
        [max_distance.max(a.deep.min(b.deep)), max_distance]
            .map(|r| r * ROUNDED_UP + self.scope.guard)
    }

    /// The search radius of two bodies without velocities.
    pub(in crate::scene) fn min_search_radius(&self, bodies: [u32; 2]) -> f64 {
        self.scope.min_search_radius(bodies)
    }

    /// An upper bound on the search radius of any pieces of two bodies.
    pub(in crate::scene) fn body_search_radius(&self, bodies: [u32; 2]) -> f64 {
        (self.min_search_radius(bodies) + 2.0 * self.max_step_bound) * ROUNDED_UP
    }

    /// Whether both pieces of a pair belong to meshes.
    pub(in crate::scene) fn is_of_meshes(&self, pair: &Candidate) -> bool {
        let is_mesh = |piece: u32| {
            matches!(self.bodies[self.body_of(piece) as usize].geometry, Geometry::Mesh(_))
        };
        pair.pieces.into_iter().all(is_mesh)
    }

    /// Whether facets of two pieces are new.
    #[inline]
    pub(in crate::scene) fn has_exposed(&self, pieces: [u32; 2]) -> bool {
        !self.exposed.is_empty()
            && pieces.into_iter().any(|piece| !exposed_of(self.exposed, piece).is_empty())
    }

    /// The sum of the path lengths of two pieces.
    #[inline]
    pub(in crate::scene) fn path_length(&self, pieces: [u32; 2]) -> f64 {
        let [a, b] = pieces.map(|piece| self.extents[piece as usize].path_length);
        a + b
    }

    /// Examines the candidates of a job: pair by pair first, then pieces that are tetrahedra in one
    /// batch.
    pub(in crate::scene) fn examine_job(
        &self,
        job: JobCandidates,
        scratch: &mut ThreadScratch,
        output: &mut Output,
    ) {
        let JobCandidates { first, pairs, records, limits } = job;
        scratch.tet_pairs.clear();
        for (at, (pair, record)) in pairs.iter_mut().zip(records).enumerate() {
            if self.scope.stop.is_wanted() {
                return;
            }
            let candidate = first + at as u32;
            limits[at] = self.examine(candidate, (at, pair, record), scratch, output);
        }
        if self.config.resolution == Resolution::Piece {
            self.measure_tets(pairs, &mut scratch.tet_pairs, output);
        }
    }

    /// Examines a candidate, unless it cannot have come within its search radius. Returns which of
    /// its facet pairs are to be examined.
    #[inline]
    fn examine(
        &self,
        candidate: u32,
        (at, pair, record): (usize, &mut Candidate, &mut PairRecord),
        scratch: &mut ThreadScratch,
        output: &mut Output,
    ) -> PairLimit {
        let path_length = self.path_length(pair.pieces);
        let [search_radius, max_distance] = self.search_radius(pair.pieces);
        let is_far = pair.lower_bound - path_length > search_radius;
        if self.config.skips() && is_far && !self.has_exposed(pair.pieces) {
            output.statistics.skipped += 1;
            return PairLimit::SKIPPED;
        }
        let near = NearPieces { at, candidate, pieces: pair.pieces, search_radius };
        if let Some(lower_bound) = self.measure_pair(&near, record, scratch, output) {
            pair.lower_bound = lower_bound + path_length;
        }
        let path_length = record.mesh.as_ref().map_or(0.0, |mesh| mesh.path_length());
        PairLimit { search_radius, max_distance, path_length }
    }

    /// Lower bound on the distance of all features that are not listed; `None` if the pair was
    /// queued.
    fn measure_pair(
        &self,
        near: &NearPieces,
        record: &mut PairRecord,
        scratch: &mut ThreadScratch,
        output: &mut Output,
    ) -> Option<f64> {
        let NearPieces { pieces, search_radius, .. } = *near;
        let geometry = pieces.map(|piece| &self.bodies[self.body_of(piece) as usize].geometry);
        if !matches!(geometry, [Geometry::Mesh(_), Geometry::Mesh(_)]) {
            return Some(self.examine_with_shape(pieces, geometry, search_radius, output));
        }
        match self.config.resolution {
            Resolution::Piece => self.examine_pieces(near, record, scratch, output),
            Resolution::Facet | Resolution::Surface => {
                Some(self.search_facets(near, record, &mut scratch.search, output))
            }
        }
    }

    /// Two pieces as a whole; as for [`Narrow::measure_pair`].
    fn examine_pieces(
        &self,
        near: &NearPieces,
        record: &mut PairRecord,
        scratch: &mut ThreadScratch,
        output: &mut Output,
    ) -> Option<f64> {
        let NearPieces { at, pieces, search_radius, .. } = *near;
        // Pieces of one body that share nodes are never in contact.
        if piece::are_joined(self.scope.world, pieces) {
            return Some(f64::INFINITY);
        }
        if let Some(nodes) = self.as_tets(pieces) {
            scratch.tet_pairs.push(at, search_radius, nodes);
            return None;
        }
        let distance = self.distance(near, record, &mut scratch.vertices, output);
        if distance > search_radius {
            return Some(distance);
        }
        output.contacts.extend(piece::contact_of_pieces(&self.scope, pieces));
        Some(0.0)
    }

    /// The query for distances that matter up to a bound only.
    pub(in crate::scene) fn query(&self, bound: f64) -> Query {
        let Config { sub, isa, .. } = *self.config;
        Query { sub, bound, isa, ..Query::default() }
    }

    /// A lower bound on the distance of two pieces, by tracked GJK.
    pub(in crate::scene) fn distance(
        &self,
        near: &NearPieces,
        record: &mut PairRecord,
        vertices: &mut [Vec<[f64; 3]>; 2],
        output: &mut Output,
    ) -> f64 {
        let world = self.scope.world;
        for (piece, points) in near.pieces.into_iter().zip(&mut *vertices) {
            points.clear();
            points.extend(piece::vertices(world, piece));
        }
        let [a, b] = vertices.each_ref().map(|list| PointSet::checked(list));
        let cache = record.mesh.get_or_insert_default().cache.get_or_insert_default();
        let answer = Distance::from(self.query(near.search_radius).tracked(&a, &b, cache));
        answer.count(&mut output.statistics);
        answer.lower_bound
    }

    /// Brute force: finds all facets near a facet and behind it.
    pub(in crate::scene) fn search_exhaustively(
        &self,
        facet: u32,
        allowed: &(impl Fn(u32, u32) -> bool + Sync),
        output: &mut Output,
    ) {
        let world = self.scope.world;
        let body = world.facet_body(facet);
        let (own_box, own_nodes) = (&world.boxes[facet as usize], world.facets[facet as usize]);
        for (other, span) in (0..).zip(&world.spans) {
            if self.scope.stop.is_wanted() || !allowed(body, other) {
                continue;
            }
            let search_radius = self.body_search_radius([body, other]) + self.scope.guard;
            for later in span.facets.clone().filter(|&later| later > facet as usize) {
                let radius = search_radius.max(self.deep_radius([facet, later as u32]));
                let is_near = own_box.distance_squared(&world.boxes[later]) <= radius * radius;
                let joined = body == other && features::share_node(own_nodes, world.facets[later]);
                if is_near && !joined {
                    output.found_pairs.push([facet, later as u32], 0.0);
                }
            }
            // All of them as those of one candidate.
            output.found_pairs.end_run(0, [body, other]);
        }
    }

    /// What is near in an exhaustive search.
    pub(in crate::scene) fn exhaustive_limit(&self) -> PairLimit {
        let thickness = self.scope.thickness.iter().copied().fold(0.0, f64::max);
        let max_distance = self.scope.margins.largest() + 2.0 * (thickness + self.max_step_bound);
        let max_distance = max_distance * ROUNDED_UP + self.scope.guard;
        let search_radius = match self.config.resolution {
            // All that was found: it may be deeper than far.
            Resolution::Surface => f64::INFINITY,
            _ => max_distance,
        };
        PairLimit { search_radius, max_distance, path_length: 0.0 }
    }

    /// How far apart two facets can be and contribute, which is no farther than their pieces can be.
    #[inline]
    pub(in crate::scene) fn facet_radius(&self, facets: [u32; 2], limit: &PairLimit) -> f64 {
        match self.config.resolution {
            Resolution::Surface => {
                more(limit.max_distance, self.deep_radius(facets) + self.scope.guard)
            }
            _ => limit.search_radius,
        }
    }

    /// The least that the radius of two facets can be in any detection: that without velocities.
    pub(in crate::scene) fn least_facet_radius(&self, facets: [u32; 2]) -> f64 {
        let bodies = facets.map(|facet| self.scope.world.facet_body(facet));
        let max_distance = self.min_search_radius(bodies) * ROUNDED_UP;
        max_distance.max(self.deep_radius(facets)) + self.scope.guard
    }

    /// How deep two facets can be in contact.
    #[inline]
    fn deep_radius(&self, facets: [u32; 2]) -> f64 {
        if self.config.resolution != Resolution::Surface {
            return 0.0;
        }
        let [a, b] = facets.map(|facet| self.scope.world.facet_deep[facet as usize]);
        less(a, b) * ROUNDED_UP
    }
}
