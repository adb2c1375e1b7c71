//! The distance of a node from a facet, and whether a feature of the facet is locally nearest.

use super::{Near, Target};
use crate::Vec3;
use crate::scene::tolerances::{BORDER_PENALTY, CLEARLY_INSIDE, DISTANCE_ROUNDING, ON_FEATURE};
use crate::scene::world::World;

/// The distance of a node from a facet. Records what is locally nearest to the node among the facet
/// and the edges and nodes that it owns, and the facet if the node is over its border. Beyond the
/// search radius the distance may be a lower bound, and nothing is recorded.
pub(in crate::scene) fn measure_node(
    world: &World,
    node: u32,
    facet: u32,
    search_radius: f64,
    near: &mut Vec<Near>,
) -> f64 {
    measure_point(world, world.at(node), facet, search_radius, |target, signed| {
        near.push(Near { node, body: world.facet_body(facet), target, signed });
    })
}

/// As [`measure_node`], for any point.
pub(in crate::scene) fn measure_point(
    world: &World,
    p: Vec3,
    facet: u32,
    search_radius: f64,
    mut record: impl FnMut(Target, f64),
) -> f64 {
    let [a, b, c] = world.corners(facet).map(|x| x - p);
    let normal = (b - a).cross(&(c - a));
    // The height over the plane of the facet, times the length of the normal.
    let (nn, height) = (normal.norm_squared(), -normal.dot(&a));
    if height * height > search_radius * search_radius * nn {
        return height.abs() / nn.sqrt();
    }
    let weights = shares(&normal, [a, b, c]);
    // Far from the border the weights decide; near it each edge does.
    let inside = CLEARLY_INSIDE * nn;
    let place = if weights.iter().all(|w| *w > inside) {
        Place::Over
    } else if weights.iter().all(|w| *w > -inside) {
        place_near_border(world, p, facet)
    } else {
        Place::Beside
    };
    if place == Place::Over {
        let signed = height / nn.sqrt();
        record(Target::Facet(facet), signed);
        return signed.abs();
    }
    // Not over the facet: the nearest point is on its border.
    let squared = [[a, b], [b, c], [c, a]].map(|[x, y]| segment(x, y));
    let distance = squared[0].min(squared[1]).min(squared[2]).sqrt();
    if distance <= search_radius {
        if place == Place::OnBorder {
            let farther = distance + BORDER_PENALTY * nn.sqrt().sqrt();
            let size = world.corners(facet).iter().fold(p.amax(), |max, x| max.max(x.amax()));
            let is_above = height > DISTANCE_ROUNDING * size * nn.sqrt();
            record(Target::Border(facet), if is_above { farther } else { -farther });
        }
        measure_border(world, p, facet, search_radius, record);
    }
    distance
}

/// Where a point is, as seen along the normal of a facet.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    Over,
    OnBorder,
    Beside,
}

/// The barycentric weights, in a triangle with this normal, of the point below or above the origin;
/// times the square of the normal.
#[inline]
pub(in crate::scene) fn shares(normal: &Vec3, [a, b, c]: [Vec3; 3]) -> [f64; 3] {
    [normal.dot(&b.cross(&c)), normal.dot(&c.cross(&a)), normal.dot(&a.cross(&b))]
}

/// The square of the distance of the origin from a segment.
fn segment(x: Vec3, y: Vec3) -> f64 {
    let along = y - x;
    let t = (-x.dot(&along) / along.norm_squared()).clamp(0.0, 1.0);
    (x + along * t).norm_squared()
}

/// Where a point near the border of a facet is. Both facets of an edge decide by the same number.
fn place_near_border(world: &World, p: Vec3, facet: u32) -> Place {
    let mut place = Place::Over;
    for &edge in &world.facet_edges[facet as usize] {
        let side = usize::from(world.edges[edge as usize].facets[0] != facet);
        let weight = height_weight(world, p, edge, side);
        if weight < -ON_FEATURE {
            return Place::Beside;
        }
        if weight <= ON_FEATURE {
            place = Place::OnBorder;
        }
    }
    place
}

/// The barycentric weight, in one of the two facets of an edge, of the node off the edge.
fn height_weight(world: &World, p: Vec3, edge: u32, side: usize) -> f64 {
    let edge = &world.edges[edge as usize];
    let [x, y] = edge.nodes.map(|node| world.at(node));
    let up = away(x, y, world.at(edge.far[side]));
    (p - x).dot(&up) / up.norm_squared()
}

/// The part of `far - x` that is square to the edge from x to y.
#[inline]
pub(in crate::scene) fn away(x: Vec3, y: Vec3, far: Vec3) -> Vec3 {
    let (along, up) = (y - x, far - x);
    up - along * (up.dot(&along) / along.norm_squared())
}

/// Records the edges and nodes that the facet owns and that are locally nearest.
fn measure_border(
    world: &World,
    p: Vec3,
    facet: u32,
    search_radius: f64,
    mut record: impl FnMut(Target, f64),
) {
    let owned = world.owned[facet as usize];
    let mut record = |target: Target, signed: f64| {
        if signed.abs() <= search_radius {
            record(target, signed);
        }
    };
    for k in 0..3 {
        let edge = world.facet_edges[facet as usize][k];
        if owned & (8 << k) != 0 && is_nearest_edge(world, p, edge) {
            record(Target::Edge(edge), signed_from_edge(world, p, edge));
        }
        let other = world.facets[facet as usize][k];
        if owned & (1 << k) != 0 && is_nearest_node(world, p, other) {
            record(Target::Node(other), signed_from_node(world, p, other));
        }
    }
}

/// Whether the nearest point of the edge is inside it, and no point of its two facets nearby is
/// nearer.
fn is_nearest_edge(world: &World, p: Vec3, edge: u32) -> bool {
    let [x, y] = world.edges[edge as usize].nodes.map(|node| world.at(node));
    let t = along_edge(p, x, y);
    t > ON_FEATURE
        && t < 1.0 - ON_FEATURE
        && (0..2).all(|side| height_weight(world, p, edge, side) <= ON_FEATURE)
}

/// Whether no point of the surface near the node is nearer. On each facet around it the distance is
/// linear to first order, so its edges decide.
fn is_nearest_node(world: &World, p: Vec3, node: u32) -> bool {
    let x = world.at(node);
    world.node_edges.of(node).iter().all(|&edge| {
        let [from, to] = world.edges[edge as usize].nodes;
        let y = world.at(if from == node { to } else { from });
        along_edge(p, x, y) <= ON_FEATURE
    })
}

/// The parameter, from 0 at x to 1 at y, of the point of the edge's line nearest to p.
#[inline]
pub(in crate::scene) fn along_edge(p: Vec3, x: Vec3, y: Vec3) -> f64 {
    let along = y - x;
    (p - x).dot(&along) / along.norm_squared()
}

/// The point of an edge that is nearest to p, relative to p.
pub(in crate::scene) fn edge_point(world: &World, p: Vec3, edge: u32) -> Vec3 {
    let [x, y] = world.edges[edge as usize].nodes.map(|node| world.at(node));
    (x - p) + (y - x) * along_edge(p, x, y)
}

/// The distance from an edge, negative inside the body.
fn signed_from_edge(world: &World, p: Vec3, edge: u32) -> f64 {
    let to_edge = edge_point(world, p, edge);
    signed(to_edge, edge_normal(world, edge))
}

fn signed_from_node(world: &World, p: Vec3, node: u32) -> f64 {
    signed(world.at(node) - p, node_normal(world, node))
}

/// The length of the vector to the surface, negative if it points out along the normal there.
fn signed(to_surface: Vec3, normal: Vec3) -> f64 {
    if to_surface.dot(&normal) > 0.0 { -to_surface.norm() } else { to_surface.norm() }
}

/// A normal of an edge: between those of its facets.
pub(in crate::scene) fn edge_normal(world: &World, edge: u32) -> Vec3 {
    let [one, two] = world.edges[edge as usize].facets;
    world.area_normal(one).normalize() + world.area_normal(two).normalize()
}

/// A normal of a node: those of its facets weighted by their angles, which tells inside from
/// outside for all points that are nearest to the node (J. A. Bærentzen, H. Aanæs, Signed distance
/// computation using the angle weighted pseudonormal, IEEE TVCG 11(3), 2005,
/// doi:10.1109/TVCG.2005.49).
pub(in crate::scene) fn node_normal(world: &World, node: u32) -> Vec3 {
    let mut sum = Vec3::zeros();
    for &facet in world.node_facets.of(node) {
        let corners = world.facets[facet as usize];
        let k = corners.iter().position(|&c| c == node).unwrap_or(0);
        let [x, y, z] = [0, 1, 2].map(|i| world.at(corners[(k + i) % 3]));
        sum += (y - x).cross(&(z - x)).normalize() * (y - x).angle(&(z - x));
    }
    sum
}
