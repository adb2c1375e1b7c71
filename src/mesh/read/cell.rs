//! Cells as the formats number and order them.

use crate::mesh::ElementKind;

/// What becomes of a cell of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cell {
    /// A volume element: its kind, the number of nodes in the file, of which the corners come
    /// first, and for each node that is kept its place in the file.
    Volume { kind: ElementKind, nodes: usize, order: &'static [u8] },
    /// Not a volume.
    Other,
    /// A volume that cannot be read.
    Unsupported,
}

const PLAIN: &[u8] = &[
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25,
    26,
];
/// The corners of a voxel run along x first, then y, then z.
const VOXEL: &[u8] = &[0, 1, 3, 2, 4, 5, 7, 6];
/// Gmsh has the last two edges of a quadratic tetrahedron in reverse order.
const GMSH_TET10: &[u8] = &[0, 1, 2, 3, 4, 5, 6, 7, 9, 8];
/// It has the edges of the others in the order of their corners, and the faces of these.
const GMSH_HEX27: &[u8] = &[
    0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 13, 9, 16, 18, 19, 17, 10, 12, 14, 15, 22, 23, 21, 24, 20, 25,
    26,
];
const GMSH_WEDGE18: &[u8] = &[0, 1, 2, 3, 4, 5, 6, 9, 7, 12, 14, 13, 8, 10, 11, 15, 17, 16];
const GMSH_PYRAMID13: &[u8] = &[0, 1, 2, 3, 4, 5, 8, 10, 6, 7, 9, 11, 12];
/// Nastran has the edges between the two ends of hexahedra and wedges before those of the other end.
const NASTRAN_HEX20: &[u8] =
    &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 16, 17, 18, 19, 12, 13, 14, 15];
const NASTRAN_WEDGE15: &[u8] = &[0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 13, 14, 9, 10, 11];

impl Cell {
    /// A volume whose nodes come in the usual order.
    pub(super) fn volume(kind: ElementKind, nodes: usize) -> Self {
        Self::Volume { kind, nodes, order: &PLAIN[..kind.nodes()] }
    }

    /// A volume all of whose nodes are kept.
    fn whole(kind: ElementKind) -> Self {
        Self::volume(kind, kind.nodes())
    }

    /// The cell with this number in VTK, which has `nodes` nodes in the file; the result has the
    /// number that it should have.
    pub(super) fn of_vtk(number: u8, given: usize) -> Self {
        // Gmsh writes quadratic pyramids under the number of the linear one.
        match (number, given) {
            (14, 13) => return Self::whole(ElementKind::Pyramid13),
            (14, 14) => return Self::volume(ElementKind::Pyramid5, given),
            _ => {}
        }
        if let Some(kind) = ElementKind::of_vtk(number) {
            return Self::whole(kind);
        }
        match number {
            11 => Self::Volume { kind: ElementKind::Hex8, nodes: 8, order: VOXEL },
            33 => Self::volume(ElementKind::Hex8, 24),
            37 => Self::volume(ElementKind::Pyramid5, 19),
            // Empty cells, points, lines, triangles, polygons and their quadratic kin.
            0..=9
            | 21..=23
            | 28
            | 30
            | 34..=36
            | 51
            | 56
            | 60
            | 61
            | 62
            | 66
            | 68..=70
            | 75..=77 => Self::Other,
            _ => Self::Unsupported,
        }
    }

    /// The cell with this number in Gmsh, and its number of nodes, which binary files need also for
    /// the cells that are left out.
    pub(super) fn of_gmsh(number: i32) -> Option<(Self, usize)> {
        use ElementKind::{
            Hex8, Hex20, Hex27, Pyramid5, Pyramid13, Tet4, Tet10, Wedge6, Wedge15, Wedge18,
        };
        let (kind, order) = match number {
            4 => (Tet4, PLAIN),
            5 => (Hex8, PLAIN),
            6 => (Wedge6, PLAIN),
            7 => (Pyramid5, PLAIN),
            11 => (Tet10, GMSH_TET10),
            12 => (Hex27, GMSH_HEX27),
            13 => (Wedge18, GMSH_WEDGE18),
            14 => return Some((Self::volume(Pyramid5, 14), 14)),
            17 => (Hex20, GMSH_HEX27),
            18 => (Wedge15, GMSH_WEDGE18),
            19 => (Pyramid13, GMSH_PYRAMID13),
            _ => return gmsh_other(number).map(|nodes| (Self::Other, nodes)),
        };
        let nodes = kind.nodes();
        Some((Self::Volume { kind, nodes, order: &order[..nodes] }, nodes))
    }

    /// The quadratic solid of Nastran with these corners.
    pub(super) fn of_nastran(linear: ElementKind) -> Self {
        let (kind, order) = match linear {
            ElementKind::Hex8 => (ElementKind::Hex20, NASTRAN_HEX20),
            ElementKind::Wedge6 => (ElementKind::Wedge15, NASTRAN_WEDGE15),
            ElementKind::Pyramid5 => (ElementKind::Pyramid13, PLAIN),
            _ => (ElementKind::Tet10, PLAIN),
        };
        let nodes = kind.nodes();
        Self::Volume { kind, nodes, order: &order[..nodes] }
    }

    /// The cell of this element type of Abaqus, by its family and its number of nodes.
    pub(super) fn of_abaqus(name: &str) -> Self {
        let name = name.to_ascii_uppercase();
        let solid =
            ["C3D", "DC3D", "DCC3D", "AC3D"].iter().find_map(|head| name.strip_prefix(head));
        let Some(suffix) = solid else { return Self::Other };
        let digits = suffix.len() - suffix.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        match suffix[..digits].parse() {
            Ok(4) => Self::whole(ElementKind::Tet4),
            Ok(5) => Self::whole(ElementKind::Pyramid5),
            Ok(6) => Self::whole(ElementKind::Wedge6),
            Ok(8) => Self::whole(ElementKind::Hex8),
            Ok(10) => Self::whole(ElementKind::Tet10),
            Ok(15) => Self::whole(ElementKind::Wedge15),
            Ok(20) => Self::whole(ElementKind::Hex20),
            _ => Self::Unsupported,
        }
    }
}

/// The number of nodes of points, lines, triangles and quadrangles of Gmsh.
fn gmsh_other(number: i32) -> Option<usize> {
    Some(match number {
        15 => 1,
        1 => 2,
        2 | 8 => 3,
        3 | 26 => 4,
        27 => 5,
        9 | 28 => 6,
        16 => 8,
        10 | 20 => 9,
        21 => 10,
        22 | 24 => 12,
        23 | 25 => 15,
        36 => 16,
        37 => 25,
        38 => 36,
        _ => return None,
    })
}
