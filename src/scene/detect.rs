//! One detection, from candidates to contacts.

use std::collections::HashSet;
use std::ops::{Range, RangeInclusive};
use std::slice;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use rayon::prelude::*;

use super::body::{Body, Geometry};
use super::candidates::containment::ContainmentCandidate;
use super::candidates::{Candidate, Candidates, PairRecord};
use super::config::{Config, Resolution};
use super::contact::Contact;
use super::facet_pairs::queue::Queue;
use super::facets::area::{AreaSearch, FeatureContacts, TouchedBodies};
use super::facets::build_contact::{self, Scope};
use super::facets::locate::TetIndex;
use super::facets::{Crossing, Found, Near, deep_crossings, inside, node_contacts, overlap};
use super::motion::Motion;
use super::narrow::{Narrow, Output, PieceExtent};
use super::records::surface::SurfaceRule;
use super::records::surface::corner::NodeNear;
use super::statistics::Statistics;
use super::tolerances::DISTANCE_ROUNDING;
use super::world::World;
use crate::Vec3;
use crate::broad::{Bounds, Forest, Method};

/// The number of jobs that candidates are split into, and the range of their sizes.
const TARGET_JOBS: usize = 64;
const PAIRS_PER_JOB: RangeInclusive<usize> = 8..=256;

/// The size of jobs of the exhaustive search.
const FACETS_PER_JOB: usize = 256;

/// The least size of jobs that build contacts of sharp nodes.
const MIN_NODES_PER_JOB: usize = 64;

/// The largest size of jobs that build contacts.
const MAX_FEATURES_PER_JOB: usize = 2;

/// Memory that is kept from one detection to the next, to save allocations.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    outputs: Vec<Output>,
    /// One for each thread.
    queues: Vec<Mutex<Queue>>,
    found: Found,
    near_nodes: Vec<NodeNear>,
    touched: TouchedBodies,
    /// The list of contacts before the last. Lists of large scenes would come from the system and
    /// go back to it at every detection, which clears their pages each time.
    pub(super) spare: Vec<Contact>,
}

/// The parts of a scene that do not change in a detection.
pub(super) struct Detection<'a> {
    pub(super) config: &'a Config,
    pub(super) bodies: &'a [Body],
    pub(super) excluded: &'a HashSet<[u32; 2]>,
    pub(super) world: &'a World,
    /// The displacement of each node in the time step ahead; empty without velocities.
    pub(super) step_displacements: &'a [[f64; 3]],
    /// Upper bound on the distance of any two points of the scene.
    pub(super) size: f64,
}

impl Detection<'_> {
    /// Finds all contacts, in the order of their keys.
    pub(super) fn run(
        &self,
        candidates: &mut Candidates,
        motion: &mut Motion,
        scratch: &mut Scratch,
    ) -> (Vec<Contact>, Statistics) {
        let (world, config, bodies) = (self.world, self.config, self.bodies);
        // Broad phase: candidates.
        let start = Instant::now();
        let step_bounds = self.step_bounds();
        let can_touch = |a: u32, b: u32| self.can_touch(a, b);
        let rebuilt = candidates.refresh(world, bodies, config, &step_bounds, motion, can_touch);
        let mut statistics =
            Statistics { broad: start.elapsed(), ..candidates.statistics(rebuilt) };
        // Narrow phase: features that are near, pierce a facet, or lie inside a body.
        let start = Instant::now();
        let exhaustive = config.broad == Method::Brute && config.resolution.is_of_facets();
        let everything = Forest::everything(if exhaustive { world.piece_body.len() } else { 0 });
        let thickness: Vec<f64> = bodies.iter().map(|body| body.options.thickness).collect();
        let Candidates { pairs, records, containments, forest, boxes, skin, blocks, .. } =
            candidates;
        let forest = if exhaustive { &everything } else { forest };
        let no_tets = TetIndex::default();
        let scope = Scope { exhaustive, ..self.scope(forest, &thickness, boxes, &no_tets) };
        let max_step_bound = step_bounds.iter().copied().fold(0.0, f64::max);
        let extents = self.extents(&step_bounds, motion);
        let narrow = Narrow {
            scope,
            bodies,
            config,
            motion,
            surface: self.surface_rule(),
            extents: &extents,
            max_step_bound,
            skin: *skin,
            blocks: rebuilt.then_some(&*blocks),
        };
        let Scratch { outputs, queues, found, near_nodes, touched, spare } = scratch;
        queues.resize_with(rayon::current_num_threads(), Mutex::default);
        if exhaustive {
            examine_everything(&narrow, outputs, queues, pairs, records, &can_touch);
        } else {
            examine_candidates(&narrow, outputs, queues, pairs, records);
        }
        let mut contacts = std::mem::take(spare);
        join(outputs, found, near_nodes, &mut contacts, &mut statistics);
        let mut tets = TetIndex::default();
        if config.resolution.is_of_facets() {
            tets = self.find_inside(&scope, motion, containments, found);
        }
        statistics.narrow = start.elapsed();
        // Contacts of these features, and their areas.
        let start = Instant::now();
        let scope = Scope { tets: &tets, ..scope };
        if config.resolution == Resolution::Surface {
            let scope = Scope { inside: &found.inside, piercing: &found.piercing, ..scope };
            self.finish_surfaces(&scope, near_nodes, &mut contacts);
        } else {
            build_contacts(&scope, found, &mut contacts);
            if config.areas {
                let known = (!exhaustive).then_some((&pairs[..], &records[..]));
                self.share_areas(known, touched, &mut contacts);
            }
        }
        statistics.build = start.elapsed();
        (contacts, statistics)
    }

    /// The context in which contacts are built; inside and piercing features are not known yet.
    fn scope<'b>(
        &'b self,
        forest: &'b Forest,
        thickness: &'b [f64],
        boxes: &'b [Bounds],
        tets: &'b TetIndex,
    ) -> Scope<'b> {
        let (world, config) = (self.world, self.config);
        Scope {
            world,
            forest,
            thickness,
            margin: config.margin,
            guard: DISTANCE_ROUNDING * world.magnitude,
            boxes,
            exhaustive: false,
            tets,
            step_displacements: self.step_displacements,
            inside: &[],
            piercing: &[],
            depth: config.depth,
        }
    }

    fn surface_rule(&self) -> SurfaceRule<'_> {
        SurfaceRule {
            world: self.world,
            bodies: self.bodies,
            margin: self.config.margin,
            points: self.config.points,
            steps: self.step_displacements,
        }
    }

    /// Adds sharp nodes and deep overlaps to the contacts of surfaces, and puts all in order.
    fn finish_surfaces(
        &self,
        scope: &Scope,
        near_nodes: &mut [NodeNear],
        contacts: &mut Vec<Contact>,
    ) {
        let rule = self.surface_rule();
        near_nodes.par_sort_unstable_by_key(|n| (n.node, n.body, n.facet));
        let same = |m: &NodeNear, n: &NodeNear| (m.node, m.body) == (n.node, n.body);
        let groups: Vec<&[NodeNear]> = near_nodes.chunk_by(same).collect();
        let corners: Vec<Contact> = groups
            .par_iter()
            .with_min_len(MIN_NODES_PER_JOB)
            .filter_map(|group| rule.node_on_body(group))
            .collect();
        contacts.extend(corners);
        sort(contacts);
        let deep = rule.deep_overlaps(scope, contacts);
        if !deep.is_empty() {
            contacts.extend(deep);
            sort(contacts);
        }
    }

    /// Sets the areas of the contacts, from the facets on record as near or from all.
    fn share_areas(
        &self,
        known: Option<(&[Candidate], &[PairRecord])>,
        touched: &mut TouchedBodies,
        contacts: &mut [Contact],
    ) {
        let features = FeatureContacts::new(self.world, contacts);
        let search_radius = |facets: [u32; 2]| self.facet_search_radius(facets);
        let search = AreaSearch { world: self.world, search_radius };
        match known {
            Some(known) => features.distribute(&search, known, touched, contacts),
            None => features.distribute_all(&search, touched, contacts),
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

    /// Upper bounds on the displacement of each piece in the time step ahead, limited to the size
    /// of the scene.
    fn step_bounds(&self) -> Vec<f64> {
        let of = |piece: u32| {
            if self.step_displacements.is_empty() {
                return 0.0;
            }
            let vertices = self.world.piece_vertices.of(piece).iter();
            let lengths =
                vertices.map(|&node| Vec3::from(self.step_displacements[node as usize]).norm());
            lengths.fold(0.0, f64::max).min(self.size)
        };
        (0..self.world.piece_body.len() as u32).map(of).collect()
    }

    /// What decides which candidates are skipped.
    fn extents(&self, step_bounds: &[f64], motion: &Motion) -> Vec<PieceExtent> {
        let extent = |piece: usize| {
            let body = &self.bodies[self.world.piece_body[piece] as usize];
            let search_radius = body.options.thickness + step_bounds[piece];
            let is_surface = self.config.resolution == Resolution::Surface;
            let deep = if is_surface { self.world.piece_deep[piece] } else { 0.0 };
            PieceExtent { search_radius, deep, path_length: motion.path_lengths[piece] }
        };
        (0..step_bounds.len()).map(extent).collect()
    }

    /// The search radius of two facets; not that of their pieces, on which areas must not depend.
    fn facet_search_radius(&self, facets: [u32; 2]) -> f64 {
        let of = |facet: u32| {
            let thickness = self.bodies[self.world.facet_body(facet) as usize].options.thickness;
            let length = |node: u32| {
                self.step_displacements.get(node as usize).map_or(0.0, |d| Vec3::from(*d).norm())
            };
            thickness
                + self.world.facets[facet as usize].map(length).into_iter().fold(0.0, f64::max)
        };
        self.config.margin + of(facets[0]) + of(facets[1])
    }

    /// Finds the nodes inside other bodies. Returns the tetrahedra of bodies that meet others.
    fn find_inside(
        &self,
        scope: &Scope,
        motion: &Motion,
        containments: &mut [ContainmentCandidate],
        found: &mut Found,
    ) -> TetIndex {
        let world = self.world;
        let max =
            |pieces: Range<usize>| motion.path_lengths[pieces].iter().copied().fold(0.0, f64::max);
        let path_lengths: Vec<f64> =
            world.spans.iter().map(|span| max(span.pieces.clone())).collect();
        let body_of = |candidate: &ContainmentCandidate| world.node_body[candidate.node as usize];
        // Parts of surfaces that may have come into a body as a whole.
        let mut starts = Vec::new();
        for candidate in containments.iter() {
            let bodies = [body_of(candidate), candidate.body];
            let path_length: f64 = bodies.iter().map(|&body| path_lengths[body as usize]).sum();
            if !self.config.skips() || candidate.lower_bound <= path_length {
                starts.push([bodies[0], bodies[1], candidate.node]);
            }
        }
        starts.sort_unstable();
        let tets = self.index_tets(scope, &inside::body_pairs(&found.piercing, &starts));
        found.inside =
            inside::find(&Scope { piercing: &found.piercing, tets: &tets, ..*scope }, &starts);
        // How far those are that were outside.
        for candidate in containments.iter_mut().filter(|_| self.config.skips()) {
            let bodies = [body_of(candidate), candidate.body];
            if starts.binary_search(&[bodies[0], bodies[1], candidate.node]).is_err() {
                continue;
            }
            let is_inside = found.inside.binary_search(&[candidate.node, candidate.body]).is_ok();
            candidate.lower_bound = if is_inside {
                f64::NEG_INFINITY
            } else {
                let path_length: f64 = bodies.iter().map(|&body| path_lengths[body as usize]).sum();
                scope.surface_distance(candidate.node, candidate.body) + path_length
            };
        }
        tets
    }

    /// The tetrahedra of bodies that the surfaces of others meet, in ascending order of the bodies.
    fn index_tets(&self, scope: &Scope, pairs: &[[u32; 2]]) -> TetIndex {
        let region =
            |&[body, other]: &[u32; 2]| (other, scope.boxes[body as usize].grown(scope.guard));
        let mut regions: Vec<(u32, Bounds)> = pairs.iter().map(region).collect();
        regions.sort_by_key(|(body, _)| *body);
        regions.dedup_by(|next, kept| {
            let is_same = next.0 == kept.0;
            if is_same {
                kept.1 = kept.1.joined(&next.1);
            }
            is_same
        });
        TetIndex::new(self.world, &regions)
    }
}

/// Examines all candidates, a job at a time.
fn examine_candidates(
    narrow: &Narrow,
    outputs: &mut Vec<Output>,
    queues: &[Mutex<Queue>],
    pairs: &mut [Candidate],
    records: &mut [PairRecord],
) {
    let job = (pairs.len() / TARGET_JOBS).clamp(*PAIRS_PER_JOB.start(), *PAIRS_PER_JOB.end());
    outputs.resize_with(pairs.len().div_ceil(job), Output::default);
    let jobs = pairs.par_chunks_mut(job).zip(records.par_chunks_mut(job)).zip(outputs);
    let jobs = jobs.with_max_len(1);
    jobs.for_each(|((pairs, records), output)| {
        output.clear();
        with_own(queues, |queue| narrow.examine_job(pairs, records, queue, output));
    });
}

/// Works with the queue of this thread. It is taken out meanwhile, so that nothing is locked while
/// shapes call functions of the host, which may do anything.
fn with_own(queues: &[Mutex<Queue>], work: impl FnOnce(&mut Queue)) {
    let own = &queues[rayon::current_thread_index().unwrap_or(0)];
    // What a panic leaves behind is cleared before it is used.
    let lock = || own.lock().unwrap_or_else(PoisonError::into_inner);
    let mut taken = std::mem::take(&mut *lock());
    work(&mut taken);
    *lock() = taken;
}

/// Examines all pairs of facets of meshes, and the candidates with shapes.
fn examine_everything(
    narrow: &Narrow,
    outputs: &mut Vec<Output>,
    queues: &[Mutex<Queue>],
    pairs: &mut [Candidate],
    records: &mut [PairRecord],
    can_touch: &(impl Fn(u32, u32) -> bool + Sync),
) {
    let facets = narrow.scope.world.facets.len();
    outputs.resize_with(facets.div_ceil(FACETS_PER_JOB) + 1, Output::default);
    let (shapes, meshes) = outputs.split_at_mut(1);
    shapes[0].clear();
    for (pair, record) in pairs.iter_mut().zip(records) {
        if !narrow.is_of_meshes(pair) {
            let (pair, record) = (slice::from_mut(pair), slice::from_mut(record));
            with_own(queues, |queue| narrow.examine_job(pair, record, queue, &mut shapes[0]));
        }
    }
    meshes.par_iter_mut().enumerate().for_each(|(i, output)| {
        output.clear();
        for facet in i * FACETS_PER_JOB..facets.min((i + 1) * FACETS_PER_JOB) {
            narrow.examine_exhaustively(facet as u32, can_touch, output);
        }
    });
}

/// Joins the outputs of all jobs, sorted and without duplicates.
fn join(
    outputs: &[Output],
    found: &mut Found,
    near_nodes: &mut Vec<NodeNear>,
    contacts: &mut Vec<Contact>,
    statistics: &mut Statistics,
) {
    contacts.clear();
    found.clear();
    near_nodes.clear();
    for output in outputs {
        found.near.extend_from_slice(&output.found.near);
        found.crossings.extend_from_slice(&output.found.crossings);
        found.piercing.extend_from_slice(&output.found.piercing);
        found.inside.extend_from_slice(&output.found.inside);
        near_nodes.extend_from_slice(&output.near_nodes);
        contacts.extend_from_slice(&output.contacts);
        statistics.add(&output.statistics);
    }
    found.near.par_sort_unstable_by_key(|n| (n.node, n.body, n.target));
    found.crossings.par_sort_unstable_by_key(|c| c.edges);
    found.piercing.sort_unstable();
    found.piercing.dedup();
    found.inside.sort_unstable();
}

/// Builds the contacts of the features that were found, in the order of their keys.
fn build_contacts(scope: &Scope, found: &Found, contacts: &mut Vec<Contact>) {
    let scope = &Scope { inside: &found.inside, piercing: &found.piercing, ..*scope };
    let groups: Vec<&[Near]> =
        found.near.chunk_by(|m, n| (m.node, m.body) == (n.node, n.body)).collect();
    let of_group = |group: &[Near]| {
        let mut contacts = Vec::new();
        if !scope.is_inside(group[0].node, group[0].body) {
            node_contacts::of_outside_node(scope, group, &mut contacts);
        }
        contacts
    };
    let of_inside = |[node, body]: [u32; 2]| {
        let from = found.near.partition_point(|n| (n.node, n.body) < (node, body));
        let near = &found.near[from..];
        let count = near.partition_point(|n| (n.node, n.body) == (node, body));
        node_contacts::of_inside_node(scope, [node, body], &near[..count])
    };
    let crossing = |crossing: &Crossing| build_contact::contact_of_crossing(scope, crossing);
    // All kinds in one list of jobs: threads sleep between two lists.
    let (near, inside) = (groups.len(), groups.len() + found.inside.len());
    let of = |i: usize| match i {
        i if i < near => of_group(groups[i]),
        i if i < inside => of_inside(found.inside[i - near]).into_iter().collect(),
        i => crossing(&found.crossings[i - inside]).into_iter().collect(),
    };
    let count = inside + found.crossings.len();
    let lists: Vec<_> =
        (0..count).into_par_iter().with_max_len(MAX_FEATURES_PER_JOB).map(of).collect();
    contacts.extend(lists.into_iter().flatten());
    contacts.extend(deep_crossings::crossings(scope).iter().filter_map(crossing));
    let overlaps = overlap::contacts(scope, contacts);
    contacts.extend(overlaps);
    sort(contacts);
    contacts.dedup_by_key(|contact| contact.key());
}

/// Puts contacts in the order of their keys. Two nodes may be each other's targets, for one of them
/// as a fallback, which comes last.
fn sort(contacts: &mut [Contact]) {
    // Shapes are found in this order, and sorting needs as much memory again.
    let order = |contact: &Contact| (contact.key(), contact.kind);
    if !contacts.is_sorted_by_key(order) {
        contacts.par_sort_by_key(order);
    }
}
