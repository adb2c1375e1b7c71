//! The narrow phase: what is near between two pieces.

use super::body::{Body, Geometry};
use super::candidates::{Pair, Slot};
use super::config::{Config, Resolution};
use super::contact::Contact;
use super::detect::ROUNDING;
use super::facet_pairs::blocks::Blocks;
use super::facet_pairs::features::{self, Job};
use super::facet_pairs::queue::Due;
use super::facets::Found;
use super::facets::build_contact::Scope;
use super::motion::Motion;
use super::piece_pairs;
use super::simplex_pairs::Distance;
use super::statistics::Statistics;
use crate::convex::Query;
use crate::shape::PointSet;

/// Sums of lengths are rounded up by this.
const UP: f64 = 1.0 + ROUNDING;

/// What the pairs of one job found.
#[derive(Debug, Default)]
pub(super) struct Output {
    pub(super) found: Found,
    pub(super) contacts: Vec<Contact>,
    pub(super) statistics: Statistics,
}

impl Output {
    pub(super) fn clear(&mut self) {
        self.found.clear();
        self.contacts.clear();
        self.statistics = Statistics::default();
    }
}

/// What decides whether a piece can have come near others: together, since all pairs ask for it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Extent {
    /// Its part in the largest distance of interest: thickness, and how far it can move in the time step ahead.
    pub(super) reach: f64,
    pub(super) travelled: f64,
}

/// All that a pair is looked at with.
#[derive(Clone, Copy)]
pub(super) struct Narrow<'a> {
    pub(super) scope: Scope<'a>,
    pub(super) bodies: &'a [Body],
    pub(super) config: &'a Config,
    pub(super) motion: &'a Motion,
    pub(super) extents: &'a [Extent],
    /// The most that a piece can move in the time step ahead.
    pub(super) most: f64,
    /// Facets so much beyond reach are remembered as near.
    pub(super) skin: f64,
    /// The facets of all pieces as lanes, in a detection for which they were made.
    pub(super) blocks: Option<&'a Blocks>,
}

impl Narrow<'_> {
    pub(super) fn body_of(&self, piece: u32) -> u32 {
        self.scope.world.piece_body[piece as usize]
    }

    /// The largest distance of interest between two pieces.
    #[inline]
    fn reach(&self, pieces: [u32; 2]) -> f64 {
        let [a, b] = pieces.map(|piece| self.extents[piece as usize].reach);
        (self.config.margin + a + b) * UP
    }

    /// The largest distance of interest between two bodies at rest.
    pub(super) fn least_reach(&self, bodies: [u32; 2]) -> f64 {
        let [a, b] = bodies.map(|body| self.scope.thickness[body as usize]);
        self.config.margin + a + b
    }

    /// The largest distance of interest between any pieces of two bodies.
    pub(super) fn body_reach(&self, bodies: [u32; 2]) -> f64 {
        (self.least_reach(bodies) + 2.0 * self.most) * UP
    }

    /// Whether both pieces of a pair are of meshes.
    pub(super) fn is_of_meshes(&self, pair: &Pair) -> bool {
        let is_mesh = |piece: u32| {
            matches!(self.bodies[self.body_of(piece) as usize].geometry, Geometry::Mesh(_))
        };
        pair.pieces.into_iter().all(is_mesh)
    }

    /// How far both pieces of a pair have travelled.
    #[inline]
    pub(super) fn travelled(&self, pieces: [u32; 2]) -> f64 {
        let [a, b] = pieces.map(|piece| self.extents[piece as usize].travelled);
        a + b
    }

    /// Looks at the pairs of a job.
    pub(super) fn look_at(
        &self,
        pairs: &mut [Pair],
        slots: &mut [Slot],
        due: &mut Due,
        output: &mut Output,
    ) {
        due.clear();
        for (at, (pair, slot)) in pairs.iter_mut().zip(&mut *slots).enumerate() {
            self.look(at, pair, slot, due, output);
        }
        match self.config.resolution {
            Resolution::Piece => self.look_at_tets(pairs, &mut due.tets, output),
            Resolution::Facet => self.look_at_facets(pairs, slots, due, output),
        }
    }

    /// Looks at a pair, unless it cannot have come near.
    #[inline]
    fn look(
        &self,
        at: usize,
        pair: &mut Pair,
        slot: &mut Slot,
        due: &mut Due,
        output: &mut Output,
    ) {
        let travelled = self.travelled(pair.pieces);
        let reach = self.reach(pair.pieces) + self.scope.guard;
        if self.config.skips() && pair.beyond - travelled > reach {
            output.statistics.skipped += 1;
        } else if let Some(beyond) = self.look_closer(at, pair.pieces, slot, reach, due, output) {
            pair.beyond = beyond + travelled;
        }
    }

    /// How far everything is that was not noted, at least; nothing if the pair is due.
    fn look_closer(
        &self,
        at: usize,
        pieces: [u32; 2],
        slot: &mut Slot,
        reach: f64,
        due: &mut Due,
        output: &mut Output,
    ) -> Option<f64> {
        let geometry = pieces.map(|piece| &self.bodies[self.body_of(piece) as usize].geometry);
        if !matches!(geometry, [Geometry::Mesh(_), Geometry::Mesh(_)]) {
            return Some(self.with_shape(pieces, geometry, slot, reach, output));
        }
        match self.config.resolution {
            Resolution::Piece => self.pieces(at, pieces, slot, reach, due, output),
            Resolution::Facet => self.list_facets(at, pieces, slot, reach, due),
        }
    }

    /// Two pieces as a whole.
    fn pieces(
        &self,
        at: usize,
        pieces: [u32; 2],
        slot: &mut Slot,
        reach: f64,
        due: &mut Due,
        output: &mut Output,
    ) -> Option<f64> {
        // Pieces of one body that share nodes are never in contact.
        if piece_pairs::are_joined(self.scope.world, pieces) {
            return Some(f64::INFINITY);
        }
        if let Some(nodes) = self.as_tets(pieces) {
            due.tets.push(at, reach, nodes);
            return None;
        }
        let distance = self.distance(pieces, slot, reach, &mut due.vertices, output);
        if distance > reach {
            return Some(distance);
        }
        output.contacts.extend(piece_pairs::pieces(&self.scope, pieces));
        Some(0.0)
    }

    /// How distances are asked for that are of no interest beyond a bound.
    pub(super) fn query(&self, bound: f64) -> Query {
        let Config { sub, isa, .. } = *self.config;
        Query { sub, bound, isa, ..Query::default() }
    }

    /// A lower bound of the distance of two pieces, by tracked GJK.
    pub(super) fn distance(
        &self,
        pieces: [u32; 2],
        slot: &mut Slot,
        reach: f64,
        room: &mut [Vec<[f64; 3]>; 2],
        output: &mut Output,
    ) -> f64 {
        let world = self.scope.world;
        for (piece, points) in pieces.into_iter().zip(&mut *room) {
            points.clear();
            points.extend(piece_pairs::vertices(world, piece));
        }
        let [a, b] = room.each_ref().map(|list| PointSet::checked(list));
        let cache = slot.memory.get_or_insert_default().cache.get_or_insert_default();
        let answer = Distance::from(self.query(reach).tracked(&a, &b, cache));
        answer.count(&mut output.statistics);
        answer.lower_bound
    }

    /// Looks at one facet and all later ones, with the nodes that it owns: brute force.
    pub(super) fn look_at_all(
        &self,
        facet: u32,
        allowed: &(impl Fn(u32, u32) -> bool + Sync),
        output: &mut Output,
    ) {
        let world = self.scope.world;
        let body = world.facet_body(facet);
        let own_box = world.boxes[facet as usize];
        for (other, span) in world.spans.iter().enumerate() {
            let other = other as u32;
            if !allowed(body, other) {
                continue;
            }
            let reach = self.body_reach([body, other]) + self.scope.guard;
            let (guard, least_reach) = (self.scope.guard, self.least_reach([body, other]));
            let same_body = body == other;
            let job = Job { reach, least_reach, guard, same_body };
            for later in span.facets.clone().filter(|&later| later > facet as usize) {
                if own_box.distance_squared(&world.boxes[later]) <= reach * reach {
                    features::features(world, [facet, later as u32], &job, &mut output.found);
                }
            }
            for k in (0..3).filter(|k| world.owned[facet as usize] & (1 << k) != 0) {
                let node = world.facets[facet as usize][k];
                if self.scope.holds_node(other, node) {
                    output.found.inside.push([node, other]);
                }
            }
        }
    }
}
