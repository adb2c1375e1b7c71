//! Which tetrahedra share a face: the table on which fans are walked.

use rayon::prelude::*;

use crate::Vec3;
use crate::mesh::{FACES, OUTSIDE, TetMesh};

/// The face belongs to one tetrahedron only: it is exposed.
pub(super) const EXPOSED: u32 = u32::MAX;

/// There is something behind the face, but no piece may grow through it: another region.
pub(super) const WALL: u32 = u32::MAX - 1;

/// Maximum number of tetrahedra: their faces are numbered in u32.
pub(super) const MAX_TETS: usize = (WALL / 4) as usize;

/// The six edges of a tetrahedron with positive volume, each as an even permutation `(a, b, c, d)`
/// of the corners: around the axis from `a` to `b`, the tetrahedron turns counterclockwise from
/// `c` to `d`.
pub(super) const EDGES: [[usize; 4]; 6] =
    [[0, 1, 2, 3], [0, 2, 3, 1], [0, 3, 1, 2], [1, 2, 0, 3], [1, 3, 2, 0], [2, 3, 0, 1]];

/// The tetrahedra of a mesh, and what lies behind their faces.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Neighbors {
    /// The corners of each tetrahedron; volumes are positive.
    pub(super) tets: Vec<[u32; 4]>,
    /// Behind the face opposite each corner: four times the neighbour plus the number of the same
    /// face there, or [`EXPOSED`], or [`WALL`].
    pub(super) across: Vec<[u32; 4]>,
}

impl Neighbors {
    /// The table of a mesh. Faces between different regions are walls.
    pub(super) fn new(mesh: &TetMesh) -> Self {
        let behind = mesh.neighbors();
        let code = |tet: u32, next: u32| {
            if next == OUTSIDE {
                return EXPOSED;
            }
            if mesh.regions()[tet as usize] != mesh.regions()[next as usize] {
                return WALL;
            }
            // Two tetrahedra have one face in common at most.
            let back = behind[next as usize].iter().position(|&other| other == tet);
            4 * next + back.expect("invariant: neighbours know each other") as u32
        };
        let across = behind.par_iter().enumerate();
        let across = across.map(|(tet, next)| next.map(|next| code(tet as u32, next))).collect();
        Self { tets: mesh.tets().to_vec(), across }
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

    /// The volume of a tetrahedron with the nodes at these positions.
    pub(super) fn volume(&self, nodes: &[[f64; 3]], tet: u32) -> f64 {
        let [a, b, c, d] = self.tets[tet as usize].map(|i| Vec3::from(nodes[i as usize]));
        (b - a).cross(&(c - a)).dot(&(d - a)) / 6.0
    }
}
