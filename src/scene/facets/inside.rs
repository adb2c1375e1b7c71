//! Whether a point is in a body: in one of its tetrahedra, by the exact predicate.

use robust::{Coord3D, orient3d};

use crate::Vec3;
use crate::broad::{Bounds, Forest};
use crate::mesh::FACES;
use crate::scene::world::World;

/// The distance of a point from a tetrahedron, or a lower bound of it; `None` if the point is inside or on
/// the border. `guard` is above the rounding of a distance.
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

/// Whether a point is in a tetrahedron of the body that has none of these nodes, or within rounding of one:
/// the point of an edge is off by that.
pub(in crate::scene) fn contains(
    world: &World,
    forest: &Forest,
    body: u32,
    point: [f64; 3],
    without: &[u32],
    guard: f64,
) -> bool {
    let pieces = world.spans[body as usize].pieces.clone();
    let mut found = false;
    forest.each(&Bounds { min: point, max: point }, |piece| {
        if pieces.contains(&(piece as usize)) && !found {
            found = world.piece_tets.of(piece).iter().any(|&tet| {
                !world.tets[tet as usize].iter().any(|node| without.contains(node))
                    && distance(world, tet, point, guard).is_none_or(|apart| apart <= guard)
            });
        }
    });
    found
}
