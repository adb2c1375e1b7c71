//! Cells as the formats number and order them.

use super::thin::ThinKind;
use crate::mesh::{ElementKind, FaceKind};

/// What becomes of a cell of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cell {
    /// A volume element: its kind, the number of nodes in the file, of which the corners come
    /// first, and for each node that is kept its place in the file.
    Volume { kind: ElementKind, nodes: usize, order: &'static [u8] },
    /// A shell or a beam: the number of nodes in the file, and for each node its place there.
    Thin { kind: ThinKind, nodes: usize, order: &'static [u8] },
    /// A point, or what has more nodes than shells and beams have.
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
/// A pixel runs along x first, then y.
const PIXEL: &[u8] = &[0, 1, 3, 2];
/// Lines with a node in the middle have it last.
const LINE3: &[u8] = &[0, 2, 1];
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

    /// A face whose nodes come in the usual order.
    pub(super) fn face(kind: FaceKind) -> Self {
        let nodes = kind.nodes();
        Self::Thin { kind: ThinKind::Face(kind), nodes, order: &PLAIN[..nodes] }
    }

    /// A line of nodes in a row.
    pub(super) fn line(nodes: usize) -> Self {
        Self::Thin { kind: ThinKind::Line, nodes, order: &PLAIN[..nodes] }
    }

    /// A line of two nodes with a third in the middle.
    const BENT: Self = Self::Thin { kind: ThinKind::Line, nodes: 3, order: LINE3 };

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
        if let Some(kind) = FaceKind::of_vtk(number) {
            return Self::face(kind);
        }
        match number {
            3 => Self::line(2),
            8 => Self::Thin { kind: ThinKind::Face(FaceKind::Quad4), nodes: 4, order: PIXEL },
            21 => Self::BENT,
            11 => Self::Volume { kind: ElementKind::Hex8, nodes: 8, order: VOXEL },
            33 => Self::volume(ElementKind::Hex8, 24),
            37 => Self::volume(ElementKind::Pyramid5, 19),
            // Empty cells, points, lines of many nodes, polygons and their quadratic kin.
            0..=9 | 30 | 34..=36 | 51 | 56 | 60 | 61 | 62 | 66 | 68..=70 | 75..=77 => Self::Other,
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
            1 => return Some((Self::line(2), 2)),
            2 => return Some((Self::face(FaceKind::Tri3), 3)),
            3 => return Some((Self::face(FaceKind::Quad4), 4)),
            8 => return Some((Self::BENT, 3)),
            9 => return Some((Self::face(FaceKind::Tri6), 6)),
            10 => return Some((Self::face(FaceKind::Quad9), 9)),
            16 => return Some((Self::face(FaceKind::Quad8), 8)),
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
        let Some(suffix) = solid else { return Self::thin_of_abaqus(&name) };
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

impl Cell {
    /// The shell, membrane, rigid face, beam or truss with this name in Abaqus.
    fn thin_of_abaqus(name: &str) -> Self {
        let family = |heads: &[&str]| heads.iter().find_map(|head| name.strip_prefix(head));
        let count = |rest: &str| {
            let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            rest[..digits].parse::<u32>().unwrap_or(0)
        };
        // STRI65 has six nodes and five degrees of freedom, B31 two nodes in space.
        if let Some(rest) = family(&["STRI", "SFM3D", "M3D", "R3D", "DS", "S"]) {
            return match count(rest) {
                3 => Self::face(FaceKind::Tri3),
                4 => Self::face(FaceKind::Quad4),
                6 | 65 => Self::face(FaceKind::Tri6),
                8 => Self::face(FaceKind::Quad8),
                9 => Self::face(FaceKind::Quad9),
                _ => Self::Other,
            };
        }
        match family(&["B", "T3D", "PIPE"]).map(count) {
            Some(2 | 31 | 33) => Self::line(2),
            Some(3 | 32) => Self::line(3),
            _ => Self::Other,
        }
    }
}

/// The number of nodes of points, and of lines, triangles and quadrangles of higher order, of Gmsh.
fn gmsh_other(number: i32) -> Option<usize> {
    Some(match number {
        15 => 1,
        26 => 4,
        27 => 5,
        28 => 6,
        20 => 9,
        21 => 10,
        22 | 24 => 12,
        23 | 25 => 15,
        36 => 16,
        37 => 25,
        38 => 36,
        _ => return None,
    })
}
