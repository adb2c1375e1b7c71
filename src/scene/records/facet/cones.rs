//! Normal cones: the directions along which a surface can face another at a node.

use crate::Vec3;
use crate::scene::tolerances::NORMAL_GRACE;
use crate::scene::world::World;

/// Whether a unit vector is in the normal cone of a node, with some grace: no neighbour on the
/// surface rises along it at a sine above [`NORMAL_GRACE`].
pub(in crate::scene) fn is_node_normal(world: &World, node: u32, direction: &Vec3) -> bool {
    let x = world.at(node);
    world.node_ring.of(node).iter().all(|&next| {
        let along = world.at(next) - x;
        let rise = along.dot(direction);
        rise <= 0.0 || rise * rise <= NORMAL_GRACE * NORMAL_GRACE * along.norm_squared()
    })
}

/// Of the normals of some facets the one that is most opposed to a facet around a node; of equal
/// ones the first. It is the direction of a contact whose points are the same to rounding.
pub(in crate::scene) fn opposing_normal(world: &World, node: u32, facets: &[u32]) -> Option<Vec3> {
    let mut best: Option<(f64, Vec3)> = None;
    for &facet in facets {
        let normal = world.area_normal(facet).normalize();
        let opposed = |own: &u32| -world.area_normal(*own).normalize().dot(&normal);
        let most = world.node_facets.of(node).iter().map(opposed).fold(-1.0, f64::max);
        if best.is_none_or(|(opposed, _)| most > opposed) {
            best = Some((most, normal));
        }
    }
    best.map(|(_, normal)| normal)
}

/// The length of the longest edge at a node.
pub(in crate::scene) fn longest_edge(world: &World, node: u32) -> f64 {
    let x = world.at(node);
    let ring = world.node_ring.of(node).iter();
    ring.map(|&next| (world.at(next) - x).norm()).fold(0.0, f64::max)
}
