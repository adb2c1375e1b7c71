//! How large the bodies of a scene are.

use super::Scene;
use super::body::Geometry;
use crate::error::Error;

impl Scene {
    /// How many exposed facets a mesh has; none for shapes and planes.
    ///
    /// ```
    /// use gapkit::mesh::bodies;
    /// use gapkit::scene::{BodyOptions, Config, Scene};
    ///
    /// let mut scene = Scene::new(Config::new(0.01)?)?;
    /// let mesh = bodies::block([2, 1, 1], [2.0, 1.0, 1.0])?;
    /// let block = scene.add_mesh(&mesh, BodyOptions::default())?;
    /// assert_eq!(scene.facet_count(block)?, 20);
    /// assert!((1..=12).contains(&scene.piece_count(block)?));
    /// # Ok::<(), gapkit::Error>(())
    /// ```
    ///
    /// # Errors
    /// If there is no such body.
    pub fn facet_count(&self, body: u32) -> Result<usize, Error> {
        self.body(body)?;
        Ok(self.world.spans[body as usize].facets.len())
    }

    /// How many convex pieces a body has; shapes and planes are one.
    ///
    /// # Errors
    /// If there is no such body.
    pub fn piece_count(&self, body: u32) -> Result<usize, Error> {
        Ok(match &self.body(body)?.geometry {
            Geometry::Mesh(mesh) => mesh.cells.len(),
            Geometry::Shape(_) | Geometry::Plane(_) => 1,
        })
    }
}
