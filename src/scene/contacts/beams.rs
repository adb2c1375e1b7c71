//! Contacts of beams: each segment, and each node, with what is near it.

use rayon::prelude::*;

use super::sort;
use crate::Vec3;
use crate::broad::{self, Bounds, Forest, Method};
use crate::scene::body::Geometry;
use crate::scene::contact::{Contact, Side};
use crate::scene::pipeline::Detection;
use crate::scene::records::beam::{Axis, BeamRule};
use crate::scene::records::facet::build_contact::Scope;
use crate::scene::tolerances::DISTANCE_ROUNDING;
use crate::scene::world::World;

/// The size of jobs.
const SEGMENTS_PER_JOB: usize = 32;

/// A contact of a node with a body, of which only the nearest counts.
struct NodeContact {
    contact: Contact,
    /// The node, and the other body.
    of: [u32; 2],
    distance: f64,
}

/// What segments are near to.
struct Search<'a> {
    rule: BeamRule<'a>,
    /// The boxes of segments, grown by their share of the largest distance in contact.
    boxes: Vec<Bounds>,
}

impl Detection<'_> {
    /// Adds the contacts of beams to the list, which stays in order.
    pub(in crate::scene) fn add_beams(&self, scope: &Scope, contacts: &mut Vec<Contact>) {
        let beams = &self.world.beams;
        if beams.nodes.is_empty() {
            return;
        }
        let deepest = self.world.piece_deep.iter().copied().fold(0.0, f64::max);
        let steps = self.step_displacements.iter().map(|step| Vec3::from(*step).norm());
        let rule = BeamRule {
            scope,
            bodies: self.bodies,
            margins: &self.rules.margins,
            max_step: steps.fold(0.0, f64::max),
            half_deep: 0.5 * deepest,
        };
        let of = |segment: usize| self.segment_box(&rule, segment);
        let boxes: Vec<Bounds> = (0..beams.nodes.len()).into_par_iter().map(of).collect();
        let pairs = self.near_segments(&boxes);
        let search = Search { rule, boxes };
        let segments: Vec<u32> = (0..beams.nodes.len() as u32).collect();
        let of_bodies = segments.par_chunks(SEGMENTS_PER_JOB).map(|job| {
            let mut found = (Vec::new(), Vec::new());
            let is_wanted = |segment: u32| beams.is_on[segment as usize] && !self.stop.is_wanted();
            let on = job.iter().filter(|segment| is_wanted(**segment));
            on.for_each(|&segment| self.on_bodies(&search, segment, &mut found));
            found
        });
        let of_pairs = pairs.par_chunks(SEGMENTS_PER_JOB).map(|job| {
            let mut found = (Vec::new(), Vec::new());
            job.iter().for_each(|&pair| on_each_other(&search, pair, &mut found));
            found
        });
        let found: Vec<(Vec<Contact>, Vec<NodeContact>)> = of_bodies.chain(of_pairs).collect();
        let mut nodes = Vec::new();
        for (areas, of_nodes) in found {
            contacts.extend(areas);
            nodes.extend(of_nodes);
        }
        contacts.extend(nearest(nodes));
        sort(contacts);
    }

    fn segment_box(&self, rule: &BeamRule, segment: usize) -> Bounds {
        let (world, beams) = (self.world, &self.world.beams);
        if !beams.is_on[segment] {
            return Bounds::EMPTY;
        }
        let body = beams.bodies[segment];
        let bounds = Bounds::around(beams.nodes[segment].map(|node| world.nodes[node as usize]));
        bounds.grown(rule.grown(body) + DISTANCE_ROUNDING * world.magnitude)
    }

    /// The pairs of segments whose boxes meet and that can touch, in order.
    fn near_segments(&self, boxes: &[Bounds]) -> Vec<[u32; 2]> {
        let body = |segment: u32| self.world.beams.bodies[segment as usize];
        let allowed = |a: u32, b: u32| self.meets(body(a), body(b));
        match self.config.broad {
            Method::RTree => {
                let forest = Forest::new(boxes, std::slice::from_ref(&(0..boxes.len())));
                broad::pairs(boxes, &forest, allowed)
            }
            Method::Brute => broad::brute_pairs(boxes, allowed),
        }
    }

    /// Whether a body and another one are both there and may touch.
    fn meets(&self, a: u32, b: u32) -> bool {
        self.rules.meets(self.bodies, [a, b])
    }

    /// A segment, and the nodes of which it is the first, with meshes, shapes and half-spaces.
    fn on_bodies(
        &self,
        search: &Search,
        segment: u32,
        found: &mut (Vec<Contact>, Vec<NodeContact>),
    ) {
        let (rule, world) = (&search.rule, self.world);
        let axis = Axis::of_segment(rule, segment);
        let around = &search.boxes[segment as usize];
        let mut pieces = Vec::new();
        rule.scope.forest.each(around, |piece| {
            if self.meets(axis.body, world.piece_body[piece as usize]) {
                pieces.push(piece);
            }
        });
        pieces.sort_unstable();
        let ends = own_ends(world, segment).map(|end| axis.end(world, end));
        let axes: Vec<Axis> = std::iter::once(axis).chain(ends).collect();
        for own in &axes {
            let mut list = Vec::new();
            for &piece in &pieces {
                self.on_piece(rule, own, (piece, around), &mut list);
            }
            for (body, number) in self.bodies.iter().zip(0..) {
                if let Geometry::Plane(plane) = &body.geometry
                    && self.meets(axis.body, number)
                {
                    rule.on_plane(own, (number, plane), &mut list);
                }
            }
            keep(world, own, list, found);
        }
    }

    /// An axis with what a piece has near it.
    fn on_piece(
        &self,
        rule: &BeamRule,
        axis: &Axis,
        (piece, around): (u32, &Bounds),
        found: &mut Vec<Contact>,
    ) {
        let world = self.world;
        let body = world.piece_body[piece as usize];
        match &self.bodies[body as usize].geometry {
            Geometry::Mesh(_) => {
                let near = around.grown(rule.grown(body));
                for &facet in world.piece_facets.of(piece) {
                    if world.boxes[facet as usize].meets(&near) {
                        rule.on_facet(axis, facet, found);
                    }
                }
            }
            Geometry::Shape(shape) => rule.on_shape(axis, (body, shape), found),
            Geometry::Plane(_) => {}
        }
    }
}

/// Two segments with each other, and the nodes of each with the other.
fn on_each_other(
    search: &Search,
    pair: [u32; 2],
    (areas, nodes): &mut (Vec<Contact>, Vec<NodeContact>),
) {
    let (rule, world) = (&search.rule, search.rule.scope.world);
    let axes = pair.map(|segment| Axis::of_segment(rule, segment));
    rule.on_segment(&axes[0], &axes[1], areas);
    for (own, other) in [(0, 1), (1, 0)] {
        for end in own_ends(world, pair[own]) {
            let node = axes[own].end(world, end);
            let mut list = Vec::new();
            let distance = rule.node_on_segment(&node, &axes[other], &mut list);
            for (contact, distance) in list.into_iter().zip(distance) {
                nodes.push(NodeContact { contact, of: [node.node(), axes[other].body], distance });
            }
        }
    }
}

/// The ends of a segment of whose nodes it is the first.
fn own_ends(world: &World, segment: u32) -> impl Iterator<Item = usize> {
    (0..2).filter(move |&end| {
        let node = world.beams.nodes[segment as usize][end];
        world.beams.around(node).next() == Some(segment)
    })
}

/// Keeps the contacts of a segment, or those of a node for later.
fn keep(
    world: &World,
    axis: &Axis,
    list: Vec<Contact>,
    (areas, nodes): &mut (Vec<Contact>, Vec<NodeContact>),
) {
    if !axis.is_node() {
        return areas.extend(list);
    }
    for contact in list {
        let is_own = |side: &Side| side.body == axis.body;
        let other = contact.sides.iter().find(|side| !is_own(side)).unwrap_or(&contact.sides[1]);
        // Of bodies with layers of several thicknesses the nearest is that of the least gap.
        let of = [axis.node(), other.body];
        let distance = contact.gap + world.thinner(other);
        nodes.push(NodeContact { contact, of, distance });
    }
}

/// The nearest contact of each node with each body; of equally near ones the first by its parts.
fn nearest(mut nodes: Vec<NodeContact>) -> impl Iterator<Item = Contact> {
    nodes.sort_by(|one, two| {
        let parts = |own: &NodeContact| own.contact.sides.map(|side| side.part);
        let order = one.of.cmp(&two.of).then(one.distance.total_cmp(&two.distance));
        order.then_with(|| parts(one).cmp(&parts(two)))
    });
    nodes.dedup_by_key(|own| own.of);
    nodes.into_iter().map(|own| own.contact)
}
