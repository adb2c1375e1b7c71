//! The search for near facets of two pieces, which starts again when facets that it did not list
//! can have come near.

use super::blocks::{self, Block};
use super::filter::{Filter, RowScratch, Side};
use super::measure::FacetPairs;
use smallvec::SmallVec;

use crate::scene::candidates::record::{MeshRecord, PairRecord};
use crate::scene::candidates::renumber::exposed_of;
use crate::scene::examine::{Narrow, NearPieces, Output};
use crate::simd::{self, Available};

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
                let elsewhere_now =
                    elsewhere_now.min(self.search_exposed(near, mesh, scratch, output));
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
        output.searched.push(near.candidate);
        self.list_found(near, 0.0, (facets, bounds), output);
        if mesh.has_pairs { f64::NEG_INFINITY } else { lower_bound }
    }

    /// Puts what was found on the list, when the pieces had moved by this much relative to each other
    /// since their record was made.
    fn list_found(
        &self,
        near: &NearPieces,
        path_length: f64,
        (facets, bounds): (&[[u32; 2]], &[f64]),
        output: &mut Output,
    ) {
        let bodies = near.pieces.map(|piece| self.body_of(piece));
        let found = &mut output.found_pairs;
        found.facets.extend(facets.iter().map(|&[a, b]| [a.min(b), a.max(b)]));
        let bound = |bound: &f64| (bound - self.scope.guard).max(0.0) + path_length;
        found.bounds.extend(bounds.iter().map(bound));
        found.end_run(near.candidate, bodies);
    }

    /// Searches the facets that are new on two pieces, whose other pairs are still all that can be
    /// near. Returns a lower bound on the distance of those that were not found.
    fn search_exposed(
        &self,
        near: &NearPieces,
        mesh: &mut MeshRecord,
        scratch: &mut SearchScratch,
        output: &mut Output,
    ) -> f64 {
        if !self.has_exposed(near.pieces) {
            return f64::INFINITY;
        }
        let all = near.pieces.map(|piece| self.scope.world.piece_facets.of(piece));
        let new = near.pieces.map(|piece| {
            let list = exposed_of(self.exposed, piece).iter().map(|own| own.facet);
            list.collect::<SmallVec<[u32; 32]>>()
        });
        let old = all[0].iter().copied().filter(|facet| new[0].binary_search(facet).is_err());
        let old: Vec<u32> = old.collect();
        let is_one = near.pieces[0] == near.pieces[1];
        // What is new on the first with all of the second, and the rest of the first with what is
        // new on the second: of one piece with itself, what is new with itself and with the rest.
        let parts = if is_one {
            [(&new[0][..], &new[0][..], true), (&old[..], &new[0][..], false)]
        } else {
            [(&new[0][..], all[1], false), (&old[..], &new[1][..], false)]
        };
        let (path_length, mut lower_bound) = (mesh.path_length(), f64::INFINITY);
        for (ones, twos, same) in parts {
            if ones.is_empty() || twos.is_empty() {
                continue;
            }
            let SearchScratch { facet_pairs, blocks: [first, second], rows } = &mut *scratch;
            facet_pairs.clear();
            blocks::fill(self.scope.world, ones, first);
            blocks::fill(self.scope.world, twos, second);
            let sides =
                [&*first, &*second].map(|list| Side { blocks: list, bounds: blocks::around(list) });
            let bound = self.filter(near, (sides, same), rows, facet_pairs);
            lower_bound = lower_bound.min(bound);
            mesh.has_pairs |= !facet_pairs.facets.is_empty();
            self.list_found(near, path_length, (&facet_pairs.facets, &facet_pairs.bounds), output);
        }
        mesh.lower_bound_elsewhere = mesh.lower_bound_elsewhere.min(lower_bound + path_length);
        lower_bound
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
                    blocks::fill(world, world.piece_facets.of(piece), blocks);
                }
                blocks.each_ref().map(|list| Side { blocks: list, bounds: blocks::around(list) })
            }
        };
        let same = near.pieces[0] == near.pieces[1];
        self.filter(near, (sides, same), rows, facet_pairs)
    }

    /// Finds those of the facets of two sides, which may be the same, that may come near.
    fn filter(
        &self,
        near: &NearPieces,
        (sides, same_piece): ([Side; 2], bool),
        scratch: &mut RowScratch,
        facet_pairs: &mut FacetPairs,
    ) -> f64 {
        let [a, b] = near.pieces.map(|piece| self.body_of(piece));
        let filter = Filter {
            sides,
            same_piece,
            same_body: a == b,
            max_distance: near.search_radius + self.skin,
            guard: self.scope.guard,
            scratch,
            facet_pairs: &mut *facet_pairs,
        };
        let lower_bound =
            simd::dispatch_any(self.config.isa.unwrap_or_else(Available::widest), filter);
        facet_pairs.take_roots();
        lower_bound
    }
}
