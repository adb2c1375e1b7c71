//! Pieces that are tetrahedra, where contacts are those of pieces: the distances of all pairs of a job at once.

use crate::scene::candidates::Pair;
use crate::scene::narrow::{Narrow, Output};
use crate::scene::simplex_pairs::Cells;

/// Pairs of tetrahedra in a job.
#[derive(Debug, Default)]
pub(in crate::scene) struct Tets {
    list: Vec<Entry>,
    cells: Cells<4>,
}

#[derive(Debug)]
struct Entry {
    /// Its number in the job.
    at: usize,
    reach: f64,
}

impl Tets {
    pub(in crate::scene) fn clear(&mut self) {
        self.list.clear();
        self.cells.clear();
    }

    /// Asks for a pair.
    pub(in crate::scene) fn push(&mut self, at: usize, reach: f64, nodes: [[u32; 4]; 2]) {
        self.list.push(Entry { at, reach });
        self.cells.push(nodes);
    }
}

impl Narrow<'_> {
    /// The nodes of two pieces, if both are tetrahedra.
    pub(in crate::scene) fn as_tets(&self, pieces: [u32; 2]) -> Option<[[u32; 4]; 2]> {
        let of = |piece: u32| self.scope.world.piece_vertices.of(piece).try_into().ok();
        Some([of(pieces[0])?, of(pieces[1])?])
    }

    /// Looks at the pairs that were asked for.
    pub(in crate::scene) fn look_at_tets(
        &self,
        pairs: &mut [Pair],
        tets: &mut Tets,
        output: &mut Output,
    ) {
        let Tets { list, cells } = tets;
        let farthest = list.iter().map(|entry| entry.reach).fold(0.0, f64::max);
        let world = self.scope.world;
        let distances = cells.distances(world, &self.query(farthest), &mut output.statistics);
        for (entry, distance) in list.iter().zip(distances) {
            let pair = &mut pairs[entry.at];
            let mut beyond = distance.lower_bound;
            if beyond <= entry.reach {
                output.contacts.extend(super::pieces(&self.scope, pair.pieces));
                beyond = 0.0;
            }
            pair.beyond = beyond + self.travelled(pair.pieces);
        }
    }
}
