//! Surface contacts: the records of all pairs of facets, in order, then sharp nodes and deep
//! overlaps, which more than two facets decide.

use rayon::prelude::*;

use super::sort;
use crate::scene::contact::Contact;
use crate::scene::pipeline::Detection;
use crate::scene::records::facet::build_contact::Scope;
use crate::scene::records::surface::corner::NodeNear;
use crate::scene::records::surface::{FacingPair, SurfaceRule};
use crate::scene::world::World;

/// The size of jobs for threads.
const PAIRS_PER_JOB: usize = 256;
const MIN_NODES_PER_JOB: usize = 64;

/// What the pairs of facets of a job contribute.
#[derive(Default)]
struct Contribution {
    contacts: Vec<Contact>,
    near_nodes: Vec<NodeNear>,
}

impl Detection<'_> {
    /// The contacts of sorted pairs of facets, merged with those of shapes, with sharp nodes and
    /// deep overlaps.
    pub(in crate::scene) fn finish_surfaces(
        &self,
        scope: &Scope,
        pairs: &[FacingPair],
        contacts: &mut Vec<Contact>,
    ) {
        let rule = self.surface_rule();
        let is_sharp = sharp_nodes(self.world, &rule, pairs);
        let of_job = |job: &[FacingPair]| {
            let mut found = Contribution::default();
            for pair in job {
                rule.facets(pair.facets, &mut found.contacts);
                rule.near_nodes(pair, &is_sharp, &mut found.near_nodes);
            }
            found
        };
        let jobs: Vec<Contribution> = pairs.par_chunks(PAIRS_PER_JOB).map(of_job).collect();
        let mut others = std::mem::take(contacts);
        others.extend(corners(&rule, &jobs));
        sort(&mut others);
        merge(jobs.iter().map(|job| &job.contacts[..]), &others, contacts);
        let deep = rule.deep_overlaps(scope, contacts);
        if !deep.is_empty() {
            contacts.extend(deep);
            sort(contacts);
        }
    }
}

/// Which nodes of the world are sharp, of those in pairs of facets.
fn sharp_nodes(world: &World, rule: &SurfaceRule, pairs: &[FacingPair]) -> Vec<bool> {
    let mut is_met = vec![false; world.nodes.len()];
    for facet in pairs.iter().flat_map(|pair| pair.facets) {
        for node in world.facets[facet as usize] {
            is_met[node as usize] = true;
        }
    }
    let is_sharp = |(is_met, node): (bool, u32)| is_met && rule.is_sharp(node);
    let nodes = 0..is_met.len() as u32;
    is_met.into_par_iter().zip(nodes).with_min_len(MIN_NODES_PER_JOB).map(is_sharp).collect()
}

/// The contacts of sharp nodes.
fn corners(rule: &SurfaceRule, jobs: &[Contribution]) -> Vec<Contact> {
    let mut near: Vec<NodeNear> =
        jobs.iter().flat_map(|job| job.near_nodes.iter().copied()).collect();
    near.sort_unstable_by_key(|n| (n.node, n.body, n.facet));
    let same = |m: &NodeNear, n: &NodeNear| (m.node, m.body) == (n.node, n.body);
    let groups: Vec<&[NodeNear]> = near.chunk_by(same).collect();
    let jobs = groups.par_iter().with_min_len(MIN_NODES_PER_JOB);
    jobs.filter_map(|group| rule.node_on_body(group)).collect()
}

/// Merges two lists that are in order, the first given in parts.
fn merge<'a>(
    parts: impl Iterator<Item = &'a [Contact]>,
    others: &[Contact],
    merged: &mut Vec<Contact>,
) {
    let mut others = others.iter().peekable();
    for mut part in parts {
        // Runs of a part between two of the others.
        while let (Some(last), Some(other)) = (part.last(), others.peek()) {
            let key = other.key();
            if last.key() < key {
                break;
            }
            let run = part.partition_point(|contact| contact.key() < key);
            merged.extend_from_slice(&part[..run]);
            merged.extend(others.next());
            part = &part[run..];
        }
        merged.extend_from_slice(part);
    }
    merged.extend(others);
}
