//! A mesh of tetrahedra.

use crate::error::{Error, ErrorKind, check_points};

/// Tetrahedra that were checked: finite nodes, indices in range, positive volumes.
#[derive(Debug, Clone, PartialEq)]
pub struct TetMesh {
    nodes: Vec<[f64; 3]>,
    tets: Vec<[u32; 4]>,
    /// The element that each tetrahedron comes from, as an index into the elements.
    owners: Vec<u32>,
    /// The body or region of each tetrahedron.
    regions: Vec<u32>,
}

impl TetMesh {
    /// A mesh of these tetrahedra, in one region.
    ///
    /// # Errors
    /// Names the node that is not finite, or the tetrahedron that refers to no node.
    pub fn new(nodes: Vec<[f64; 3]>, tets: Vec<[u32; 4]>) -> Result<Self, Error> {
        check_points("mesh", &nodes)?;
        let count = nodes.len();
        for (tet, corners) in tets.iter().enumerate() {
            if let Some(&node) = corners.iter().find(|&&node| node as usize >= count) {
                return Err(ErrorKind::TetIndex { tet, node, count }.into());
            }
        }
        let owners = (0..tets.len() as u32).collect();
        let regions = vec![0; tets.len()];
        Ok(Self { nodes, tets, owners, regions })
    }

    /// The coordinates of the nodes.
    #[must_use]
    pub fn nodes(&self) -> &[[f64; 3]] {
        &self.nodes
    }

    /// The nodes of each tetrahedron: the fourth is on the side of the first three from which they
    /// appear clockwise, so that the volume is positive as VTK has it.
    #[must_use]
    pub fn tets(&self) -> &[[u32; 4]] {
        &self.tets
    }

    /// The index of the element that each tetrahedron comes from.
    #[must_use]
    pub fn owners(&self) -> &[u32] {
        &self.owners
    }

    /// The body or region of each tetrahedron.
    #[must_use]
    pub fn regions(&self) -> &[u32] {
        &self.regions
    }
}
