//! The facet level of two pieces.

use crate::scene::facets::inside::pierces;
use crate::scene::facets::{Found, edges, node_facet};
use crate::scene::world::World;

/// What to look for between two facets.
#[derive(Debug, Clone, Copy)]
pub(in crate::scene) struct Job {
    /// The largest distance of interest.
    pub(in crate::scene) reach: f64,
    /// The least that the reach can be at other times, when nothing moves.
    pub(in crate::scene) least_reach: f64,
    /// Above the rounding of a distance.
    pub(in crate::scene) guard: f64,
    /// Whether both facets are of one body: features next to each other make no contact then.
    pub(in crate::scene) same_body: bool,
}

#[inline(always)]
pub(in crate::scene) fn share_node(one: [u32; 3], two: [u32; 3]) -> bool {
    one.iter().any(|node| two.contains(node))
}

/// Notes what is near between two facets, and returns how far all else is, at least: as long as they
/// have not moved together by more than that is beyond reach, nothing else comes within reach. As wholes they are known
/// to be so far apart as `meeting`.
pub(in crate::scene) fn look(
    world: &World,
    facets: [u32; 2],
    job: &Job,
    meeting: f64,
    found: &mut Found,
) -> f64 {
    let least = features(world, facets, job, found);
    if least <= job.reach {
        // To be looked at again, even if the reach is smaller then.
        return 0.0;
    }
    // Only what the facets own has been looked at, but an edge of one may come to go through the other, whoever
    // owns it: not before the facets meet.
    least.min(meeting.max(0.0) + job.least_reach)
}

/// Notes what is near between the features that two facets own, and returns how far all else of these is.
pub(in crate::scene) fn features(
    world: &World,
    facets: [u32; 2],
    job: &Job,
    found: &mut Found,
) -> f64 {
    let [nodes, others] = facets.map(|facet| world.facets[facet as usize]);
    if job.same_body && share_node(nodes, others) {
        return f64::INFINITY;
    }
    let [one, two] = facets.map(|facet| &world.boxes[facet as usize]);
    if one.gap(two) <= job.guard {
        look_for_piercing(world, job, facets, found);
        look_for_piercing(world, job, [facets[1], facets[0]], found);
    }
    look_at_nodes(world, job, facets, found)
        .min(look_at_nodes(world, job, [facets[1], facets[0]], found))
        .min(look_at_edges(world, job, facets, found))
}

/// The nodes that the first facet owns, and the second facet.
fn look_at_nodes(world: &World, job: &Job, [one, two]: [u32; 2], found: &mut Found) -> f64 {
    let owned = world.owned[one as usize];
    let others = world.facets[two as usize];
    let mut least = f64::INFINITY;
    for k in (0..3).filter(|k| owned & (1 << k) != 0) {
        let node = world.facets[one as usize][k];
        if !job.same_body || !world.is_next(node, &others) {
            least = least.min(node_facet::look(world, node, two, job.reach, &mut found.near));
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
