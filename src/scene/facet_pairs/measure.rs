//! Facet pairs whose distances are measured in one batch, in lanes that pairs of several pieces
//! fill.

use crate::convex::Query;
use crate::scene::facet_pairs::simplices::SimplexPairs;
use crate::scene::statistics::Statistics;
use crate::scene::world::World;

/// Scratch memory for the pairs of a list that are measured.
#[derive(Debug, Default)]
pub(in crate::scene) struct MeasureScratch {
    /// By their index in the list.
    pub(in crate::scene) asked: Vec<u32>,
    pub(in crate::scene) measured: FacetPairs,
}

impl MeasureScratch {
    /// Makes room for so many pairs, so that it does not matter which thread gets the largest job.
    pub(in crate::scene) fn reserve(&mut self, count: usize) {
        self.asked.clear();
        self.asked.reserve(count);
        self.measured.clear();
        self.measured.reserve(count);
    }
}

/// The pairs, and a lower bound on the distance of each.
#[derive(Debug, Default)]
pub(in crate::scene) struct FacetPairs {
    pub(in crate::scene) facets: Vec<[u32; 2]>,
    /// Lower bounds; their squares until [`take_roots`](Self::take_roots).
    pub(in crate::scene) bounds: Vec<f64>,
    simplices: SimplexPairs<3>,
    /// Indices of the pairs to be measured.
    selected: Vec<u32>,
}

impl FacetPairs {
    pub(in crate::scene) fn clear(&mut self) {
        self.facets.clear();
        self.bounds.clear();
        self.selected.clear();
    }

    fn reserve(&mut self, count: usize) {
        self.facets.reserve(count);
        self.bounds.reserve(count);
        self.selected.reserve(count);
        self.simplices.reserve(count);
    }

    pub(in crate::scene) fn len(&self) -> usize {
        self.facets.len()
    }

    /// Adds two facets whose distance is at least the root of `square`.
    #[inline(always)]
    pub(in crate::scene) fn push(&mut self, facets: [u32; 2], square: f64) {
        self.facets.push(facets);
        self.bounds.push(square);
    }

    /// Turns squares into distances.
    pub(in crate::scene) fn take_roots(&mut self) {
        self.bounds.iter_mut().for_each(|bound| *bound = bound.sqrt());
    }

    /// Selects a pair to be measured.
    pub(in crate::scene) fn select(&mut self, pair: usize) {
        self.selected.push(pair as u32);
    }

    /// Raises the bounds of the selected pairs to those of GJK.
    pub(in crate::scene) fn measure(
        &mut self,
        world: &World,
        query: &Query,
        statistics: &mut Statistics,
    ) {
        let Self { facets, bounds, simplices, selected } = self;
        simplices.clear();
        for side in 0..2 {
            let nodes = |&pair: &u32| world.facets[facets[pair as usize][side] as usize];
            simplices.nodes[side].extend(selected.iter().map(nodes));
        }
        let distances = simplices.distances(world, query, statistics);
        for (&pair, distance) in selected.iter().zip(distances) {
            let bound = &mut bounds[pair as usize];
            *bound = bound.max(distance.lower_bound);
        }
    }
}
