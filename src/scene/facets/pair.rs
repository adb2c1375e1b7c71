//! The facet level of two pieces.

use smallvec::SmallVec;

use super::inside::pierces;
use super::{Found, edges, vertex};
use crate::Vec3;
use crate::broad::Bounds;
use crate::gjk::Query;
use crate::scene::verlet::Live;
use crate::scene::world::World;
use crate::shape::PointSet;

/// What to look for between two facets.
#[derive(Debug, Clone, Copy)]
pub(in crate::scene) struct Job {
    /// The largest distance of interest.
    pub(in crate::scene) reach: f64,
    /// The least that it can be at other times, when nothing moves.
    pub(in crate::scene) least_reach: f64,
    /// Above the rounding of a distance.
    pub(in crate::scene) guard: f64,
    /// Whether it is the first look at these facets.
    pub(in crate::scene) is_first: bool,
    /// Whether both facets are of one body: features next to each other make no contact then.
    pub(in crate::scene) same_body: bool,
}

type Near = SmallVec<[u32; 32]>;

/// Lists the facets of two pieces, which may be the same one, that are no farther apart than `far`; how far
/// apart all others are, at least.
pub(in crate::scene) fn find(
    world: &World,
    pieces: [u32; 2],
    job: &Job,
    far: f64,
    live: &mut Vec<Live>,
) -> f64 {
    let far = far * far;
    let mut least = f64::INFINITY;
    // Only facets near the other piece as a whole can be near one of its facets.
    let [a, b] = pieces.map(|piece| world.exposed_box(piece));
    let ones = near(world, pieces[0], &b, far, &mut least);
    let twos = near(world, pieces[1], &a, far, &mut least);
    for (i, &one) in ones.iter().enumerate() {
        let own = &world.boxes[one as usize];
        let nodes = world.facets[one as usize];
        let from = if pieces[0] == pieces[1] { i + 1 } else { 0 };
        for &two in &twos[from..] {
            let apart = own.distance_squared(&world.boxes[two as usize]);
            if apart > far {
                least = least.min(apart);
            } else if !job.same_body || !share_node(nodes, world.facets[two as usize]) {
                live.push(Live { facets: [one, two], beyond: f64::NEG_INFINITY });
            }
        }
    }
    least.sqrt()
}

/// The facets of a piece near a box, and how far away the nearest of the others is.
#[inline]
fn near(world: &World, piece: u32, other: &Bounds, far: f64, least: &mut f64) -> Near {
    let mut near = Near::new();
    for &facet in world.piece_facets.of(piece) {
        let apart = world.boxes[facet as usize].distance_squared(other);
        if apart > far {
            *least = least.min(apart);
        } else {
            near.push(facet);
        }
    }
    near
}

#[inline]
fn share_node(one: [u32; 3], two: [u32; 3]) -> bool {
    one.iter().any(|node| two.contains(node))
}

/// Notes what is near between two facets, and returns how far all else is, at least: as long as they
/// have not moved together by more than that is beyond reach, nothing else comes within reach.
pub(in crate::scene) fn look(world: &World, facets: [u32; 2], job: &Job, found: &mut Found) -> f64 {
    let [one, two] = facets.map(|facet| &world.boxes[facet as usize]);
    let apart = one.distance_squared(two);
    if apart > job.reach * job.reach {
        return apart.sqrt();
    }
    let [nodes, others] = facets.map(|facet| world.facets[facet as usize]);
    if job.same_body && share_node(nodes, others) {
        return f64::INFINITY;
    }
    if apart <= job.guard * job.guard {
        look_for_piercing(world, job, facets, found);
        look_for_piercing(world, job, [facets[1], facets[0]], found);
    }
    let least = look_at_nodes(world, job, facets, found)
        .min(look_at_nodes(world, job, [facets[1], facets[0]], found))
        .min(look_at_edges(world, job, facets, found));
    if least <= job.reach {
        // To be looked at again, even if the reach is smaller then.
        return 0.0;
    }
    // Only what the facets own has been looked at, but an edge of one may come to go through the other, whoever
    // owns it: not before the facets meet.
    let meeting = all_apart(world, facets, apart.sqrt(), job) - job.guard;
    least.min(meeting + job.least_reach)
}

/// How far two facets are apart as a whole, at least; their boxes are so far apart. Facets that are looked at
/// again and again are worth the question to GJK.
fn all_apart(world: &World, facets: [u32; 2], boxes: f64, job: &Job) -> f64 {
    /// A distance of this part of the reach is good for many steps.
    const ENOUGH: f64 = 0.5;
    let cheap = planes_apart(world, facets).max(boxes);
    if job.is_first || cheap > ENOUGH * job.reach {
        return cheap;
    }
    let points = facets.map(|f| world.facets[f as usize].map(|node| world.nodes[node as usize]));
    let [a, b] = points.each_ref().map(|list| PointSet::checked(list));
    let query = Query { bound: job.reach, ..Query::default() };
    cheap.max(query.separation(&a, &b).lower_bound)
}

/// The nodes that the first facet owns, and the second facet.
fn look_at_nodes(world: &World, job: &Job, [one, two]: [u32; 2], found: &mut Found) -> f64 {
    let owned = world.owned[one as usize];
    let others = world.facets[two as usize];
    let mut least = f64::INFINITY;
    for k in (0..3).filter(|k| owned & (1 << k) != 0) {
        let node = world.facets[one as usize][k];
        if !job.same_body || !world.is_next(node, &others) {
            least = least.min(vertex::look(world, node, two, job.reach, &mut found.near));
        }
    }
    least
}

/// The edges that both facets own.
fn look_at_edges(world: &World, job: &Job, facets: [u32; 2], found: &mut Found) -> f64 {
    let mut least = f64::INFINITY;
    let [owned, other_owned] = facets.map(|facet| world.owned[facet as usize]);
    let [one, two] = facets.map(|facet| world.facet_edges[facet as usize]);
    for i in (0..3).filter(|i| owned & (8 << i) != 0) {
        for j in (0..3).filter(|j| other_owned & (8 << j) != 0) {
            let pair = if one[i] < two[j] { [one[i], two[j]] } else { [two[j], one[i]] };
            if !job.same_body || !are_edges_next(world, pair) {
                least = least.min(edges::look(world, pair, job.reach, &mut found.crossings));
            }
        }
    }
    least
}

/// Whether facets of two edges share a node.
pub(in crate::scene) fn are_edges_next(world: &World, pair: [u32; 2]) -> bool {
    let [x, y] = pair.map(|edge| {
        let edge = &world.edges[edge as usize];
        [edge.nodes[0], edge.nodes[1], edge.far[0], edge.far[1]]
    });
    x.iter().any(|node| y.contains(node))
}

/// Notes the edges that the first facet owns and that go through the second.
fn look_for_piercing(world: &World, job: &Job, [one, two]: [u32; 2], found: &mut Found) {
    let owned = world.owned[one as usize];
    for k in (0..3).filter(|k| owned & (8 << k) != 0) {
        let edge = world.facet_edges[one as usize][k];
        if pierces(world, edge, two, job.guard) {
            found.piercing.push([world.facet_body(one), world.facet_body(two), edge]);
        }
    }
}

/// How far all of one facet is above the plane of the other, or below it; negative if both planes are crossed.
fn planes_apart(world: &World, facets: [u32; 2]) -> f64 {
    let [n, m] = facets.map(|facet| world.area_normal(facet));
    let [one, two] = facets.map(|facet| world.corners(facet));
    let apart = |normal: Vec3, base: Vec3, corners: [Vec3; 3]| {
        let heights = corners.map(|x| normal.dot(&(x - base)));
        let low = heights[0].min(heights[1]).min(heights[2]);
        let high = heights[0].max(heights[1]).max(heights[2]);
        low.max(-high) / normal.norm()
    };
    apart(n, one[0], two).max(apart(m, two[0], one))
}
