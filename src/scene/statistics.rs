//! What a detection did.

use std::time::Duration;

/// Counts and times of one detection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Statistics {
    /// Pairs of pieces on the list of candidates.
    pub candidates: usize,
    /// Candidates that were skipped because nothing else of them can have come within their search
    /// radius.
    pub skipped: usize,
    /// GJK queries: of pieces, and of facets that may be within the search radius.
    pub queries: usize,
    /// Support evaluations of all queries.
    pub iterations: u64,
    /// Calls of the sub-algorithm.
    pub sub_calls: u64,
    /// How many of them fell back on the backup procedure.
    pub backup_calls: u64,
    /// Pairs of facets that can be within their search radius.
    pub facet_pairs: usize,
    /// How often the candidates have been found anew in the life of the scene, this time included.
    pub rebuilds: usize,
    /// Whether they were found anew this time.
    pub rebuilt: bool,
    /// Comparisons of boxes that this took: of pieces, of bodies and of branches of trees.
    pub compared: u64,
    /// Contacts found.
    pub contacts: usize,
    /// Time of the broad phase: motion and candidates.
    pub broad: Duration,
    /// Time of the narrow phase: pairs of pieces and facets.
    pub narrow: Duration,
    /// Time to build contacts from features, with their areas.
    pub build: Duration,
}

impl Statistics {
    pub(super) fn add(&mut self, other: &Self) {
        self.skipped += other.skipped;
        self.queries += other.queries;
        self.iterations += other.iterations;
        self.sub_calls += other.sub_calls;
        self.backup_calls += other.backup_calls;
        self.facet_pairs += other.facet_pairs;
    }
}
