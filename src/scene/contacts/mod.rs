//! From the records of all jobs to the list of contacts: joined, in order, with what only all of
//! them together tell.

pub(super) mod beams;
pub(super) mod features;
pub(super) mod history;
mod inside;
pub(super) mod nodes;
pub(super) mod surfaces;

use rayon::prelude::*;

use super::contact::Contact;
use super::examine::Output;
use super::facet_pairs::scan::ScanJob;
use super::records::facet::Found;
use super::statistics::Statistics;

/// Adds the contacts of all jobs of candidates.
pub(super) fn join_contacts(
    outputs: &[Output],
    contacts: &mut Vec<Contact>,
    statistics: &mut Statistics,
) {
    for output in outputs {
        contacts.extend_from_slice(&output.contacts);
        statistics.add(&output.statistics);
    }
}

/// Joins the features that all jobs of the scan found, sorted and without duplicates.
pub(super) fn join_features(jobs: &[ScanJob], found: &mut Found, statistics: &mut Statistics) {
    found.clear();
    for job in jobs {
        found.near.extend_from_slice(&job.found.near);
        found.crossings.extend_from_slice(&job.found.crossings);
        found.piercing.extend_from_slice(&job.found.piercing);
        statistics.add(&job.statistics);
    }
    found.near.par_sort_unstable_by_key(|n| (n.node, n.body, n.target));
    found.crossings.par_sort_unstable_by_key(|c| c.edges);
    found.piercing.sort_unstable();
    found.piercing.dedup();
}

/// Puts contacts in the order of their keys. Two nodes may be each other's targets, for one of them
/// as a fallback, which comes last.
pub(super) fn sort(contacts: &mut [Contact]) {
    let order = |contact: &Contact| (contact.key(), contact.kind);
    // Mostly the bodies tell.
    let in_order =
        |one: &Contact, two: &Contact| one.bodies() < two.bodies() || order(one) <= order(two);
    if !contacts.is_sorted_by(in_order) {
        contacts.par_sort_unstable_by_key(order);
    }
}
