//! Nodes of shells: which of them are sharp, and the area of free edges.

use smallvec::SmallVec;

use super::SurfaceRule;
use super::corner::sharpness;
use crate::Vec3;
use crate::scene::world::World;

impl SurfaceRule<'_> {
    /// 1 for a node that is sharp, 0 if the surface is smooth there. The two sides of a shell count
    /// each by itself, unless they meet at a free edge of the node.
    pub(super) fn node_sharpness(&self, node: u32) -> f64 {
        let facets = self.world.node_facets.of(node);
        if !facets.first().is_some_and(|&facet| self.world.is_open(facet)) {
            return sharpness(&self.normals_around(node));
        }
        let mut left: SmallVec<[u32; 16]> = facets.iter().copied().collect();
        let mut most = 0.0f64;
        while let Some(first) = left.pop() {
            let fan = take_fan(self.world, node, first, &mut left);
            let normals: SmallVec<[Vec3; 16]> =
                fan.iter().map(|&facet| self.unit_normal(facet)).collect();
            most = most.max(sharpness(&normals));
        }
        most
    }

    /// The area of the free edges at a node of a shell, as seen from where a direction comes from:
    /// half of their lengths times the thickness.
    pub(super) fn rim_area(&self, node: u32, direction: &Vec3) -> f64 {
        let world = self.world;
        let facets = world.node_facets.of(node);
        if !facets.first().is_some_and(|&facet| world.is_open(facet)) {
            return 0.0;
        }
        let free = world.node_edges.of(node).iter().map(|&edge| &world.edges[edge as usize]);
        free.filter(|edge| edge.is_free())
            .map(|edge| {
                let from = world.at(edge.nodes[0]);
                let along = (world.at(edge.nodes[1]) - from).normalize();
                let inward = world.at(edge.far[0]) - from;
                let inward = (inward - along * inward.dot(&along)).normalize();
                let length = (world.at(edge.nodes[1]) - from).norm();
                let thickness = 2.0 * self.facet_thickness(edge.facets[0]);
                0.5 * length * thickness * inward.dot(direction).max(0.0)
            })
            .sum()
    }
}

/// Takes the facets around a node that are joined to one of them by edges at the node.
fn take_fan(
    world: &World,
    node: u32,
    first: u32,
    left: &mut SmallVec<[u32; 16]>,
) -> SmallVec<[u32; 16]> {
    let mut fan = SmallVec::from_slice(&[first]);
    let mut next = 0;
    while let Some(&facet) = fan.get(next) {
        next += 1;
        for edge in world.facet_edges[facet as usize] {
            let edge = &world.edges[edge as usize];
            if !edge.nodes.contains(&node) {
                continue;
            }
            let [one, two] = edge.facets;
            let other = if one == facet { two } else { one };
            if let Some(at) = left.iter().position(|&facet| facet == other) {
                left.swap_remove(at);
                fan.push(other);
            }
        }
    }
    fan
}
