//! The features of two facets: their nodes and edges near the other facet, and edges that go
//! through it.

use crate::scene::records::facet::inside::pierces;
use crate::scene::records::facet::{Found, edges, node_facet};
use crate::scene::world::World;

/// What counts as near between two facets.
#[derive(Debug, Clone, Copy)]
pub(in crate::scene) struct Criteria {
    pub(in crate::scene) search_radius: f64,
    /// The smallest search radius of the two bodies in any detection: that without velocities.
    pub(in crate::scene) min_search_radius: f64,
    /// Whether both facets are of one body, within which neighbouring features make no contact.
    pub(in crate::scene) same_body: bool,
    /// The edges of each facet that are examined, a bit each: all that it owns, or those of them that
    /// may be convex, since others make no contact.
    pub(in crate::scene) edges: [u8; 2],
}

#[inline(always)]
pub(in crate::scene) fn share_node(one: [u32; 3], two: [u32; 3]) -> bool {
    one.iter().any(|node| two.contains(node))
}

/// Records the near features of two facets. Returns a lower bound on the distance of all their
/// other features: none of them is within the search radius until the facets have moved relative to
/// each other by as much as the bound exceeds it. `facet_distance` is a lower bound on the distance
/// of the facets as a whole.
pub(in crate::scene) fn examine_facets(
    world: &World,
    facets: [u32; 2],
    criteria: &Criteria,
    facet_distance: f64,
    found: &mut Found,
) -> f64 {
    let lower_bound = examine_features(world, facets, criteria, found);
    if lower_bound <= criteria.search_radius {
        // Examined again in the next detection, even if its search radius is smaller.
        return 0.0;
    }
    // Only owned features have been examined, but an edge of one facet may come to go through the
    // other, whoever owns it: not before the facets meet.
    lower_bound.min(facet_distance.max(0.0) + criteria.min_search_radius)
}

/// Records the near features among those that two facets own. Returns a lower bound on the distance
/// of the others of these.
pub(in crate::scene) fn examine_features(
    world: &World,
    facets: [u32; 2],
    criteria: &Criteria,
    found: &mut Found,
) -> f64 {
    let [nodes, others] = facets.map(|facet| world.facets[facet as usize]);
    if criteria.same_body && share_node(nodes, others) {
        return f64::INFINITY;
    }
    let [one, two] = facets.map(|facet| &world.boxes[facet as usize]);
    if one.meets(two) {
        record_piercing(world, facets, found);
    }
    examine_nodes(world, criteria, facets, found)
        .min(examine_nodes(world, criteria, [facets[1], facets[0]], found))
        .min(examine_edges(world, criteria, facets, found))
}

/// Measures the nodes that the first facet owns against the second facet.
fn examine_nodes(
    world: &World,
    criteria: &Criteria,
    [one, two]: [u32; 2],
    found: &mut Found,
) -> f64 {
    let owned = world.owned[one as usize];
    let others = world.facets[two as usize];
    let mut lower_bound = f64::INFINITY;
    for k in (0..3).filter(|k| owned & (1 << k) != 0) {
        let node = world.facets[one as usize][k];
        if !criteria.same_body || !world.is_next(node, &others) {
            lower_bound = lower_bound.min(node_facet::measure_node(
                world,
                node,
                two,
                criteria.search_radius,
                &mut found.near,
            ));
        }
    }
    lower_bound
}

/// Measures the edges that the facets own against each other.
fn examine_edges(world: &World, criteria: &Criteria, facets: [u32; 2], found: &mut Found) -> f64 {
    let [own, others] = criteria.edges;
    let owned = facets.map(|facet| world.owned[facet as usize] >> 3);
    // Edges that are not examined may become convex before they have come nearer.
    let is_complete = [own, others] == owned;
    let mut lower_bound = if is_complete { f64::INFINITY } else { 0.0 };
    let [one, two] = facets.map(|facet| world.facet_edges[facet as usize]);
    for i in (0..3).filter(|i| own & (1 << i) != 0) {
        for j in (0..3).filter(|j| others & (1 << j) != 0) {
            let pair = if one[i] < two[j] { [one[i], two[j]] } else { [two[j], one[i]] };
            if !criteria.same_body || !are_edges_next(world, pair) {
                lower_bound = lower_bound.min(edges::measure(
                    world,
                    pair,
                    criteria.search_radius,
                    &mut found.crossings,
                ));
            }
        }
    }
    lower_bound
}

/// Whether facets of two edges share a node.
pub(in crate::scene) fn are_edges_next(world: &World, pair: [u32; 2]) -> bool {
    let [x, y] = pair.map(|edge| {
        let edge = &world.edges[edge as usize];
        [edge.nodes[0], edge.nodes[1], edge.far[0], edge.far[1]]
    });
    x.iter().any(|node| y.contains(node))
}

/// Records the edges that one of two facets owns and that meet the other.
pub(in crate::scene) fn record_piercing(world: &World, [one, two]: [u32; 2], found: &mut Found) {
    record_piercing_edges(world, [one, two], found);
    record_piercing_edges(world, [two, one], found);
}

/// Records the edges that the first facet owns and that meet the second.
fn record_piercing_edges(world: &World, [one, two]: [u32; 2], found: &mut Found) {
    let owned = world.owned[one as usize];
    for k in (0..3).filter(|k| owned & (8 << k) != 0) {
        let edge = world.facet_edges[one as usize][k];
        if pierces(world, edge, two) {
            found.piercing.push([world.facet_body(one), world.facet_body(two), edge]);
        }
    }
}
