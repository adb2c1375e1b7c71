//! Segments over facets, convex edges and nodes of meshes.

use super::{Axis, BeamRule, Interval, Touch};
use crate::Vec3;
use crate::scene::contact::Contact;
use crate::scene::records::facet::node_facet::{away, shares};
use crate::scene::tolerances::NORMAL_CONE;

/// The points of a part over the inside of a facet come first, then those over its edges and nodes.
const EDGE_POINTS: u32 = 2;
const NODE_POINTS: u32 = EDGE_POINTS + 9;

/// Nodes count as over a feature that they miss by this part of the lengths there.
const NODE_SLACK: f64 = 1e-12;

/// What a part of an axis is over: it is nearest at a place, and the points of the part are at others.
struct OverEdge {
    from: Vec3,
    along: Vec3,
    length: f64,
    facet: u32,
    nodes: [u32; 2],
}

impl BeamRule<'_> {
    /// The contacts of an axis with a facet, and with the edges and nodes that it owns.
    pub(in crate::scene) fn on_facet(&self, axis: &Axis, facet: u32, found: &mut Vec<Contact>) {
        let world = self.world();
        let owned = world.owned[facet as usize];
        self.over_inside(axis, facet, found);
        for k in 0..3 {
            if owned & (8 << k) != 0 {
                self.over_edge(axis, facet, k, found);
            }
            if owned & (1 << k) != 0 {
                self.over_node(axis, facet, k, found);
            }
        }
    }

    /// The layer of a facet.
    fn facet_thickness(&self, facet: u32) -> f64 {
        self.world().facet_thickness(self.bodies, facet)
    }

    fn over_inside(&self, axis: &Axis, facet: u32, found: &mut Vec<Contact>) {
        let (scope, world) = (self.scope, self.world());
        let (nodes, body) = (world.facets[facet as usize], world.facet_body(facet));
        let corners = nodes.map(|node| world.at(node) - axis.from);
        let normal = world.area_normal(facet).normalize();
        let reach = self.reach(axis, body, self.facet_thickness(facet), &nodes);
        let size = corners.iter().map(|x| x.amax()).fold(0.0, f64::max);
        let mut part = Interval::of(axis, NODE_SLACK * size);
        for k in 0..3 {
            let (x, y) = (corners[k], corners[(k + 1) % 3]);
            let inward = normal.cross(&(y - x).normalize());
            part.keep(-x.dot(&inward), axis.along.dot(&inward));
        }
        let (start, slope) = (-corners[0].dot(&normal), axis.along.dot(&normal));
        let deep = if world.is_open(facet) { 0.0 } else { world.facet_deep[facet as usize] };
        part.keep(reach - start, -slope);
        part.keep(start + deep, slope);
        if !part.is_left(axis) {
            return;
        }
        let length = part.length() * axis.sine(&normal);
        let area = 2.0 * axis.radius * length;
        let mut add = |at: f64, area: f64, point: u32| {
            let distance = start + slope * at;
            let foot = axis.along * at - normal * distance;
            let weights = weights(&normal, corners.map(|x| x - foot));
            let other = scope.side_at(facet, scope.weighted(nodes.into_iter().zip(weights)));
            let touch = Touch { at, other, normal: -normal, distance, area, point };
            self.add(axis, &touch, found);
        };
        if axis.is_node() {
            add(0.0, self.corner_area(axis, &-normal), 0);
        } else {
            let [one, two] = part.points();
            add(one, 0.5 * area, 0);
            add(two, 0.5 * area, 1);
        }
    }

    /// The part of the axis in the wedge of a convex edge.
    fn over_edge(&self, axis: &Axis, facet: u32, k: usize, found: &mut Vec<Contact>) {
        let world = self.world();
        let edge = &world.edges[world.facet_edges[facet as usize][k] as usize];
        let [x, y] = edge.nodes.map(|node| world.at(node));
        let aways = edge.far.map(|far| away(x, y, world.at(far)).normalize());
        let normal = world.area_normal(edge.facets[0]).normalize();
        if !edge.is_free() && normal.dot(&aways[1]) >= -NORMAL_CONE {
            return;
        }
        let body = world.facet_body(facet);
        let reach = self.reach(axis, body, self.facet_thickness(facet), &edge.nodes);
        let length = (y - x).norm();
        let over = OverEdge { from: x, along: (y - x) / length, length, facet, nodes: edge.nodes };
        let start = axis.from - x;
        let mut part = Interval::of(axis, NODE_SLACK * (start.amax() + length));
        let [p, q] = [start.dot(&over.along), axis.along.dot(&over.along)];
        part.keep(p, q);
        part.keep(length - p, -q);
        for inward in &aways {
            part.keep(-start.dot(inward), -axis.along.dot(inward));
        }
        let (start, across) = (start - over.along * p, axis.along - over.along * q);
        let nearest = keep_within(&mut part, start, across, reach);
        if part.is_left(axis) {
            self.add_over_edge(axis, &over, (part, nearest, 2 + 3 * k as u32), found);
        }
    }

    /// Adds the contacts of a part over an edge: at the nearest point as far as it crosses the
    /// edge, and at those of linear gaps as far as it goes along.
    fn add_over_edge(
        &self,
        axis: &Axis,
        over: &OverEdge,
        (part, nearest, point): (Interval, f64, u32),
        found: &mut Vec<Contact>,
    ) {
        let scope = self.scope;
        let mut add = |at: f64, share: f64, point: u32| {
            let p = axis.at(at);
            let t = ((p - over.from).dot(&over.along) / over.length).clamp(0.0, 1.0);
            let towards = over.from + over.along * (t * over.length) - p;
            let distance = towards.norm();
            let normal = towards / distance;
            let area = if axis.is_node() {
                self.corner_area(axis, &normal)
            } else {
                2.0 * axis.radius * part.length() * axis.sine(&normal) * share
            };
            let [a, b] = over.nodes;
            let other = scope.side_at(over.facet, scope.weighted([(a, 1.0 - t), (b, t)]));
            let touch = Touch { at, other, normal, distance, area, point };
            self.add(axis, &touch, found);
        };
        if axis.is_node() {
            return add(0.0, 1.0, point);
        }
        let crossing = axis.along.cross(&over.along).norm_squared().min(1.0);
        let [one, two] = part.points();
        add(nearest, crossing, point);
        add(one, 0.5 * (1.0 - crossing), point + 1);
        add(two, 0.5 * (1.0 - crossing), point + 2);
    }

    /// The part of the axis in the cone of a node.
    fn over_node(&self, axis: &Axis, facet: u32, k: usize, found: &mut Vec<Contact>) {
        let (scope, world) = (self.scope, self.world());
        let node = world.facets[facet as usize][k];
        let body = world.facet_body(facet);
        let reach = self.reach(axis, body, self.facet_thickness(facet), &[node]);
        let x = world.at(node);
        let start = axis.from - x;
        let mut part = Interval::of(axis, NODE_SLACK * start.amax());
        for &next in world.node_ring.of(node) {
            let along = (world.at(next) - x).normalize();
            part.keep(-start.dot(&along), -axis.along.dot(&along));
        }
        let nearest = keep_within(&mut part, start, axis.along, reach);
        if !part.is_left(axis) {
            return;
        }
        let towards = x - axis.at(nearest);
        let distance = towards.norm();
        let normal = towards / distance;
        // The cone of a pit is inside.
        let facing = |&facet: &u32| -world.area_normal(facet).normalize().dot(&normal);
        let around = world.node_facets.of(node).iter().map(facing);
        let most = around.fold(0.0f64, |most, own| if own.abs() > most.abs() { own } else { most });
        if most <= NORMAL_CONE {
            return;
        }
        let area = if axis.is_node() {
            self.corner_area(axis, &normal)
        } else {
            2.0 * axis.radius * part.length() * axis.sine(&normal)
        };
        let other = scope.side_at(facet, scope.weighted([(node, 1.0)]));
        let point = NODE_POINTS + k as u32;
        let touch = Touch { at: nearest, other, normal, distance, area, point };
        self.add(axis, &touch, found);
    }
}

/// Keeps where `start + across * place` is no longer than the reach. Returns where it is shortest.
fn keep_within(part: &mut Interval, start: Vec3, across: Vec3, reach: f64) -> f64 {
    let [a, b, c] = [across.norm_squared(), start.dot(&across), start.norm_squared()];
    if a == 0.0 {
        part.keep(reach * reach - c, 0.0);
        return 0.5 * (part.from + part.to);
    }
    let nearest = -b / a;
    let square = (reach * reach - (c - b * b / a)) / a;
    if square < 0.0 {
        part.to = f64::NEG_INFINITY;
        return nearest;
    }
    part.from = part.from.max(nearest - square.sqrt());
    part.to = part.to.min(nearest + square.sqrt());
    nearest.clamp(part.from, part.to.max(part.from))
}

/// The barycentric weights of the origin, which is over the inside of a triangle with this unit normal.
fn weights(normal: &Vec3, corners: [Vec3; 3]) -> [f64; 3] {
    let all = shares(normal, corners).map(|own| own.max(0.0));
    let sum = all[0] + all[1] + all[2];
    all.map(|own| own / sum)
}
