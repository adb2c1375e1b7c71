//! What a mesh of a scene consists of, in its own numbers: tetrahedra, exposed facets and pieces.

use std::ops::Range;

use super::Scene;
use super::body::Geometry;
use super::world::Span;
use crate::Vec3;
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
    /// assert!(scene.tets(block)?.eq(mesh.tets().iter().copied()));
    /// assert_eq!(scene.tet_elements(block)?, mesh.owners());
    /// assert_eq!(scene.tet_pieces(block)?.len(), 12);
    /// assert_eq!(scene.facets(block)?.len(), scene.facet_count(block)?);
    /// assert!(scene.facet_tets(block)?.all(|tet| tet < 12));
    /// # Ok::<(), gapkit::Error>(())
    /// ```
    ///
    /// # Errors
    /// If there is no such body.
    pub fn tets(&self, body: u32) -> Result<impl ExactSizeIterator<Item = [u32; 4]>, Error> {
        let Span { nodes, tets, .. } = self.span(body)?;
        let first = nodes.start as u32;
        Ok(self.world.tets[tets.clone()].iter().map(move |tet| tet.map(|node| node - first)))
    }

    /// The element that each tetrahedron of a mesh is a part of.
    ///
    /// # Errors
    /// If there is no such body.
    pub fn tet_elements(&self, body: u32) -> Result<&[u32], Error> {
        Ok(&self.world.elements[self.span(body)?.tets.clone()])
    }

    /// The convex piece that each tetrahedron of a mesh is in.
    ///
    /// # Errors
    /// If there is no such body.
    pub fn tet_pieces(&self, body: u32) -> Result<&[u32], Error> {
        Ok(match &self.body(body)?.geometry {
            Geometry::Mesh(mesh) => mesh.cells.tet_pieces(),
            Geometry::Shape(_) | Geometry::Plane(_) => &[],
        })
    }

    /// The exposed facets of a mesh by their nodes, counter-clockwise as seen from outside; none
    /// for shapes and planes.
    ///
    /// # Errors
    /// If there is no such body.
    pub fn facets(&self, body: u32) -> Result<impl ExactSizeIterator<Item = [u32; 3]>, Error> {
        let Span { nodes, facets, .. } = self.span(body)?;
        let first = nodes.start as u32;
        Ok(self.world.facets[facets.clone()].iter().map(move |facet| facet.map(|n| n - first)))
    }

    /// The tetrahedron that each exposed facet of a mesh belongs to; none for surfaces.
    ///
    /// # Errors
    /// If there is no such body.
    pub fn facet_tets(&self, body: u32) -> Result<impl ExactSizeIterator<Item = u32>, Error> {
        let span = self.span(body)?;
        let first = span.tets.start as u32;
        let facets = if span.is_hollow() { 0..0 } else { span.facets.clone() };
        Ok(self.world.facet_tets[facets].iter().map(move |tet| tet - first))
    }

    /// The element that each exposed facet of a mesh or surface belongs to.
    ///
    /// # Errors
    /// If there is no such body.
    pub fn facet_elements(&self, body: u32) -> Result<impl ExactSizeIterator<Item = u32>, Error> {
        let facets = self.span(body)?.facets.clone();
        Ok(self.world.facet_sides[facets].iter().map(|side| side.element))
    }

    /// How thick the layer over each exposed facet is, by which gaps are smaller: the thickness of
    /// its body, and of a shell half that of its face.
    ///
    /// # Errors
    /// If there is no such body.
    pub fn facet_layers(&self, body: u32) -> Result<impl ExactSizeIterator<Item = f64>, Error> {
        let facets = self.span(body)?.facets.clone();
        let whole = self.bodies[body as usize].options.thickness;
        Ok(self.world.facet_thinner[facets].iter().map(move |thinner| whole - thinner))
    }

    /// The nodes of a mesh where they were when it was added; none for shapes and planes.
    ///
    /// # Errors
    /// If there is no such body.
    pub fn rest_positions(&self, body: u32) -> Result<&[[f64; 3]], Error> {
        Ok(match &self.body(body)?.geometry {
            Geometry::Mesh(mesh) => &mesh.rest,
            Geometry::Shape(_) | Geometry::Plane(_) => &[],
        })
    }

    /// The nodes of all meshes, one body after the other, where they are now.
    #[must_use]
    pub fn all_positions(&self) -> &[[f64; 3]] {
        &self.world.nodes
    }

    /// The velocities of the nodes of all meshes, as they were set; 0 for the others.
    #[must_use]
    pub fn all_velocities(&self) -> &[Vec3] {
        &self.velocities
    }

    /// The nodes of a body among those of [`Scene::all_positions`].
    ///
    /// # Panics
    /// If there is no such body.
    #[must_use]
    pub fn node_range(&self, body: u32) -> Range<usize> {
        self.world.spans[body as usize].nodes.clone()
    }

    /// The corners of a facet among the nodes of all meshes.
    pub(crate) fn facet_corners(&self, body: u32, facet: u32) -> [u32; 3] {
        self.world.facets[self.world.spans[body as usize].facets.start + facet as usize]
    }

    fn span(&self, body: u32) -> Result<&Span, Error> {
        self.body(body)?;
        Ok(&self.world.spans[body as usize])
    }
}
