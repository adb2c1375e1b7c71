//! The search for near facets of two pieces, which starts again when facets that it did not list
//! can have come near.

use super::blocks::{self, Block};
use super::filter::{Filter, RowScratch, Side};
use super::measure::FacetPairs;
use crate::scene::candidates::PairRecord;
use crate::scene::examine::{Narrow, NearPieces, Output};
use crate::simd::{self, Isa};

/// Scratch memory of a thread.
#[derive(Debug, Default)]
pub(in crate::scene) struct SearchScratch {
    facet_pairs: FacetPairs,
    /// The facets of both pieces, in detections that have no blocks of all pieces.
    blocks: [Vec<Block>; 2],
    rows: RowScratch,
}

impl Narrow<'_> {
    /// Searches the facets of two pieces, unless the pairs that were found before are still all
    /// that can be near. Returns a lower bound on the distance of all others now.
    pub(in crate::scene) fn search_facets(
        &self,
        near: &NearPieces,
        record: &mut PairRecord,
        scratch: &mut SearchScratch,
        output: &mut Output,
    ) -> f64 {
        let displacement = self.motion.relative_displacement(near.pieces);
        // Lower bound, at the present positions, on the distance of facets that are not listed.
        if let Some(mesh) = &mut record.mesh {
            let elsewhere_now = mesh.lower_bound_elsewhere - mesh.advance(displacement);
            if self.config.skips() && elsewhere_now > near.search_radius + self.foresight {
                output.statistics.skipped += 1;
                return if mesh.has_pairs { f64::NEG_INFINITY } else { elsewhere_now };
            }
        }
        let lower_bound = self.filter_facets(near, scratch);
        let FacetPairs { facets, bounds, .. } = &scratch.facet_pairs;
        if facets.is_empty() && record.mesh.is_none() {
            return lower_bound;
        }
        let mesh = record.mesh.get_or_insert_default();
        mesh.restart(displacement, lower_bound, !facets.is_empty());
        let bodies = near.pieces.map(|piece| self.body_of(piece));
        output.searched.push(near.candidate);
        let found = &mut output.found_pairs;
        found.facets.extend(facets.iter().map(|&[a, b]| [a.min(b), a.max(b)]));
        found.bounds.extend(bounds.iter().map(|bound| (bound - self.scope.guard).max(0.0)));
        found.end_run(near.candidate, bodies);
        if mesh.has_pairs { f64::NEG_INFINITY } else { lower_bound }
    }

    /// Finds the facet pairs of two pieces that may come near. Returns a lower bound on the distance
    /// of all others.
    fn filter_facets(&self, near: &NearPieces, scratch: &mut SearchScratch) -> f64 {
        let SearchScratch { facet_pairs, blocks, rows } = scratch;
        let world = self.scope.world;
        facet_pairs.clear();
        let sides = match self.blocks {
            Some(known) => near
                .pieces
                .map(|piece| Side { blocks: known.of(piece), bounds: known.boxes[piece as usize] }),
            None => {
                for (piece, blocks) in near.pieces.into_iter().zip(&mut *blocks) {
                    blocks::fill(world, piece, blocks);
                }
                blocks.each_ref().map(|list| Side { blocks: list, bounds: blocks::around(list) })
            }
        };
        let [a, b] = near.pieces.map(|piece| self.body_of(piece));
        let filter = Filter {
            sides,
            same_piece: near.pieces[0] == near.pieces[1],
            same_body: a == b,
            max_distance: near.search_radius + self.skin,
            guard: self.scope.guard,
            scratch: rows,
            facet_pairs,
        };
        let lower_bound = simd::dispatch_any(self.config.isa.unwrap_or_else(Isa::widest), filter);
        facet_pairs.take_roots();
        lower_bound
    }
}
