//! The list of facets that are near each other, or may come near before the records of their
//! pieces are made anew: flat, in the order of contacts, and kept as long as the records are.

use super::changes::Changes;
use super::facet_set::FacetSet;
use super::found_pairs::SortedPairs;
use super::pair_order::{Lists, OrderScratch};
use crate::scene::stop::Stop;
use crate::scene::world::World;

/// From one in so many pairs that are new or gone on, the facets of all pairs are listed anew.
const MANY_CHANGES: usize = 16;

/// In how many detections a pair of surfaces that was found is not measured: what is measured is passed
/// over later on, which the detection that finds it has nothing of.
pub(super) const FIRST_WAIT: u8 = 1;

/// Stands for a candidate that is no more.
pub(in crate::scene) const GONE: u32 = u32::MAX;

/// Which facet pairs of a candidate are to be examined: those whose bound, minus the relative path
/// length of the pieces, is not beyond the search radius.
#[derive(Debug, Clone, Copy)]
pub(in crate::scene) struct PairLimit {
    pub(in crate::scene) search_radius: f64,
    /// The part of it that does not come from how deep facets can be in contact.
    pub(in crate::scene) max_distance: f64,
    pub(in crate::scene) path_length: f64,
}

impl PairLimit {
    /// None of them.
    pub(in crate::scene) const SKIPPED: Self = Self {
        search_radius: f64::NEG_INFINITY,
        max_distance: f64::NEG_INFINITY,
        path_length: 0.0,
    };
}

/// Whether two facets of one body overlap through it at rest; decided when it is first asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::scene) enum AtRest {
    #[default]
    Unknown,
    Apart,
    Overlapping,
}

/// Pairs of facets in the order of their bodies and facets, a column for each of their properties.
#[derive(Debug, Default)]
pub(in crate::scene) struct Columns {
    pub(in crate::scene) facets: Vec<[u32; 2]>,
    pub(in crate::scene) candidates: Vec<u32>,
    pub(in crate::scene) bounds: Vec<f64>,
    /// What the ids of the contacts of the pair begin with; 0 until it has contacts.
    pub(in crate::scene) seeds: Vec<u64>,
    pub(in crate::scene) at_rest: Vec<AtRest>,
    /// In how many detections the pair is not measured, since it was found to be near.
    pub(in crate::scene) waits: Vec<u8>,
    /// Whether the pair had an area in common when it was last examined: it decides only which test
    /// comes first.
    pub(in crate::scene) had_area: Vec<bool>,
}

impl Columns {
    fn clear(&mut self) {
        self.facets.clear();
        self.candidates.clear();
        self.bounds.clear();
        self.seeds.clear();
        self.at_rest.clear();
        self.waits.clear();
        self.had_area.clear();
    }

    /// Keeps those whose facets are not gone, with their present numbers, in the same order. Nothing
    /// is known any more of how far those of `affected` facets are from contributing something.
    fn renumber(&mut self, number: impl Fn(u32) -> u32, affected: &[u32]) {
        let mut kept = 0;
        for at in 0..self.facets.len() {
            let facets = self.facets[at].map(&number);
            if facets.contains(&GONE) {
                continue;
            }
            self.facets[kept] = facets;
            self.candidates[kept] = self.candidates[at];
            let is_affected = facets.iter().any(|facet| affected.binary_search(facet).is_ok());
            self.bounds[kept] = if is_affected { 0.0 } else { self.bounds[at] };
            self.seeds[kept] = self.seeds[at];
            self.at_rest[kept] = self.at_rest[at];
            self.waits[kept] = self.waits[at];
            self.had_area[kept] = self.had_area[at];
            kept += 1;
        }
        self.facets.truncate(kept);
        self.candidates.truncate(kept);
        self.bounds.truncate(kept);
        self.seeds.truncate(kept);
        self.at_rest.truncate(kept);
        self.waits.truncate(kept);
        self.had_area.truncate(kept);
    }

    /// Makes them those of another list, with changes; `found` is what was found.
    fn change(&mut self, old: &Self, changes: &Changes, found: &SortedPairs) {
        let SortedPairs { facets, candidates, bounds } = found;
        changes.apply(&old.facets, &mut self.facets, |index| facets[index as usize]);
        changes.apply(&old.candidates, &mut self.candidates, |index| candidates[index as usize]);
        changes.apply(&old.bounds, &mut self.bounds, |index| bounds[index as usize]);
        changes.apply(&old.seeds, &mut self.seeds, |_| 0);
        changes.apply(&old.at_rest, &mut self.at_rest, |_| AtRest::Unknown);
        changes.apply(&old.waits, &mut self.waits, |_| FIRST_WAIT);
        changes.apply(&old.had_area, &mut self.had_area, |_| false);
    }

    /// Makes them those of what was found, and of nothing else.
    fn fill(&mut self, found: &mut SortedPairs) {
        self.clear();
        let count = found.facets.len();
        std::mem::swap(&mut self.facets, &mut found.facets);
        std::mem::swap(&mut self.candidates, &mut found.candidates);
        std::mem::swap(&mut self.bounds, &mut found.bounds);
        // So that later searches, which find less, need no memory.
        found.clear();
        found.reserve(count);
        self.seeds.resize(count, 0);
        self.at_rest.resize(count, AtRest::Unknown);
        self.waits.resize(count, FIRST_WAIT);
        self.had_area.resize(count, false);
    }
}

/// The list.
#[derive(Debug, Default)]
pub(in crate::scene) struct NearPairs {
    pub(in crate::scene) columns: Columns,
    /// The facets of all pairs, and of some that were on the list.
    pub(in crate::scene) facets: FacetSet,
    /// The bound up to which pairs of each candidate can be near in this detection.
    pub(super) reaches: Vec<f64>,
    changes: Changes,
    spare: Columns,
    order: OrderScratch,
    found: SortedPairs,
}

impl NearPairs {
    pub(in crate::scene) fn clear(&mut self) {
        self.columns.clear();
        self.facets.clear();
    }

    /// Gives facets their present numbers, and drops the pairs of those that are gone. `affected`
    /// are the facets around nodes of which others came or went, in ascending order.
    pub(in crate::scene) fn renumber(
        &mut self,
        world: &World,
        number: impl Fn(u32) -> u32,
        affected: &[u32],
    ) {
        self.columns.renumber(number, affected);
        self.facets.fill(world, self.columns.facets.iter().copied().flatten());
    }

    /// Replaces the pairs of some candidates by those that were found now. `number` is the present
    /// number of a candidate, or [`GONE`] if it is no more or its pairs were searched anew. If it is
    /// stopped, not all of them are there.
    pub(in crate::scene) fn replace<'a>(
        &mut self,
        (world, stop): (&World, &Stop),
        lists: impl Lists<'a>,
        number: impl Fn(u32) -> u32,
    ) {
        let Self { columns, facets, changes, spare, order, found, .. } = self;
        order.sort(lists, found, stop);
        if stop.has_ended() {
            return;
        }
        if columns.facets.is_empty() {
            columns.fill(found);
            facets.fill(world, columns.facets.iter().copied().flatten());
            return;
        }
        changes.find(columns, found, |facet| world.facet_body(facet), number);
        if changes.len() == 0 {
            return;
        }
        spare.change(columns, changes, found);
        std::mem::swap(columns, spare);
        if changes.len() > columns.facets.len() / MANY_CHANGES {
            facets.fill(world, columns.facets.iter().copied().flatten());
        } else {
            facets.extend(changes.new_facets(found));
        }
    }
}

pub(super) fn order([a, b]: [u32; 2], [one, two]: [u32; 2]) -> u128 {
    let join = |high: u32, low: u32| u64::from(high) << 32 | u64::from(low);
    u128::from(join(a, b)) << 64 | u128::from(join(one, two))
}
