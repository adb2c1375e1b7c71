//! One detection: from candidates to contacts.

use std::collections::HashSet;
use std::ops::{Range, RangeInclusive};
use std::slice;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use rayon::prelude::*;

use super::body::{Body, Geometry};
use super::candidates::containment::Swallow;
use super::candidates::{List, Pair, Slot};
use super::config::{Config, Resolution};
use super::contact::Contact;
use super::facet_pairs::queue::Due;
use super::facets::area::{Claims, Ground, Marks};
use super::facets::build_contact::{self, Scope};
use super::facets::{Crossing, Found, Near, deep_crossings, inside, overlap};
use super::motion::Motion;
use super::narrow::{Extent, Narrow, Output};
use super::statistics::Statistics;
use super::world::World;
use crate::Vec3;
use crate::broad::{Bounds, Forest, Method};

/// Distances are computed to within so many eps of the largest coordinate.
pub(super) const ROUNDING: f64 = 64.0 * f64::EPSILON;

/// Pairs make about so many jobs for the threads, of so many pairs each.
const JOBS: usize = 64;
const PAIRS: RangeInclusive<usize> = 8..=256;

/// As many facets are one job where all are looked at.
const JOB: usize = 256;

/// As many features are one job for a thread.
const FEATURES: usize = 2;

/// What is kept from one detection to the next so that it need not be allocated again.
#[derive(Debug, Default)]
pub(super) struct Buffers {
    outputs: Vec<Output>,
    /// For each thread.
    due: Vec<Mutex<Due>>,
    found: Found,
    marks: Marks,
}

/// The parts of a scene that do not change in a detection.
pub(super) struct Detection<'a> {
    pub(super) config: &'a Config,
    pub(super) bodies: &'a [Body],
    pub(super) excluded: &'a HashSet<[u32; 2]>,
    pub(super) world: &'a World,
    pub(super) ways: &'a [[f64; 3]],
    /// No two points of bodies are farther apart.
    pub(super) size: f64,
}

impl Detection<'_> {
    pub(super) fn run(
        &self,
        list: &mut List,
        motion: &mut Motion,
        buffers: &mut Buffers,
    ) -> (Vec<Contact>, Statistics) {
        let (world, config, bodies) = (self.world, self.config, self.bodies);
        let start = Instant::now();
        let sweeps = self.sweeps();
        let can_touch = |a: u32, b: u32| self.can_touch(a, b);
        let rebuilt = list.refresh(world, bodies, config, &sweeps, motion, can_touch);
        let mut statistics = Statistics {
            candidates: list.pairs.len(),
            rebuilds: list.rebuilds,
            rebuilt,
            compared: if rebuilt { list.compared } else { 0 },
            broad: start.elapsed(),
            ..Statistics::default()
        };
        let start = Instant::now();
        let exhaustive = config.broad == Method::Brute && config.resolution == Resolution::Facet;
        let everything = Forest::everything(if exhaustive { world.piece_body.len() } else { 0 });
        let thickness: Vec<f64> = bodies.iter().map(|body| body.options.thickness).collect();
        let List { pairs, memories, swallows, forest, boxes, skin, blocks, .. } = list;
        let forest = if exhaustive { &everything } else { forest };
        let scope = Scope { exhaustive, ..self.scope(forest, &thickness, boxes) };
        let most = sweeps.iter().copied().fold(0.0, f64::max);
        let extents = self.extents(&sweeps, motion);
        let narrow = Narrow {
            scope,
            bodies,
            config,
            motion,
            extents: &extents,
            most,
            skin: *skin,
            blocks: rebuilt.then_some(&*blocks),
        };
        let Buffers { outputs, due, found, marks } = buffers;
        due.resize_with(rayon::current_num_threads(), Mutex::default);
        if exhaustive {
            look_everywhere(&narrow, outputs, due, pairs, memories, &can_touch);
        } else {
            look_at_pairs(&narrow, outputs, due, pairs, memories);
        }
        let mut contacts = gather(outputs, found, &mut statistics);
        if !exhaustive && config.resolution == Resolution::Facet {
            self.find_inside(&scope, motion, swallows, found);
        }
        statistics.narrow = start.elapsed();
        let start = Instant::now();
        settle_all(&scope, found, &mut contacts);
        if config.areas {
            let known = (!exhaustive).then_some((&pairs[..], &memories[..]));
            self.share_areas(known, marks, &mut contacts);
        }
        statistics.settle = start.elapsed();
        (contacts, statistics)
    }

    /// What contacts are settled with; what is inside and pierces is not known yet.
    fn scope<'b>(
        &'b self,
        forest: &'b Forest,
        thickness: &'b [f64],
        boxes: &'b [Bounds],
    ) -> Scope<'b> {
        let (world, config) = (self.world, self.config);
        Scope {
            world,
            forest,
            thickness,
            margin: config.margin,
            guard: ROUNDING * world.magnitude,
            boxes,
            exhaustive: false,
            ways: self.ways,
            inside: &[],
            piercing: &[],
            depth: config.depth,
        }
    }

    /// Gives the contacts their areas, with facets that are known to be near or all.
    fn share_areas(
        &self,
        known: Option<(&[Pair], &[Slot])>,
        marks: &mut Marks,
        contacts: &mut [Contact],
    ) {
        let claims = Claims::new(self.world, contacts);
        let reach = |facets: [u32; 2]| self.facet_reach(facets);
        let ground = Ground { world: self.world, reach };
        match known {
            Some(known) => claims.share_out(&ground, known, marks, contacts),
            None => claims.share_out_all(&ground, marks, contacts),
        }
    }

    /// Whether two bodies can be in contact, or one with itself.
    fn can_touch(&self, a: u32, b: u32) -> bool {
        let [one, two] = [a, b].map(|body| &self.bodies[body as usize]);
        if a == b {
            one.options.self_contact && matches!(one.geometry, Geometry::Mesh(_))
        } else {
            one.options.can_touch(&two.options) && !self.excluded.contains(&[a.min(b), a.max(b)])
        }
    }

    /// How far each piece can move in the time step ahead; beyond the size of the scene it does not matter how far.
    fn sweeps(&self) -> Vec<f64> {
        let of = |piece: u32| {
            if self.ways.is_empty() {
                return 0.0;
            }
            let vertices = self.world.piece_vertices.of(piece).iter();
            let lengths = vertices.map(|&node| Vec3::from(self.ways[node as usize]).norm());
            lengths.fold(0.0, f64::max).min(self.size)
        };
        (0..self.world.piece_body.len() as u32).map(of).collect()
    }

    /// What decides which pieces can have come near others.
    fn extents(&self, sweeps: &[f64], motion: &Motion) -> Vec<Extent> {
        let extent = |piece: usize| {
            let body = &self.bodies[self.world.piece_body[piece] as usize];
            let reach = body.options.thickness + sweeps[piece];
            Extent { reach, travelled: motion.travelled[piece] }
        };
        (0..sweeps.len()).map(extent).collect()
    }

    /// The largest distance of interest between two facets. Not that of their pieces, on which areas must not
    /// depend.
    fn facet_reach(&self, facets: [u32; 2]) -> f64 {
        let of = |facet: u32| {
            let thickness = self.bodies[self.world.facet_body(facet) as usize].options.thickness;
            let way =
                |node: u32| self.ways.get(node as usize).map_or(0.0, |w| Vec3::from(*w).norm());
            thickness + self.world.facets[facet as usize].map(way).into_iter().fold(0.0, f64::max)
        };
        self.config.margin + of(facets[0]) + of(facets[1])
    }

    /// Finds the nodes inside other bodies.
    fn find_inside(
        &self,
        scope: &Scope,
        motion: &Motion,
        swallows: &mut [Swallow],
        found: &mut Found,
    ) {
        let Found { piercing, inside, .. } = found;
        let scope = &Scope { piercing, ..*scope };
        let by_bodies: Vec<&[[u32; 3]]> = piercing.chunk_by(|p, q| p[..2] == q[..2]).collect();
        let patches = |list: &&[[u32; 3]]| {
            let [body, other, _] = list[0];
            let edges: Vec<u32> = list.iter().map(|pierced| pierced[2]).collect();
            let nodes = inside::nodes(scope, [body, other], &edges);
            nodes.into_iter().map(move |node| [node, other]).collect::<Vec<_>>()
        };
        let patches: Vec<_> = by_bodies.par_iter().map(patches).collect();
        inside.extend(patches.into_iter().flatten());
        let most =
            |pieces: Range<usize>| motion.travelled[pieces].iter().copied().fold(0.0, f64::max);
        let travelled: Vec<f64> =
            self.world.spans.iter().map(|span| most(span.pieces.clone())).collect();
        for swallow in swallows {
            let body = self.world.node_body[swallow.node as usize];
            let way = travelled[body as usize] + travelled[swallow.body as usize];
            if self.config.skips() && swallow.beyond > way {
                continue;
            }
            let distance = scope.signed_distance(self.world.at(swallow.node), swallow.body);
            swallow.beyond = distance - scope.guard + way;
            if distance <= 0.0 && scope.holds_node(swallow.body, swallow.node) {
                let piercing = scope.piercing_of([body, swallow.body]);
                let edges: Vec<u32> = piercing.iter().map(|pierced| pierced[2]).collect();
                let nodes = inside::patch(self.world, swallow.node, &edges);
                inside.extend(nodes.into_iter().map(|node| [node, swallow.body]));
            }
        }
        inside.sort_unstable();
        inside.dedup();
    }
}

fn look_at_pairs(
    narrow: &Narrow,
    outputs: &mut Vec<Output>,
    due: &[Mutex<Due>],
    pairs: &mut [Pair],
    memories: &mut [Slot],
) {
    let job = (pairs.len() / JOBS).clamp(*PAIRS.start(), *PAIRS.end());
    outputs.resize_with(pairs.len().div_ceil(job), Output::default);
    let jobs = pairs.par_chunks_mut(job).zip(memories.par_chunks_mut(job)).zip(outputs);
    let jobs = jobs.with_max_len(1);
    jobs.for_each(|((pairs, memories), output)| {
        output.clear();
        with_own(due, |due| narrow.look_at(pairs, memories, due, output));
    });
}

/// Works with what belongs to this thread. It is taken out meanwhile, so that nothing is locked while shapes call functions
/// of the host, which may do anything.
fn with_own(due: &[Mutex<Due>], work: impl FnOnce(&mut Due)) {
    let own = &due[rayon::current_thread_index().unwrap_or(0)];
    // What a panic leaves behind is cleared before it is used.
    let lock = || own.lock().unwrap_or_else(PoisonError::into_inner);
    let mut taken = std::mem::take(&mut *lock());
    work(&mut taken);
    *lock() = taken;
}

/// All facets of meshes, and the pairs with shapes from the list.
fn look_everywhere(
    narrow: &Narrow,
    outputs: &mut Vec<Output>,
    due: &[Mutex<Due>],
    pairs: &mut [Pair],
    memories: &mut [Slot],
    can_touch: &(impl Fn(u32, u32) -> bool + Sync),
) {
    let facets = narrow.scope.world.facets.len();
    outputs.resize_with(facets.div_ceil(JOB) + 1, Output::default);
    let (shapes, meshes) = outputs.split_at_mut(1);
    shapes[0].clear();
    for (pair, memory) in pairs.iter_mut().zip(memories) {
        if !narrow.is_of_meshes(pair) {
            let (pair, memory) = (slice::from_mut(pair), slice::from_mut(memory));
            with_own(due, |due| narrow.look_at(pair, memory, due, &mut shapes[0]));
        }
    }
    meshes.par_iter_mut().enumerate().for_each(|(i, output)| {
        output.clear();
        for facet in i * JOB..facets.min((i + 1) * JOB) {
            narrow.look_at_all(facet as u32, can_touch, output);
        }
    });
}

/// Puts the findings of all jobs together, in order, each once.
fn gather(outputs: &[Output], found: &mut Found, statistics: &mut Statistics) -> Vec<Contact> {
    let mut contacts = Vec::new();
    found.clear();
    for output in outputs {
        found.near.extend_from_slice(&output.found.near);
        found.crossings.extend_from_slice(&output.found.crossings);
        found.piercing.extend_from_slice(&output.found.piercing);
        found.inside.extend_from_slice(&output.found.inside);
        contacts.extend_from_slice(&output.contacts);
        statistics.add(&output.statistics);
    }
    found.near.par_sort_unstable_by_key(|n| (n.node, n.body, n.target));
    found.crossings.par_sort_unstable_by_key(|c| c.edges);
    found.piercing.sort_unstable();
    found.piercing.dedup();
    found.inside.sort_unstable();
    contacts
}

/// From features that are near to contacts, in the order of their keys.
fn settle_all(scope: &Scope, found: &Found, contacts: &mut Vec<Contact>) {
    let scope = &Scope { inside: &found.inside, piercing: &found.piercing, ..*scope };
    let groups: Vec<&[Near]> =
        found.near.chunk_by(|m, n| (m.node, m.body) == (n.node, n.body)).collect();
    let of_group = |group: &[Near]| {
        let mut contacts = Vec::new();
        build_contact::node(scope, group, &mut contacts);
        contacts
    };
    let is_shallow = |node: u32, body: u32| {
        let at = found.near.partition_point(|n| (n.node, n.body) < (node, body));
        let near = found.near[at..].iter().take_while(|n| (n.node, n.body) == (node, body));
        near.into_iter().any(|near| near.signed <= scope.guard)
    };
    let deep = |[node, body]: [u32; 2]| {
        if is_shallow(node, body) { None } else { build_contact::deep(scope, node, body) }
    };
    let crossing = |crossing: &Crossing| build_contact::crossing(scope, crossing);
    // One after the other in one list of jobs: threads sleep between two lists.
    let (near, inside) = (groups.len(), groups.len() + found.inside.len());
    let of = |i: usize| match i {
        i if i < near => of_group(groups[i]),
        i if i < inside => deep(found.inside[i - near]).into_iter().collect(),
        i => crossing(&found.crossings[i - inside]).into_iter().collect(),
    };
    let count = inside + found.crossings.len();
    let lists: Vec<_> = (0..count).into_par_iter().with_max_len(FEATURES).map(of).collect();
    contacts.extend(lists.into_iter().flatten());
    contacts.extend(deep_crossings::crossings(scope).iter().filter_map(crossing));
    let overlaps = overlap::contacts(scope, contacts);
    contacts.extend(overlaps);
    contacts.par_sort_by_key(Contact::key);
    contacts.dedup_by_key(|contact| contact.key());
}
