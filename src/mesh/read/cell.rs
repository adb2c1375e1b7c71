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

const PLAIN: &[u8] = &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
/// The corners of a voxel run along x first, then y, then z.
const VOXEL: &[u8] = &[0, 1, 3, 2, 4, 5, 7, 6];
/// Gmsh has the last two edges of a quadratic tetrahedron in reverse order.
const GMSH_TET10: &[u8] = &[0, 1, 2, 3, 4, 5, 6, 7, 9, 8];

impl Cell {
    /// A volume whose nodes come in the usual order.
    pub(super) fn volume(kind: ElementKind, nodes: usize) -> Self {
        Self::Volume { kind, nodes, order: &PLAIN[..kind.nodes()] }
    }

    /// The cell with this number in VTK, which has `nodes` nodes in the file; the result has the
    /// number that it should have.
    pub(super) fn of_vtk(number: u8, given: usize) -> Self {
        // Gmsh writes quadratic pyramids under the number of the linear one.
        if let (14, 13 | 14) = (number, given) {
            return Self::volume(ElementKind::Pyramid5, given);
        }
        if let Some(kind) = ElementKind::of_vtk(number) {
            return Self::volume(kind, kind.nodes());
        }
        match number {
            11 => Self::Volume { kind: ElementKind::Hex8, nodes: 8, order: VOXEL },
            25 => Self::volume(ElementKind::Hex8, 20),
            26 => Self::volume(ElementKind::Wedge6, 15),
            27 => Self::volume(ElementKind::Pyramid5, 13),
            29 => Self::volume(ElementKind::Hex8, 27),
            32 => Self::volume(ElementKind::Wedge6, 18),
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
        use ElementKind::{Hex8, Pyramid5, Tet4, Tet10, Wedge6};
        let (kind, nodes) = match number {
            4 => (Tet4, 4),
            5 => (Hex8, 8),
            6 => (Wedge6, 6),
            7 => (Pyramid5, 5),
            11 => (Tet10, 10),
            12 => (Hex8, 27),
            13 => (Wedge6, 18),
            14 => (Pyramid5, 14),
            17 => (Hex8, 20),
            18 => (Wedge6, 15),
            19 => (Pyramid5, 13),
            _ => return gmsh_other(number).map(|nodes| (Self::Other, nodes)),
        };
        let cell = if kind == Tet10 {
            Self::Volume { kind, nodes, order: GMSH_TET10 }
        } else {
            Self::volume(kind, nodes)
        };
        Some((cell, nodes))
    }

    /// The cell of this element type of Abaqus, by its family and its number of nodes.
    pub(super) fn of_abaqus(name: &str) -> Self {
        let name = name.to_ascii_uppercase();
        let solid =
            ["C3D", "DC3D", "DCC3D", "AC3D"].iter().find_map(|head| name.strip_prefix(head));
        let Some(suffix) = solid else { return Self::Other };
        let digits = suffix.len() - suffix.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        match suffix[..digits].parse() {
            Ok(nodes @ 4) => Self::volume(ElementKind::Tet4, nodes),
            Ok(nodes @ 5) => Self::volume(ElementKind::Pyramid5, nodes),
            Ok(nodes @ 6) => Self::volume(ElementKind::Wedge6, nodes),
            Ok(nodes @ (8 | 20)) => Self::volume(ElementKind::Hex8, nodes),
            Ok(nodes @ 10) => Self::volume(ElementKind::Tet10, nodes),
            Ok(nodes @ 15) => Self::volume(ElementKind::Wedge6, nodes),
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
