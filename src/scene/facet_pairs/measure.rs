//! Pairs of facets whose distances are asked for all at once, in lanes that pairs of several pieces fill.

use crate::convex::Query;
use crate::scene::simplex_pairs::Cells;
use crate::scene::statistics::Statistics;
use crate::scene::world::World;

/// The list, and what is known of each pair.
#[derive(Debug, Default)]
pub(in crate::scene) struct Asked {
    pub(in crate::scene) facets: Vec<[u32; 2]>,
    /// How far they are apart, at least; the square of it until [`roots`](Self::roots).
    pub(in crate::scene) bounds: Vec<f64>,
    cells: Cells<3>,
    /// Those that may be within reach.
    near: Vec<u32>,
}

impl Asked {
    pub(in crate::scene) fn clear(&mut self) {
        self.facets.clear();
        self.bounds.clear();
        self.near.clear();
    }

    pub(in crate::scene) fn len(&self) -> usize {
        self.facets.len()
    }

    /// Asks for two facets, which are apart by the root of `square`, at least.
    #[inline(always)]
    pub(in crate::scene) fn push(&mut self, facets: [u32; 2], square: f64) {
        self.facets.push(facets);
        self.bounds.push(square);
    }

    /// From squares to distances.
    pub(in crate::scene) fn roots(&mut self) {
        self.bounds.iter_mut().for_each(|bound| *bound = bound.sqrt());
    }

    /// Asks for more of a pair.
    pub(in crate::scene) fn refine(&mut self, pair: usize) {
        self.near.push(pair as u32);
    }

    /// Finds the distances of the pairs of which more was asked.
    pub(in crate::scene) fn measure(
        &mut self,
        world: &World,
        query: &Query,
        statistics: &mut Statistics,
    ) {
        let Self { facets, bounds, cells, near } = self;
        cells.clear();
        for side in 0..2 {
            let nodes = |&pair: &u32| world.facets[facets[pair as usize][side] as usize];
            cells.nodes[side].extend(near.iter().map(nodes));
        }
        let distances = cells.distances(world, query, statistics);
        for (&pair, distance) in near.iter().zip(distances) {
            let bound = &mut bounds[pair as usize];
            *bound = bound.max(distance.lower_bound);
        }
    }
}
