//! Facet contacts: those of nodes, crossings and overlaps, and their areas.

use std::ops::Range;

use rayon::prelude::*;

use crate::Vec3;
use crate::scene::contact::{Contact, Key, Kind};
use crate::scene::pipeline::Detection;
use crate::scene::records::facet::area::{AreaScratch, NearFacets};
use crate::scene::records::facet::build_contact::{self, Scope};
use crate::scene::records::facet::deep_crossings::CrossingScratch;
use crate::scene::records::facet::overlap::OverlapScratch;
use crate::scene::records::facet::{Crossing, Found, Near, node_contacts};
use crate::scene::records::surface::tables::SurfaceTables;
use crate::simd::Available;

/// The size of jobs that build contacts.
const FEATURES_PER_JOB: usize = 128;

/// Scratch memory.
#[derive(Debug, Default)]
pub(in crate::scene) struct FeatureScratch {
    /// The contacts of each job.
    lists: Vec<Vec<Contact>>,
    order: Vec<(Key, Kind, u32)>,
    crossings: CrossingScratch,
    overlaps: OverlapScratch,
}

/// Builds the contacts of the features that were found, and of `unsorted`, which are given, in the order
/// of their keys.
pub(in crate::scene) fn finish_features(
    scope: &Scope,
    found: &Found,
    scratch: &mut FeatureScratch,
    (unsorted, contacts): (&mut Vec<Contact>, &mut Vec<Contact>),
) {
    let FeatureScratch { lists, order, crossings, overlaps } = scratch;
    // All kinds in one list of jobs: threads sleep between two lists.
    let jobs = |len: usize| len.div_ceil(FEATURES_PER_JOB);
    let (near, inside) = (jobs(found.near.len()), jobs(found.inside.len()));
    let count = near + inside + jobs(found.crossings.len());
    lists.resize_with(count.max(lists.len()), Vec::new);
    let crossing = |crossing: &Crossing| build_contact::contact_of_crossing(scope, crossing);
    let of = |(i, list): (usize, &mut Vec<Contact>)| {
        list.clear();
        if scope.stop.is_wanted() {
            return;
        }
        if i < near {
            for group in groups_of_job(&found.near, i) {
                let Near { node, body, .. } = found.near[group.start];
                if !scope.is_inside(node, body) {
                    let nearest = nearest_of_node(&found.near, &group);
                    node_contacts::of_outside_node(scope, &found.near[group], nearest, list);
                }
            }
        } else if i < near + inside {
            let nodes = part(&found.inside, i - near).iter();
            list.extend(nodes.filter_map(|&inside| of_inside_node(scope, found, inside)));
        } else {
            list.extend(part(&found.crossings, i - near - inside).iter().filter_map(crossing));
        }
    };
    lists[..count].par_iter_mut().enumerate().with_max_len(1).for_each(of);
    lists[..count].iter().for_each(|list| unsorted.extend_from_slice(list));
    unsorted.extend(crossings.find(scope).filter_map(crossing));
    overlaps.add_hidden(scope, unsorted);
    // Two nodes may be each other's targets, for one of them as a fallback, which comes last. Keys
    // are sorted, not contacts, which are large.
    order.clear();
    order.extend(unsorted.iter().zip(0..).map(|(contact, at)| (contact.key(), contact.kind, at)));
    order.par_sort_unstable();
    order.dedup_by_key(|(key, ..)| *key);
    contacts.clear();
    contacts.extend(order.iter().map(|(.., at)| unsorted[*at as usize]));
}

/// The part of a list that belongs to a job.
fn part<T>(list: &[T], job: usize) -> &[T] {
    let start = job * FEATURES_PER_JOB;
    &list[start..list.len().min(start + FEATURES_PER_JOB)]
}

/// The features near each node, of nodes and bodies whose first entry belongs to a job.
fn groups_of_job(near: &[Near], job: usize) -> impl Iterator<Item = Range<usize>> {
    let of = |n: &Near| (n.node, n.body);
    let own = part(near, job);
    let start = job * FEATURES_PER_JOB;
    // What the job before has begun is not this one's.
    let begun = start.checked_sub(1).map(|last| of(&near[last]));
    let skipped = own.iter().take_while(|n| Some(of(n)) == begun).count();
    let end = start + own.len();
    let mut at = start + skipped;
    std::iter::from_fn(move || {
        (at < end).then(|| {
            let count = near[at..].iter().take_while(|n| of(n) == of(&near[at])).count();
            at += count;
            at - count..at
        })
    })
}

/// The distances of the two nearest features of any bodies from the node of a group.
fn nearest_of_node(near: &[Near], group: &Range<usize>) -> [f64; 2] {
    let node = near[group.start].node;
    let before = near[..group.start].iter().rev().take_while(|n| n.node == node);
    let all = before.chain(near[group.start..].iter().take_while(|n| n.node == node));
    all.map(|n| n.signed.abs()).fold([f64::INFINITY; 2], |[first, second], distance| {
        [first.min(distance), second.min(first.max(distance))]
    })
}

/// The contact of a node inside a body.
fn of_inside_node(scope: &Scope, found: &Found, [node, body]: [u32; 2]) -> Option<Contact> {
    let from = found.near.partition_point(|n| (n.node, n.body) < (node, body));
    let near = &found.near[from..];
    let count = near.partition_point(|n| (n.node, n.body) == (node, body));
    node_contacts::of_inside_node(scope, [node, body], &near[..count])
}

impl Detection<'_> {
    /// Sets the areas of the contacts, from the facets that are near.
    pub(in crate::scene) fn share_areas(
        &self,
        near: NearFacets,
        scratch: &mut AreaScratch,
        tables: &mut SurfaceTables,
        contacts: &mut [Contact],
    ) {
        let isa = self.config.isa.unwrap_or_else(Available::widest);
        let thickness = near.thickness;
        near.distribute(
            (isa, |facets: [u32; 2]| self.facet_search_radius(thickness, facets)),
            scratch,
            tables,
            contacts,
        );
    }

    /// The search radius of two facets; not that of their pieces, on which areas must not depend.
    /// `thickness` is that of each body.
    fn facet_search_radius(&self, thickness: &[f64], facets: [u32; 2]) -> f64 {
        let bodies = facets.map(|facet| self.world.facet_body(facet));
        let [one, two] = bodies.map(|body| thickness[body as usize]);
        let margin = self.rules.margins.of(bodies);
        if self.step_displacements.is_empty() {
            return margin + one + two;
        }
        let [first, second] = facets.map(|facet| self.max_step(facet));
        margin + (one + first) + (two + second)
    }

    /// The largest displacement of the nodes of a facet in the time step ahead.
    fn max_step(&self, facet: u32) -> f64 {
        let length = |node: u32| {
            self.step_displacements.get(node as usize).map_or(0.0, |d| Vec3::from(*d).norm())
        };
        self.world.facets[facet as usize].map(length).into_iter().fold(0.0, f64::max)
    }
}
