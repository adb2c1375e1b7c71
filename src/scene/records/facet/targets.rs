//! The point of a target that a node is in contact with, and the normal there.

use smallvec::SmallVec;

use super::node_facet::{self, along_edge, edge_point};
use super::{Near, Target, cones};
use crate::Vec3;
use crate::scene::surface::Edge;
use crate::scene::tolerances::GRAZING_NODE;
use crate::scene::weights::Weighted;
use crate::scene::world::World;

/// The point of a target that is nearest to a node.
pub(in crate::scene) struct TargetPoint {
    /// From the node to the point.
    pub(in crate::scene) offset: Vec3,
    /// The outward normal of the surface there.
    pub(in crate::scene) normal: Vec3,
    pub(in crate::scene) weighted: Weighted,
    /// The first facet that holds it.
    pub(in crate::scene) facet: u32,
}

impl Near {
    /// The nodes of the contact: the node first, then those of the target.
    pub(in crate::scene) fn nodes(&self, world: &World) -> SmallVec<[u32; 4]> {
        let mut nodes = SmallVec::new();
        nodes.push(self.node);
        match self.target {
            Target::Node(node) => nodes.push(node),
            Target::Edge(edge) => nodes.extend(world.edges[edge as usize].nodes),
            Target::Facet(facet) | Target::Border(facet) => {
                nodes.extend(world.facets[facet as usize]);
            }
        }
        nodes
    }

    /// Upper bound on the rounding error of the distance.
    pub(in crate::scene) fn rounding(&self, world: &World) -> f64 {
        world.rounding(&self.nodes(world))
    }

    /// The size of a facet at the target.
    pub(in crate::scene) fn size(&self, world: &World) -> f64 {
        let facet = match self.target {
            Target::Node(node) => world.node_facets.of(node)[0],
            Target::Edge(edge) => world.edges[edge as usize].facets[0],
            Target::Facet(facet) | Target::Border(facet) => facet,
        };
        world.area_normal(facet).norm().sqrt()
    }

    /// Whether the target can be the nearest one to the node inside the body: the node is behind
    /// it. Of an edge or a node that is as good as on the node, the side says nothing.
    pub(in crate::scene) fn is_behind(&self, world: &World) -> bool {
        let is_feature = matches!(self.target, Target::Edge(_) | Target::Node(_));
        self.signed <= self.rounding(world)
            || (is_feature && self.signed <= GRAZING_NODE * self.size(world))
    }

    /// Where the contact is, for a node inside the body or outside.
    pub(in crate::scene) fn point(&self, world: &World, inside: bool) -> TargetPoint {
        match self.target {
            Target::Facet(facet) => self.on_facet(world, facet),
            Target::Border(facet) => self.on_border(world, facet, inside),
            Target::Edge(edge) => self.on_edge(world, edge, inside),
            Target::Node(node) => self.on_node(world, node, inside),
        }
    }

    /// The projection of the node on a facet.
    fn on_facet(&self, world: &World, facet: u32) -> TargetPoint {
        let Projection { corners, normal, nodes, weights } = self.projection(world, facet);
        let [a, b, c] = corners;
        let offset = a * weights[0] + b * weights[1] + c * weights[2];
        let weighted = Weighted::new((0..3).map(|k| (nodes[k], weights[k])), |n| world.at(n));
        TargetPoint { offset, normal, weighted, facet }
    }

    /// The point on the border of a facet that the node is over, to within [`ON_FEATURE`]; in the
    /// direction of the facet's normal, if that is exact to rounding.
    ///
    /// [`ON_FEATURE`]: crate::scene::tolerances::ON_FEATURE
    fn on_border(&self, world: &World, facet: u32, inside: bool) -> TargetPoint {
        let Projection { corners, normal, nodes, weights } = self.projection(world, facet);
        let rounding = self.rounding(world) / self.size(world);
        let kept: SmallVec<[usize; 3]> = (0..3).filter(|&k| weights[k] > rounding).collect();
        let sum: f64 = kept.iter().map(|&k| weights[k]).sum();
        let offset = kept.iter().map(|&k| corners[k] * (weights[k] / sum)).sum::<Vec3>();
        let is_over = weights.iter().all(|weight| *weight >= -rounding);
        let normal = if is_over { normal } else { self.towards(world, offset, normal, inside) };
        let pairs = kept.iter().map(|&k| (nodes[k], weights[k] / sum));
        let weighted = Weighted::new(pairs, |node| world.at(node));
        TargetPoint { offset, normal, weighted, facet: first_facet(world, facet, &kept, nodes) }
    }

    fn projection(&self, world: &World, facet: u32) -> Projection {
        let p = world.at(self.node);
        let given = world.facets[facet as usize];
        // In ascending order of the nodes, turned back if that mirrors the facet.
        let mut nodes = given;
        nodes.sort_unstable();
        let corners = nodes.map(|node| world.at(node) - p);
        let [a, b, c] = corners;
        let normal = (b - a).cross(&(c - a));
        let shares = node_facet::shares(&normal, corners);
        let sum = shares[0] + shares[1] + shares[2];
        let normal = normal.normalize() * turn(given, nodes);
        Projection { corners, normal, nodes, weights: shares.map(|share| share / sum) }
    }

    fn on_edge(&self, world: &World, edge: u32, inside: bool) -> TargetPoint {
        let p = world.at(self.node);
        let Edge { nodes, mut facets, .. } = world.edges[edge as usize];
        let [x, y] = nodes.map(|node| world.at(node));
        let t = along_edge(p, x, y);
        let offset = edge_point(world, p, edge);
        let facet = facets[0];
        facets.sort_unstable();
        let surface = node_facet::edge_normal(world, edge);
        let normal = self.direction(world, [offset, surface], &facets, inside);
        let pairs = [(nodes[0], 1.0 - t), (nodes[1], t)];
        TargetPoint { offset, normal, weighted: Weighted::new(pairs, |n| world.at(n)), facet }
    }

    fn on_node(&self, world: &World, node: u32, inside: bool) -> TargetPoint {
        let offset = world.at(node) - world.at(self.node);
        let facets = world.node_facets.of(node);
        let surface = node_facet::node_normal(world, node);
        let normal = self.direction(world, [offset, surface], facets, inside);
        TargetPoint { offset, normal, weighted: Weighted::node(node), facet: facets[0] }
    }

    /// The direction of the offset, turned to the side of the surface's normal. An offset within
    /// rounding has no direction: of the facets there the one that opposes the node best has it.
    fn direction(
        &self,
        world: &World,
        [offset, surface]: [Vec3; 2],
        facets: &[u32],
        inside: bool,
    ) -> Vec3 {
        if offset.norm() <= self.rounding(world) {
            let opposing = cones::opposing_normal(world, self.node, facets);
            opposing.unwrap_or_else(|| surface.normalize())
        } else {
            self.towards(world, offset, surface, inside)
        }
    }

    /// The unit vector along the offset, turned to the side of the surface's normal; from inside
    /// the body out of it, where the offset is too small to tell the side.
    fn towards(&self, world: &World, offset: Vec3, surface: Vec3, inside: bool) -> Vec3 {
        let is_outward = offset.dot(&surface) > 0.0
            || (inside && offset.norm() <= GRAZING_NODE * self.size(world));
        if is_outward { offset.normalize() } else { -offset.normalize() }
    }
}

/// The projection of a node on the plane of a facet.
struct Projection {
    /// Relative to the node, in the order of `nodes`.
    corners: [Vec3; 3],
    /// The outward unit normal.
    normal: Vec3,
    /// In ascending order.
    nodes: [u32; 3],
    weights: [f64; 3],
}

/// 1 if the sorted nodes of a facet are counterclockwise too, -1 if sorting mirrors it.
pub(in crate::scene) fn turn(nodes: [u32; 3], sorted: [u32; 3]) -> f64 {
    let first = nodes.iter().position(|node| *node == sorted[0]).unwrap_or(0);
    if nodes[(first + 1) % 3] == sorted[1] { 1.0 } else { -1.0 }
}

/// The first facet that holds those nodes of a facet that are kept.
fn first_facet(world: &World, facet: u32, kept: &[usize], nodes: [u32; 3]) -> u32 {
    match *kept {
        [one] => world.node_facets.of(nodes[one])[0],
        [one, two] => {
            let ends = [nodes[one], nodes[two]];
            let edges = world.facet_edges[facet as usize];
            let edge = edges.into_iter().find(|&edge| world.edges[edge as usize].nodes == ends);
            edge.map_or(facet, |edge| world.edges[edge as usize].facets[0])
        }
        _ => facet,
    }
}
