//! Contacts of one-sided pairs: each exposed node of one body with the surface of the other.

use std::ops::Range;

use rayon::prelude::*;

use super::sort;
use crate::Vec3;
use crate::scene::contact::{Contact, Kind};
use crate::scene::pipeline::Detection;
use crate::scene::records::facet::build_contact::{Meeting, Scope};
use crate::scene::records::facet::locate::TetIndex;
use crate::scene::records::node::NodeSearch;
use crate::scene::weights::Weighted;
use crate::scene::world::World;

/// The size of jobs.
const NODES_PER_JOB: usize = 256;

/// Scratch memory.
#[derive(Debug, Default)]
pub(in crate::scene) struct NodeScratch {
    /// The meshes whose surfaces nodes are near.
    pub(in crate::scene) index: TetIndex,
    jobs: Vec<NodeJob>,
    /// The contacts of each job.
    lists: Vec<Vec<Contact>>,
}

/// Some nodes of one body, and the other body.
#[derive(Debug, Clone)]
struct NodeJob {
    nodes: Range<usize>,
    body: u32,
}

impl Detection<'_> {
    /// Adds the contacts of one-sided pairs to the list, which stays in order.
    pub(in crate::scene) fn add_nodes(
        &self,
        scope: &Scope,
        max_step_bound: f64,
        scratch: &mut NodeScratch,
        contacts: &mut Vec<Contact>,
    ) {
        if self.rules.sides.is_empty() {
            return;
        }
        let NodeScratch { index, jobs, lists } = scratch;
        self.list_jobs(jobs);
        let masters = jobs.iter().map(|job| job.body);
        index.update(self.world, masters.filter(|&body| self.is_mesh(body)));
        let search = self.node_search(index, scope.guard);
        lists.resize_with(jobs.len().max(lists.len()), Vec::new);
        jobs.par_iter().zip(&mut *lists).with_max_len(1).for_each(|(job, list)| {
            list.clear();
            let of =
                |node: usize| contact_of(scope, &search, [node as u32, job.body], max_step_bound);
            list.extend(job.nodes.clone().filter_map(of));
        });
        lists[..jobs.len()].iter().for_each(|list| contacts.extend_from_slice(list));
        sort(contacts);
    }

    /// Lists the nodes of all one-sided pairs, in the order of the keys of their contacts.
    fn list_jobs(&self, jobs: &mut Vec<NodeJob>) {
        jobs.clear();
        for (&[a, b], sides) in &self.rules.sides {
            if !self.rules.may_touch(self.bodies, [a, b]) {
                continue;
            }
            for ([body, other], _) in [[a, b], [b, a]].into_iter().zip(sides).filter(|one| *one.1) {
                let nodes = self.world.spans[body as usize].nodes.clone();
                jobs.extend(nodes.clone().step_by(NODES_PER_JOB).map(|first| NodeJob {
                    nodes: first..nodes.end.min(first + NODES_PER_JOB),
                    body: other,
                }));
            }
        }
    }

    fn is_mesh(&self, body: u32) -> bool {
        !self.world.spans[body as usize].facets.is_empty()
    }

    fn node_search<'b>(&'b self, index: &'b TetIndex, guard: f64) -> NodeSearch<'b> {
        NodeSearch {
            world: self.world,
            bodies: self.bodies,
            index,
            guard,
            exhaustive: self.is_exhaustive(),
            query: self.config.depth,
        }
    }
}

/// The contact of a node with a body, if it is exposed, and its gap is within the margin or will be
/// in the time step ahead.
fn contact_of(
    scope: &Scope,
    search: &NodeSearch,
    [node, body]: [u32; 2],
    max_step_bound: f64,
) -> Option<Contact> {
    let world = scope.world;
    if world.node_facets.of(node).is_empty() {
        return None;
    }
    let own = world.node_body[node as usize];
    let max_distance = scope.min_search_radius([own, body]) + 2.0 * max_step_bound;
    let found = search.measure(node, body, max_distance + scope.guard)?;
    let side = match found.on {
        Some((facet, weights)) => {
            let nodes = world.sorted_nodes(facet);
            scope.side_at(facet, scope.weighted(nodes.into_iter().zip(weights)))
        }
        None => scope.side(body, None, Weighted::default()),
    };
    let p = world.at(node);
    let q = p + found.normal * found.distance;
    let meeting = Meeting { p, q, normal: found.normal, distance: found.distance };
    let mut contact = scope.build([scope.node_side(node), side], meeting)?;
    contact.kind = Kind::Node;
    contact.point = u32::from(contact.sides[0].body != own);
    contact.area = seen_area(world, node, &found.normal);
    contact.id = world.contact_id(&contact);
    Some(contact)
}

/// A third of the areas of the facets around a node, as seen along a direction out of its body.
fn seen_area(world: &World, node: u32, direction: &Vec3) -> f64 {
    let seen = |&facet: &u32| (0.5 * world.area_normal(facet).dot(direction)).max(0.0) / 3.0;
    world.node_facets.of(node).iter().map(seen).sum()
}
