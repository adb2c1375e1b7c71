//! Pairs of pieces whose facets are looked at: all of a job at once, so that lanes are full.

use std::ops::Range;

use super::blocks::{self, Block};
use super::features::{self, Job};
use super::filter::{Room, Search, Side};
use super::measure::Asked;
use crate::convex::Query;
use crate::scene::candidates::{Live, Memory, Pair, Slot};
use crate::scene::narrow::{Narrow, Output};
use crate::scene::piece_pairs::tets::Tets;
use crate::simd::{self, Isa};

/// What is due in a job.
#[derive(Debug, Default)]
pub(in crate::scene) struct Due {
    /// Pairs of which facets are asked for.
    list: Vec<Entry>,
    asked: Asked,
    /// Facets of one pair, while they are listed.
    live: Vec<Live>,
    /// The facets of both pieces, where they are not at hand.
    blocks: [Vec<Block>; 2],
    room: Room,
    pub(in crate::scene) tets: Tets,
    /// Room for the vertices of two pieces.
    pub(in crate::scene) vertices: [Vec<[f64; 3]>; 2],
}

/// A pair of pieces.
#[derive(Debug, Clone)]
struct Entry {
    /// Its number in the job.
    at: usize,
    reach: f64,
    /// Its facets that are asked for.
    asked: Range<usize>,
    /// If all facets were compared: how far those are that are not asked for, at least.
    rest: Option<f64>,
}

impl Due {
    pub(in crate::scene) fn clear(&mut self) {
        self.list.clear();
        self.asked.clear();
        self.tets.clear();
    }
}

impl Narrow<'_> {
    /// Lists the facets of two pieces that may be within reach: those that are remembered as near, or all if others can have
    /// come near. If there are none: how far all are, at least.
    pub(in crate::scene) fn list_facets(
        &self,
        at: usize,
        pieces: [u32; 2],
        slot: &mut Slot,
        reach: f64,
        due: &mut Due,
    ) -> Option<f64> {
        let start = due.asked.len();
        let drift = self.motion.between(pieces);
        let slot = &mut slot.memory;
        let known = slot.as_mut().map_or(f64::NEG_INFINITY, |known| known.rest - known.come(drift));
        let mut rest = None;
        if let Some(memory) = slot
            && self.config.skips()
            && known > reach
        {
            self.ask_again(memory, reach, &mut due.asked);
        } else {
            rest = Some(self.search(pieces, reach + self.skin, due));
        }
        let asked = start..due.asked.len();
        if asked.is_empty() && slot.is_none() {
            return rest;
        }
        due.list.push(Entry { at, reach, asked, rest });
        None
    }

    /// Asks for the facets that are remembered as near, and may have come within reach.
    fn ask_again(&self, memory: &mut Memory, reach: f64, asked: &mut Asked) {
        let world = self.scope.world;
        let way = memory.way();
        for live in memory.live.iter_mut().filter(|live| live.beyond - way <= reach) {
            let [one, two] = live.facets.map(|facet| &world.boxes[facet as usize]);
            let boxes = one.gap(two);
            if boxes > reach {
                live.beyond = boxes + way;
            } else {
                asked.push(live.facets, 0.0);
            }
        }
    }

    /// Asks for the facets of two pieces that may be within `far`; how far all others are, at least.
    fn search(&self, pieces: [u32; 2], far: f64, due: &mut Due) -> f64 {
        let Due { asked, blocks, room, .. } = due;
        let world = self.scope.world;
        let sides = match self.blocks {
            Some(known) => pieces
                .map(|piece| Side { blocks: known.of(piece), bounds: known.boxes[piece as usize] }),
            None => {
                for (piece, blocks) in pieces.into_iter().zip(&mut *blocks) {
                    blocks::fill(world, piece, blocks);
                }
                blocks.each_ref().map(|list| Side { blocks: list, bounds: blocks::around(list) })
            }
        };
        let [a, b] = pieces.map(|piece| self.body_of(piece));
        let (same_piece, same_body) = (pieces[0] == pieces[1], a == b);
        let guard = self.scope.guard;
        let search = Search { sides, same_piece, same_body, far, guard, room, asked };
        simd::dispatch_any(self.config.isa.unwrap_or_else(Isa::widest), search)
    }

    /// Looks at the facets that are due.
    pub(in crate::scene) fn look_at_facets(
        &self,
        pairs: &mut [Pair],
        slots: &mut [Slot],
        due: &mut Due,
        output: &mut Output,
    ) {
        let Due { list, asked, live, .. } = due;
        let (world, guard) = (self.scope.world, self.scope.guard);
        let farthest = list.iter().map(|entry| entry.reach).fold(0.0, f64::max);
        let query: Query = self.query(farthest + self.skin);
        asked.roots();
        for entry in list.iter() {
            for pair in entry.asked.clone() {
                if asked.bounds[pair] - guard <= entry.reach {
                    asked.refine(pair);
                }
            }
        }
        asked.measure(world, &query, &mut output.statistics);
        for entry in list {
            let (pair, slot) = (&mut pairs[entry.at], &mut slots[entry.at]);
            pair.beyond = self.settle(entry, pair.pieces, slot, asked, live, output)
                + self.travelled(pair.pieces);
        }
    }

    /// Takes over what was found of the facets of two pieces, and looks at those within reach; how far all else is,
    /// at least.
    fn settle(
        &self,
        entry: &Entry,
        pieces: [u32; 2],
        slot: &mut Slot,
        asked: &Asked,
        live: &mut Vec<Live>,
        output: &mut Output,
    ) -> f64 {
        let Output { found, statistics, .. } = output;
        let slot = &mut slot.memory;
        let (world, guard) = (self.scope.world, self.scope.guard);
        let known = entry.asked.clone().map(|i| (asked.facets[i], asked.bounds[i] - guard));
        if let Some(mut rest) = entry.rest {
            live.clear();
            for (facets, beyond) in known {
                if beyond > entry.reach + self.skin {
                    rest = rest.min(beyond);
                } else {
                    live.push(Live { facets, beyond });
                }
            }
            if slot.is_none() && live.is_empty() {
                return rest;
            }
            let memory = slot.get_or_insert_default();
            memory.begin(self.motion.between(pieces), rest, live);
        } else if let Some(memory) = slot {
            memory.learn(known);
        }
        statistics.facet_pairs += 1;
        let Some(memory) = slot else { return 0.0 };
        let [a, b] = pieces.map(|piece| self.body_of(piece));
        let (reach, least_reach) = (entry.reach, self.least_reach([a, b]));
        let job = Job { reach, least_reach, guard, same_body: a == b };
        let way = memory.way();
        let mut least = memory.rest;
        for live in &mut memory.live {
            if live.beyond - way <= reach {
                live.beyond =
                    features::look(world, live.facets, &job, live.beyond - way, found) + way;
            }
            least = least.min(live.beyond);
        }
        least - way
    }
}
