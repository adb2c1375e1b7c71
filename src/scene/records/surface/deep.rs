//! Overlaps that are too deep for areas and corners: one record for each, as a warning. It has no
//! area, so that no force comes of it.
//!
//! A node inside a body is *seen* if it is a sharp node in contact, or if a facet around it has an
//! area in common with that body where the gap is closed. What is not seen is deeper than half of
//! the elements behind. Nodes that are not seen and are joined by edges are one overlap.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::SurfaceRule;
use crate::scene::contact::{Contact, Kind, Part, Side};
use crate::scene::contacts::surfaces::SurfaceRecords;
use crate::scene::facet_pairs::scan::job_range;
use crate::scene::records::facet::build_contact::Scope;
use crate::scene::records::facet::{node_contacts, overlap};
use crate::scene::tolerances::SAME_DISTANCE;

/// Which nodes inside bodies are seen: scratch memory.
#[derive(Debug, Default)]
pub(in crate::scene) struct SeenNodes {
    /// For each node of the world, the number of its first entry among the nodes inside bodies,
    /// from 1 on; 0 if it is inside none.
    first: Vec<u32>,
    /// One for each entry.
    is_seen: Vec<AtomicBool>,
}

impl SeenNodes {
    fn begin(&mut self, nodes: usize, inside: &[[u32; 2]]) {
        self.first.resize(nodes, 0);
        self.is_seen.resize_with(inside.len(), AtomicBool::default);
        for (at, [node, _]) in inside.iter().enumerate().rev() {
            self.first[*node as usize] = at as u32 + 1;
        }
        self.is_seen.iter_mut().for_each(|seen| *seen.get_mut() = false);
    }

    /// Marks nodes as seen in a body. From any thread: all marks are the same.
    fn mark(&self, inside: &[[u32; 2]], nodes: [u32; 3], body: u32) {
        for node in nodes {
            let Some(first) = self.first[node as usize].checked_sub(1) else { continue };
            let entries = inside.iter().zip(&self.is_seen).skip(first as usize);
            let own = entries.take_while(|(entry, _)| entry[0] == node);
            for (_, is_seen) in own.filter(|(entry, _)| entry[1] == body) {
                is_seen.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Clears what [`begin`](Self::begin) has written, which is less than all nodes.
    fn end(&mut self, inside: &[[u32; 2]]) {
        inside.iter().for_each(|[node, _]| self.first[*node as usize] = 0);
    }
}

impl SurfaceRecords<'_> {
    /// The records of overlaps that neither the areas nor `others` show.
    pub(in crate::scene) fn deep_overlaps(
        &self,
        scope: &Scope,
        seen: &mut SeenNodes,
        others: &[Contact],
    ) -> Vec<Contact> {
        let mut contacts = Vec::new();
        if !scope.inside.is_empty() {
            let unseen = self.unseen_nodes(scope, seen, others);
            let parts = self.rule.joined(&unseen);
            let deepest = |nodes: &Vec<[u32; 2]>| self.rule.deepest_node(scope, nodes);
            let deep: Vec<([u32; 2], Contact)> = parts
                .iter()
                .filter_map(|part| Some((self.rule.bodies_of(part[0]), deepest(part)?)))
                .collect();
            contacts.extend(from_one_side(deep));
        }
        contacts.extend(overlap::contacts(scope, |bodies| self.penetrates(bodies, others)));
        for contact in &mut contacts {
            (contact.kind, contact.area) = (Kind::Deep, 0.0);
            contact.id = self.rule.world.contact_id(contact);
        }
        contacts
    }

    /// The nodes inside bodies that no closed contact shows: node, body.
    fn unseen_nodes(
        &self,
        scope: &Scope,
        seen: &mut SeenNodes,
        others: &[Contact],
    ) -> Vec<[u32; 2]> {
        let (rule, world, inside) = (self.rule, self.rule.world, scope.inside);
        seen.begin(world.nodes.len(), inside);
        self.jobs.par_iter().enumerate().for_each(|(number, job)| {
            let facets = &self.pairs.facets[job_range(number, self.pairs.facets.len())];
            rule.closed_pairs(facets, &job.areas, |[a, b]| {
                seen.mark(inside, world.facets[a as usize], world.facet_body(b));
                seen.mark(inside, world.facets[b as usize], world.facet_body(a));
            });
        });
        for contact in others.iter().filter(|contact| rule.is_closed(contact)) {
            let [a, b] = &contact.sides;
            for (side, other) in [(a, b), (b, a)] {
                if let Some(facet) = rule.facet_of(side) {
                    seen.mark(inside, world.facets[facet as usize], other.body);
                }
            }
        }
        let is_unseen = |(_, seen): &(_, &AtomicBool)| !seen.load(Ordering::Relaxed);
        let entries = inside.iter().zip(&seen.is_seen).filter(is_unseen);
        let unseen = entries.map(|(entry, _)| *entry).collect();
        seen.end(inside);
        unseen
    }

    /// Whether a contact of two bodies has a negative gap, without their layers.
    fn penetrates(&self, bodies: [u32; 2], others: &[Contact]) -> bool {
        let thickness: f64 = bodies.iter().map(|&body| self.rule.thickness(body)).sum();
        let of_areas = self.jobs.iter().any(|job| job.areas.has_gap_below(bodies, -thickness));
        of_areas || others.iter().any(|c| c.bodies() == bodies && c.gap + thickness < 0.0)
    }
}

impl SurfaceRule<'_> {
    /// The body of a node, and the body that it is inside of.
    fn bodies_of(&self, [node, body]: [u32; 2]) -> [u32; 2] {
        [self.world.node_body[node as usize], body]
    }

    /// Whether surfaces touch at a contact or are closed, to rounding and a little more.
    fn is_closed(&self, contact: &Contact) -> bool {
        let limits = contact.sides.each_ref().map(|side| self.side_grazing(side));
        self.bare_gap(contact) <= limits[0].max(limits[1])
    }

    /// The gap between the surfaces without their layers.
    fn bare_gap(&self, contact: &Contact) -> f64 {
        let [a, b] = contact.sides.each_ref().map(|side| self.thickness(side.body));
        contact.gap + a + b
    }

    /// The facet of a side.
    fn facet_of(&self, side: &Side) -> Option<u32> {
        let start = self.world.spans[side.body as usize].facets.start as u32;
        if let Part::Facet(facet) = side.part { Some(start + facet) } else { None }
    }

    fn side_grazing(&self, side: &Side) -> f64 {
        self.facet_of(side).map_or(0.0, |facet| self.grazing(facet))
    }

    /// A gap up to which something touches a facet, to rounding and a little more.
    pub(super) fn grazing(&self, facet: u32) -> f64 {
        SAME_DISTANCE * self.world.boxes[facet as usize].diagonal()
    }

    /// Sorted nodes and bodies, in lists of nodes with the same body that edges join.
    fn joined(&self, nodes: &[[u32; 2]]) -> Vec<Vec<[u32; 2]>> {
        let mut is_taken = vec![false; nodes.len()];
        let mut lists = Vec::new();
        for first in 0..nodes.len() {
            if std::mem::replace(&mut is_taken[first], true) {
                continue;
            }
            let (mut list, mut next) = (vec![nodes[first]], 0);
            while let Some(&[node, body]) = list.get(next) {
                next += 1;
                for &other in self.world.node_ring.of(node) {
                    if let Ok(at) = nodes.binary_search(&[other, body])
                        && !std::mem::replace(&mut is_taken[at], true)
                    {
                        list.push(nodes[at]);
                    }
                }
            }
            lists.push(list);
        }
        lists
    }

    /// The contact of the deepest of some nodes inside a body; `None` if all are on its surface, to
    /// rounding.
    fn deepest_node(&self, scope: &Scope, nodes: &[[u32; 2]]) -> Option<Contact> {
        let of_node = |&inside: &[u32; 2]| {
            let contact = node_contacts::of_inside_node(scope, inside, &[])?;
            let limit = contact.sides.each_ref().map(|side| self.side_grazing(side));
            (self.bare_gap(&contact) < -limit[0].max(limit[1])).then_some(contact)
        };
        let contacts: Vec<Contact> = nodes.par_iter().filter_map(of_node).collect();
        contacts
            .into_iter()
            .min_by(|one, two| one.gap.total_cmp(&two.gap).then_with(|| one.key().cmp(&two.key())))
    }
}

/// Of two bodies that are inside each other, the contacts of the one of which more parts are inside:
/// an overlap is seen from both sides, and reported once. Each has the body that is inside first.
fn from_one_side(mut deep: Vec<([u32; 2], Contact)>) -> Vec<Contact> {
    let ordered = |[a, b]: [u32; 2]| [a.min(b), a.max(b)];
    deep.sort_by_key(|(bodies, contact)| (ordered(*bodies), *bodies, contact.key()));
    let of_pair = |list: &[([u32; 2], Contact)]| {
        let first = list.partition_point(|(bodies, _)| bodies[0] <= bodies[1]);
        let (low, high) = list.split_at(first);
        let chosen = if high.len() > low.len() { high } else { low };
        chosen.iter().map(|(_, contact)| *contact).collect::<Vec<_>>()
    };
    deep.chunk_by(|one, two| ordered(one.0) == ordered(two.0)).flat_map(of_pair).collect()
}
