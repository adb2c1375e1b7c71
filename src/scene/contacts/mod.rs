//! From the records of all jobs to the list of contacts: joined, in order, with what only all of
//! them together tell.

pub(super) mod features;
pub(super) mod history;
mod inside;
mod surfaces;

use rayon::prelude::*;

use super::contact::Contact;
use super::examine::Output;
use super::records::facet::Found;
use super::records::surface::corner::NodeNear;
use super::statistics::Statistics;

/// What the jobs found, joined.
#[derive(Debug, Default)]
pub(super) struct Joined {
    pub(super) features: Found,
    /// Nodes near facets, at the resolution of surfaces.
    pub(super) near_nodes: Vec<NodeNear>,
}

impl Joined {
    /// Joins the outputs of all jobs, sorted and without duplicates.
    pub(super) fn join(
        &mut self,
        outputs: &[Output],
        contacts: &mut Vec<Contact>,
        statistics: &mut Statistics,
    ) {
        let Self { features: found, near_nodes } = self;
        contacts.clear();
        found.clear();
        near_nodes.clear();
        for output in outputs {
            found.near.extend_from_slice(&output.found.near);
            found.crossings.extend_from_slice(&output.found.crossings);
            found.piercing.extend_from_slice(&output.found.piercing);
            near_nodes.extend_from_slice(&output.near_nodes);
            contacts.extend_from_slice(&output.contacts);
            statistics.add(&output.statistics);
        }
        found.near.par_sort_unstable_by_key(|n| (n.node, n.body, n.target));
        found.crossings.par_sort_unstable_by_key(|c| c.edges);
        found.piercing.sort_unstable();
        found.piercing.dedup();
        near_nodes.par_sort_unstable_by_key(|n| (n.node, n.body, n.facet));
    }
}

/// Puts contacts in the order of their keys. Two nodes may be each other's targets, for one of them
/// as a fallback, which comes last.
pub(super) fn sort(contacts: &mut [Contact]) {
    // Shapes are found in this order, and sorting needs as much memory again.
    let order = |contact: &Contact| (contact.key(), contact.kind);
    if !contacts.is_sorted_by_key(order) {
        contacts.par_sort_by_key(order);
    }
}
