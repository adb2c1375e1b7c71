//! Crossings of edges deeper than the search radius.
//!
//! Within the search radius crossings are found with the facets. But where two edges overlap deeply
//! and none of their nodes is inside, as with crossed beams, nothing may be within it, and yet the
//! bodies overlap.

use rayon::prelude::*;

use super::build_contact::Scope;
use super::{Crossing, edges};
use crate::scene::records::facet::features;

/// The crossings of edges that meet facets of each other's bodies, with no end inside. Those
/// within the search radius may be among them.
pub(in crate::scene) fn crossings(scope: &Scope) -> Vec<Crossing> {
    let groups: Vec<&[[u32; 3]]> = scope.piercing.chunk_by(|p, q| p[..2] == q[..2]).collect();
    let crossings = |ones: &&[[u32; 3]]| {
        let [body, other, _] = ones[0];
        let twos = scope.piercing_of([other, body]);
        if body > other || twos.is_empty() { Vec::new() } else { between(scope, ones, twos) }
    };
    groups.par_iter().flat_map_iter(crossings).collect()
}

/// The crossings of two lists of edges; either may be the same.
fn between(scope: &Scope, ones: &[[u32; 3]], twos: &[[u32; 3]]) -> Vec<Crossing> {
    let world = scope.world;
    let free = |list: &[[u32; 3]]| -> Vec<u32> {
        let is_free = |&&[_, other, edge]: &&[u32; 3]| {
            let ends = world.edges[edge as usize].nodes;
            !ends.into_iter().any(|node| scope.is_inside(node, other))
        };
        list.iter().filter(is_free).map(|pierced| pierced[2]).collect()
    };
    let [body, other, _] = ones[0];
    let mut found = Vec::new();
    let twos = free(twos);
    for one in free(ones) {
        for &two in &twos {
            let pair = [one.min(two), one.max(two)];
            let is_own = body == other && (one >= two || features::are_edges_next(world, pair));
            if !is_own {
                edges::measure(world, pair, f64::INFINITY, &mut found);
            }
        }
    }
    found.retain(|crossing| crossing.gap < -crossing.rounding(world));
    found
}
