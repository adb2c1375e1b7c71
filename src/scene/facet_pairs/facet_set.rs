//! Sets of facets: those that are on the list of near pairs, which lasts, and those of them that are
//! near another facet in this detection.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::scene::world::World;

/// A set of facets, in ascending order.
#[derive(Debug, Default)]
pub(in crate::scene) struct FacetSet {
    pub(in crate::scene) list: Vec<u32>,
    /// For each facet of the world, whether it is in the set.
    is_in: Vec<bool>,
}

/// A set with at least one of so many facets between its first and its last is listed by looking at
/// all of these; a smaller one is sorted.
const SPARSENESS: usize = 16;

impl FacetSet {
    /// Makes it the set of these facets.
    pub(in crate::scene) fn fill(&mut self, world: &World, facets: impl Iterator<Item = u32>) {
        self.clear();
        self.is_in.resize(world.facets.len(), false);
        self.push(facets);
        let Self { list, is_in } = self;
        let (first, last) = (list.iter().min(), list.iter().max());
        let (Some(&first), Some(&last)) = (first, last) else { return };
        if ((last - first) as usize) < SPARSENESS * list.len() {
            list.clear();
            list.extend((first..=last).filter(|facet| is_in[*facet as usize]));
        } else {
            list.sort_unstable();
        }
    }

    /// Adds facets, which are few.
    pub(super) fn extend(&mut self, facets: impl Iterator<Item = u32>) {
        let before = self.list.len();
        self.push(facets);
        if self.list.len() > before {
            // All but these are in order.
            self.list.sort();
        }
    }

    /// Empties it.
    pub(super) fn clear(&mut self) {
        let Self { list, is_in } = self;
        list.drain(..).for_each(|facet| is_in[facet as usize] = false);
    }

    /// Appends those that are not in the set.
    fn push(&mut self, facets: impl Iterator<Item = u32>) {
        for facet in facets {
            if !std::mem::replace(&mut self.is_in[facet as usize], true) {
                self.list.push(facet);
            }
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
