//! Tributary areas: how the area in common of facing facets is shared among the contacts.
//!
//! Two facets that face each other have an area in common, as seen along the mean of their normals.
//! It is shared among the contacts of their nodes with the other body, by the weights that these
//! have at its centre, and the crossings of their edges. So over flat faces the shares of all
//! contacts add up to the area of contact, whatever the meshes; and a force per area, times the
//! share, does not depend on the mesh.

use rayon::prelude::*;

use super::area_lanes::{FacetAreas, MakeAreas};
use crate::scene::contact::Contact;
use crate::scene::facet_pairs::facet_set::FacetMarks;
use crate::scene::facet_pairs::near_pairs::{Columns, NearPairs};
use crate::scene::facet_pairs::scan::PAIRS_PER_JOB;
use crate::scene::records::surface::SurfaceRule;
use crate::scene::records::surface::select::{PairsOfFacets, SelectFacing};
use crate::scene::records::surface::tables::{Marked, SurfaceTables};
use crate::scene::world::World;
use crate::simd::{self, Available};

/// The weight of a crossing, relative to 1 for all nodes of a facet together.
const CROSSING_WEIGHT: f64 = 1.0;

/// Contacts with their weights in an area.
type ContactWeights = Vec<(u32, f64)>;

/// The pairs of facets that can be near each other.
pub(in crate::scene) struct NearFacets<'a> {
    /// The rule of areas in common, without tables.
    pub(in crate::scene) rule: SurfaceRule<'a>,
    /// That of each body.
    pub(in crate::scene) thickness: &'a [f64],
    pub(in crate::scene) pairs: &'a mut NearPairs,
}

/// Scratch memory.
#[derive(Debug, Default)]
pub(in crate::scene) struct AreaScratch {
    contacts: FeatureContacts,
    jobs: Vec<ShareJob>,
    /// The facets of pairs that have contacts.
    marks: FacetMarks,
}

/// The shares of the contacts in the common areas of a job.
#[derive(Debug, Default)]
struct ShareJob {
    selected: Vec<u32>,
    /// Those that may have an area, those that have to be tested for it, and those that passed or
    /// failed the test.
    facing: Vec<u32>,
    unsure: Vec<u32>,
    passed: Vec<u32>,
    failed: Vec<u32>,
    areas: FacetAreas,
    /// Contact, area.
    shares: Vec<(u32, f64)>,
    /// Those of the pair at hand.
    weights: ContactWeights,
}

/// The contacts of nodes and edges.
#[derive(Debug, Default)]
struct FeatureContacts {
    /// For each node of the world, its first entry among `nodes`, and how many it has.
    entries: Vec<[u32; 2]>,
    /// Node, other body, contact.
    nodes: Vec<(u32, u32, u32)>,
    /// Two edges by their nodes, each of them first once, contact.
    crossings: Vec<([u32; 4], u32)>,
    /// Whether each facet of the world has a node among those of `nodes` or `crossings`: where
    /// little is in contact, most pairs are ruled out by this.
    is_touched: Vec<bool>,
    /// Whether each facet of the world has a node of an edge that crosses another.
    is_crossed: Vec<bool>,
}

impl FeatureContacts {
    /// Lists the contacts.
    fn begin(&mut self, world: &World, contacts: &[Contact]) {
        let Self { entries, nodes, crossings, is_touched, is_crossed } = self;
        for (contact, number) in contacts.iter().zip(0..) {
            let starts = contact
                .sides
                .each_ref()
                .map(|side| world.spans[side.body as usize].nodes.start as u32);
            for i in 0..2 {
                if let [node] = contact.sides[i].nodes() {
                    nodes.push((node + starts[i], contact.sides[1 - i].body, number));
                }
            }
            if let ([a, b], [c, d]) = (contact.sides[0].nodes(), contact.sides[1].nodes()) {
                let [a, b] = [a + starts[0], b + starts[0]];
                let [c, d] = [c + starts[1], d + starts[1]];
                crossings.push(([a, b, c, d], number));
                crossings.push(([c, d, a, b], number));
            }
        }
        nodes.par_sort_unstable();
        crossings.par_sort_unstable();
        entries.resize(world.nodes.len(), [0; 2]);
        for ((node, ..), at) in nodes.iter().zip(0..) {
            let [first, count] = &mut entries[*node as usize];
            *first = at - *count;
            *count += 1;
        }
        is_touched.resize(world.facets.len(), false);
        is_crossed.resize(world.facets.len(), false);
        self.mark(world, true);
    }

    /// Marks the facets around the nodes and edges that are in contact, or takes the marks away.
    fn mark(&mut self, world: &World, is_touched: bool) {
        for (node, ..) in &self.nodes {
            for &facet in world.node_facets.of(*node) {
                self.is_touched[facet as usize] = is_touched;
            }
        }
        // A facet with an edge has the first node of the edge.
        for (nodes, _) in &self.crossings {
            for &facet in world.node_facets.of(nodes[0]) {
                self.is_touched[facet as usize] = is_touched;
                self.is_crossed[facet as usize] = is_touched;
            }
        }
    }

    /// Clears what [`begin`](Self::begin) has written, which is less than all nodes.
    fn end(&mut self, world: &World) {
        self.mark(world, false);
        self.nodes.iter().for_each(|(node, ..)| self.entries[*node as usize] = [0; 2]);
        self.nodes.clear();
        self.crossings.clear();
    }

    /// The contacts of a node with a body.
    #[inline]
    fn of_node(&self, node: u32, body: u32) -> &[(u32, u32, u32)] {
        let [first, count] = self.entries[node as usize].map(|number| number as usize);
        let own = &self.nodes[first..first + count];
        match own {
            [] => own,
            [(_, only, _)] => &own[usize::from(*only != body)..],
            _ => {
                let start = own.partition_point(|entry| entry.1 < body);
                &own[start..own.partition_point(|entry| entry.1 <= body)]
            }
        }
    }

    /// Lists the contacts of the nodes and edges of two facets, with the weight of each.
    fn of_facets(
        &self,
        world: &World,
        facets: [u32; 2],
        shares: [[f64; 3]; 2],
        weights: &mut ContactWeights,
    ) {
        weights.clear();
        let nodes = facets.map(|facet| world.sorted_nodes(facet));
        let bodies = facets.map(|facet| world.facet_body(facet));
        for i in 0..2 {
            for k in 0..3 {
                let share = shares[i][k];
                match self.of_node(nodes[i][k], bodies[1 - i]) {
                    [] => {}
                    [(_, _, contact)] => weights.push((*contact, share)),
                    contacts => {
                        let each = share / contacts.len() as f64;
                        weights.extend(contacts.iter().map(|(_, _, contact)| (*contact, each)));
                    }
                }
            }
        }
        if self.is_crossed[facets[0] as usize] {
            weights.extend(self.crossings_of(nodes).map(|contact| (contact, CROSSING_WEIGHT)));
        }
    }

    /// The contacts of edges of one facet with edges of another.
    fn crossings_of(&self, [ones, twos]: [[u32; 3]; 2]) -> impl Iterator<Item = u32> {
        let from = move |node: u32| {
            let start = self.crossings.partition_point(|(nodes, _)| nodes[0] < node);
            self.crossings[start..].iter().take_while(move |(nodes, _)| nodes[0] == node)
        };
        let is_between = move |nodes: &[u32; 4]| {
            ones.contains(&nodes[1]) && twos.contains(&nodes[2]) && twos.contains(&nodes[3])
        };
        let found = ones.into_iter().flat_map(from).filter(move |(nodes, _)| is_between(nodes));
        found.map(|(_, contact)| *contact)
    }
}

impl NearFacets<'_> {
    /// Distributes the common areas of facets that are near among their contacts. `search_radius` is
    /// that of two facets.
    pub(in crate::scene) fn distribute(
        self,
        (isa, search_radius): (Available, impl Fn([u32; 2]) -> f64 + Sync),
        scratch: &mut AreaScratch,
        tables: &mut SurfaceTables,
        contacts: &mut [Contact],
    ) {
        let AreaScratch { contacts: known, jobs, marks } = scratch;
        let world = self.rule.world;
        known.begin(world, contacts);
        marks.begin(world);
        let NearPairs { columns: Columns { facets, had_area, .. }, facets: listed, .. } =
            self.pairs;
        let parts = facets.par_chunks(PAIRS_PER_JOB);
        let count = parts.len();
        jobs.resize_with(count.max(jobs.len()), ShareJob::default);
        let jobs = &mut jobs[..count];
        parts.clone().zip(&mut *jobs).with_max_len(1).for_each(|(facets, job)| {
            job.select(world, facets, known, &search_radius);
            let selected = job.selected.iter().map(|&at| facets[at as usize]);
            selected.flatten().for_each(|facet| marks.mark(facet));
        });
        tables.update_numbers(world, self.thickness, Marked { list: &listed.list, marks });
        let rule = &SurfaceRule { tables, ..self.rule };
        let parts = parts.zip(had_area.par_chunks_mut(PAIRS_PER_JOB)).zip(&mut *jobs);
        parts.with_max_len(1).for_each(|((facets, had_area), job)| {
            job.find_facing(isa, rule, facets, had_area);
            let ShareJob { facing, areas, .. } = job;
            let radius = |pair: u32| search_radius(facets[pair as usize]);
            simd::dispatch_any(isa, MakeAreas { tables, facets, selected: facing, radius, areas });
            facing.iter().for_each(|&pair| had_area[pair as usize] = false);
            areas.iter().for_each(|(pair, ..)| had_area[pair as usize] = true);
            job.share(world, facets, known);
        });
        known.end(world);
        // In the order of facets, which does not depend on threads or pieces.
        for &(contact, area) in jobs.iter().flat_map(|job| &job.shares) {
            contacts[contact as usize].area += area;
        }
        let isolated = contacts.par_iter_mut().filter(|contact| contact.area == 0.0);
        isolated.for_each(|contact| contact.area = isolated_area(world, contact));
    }
}

impl ShareJob {
    /// Selects the pairs that are within their search radius and may have contacts. Not only those whose
    /// features were examined: what has been found of a pair is not examined again, its area is.
    fn select(
        &mut self,
        world: &World,
        facets: &[[u32; 2]],
        known: &FeatureContacts,
        search_radius: &impl Fn([u32; 2]) -> f64,
    ) {
        self.selected.clear();
        for (&[one, two], pair) in facets.iter().zip(0..) {
            if !(known.is_touched[one as usize] | known.is_touched[two as usize]) {
                continue;
            }
            let gap = world.boxes[one as usize].gap(&world.boxes[two as usize]);
            if gap <= search_radius([one, two]) {
                self.selected.push(pair);
            }
        }
    }

    /// Lists those of the selected pairs that may have an area. What had one before is likely to have
    /// one still, and is not tested first.
    fn find_facing(
        &mut self,
        isa: Available,
        rule: &SurfaceRule,
        facets: &[[u32; 2]],
        had_area: &[bool],
    ) {
        let Self { selected, facing, unsure, passed, failed, .. } = self;
        [&mut *facing, unsure, passed, failed].into_iter().for_each(Vec::clear);
        for &pair in &*selected {
            if had_area[pair as usize] { facing.push(pair) } else { unsure.push(pair) }
        }
        let pairs = PairsOfFacets { rule, facets, selected: unsure };
        let task = SelectFacing { pairs, in_range: false, facing: passed, others: failed };
        simd::dispatch_any(isa, task);
        if !passed.is_empty() {
            facing.append(passed);
            // Two ascending lists.
            facing.sort();
        }
    }

    /// Shares the areas among the contacts.
    fn share(&mut self, world: &World, facets: &[[u32; 2]], known: &FeatureContacts) {
        let Self { areas, shares, weights, .. } = self;
        shares.clear();
        for (pair, area, of_corners) in areas.iter() {
            known.of_facets(world, facets[pair as usize], of_corners, weights);
            let sum: f64 = weights.iter().map(|(_, weight)| weight).sum();
            let scale = area / sum;
            // Nobody has a share in an area without contacts.
            if scale.is_finite() {
                shares.extend(weights.iter().map(|&(contact, weight)| (contact, weight * scale)));
            }
        }
    }
}

/// The area of a contact without facing facets: the share of the node or edge in the facets around
/// it, projected along the normal; half of it if the other side has nodes too, whose contacts have
/// the other half.
fn isolated_area(world: &World, contact: &Contact) -> f64 {
    let mut min = f64::INFINITY;
    for (i, side) in contact.sides.iter().enumerate() {
        let towards = if i == 0 { contact.normal } else { -contact.normal };
        let start = world.spans[side.body as usize].nodes.start as u32;
        let [first, others @ ..] = side.nodes() else { continue };
        let holds = |facet: &&u32| {
            others.iter().all(|node| world.facets[**facet as usize].contains(&(node + start)))
        };
        let facets = world.node_facets.of(first + start).iter().filter(holds);
        let seen = facets.map(|&f| 0.5 * world.area_normal(f).dot(&towards).max(0.0)).sum::<f64>();
        min = min.min(seen * side.nodes().len() as f64 / 3.0);
    }
    let with_shape = contact.sides.iter().any(|side| side.nodes().is_empty());
    let share = if with_shape { 1.0 } else { 0.5 };
    if min.is_finite() { share * min } else { 0.0 }
}
