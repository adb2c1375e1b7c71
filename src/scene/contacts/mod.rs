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
use super::records::surface::FacingPair;
use super::statistics::Statistics;

/// What the jobs found, joined.
#[derive(Debug, Default)]
pub(super) struct Joined {
    pub(super) features: Found,
    /// Pairs of facets, at the resolution of surfaces.
    pub(super) facing: Vec<FacingPair>,
}

impl Joined {
    /// Joins the outputs of all jobs, sorted and without duplicates.
    pub(super) fn join(
        &mut self,
        outputs: &[Output],
        contacts: &mut Vec<Contact>,
        statistics: &mut Statistics,
    ) {
        let Self { features: found, facing } = self;
        contacts.clear();
        found.clear();
        facing.clear();
        for output in outputs {
            found.near.extend_from_slice(&output.found.near);
            found.crossings.extend_from_slice(&output.found.crossings);
            found.piercing.extend_from_slice(&output.found.piercing);
            facing.extend_from_slice(&output.facing);
            contacts.extend_from_slice(&output.contacts);
            statistics.add(&output.statistics);
        }
        found.near.par_sort_unstable_by_key(|n| (n.node, n.body, n.target));
        found.crossings.par_sort_unstable_by_key(|c| c.edges);
        found.piercing.sort_unstable();
        found.piercing.dedup();
        facing.par_sort_unstable();
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
