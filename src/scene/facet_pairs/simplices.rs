//! Pairs of facets or of tetrahedra whose distances are measured in one batch.

use crate::convex::{Answer, Query, batch};
use crate::scene::statistics::Statistics;
use crate::scene::world::World;
use crate::shape::Hulls;

/// Pairs of simplices of `N` nodes.
#[derive(Debug)]
pub(in crate::scene) struct SimplexPairs<const N: usize> {
    pub(in crate::scene) nodes: [Vec<[u32; N]>; 2],
    distances: Vec<Distance>,
}

impl<const N: usize> Default for SimplexPairs<N> {
    fn default() -> Self {
        Self { nodes: Default::default(), distances: Vec::new() }
    }
}

/// The result of a GJK query, and its cost.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::scene) struct Distance {
    /// Lower bound on the distance.
    pub(in crate::scene) lower_bound: f64,
    iterations: u32,
    sub_calls: u32,
    backup_calls: u32,
}

impl From<Answer> for Distance {
    #[inline(always)]
    fn from(answer: Answer) -> Self {
        let Answer { lower_bound, iterations, sub_calls, backup_calls, .. } = answer;
        Self { lower_bound, iterations, sub_calls, backup_calls }
    }
}

impl Distance {
    /// Adds the cost to the statistics.
    pub(in crate::scene) fn count(&self, statistics: &mut Statistics) {
        statistics.queries += 1;
        statistics.iterations += u64::from(self.iterations);
        statistics.sub_calls += u64::from(self.sub_calls);
        statistics.backup_calls += u64::from(self.backup_calls);
    }
}

impl<const N: usize> SimplexPairs<N> {
    pub(in crate::scene) fn clear(&mut self) {
        self.nodes.iter_mut().for_each(Vec::clear);
    }

    pub(in crate::scene) fn reserve(&mut self, count: usize) {
        self.clear();
        self.nodes.iter_mut().for_each(|list| list.reserve(count));
        self.distances.clear();
        self.distances.reserve(count);
    }

    pub(in crate::scene) fn push(&mut self, [a, b]: [[u32; N]; 2]) {
        self.nodes[0].push(a);
        self.nodes[1].push(b);
    }

    /// The distances of all pairs, in their order.
    pub(in crate::scene) fn distances(
        &mut self,
        world: &World,
        query: &Query,
        statistics: &mut Statistics,
    ) -> &[Distance] {
        let [a, b] = self.nodes.each_ref().map(|list| Hulls::cells(&world.nodes, list));
        self.distances.clear();
        self.distances.resize(a.len(), Distance::default());
        batch::distances(query, &a, &b, &mut self.distances);
        self.distances.iter().for_each(|distance| distance.count(statistics));
        &self.distances
    }
}
