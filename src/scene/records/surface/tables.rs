//! What is computed once in a detection for each facet that is near another.

use rayon::prelude::*;

use super::SurfaceRule;
use super::facet_numbers::FacetNumbers;
use super::facing::{NO_ROWS, PairRows};
use crate::scene::facet_pairs::facet_set::FacetMarks;
use crate::scene::records::facet::edges::may_be_convex;
use crate::scene::world::World;

/// Jobs of threads are no smaller than this.
const MIN_FACETS_PER_JOB: usize = 256;

/// The numbers of facets, and which of the features that they own can make contacts. What is kept of
/// facets that were not asked for is out of date.
#[derive(Debug, Default)]
pub(in crate::scene) struct SurfaceTables {
    /// The facets whose numbers are known, and these. Not for all facets of the world: they are large,
    /// and where little is in contact few of them are asked for.
    described: Vec<u32>,
    numbers: Vec<FacetNumbers>,
    /// The place of the numbers of each facet of the world.
    places: Vec<u32>,
    /// The sharp nodes that each facet owns, a bit each.
    sharp_nodes: Vec<u8>,
    /// The edges that each facet owns and that may be convex, a bit each.
    convex_edges: Vec<u8>,
}

/// The facets that something is computed for: those of a list, in ascending order, that are marked.
#[derive(Clone, Copy)]
pub(in crate::scene) struct Marked<'a> {
    pub(in crate::scene) list: &'a [u32],
    pub(in crate::scene) marks: &'a FacetMarks,
}

impl SurfaceTables {
    /// Computes the numbers of some facets at the present positions. `thickness` is that of each
    /// body.
    pub(in crate::scene) fn update_numbers(
        &mut self,
        world: &World,
        thickness: &[f64],
        facets: Marked,
    ) {
        let Self { described, numbers, places, .. } = self;
        described.clear();
        described.extend(facets.list.iter().filter(|facet| facets.marks.has(**facet)));
        places.resize(world.facets.len(), 0);
        (0..).zip(&*described).for_each(|(place, facet)| places[*facet as usize] = place);
        // What was there before is overwritten.
        numbers.resize(described.len().max(numbers.len()), FacetNumbers::NONE);
        numbers
            .par_iter_mut()
            .zip(&*described)
            .with_min_len(MIN_FACETS_PER_JOB)
            .for_each(|(own, facet)| *own = FacetNumbers::new(world, thickness, *facet));
    }

    /// Finds the sharp nodes of some facets, after their numbers were computed.
    pub(in crate::scene) fn update_sharp_nodes(&mut self, rule: &SurfaceRule, facets: Marked) {
        let Self { sharp_nodes, numbers, places, .. } = self;
        sharp_nodes.resize(rule.world.facets.len(), 0);
        let normal = |facet: u32| {
            if facets.marks.has(facet) {
                numbers[places[facet as usize] as usize].normal()
            } else {
                rule.unit_normal(facet)
            }
        };
        facets.fill(sharp_nodes, &|facet| rule.sharp_nodes(facet, &normal));
    }

    /// Finds the edges of some facets that may be convex.
    pub(in crate::scene) fn update_convex_edges(&mut self, world: &World, facets: Marked) {
        self.convex_edges.resize(world.facets.len(), 0);
        facets.fill(&mut self.convex_edges, &|facet| convex_edges_of(world, facet));
    }

    #[inline]
    pub(in crate::scene::records) fn numbers(&self, facet: u32) -> &FacetNumbers {
        &self.numbers[self.places[facet as usize] as usize]
    }

    /// The numbers of up to eight pairs, which are selected from a list.
    #[inline(always)]
    pub(in crate::scene::records) fn rows(
        &self,
        facets: &[[u32; 2]],
        selected: &[u32],
    ) -> PairRows<'_> {
        let mut rows = NO_ROWS;
        for (lane, &pair) in selected.iter().enumerate() {
            let [one, two] = facets[pair as usize];
            rows[0][lane] = self.numbers(one).row();
            rows[1][lane] = self.numbers(two).row();
        }
        rows
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

impl Marked<'_> {
    /// Fills the places of these facets in a list of all facets.
    fn fill<T: Send>(&self, places: &mut [T], of: &(impl Fn(u32) -> T + Sync)) {
        self.fill_from(0, places, of);
    }

    /// As [`fill`](Self::fill), for a list that begins with facet `first`, halved among the threads.
    fn fill_from<T: Send>(&self, first: u32, places: &mut [T], of: &(impl Fn(u32) -> T + Sync)) {
        if self.list.len() > MIN_FACETS_PER_JOB {
            let (low, high) = self.list.split_at(self.list.len() / 2);
            let (lows, highs) = places.split_at_mut((high[0] - first) as usize);
            rayon::join(
                || Self { list: low, ..*self }.fill_from(first, lows, of),
                || Self { list: high, ..*self }.fill_from(high[0], highs, of),
            );
            return;
        }
        for &facet in self.list.iter().filter(|facet| self.marks.has(**facet)) {
            places[(facet - first) as usize] = of(facet);
        }
    }
}

/// The edges that a facet owns and that may be convex, a bit each.
fn convex_edges_of(world: &World, facet: u32) -> u8 {
    let (edges, owned) = (world.facet_edges[facet as usize], world.owned[facet as usize]);
    let bit = |k: usize| u8::from(owned & (8 << k) != 0 && may_be_convex(world, edges[k])) << k;
    bit(0) | bit(1) | bit(2)
}
