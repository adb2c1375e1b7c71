//! Which tetrahedra share a face.

use super::check::{self, Names};
use super::grouped::grouped;
use crate::error::Error;
use crate::error::Fault;

/// What [`neighbors`] has where there is no tetrahedron.
pub const OUTSIDE: u32 = u32::MAX;

/// The local nodes of the faces of a tetrahedron: face `i` is opposite node `i`, and its nodes are
/// counterclockwise as seen from outside.
///
/// ```
/// let tet: [u32; 4] = [10, 11, 12, 13];
/// assert_eq!(gapkit::mesh::FACES[3].map(|local| tet[local]), [10, 12, 11]);
/// ```
pub const FACES: [[usize; 3]; 4] = [[1, 2, 3], [0, 3, 2], [0, 1, 3], [0, 2, 1]];

/// The tetrahedra behind the four faces of each tetrahedron, in the order of [`FACES`], or
/// [`OUTSIDE`]. Volumes must be positive, as those of a [`TetMesh`](super::TetMesh) are.
///
/// It takes linear time for meshes as they are, and node numbers may be sparse.
///
/// ```
/// use gapkit::mesh::{OUTSIDE, neighbors};
///
/// let found = neighbors(&[[0, 1, 2, 3], [1, 2, 3, 4]])?;
/// assert_eq!(found[0], [1, OUTSIDE, OUTSIDE, OUTSIDE]);
/// assert_eq!(found[1], [OUTSIDE, OUTSIDE, OUTSIDE, 0]);
/// # Ok::<(), gapkit::Error>(())
/// ```
///
/// # Errors
/// Names a face that belongs to more than two tetrahedra, or to two that lie on the same side of
/// it.
pub fn neighbors(tets: &[[u32; 4]]) -> Result<Vec<[u32; 4]>, Error> {
    check::limit("tetrahedra", tets.len(), check::MAX_TETS)?;
    join(tets).map_err(|clash| clash.fault(Names::TETS, |tet| tet).into())
}

/// Tetrahedra that cannot all be there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Clash {
    pub(super) face: [u32; 3],
    pub(super) first: u32,
    pub(super) second: u32,
    /// The third, if the first two are on different sides.
    pub(super) third: Option<u32>,
}

impl Clash {
    /// The fault, by the elements that own the tetrahedra.
    pub(super) fn fault(self, names: Names<'_>, owner: impl Fn(u32) -> u32) -> Fault {
        let Self { face, first, second, third } = self;
        let name = |tet: u32| names.name(owner(tet) as usize);
        let (face, a, b) = (names.nodes(face), name(first), name(second));
        match third {
            Some(third) => Fault::Crowded { face, a, b, c: name(third) },
            None => Fault::SameSide { face, first: a, second: b },
        }
    }
}

/// The neighbours of every tetrahedron, or the first clash in the order of the faces.
pub(super) fn join(tets: &[[u32; 4]]) -> Result<Vec<[u32; 4]>, Clash> {
    let mut first = None;
    let neighbors = join_all(tets, |clash| {
        first.get_or_insert(clash);
    });
    first.map_or(Ok(neighbors), Err)
}

/// The neighbours of every tetrahedron across the faces without a clash; the others are told.
pub(super) fn join_all(tets: &[[u32; 4]], mut tell: impl FnMut(Clash)) -> Vec<[u32; 4]> {
    let face = |id: usize| FACES[id % 4].map(|local| tets[id / 4][local]);
    let faces = grouped(4 * tets.len(), |id| {
        let mut nodes = face(id);
        nodes.sort_unstable();
        nodes
    });
    let mut neighbors = vec![[OUTSIDE; 4]; tets.len()];
    for run in faces.chunk_by(|a, b| a.0 == b.0) {
        let &[(nodes, a), (_, b), ..] = run else { continue };
        let (first, second) = (a / 4, b / 4);
        let third = run.get(2).map(|&(_, c)| c / 4);
        if third.is_some() || even(face(a as usize)) == even(face(b as usize)) {
            tell(Clash { face: nodes, first, second, third });
            continue;
        }
        neighbors[first as usize][a as usize % 4] = second;
        neighbors[second as usize][b as usize % 4] = first;
    }
    neighbors
}

/// Whether an even number of swaps sorts the nodes: seen from its two sides, a face differs in
/// this.
fn even([a, b, c]: [u32; 3]) -> bool {
    !((a < b) ^ (b < c) ^ (c < a))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rotations_are_even_and_swaps_are_odd() {
        assert!(even([1, 2, 3]) && even([2, 3, 1]) && even([3, 1, 2]));
        assert!(!even([2, 1, 3]) && !even([1, 3, 2]) && !even([3, 2, 1]));
    }

    #[test]
    fn sparse_node_numbers_make_no_difference() {
        let far = u32::MAX - 1;
        let found = neighbors(&[[0, 7, far, 3_000_000_000], [7, far, 3_000_000_000, 5]]).unwrap();
        assert_eq!(found, [[1, OUTSIDE, OUTSIDE, OUTSIDE], [OUTSIDE, OUTSIDE, OUTSIDE, 0]]);
    }

    #[test]
    fn a_third_tetrahedron_at_a_face_is_refused() {
        let text = neighbors(&[[0, 1, 2, 3], [0, 2, 1, 4], [0, 1, 2, 5]]).unwrap_err().to_string();
        assert!(text.contains("[0, 1, 2]"), "{text}");
        for tet in ["tetrahedron 0", "tetrahedron 1", "tetrahedron 2"] {
            assert!(text.contains(tet), "{text}");
        }
    }

    #[test]
    fn two_tetrahedra_on_the_same_side_of_a_face_are_refused() {
        let text = neighbors(&[[0, 1, 2, 3], [0, 1, 2, 4]]).unwrap_err().to_string();
        assert!(text.contains("overlap") && text.contains("[0, 1, 2]"), "{text}");
    }
}
