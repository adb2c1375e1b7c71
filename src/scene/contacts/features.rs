//! Facet contacts: those of nodes, crossings and overlaps, and their areas.

use rayon::prelude::*;

use super::sort;
use crate::Vec3;
use crate::scene::contact::Contact;
use crate::scene::facet_pairs::near_pairs::NearPairs;
use crate::scene::pipeline::Detection;
use crate::scene::records::facet::area::{AreaSearch, FeatureContacts, TouchedBodies};
use crate::scene::records::facet::build_contact::{self, Scope};
use crate::scene::records::facet::{Crossing, Found, Near, deep_crossings, node_contacts, overlap};

/// The largest size of jobs that build contacts.
const MAX_FEATURES_PER_JOB: usize = 2;

/// Builds the contacts of the features that were found, in the order of their keys.
pub(in crate::scene) fn finish_features(scope: &Scope, found: &Found, contacts: &mut Vec<Contact>) {
    let groups: Vec<&[Near]> =
        found.near.chunk_by(|m, n| (m.node, m.body) == (n.node, n.body)).collect();
    let of_group = |group: &[Near]| {
        let mut contacts = Vec::new();
        if !scope.is_inside(group[0].node, group[0].body) {
            node_contacts::of_outside_node(scope, group, &mut contacts);
        }
        contacts
    };
    let of_inside = |[node, body]: [u32; 2]| {
        let from = found.near.partition_point(|n| (n.node, n.body) < (node, body));
        let near = &found.near[from..];
        let count = near.partition_point(|n| (n.node, n.body) == (node, body));
        node_contacts::of_inside_node(scope, [node, body], &near[..count])
    };
    let crossing = |crossing: &Crossing| build_contact::contact_of_crossing(scope, crossing);
    // All kinds in one list of jobs: threads sleep between two lists.
    let (near, inside) = (groups.len(), groups.len() + found.inside.len());
    let of = |i: usize| match i {
        i if i < near => of_group(groups[i]),
        i if i < inside => of_inside(found.inside[i - near]).into_iter().collect(),
        i => crossing(&found.crossings[i - inside]).into_iter().collect(),
    };
    let count = inside + found.crossings.len();
    let lists: Vec<_> =
        (0..count).into_par_iter().with_max_len(MAX_FEATURES_PER_JOB).map(of).collect();
    contacts.extend(lists.into_iter().flatten());
    contacts.extend(deep_crossings::crossings(scope).iter().filter_map(crossing));
    let penetrating = overlap::penetrating_bodies(scope, contacts);
    let overlaps = overlap::contacts(scope, |pair| penetrating.binary_search(&pair).is_ok());
    contacts.extend(overlaps);
    sort(contacts);
    contacts.dedup_by_key(|contact| contact.key());
}

impl Detection<'_> {
    /// Sets the areas of the contacts, from the facets that are near.
    pub(in crate::scene) fn share_areas(
        &self,
        known: &NearPairs,
        touched: &mut TouchedBodies,
        contacts: &mut [Contact],
    ) {
        let features = FeatureContacts::new(self.world, contacts);
        let search_radius = |facets: [u32; 2]| self.facet_search_radius(facets);
        let search = AreaSearch { world: self.world, search_radius };
        features.distribute(&search, &known.columns.facets, touched, contacts);
    }

    /// The search radius of two facets; not that of their pieces, on which areas must not depend.
    fn facet_search_radius(&self, facets: [u32; 2]) -> f64 {
        let of = |facet: u32| {
            let thickness = self.bodies[self.world.facet_body(facet) as usize].options.thickness;
            let length = |node: u32| {
                self.step_displacements.get(node as usize).map_or(0.0, |d| Vec3::from(*d).norm())
            };
            thickness
                + self.world.facets[facet as usize].map(length).into_iter().fold(0.0, f64::max)
        };
        self.config.margin + of(facets[0]) + of(facets[1])
    }
}
