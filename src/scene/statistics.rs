//! What a detection did.

use std::time::Duration;

/// Counts and times of one detection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Statistics {
    /// Pairs of pieces on the list of candidates.
    pub candidates: usize,
    /// Pairs that were left alone because they cannot have come near.
    pub skipped: usize,
    /// GJK queries: of pieces, and of facets that may be within reach.
    pub queries: usize,
    /// Support evaluations of all queries.
    pub iterations: u64,
    /// Calls of the sub-algorithm.
    pub sub_calls: u64,
    /// How many of them fell back on the backup procedure.
    pub backup_calls: u64,
    /// Pairs that were looked at facet by facet.
    pub facet_pairs: usize,
    /// How often the list of candidates has been made since the scene was, this time included.
    pub rebuilds: usize,
    /// Whether it was made this time.
    pub rebuilt: bool,
    /// Boxes that were compared with each other for it, of pieces, of bodies and of branches of trees.
    pub compared: u64,
    /// Contacts found.
    pub contacts: usize,
    /// Time for motion and the list of candidates.
    pub broad: Duration,
    /// Time for pairs of pieces.
    pub narrow: Duration,
    /// Time from features to contacts, areas and history.
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
