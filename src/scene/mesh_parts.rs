//! What the world takes of a mesh, a part of one, or a skin.

use super::surface::Surface;
use crate::mesh::{BeamMesh, SurfaceMesh, TetMesh};

/// A mesh that is added: its nodes with their numbers, its tetrahedra with their elements, and its
/// surface.
pub(super) struct MeshParts<'a> {
    pub(super) nodes: &'a [[f64; 3]],
    pub(super) node_numbers: Vec<u64>,
    pub(super) tets: &'a [[u32; 4]],
    pub(super) tet_elements: &'a [u32],
    pub(super) surface: Surface,
    pub(super) beams: Option<&'a BeamMesh>,
}

impl<'a> MeshParts<'a> {
    pub(super) fn of_mesh(mesh: &'a TetMesh) -> Self {
        Self::with_surface(mesh, Surface::new(mesh))
    }

    /// A mesh of which only some outer faces are exposed.
    pub(super) fn of_excerpt(mesh: &'a TetMesh, exposed: &[u8]) -> Self {
        Self::with_surface(mesh, Surface::of_excerpt(mesh, exposed))
    }

    fn with_surface(mesh: &'a TetMesh, surface: Surface) -> Self {
        let numbers = (0..mesh.nodes().len() as u32).map(|node| mesh.node_number(node));
        Self {
            nodes: mesh.nodes(),
            node_numbers: numbers.collect(),
            tets: mesh.tets(),
            tet_elements: mesh.owners(),
            surface,
            beams: None,
        }
    }

    pub(super) fn of_skin(skin: &'a SurfaceMesh) -> Self {
        let numbers = (0..skin.nodes().len() as u32).map(|node| skin.node_number(node));
        Self {
            nodes: skin.nodes(),
            node_numbers: numbers.collect(),
            tets: &[],
            tet_elements: &[],
            surface: Surface::of_skin(skin),
            beams: None,
        }
    }

    pub(super) fn of_beams(beams: &'a BeamMesh) -> Self {
        let numbers = (0..beams.nodes().len() as u32).map(|node| beams.node_number(node));
        Self {
            nodes: beams.nodes(),
            node_numbers: numbers.collect(),
            tets: &[],
            tet_elements: &[],
            surface: Surface::none(beams.nodes().len(), true),
            beams: Some(beams),
        }
    }
}
