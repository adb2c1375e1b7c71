//! Faces of several kinds, as host codes have them.

use smallvec::SmallVec;

use crate::mesh::split;

/// The kind of a face. Nodes are in the order of VTK: the corners, then those on the edges 01, 12, ...,
/// then that in the middle.
///
/// Quadratic faces are cut at all of their nodes, as those of [`ElementKind`](crate::mesh::ElementKind)
/// are.
///
/// ```
/// use gapkit::mesh::FaceKind;
///
/// assert_eq!(FaceKind::of_vtk(23), Some(FaceKind::Quad8));
/// assert_eq!((FaceKind::Quad9.nodes(), FaceKind::Quad9.corners()), (9, 4));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum FaceKind {
    /// Triangle with three nodes.
    Tri3 = 5,
    /// Quadrangle with four nodes.
    Quad4 = 9,
    /// Triangle with nodes on its edges.
    Tri6 = 22,
    /// Quadrangle with nodes on its edges.
    Quad8 = 23,
    /// Quadrangle with nodes on its edges and one in the middle.
    Quad9 = 28,
}

impl FaceKind {
    /// Every kind.
    pub const ALL: [Self; 5] = [Self::Tri3, Self::Quad4, Self::Tri6, Self::Quad8, Self::Quad9];

    /// The kind with this number among the cell types of VTK.
    #[must_use]
    pub fn of_vtk(number: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| *kind as u8 == number)
    }

    /// How many nodes a face of this kind has.
    #[must_use]
    pub fn nodes(self) -> usize {
        match self {
            Self::Tri3 => 3,
            Self::Quad4 => 4,
            Self::Tri6 => 6,
            Self::Quad8 => 8,
            Self::Quad9 => 9,
        }
    }

    /// How many of its nodes are corners; they come first.
    #[must_use]
    pub fn corners(self) -> usize {
        if matches!(self, Self::Tri3 | Self::Tri6) { 3 } else { 4 }
    }

    /// What the kind is called in messages.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Tri3 => "triangle",
            Self::Quad4 => "quadrangle",
            Self::Tri6 => "quadratic triangle",
            Self::Quad8 => "quadratic quadrangle",
            Self::Quad9 => "biquadratic quadrangle",
        }
    }

    /// The triangles of a face of this kind, counterclockwise as it is.
    pub(super) fn triangles(self, nodes: &[u32]) -> SmallVec<[[u32; 3]; 8]> {
        match self {
            Self::Tri3 | Self::Quad4 => split::face_triangles(nodes).collect(),
            _ => split::quadratic_face_triangles(self.corners(), nodes),
        }
    }
}

/// Faces of several kinds, not checked yet; their nodes are numbered from 0.
///
/// ```
/// use gapkit::mesh::{FaceKind, Faces, SurfaceMesh};
///
/// // Half of a ring, bent about the y axis.
/// let (s, c) = (0.5_f64.sqrt(), 0.5_f64.sqrt());
/// let mut nodes = Vec::new();
/// for y in [0.0, 1.0] {
///     nodes.extend([[1.0, y, 0.0], [c, y, s], [0.0, y, 1.0]]);
/// }
/// nodes.extend([[1.0, 0.5, 0.0], [0.0, 0.5, 1.0]]);
/// let mut faces = Faces::default();
/// faces.push(FaceKind::Quad8, &[0, 2, 5, 3, 1, 7, 4, 6]);
/// let sheet = SurfaceMesh::open_of(nodes, &faces, &[0.1])?;
/// assert_eq!(sheet.facets().len(), 2 * 6);
/// # Ok::<(), gapkit::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Faces {
    kinds: Vec<FaceKind>,
    connectivity: Vec<u32>,
}

impl Faces {
    /// Adds a face.
    ///
    /// # Panics
    /// If it has more or fewer nodes than its kind.
    pub fn push(&mut self, kind: FaceKind, nodes: &[u32]) {
        assert_eq!(nodes.len(), kind.nodes(), "the nodes are not those of a {}", kind.name());
        self.kinds.push(kind);
        self.connectivity.extend(nodes);
    }

    /// How many faces there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// The kinds of the faces.
    #[must_use]
    pub fn kinds(&self) -> &[FaceKind] {
        &self.kinds
    }

    /// The kind and the nodes of each face.
    pub fn iter(&self) -> impl Iterator<Item = (FaceKind, &[u32])> {
        self.kinds.iter().scan(0, |at, kind| {
            let first = *at;
            *at += kind.nodes();
            Some((*kind, &self.connectivity[first..*at]))
        })
    }
}

/// Faces of four nodes, or three with the last twice.
impl From<&[[u32; 4]]> for Faces {
    fn from(list: &[[u32; 4]]) -> Self {
        let mut faces = Self::default();
        for face in list {
            if face[2] == face[3] {
                faces.push(FaceKind::Tri3, &face[..3]);
            } else {
                faces.push(FaceKind::Quad4, face);
            }
        }
        faces
    }
}
