//! Quadratic elements, of which only the corners take part.

use crate::Vec3;
use crate::mesh::ElementKind;

/// The quadratic elements of a file, whose edges are taken as straight: the nodes on edges, faces
/// and inside are left out of account.
///
/// ```
/// let text = "*NODE\n1,0,0,0\n2,1,0,0\n3,0,1,0\n4,0,0,1\n5,.5,.25,0\n6,.5,.5,0\n7,0,.5,0\n\
///             8,0,0,.5\n9,.5,0,.5\n10,0,.5,.5\n*ELEMENT,TYPE=C3D10\n1,1,2,3,4,5,6,7,8,9,10\n";
/// let mesh = gapkit::mesh::read::parse("curved.inp", text.as_bytes())?;
/// assert_eq!((mesh.quadratic.elements, mesh.quadratic.max_offset), (1, 0.25));
/// # Ok::<(), gapkit::mesh::ReadError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Quadratic {
    /// How many there are.
    pub elements: usize,
    /// How far a node on an edge is off the straight edge, at most, in lengths of that edge. 0 if
    /// all edges are straight.
    pub max_offset: f64,
}

impl Quadratic {
    /// Counts an element, by its corners and the nodes on its edges, which come in any order.
    pub(super) fn add(&mut self, kind: ElementKind, corners: &[[f64; 3]], mids: &[[f64; 3]]) {
        self.elements += 1;
        for mid in mids {
            self.max_offset = self.max_offset.max(offset(kind, corners, Vec3::from(*mid)));
        }
    }

    /// Counts those of another part of the file.
    pub(super) fn join(&mut self, other: Self) {
        self.elements += other.elements;
        self.max_offset = self.max_offset.max(other.max_offset);
    }
}

/// The places of the nodes on edges among those of a quadratic element in a file, if it is one: in
/// all formats they come right behind the corners.
pub(super) fn mids(kind: ElementKind, nodes: usize) -> std::ops::Range<usize> {
    let corners = kind.corners();
    if nodes > corners { corners..nodes.min(corners + edges(kind).len()) } else { 0..0 }
}

/// How far a node is off the edge that it belongs to, in lengths of it: the one with the nearest
/// middle. So the order of the nodes, in which formats differ, does not count.
fn offset(kind: ElementKind, corners: &[[f64; 3]], mid: Vec3) -> f64 {
    let ends = edges(kind).iter().map(|edge| edge.map(|at| Vec3::from(corners[at as usize])));
    let from_middle = |[a, b]: &[Vec3; 2]| length(mid - (a * 0.5 + b * 0.5));
    let own = ends.min_by(|one, two| from_middle(one).total_cmp(&from_middle(two)));
    let Some([a, b]) = own else { return 0.0 };
    let (along, size) = (b - a, length(b - a));
    let (unit, from) = (along / size, (mid - a) / size);
    let off = length(from - unit * from.dot(&unit).clamp(0.0, 1.0));
    // Not a number for an edge without length, and for coordinates that are refused later.
    if off.is_finite() { off } else { 0.0 }
}

/// The length of a vector of any magnitude.
fn length(v: Vec3) -> f64 {
    v.x.hypot(v.y).hypot(v.z)
}

/// The edges between corners.
fn edges(kind: ElementKind) -> &'static [[u8; 2]] {
    match kind {
        ElementKind::Tet4 | ElementKind::Tet10 => &[[0, 1], [1, 2], [2, 0], [0, 3], [1, 3], [2, 3]],
        ElementKind::Hex8 => &[
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
        ElementKind::Wedge6 => {
            &[[0, 1], [1, 2], [2, 0], [3, 4], [4, 5], [5, 3], [0, 3], [1, 4], [2, 5]]
        }
        ElementKind::Pyramid5 => &[[0, 1], [1, 2], [2, 3], [3, 0], [0, 4], [1, 4], [2, 4], [3, 4]],
    }
}
