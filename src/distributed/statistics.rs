//! What a detection did.

use super::comm::Traffic;

/// What the last detection did on this rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Statistics {
    /// Whether the plan was made anew.
    pub planned: bool,
    /// How many plans there have been.
    pub plans: usize,
    /// Facets that this rank examines, and those whose contacts it finds.
    pub facets: usize,
    /// Facets whose contacts it finds.
    pub home_facets: usize,
    /// Nodes of other ranks whose positions come here in every step.
    pub ghost_nodes: usize,
    /// Ranks that positions go to, or come from.
    pub neighbors: usize,
    /// Pairs of facets that were examined here.
    pub facet_pairs: usize,
    /// Contacts that were found here.
    pub found: usize,
    /// What was sent in this detection.
    pub traffic: Traffic,
}
