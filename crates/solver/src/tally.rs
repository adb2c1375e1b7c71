//! Where the time goes, and what detections do.

use std::time::Duration;

use gapkit::scene::Statistics;

/// Where the time goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Clock {
    /// Contact detection.
    pub detection: Duration,
    /// The forces of contacts.
    pub contacts: Duration,
    /// The forces of elements and the time step.
    pub elements: Duration,
    /// Damping, velocities and positions.
    pub motion: Duration,
}

/// What detections did, added up over all steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Detections.
    pub detections: u64,
    /// GJK queries: of pieces, and of facets that may be within the margin.
    pub queries: u64,
    /// Calls of the sub-algorithm.
    pub sub_calls: u64,
    /// How many of them fell back on the backup procedure.
    pub backup_calls: u64,
    /// Pairs of pieces that were examined facet by facet.
    pub facet_pairs: u64,
    /// How often the list of candidates was made.
    pub rebuilds: u64,
}

impl Tally {
    pub(super) fn add(&mut self, done: &Statistics) {
        self.detections += 1;
        self.queries += done.queries as u64;
        self.sub_calls += done.sub_calls;
        self.backup_calls += done.backup_calls;
        self.facet_pairs += done.facet_pairs as u64;
        self.rebuilds += u64::from(done.rebuilt);
    }
}
