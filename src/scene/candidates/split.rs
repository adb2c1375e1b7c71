//! What a detection reads of the candidates, apart from what it changes.

use super::Candidates;
use super::containment::ContainmentCandidate;
use super::record::{Candidate, PairRecord};
use super::renumber::Exposed;
use crate::broad::{Bounds, Forest};
use crate::scene::facet_pairs::blocks::Blocks;
use crate::scene::facet_pairs::near_pairs::{NearPairs, PairLimit};
use crate::scene::grains::list::GrainPairs;
use crate::scene::records::facet::clearance::Clearance;
use crate::scene::records::facet::depths::Depths;

/// Where pieces and facets are, or were when the candidates were found.
#[derive(Clone, Copy)]
pub(in crate::scene) struct Index<'a> {
    pub(in crate::scene) forest: &'a Forest,
    /// Boxes around the bodies.
    pub(in crate::scene) boxes: &'a [Bounds],
    pub(in crate::scene) blocks: &'a Blocks,
    pub(in crate::scene) clearance: &'a Clearance,
    pub(in crate::scene) depths: &'a Depths,
    pub(in crate::scene) exposed: &'a [Exposed],
    pub(in crate::scene) renumbered: &'a [u32],
    pub(in crate::scene) skin: f64,
    pub(in crate::scene) age: usize,
}

/// The lists that a detection brings up to date.
pub(in crate::scene) struct Lists<'a> {
    pub(in crate::scene) pairs: &'a mut Vec<Candidate>,
    pub(in crate::scene) records: &'a mut Vec<PairRecord>,
    pub(in crate::scene) limits: &'a mut Vec<PairLimit>,
    pub(in crate::scene) near_pairs: &'a mut NearPairs,
    pub(in crate::scene) grains: &'a mut GrainPairs,
    pub(in crate::scene) containments: &'a mut Vec<ContainmentCandidate>,
}

impl Candidates {
    /// The two parts; with `everything` instead of the trees, if given.
    pub(in crate::scene) fn split<'a>(
        &'a mut self,
        everything: Option<&'a Forest>,
    ) -> (Index<'a>, Lists<'a>) {
        let Self { pairs, records, limits, near_pairs, grains, containments, .. } = self;
        let lists = Lists { pairs, records, limits, near_pairs, grains, containments };
        let index = Index {
            forest: everything.unwrap_or(&self.forest),
            boxes: &self.boxes,
            blocks: &self.blocks,
            clearance: &self.clearance,
            depths: &self.depths,
            exposed: &self.exposed,
            renumbered: &self.renumbered,
            skin: self.skin,
            age: self.age,
        };
        (index, lists)
    }
}
