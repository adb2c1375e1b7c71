//! Elements of several kinds, as files and host codes have them.

/// The kind of a volume element. Nodes are in the order of VTK.
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
}

/// A mesh of volume elements, not checked yet.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Elements {
    /// The coordinates of the nodes.
    pub nodes: Vec<[f64; 3]>,
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
    /// Adds an element.
    pub fn push(&mut self, kind: ElementKind, nodes: &[u32], number: u64, region: u32) {
        debug_assert_eq!(nodes.len(), kind.nodes());
        self.kinds.push(kind);
        self.connectivity.extend(nodes);
        self.numbers.push(number);
        self.regions.push(region);
    }
}
