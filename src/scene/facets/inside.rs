//! Which nodes are inside other bodies.
//!
//! A path along the edges of a surface enters or leaves another body only where an edge goes
//! through a facet of that body. So the edges that do cut the surface into patches, of which all
//! nodes are inside or none is: testing one of them decides for the patch.

use robust::{Coord3D, orient3d};

use super::build_contact::Scope;
use super::node_facet::shares;
use crate::Vec3;
use crate::broad::Bounds;
use crate::mesh::FACES;
use crate::scene::tolerances::ON_FEATURE;
use crate::scene::world::World;

/// Whether an edge goes through a facet or touches it.
pub(in crate::scene) fn pierces(world: &World, edge: u32, facet: u32, guard: f64) -> bool {
    let [p, q] = world.edges[edge as usize].nodes.map(|node| world.at(node));
    let [a, b, c] = world.corners(facet).map(|x| x - p);
    let normal = (b - a).cross(&(c - a));
    let nn = normal.norm_squared();
    let (start, step) = (-normal.dot(&a), normal.dot(&(q - p)));
    let (low, high) = (start.min(start + step), start.max(start + step));
    let rounding = guard * nn.sqrt();
    if low > rounding || high < -rounding {
        return false;
    }
    // An edge in the plane counts as piercing.
    if step.abs() <= rounding {
        return true;
    }
    // The intersection of the line and the plane, relative to p.
    let x = (q - p) * (-start / step);
    let shares = shares(&normal, [a - x, b - x, c - x]);
    shares.iter().all(|share| *share >= -ON_FEATURE * nn)
}

/// The nodes of one body inside another on patches that end at edges which go through facets of the
/// other; these edges in ascending order.
pub(in crate::scene) fn nodes(scope: &Scope, [body, other]: [u32; 2], edges: &[u32]) -> Vec<u32> {
    let world = scope.world;
    let searches = vec![0; world.spans[body as usize].nodes.len()];
    let first = world.spans[body as usize].nodes.start;
    let bounds = scope.boxes[other as usize];
    let mut patches =
        Patches { scope, edges, first, bounds, other, searches, count: 0, inside: Vec::new() };
    for &edge in edges {
        world.edges[edge as usize].nodes.into_iter().for_each(|node| patches.visit(node));
    }
    patches.inside.sort_unstable();
    patches.inside
}

/// The patch of a node: what can be reached from it without these edges, which are in ascending
/// order.
pub(in crate::scene) fn patch(world: &World, start: u32, without: &[u32]) -> Vec<u32> {
    let first = world.spans[world.node_body[start as usize] as usize].nodes.clone();
    let mut is_seen = vec![false; first.len()];
    is_seen[start as usize - first.start] = true;
    let mut patch = vec![start];
    let mut next = 0;
    while next < patch.len() {
        let node = patch[next];
        next += 1;
        for &edge in world.node_edges.of(node) {
            let end = world.edges[edge as usize].other(node);
            let seen = &mut is_seen[end as usize - first.start];
            if !*seen && without.binary_search(&edge).is_err() {
                *seen = true;
                patch.push(end);
            }
        }
    }
    patch
}

struct Patches<'a> {
    scope: &'a Scope<'a>,
    edges: &'a [u32],
    first: usize,
    bounds: Bounds,
    other: u32,
    /// The number of the search that visited each node; 0 for none.
    searches: Vec<u32>,
    count: u32,
    inside: Vec<u32>,
}

impl Patches<'_> {
    /// Decides for the patch of a node, unless it has been visited. The search ends early where the
    /// patch leaves the box around the other body, or meets an earlier search.
    fn visit(&mut self, start: u32) {
        let world = self.scope.world;
        if self.searches[start as usize - self.first] != 0 {
            return;
        }
        self.count += 1;
        self.searches[start as usize - self.first] = self.count;
        let mut patch = vec![start];
        let mut next = 0;
        let mut is_out = !self.bounds.holds(world.nodes[start as usize]);
        while next < patch.len() && !is_out {
            let node = patch[next];
            next += 1;
            for &edge in world.node_edges.of(node) {
                if self.edges.binary_search(&edge).is_ok() {
                    continue;
                }
                let end = world.edges[edge as usize].other(node);
                let search = &mut self.searches[end as usize - self.first];
                if *search == 0 {
                    *search = self.count;
                    is_out |= !self.bounds.holds(world.nodes[end as usize]);
                    patch.push(end);
                } else {
                    // An earlier search of this patch, which ended early because it is outside.
                    is_out |= *search != self.count;
                }
            }
        }
        // One node decides for the patch.
        if !is_out && self.scope.holds_node(self.other, start) {
            self.inside.extend_from_slice(&patch);
        }
    }
}

/// A lower bound on the distance of a point from a tetrahedron; `None` if the point is inside or on
/// the border, by the exact predicate. `guard` is an upper bound on the rounding error of a
/// distance.
pub(in crate::scene) fn distance(
    world: &World,
    tet: u32,
    point: [f64; 3],
    guard: f64,
) -> Option<f64> {
    let nodes = world.tets[tet as usize];
    let here = Bounds { min: point, max: point };
    let around = Bounds::around(nodes.map(|node| world.nodes[node as usize]));
    let apart = around.distance_squared(&here).sqrt();
    if apart > guard {
        return Some(apart);
    }
    let p = Vec3::from(point);
    let mut farthest = 0.0f64;
    for face in FACES {
        let [a, b, c] = face.map(|i| world.at(nodes[i]) - p);
        let normal = (b - a).cross(&(c - a));
        farthest = farthest.max(-normal.dot(&a) / normal.norm());
    }
    if farthest > guard {
        return Some(farthest);
    }
    let outside = |face: &[usize; 3]| {
        let [a, b, c] = face.map(|i| coordinates(world.nodes[nodes[i] as usize]));
        orient3d(a, b, c, coordinates(point)) < 0.0
    };
    FACES.iter().any(outside).then_some(0.0)
}

fn coordinates([x, y, z]: [f64; 3]) -> Coord3D<f64> {
    Coord3D { x, y, z }
}

/// Whether a point is in a tetrahedron of the body that has none of these nodes; within `slack` of
/// one is enough.
pub(in crate::scene) fn contains(
    world: &World,
    body: u32,
    point: [f64; 3],
    without: &[u32],
    [guard, slack]: [f64; 2],
) -> bool {
    world.spans[body as usize].tets.clone().any(|tet| {
        !world.tets[tet].iter().any(|node| without.contains(node))
            && distance(world, tet as u32, point, guard).is_none_or(|apart| apart < slack)
    })
}
