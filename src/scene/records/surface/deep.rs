//! Overlaps that are too deep for areas and corners: one record for each, as a warning. It has no
//! area, so that no force comes of it.
//!
//! A node inside a body is *seen* if it is a sharp node in contact, or if a facet around it has an
//! area in common with that body where the gap is closed. What is not seen is deeper than half of
//! the elements behind. Nodes that are not seen and are joined by edges are one overlap.

use std::collections::HashSet;

use rayon::prelude::*;

use super::SurfaceRule;
use crate::scene::contact::{Contact, Kind, Part, Side};
use crate::scene::records::facet::build_contact::Scope;
use crate::scene::records::facet::{node_contacts, overlap};
use crate::scene::tolerances::SAME_DISTANCE;

impl SurfaceRule<'_> {
    /// The records of overlaps that the contacts do not show.
    pub(in crate::scene) fn deep_overlaps(&self, scope: &Scope, known: &[Contact]) -> Vec<Contact> {
        let mut contacts = Vec::new();
        if !scope.inside.is_empty() {
            let seen = self.seen_nodes(known);
            let unseen: Vec<[u32; 2]> =
                scope.inside.iter().filter(|inside| !seen.contains(*inside)).copied().collect();
            let parts = self.joined(&unseen);
            let deepest = |nodes: &Vec<[u32; 2]>| self.deepest_node(scope, nodes);
            let deep: Vec<([u32; 2], Contact)> = parts
                .iter()
                .filter_map(|part| Some((self.bodies_of(part[0]), deepest(part)?)))
                .collect();
            contacts.extend(from_one_side(deep));
        }
        contacts.extend(overlap::contacts(scope, known));
        for contact in &mut contacts {
            (contact.kind, contact.area) = (Kind::Deep, 0.0);
            contact.id = contact.key().id();
        }
        contacts
    }

    /// The body of a node, and the body that it is inside of.
    fn bodies_of(&self, [node, body]: [u32; 2]) -> [u32; 2] {
        [self.world.node_body[node as usize], body]
    }

    /// The nodes that closed contacts show to be inside a body: node, body.
    fn seen_nodes(&self, known: &[Contact]) -> HashSet<[u32; 2]> {
        let mut seen = HashSet::new();
        for contact in known {
            let [a, b] = &contact.sides;
            if self.bare_gap(contact) > self.grazing(a).max(self.grazing(b)) {
                continue;
            }
            for (side, other) in [(a, b.body), (b, a.body)] {
                seen.extend(self.nodes_at(side).into_iter().flatten().map(|node| [node, other]));
            }
        }
        seen
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

    /// The nodes of the facet of a side.
    fn nodes_at(&self, side: &Side) -> Option<[u32; 3]> {
        self.facet_of(side).map(|facet| self.world.facets[facet as usize])
    }

    /// A gap up to which surfaces touch, to rounding and a little more.
    fn grazing(&self, side: &Side) -> f64 {
        self.facet_of(side)
            .map_or(0.0, |facet| SAME_DISTANCE * self.world.boxes[facet as usize].diagonal())
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
            let limit = contact.sides.each_ref().map(|side| self.grazing(side));
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
