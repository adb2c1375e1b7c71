//! Pairs of pieces that are tetrahedra, measured in one batch for each job.

use crate::scene::candidates::record::Candidate;
use crate::scene::examine::{Narrow, Output};
use crate::scene::facet_pairs::simplices::SimplexPairs;

/// Pairs of tetrahedra in a job.
#[derive(Debug, Default)]
pub(in crate::scene) struct TetPairs {
    list: Vec<Entry>,
    simplices: SimplexPairs<4>,
}

#[derive(Debug)]
struct Entry {
    /// Index of the pair in the job.
    at: usize,
    search_radius: f64,
}

impl TetPairs {
    pub(in crate::scene) fn clear(&mut self) {
        self.list.clear();
        self.simplices.clear();
    }

    /// Queues a pair.
    pub(in crate::scene) fn push(&mut self, at: usize, search_radius: f64, nodes: [[u32; 4]; 2]) {
        self.list.push(Entry { at, search_radius });
        self.simplices.push(nodes);
    }
}

impl Narrow<'_> {
    /// The nodes of two pieces, if both are tetrahedra.
    pub(in crate::scene) fn as_tets(&self, pieces: [u32; 2]) -> Option<[[u32; 4]; 2]> {
        let of = |piece: u32| self.scope.world.piece_vertices.of(piece).try_into().ok();
        Some([of(pieces[0])?, of(pieces[1])?])
    }

    /// Measures the queued pairs and builds the contacts of those within their search radius.
    pub(in crate::scene) fn measure_tets(
        &self,
        pairs: &mut [Candidate],
        tet_pairs: &mut TetPairs,
        output: &mut Output,
    ) {
        let TetPairs { list, simplices } = tet_pairs;
        let max_search_radius = list.iter().map(|entry| entry.search_radius).fold(0.0, f64::max);
        let world = self.scope.world;
        let distances =
            simplices.distances(world, &self.query(max_search_radius), &mut output.statistics);
        for (entry, distance) in list.iter().zip(distances) {
            let pair = &mut pairs[entry.at];
            let mut lower_bound = distance.lower_bound;
            if lower_bound <= entry.search_radius {
                output.contacts.extend(super::contact_of_pieces(&self.scope, pair.pieces));
                lower_bound = 0.0;
            }
            pair.lower_bound = lower_bound + self.path_length(pair.pieces);
        }
    }
}
