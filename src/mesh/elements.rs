//! Elements of several kinds, as files and host codes have them.

/// The kind of a volume element. Nodes are in the order of VTK, in which volumes are positive:
///
/// | kind | order |
/// |---|---|
/// | `Tet4` | 0, 1, 2 are clockwise as seen from outside, 3 is behind them |
/// | `Hex8` | 0, 1, 2, 3 are clockwise as seen from outside; 4, 5, 6, 7 are opposite to them |
/// | `Wedge6` | 3, 4, 5 are opposite to 0, 1, 2, in either sense |
/// | `Pyramid5` | 0, 1, 2, 3 are clockwise as seen from outside; 4 is the apex |
/// | `Tet10` | the corners, then the nodes on the edges 01, 12, 20, 03, 13, 23 |
/// | `Hex20` | the corners, then 01, 12, 23, 30, 45, 56, 67, 74, 04, 15, 26, 37 |
/// | `Wedge15` | the corners, then 01, 12, 20, 34, 45, 53, 03, 14, 25 |
/// | `Pyramid13` | the corners, then 01, 12, 23, 30, 04, 14, 24, 34 |
/// | `Hex27` | those of `Hex20`, then on the faces 0473, 1265, 0154, 3762, 0321, 4567, then inside |
/// | `Wedge18` | those of `Wedge15`, then on the faces 0143, 1254, 2035 |
///
/// Quadratic elements are cut at all of their nodes: a face of six nodes into four triangles, one of
/// eight into six, one of nine into eight. Between these the surface is flat, and what acts on it is
/// shared by the nodes of the triangle, those on edges among them.
///
/// Wedges are found in both senses, and nothing in a file tells in which:
///
/// | seen from outside, 0, 1, 2 are | by |
/// |---|---|
/// | clockwise | Abaqus; Gmsh and meshio in all their formats but VTK, and their quadratic wedges also there; the parametric coordinates and the mesh sources of VTK, and with it pyvista's |
/// | counterclockwise | the documentation and the face tables of VTK; Gmsh and meshio in VTK files |
///
/// Both are right, so a wedge that is positive in one of them is taken as it is. One that is
/// positive in neither is distorted and refused.
///
/// ```
/// use gapkit::mesh::ElementKind;
///
/// assert_eq!(ElementKind::of_vtk(12), Some(ElementKind::Hex8));
/// assert_eq!(ElementKind::Tet10.nodes(), 10);
/// assert_eq!(ElementKind::Tet10.corners(), 4);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum ElementKind {
    /// Tetrahedron with four nodes.
    Tet4 = 10,
    /// Hexahedron with eight nodes.
    Hex8 = 12,
    /// Wedge (prism) with six nodes.
    Wedge6 = 13,
    /// Pyramid with five nodes.
    Pyramid5 = 14,
    /// Tetrahedron with nodes on its edges.
    Tet10 = 24,
    /// Hexahedron with nodes on its edges.
    Hex20 = 25,
    /// Wedge with nodes on its edges.
    Wedge15 = 26,
    /// Pyramid with nodes on its edges.
    Pyramid13 = 27,
    /// Hexahedron with nodes on its edges and faces and one inside.
    Hex27 = 29,
    /// Wedge with nodes on its edges and on its quadrangles.
    Wedge18 = 32,
}

impl ElementKind {
    /// Every kind.
    pub const ALL: [Self; 10] = [
        Self::Tet4,
        Self::Hex8,
        Self::Wedge6,
        Self::Pyramid5,
        Self::Tet10,
        Self::Hex20,
        Self::Wedge15,
        Self::Pyramid13,
        Self::Hex27,
        Self::Wedge18,
    ];

    /// The kind with this number among the cell types of VTK.
    #[must_use]
    pub fn of_vtk(number: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| *kind as u8 == number)
    }

    /// How many nodes an element of this kind has.
    #[must_use]
    pub fn nodes(self) -> usize {
        match self {
            Self::Tet4 => 4,
            Self::Hex8 => 8,
            Self::Wedge6 => 6,
            Self::Pyramid5 => 5,
            Self::Tet10 => 10,
            Self::Hex20 => 20,
            Self::Wedge15 => 15,
            Self::Pyramid13 => 13,
            Self::Hex27 => 27,
            Self::Wedge18 => 18,
        }
    }

    /// How many of its nodes are corners; they come first.
    #[must_use]
    pub fn corners(self) -> usize {
        self.linear().nodes()
    }

    /// The kind of which it has the corners.
    pub(super) fn linear(self) -> Self {
        match self {
            Self::Tet4 | Self::Tet10 => Self::Tet4,
            Self::Hex8 | Self::Hex20 | Self::Hex27 => Self::Hex8,
            Self::Wedge6 | Self::Wedge15 | Self::Wedge18 => Self::Wedge6,
            Self::Pyramid5 | Self::Pyramid13 => Self::Pyramid5,
        }
    }

    /// The edges, by their corners, in the order of the nodes on them.
    pub(super) fn edges(self) -> &'static [[u8; 2]] {
        match self.linear() {
            Self::Hex8 => &[
                [0, 1],
                [1, 2],
                [2, 3],
                [3, 0],
                [4, 5],
                [5, 6],
                [6, 7],
                [7, 4],
                [0, 4],
                [1, 5],
                [2, 6],
                [3, 7],
            ],
            Self::Wedge6 => {
                &[[0, 1], [1, 2], [2, 0], [3, 4], [4, 5], [5, 3], [0, 3], [1, 4], [2, 5]]
            }
            Self::Pyramid5 => &[[0, 1], [1, 2], [2, 3], [3, 0], [0, 4], [1, 4], [2, 4], [3, 4]],
            _ => &[[0, 1], [1, 2], [2, 0], [0, 3], [1, 3], [2, 3]],
        }
    }

    /// Whether the mirrored order is as good as the other, so that a negative volume is no fault.
    pub(super) fn has_two_orders(self) -> bool {
        self.linear() == Self::Wedge6
    }

    /// What the kind is called in messages.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Tet4 => "tetrahedron",
            Self::Hex8 => "hexahedron",
            Self::Wedge6 => "wedge",
            Self::Pyramid5 => "pyramid",
            Self::Tet10 => "quadratic tetrahedron",
            Self::Hex20 => "quadratic hexahedron",
            Self::Wedge15 => "quadratic wedge",
            Self::Pyramid13 => "quadratic pyramid",
            Self::Hex27 => "triquadratic hexahedron",
            Self::Wedge18 => "biquadratic wedge",
        }
    }
}

/// A mesh of volume elements, not checked yet.
///
/// `node_numbers`, `numbers` and `regions` may be empty: nodes and elements are then called by
/// their index, and all belong to region 0.
///
/// ```
/// use gapkit::mesh::{ElementKind, Elements};
///
/// let mut elements = Elements::default();
/// elements.nodes = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
/// elements.push(ElementKind::Tet4, &[0, 1, 2, 3], 17, 0);
/// assert_eq!(elements.kinds.len(), 1);
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Elements {
    /// The coordinates of the nodes.
    pub nodes: Vec<[f64; 3]>,
    /// The number by which the host or the file calls each node, for messages.
    pub node_numbers: Vec<u64>,
    /// The kind of each element.
    pub kinds: Vec<ElementKind>,
    /// The nodes of all elements, one after the other; numbers count from 0.
    pub connectivity: Vec<u32>,
    /// The number by which the host or the file calls each element.
    pub numbers: Vec<u64>,
    /// The body, region, part or material of each element.
    pub regions: Vec<u32>,
}

impl Elements {
    /// Adds an element. A mesh either numbers all of its elements or none.
    pub fn push(&mut self, kind: ElementKind, nodes: &[u32], number: u64, region: u32) {
        debug_assert_eq!(nodes.len(), kind.nodes());
        self.kinds.push(kind);
        self.connectivity.extend(nodes);
        self.numbers.push(number);
        self.regions.push(region);
    }

    /// Where the nodes of each element begin in the connectivity.
    pub(super) fn starts(&self) -> Vec<usize> {
        let next = |at: &mut usize, kind: &ElementKind| {
            let start = *at;
            *at += kind.nodes();
            Some(start)
        };
        self.kinds.iter().scan(0, next).collect()
    }
}
