//! What is computed once in a detection for each facet that is near another.

use super::SurfaceRule;
use super::facet_numbers::FacetNumbers;
use crate::scene::records::facet::edges::may_be_convex;
use crate::scene::world::World;

/// Jobs of threads are no smaller than this.
const MIN_FACETS_PER_JOB: usize = 256;

/// The numbers of facets, and which of the features that they own can make contacts. What is kept of
/// facets that were not asked for is out of date.
#[derive(Debug, Default)]
pub(in crate::scene) struct SurfaceTables {
    numbers: Vec<FacetNumbers>,
    /// The sharp nodes that each facet owns, a bit each.
    sharp_nodes: Vec<u8>,
    /// The edges that each facet owns and that may be convex, a bit each.
    convex_edges: Vec<u8>,
}

impl SurfaceTables {
    /// Computes the numbers of some facets, in ascending order, at the present positions.
    pub(in crate::scene) fn update_numbers(&mut self, world: &World, facets: &[u32]) {
        self.numbers.resize(world.facets.len(), FacetNumbers::NONE);
        let of = |facet: u32| FacetNumbers::new(world, facet);
        fill(facets, (0, &mut self.numbers), &of);
    }

    /// Finds the sharp nodes of some facets, in ascending order.
    pub(in crate::scene) fn update_sharp_nodes(&mut self, rule: &SurfaceRule, facets: &[u32]) {
        self.sharp_nodes.resize(rule.world.facets.len(), 0);
        fill(facets, (0, &mut self.sharp_nodes), &|facet| sharp_nodes_of(rule, facet));
    }

    /// Finds the edges of some facets that may be convex, in ascending order.
    pub(in crate::scene) fn update_convex_edges(&mut self, world: &World, facets: &[u32]) {
        self.convex_edges.resize(world.facets.len(), 0);
        fill(facets, (0, &mut self.convex_edges), &|facet| convex_edges_of(world, facet));
    }

    #[inline]
    pub(in crate::scene::records) fn numbers(&self, facet: u32) -> &FacetNumbers {
        &self.numbers[facet as usize]
    }

    /// The sharp nodes that a facet owns, a bit each.
    #[inline]
    pub(super) fn sharp_nodes(&self, facet: u32) -> u8 {
        self.sharp_nodes[facet as usize]
    }

    /// The edges that a facet owns and that may be convex, a bit each.
    #[inline]
    pub(in crate::scene) fn convex_edges(&self, facet: u32) -> u8 {
        self.convex_edges[facet as usize]
    }
}

/// Fills the places of some facets in a list that begins with facet `first`, halved among the
/// threads.
fn fill<T: Send>(facets: &[u32], (first, list): (u32, &mut [T]), of: &(impl Fn(u32) -> T + Sync)) {
    if facets.len() > MIN_FACETS_PER_JOB {
        let (low, high) = facets.split_at(facets.len() / 2);
        let (lows, highs) = list.split_at_mut((high[0] - first) as usize);
        rayon::join(|| fill(low, (first, lows), of), || fill(high, (high[0], highs), of));
        return;
    }
    for &facet in facets {
        list[(facet - first) as usize] = of(facet);
    }
}

/// The sharp nodes that a facet owns, a bit each.
fn sharp_nodes_of(rule: &SurfaceRule, facet: u32) -> u8 {
    let (nodes, owned) = (rule.world.facets[facet as usize], rule.world.owned[facet as usize]);
    let bit = |k: usize| u8::from(owned & (1 << k) != 0 && rule.is_sharp(nodes[k])) << k;
    bit(0) | bit(1) | bit(2)
}

/// The edges that a facet owns and that may be convex, a bit each.
fn convex_edges_of(world: &World, facet: u32) -> u8 {
    let (edges, owned) = (world.facet_edges[facet as usize], world.owned[facet as usize]);
    let bit = |k: usize| u8::from(owned & (8 << k) != 0 && may_be_convex(world, edges[k])) << k;
    bit(0) | bit(1) | bit(2)
}
