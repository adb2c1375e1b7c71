//! The narrow phase: what is near between two pieces.

use super::body::{Body, Geometry};
use super::config::{Config, Resolution};
use super::contact::Contact;
use super::facets::Found;
use super::facets::blocks::{self, Block, Blocks};
use super::facets::pair::{self, Job};
use super::facets::search::{Search, Side};
use super::facets::settle::Scope;
use super::motion::Motion;
use super::statistics::Statistics;
use super::verlet::{Live, Pair, Slot};
use super::{pieces, shapes};
use crate::gjk::Query;
use crate::shape::PointSet;
use crate::simd;

/// Up to so many pairs of facets, looking at all of them costs less than GJK.
const DIRECT: usize = 64;

/// What the pairs of one job found.
#[derive(Debug, Default)]
pub(super) struct Output {
    pub(super) found: Found,
    pub(super) contacts: Vec<Contact>,
    pub(super) statistics: Statistics,
    /// Facets of one pair, while they are listed.
    listed: Vec<Live>,
    /// The facets of both pieces, where they are not at hand.
    blocks: [Vec<Block>; 2],
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
    fn body_of(&self, piece: u32) -> u32 {
        self.scope.world.piece_body[piece as usize]
    }

    /// The largest distance of interest between two pieces.
    #[inline]
    fn reach(&self, pieces: [u32; 2]) -> f64 {
        let [a, b] = pieces.map(|piece| self.extents[piece as usize].reach);
        self.config.margin + a + b
    }

    /// The largest distance of interest between two bodies at rest.
    fn least_reach(&self, bodies: [u32; 2]) -> f64 {
        let [a, b] = bodies.map(|body| self.scope.thickness[body as usize]);
        self.config.margin + a + b
    }

    /// The largest distance of interest between any pieces of two bodies.
    pub(super) fn body_reach(&self, bodies: [u32; 2]) -> f64 {
        self.least_reach(bodies) + 2.0 * self.most
    }

    /// Whether both pieces of a pair are of meshes.
    pub(super) fn is_of_meshes(&self, pair: &Pair) -> bool {
        let is_mesh = |piece: u32| {
            matches!(self.bodies[self.body_of(piece) as usize].geometry, Geometry::Mesh(_))
        };
        pair.pieces.into_iter().all(is_mesh)
    }

    /// Looks at a pair, unless it cannot have come near.
    #[inline]
    pub(super) fn look(&self, pair: &mut Pair, slot: &mut Slot, output: &mut Output) {
        let [a, b] = pair.pieces.map(|piece| self.extents[piece as usize].travelled);
        let travelled = a + b;
        let reach = self.reach(pair.pieces) + self.scope.guard;
        if self.config.skipping && pair.beyond - travelled > reach {
            output.statistics.skipped += 1;
            return;
        }
        pair.beyond = self.look_closer(pair.pieces, slot, reach, output) + travelled;
    }

    /// How far everything is that was not noted, at least.
    fn look_closer(
        &self,
        pieces: [u32; 2],
        slot: &mut Slot,
        reach: f64,
        output: &mut Output,
    ) -> f64 {
        let geometry = pieces.map(|piece| &self.bodies[self.body_of(piece) as usize].geometry);
        if !matches!(geometry, [Geometry::Mesh(_), Geometry::Mesh(_)]) {
            self.with_shape(pieces, geometry, output);
            return 0.0;
        }
        match self.config.resolution {
            Resolution::Piece => self.pieces(pieces, slot, reach, output),
            Resolution::Facet => self.facets(pieces, slot, reach, output),
        }
    }

    /// Two pieces as a whole.
    fn pieces(&self, pieces: [u32; 2], slot: &mut Slot, reach: f64, output: &mut Output) -> f64 {
        // Pieces of one body that share nodes are never in contact.
        if pieces::are_joined(self.scope.world, pieces) {
            return f64::INFINITY;
        }
        let distance = self.distance(pieces, slot, reach, output);
        if distance > reach {
            return distance;
        }
        output.contacts.extend(pieces::pieces(&self.scope, pieces));
        0.0
    }

    /// A lower bound of the distance of two pieces, by tracked GJK.
    fn distance(&self, pieces: [u32; 2], slot: &mut Slot, reach: f64, output: &mut Output) -> f64 {
        let Config { sub, isa, .. } = *self.config;
        let query = Query { sub, bound: reach, isa: Some(isa), ..Query::default() };
        let points = pieces.map(|piece| pieces::vertices(self.scope.world, piece));
        let [a, b] = points.each_ref().map(|list| PointSet::checked(list));
        let answer =
            query.tracked(&a, &b, slot.get_or_insert_default().cache.get_or_insert_default());
        let statistics = &mut output.statistics;
        statistics.queries += 1;
        statistics.iterations += u64::from(answer.iterations);
        statistics.sub_calls += u64::from(answer.sub_calls);
        statistics.backup_calls += u64::from(answer.backup_calls);
        answer.lower_bound
    }

    /// The facets of two pieces: those that are remembered as near, or all if others can have come near.
    fn facets(&self, pieces: [u32; 2], slot: &mut Slot, reach: f64, output: &mut Output) -> f64 {
        let world = self.scope.world;
        let [a, b] = pieces.map(|piece| self.body_of(piece));
        let (guard, least_reach) = (self.scope.guard, self.least_reach([a, b]));
        let enough = reach + self.skin;
        let mut is_first = false;
        let job = Job { reach, enough, least_reach, guard, same_body: a == b };
        let drift = self.motion.between(pieces);
        let known = slot.as_mut().map_or(f64::NEG_INFINITY, |known| known.rest - known.come(drift));
        if !self.config.skipping || known <= reach {
            let count: usize = pieces.iter().map(|&p| world.piece_facets.of(p).len()).product();
            if count > DIRECT && !pieces::are_joined(world, pieces) {
                let distance = self.distance(pieces, slot, reach, output);
                if distance > reach {
                    return distance;
                }
            }
            output.listed.clear();
            let rest = self.search(pieces, job, output);
            if slot.is_none() && output.listed.is_empty() {
                return rest;
            }
            slot.get_or_insert_default().begin(drift, rest, &output.listed);
            is_first = true;
        }
        output.statistics.facet_pairs += 1;
        let Some(memory) = slot else { return known };
        let way = memory.come(drift);
        let mut least = memory.rest;
        for live in &mut memory.live {
            if !self.config.skipping || live.beyond - way <= reach {
                let found = &mut output.found;
                let distance = if is_first {
                    pair::look_near(world, live.facets, &job, live.beyond - way, found)
                } else {
                    pair::look(world, live.facets, &job, found)
                };
                live.beyond = distance + way;
            }
            least = least.min(live.beyond);
        }
        least - way
    }

    /// Lists the facets of two pieces that are within reach or little beyond; how far all others are, at least.
    fn search(&self, pieces: [u32; 2], job: Job, output: &mut Output) -> f64 {
        let Output { listed, blocks, .. } = output;
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
        let search = Search {
            sides,
            same_piece: pieces[0] == pieces[1],
            same_body: job.same_body,
            far: job.reach + self.skin,
            guard: job.guard,
            live: listed,
        };
        simd::dispatch(self.config.isa, search)
    }

    /// A pair with a shape or a plane in it.
    fn with_shape(&self, pieces: [u32; 2], geometry: [&Geometry; 2], output: &mut Output) {
        let scope = &self.scope;
        let bodies = pieces.map(|piece| self.body_of(piece));
        match geometry {
            [Geometry::Shape(a), Geometry::Shape(b)] => {
                output.statistics.queries += 1;
                output.contacts.extend(shapes::shapes(scope, bodies, &a.posed, &b.posed));
            }
            [Geometry::Shape(shape), Geometry::Plane(plane)] => {
                output.contacts.extend(shapes::shape_on_plane(scope, bodies, &shape.posed, plane));
            }
            [Geometry::Mesh(_), Geometry::Plane(plane)] => {
                let on = |node: u32| shapes::node_on_plane(scope, node, bodies[1], plane);
                output.contacts.extend(self.owned_nodes(pieces[0]).filter_map(on));
            }
            [Geometry::Mesh(_), Geometry::Shape(shape)] => match self.config.resolution {
                Resolution::Piece => {
                    let (piece, body) = (pieces[0], bodies[1]);
                    output.contacts.extend(pieces::piece_on_shape(
                        scope,
                        piece,
                        body,
                        &shape.posed,
                    ));
                }
                Resolution::Facet => {
                    let reach = self.reach(pieces) + scope.guard;
                    let near = super::verlet::shape_box(&shape.posed).grown(reach);
                    for &facet in scope.world.piece_facets.of(pieces[0]) {
                        if scope.world.boxes[facet as usize].meets(&near) {
                            output.statistics.queries += 1;
                            let posed = &shape.posed;
                            let contacts = &mut output.contacts;
                            shapes::facet_on_shape(scope, facet, bodies[1], posed, contacts);
                        }
                    }
                }
            },
            [Geometry::Plane(_), Geometry::Plane(_)] | [Geometry::Mesh(_), Geometry::Mesh(_)] => {}
            [one, two] => self.with_shape([pieces[1], pieces[0]], [two, one], output),
        }
    }

    fn owned_nodes(&self, piece: u32) -> impl Iterator<Item = u32> {
        let world = self.scope.world;
        world.piece_facets.of(piece).iter().flat_map(|&facet| {
            let owned = world.owned[facet as usize];
            let nodes = world.facets[facet as usize];
            (0..3).filter(move |k| owned & (1 << k) != 0).map(move |k| nodes[k])
        })
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
            let job = Job { reach, enough: reach, least_reach, guard, same_body };
            for later in span.facets.clone().filter(|&later| later > facet as usize) {
                if own_box.distance_squared(&world.boxes[later]) <= reach * reach {
                    pair::features(world, [facet, later as u32], &job, &mut output.found);
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
