//! Contacts with rigid shapes and half-spaces.
//!
//! A half-space touches nodes. A shape touches facets: where they are apart, at the locally nearest
//! point of the surface; where they overlap, at the nodes inside the shape, and if there are none,
//! at the facet over its deepest point.

use crate::Vec3;
use crate::convex::Outcome;
use crate::penetration::SignedGap;
use crate::scene::body::{Plane, Shape};
use crate::scene::contact::Contact;
use crate::scene::records::facet::build_contact::{Meeting, Scope};
use crate::scene::records::facet::node_facet;
use crate::scene::records::facet::outside::{self, Segment};
use crate::scene::tolerances::{DISTANCE_ROUNDING, NORMAL_CONE, ON_FEATURE};
use crate::scene::weights::Weighted;
use crate::shape::{PointSet, Posed, SupportMap};

/// The signed gap of shapes of any kind. One copy of the code for all of them.
pub(in crate::scene) fn signed_gap(
    scope: &Scope,
    a: &dyn SupportMap,
    b: &dyn SupportMap,
) -> SignedGap {
    scope.depth.signed_gap(&a, &b)
}

/// The contact of a node and a half-space.
pub(in crate::scene) fn node_on_plane(
    scope: &Scope,
    node: u32,
    plane_body: u32,
    plane: &Plane,
) -> Option<Contact> {
    let p = scope.world.at(node);
    let height = plane.height(p);
    let sides = [scope.node_side(node), scope.side(plane_body, None, Weighted::default())];
    let (q, normal) = (p - plane.normal * height, -plane.normal);
    let contact = scope.build(sides, Meeting { p, q, normal, distance: height })?;
    let rounding = DISTANCE_ROUNDING * p.amax().max(plane.point.amax());
    let segment = Segment { from: p, along: -plane.normal * height, nodes: &[node] };
    let is_free = height <= rounding
        || (outside::leaves(scope.world, node, -plane.normal) && segment.is_clear(scope));
    is_free.then_some(contact)
}

/// The contacts of a facet, and of the nodes and edges that it owns, with a shape.
pub(in crate::scene) fn facet_on_shape(
    scope: &Scope,
    facet: u32,
    shape_body: u32,
    shape: &Posed<Shape>,
    contacts: &mut Vec<Contact>,
) {
    let world = scope.world;
    let nodes = world.facets[facet as usize];
    let mut sorted = nodes;
    sorted.sort_unstable();
    let points = sorted.map(|node| world.nodes[node as usize]);
    let gap = signed_gap(scope, &PointSet::checked(&points), shape);
    // Apart: the nearest point of the facet.
    if gap.outcome == Outcome::Separated {
        contacts.extend(outside_contact(scope, facet, sorted, shape_body, &gap));
        return;
    }
    // Overlapping: each node inside the shape; without any, the shape pokes through the facet.
    let mut none_inside = true;
    for k in 0..3 {
        let point = [world.nodes[nodes[k] as usize]];
        let own = signed_gap(scope, &PointSet::checked(&point), shape);
        if own.gap <= world.rounding(&[nodes[k]]) {
            none_inside = false;
            if world.owned[facet as usize] & (1 << k) != 0 {
                let sides =
                    [scope.node_side(nodes[k]), scope.side(shape_body, None, Weighted::default())];
                contacts.extend(scope.build(sides, Meeting::from(&own)));
            }
        }
    }
    if none_inside {
        contacts.extend(poke(scope, facet, shape_body, shape));
    }
}

/// The contact at the nearest point of a facet outside a shape, if it is locally nearest.
fn outside_contact(
    scope: &Scope,
    facet: u32,
    sorted: [u32; 3],
    shape_body: u32,
    gap: &SignedGap,
) -> Option<Contact> {
    let mut weights = [0.0; 3];
    for i in 0..gap.vertex_count {
        weights[gap.vertex_a[i] as usize] += gap.weight[i];
    }
    let on = (0..3).filter(|&k| weights[k] > ON_FEATURE).map(|k| (sorted[k], weights[k]));
    let weighted = scope.weighted(on);
    if !is_locally_nearest(scope, facet, &weighted, gap.normal) {
        return None;
    }
    let sides = [scope.side_at(facet, weighted), scope.side(shape_body, None, Weighted::default())];
    scope.build(sides, Meeting::from(gap))
}

/// Whether a feature is owned by the facet, and no neighbouring point is farther along the normal.
fn is_locally_nearest(scope: &Scope, facet: u32, weighted: &Weighted, normal: Vec3) -> bool {
    let world = scope.world;
    let owned = world.owned[facet as usize];
    let nodes = world.facets[facet as usize];
    match *weighted.pairs() {
        // A node: no edge from it rises along the normal.
        [(node, _)] => {
            let x = world.at(node);
            let k = nodes.iter().position(|&n| n == node).unwrap_or(0);
            let falls = |&edge: &u32| {
                let [from, to] = world.edges[edge as usize].nodes;
                let along = world.at(if from == node { to } else { from }) - x;
                along.dot(&normal) <= NORMAL_CONE * along.norm()
            };
            owned & (1 << k) != 0 && world.node_edges.of(node).iter().all(falls)
        }
        // An edge: neither of its facets rises along the normal.
        [(one, _), (two, _)] => {
            let is_edge = |&k: &usize| {
                let edge = [nodes[k], nodes[(k + 1) % 3]];
                edge == [one, two] || edge == [two, one]
            };
            let Some(k) = (0..3).find(is_edge) else { return false };
            let edge = &world.edges[world.facet_edges[facet as usize][k] as usize];
            let [x, y] = edge.nodes.map(|node| world.at(node));
            let falls = |&far: &u32| {
                let away = node_facet::away(x, y, world.at(far));
                away.dot(&normal) <= NORMAL_CONE * away.norm()
            };
            owned & (8 << k) != 0 && edge.far.iter().all(falls)
        }
        // The inside of the facet: it faces the shape.
        _ => world.area_normal(facet).dot(&normal) > 0.0,
    }
}

/// The contact of a facet with a shape that pokes through it, at the shape's deepest point.
fn poke(scope: &Scope, facet: u32, shape_body: u32, shape: &Posed<Shape>) -> Option<Contact> {
    let world = scope.world;
    let mut sorted = world.facets[facet as usize];
    sorted.sort_unstable();
    let outward = world.area_normal(facet).normalize();
    let origin = world.at(sorted[0]);
    let deepest = shape.support(&-outward, &origin, 0).point - outward * shape.radius();
    let [a, b, c] = sorted.map(|node| world.at(node) - origin - deepest);
    let normal = (b - a).cross(&(c - a));
    let shares = node_facet::shares(&normal, [a, b, c]);
    let sum = shares[0] + shares[1] + shares[2];
    let weights = shares.map(|share| share / sum);
    if weights.iter().any(|weight| *weight <= ON_FEATURE) {
        return None;
    }
    let height = outward.dot(&deepest);
    let weighted = scope.weighted((0..3).map(|k| (sorted[k], weights[k])));
    let sides = [scope.side_at(facet, weighted), scope.side(shape_body, None, Weighted::default())];
    let q = origin + deepest;
    let p = q - outward * height;
    scope.build(sides, Meeting { p, q, normal: outward, distance: height })
}
