//! How far nodes are from other facets of their own body: nothing of it that is farther can be
//! between them and another body. Found when it is first asked for, and kept as long as the
//! candidates are; it only decides whether a search is needed.

use std::sync::atomic::{AtomicU64, Ordering};

use super::Near;
use super::build_contact::Scope;
use crate::broad::Bounds;
use crate::scene::body::Body;
use crate::scene::candidates::Candidates;
use crate::scene::config::Resolution;
use crate::scene::motion::Motion;
use crate::scene::pairs::PairRules;
use crate::scene::pipeline::Detection;
use crate::scene::records::surface::corner::nearest_on_facet;

/// Up to which distance nodes are searched for facets of their own body, in largest distances of
/// contacts.
const CLEARANCE_RADIUS: f64 = 2.0;

/// The clearances of nodes.
#[derive(Debug, Default)]
pub(in crate::scene) struct Clearance {
    /// Lower bound on the distance of each node from facets of its own body that do not hold it,
    /// when the candidates were found; as bits, and all ones where it is not known.
    bounds: Vec<AtomicU64>,
    /// No larger distance is of interest.
    cap: f64,
    /// Upper bound, for each body, on the displacement of its points relative to its mean
    /// displacement since the candidates were found.
    distortions: Vec<f64>,
    /// Whether all that can be in between is found: all bodies can touch all others, and clearances
    /// are kept.
    is_complete: bool,
}

const UNKNOWN: u64 = u64::MAX;

impl Clearance {
    /// Forgets the clearances.
    pub(in crate::scene) fn restart(&mut self, nodes: usize, cap: f64) {
        self.bounds.clear();
        self.bounds.resize_with(nodes, || AtomicU64::new(UNKNOWN));
        self.cap = cap;
    }

    /// Sets the distortion of each body, and whether all can touch all others.
    pub(in crate::scene) fn update(
        &mut self,
        distortions: impl Iterator<Item = f64>,
        is_complete: bool,
    ) {
        self.distortions.clear();
        self.distortions.extend(distortions);
        self.is_complete = is_complete;
    }

    /// Whether nothing of its own body, and of bodies that cannot touch it, is nearer to a node than
    /// a feature.
    pub(super) fn holds(&self, scope: &Scope, near: &Near) -> bool {
        if !self.is_complete || scope.exhaustive {
            return false;
        }
        let state = &self.bounds[near.node as usize];
        let body = scope.world.node_body[near.node as usize];
        // Two points of a body come nearer to each other by no more than this.
        let closing = 2.0 * self.distortions[body as usize] + 2.0 * scope.guard;
        if state.load(Ordering::Relaxed) == UNKNOWN {
            // Any thread may find it: all find the same.
            let bound = self.distance(scope, near.node) - closing;
            state.store(bound.to_bits(), Ordering::Relaxed);
        }
        near.signed < f64::from_bits(state.load(Ordering::Relaxed)) - closing
    }

    /// The distance of a node from the facets of its body that do not hold it, up to the cap.
    fn distance(&self, scope: &Scope, node: u32) -> f64 {
        let (world, body) = (scope.world, scope.world.node_body[node as usize]);
        let bounds = Bounds::around([world.nodes[node as usize]]).grown(self.cap);
        // Facets are where they were when the blocks were fitted, or have moved by less than this.
        let around = bounds.grown(scope.block_slack);
        let mut least = self.cap;
        scope.forest.each(&bounds, |piece| {
            if world.piece_body[piece as usize] != body {
                return;
            }
            for facet in scope.blocks.near(piece, &around) {
                let holds_node = world.facets[facet as usize].contains(&node);
                if !holds_node && world.boxes[facet as usize].meets(&bounds) {
                    let (_, distance) = nearest_on_facet(world, node, world.sorted_nodes(facet));
                    // A facet without area has no distance to go by.
                    least = if distance >= 0.0 { least.min(distance) } else { 0.0 };
                }
            }
        });
        least
    }
}

impl Detection<'_> {
    /// Forgets the clearances of nodes if the candidates are new.
    pub(in crate::scene) fn refresh_clearance(
        &self,
        candidates: &mut Candidates,
        rebuilt: bool,
        motion: &Motion,
    ) {
        if self.config.resolution != Resolution::Facet {
            return;
        }
        // Without a skin there is no later detection that it would serve.
        let is_lasting = candidates.skin > 0.0;
        let clearance = &mut candidates.clearance;
        if rebuilt && is_lasting {
            let thickness = self.bodies.iter().map(|body| body.options.thickness);
            let max_distance = self.rules.margins.largest() + 2.0 * thickness.fold(0.0, f64::max);
            clearance.restart(self.world.nodes.len(), CLEARANCE_RADIUS * max_distance);
        }
        let groups = self.bodies.iter().fold(0, |all, body| all | body.options.groups);
        // A body without a group touches nothing, and may be in between all the same.
        let touches =
            |body: &Body| body.options.groups != 0 && body.options.mask & groups == groups;
        let PairRules { excluded, sides, .. } = self.rules;
        let is_complete = is_lasting
            && excluded.is_empty()
            && sides.is_empty()
            && self.bodies.iter().all(touches);
        let spans = self.world.spans.iter();
        clearance.update(spans.map(|span| motion.distortion(span.pieces.clone())), is_complete);
    }
}
