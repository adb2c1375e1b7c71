//! What the rule of surface contacts computes once for each facet that is near another.

use super::SurfaceRule;
use super::facet_numbers::FacetNumbers;
use crate::scene::config::Resolution;

/// Jobs of threads are no smaller than this.
const MIN_FACETS_PER_JOB: usize = 256;

/// The numbers of facets, and which of the nodes that they own are sharp. What is kept of facets
/// that are near no other is out of date.
#[derive(Debug, Default)]
pub(in crate::scene) struct SurfaceTables {
    numbers: Vec<FacetNumbers>,
    sharp_nodes: Vec<u8>,
}

/// The part of the tables from some facet on.
struct Part<'a> {
    first: u32,
    numbers: &'a mut [FacetNumbers],
    sharp_nodes: &'a mut [u8],
}

impl SurfaceTables {
    /// Computes what is needed of some facets, in ascending order, at the present positions. Sharp
    /// nodes matter only where contacts are those of surfaces.
    pub(in crate::scene) fn update(
        &mut self,
        rule: &SurfaceRule,
        facets: &[u32],
        resolution: Resolution,
    ) {
        let count = rule.world.facets.len();
        self.numbers.resize(count, FacetNumbers::NONE);
        self.sharp_nodes.resize(count, 0);
        let Self { numbers, sharp_nodes } = self;
        let part = Part { first: 0, numbers, sharp_nodes };
        part.update(rule, facets, resolution == Resolution::Surface);
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
}

impl Part<'_> {
    /// Halves the facets among the threads.
    fn update(self, rule: &SurfaceRule, facets: &[u32], with_nodes: bool) {
        let Self { first, numbers, sharp_nodes } = self;
        if facets.len() > MIN_FACETS_PER_JOB {
            let (low, high) = facets.split_at(facets.len() / 2);
            let half = (high[0] - first) as usize;
            let (numbers, high_numbers) = numbers.split_at_mut(half);
            let (sharp_nodes, high_sharp_nodes) = sharp_nodes.split_at_mut(half);
            let low_part = Part { first, numbers, sharp_nodes };
            let high_part =
                Part { first: high[0], numbers: high_numbers, sharp_nodes: high_sharp_nodes };
            rayon::join(
                || low_part.update(rule, low, with_nodes),
                || high_part.update(rule, high, with_nodes),
            );
            return;
        }
        for &facet in facets {
            let at = (facet - first) as usize;
            numbers[at] = FacetNumbers::new(rule.world, facet);
            if with_nodes {
                sharp_nodes[at] = sharp_nodes_of(rule, facet);
            }
        }
    }
}

/// The sharp nodes that a facet owns, a bit each.
fn sharp_nodes_of(rule: &SurfaceRule, facet: u32) -> u8 {
    let (nodes, owned) = (rule.world.facets[facet as usize], rule.world.owned[facet as usize]);
    let bit = |k: usize| u8::from(owned & (1 << k) != 0 && rule.is_sharp(nodes[k])) << k;
    bit(0) | bit(1) | bit(2)
}
