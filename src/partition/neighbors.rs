//! Which tetrahedra share a face: the table on which fans are walked.

use rayon::prelude::*;

use super::hinge::is_positive;

/// The face belongs to one tetrahedron only: it is exposed.
pub(super) const EXPOSED: u32 = u32::MAX;

/// There is something behind the face, but no piece may grow through it: another region, or more
/// than two tetrahedra at one face.
pub(super) const WALL: u32 = u32::MAX - 1;

/// More tetrahedra than this have no room for their face numbers.
pub(super) const MOST_TETS: usize = (WALL / 4) as usize;

/// The six edges of a tetrahedron with positive volume, each as an even permutation `(a, b, c, d)`
/// of the corners: around the axis from `a` to `b`, the tetrahedron turns counterclockwise from
/// `c` to `d`.
pub(super) const EDGES: [[usize; 4]; 6] =
    [[0, 1, 2, 3], [0, 2, 3, 1], [0, 3, 1, 2], [1, 2, 0, 3], [1, 3, 2, 0], [2, 3, 0, 1]];

/// The face opposite each corner, counterclockwise as seen from outside.
pub(super) const FACES: [[usize; 3]; 4] = [[1, 2, 3], [0, 3, 2], [0, 1, 3], [0, 2, 1]];

/// The tetrahedra with positive orientation, and what lies behind their faces.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Neighbors {
    /// The corners of each tetrahedron, in an order that makes its volume positive.
    pub(super) tets: Vec<[u32; 4]>,
    /// Behind the face opposite each corner: four times the neighbour plus the number of the same
    /// face there, or [`EXPOSED`], or [`WALL`].
    pub(super) across: Vec<[u32; 4]>,
}

impl Neighbors {
    /// The table of these tetrahedra. Faces between different regions are walls.
    pub(super) fn new(nodes: &[[f64; 3]], tets: &[[u32; 4]], regions: &[u32]) -> Self {
        let tets: Vec<[u32; 4]> = tets
            .par_iter()
            .map(|&[a, b, c, d]| {
                let corners = [a, b, c, d].map(|i| nodes[i as usize]);
                if is_positive(corners) { [a, b, c, d] } else { [a, b, d, c] }
            })
            .collect();
        let across = pair_faces(nodes.len(), &tets, regions);
        Self { tets, across }
    }

    pub(super) fn len(&self) -> usize {
        self.tets.len()
    }

    /// The outward face of a tetrahedron opposite a corner.
    pub(super) fn face(&self, tet: u32, corner: usize) -> [u32; 3] {
        FACES[corner].map(|i| self.tets[tet as usize][i])
    }

    /// How many faces of a tetrahedron are exposed.
    pub(super) fn exposed(&self, tet: u32) -> usize {
        self.across[tet as usize].iter().filter(|&&code| code == EXPOSED).count()
    }
}

/// A face as it waits for its other side: its two larger nodes, and its number.
type Waiting = (u32, u32, u32);

/// Pairs equal faces. They are dealt by their smallest node, which takes linear time; what meets at
/// one node is sorted.
fn pair_faces(nodes: usize, tets: &[[u32; 4]], regions: &[u32]) -> Vec<[u32; 4]> {
    let mut first = vec![0_u32; nodes + 1];
    for (_, [least, ..]) in faces(tets) {
        first[least as usize + 1] += 1;
    }
    for i in 0..nodes {
        first[i + 1] += first[i];
    }
    let mut fill = first.clone();
    let mut waiting: Vec<Waiting> = vec![(0, 0, 0); 4 * tets.len()];
    for (code, [least, middle, most]) in faces(tets) {
        let slot = &mut fill[least as usize];
        waiting[*slot as usize] = (middle, most, code);
        *slot += 1;
    }
    let mut across = vec![[EXPOSED; 4]; tets.len()];
    for i in 0..nodes {
        let bucket = &mut waiting[first[i] as usize..first[i + 1] as usize];
        bucket.sort_unstable();
        for same in bucket.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            join(same, regions, &mut across);
        }
    }
    across
}

/// Every face with its number and its nodes in ascending order.
fn faces(tets: &[[u32; 4]]) -> impl Iterator<Item = (u32, [u32; 3])> {
    tets.iter().zip(0_u32..).flat_map(|(tet, number)| {
        FACES.into_iter().zip(0_u32..).map(move |(face, corner)| {
            let mut nodes = face.map(|i| tet[i]);
            nodes.sort_unstable();
            (4 * number + corner, nodes)
        })
    })
}

fn join(same: &[Waiting], regions: &[u32], across: &mut [[u32; 4]]) {
    let region = |code: u32| regions.get(code as usize / 4);
    let mut set = |code: u32, to: u32| across[code as usize / 4][code as usize % 4] = to;
    match *same {
        [_] => {}
        [(.., one), (.., two)] if region(one) == region(two) => {
            set(one, two);
            set(two, one);
        }
        _ => same.iter().for_each(|&(.., code)| set(code, WALL)),
    }
}
