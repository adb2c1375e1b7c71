//! Overlaps that are too deep for areas and corners: one record for each, as a warning. It has no
//! area, so that no force comes of it.
//!
//! A node inside a body is *seen* if it is a sharp node in contact, or if a facet around it has an
//! area in common with that body where the gap is closed. What is not seen is deeper than half of
//! the elements behind. Nodes that are not seen and are joined by edges are one overlap.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::SurfaceRule;
use crate::broad::Bounds;
use crate::scene::contact::{Contact, Kind, Part, Side};
use crate::scene::contacts::surfaces::SurfaceRecords;
use crate::scene::facet_pairs::scan::job_range;
use crate::scene::records::facet::build_contact::Scope;
use crate::scene::records::facet::node_contacts;
use crate::scene::records::facet::overlap::OverlapScratch;
use crate::scene::tolerances::SAME_DISTANCE;
use crate::scene::world::World;

/// Which nodes inside bodies are seen: scratch memory.
#[derive(Debug, Default)]
struct SeenNodes {
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

/// Scratch memory.
#[derive(Debug, Default)]
pub(in crate::scene) struct DeepScratch {
    seen: SeenNodes,
    /// The nodes inside bodies that no closed contact shows: node, body.
    unseen: Vec<[u32; 2]>,
    parts: Parts,
    /// The contact of each node of the parts.
    contacts: Vec<Option<Contact>>,
    /// The deepest of each part, with the body that is inside first.
    deepest: Vec<([u32; 2], Contact)>,
    overlaps: OverlapScratch,
    records: Vec<Contact>,
}

/// Nodes in parts that edges join.
#[derive(Debug, Default)]
struct Parts {
    /// Node, body.
    nodes: Vec<[u32; 2]>,
    /// Where each part ends.
    ends: Vec<usize>,
    /// Scratch memory: for each node of the list that was divided, whether it is in a part.
    is_taken: Vec<bool>,
}

impl SurfaceRecords<'_> {
    /// The records of overlaps that neither the areas nor `others` show.
    pub(in crate::scene) fn deep_overlaps<'s>(
        &self,
        scope: &Scope,
        scratch: &'s mut DeepScratch,
        others: &[Contact],
    ) -> &'s [Contact] {
        let DeepScratch { seen, unseen, parts, contacts, deepest, overlaps, records } = scratch;
        records.clear();
        deepest.clear();
        if !scope.inside.is_empty() {
            self.list_unseen(scope, (seen, unseen), others);
            parts.divide(self.rule.world, unseen);
            contacts.resize(parts.nodes.len(), None);
            let places = contacts.par_iter_mut().zip(&parts.nodes);
            places.for_each(|(place, &node)| *place = self.rule.deep_contact(scope, node));
            deepest.extend(parts.iter().filter_map(|part| {
                let bodies = self.rule.bodies_of(parts.nodes[part.start]);
                Some((bodies, deepest_of(&contacts[part])?))
            }));
            take_from_one_side(deepest, records);
        }
        // The nodes of bodies that coincide are on each other's surfaces, and make no contact.
        let hidden = |bodies, has_nodes: bool| {
            let limit = if has_nodes { self.rule.body_grazing(bodies) } else { 0.0 };
            let is_marked = deepest.binary_search_by_key(&bodies, |(pair, _)| ordered(*pair));
            let is_shown = self.has_bare_gap_below(bodies, limit, others) || is_marked.is_ok();
            (!is_shown).then_some(limit)
        };
        overlaps.add_contacts(scope, hidden, records);
        for contact in &mut *records {
            (contact.kind, contact.area) = (Kind::Deep, 0.0);
            contact.id = self.rule.world.contact_id(contact);
        }
        records
    }

    /// Lists the nodes inside bodies that no closed contact shows.
    fn list_unseen(
        &self,
        scope: &Scope,
        (seen, unseen): (&mut SeenNodes, &mut Vec<[u32; 2]>),
        others: &[Contact],
    ) {
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
        unseen.clear();
        unseen.extend(entries.map(|(entry, _)| *entry));
        seen.end(inside);
    }

    /// Whether a contact of two bodies has a gap below a limit, without their layers.
    fn has_bare_gap_below(&self, bodies: [u32; 2], limit: f64, others: &[Contact]) -> bool {
        let thickness: f64 = bodies.iter().map(|&body| self.rule.thickness(body)).sum();
        let limit = limit - thickness;
        let of_areas = self.jobs.iter().any(|job| job.areas.has_gap_below(bodies, limit));
        of_areas || others.iter().any(|c| c.bodies() == bodies && c.gap < limit)
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
        let [a, b] = contact.sides.each_ref().map(|side| self.side_thickness(side));
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

    /// A gap up to which two bodies touch, to rounding and a little more. Their sizes are those of now:
    /// the boxes of the candidates are larger, by what depends on the past.
    fn body_grazing(&self, bodies: [u32; 2]) -> f64 {
        let size = |body: u32| {
            let boxes = &self.world.boxes[self.world.spans[body as usize].facets.clone()];
            boxes.iter().fold(Bounds::EMPTY, |all, one| all.joined(one)).diagonal()
        };
        SAME_DISTANCE * size(bodies[0]).max(size(bodies[1]))
    }

    /// The contact of a node inside a body; `None` if it is on its surface, to rounding.
    fn deep_contact(&self, scope: &Scope, inside: [u32; 2]) -> Option<Contact> {
        let contact = node_contacts::of_inside_node(scope, inside, &[])?;
        let limit = contact.sides.each_ref().map(|side| self.side_grazing(side));
        (self.bare_gap(&contact) < -limit[0].max(limit[1])).then_some(contact)
    }
}

impl Parts {
    /// Divides sorted nodes and bodies into nodes with the same body that edges join.
    fn divide(&mut self, world: &World, list: &[[u32; 2]]) {
        let Self { nodes, ends, is_taken } = self;
        nodes.clear();
        ends.clear();
        is_taken.clear();
        is_taken.resize(list.len(), false);
        for first in 0..list.len() {
            if std::mem::replace(&mut is_taken[first], true) {
                continue;
            }
            let mut next = nodes.len();
            nodes.push(list[first]);
            while let Some(&[node, body]) = nodes.get(next) {
                next += 1;
                for &other in world.node_ring.of(node) {
                    if let Ok(at) = list.binary_search(&[other, body])
                        && !std::mem::replace(&mut is_taken[at], true)
                    {
                        nodes.push(list[at]);
                    }
                }
            }
            ends.push(nodes.len());
        }
    }

    /// Where each part is among the nodes.
    fn iter(&self) -> impl Iterator<Item = Range<usize>> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| start..end)
    }
}

/// The deepest of some contacts.
fn deepest_of(contacts: &[Option<Contact>]) -> Option<Contact> {
    let deeper = |one: &&Contact, two: &&Contact| {
        one.gap.total_cmp(&two.gap).then_with(|| one.key().cmp(&two.key()))
    };
    contacts.iter().flatten().min_by(deeper).copied()
}

fn ordered([a, b]: [u32; 2]) -> [u32; 2] {
    [a.min(b), a.max(b)]
}

/// Of two bodies that are inside each other, the contacts of the one of which more parts are inside:
/// an overlap is seen from both sides, and reported once. Each has the body that is inside first.
fn take_from_one_side(deep: &mut [([u32; 2], Contact)], taken: &mut Vec<Contact>) {
    deep.sort_unstable_by_key(|(bodies, contact)| (ordered(*bodies), *bodies, contact.key()));
    for list in deep.chunk_by(|one, two| ordered(one.0) == ordered(two.0)) {
        let first = list.partition_point(|(bodies, _)| bodies[0] <= bodies[1]);
        let (low, high) = list.split_at(first);
        let chosen = if high.len() > low.len() { high } else { low };
        taken.extend(chosen.iter().map(|(_, contact)| *contact));
    }
}
