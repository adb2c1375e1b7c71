//! Overlaps that are too deep for areas and corners: one record for each, as a warning. It has no
//! area, so that no force comes of it.
//!
//! Two surfaces that overlap go through each other along a curve, or one is inside the other as a
//! whole. If no contact of negative gap is next to a curve, the overlap there is deeper than half
//! of the elements behind.

use std::collections::{HashMap, HashSet};

use robust::{Coord3D, orient3d};

use super::{Record, SurfaceRule};
use crate::penetration::{self, SignedGap};
use crate::scene::contact::{Contact, Kind, Part};
use crate::scene::facets::build_contact::Scope;
use crate::scene::facets::node_contacts;
use crate::scene::tolerances::SAME_DISTANCE;
use crate::scene::weights::Weighted;
use crate::scene::world::World;
use crate::shape::PointSet;

/// Whether an edge of one facet goes through the other, by exact signs. Touching does not count.
pub(in crate::scene) fn pierce(world: &World, facets: [u32; 2]) -> bool {
    let corners = facets.map(|facet| world.facets[facet as usize].map(|n| world.nodes[n as usize]));
    let through = |[one, two]: [[[f64; 3]; 3]; 2]| {
        (0..3).any(|k| goes_through([one[k], one[(k + 1) % 3]], two))
    };
    through(corners) || through([corners[1], corners[0]])
}

fn goes_through([p, q]: [[f64; 3]; 2], [a, b, c]: [[f64; 3]; 3]) -> bool {
    let sign = |a: [f64; 3], b: [f64; 3], c: [f64; 3], d: [f64; 3]| {
        let coord = |[x, y, z]: [f64; 3]| Coord3D { x, y, z };
        orient3d(coord(a), coord(b), coord(c), coord(d))
    };
    let ends = [sign(a, b, c, p), sign(a, b, c, q)];
    if !(ends[0] > 0.0 && ends[1] < 0.0 || ends[0] < 0.0 && ends[1] > 0.0) {
        return false;
    }
    let turns = [sign(p, q, a, b), sign(p, q, b, c), sign(p, q, c, a)];
    turns.iter().all(|turn| *turn > 0.0) || turns.iter().all(|turn| *turn < 0.0)
}

/// Nodes that belong together, by a representative of each set.
#[derive(Default)]
struct NodeSets(HashMap<u32, u32>);

impl NodeSets {
    fn root(&self, node: u32) -> Option<u32> {
        let mut at = node;
        loop {
            let next = *self.0.get(&at)?;
            if next == at {
                return Some(at);
            }
            at = next;
        }
    }

    /// Joins the sets of all these nodes. The lowest node represents a set.
    fn join(&mut self, nodes: impl Iterator<Item = u32>) {
        let mut joined: Option<u32> = None;
        for node in nodes {
            self.0.entry(node).or_insert(node);
            let root = self.root(node).unwrap_or(node);
            if let Some(other) = joined {
                let (low, high) = (root.min(other), root.max(other));
                self.0.insert(high, low);
                joined = Some(low);
            } else {
                joined = Some(root);
            }
        }
    }
}

impl SurfaceRule<'_> {
    /// The records of overlaps along which the given facets go through each other, and next to
    /// which none of the contacts, which are in the order of bodies, has a negative gap.
    pub(in crate::scene) fn deep_overlaps(
        &self,
        pierced: &[[u32; 2]],
        known: &[Contact],
        query: &penetration::Query,
    ) -> Vec<Contact> {
        let mut by_bodies: Vec<([u32; 2], [u32; 2])> =
            pierced.iter().map(|&pair| (pair.map(|f| self.world.facet_body(f)), pair)).collect();
        by_bodies.sort_unstable();
        by_bodies.dedup();
        let mut contacts = Vec::new();
        for group in by_bodies.chunk_by(|one, two| one.0 == two.0) {
            self.deep_overlaps_of(group, known, query, &mut contacts);
        }
        contacts
    }

    /// The records of two bodies.
    fn deep_overlaps_of(
        &self,
        group: &[([u32; 2], [u32; 2])],
        known: &[Contact],
        query: &penetration::Query,
        contacts: &mut Vec<Contact>,
    ) {
        let bodies = group[0].0;
        let nodes = |facet: u32| self.world.facets[facet as usize];
        let mut sets = NodeSets::default();
        for (_, pair) in group {
            sets.join(pair.iter().flat_map(|&facet| nodes(facet)));
        }
        let overlapping = self.of_bodies(known, bodies).filter(|contact| self.is_overlap(contact));
        let facets = overlapping.flat_map(|contact| self.facets_of(contact));
        let seen: HashSet<u32> =
            facets.flat_map(nodes).filter_map(|node| sets.root(node)).collect();
        let mut overlaps: Vec<(u32, [u32; 2])> = Vec::new();
        for &(_, pair) in group {
            let root = sets.root(nodes(pair[0])[0]).unwrap_or(0);
            if !seen.contains(&root) {
                overlaps.push((root, pair));
            }
        }
        overlaps.sort_unstable();
        let deepest = |list: &[(u32, [u32; 2])]| {
            let gaps = list.iter().map(|&(_, pair)| (pair, self.gap_of_tets(pair, query)));
            gaps.min_by(|one, two| one.1.gap.total_cmp(&two.1.gap).then(one.0.cmp(&two.0)))
        };
        for list in overlaps.chunk_by(|one, two| one.0 == two.0) {
            contacts.extend(deepest(list).and_then(|(pair, gap)| self.deep_record(pair, &gap)));
        }
    }

    /// The records of parts of surfaces that are inside a body as a whole, with no contact of
    /// negative gap between the two bodies. `inside` has a node of each part, and the body.
    pub(in crate::scene) fn contained(
        &self,
        scope: &Scope,
        inside: &[[u32; 2]],
        pierced: &[[u32; 2]],
        known: &[Contact],
    ) -> Vec<Contact> {
        let crossing: HashSet<[u32; 2]> =
            pierced.iter().map(|pair| pair.map(|facet| self.world.facet_body(facet))).collect();
        let record = |&[node, body]: &[u32; 2]| {
            let own = self.world.node_body[node as usize];
            let bodies = [own.min(body), own.max(body)];
            let is_seen = self.of_bodies(known, bodies).any(|contact| self.is_overlap(contact));
            if is_seen || crossing.contains(&bodies) {
                return None;
            }
            let mut contact = node_contacts::of_inside_node(scope, [node, body], &[])?;
            // On the surface, to rounding, is not inside.
            let both: f64 = bodies.iter().map(|&body| self.thickness(body)).sum();
            let facet = *self.world.node_facets.of(node).first()?;
            if contact.gap + both >= -SAME_DISTANCE * self.world.boxes[facet as usize].diagonal() {
                return None;
            }
            (contact.kind, contact.area) = (Kind::Deep, 0.0);
            contact.id = contact.key().id();
            Some(contact)
        };
        inside.iter().filter_map(record).collect()
    }

    /// The contacts of two bodies, of those in the order of bodies.
    fn of_bodies<'c>(
        &self,
        known: &'c [Contact],
        bodies: [u32; 2],
    ) -> impl Iterator<Item = &'c Contact> {
        let from = known.partition_point(|contact| contact.bodies() < bodies);
        known[from..].iter().take_while(move |contact| contact.bodies() == bodies)
    }

    /// Whether a contact says that its bodies overlap.
    pub(in crate::scene) fn is_overlap(&self, contact: &Contact) -> bool {
        let both: f64 = contact.bodies().iter().map(|&body| self.thickness(body)).sum();
        contact.gap + both < 0.0
    }

    fn facets_of(&self, contact: &Contact) -> impl Iterator<Item = u32> {
        let world = self.world;
        contact.sides.into_iter().filter_map(move |side| match side.part {
            Part::Facet(facet) => Some(facet + world.spans[side.body as usize].facets.start as u32),
            _ => None,
        })
    }

    /// The signed gap of the tetrahedra of two facets.
    fn gap_of_tets(&self, facets: [u32; 2], query: &penetration::Query) -> SignedGap {
        let points = self.tets_of(facets).map(|tet| tet.map(|n| self.world.nodes[n as usize]));
        let [a, b] = points.each_ref().map(|list| PointSet::checked(list));
        query.signed_gap(&a, &b)
    }

    fn tets_of(&self, facets: [u32; 2]) -> [[u32; 4]; 2] {
        facets.map(|f| self.world.tets[self.world.facet_tets[f as usize] as usize])
    }

    /// The record of an overlap: the gap of the two tetrahedra that overlap most.
    fn deep_record(&self, facets: [u32; 2], gap: &SignedGap) -> Option<Contact> {
        let tets = self.tets_of(facets);
        let side = |i: usize, vertices: &[u32; 4]| {
            let nodes = vertices[..gap.vertex_count].iter().map(|&v| tets[i][v as usize]);
            let weighted = Weighted::new(nodes.zip(gap.weight), |node| self.world.at(node));
            self.side(facets[i], &weighted)
        };
        self.contact(Record {
            sides: [side(0, &gap.vertex_a), side(1, &gap.vertex_b)],
            at: gap.point_a,
            normal: gap.normal,
            distance: gap.gap,
            area: 0.0,
            kind: Kind::Deep,
            point: 0,
        })
    }
}
