//! Pairs of facets in lanes: which of them may have an area in common, and which may meet.

use super::SurfaceRule;
use super::facing::{Facing, PairBlock, may_meet};
use crate::simd::{MAX_LANES, Several, SeveralTask};

/// Pairs of facets by their indices in a list.
#[derive(Clone, Copy)]
pub(in crate::scene::records) struct PairsOfFacets<'a> {
    pub(in crate::scene::records) rule: &'a SurfaceRule<'a>,
    pub(in crate::scene::records) facets: &'a [[u32; 2]],
    pub(in crate::scene::records) selected: &'a [u32],
}

impl PairsOfFacets<'_> {
    /// A block for them.
    #[inline(always)]
    pub(in crate::scene::records) fn block(&self) -> PairBlock {
        PairBlock::new(self.rule.margins.uniform().unwrap_or(0.0))
    }

    /// Fills the lanes of a block with up to eight pairs.
    #[inline(always)]
    pub(in crate::scene::records) fn fill<S: Several>(
        &self,
        block: &mut PairBlock,
        selected: &[u32],
    ) {
        let rows = self.rule.tables.rows(self.facets, selected);
        for first in (0..selected.len()).step_by(S::LANES) {
            block.set::<S>(&rows, first);
        }
        if self.rule.margins.uniform().is_none() {
            self.fill_margins(block, selected);
        }
        if self.rule.world.has_open {
            self.fill_depths(block, selected);
        }
        if !self.rule.steps.is_empty() {
            self.fill_steps(block, selected);
        }
    }

    /// Fills in the margins of the bodies.
    fn fill_margins(&self, block: &mut PairBlock, selected: &[u32]) {
        for (lane, &pair) in selected.iter().enumerate() {
            block.set_margin(lane, self.rule.facet_margin(self.facets[pair as usize]));
        }
    }

    /// Fills in how deep the facets can be in contact, where that does not follow from each alone.
    fn fill_depths(&self, block: &mut PairBlock, selected: &[u32]) {
        for (lane, &pair) in selected.iter().enumerate() {
            block.set_deep(lane, self.rule.world.pair_deep(self.facets[pair as usize]));
        }
    }

    /// Fills in the displacements of the corners in the time step ahead.
    fn fill_steps(&self, block: &mut PairBlock, selected: &[u32]) {
        let SurfaceRule { world, steps, .. } = self.rule;
        for (lane, &pair) in selected.iter().enumerate() {
            for (side, facet) in self.facets[pair as usize].into_iter().enumerate() {
                let nodes = world.sorted_nodes(facet);
                block.set_steps(lane, side, nodes.map(|node| steps[node as usize]));
            }
        }
    }
}

/// Which of some pairs may have an area in common.
pub(in crate::scene::records) struct SelectFacing<'a> {
    pub(in crate::scene::records) pairs: PairsOfFacets<'a>,
    /// Whether the gap has to be in range.
    pub(in crate::scene::records) in_range: bool,
    pub(in crate::scene::records) facing: &'a mut Vec<u32>,
    pub(in crate::scene::records) others: &'a mut Vec<u32>,
}

impl SeveralTask for SelectFacing<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Several>(self) {
        let Self { pairs, in_range, facing, others } = self;
        let mut block = pairs.block();
        for selected in pairs.selected.chunks(MAX_LANES) {
            pairs.fill::<S>(&mut block, selected);
            let mut overlap = 0;
            for first in (0..selected.len()).step_by(S::LANES) {
                let facing = Facing::<S>::new(&block, first);
                let mut mask = facing.may_overlap();
                if in_range {
                    mask = mask & facing.in_range();
                }
                overlap |= S::bits(mask) << first;
            }
            for (lane, &pair) in selected.iter().enumerate() {
                let list = if overlap >> lane & 1 != 0 { &mut *facing } else { &mut *others };
                list.push(pair);
            }
        }
    }
}

/// Which of some pairs may meet each other.
pub(in crate::scene::records) struct SelectMeeting<'a> {
    pub(in crate::scene::records) pairs: PairsOfFacets<'a>,
    pub(in crate::scene::records) meeting: &'a mut Vec<u32>,
}

impl SeveralTask for SelectMeeting<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Several>(self) {
        let Self { pairs, meeting } = self;
        let mut block = pairs.block();
        for selected in pairs.selected.chunks(MAX_LANES) {
            pairs.fill::<S>(&mut block, selected);
            let mut meet = 0;
            for first in (0..selected.len()).step_by(S::LANES) {
                meet |= S::bits(may_meet::<S>(&block, first)) << first;
            }
            let own = selected.iter().enumerate().filter(|(lane, _)| meet >> lane & 1 != 0);
            meeting.extend(own.map(|(_, pair)| *pair));
        }
    }
}
