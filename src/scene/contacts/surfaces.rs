//! Surface contacts: sharp nodes and deep overlaps, which more than two facets decide.

use rayon::prelude::*;

use super::sort;
use crate::scene::contact::Contact;
use crate::scene::pipeline::Detection;
use crate::scene::records::facet::build_contact::Scope;
use crate::scene::records::surface::corner::NodeNear;

/// The least size of jobs that build contacts of sharp nodes.
const MIN_NODES_PER_JOB: usize = 64;

impl Detection<'_> {
    /// Adds sharp nodes and deep overlaps to the contacts of surfaces, and puts all in order.
    pub(in crate::scene) fn finish_surfaces(
        &self,
        scope: &Scope,
        near_nodes: &[NodeNear],
        contacts: &mut Vec<Contact>,
    ) {
        let rule = self.surface_rule();
        let same = |m: &NodeNear, n: &NodeNear| (m.node, m.body) == (n.node, n.body);
        let groups: Vec<&[NodeNear]> = near_nodes.chunk_by(same).collect();
        let corners: Vec<Contact> = groups
            .par_iter()
            .with_min_len(MIN_NODES_PER_JOB)
            .filter_map(|group| rule.node_on_body(group))
            .collect();
        contacts.extend(corners);
        sort(contacts);
        let deep = rule.deep_overlaps(scope, contacts);
        if !deep.is_empty() {
            contacts.extend(deep);
            sort(contacts);
        }
    }
}
