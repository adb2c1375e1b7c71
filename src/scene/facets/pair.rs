//! The facet level of two pieces.

use smallvec::SmallVec;

use super::{Found, edges, inside, vertex};
use crate::Vec3;
use crate::broad::Bounds;
use crate::scene::world::World;

/// What to look for between two pieces, which may be the same one.
#[derive(Debug, Clone, Copy)]
pub(in crate::scene) struct Job {
    pub(in crate::scene) pieces: [u32; 2],
    /// The largest distance of interest.
    pub(in crate::scene) reach: f64,
    /// Whether nodes of one piece can be in tetrahedra of the other.
    pub(in crate::scene) overlap: bool,
    /// Whether facing facets are noted.
    pub(in crate::scene) facing: bool,
    /// Above the rounding of a distance.
    pub(in crate::scene) guard: f64,
}

type Boxed = SmallVec<[(u32, Bounds); 16]>;

/// Notes what is near, and returns how far all else is, at least: as long as the pieces have not moved
/// together by more than that is beyond reach, nothing else comes within reach.
pub(in crate::scene) fn look(world: &World, job: &Job, found: &mut Found) -> f64 {
    let [a, b] = job.pieces;
    let boxed = |piece: u32| -> Boxed {
        world.piece_facets.of(piece).iter().map(|&f| (f, world.facet_box(f))).collect()
    };
    let (ones, twos) = (boxed(a), boxed(b));
    let mut least = f64::INFINITY;
    let reach = job.reach * job.reach;
    for (i, (one, one_box)) in ones.iter().enumerate() {
        let from = if a == b { i + 1 } else { 0 };
        for (two, two_box) in &twos[from..] {
            let apart = one_box.distance_squared(two_box);
            least = least.min(if apart > reach {
                apart.sqrt()
            } else {
                look_at_facets(world, job, [*one, *two], found)
            });
        }
    }
    if job.overlap {
        least = least.min(look_inside(world, job, [a, b], found));
        if a != b {
            least = least.min(look_inside(world, job, [b, a], found));
        }
    }
    least
}

pub(in crate::scene) fn look_at_facets(
    world: &World,
    job: &Job,
    facets: [u32; 2],
    found: &mut Found,
) -> f64 {
    let mut least = f64::INFINITY;
    let [nodes, others] = facets.map(|facet| world.facets[facet as usize]);
    let [owned, other_owned] = facets.map(|facet| world.owned[facet as usize]);
    for k in 0..3 {
        if owned & (1 << k) != 0 && !others.contains(&nodes[k]) {
            least = least.min(vertex::look(world, nodes[k], facets[1], job.reach, &mut found.near));
        }
        if other_owned & (1 << k) != 0 && !nodes.contains(&others[k]) {
            least =
                least.min(vertex::look(world, others[k], facets[0], job.reach, &mut found.near));
        }
    }
    let [one, two] = facets.map(|facet| world.facet_edges[facet as usize]);
    for i in (0..3).filter(|i| owned & (8 << i) != 0) {
        for j in (0..3).filter(|j| other_owned & (8 << j) != 0) {
            let pair = if one[i] < two[j] { [one[i], two[j]] } else { [two[j], one[i]] };
            let [x, y] = pair.map(|edge| world.edges[edge as usize].nodes);
            if !y.contains(&x[0]) && !y.contains(&x[1]) {
                least = least.min(edges::look(world, pair, job.reach, &mut found.crossings));
            }
        }
    }
    if job.facing && !nodes.iter().any(|node| others.contains(node)) {
        least = least.min(look_at_faces(world, job, facets, found));
    }
    least
}

/// Notes two facets that face each other within reach; how far apart they are, at least.
fn look_at_faces(world: &World, job: &Job, facets: [u32; 2], found: &mut Found) -> f64 {
    let [n, m] = facets.map(|facet| world.area_normal(facet));
    if n.dot(&m) >= 0.0 {
        return f64::INFINITY;
    }
    // How far all of one facet is above the plane of the other.
    let [one, two] = facets.map(|facet| world.corners(facet));
    let above = |normal: Vec3, base: Vec3, corners: [Vec3; 3]| {
        let least = corners.iter().map(|x| normal.dot(&(x - base))).fold(f64::INFINITY, f64::min);
        least / normal.norm()
    };
    let apart = above(n, one[0], two).max(above(m, two[0], one));
    if apart <= job.reach {
        found.facing.push(if facets[0] < facets[1] { facets } else { [facets[1], facets[0]] });
    }
    apart.max(0.0)
}

/// Looks for the nodes that the first piece owns in the tetrahedra of the second.
fn look_inside(world: &World, job: &Job, [a, b]: [u32; 2], found: &mut Found) -> f64 {
    let mut least = f64::INFINITY;
    let body = world.piece_body[b as usize];
    for &facet in world.piece_facets.of(a) {
        let owned = world.owned[facet as usize];
        for k in (0..3).filter(|k| owned & (1 << k) != 0) {
            let node = world.facets[facet as usize][k];
            for &tet in world.piece_tets.of(b) {
                if world.tets[tet as usize].contains(&node) {
                    continue;
                }
                match inside::distance(world, tet, world.nodes[node as usize], job.guard) {
                    Some(distance) => least = least.min(distance),
                    None => {
                        found.inside.push([node, body]);
                        least = 0.0;
                    }
                }
            }
        }
    }
    least + job.reach
}
