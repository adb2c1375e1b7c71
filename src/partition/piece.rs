//! A piece, as a view into its partition.

use super::surface::Surfaces;

/// A facet of the boundary of the mesh.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Facet {
    /// Its nodes, counterclockwise as seen from outside.
    pub nodes: [u32; 3],
    /// The tetrahedron that it belongs to.
    pub tet: u32,
}

/// A piece of a partition: a face-connected set of tetrahedra.
#[derive(Debug, Clone, Copy)]
pub struct Piece<'a> {
    pub(super) surfaces: &'a Surfaces,
    pub(super) tets: &'a [u32],
    pub(super) number: usize,
}

impl<'a> Piece<'a> {
    /// The tetrahedra, as indices into the mesh, in ascending order.
    #[must_use]
    pub fn tets(&self) -> &'a [u32] {
        self.tets
    }

    /// The nodes on the surface of the piece, as indices into the mesh, in ascending order. The
    /// hull of these nodes holds the piece however it is deformed.
    #[must_use]
    pub fn vertices(&self) -> &'a [u32] {
        self.surfaces.vertices.of(self.number)
    }

    /// The vertices next to one, both as positions in [`Piece::vertices`]: those at the other end
    /// of an edge of the surface, and those at the other end of the chord over a reflex hinge.
    /// On a convex piece a climb from any vertex ends at the farthest one, unless it starts inside
    /// a flat side that is level and faces the opposite direction.
    ///
    /// # Panics
    /// If there is no such vertex.
    #[must_use]
    pub fn neighbours(&self, vertex: usize) -> &'a [u32] {
        assert!(vertex < self.vertices().len(), "vertex {vertex} of {}", self.vertices().len());
        self.surfaces.neighbours.of(self.surfaces.vertices.start(self.number) + vertex)
    }

    /// The facets on the boundary of the mesh.
    #[must_use]
    pub fn exposed(&self) -> &'a [Facet] {
        self.surfaces.exposed.of(self.number)
    }

    /// Whether the piece has a part of the boundary of the mesh. Others cannot touch anything.
    #[must_use]
    pub fn is_active(&self) -> bool {
        !self.exposed().is_empty()
    }

    /// The hinges between tetrahedra, `(a, b, x, y)` as nodes: the edge `ab` of the surface and
    /// the far corners of its two facets. Only edges at which several tetrahedra of the piece
    /// meet are among them, since one alone is never reflex.
    #[must_use]
    pub fn hinges(&self) -> &'a [[u32; 4]] {
        self.surfaces.hinges.of(self.number)
    }
}
