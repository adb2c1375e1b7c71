//! Contacts built from the features that are near.

use super::Crossing;
use super::clearance::Clearance;
use super::depths::Depths;
use super::edges::{Lines, outward};
use super::locate::{TetIndex, is_in_tet};
use super::outside::Segment;
use super::skin::is_in_skin;
use crate::Vec3;
use crate::broad::{Bounds, Forest};
use crate::penetration::{self, SignedGap};
use crate::scene::contact::{Contact, Kind, Part, Side};
use crate::scene::facet_pairs::blocks::Blocks;
use crate::scene::margins::Margins;
use crate::scene::records::facet::inside;
use crate::scene::stop::Stop;
use crate::scene::weights::Weighted;
use crate::scene::world::World;

/// The context in which contacts are built.
#[derive(Clone, Copy)]
pub(in crate::scene) struct Scope<'a> {
    pub(in crate::scene) world: &'a World,
    pub(in crate::scene) forest: &'a Forest,
    /// The facets of pieces, where they were when the candidates were found; and how far they can
    /// have moved since.
    pub(in crate::scene) blocks: &'a Blocks,
    pub(in crate::scene) block_slack: f64,
    /// How far nodes are from other facets of their own body.
    pub(in crate::scene) clearance: &'a Clearance,
    /// How deep nodes were in the last detection.
    pub(in crate::scene) depths: &'a Depths,
    pub(in crate::scene) thickness: &'a [f64],
    pub(in crate::scene) margins: &'a Margins,
    /// Upper bound on the rounding error of every distance in the scene, for filters. Nothing that
    /// is reported depends on it.
    pub(in crate::scene) guard: f64,
    /// Boxes around the bodies.
    pub(in crate::scene) boxes: &'a [Bounds],
    /// Whether points are located among all tetrahedra, without the index.
    pub(in crate::scene) exhaustive: bool,
    /// The tetrahedra of bodies that meet others.
    pub(in crate::scene) tets: &'a TetIndex,
    /// The displacement of each node in the time step ahead; empty without velocities.
    pub(in crate::scene) step_displacements: &'a [[f64; 3]],
    /// Nodes inside bodies, sorted: node, body.
    pub(in crate::scene) inside: &'a [[u32; 2]],
    /// Edges that meet facets, sorted: body of the edge, body of the facet, edge.
    pub(in crate::scene) piercing: &'a [[u32; 3]],
    /// The query for signed gaps.
    pub(in crate::scene) depth: penetration::Query,
    pub(in crate::scene) stop: &'a Stop<'a>,
}

/// The contact of two edges that cross.
pub(in crate::scene) fn contact_of_crossing(scope: &Scope, crossing: &Crossing) -> Option<Contact> {
    let world = scope.world;
    let [one, two] = crossing.edges;
    let [a, b] = crossing.edges.map(|edge| world.edges[edge as usize].nodes);
    let bodies = [a, b].map(|nodes| world.node_body[nodes[0] as usize]);
    let places = Lines::new(world, crossing.edges).nearest()?;
    let cross = (world.at(a[1]) - world.at(a[0])).cross(&(world.at(b[1]) - world.at(b[0])));
    let normal = outward(world, crossing.edges, cross.normalize())?;
    // The points of the edges' lines that are nearest to each other.
    let [p, q] = [(a, places[0]), (b, places[1])]
        .map(|(nodes, t)| world.at(nodes[0]) + (world.at(nodes[1]) - world.at(nodes[0])) * t);
    let nodes = [a[0], a[1], b[0], b[1]];
    let rounding = world.rounding(&nodes);
    // Apart, the segment between the edges must be outside every body. Overlapping, each edge must
    // pass through the other body with both ends outside.
    if crossing.gap >= -rounding {
        if !(Segment { from: p, along: q - p, nodes: &nodes }).is_clear(scope) {
            return None;
        }
    } else {
        let ends = a.iter().any(|&n| scope.is_inside(n, bodies[1]))
            || b.iter().any(|&n| scope.is_inside(n, bodies[0]));
        // An edge with both ends outside and a point inside goes in and out.
        let through =
            scope.is_piercing(bodies, one) && scope.is_piercing([bodies[1], bodies[0]], two);
        let same = bodies[0] == bodies[1];
        let holds = |body: u32, point: Vec3, own: &[u32]| {
            // A point of an edge is always in the tetrahedra around that edge.
            scope.holds(body, point.into(), if same { own } else { &[] }, 2.0 * rounding)
        };
        if ends || !through || !holds(bodies[1], p, &a) || !holds(bodies[0], q, &b) {
            return None;
        }
    }
    let weighted = |nodes: [u32; 2], t: f64| scope.weighted([(nodes[0], 1.0 - t), (nodes[1], t)]);
    let facets = [one, two].map(|edge| Some(world.edges[edge as usize].facets[0]));
    let sides = [
        scope.side(bodies[0], facets[0], weighted(a, places[0])),
        scope.side(bodies[1], facets[1], weighted(b, places[1])),
    ];
    scope.build(sides, Meeting { p, q, normal, distance: crossing.gap })
}

/// Where two sides meet, without thickness.
#[derive(Debug, Clone, Copy)]
pub(in crate::scene) struct Meeting {
    /// The point of the first side.
    pub(in crate::scene) p: Vec3,
    /// The point of the second side.
    pub(in crate::scene) q: Vec3,
    /// The unit vector from the first side to the second.
    pub(in crate::scene) normal: Vec3,
    /// How far the second point is along the normal; negative where the sides overlap.
    pub(in crate::scene) distance: f64,
}

impl Meeting {
    /// As seen from the other side.
    pub(in crate::scene) fn reversed(self) -> Self {
        Self { p: self.q, q: self.p, normal: -self.normal, ..self }
    }
}

impl From<&SignedGap> for Meeting {
    fn from(gap: &SignedGap) -> Self {
        Self { p: gap.point_a, q: gap.point_b, normal: gap.normal, distance: gap.gap }
    }
}

impl Scope<'_> {
    /// Up to which distance the features of two bodies are found in every detection: the search
    /// radius without velocities.
    pub(in crate::scene) fn min_search_radius(&self, bodies: [u32; 2]) -> f64 {
        let [a, b] = bodies.map(|body| self.thickness[body as usize]);
        self.margins.of(bodies) + a + b
    }

    /// Whether a node is in a body; in its own, in a tetrahedron that it is not a node of.
    pub(in crate::scene) fn holds_node(&self, body: u32, node: u32) -> bool {
        let is_own = self.world.node_body[node as usize] == body;
        let without: &[u32] = if is_own { &[node] } else { &[] };
        self.holds(body, self.world.nodes[node as usize], without, 0.0)
    }

    /// Whether a point is in a tetrahedron of a body that has none of these nodes, or within
    /// `slack` of one.
    fn holds(&self, body: u32, point: [f64; 3], without: &[u32], slack: f64) -> bool {
        let world = self.world;
        if world.spans[body as usize].is_hollow() {
            return without.is_empty() && is_in_skin(world, body, point);
        }
        let has = |tet: u32| {
            !world.tets[tet as usize].iter().any(|node| without.contains(node))
                && is_in_tet(world, tet, point, slack)
        };
        match self.tets.of(body) {
            Some(tets) if !self.exhaustive => tets.any(world, point, slack, has),
            _ => world.spans[body as usize].tets.clone().any(|tet| has(tet as u32)),
        }
    }

    /// The edges of one body that meet facets of another.
    pub(in crate::scene) fn piercing_of(&self, bodies: [u32; 2]) -> &[[u32; 3]] {
        inside::of(self.piercing, bodies)
    }

    fn is_piercing(&self, [body, other]: [u32; 2], edge: u32) -> bool {
        self.piercing.binary_search(&[body, other, edge]).is_ok()
    }

    pub(in crate::scene) fn is_inside(&self, node: u32, body: u32) -> bool {
        self.inside.binary_search(&[node, body]).is_ok()
    }

    /// Nodes of the world with weights.
    pub(in crate::scene) fn weighted(
        &self,
        pairs: impl IntoIterator<Item = (u32, f64)>,
    ) -> Weighted {
        Weighted::new(pairs, |node| self.world.at(node))
    }

    /// The side of a contact that is a node.
    pub(in crate::scene) fn node_side(&self, node: u32) -> Side {
        let facet = self.world.node_facets.of(node).first().copied();
        self.side(self.world.node_body[node as usize], facet, Weighted::node(node))
    }

    /// The side of a contact that is on a facet.
    pub(in crate::scene) fn side_at(&self, facet: u32, weighted: Weighted) -> Side {
        self.side(self.world.facet_body(facet), Some(facet), weighted)
    }

    /// The contact, if its gap is within the margin or will be in the time step ahead; else `None`.
    pub(in crate::scene) fn build(&self, sides: [Side; 2], meeting: Meeting) -> Option<Contact> {
        let contact = self.ordered(sides, meeting);
        self.is_kept(&contact).then_some(contact)
    }

    /// Whether the gap is within the margin, or will be in the time step ahead, and all numbers are
    /// sound.
    pub(in crate::scene) fn is_kept(&self, contact: &Contact) -> bool {
        let closing = if self.step_displacements.is_empty() { 0.0 } else { self.closing(contact) };
        contact.gap - closing <= self.margins.of(contact.bodies()) && contact.is_sound()
    }

    /// The amount by which the gap closes in the time step ahead.
    fn closing(&self, contact: &Contact) -> f64 {
        let displacement = |side: &Side| {
            let start = self.world.spans[side.body as usize].nodes.start;
            let one = |(node, weight): (&u32, &f64)| {
                Vec3::from(self.step_displacements[start + *node as usize]) * *weight
            };
            side.nodes().iter().zip(side.weights()).map(one).sum::<Vec3>()
        };
        let [a, b] = contact.sides.each_ref().map(displacement);
        (a - b).dot(&contact.normal).max(0.0)
    }

    /// A side of a contact, in the numbers of its body.
    pub(in crate::scene) fn side(&self, body: u32, facet: Option<u32>, weighted: Weighted) -> Side {
        let span = &self.world.spans[body as usize];
        let local = weighted.counted_from(span.nodes.start as u32);
        let part = facet.map_or(Part::Whole, |f| Part::Facet(f - span.facets.start as u32));
        let element = facet.map(|f| self.world.facet_sides[f as usize].element);
        Side::new(body, part, element, &local)
    }

    /// The contact with its sides in order: by body, and within one body by nodes.
    fn ordered(&self, sides: [Side; 2], meeting: Meeting) -> Contact {
        let place = |side: &Side| (side.body, side.count, side.nodes);
        let mut contact = if place(&sides[0]) <= place(&sides[1]) {
            self.between(sides, meeting)
        } else {
            self.between([sides[1], sides[0]], meeting.reversed())
        };
        contact.kind = Kind::Nearest;
        contact.id = self.world.contact_id(&contact);
        contact
    }

    /// The gap of two sides with their thicknesses, in this order; what else belongs to a contact is
    /// not known yet.
    pub(in crate::scene) fn between(&self, sides: [Side; 2], meeting: Meeting) -> Contact {
        let Meeting { p, q, normal, distance } = meeting;
        let thickness = |side: &Side| self.thickness[side.body as usize] - self.world.thinner(side);
        let [one, two] = sides.each_ref().map(thickness);
        Contact {
            sides,
            point_a: p + normal * one,
            point_b: q - normal * two,
            normal,
            gap: distance - one - two,
            ..Contact::NONE
        }
    }
}
