//! Sets of facets: those that are on the list of near pairs, which lasts, and those of them that are
//! near another facet in this detection.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::scene::world::World;

/// A set of facets, in ascending order.
#[derive(Debug, Default)]
pub(in crate::scene) struct FacetSet {
    pub(in crate::scene) list: Vec<u32>,
    /// Scratch memory: for each facet of the world, whether it is in the set.
    is_in: Vec<bool>,
}

/// A set with at least one of so many facets between its first and its last is listed by looking at
/// all of these; a smaller one is sorted.
const SPARSENESS: usize = 16;

impl FacetSet {
    /// Makes it the set of these facets.
    pub(in crate::scene) fn fill(&mut self, world: &World, facets: impl Iterator<Item = u32>) {
        let Self { list, is_in } = self;
        is_in.resize(world.facets.len(), false);
        list.clear();
        let (mut first, mut end) = (usize::MAX, 0);
        for facet in facets {
            if !std::mem::replace(&mut is_in[facet as usize], true) {
                list.push(facet);
                (first, end) = (first.min(facet as usize), end.max(facet as usize + 1));
            }
        }
        if end.saturating_sub(first) < SPARSENESS * list.len() {
            list.clear();
            let places = is_in[first..end].iter_mut().zip(first as u32..);
            let own = places.filter_map(|(is_in, facet)| std::mem::take(is_in).then_some(facet));
            list.extend(own);
        } else {
            list.iter().for_each(|facet| is_in[*facet as usize] = false);
            list.sort_unstable();
        }
    }
}

/// The facets of a set that are wanted in this detection. Any thread marks them: all marks are the
/// same.
#[derive(Debug, Default)]
pub(in crate::scene) struct FacetMarks {
    /// The number of the detection in which each facet of the world was last marked.
    last: Vec<AtomicU64>,
    now: u64,
}

impl FacetMarks {
    /// Takes all marks away.
    pub(in crate::scene) fn begin(&mut self, world: &World) {
        self.last.resize_with(world.facets.len(), AtomicU64::default);
        self.now += 1;
    }

    #[inline]
    pub(in crate::scene) fn mark(&self, facet: u32) {
        self.last[facet as usize].store(self.now, Ordering::Relaxed);
    }

    #[inline]
    pub(in crate::scene) fn has(&self, facet: u32) -> bool {
        self.last[facet as usize].load(Ordering::Relaxed) == self.now
    }
}
