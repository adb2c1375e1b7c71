//! A pair of pieces, and what is kept of it from one detection to the next.

use crate::convex::Cache;
use crate::scene::motion::Displacement;

/// A pair of pieces whose fattened boxes meet.
#[derive(Debug, Clone, Copy)]
pub(in crate::scene) struct Candidate {
    pub(in crate::scene) pieces: [u32; 2],
    /// Lower bound on the distance of all features that were not found, plus the path lengths of
    /// both pieces at that time: nothing else is nearer than this minus their path lengths now.
    pub(in crate::scene) lower_bound: f64,
}

/// What is kept of two pieces of meshes from one detection to the next. Apart from the pair, since
/// most pairs are only skipped.
#[derive(Debug, Default)]
pub(in crate::scene) struct MeshRecord {
    /// Whether some of their facets are on the list of near pairs.
    pub(in crate::scene) has_pairs: bool,
    /// Lower bound on the distance of all facets that are not on that list, when the record was
    /// made.
    pub(in crate::scene) lower_bound_elsewhere: f64,
    /// Where the last GJK query ended.
    pub(in crate::scene) cache: Option<Box<Cache>>,
    /// Length of the path of the two pieces relative to each other since the record was made, and
    /// their relative displacement when it was last updated.
    path_length: f64,
    last_displacement: Displacement,
}

/// What is kept of a pair from one detection to the next.
#[derive(Debug, Default)]
pub(in crate::scene) struct PairRecord {
    /// For two pieces of meshes.
    pub(in crate::scene) mesh: Option<Box<MeshRecord>>,
}

impl MeshRecord {
    /// Makes the record anew after a search of all facets.
    pub(in crate::scene) fn restart(
        &mut self,
        now: Displacement,
        lower_bound_elsewhere: f64,
        has_pairs: bool,
    ) {
        (self.path_length, self.last_displacement) = (0.0, now);
        (self.lower_bound_elsewhere, self.has_pairs) = (lower_bound_elsewhere, has_pairs);
    }

    /// The relative path length of the pieces at the last update.
    pub(in crate::scene) fn path_length(&self) -> f64 {
        self.path_length
    }

    /// Adds the movement to the present relative displacement, and returns the relative path
    /// length.
    pub(in crate::scene) fn advance(&mut self, now: Displacement) -> f64 {
        self.path_length += now.distance_since(&self.last_displacement);
        self.last_displacement = now;
        self.path_length
    }

    /// The same, where displacements are counted anew from now on.
    pub(super) fn carry_over(&mut self, now: Displacement) {
        self.advance(now);
        self.last_displacement = Displacement::default();
    }
}
