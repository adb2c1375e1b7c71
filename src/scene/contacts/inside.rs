//! Nodes inside other bodies, from edges that meet facets and parts that may be inside as a whole.

use std::ops::Range;

use crate::broad::Bounds;
use crate::scene::candidates::containment::ContainmentCandidate;
use crate::scene::motion::Motion;
use crate::scene::pipeline::Detection;
use crate::scene::records::facet::Found;
use crate::scene::records::facet::build_contact::Scope;
use crate::scene::records::facet::inside;
use crate::scene::records::facet::locate::TetIndex;

impl Detection<'_> {
    /// Finds the nodes inside other bodies. Returns the tetrahedra of bodies that meet others.
    pub(in crate::scene) fn find_inside(
        &self,
        scope: &Scope,
        motion: &Motion,
        containments: &mut [ContainmentCandidate],
        found: &mut Found,
    ) -> TetIndex {
        if !self.config.resolution.is_of_facets() {
            return TetIndex::default();
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
        let mut starts = Vec::new();
        for candidate in containments.iter() {
            let bodies = [body_of(candidate), candidate.body];
            let path_length: f64 = bodies.iter().map(|&body| path_lengths[body as usize]).sum();
            if !self.config.skips() || candidate.lower_bound <= path_length {
                starts.push([bodies[0], bodies[1], candidate.node]);
            }
        }
        starts.sort_unstable();
        let tets = self.index_tets(scope, &inside::body_pairs(&found.piercing, &starts));
        found.inside =
            inside::find(&Scope { piercing: &found.piercing, tets: &tets, ..*scope }, &starts);
        // How far those are that were outside.
        for candidate in containments.iter_mut().filter(|_| self.config.skips()) {
            let bodies = [body_of(candidate), candidate.body];
            if starts.binary_search(&[bodies[0], bodies[1], candidate.node]).is_err() {
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
        tets
    }

    /// The tetrahedra of bodies that the surfaces of others meet, in ascending order of the bodies.
    fn index_tets(&self, scope: &Scope, pairs: &[[u32; 2]]) -> TetIndex {
        let region =
            |&[body, other]: &[u32; 2]| (other, scope.boxes[body as usize].grown(scope.guard));
        let mut regions: Vec<(u32, Bounds)> = pairs.iter().map(region).collect();
        regions.sort_by_key(|(body, _)| *body);
        regions.dedup_by(|next, kept| {
            let is_same = next.0 == kept.0;
            if is_same {
                kept.1 = kept.1.joined(&next.1);
            }
            is_same
        });
        TetIndex::new(self.world, &regions)
    }
}
