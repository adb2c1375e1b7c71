//! Bodies of which only a part is here: the tetrahedra behind some of the exposed facets of a mesh.
//!
//! Surface contacts are functions of facets and of the facets around nodes, so what is missing
//! elsewhere changes none of those that have all of that here. The border of such a part is open.

use super::Scene;
use super::body::{BodyOptions, Geometry, MeshBody};
use super::mesh_parts::MeshParts;
use crate::error::Error;
use crate::mesh::TetMesh;

impl Scene {
    /// Adds a mesh of which only some of the outer faces are exposed: those of each tetrahedron
    /// whose bit is set, in the order of [`FACES`](crate::mesh::FACES). For scenes that do not look
    /// for deep overlaps.
    pub(crate) fn add_excerpt(
        &mut self,
        mesh: &TetMesh,
        exposed: &[u8],
        options: BodyOptions,
    ) -> Result<u32, Error> {
        self.check_number(&options)?;
        self.threads.check()?;
        let partition = self.config.partition();
        let body = self.threads.install(|| MeshBody::new(mesh, &partition))?;
        let parts = self.threads.install(|| MeshParts::of_excerpt(mesh, exposed));
        Ok(self.add(Geometry::Mesh(Box::new(body)), Some(&parts), options))
    }

    /// A scene without bodies on the same threads.
    pub(crate) fn emptied(self) -> Self {
        Self::with_threads(self.config, self.threads)
    }
}
