//! What a mesh of a scene consists of, in its own numbers: tetrahedra, exposed facets and pieces.

use super::Scene;
use super::body::{Geometry, MeshBody};
use crate::error::Error;

impl Scene {
    /// The tetrahedra of a mesh by their nodes; none for shapes and planes.
    ///
    /// ```
    /// use gapkit::mesh::bodies;
    /// use gapkit::scene::{BodyOptions, Config, Scene};
    ///
    /// let mut scene = Scene::new(Config::new(0.01)?)?;
    /// let mesh = bodies::block([2, 1, 1], [2.0, 1.0, 1.0])?;
    /// let block = scene.add_mesh(&mesh, BodyOptions::default())?;
    /// assert_eq!(scene.tets(block)?, mesh.tets());
    /// assert_eq!(scene.tet_elements(block)?, mesh.owners());
    /// assert_eq!(scene.tet_pieces(block)?.len(), 12);
    /// assert_eq!(scene.facets(block)?.len(), scene.facet_count(block)?);
    /// assert_eq!(scene.facet_tets(block)?.len(), 20);
    /// # Ok::<(), gapkit::Error>(())
    /// ```
    ///
    /// # Errors
    /// If there is no such body.
    pub fn tets(&self, body: u32) -> Result<&[[u32; 4]], Error> {
        Ok(self.any_mesh(body)?.map_or(&[], |mesh| &mesh.tets))
    }

    /// The element that each tetrahedron of a mesh is a part of.
    ///
    /// # Errors
    /// If there is no such body.
    pub fn tet_elements(&self, body: u32) -> Result<&[u32], Error> {
        Ok(self.any_mesh(body)?.map_or(&[], |mesh| &mesh.owners))
    }

    /// The convex piece that each tetrahedron of a mesh is in.
    ///
    /// # Errors
    /// If there is no such body.
    pub fn tet_pieces(&self, body: u32) -> Result<&[u32], Error> {
        Ok(self.any_mesh(body)?.map_or(&[], |mesh| mesh.partition.owners()))
    }

    /// The exposed facets of a mesh by their nodes, counter-clockwise as seen from outside; none
    /// for shapes and planes.
    ///
    /// # Errors
    /// If there is no such body.
    pub fn facets(&self, body: u32) -> Result<&[[u32; 3]], Error> {
        Ok(self.any_mesh(body)?.map_or(&[], |mesh| &mesh.surface.facets))
    }

    /// The tetrahedron that each exposed facet of a mesh belongs to.
    ///
    /// # Errors
    /// If there is no such body.
    pub fn facet_tets(&self, body: u32) -> Result<&[u32], Error> {
        Ok(self.any_mesh(body)?.map_or(&[], |mesh| &mesh.surface.tets))
    }

    fn any_mesh(&self, body: u32) -> Result<Option<&MeshBody>, Error> {
        Ok(match &self.body(body)?.geometry {
            Geometry::Mesh(mesh) => Some(mesh),
            Geometry::Shape(_) | Geometry::Plane(_) => None,
        })
    }
}
