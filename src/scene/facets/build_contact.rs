//! Contacts built from the features that are near.

use super::edges::{Lines, outward};
use super::node_facet::{self, along_edge, edge_point};
use super::{Crossing, Near, Target, inside, outside};
use crate::Vec3;
use crate::broad::{Bounds, Forest};
use crate::penetration;
use crate::scene::contact::{Contact, Kind, Part, Side};
use crate::scene::surface::Edge;
use crate::scene::weights::Weighted;
use crate::scene::world::World;

/// The context in which contacts are built.
#[derive(Clone, Copy)]
pub(in crate::scene) struct Scope<'a> {
    pub(in crate::scene) world: &'a World,
    pub(in crate::scene) forest: &'a Forest,
    pub(in crate::scene) thickness: &'a [f64],
    pub(in crate::scene) margin: f64,
    /// Upper bound on the rounding error of a distance.
    pub(in crate::scene) guard: f64,
    /// Boxes around the bodies.
    pub(in crate::scene) boxes: &'a [Bounds],
    /// Whether points are located among all tetrahedra, without boxes or surfaces.
    pub(in crate::scene) exhaustive: bool,
    /// The displacement of each node in the time step ahead; empty without velocities.
    pub(in crate::scene) step_displacements: &'a [[f64; 3]],
    /// Nodes inside bodies, sorted: node, body.
    pub(in crate::scene) inside: &'a [[u32; 2]],
    /// Edges that go through facets, sorted: body of the edge, body of the facet, edge.
    pub(in crate::scene) piercing: &'a [[u32; 3]],
    /// The query for signed gaps.
    pub(in crate::scene) depth: penetration::Query,
}

/// The contacts of one node with one body, from the features of the body that are near the node.
pub(in crate::scene) fn contacts_of_node(
    scope: &Scope,
    near: &[Near],
    contacts: &mut Vec<Contact>,
) {
    let Near { node, body, .. } = near[0];
    if scope.is_inside(node, body) {
        let behind = near.iter().filter(|n| n.signed <= scope.guard);
        let nearest = behind.min_by(|m, n| compare((m.target, m.signed), (n.target, n.signed)));
        // With nothing within the search radius the node is deep: see `contact_of_deep_node`.
        contacts.extend(nearest.and_then(|near| scope.contact(near)));
        return;
    }
    for near in near.iter().filter(|n| n.signed >= -scope.guard) {
        if let Some(contact) = scope.contact(near)
            && scope.is_outside(near, &contact)
        {
            contacts.push(contact);
        }
    }
}

/// The contact of a node that is deep inside a body.
pub(in crate::scene) fn contact_of_deep_node(
    scope: &Scope,
    node: u32,
    body: u32,
) -> Option<Contact> {
    let p = scope.world.at(node);
    let nearest = scope.nearest(p, body, Some(node), |signed| signed <= scope.guard);
    let (target, signed) = nearest?;
    scope.contact(&Near { node, body, target, signed })
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
    // Apart, the segment between the edges must be outside every body. Overlapping, each edge must
    // pass through the other body with both ends outside.
    if crossing.gap >= -scope.guard {
        if !outside::is_clear(world, scope.forest, p, q - p, &nodes) {
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
            scope.holds(body, point, if same { own } else { &[] }, 2.0 * scope.guard)
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
    scope.build(sides, p, q, normal, crossing.gap)
}

/// Which of two features is nearer.
fn compare(one: (Target, f64), two: (Target, f64)) -> std::cmp::Ordering {
    one.1.abs().total_cmp(&two.1.abs()).then(one.0.cmp(&two.0))
}

fn is_nearer(one: (Target, f64), two: (Target, f64)) -> bool {
    compare(one, two).is_lt()
}

impl Scope<'_> {
    /// The nearest feature of a body to a point, of those that are wanted, and the signed distance.
    /// Facets with nodes next to `node`, if it is one, are left out.
    fn nearest(
        &self,
        p: Vec3,
        body: u32,
        node: Option<u32>,
        wanted: impl Fn(f64) -> bool,
    ) -> Option<(Target, f64)> {
        let world = self.world;
        let pieces = world.spans[body as usize].pieces.clone();
        let node = node.filter(|&node| world.node_body[node as usize] == body);
        let is_next = |facet: u32, node: u32| world.is_next(node, &world.facets[facet as usize]);
        let around = Bounds::around([p.into()]);
        // Facets within a radius that doubles until one of them is near enough.
        let farthest = around.joined(&self.boxes[body as usize]).diagonal();
        let mut radius = self.margin.max(farthest / 64.0);
        while radius < 4.0 * farthest {
            let mut best: Option<(Target, f64)> = None;
            self.forest.each(&around.grown(radius), |piece| {
                if !pieces.contains(&(piece as usize)) {
                    return;
                }
                for &facet in world.piece_facets.of(piece) {
                    let search_radius = best.map_or(radius, |(_, signed)| signed.abs());
                    let apart = world.boxes[facet as usize].distance_squared(&around);
                    if apart > search_radius * search_radius
                        || node.is_some_and(|node| is_next(facet, node))
                    {
                        continue;
                    }
                    node_facet::measure_point(world, p, facet, search_radius, |target, signed| {
                        let is_better = best.is_none_or(|best| is_nearer((target, signed), best));
                        if wanted(signed) && is_better {
                            best = Some((target, signed));
                        }
                    });
                }
            });
            if best.is_some() {
                return best;
            }
            radius *= 2.0;
        }
        None
    }

    /// The distance of a point from the surface of another body, negative inside.
    pub(in crate::scene) fn signed_distance(&self, p: Vec3, body: u32) -> f64 {
        self.nearest(p, body, None, |_| true).map_or(f64::INFINITY, |(_, signed)| signed)
    }

    /// Whether a node is in a body: behind the nearest point of its surface, or, for its own body,
    /// in a tetrahedron that it is not a node of.
    pub(in crate::scene) fn holds_node(&self, body: u32, node: u32) -> bool {
        let is_own = self.world.node_body[node as usize] == body;
        let without: &[u32] = if is_own { &[node] } else { &[] };
        self.holds(body, self.world.at(node), without, 0.0)
    }

    /// Whether a point is in a body, or within `slack` of it. Of nodes of the body itself, the
    /// tetrahedra around them do not count.
    fn holds(&self, body: u32, p: Vec3, without: &[u32], slack: f64) -> bool {
        if self.exhaustive || !without.is_empty() {
            inside::contains(self.world, body, p.into(), without, [self.guard, slack])
        } else {
            self.signed_distance(p, body) <= slack
        }
    }

    /// The edges of one body that go through facets of another.
    pub(in crate::scene) fn piercing_of(&self, bodies: [u32; 2]) -> &[[u32; 3]] {
        let from = self.piercing.partition_point(|p| p[..2] < bodies[..]);
        let count = self.piercing[from..].partition_point(|p| p[..2] == bodies[..]);
        &self.piercing[from..from + count]
    }

    fn is_piercing(&self, [body, other]: [u32; 2], edge: u32) -> bool {
        self.piercing.binary_search(&[body, other, edge]).is_ok()
    }

    pub(in crate::scene) fn is_inside(&self, node: u32, body: u32) -> bool {
        self.inside.binary_search(&[node, body]).is_ok()
    }

    /// Whether the segment between the points of a contact at positive gap is outside every body.
    fn is_outside(&self, near: &Near, contact: &Contact) -> bool {
        let world = self.world;
        // From the node to the target, whichever side that is.
        let own = world.node_body[near.node as usize];
        let is_first = contact.sides[0].body == own
            && contact.sides[0].nodes() == [world.local_node(near.node)];
        let along = if is_first { contact.normal } else { -contact.normal };
        if !outside::leaves(world, near.node, along) {
            return false;
        }
        if near.signed <= self.guard {
            return true;
        }
        let mut nodes = vec![near.node];
        match near.target {
            Target::Node(node) => nodes.push(node),
            Target::Edge(edge) => nodes.extend(world.edges[edge as usize].nodes),
            Target::Facet(facet) => nodes.extend(world.facets[facet as usize]),
        }
        outside::is_clear(world, self.forest, world.at(near.node), along * near.signed, &nodes)
    }

    /// The contact of a node and a feature near it, if the gap is within the margin.
    fn contact(&self, near: &Near) -> Option<Contact> {
        let world = self.world;
        let p = world.at(near.node);
        // The nearest point relative to the node, the outward normal there, the nodes with weights.
        let (offset, normal, weighted, facet) = match near.target {
            Target::Facet(facet) => self.facet_target(p, facet),
            Target::Edge(edge) => self.edge_target(p, edge),
            Target::Node(node) => self.node_target(p, node),
        };
        let sides = [self.node_side(near.node), self.side(near.body, Some(facet), weighted)];
        self.build(sides, p, p + offset, -normal, -offset.dot(&normal))
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
    pub(in crate::scene) fn build(
        &self,
        sides: [Side; 2],
        p: Vec3,
        q: Vec3,
        normal: Vec3,
        distance: f64,
    ) -> Option<Contact> {
        let contact = self.ordered(sides, p, q, normal, distance);
        let closing = if self.step_displacements.is_empty() { 0.0 } else { self.closing(&contact) };
        (contact.gap - closing <= self.margin && contact.is_sound()).then_some(contact)
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

    /// The offset from p to its projection on a facet, the outward normal, and the nodes with
    /// weights.
    fn facet_target(&self, p: Vec3, facet: u32) -> (Vec3, Vec3, Weighted, u32) {
        let nodes = self.world.facets[facet as usize];
        // In ascending order of the nodes, turned back if that mirrors the facet.
        let mut sorted = nodes;
        sorted.sort_unstable();
        let [a, b, c] = sorted.map(|node| self.world.at(node) - p);
        let normal = (b - a).cross(&(c - a));
        let shares = node_facet::shares(&normal, [a, b, c]);
        let sum = shares[0] + shares[1] + shares[2];
        let weights = shares.map(|share| share / sum);
        let offset = a * weights[0] + b * weights[1] + c * weights[2];
        let outward = normal.normalize() * self.turn(nodes, sorted);
        let weighted = self.weighted((0..3).map(|k| (sorted[k], weights[k])));
        (offset, outward, weighted, facet)
    }

    /// 1 if the sorted nodes of a facet are counterclockwise too, -1 if sorting mirrors it.
    fn turn(&self, nodes: [u32; 3], sorted: [u32; 3]) -> f64 {
        let first = nodes.iter().position(|node| *node == sorted[0]).unwrap_or(0);
        if nodes[(first + 1) % 3] == sorted[1] { 1.0 } else { -1.0 }
    }

    /// As [`Scope::facet_target`], for an edge.
    fn edge_target(&self, p: Vec3, edge: u32) -> (Vec3, Vec3, Weighted, u32) {
        let world = self.world;
        let Edge { nodes, facets, .. } = world.edges[edge as usize];
        let [x, y] = nodes.map(|node| world.at(node));
        let t = along_edge(p, x, y);
        let offset = edge_point(world, p, edge);
        let normal = self.normal(offset, node_facet::edge_normal(world, edge));
        (offset, normal, self.weighted([(nodes[0], 1.0 - t), (nodes[1], t)]), facets[0])
    }

    /// As [`Scope::facet_target`], for a node.
    fn node_target(&self, p: Vec3, node: u32) -> (Vec3, Vec3, Weighted, u32) {
        let offset = self.world.at(node) - p;
        let normal = self.normal(offset, node_facet::node_normal(self.world, node));
        let facet = self.world.node_facets.of(node)[0];
        (offset, normal, Weighted::node(node), facet)
    }

    /// The direction of the offset, turned to the side of the surface's normal. An offset within
    /// rounding has no direction: the normal itself is taken.
    fn normal(&self, offset: Vec3, surface: Vec3) -> Vec3 {
        if offset.norm() <= self.guard {
            surface.normalize()
        } else if offset.dot(&surface) > 0.0 {
            offset.normalize()
        } else {
            -offset.normalize()
        }
    }

    /// A side of a contact, in the numbers of its body.
    pub(in crate::scene) fn side(&self, body: u32, facet: Option<u32>, weighted: Weighted) -> Side {
        let span = &self.world.spans[body as usize];
        let local = weighted.counted_from(span.nodes.start as u32);
        let part = facet.map_or(Part::Whole, |f| Part::Facet(f - span.facets.start as u32));
        let element =
            facet.map(|f| self.world.elements[self.world.facet_tets[f as usize] as usize]);
        Side::new(body, part, element, &local)
    }

    /// The contact with its sides in order: by body, and within one body by nodes.
    fn ordered(&self, sides: [Side; 2], p: Vec3, q: Vec3, normal: Vec3, distance: f64) -> Contact {
        let place = |side: &Side| (side.body, side.count, side.nodes);
        let (sides, p, q, normal) = if place(&sides[0]) <= place(&sides[1]) {
            (sides, p, q, normal)
        } else {
            ([sides[1], sides[0]], q, p, -normal)
        };
        let [one, two] = sides.map(|side| self.thickness[side.body as usize]);
        let mut contact = Contact {
            sides,
            point_a: p + normal * one,
            point_b: q - normal * two,
            normal,
            gap: distance - one - two,
            area: 0.0,
            kind: Kind::Nearest,
            point: 0,
            id: 0,
            age: 0,
            previous: None,
        };
        contact.id = contact.key().id();
        contact
    }
}
