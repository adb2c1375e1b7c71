//! Whether the segment from one surface to another lies outside every body.

use crate::Vec3;
use crate::broad::{Bounds, Forest};
use crate::scene::tolerances::GRAZING;
use crate::scene::world::World;

/// Whether the ray from a node of the surface along this unit vector leaves the body.
pub(in crate::scene) fn leaves(world: &World, node: u32, along: Vec3) -> bool {
    let x = world.at(node);
    let outward = |facet: &u32| world.area_normal(*facet).normalize().dot(&along) > GRAZING;
    world.node_facets.of(node).iter().all(outward)
        || !world.node_tets.of(node).iter().any(|&tet| enters(world, tet, node, x, along))
}

/// Whether the ray from a node of a tetrahedron along this unit vector enters it.
fn enters(world: &World, tet: u32, node: u32, x: Vec3, along: Vec3) -> bool {
    let nodes = world.tets[tet as usize];
    let mut others = [Vec3::zeros(); 3];
    let far = nodes.into_iter().filter(|&other| other != node);
    for (slot, other) in others.iter_mut().zip(far) {
        *slot = (world.at(other) - x).normalize();
    }
    let [a, b, c] = others;
    let volume = a.dot(&b.cross(&c));
    let shares = [along.dot(&b.cross(&c)), along.dot(&c.cross(&a)), along.dot(&a.cross(&b))];
    shares.iter().all(|share| share * volume.signum() >= -GRAZING)
}

/// Whether no facet of any surface crosses `segment`, which starts at `from`, except facets at the
/// nodes of the contact itself.
pub(in crate::scene) fn is_clear(
    world: &World,
    forest: &Forest,
    from: Vec3,
    segment: Vec3,
    nodes: &[u32],
) -> bool {
    let to = from + segment;
    let bounds = Bounds::around([from.into(), to.into()]);
    let mut clear = true;
    forest.each(&bounds, |piece| {
        clear = clear
            && !world.piece_facets.of(piece).iter().any(|&facet| {
                let corners = world.facets[facet as usize];
                world.boxes[facet as usize].meets(&bounds)
                    && !corners.iter().any(|node| nodes.contains(node))
                    && crosses(world.corners(facet), from, segment)
            });
    });
    clear
}

/// Whether the open `segment`, which starts at `from`, crosses the triangle.
fn crosses(corners: [Vec3; 3], from: Vec3, segment: Vec3) -> bool {
    let [a, b, c] = corners.map(|x| x - from);
    let sides = [segment.dot(&b.cross(&c)), segment.dot(&c.cross(&a)), segment.dot(&a.cross(&b))];
    let through = sides.iter().all(|s| *s > 0.0) || sides.iter().all(|s| *s < 0.0);
    let normal = (b - a).cross(&(c - a));
    let (start, step) = (normal.dot(&a), normal.dot(&segment));
    // The segment meets the plane at the parameter start / step.
    through && (start / step) > GRAZING && (start / step) < 1.0 - GRAZING
}
