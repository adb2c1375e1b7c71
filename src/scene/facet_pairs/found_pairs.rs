//! Pairs of facets as searches find them, and in order.

use std::ops::Range;

/// Pairs in the order in which they were found.
#[derive(Debug, Default)]
pub(in crate::scene) struct FoundPairs {
    /// The lower number first.
    pub(in crate::scene) facets: Vec<[u32; 2]>,
    /// Lower bounds on their distances, plus the relative path length of the pieces at that time.
    pub(in crate::scene) bounds: Vec<f64>,
    pub(super) runs: Vec<FoundRun>,
}

/// What neighbours on the list have in common.
#[derive(Debug, Clone, Copy)]
pub(super) struct FoundRun {
    pub(super) candidate: u32,
    /// The lower number first.
    pub(super) bodies: [u32; 2],
    /// Where they end.
    end: usize,
}

impl FoundPairs {
    pub(in crate::scene) fn clear(&mut self) {
        self.facets.clear();
        self.bounds.clear();
        self.runs.clear();
    }

    pub(in crate::scene) fn push(&mut self, [one, two]: [u32; 2], bound: f64) {
        self.facets.push([one.min(two), one.max(two)]);
        self.bounds.push(bound);
    }

    /// Says of which candidate and bodies the pairs are that were added since it was last said.
    pub(in crate::scene) fn end_run(&mut self, candidate: u32, [a, b]: [u32; 2]) {
        let (bodies, end) = ([a.min(b), a.max(b)], self.facets.len());
        if self.runs.last().map_or(0, |run| run.end) < end {
            self.runs.push(FoundRun { candidate, bodies, end });
        }
    }

    /// The runs, and which pairs belong to each.
    pub(super) fn runs(&self) -> impl Iterator<Item = (&FoundRun, Range<usize>)> {
        let mut start = 0;
        self.runs.iter().map(move |run| (run, std::mem::replace(&mut start, run.end)..run.end))
    }
}

/// Pairs in the order of their bodies and facets, a column for each of their properties.
#[derive(Debug, Default)]
pub(super) struct SortedPairs {
    pub(super) facets: Vec<[u32; 2]>,
    pub(super) candidates: Vec<u32>,
    pub(super) bounds: Vec<f64>,
}

impl SortedPairs {
    pub(super) fn clear(&mut self) {
        self.facets.clear();
        self.candidates.clear();
        self.bounds.clear();
    }

    pub(super) fn reserve(&mut self, count: usize) {
        self.facets.reserve(count);
        self.candidates.reserve(count);
        self.bounds.reserve(count);
    }

    #[inline]
    pub(super) fn push(&mut self, facets: [u32; 2], bound: f64, candidate: u32) {
        self.facets.push(facets);
        self.candidates.push(candidate);
        self.bounds.push(bound);
    }
}
