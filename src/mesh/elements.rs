//! Elements of several kinds, as files and host codes have them.

/// The kind of a volume element. Nodes are in the order of VTK, in which volumes are positive:
///
/// | kind | order |
/// |---|---|
/// | `Tet4`, `Tet10` | 0, 1, 2 are clockwise as seen from outside, 3 is behind them; then the nodes of the edges |
/// | `Hex8` | 0, 1, 2, 3 are clockwise as seen from outside; 4, 5, 6, 7 are opposite to them |
/// | `Wedge6` | 3, 4, 5 are opposite to 0, 1, 2, in either sense |
/// | `Pyramid5` | 0, 1, 2, 3 are clockwise as seen from outside; 4 is the apex |
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
    /// Tetrahedron with ten nodes, of which only the corners take part.
    Tet10 = 24,
}

impl ElementKind {
    /// Every kind.
    pub const ALL: [Self; 5] = [Self::Tet4, Self::Hex8, Self::Wedge6, Self::Pyramid5, Self::Tet10];

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
        }
    }

    /// How many of its nodes are corners; they come first.
    #[must_use]
    pub fn corners(self) -> usize {
        match self {
            Self::Tet10 => 4,
            _ => self.nodes(),
        }
    }

    /// Whether the mirrored order is as good as the other, so that a negative volume is no fault.
    pub(super) fn has_two_orders(self) -> bool {
        self == Self::Wedge6
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
