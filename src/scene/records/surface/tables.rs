//! What the rule of surface contacts computes once for each facet that is near another.

use super::SurfaceRule;
use super::facet_numbers::FacetNumbers;
use crate::scene::config::Resolution;
use crate::scene::records::facet::edges::may_be_convex;
use crate::scene::world::World;

/// Jobs of threads are no smaller than this.
const MIN_FACETS_PER_JOB: usize = 256;

/// The numbers of facets, and which of the features that they own can make contacts. What is kept of
/// facets that are near no other is out of date.
#[derive(Debug, Default)]
pub(in crate::scene) struct SurfaceTables {
    numbers: Vec<FacetNumbers>,
    /// The sharp nodes, or at the resolution of features the edges that may be convex, that each
    /// facet owns; a bit each.
    features: Vec<u8>,
}

/// The part of the tables from some facet on.
struct Part<'a> {
    first: u32,
    numbers: &'a mut [FacetNumbers],
    features: &'a mut [u8],
}

impl SurfaceTables {
    /// Computes what is needed of some facets, in ascending order, at the present positions.
    pub(in crate::scene) fn update(
        &mut self,
        rule: &SurfaceRule,
        facets: &[u32],
        resolution: Resolution,
    ) {
        let count = rule.world.facets.len();
        self.numbers.resize(count, FacetNumbers::NONE);
        self.features.resize(count, 0);
        let Self { numbers, features } = self;
        let part = Part { first: 0, numbers, features };
        part.update(rule, facets, resolution);
    }

    #[inline]
    pub(in crate::scene::records) fn numbers(&self, facet: u32) -> &FacetNumbers {
        &self.numbers[facet as usize]
    }

    /// The edges that a facet owns and that may be convex, a bit each; at the resolution of features.
    #[inline]
    pub(in crate::scene) fn convex_edges(&self, facet: u32) -> u8 {
        self.features[facet as usize]
    }

    /// The sharp nodes that a facet owns, a bit each; at the resolution of surfaces.
    #[inline]
    pub(super) fn sharp_nodes(&self, facet: u32) -> u8 {
        self.features[facet as usize]
    }
}

impl Part<'_> {
    /// Halves the facets among the threads.
    fn update(self, rule: &SurfaceRule, facets: &[u32], resolution: Resolution) {
        let Self { first, numbers, features } = self;
        if facets.len() > MIN_FACETS_PER_JOB {
            let (low, high) = facets.split_at(facets.len() / 2);
            let half = (high[0] - first) as usize;
            let (numbers, high_numbers) = numbers.split_at_mut(half);
            let (features, high_features) = features.split_at_mut(half);
            let low_part = Part { first, numbers, features };
            let high_part = Part { first: high[0], numbers: high_numbers, features: high_features };
            rayon::join(
                || low_part.update(rule, low, resolution),
                || high_part.update(rule, high, resolution),
            );
            return;
        }
        for &facet in facets {
            let at = (facet - first) as usize;
            numbers[at] = FacetNumbers::new(rule.world, facet);
            features[at] = match resolution {
                Resolution::Surface => sharp_nodes_of(rule, facet),
                _ => convex_edges_of(rule.world, facet),
            };
        }
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
