//! Which nodes are inside other bodies.
//!
//! A node is inside a body if it is in one of its closed tetrahedra, by exact signs; on the border
//! is inside. A path along the edges of a surface enters or leaves another body only where an edge
//! meets a facet of that body. So the edges that do, by exact signs too, cut the surface into
//! patches, of which all nodes are inside or none is: the lowest of them decides for the patch.
//! Nodes on the other surface are patches of their own.

use rayon::prelude::*;
use robust::{Coord, orient2d};

use super::build_contact::Scope;
use super::locate::{BodyTets, side};
use crate::broad::Bounds;
use crate::scene::world::World;

/// Whether an edge meets a facet: goes through it or touches it.
pub(in crate::scene) fn pierces(world: &World, edge: u32, facet: u32) -> bool {
    let ends = world.edges[edge as usize].nodes.map(|node| world.nodes[node as usize]);
    let triangle = world.facets[facet as usize].map(|node| world.nodes[node as usize]);
    if !Bounds::around(ends).meets(&world.boxes[facet as usize]) {
        return false;
    }
    let [start, end] = ends.map(|x| side(triangle, x));
    if (start > 0.0 && end > 0.0) || (start < 0.0 && end < 0.0) {
        return false;
    }
    if start == 0.0 && end == 0.0 {
        return (0..3).any(|axis| meet_in_plane(ends, triangle, axis));
    }
    let [a, b, c] = triangle;
    let [p, q] = ends;
    let around = [[a, b], [b, c], [c, a]].map(|[x, y]| side([p, q, x], y));
    around.iter().all(|s| *s >= 0.0) || around.iter().all(|s| *s <= 0.0)
}

/// Whether a segment in the plane of a triangle meets it, as seen along an axis; never if the
/// triangle has no area so.
fn meet_in_plane(ends: [[f64; 3]; 2], triangle: [[f64; 3]; 3], axis: usize) -> bool {
    let flat = |x: [f64; 3]| Coord { x: x[(axis + 1) % 3], y: x[(axis + 2) % 3] };
    let ([p, q], [a, b, c]) = (ends.map(flat), triangle.map(flat));
    let turn = orient2d(a, b, c);
    // Beyond a side of the triangle, or all of the triangle on one side of the segment.
    let is_beyond = |[x, y]: [Coord<f64>; 2]| {
        [p, q].into_iter().all(|end| orient2d(x, y, end) * turn.signum() < 0.0)
    };
    let sides = [a, b, c].map(|x| orient2d(p, q, x));
    let is_beside = sides.iter().all(|s| *s > 0.0) || sides.iter().all(|s| *s < 0.0);
    turn != 0.0 && !is_beside && ![[a, b], [b, c], [c, a]].into_iter().any(is_beyond)
}

/// Scratch memory.
#[derive(Debug, Default)]
pub(in crate::scene) struct InsideScratch {
    /// Nodes of parts of surfaces that may be in a body as a whole: body, other body, node, in
    /// ascending order.
    pub(in crate::scene) starts: Vec<[u32; 3]>,
    /// Bodies of which nodes of the first may be in the second.
    pairs: Vec<[u32; 2]>,
    /// One for each pair.
    patches: Vec<PatchScratch>,
}

/// Scratch memory of the search for patches of one surface in another body.
#[derive(Debug, Default)]
struct PatchScratch {
    /// The number of the search that visited each node, 0 for none; and [`AT_PIERCING`].
    searches: Vec<u32>,
    /// The nodes of the search at hand.
    patch: Vec<u32>,
    inside: Vec<u32>,
}

impl InsideScratch {
    /// Lists the pairs of bodies of edges that meet facets, and of parts that may be in a body as a
    /// whole; in ascending order.
    pub(in crate::scene) fn list_pairs(&mut self, piercing: &[[u32; 3]]) -> &[[u32; 2]] {
        let Self { starts, pairs, .. } = self;
        let groups = piercing.chunk_by(|p, q| p[..2] == q[..2]).map(|list| list[0]);
        pairs.clear();
        pairs.extend(groups.chain(starts.iter().copied()).map(|[a, b, _]| [a, b]));
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    }

    /// Finds the nodes of the listed pairs that are inside, with the bodies that they are in, in
    /// ascending order.
    pub(in crate::scene) fn find(&mut self, scope: &Scope, inside: &mut Vec<[u32; 2]>) {
        let Self { starts, pairs, patches } = self;
        patches.resize_with(pairs.len().max(patches.len()), PatchScratch::default);
        let patches = &mut patches[..pairs.len()];
        pairs.par_iter().zip(&mut *patches).with_max_len(1).for_each(|(&pair, scratch)| {
            let mut patches = Patches::new(scope, pair, scratch);
            for &[_, _, edge] in patches.piercing {
                if scope.stop.is_wanted() {
                    return;
                }
                let ends = scope.world.edges[edge as usize].nodes;
                ends.into_iter().for_each(|node| patches.visit(node));
            }
            of(starts, pair).iter().for_each(|start| patches.visit(start[2]));
        });
        inside.clear();
        for (pair, patches) in pairs.iter().zip(&*patches) {
            inside.extend(patches.inside.iter().map(|&node| [node, pair[1]]));
        }
        inside.sort_unstable();
    }
}

/// The entries of two bodies in a sorted list.
pub(in crate::scene) fn of(list: &[[u32; 3]], bodies: [u32; 2]) -> &[[u32; 3]] {
    let from = list.partition_point(|entry| entry[..2] < bodies[..]);
    let count = list[from..].partition_point(|entry| entry[..2] == bodies[..]);
    &list[from..from + count]
}

/// Set for the ends of edges that meet facets: other edges need not be looked up.
const AT_PIERCING: u32 = 1 << 31;

struct Patches<'a> {
    scope: &'a Scope<'a>,
    other: u32,
    /// Edges of the body that meet facets of the other one.
    piercing: &'a [[u32; 3]],
    /// The box around the other body.
    bounds: Bounds,
    /// The first node of the body.
    first: usize,
    /// The number of searches.
    count: u32,
    scratch: &'a mut PatchScratch,
}

impl<'a> Patches<'a> {
    fn new(scope: &'a Scope, [body, other]: [u32; 2], scratch: &'a mut PatchScratch) -> Self {
        let nodes = &scope.world.spans[body as usize].nodes;
        let piercing = of(scope.piercing, [body, other]);
        let bounds = scope.tets.of(other).map_or(Bounds::EMPTY, BodyTets::bounds);
        scratch.inside.clear();
        scratch.searches.clear();
        scratch.searches.resize(nodes.len(), 0);
        for [_, _, edge] in piercing {
            for node in scope.world.edges[*edge as usize].nodes {
                scratch.searches[node as usize - nodes.start] = AT_PIERCING;
            }
        }
        Self { scope, other, piercing, bounds, first: nodes.start, count: 0, scratch }
    }

    fn is_piercing(&self, edge: u32) -> bool {
        self.piercing.binary_search_by_key(&edge, |pierced| pierced[2]).is_ok()
    }

    /// Decides for the patch of a node, unless it has been visited. The search ends early where the
    /// patch leaves the box around the other body, or meets an earlier search.
    fn visit(&mut self, start: u32) {
        let (world, first) = (self.scope.world, self.first);
        if self.scratch.searches[start as usize - first] & !AT_PIERCING != 0 {
            return;
        }
        self.count += 1;
        self.scratch.searches[start as usize - first] |= self.count;
        self.scratch.patch.clear();
        self.scratch.patch.push(start);
        let mut next = 0;
        let mut is_out = !self.bounds.holds(world.nodes[start as usize]);
        while next < self.scratch.patch.len() && !is_out {
            let node = self.scratch.patch[next];
            next += 1;
            let at_piercing = self.scratch.searches[node as usize - first] & AT_PIERCING;
            for (&edge, &end) in world.node_edges.of(node).iter().zip(world.node_ring.of(node)) {
                let search = self.scratch.searches[end as usize - first];
                if search & at_piercing != 0 && self.is_piercing(edge) {
                    continue;
                }
                if search & !AT_PIERCING == 0 {
                    self.scratch.searches[end as usize - first] = search | self.count;
                    is_out |= !self.bounds.holds(world.nodes[end as usize]);
                    self.scratch.patch.push(end);
                } else {
                    // An earlier search of this patch, which ended early because it is outside.
                    is_out |= search & !AT_PIERCING != self.count;
                }
            }
        }
        let PatchScratch { patch, inside, .. } = &mut *self.scratch;
        let lowest = patch.iter().copied().min().unwrap_or(start);
        if !is_out && self.scope.holds_node(self.other, lowest) {
            inside.extend_from_slice(patch);
        }
    }
}
