//! Nodes inside other bodies, from edges that meet facets and parts that may be inside as a whole.

use std::ops::Range;

use crate::scene::candidates::containment::ContainmentCandidate;
use crate::scene::motion::Motion;
use crate::scene::pipeline::Detection;
use crate::scene::records::facet::Found;
use crate::scene::records::facet::build_contact::Scope;
use crate::scene::records::facet::inside::InsideScratch;
use crate::scene::records::facet::locate::TetIndex;

impl Detection<'_> {
    /// Finds the nodes inside other bodies, and indexes the tetrahedra of bodies that meet others.
    pub(in crate::scene) fn find_inside(
        &self,
        scope: &Scope,
        motion: &Motion,
        containments: &mut [ContainmentCandidate],
        (found, scratch, tets): (&mut Found, &mut InsideScratch, &mut TetIndex),
    ) {
        if !self.config.resolution.is_of_facets() || !self.config.warns {
            return;
        }
        let world = self.world;
        let max =
            |pieces: Range<usize>| motion.path_lengths[pieces].iter().copied().fold(0.0, f64::max);
        let Found { path_lengths, .. } = found;
        path_lengths.clear();
        if !containments.is_empty() {
            path_lengths.extend(world.spans.iter().map(|span| max(span.pieces.clone())));
        }
        let body_of = |candidate: &ContainmentCandidate| world.node_body[candidate.node as usize];
        // Parts of surfaces that may have come into a body as a whole.
        scratch.starts.clear();
        for candidate in containments.iter() {
            let bodies = [body_of(candidate), candidate.body];
            let path_length: f64 = bodies.iter().map(|&body| path_lengths[body as usize]).sum();
            if !self.config.skips() || candidate.lower_bound <= path_length {
                scratch.starts.push([bodies[0], bodies[1], candidate.node]);
            }
        }
        scratch.starts.sort_unstable();
        let pairs = scratch.list_pairs(&found.piercing);
        tets.update(world, pairs.iter().map(|pair| pair[1]));
        scratch.find(&Scope { piercing: &found.piercing, tets, ..*scope }, &mut found.inside);
        // How far those are that were outside.
        for candidate in containments.iter_mut().filter(|_| self.config.skips()) {
            let bodies = [body_of(candidate), candidate.body];
            if scratch.starts.binary_search(&[bodies[0], bodies[1], candidate.node]).is_err() {
                continue;
            }
            let is_inside = found.inside.binary_search(&[candidate.node, candidate.body]).is_ok();
            candidate.lower_bound = if is_inside {
                f64::NEG_INFINITY
            } else {
                let path_length: f64 = bodies.iter().map(|&body| path_lengths[body as usize]).sum();
                scope.surface_distance(candidate.node, candidate.body) + path_length
            };
        }
    }
}
