//! Quadratic elements: how many there are, and how far they are from straight ones.

use crate::Vec3;
use crate::mesh::{ElementKind, Elements};

/// The quadratic elements of a file. Their surfaces are taken as flat between their nodes; of the
/// few kinds that are no [`ElementKind`] only the corners take part.
///
/// ```
/// let text = "*NODE\n1,0,0,0\n2,1,0,0\n3,0,1,0\n4,0,0,1\n5,.5,.25,0\n6,.5,.5,0\n7,0,.5,0\n\
///             8,0,0,.5\n9,.5,0,.5\n10,0,.5,.5\n*ELEMENT,TYPE=C3D10\n1,1,2,3,4,5,6,7,8,9,10\n";
/// let mesh = gapkit::mesh::read::parse("curved.inp", text.as_bytes())?;
/// assert_eq!((mesh.quadratic.elements, mesh.quadratic.straightened), (1, 0));
/// assert_eq!(mesh.quadratic.max_offset, 0.25);
/// # Ok::<(), gapkit::mesh::ReadError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Quadratic {
    /// How many there are.
    pub elements: usize,
    /// How many of them are taken as straight: pyramids with nodes on their faces, and hexahedra
    /// with nodes on four of them.
    pub straightened: usize,
    /// How far a node on an edge is off the straight edge, at most, in lengths of that edge. 0 if
    /// all edges are straight.
    pub max_offset: f64,
}

impl Quadratic {
    /// Counts an element, by its corners and the nodes on its edges, which come in any order.
    pub(super) fn add(&mut self, kind: ElementKind, corners: &[[f64; 3]], mids: &[[f64; 3]]) {
        self.elements += 1;
        self.straightened += usize::from(kind == kind.linear());
        for mid in mids {
            self.max_offset = self.max_offset.max(offset(kind, corners, Vec3::from(*mid)));
        }
    }

    /// Counts those of another part of the file.
    pub(super) fn join(&mut self, other: Self) {
        self.elements += other.elements;
        self.straightened += other.straightened;
        self.max_offset = self.max_offset.max(other.max_offset);
    }
}

/// The places of the nodes on edges among those of a quadratic element in a file, if it is one: in
/// all formats they come right behind the corners.
pub(super) fn mids(kind: ElementKind, nodes: usize) -> std::ops::Range<usize> {
    let corners = kind.corners();
    if nodes > corners { corners..nodes.min(corners + kind.edges().len()) } else { 0..0 }
}

/// Puts the nodes beyond the corners into the order of their kind where a tool has written them in
/// another: Gmsh those of pyramids in VTK files, meshio those of wedges on faces in files of Gmsh. Each
/// is then nearest to the middle of another edge or face than that of its place; if not each to one of
/// its own, they stay as they are.
pub(super) fn sort_nodes(elements: &mut Elements) {
    let middles = ElementKind::ALL.map(middles);
    let Elements { nodes, kinds, connectivity, .. } = elements;
    let mut rest = &mut connectivity[..];
    for kind in kinds {
        let (own, behind) = rest.split_at_mut(kind.nodes());
        rest = behind;
        let at = ElementKind::ALL.iter().position(|other| other == kind).unwrap_or(0);
        if !middles[at].is_empty() {
            sort_element(nodes, own, kind.corners(), &middles[at]);
        }
    }
}

fn sort_element(nodes: &[[f64; 3]], own: &mut [u32], corners: usize, middles: &[Vec<u8>]) {
    let point = |node: u32| nodes.get(node as usize).copied().map(Vec3::from);
    let Some(points) = own.iter().map(|&node| point(node)).collect::<Option<Vec<Vec3>>>() else {
        return;
    };
    let middle = |list: &Vec<u8>| {
        let sum: Vec3 = list.iter().map(|&local| points[usize::from(local)]).sum();
        sum / list.len() as f64
    };
    let middles: Vec<Vec3> = middles.iter().map(middle).collect();
    let nearest = |point: &Vec3| {
        let from = |at: usize| length(middles[at] - point);
        (0..middles.len()).min_by(|&one, &two| from(one).total_cmp(&from(two))).unwrap_or(0)
    };
    let places: Vec<usize> = points[corners..].iter().map(nearest).collect();
    let mut sorted = vec![None; places.len()];
    for (&node, &place) in own[corners..].iter().zip(&places) {
        sorted[place] = Some(node);
    }
    if let Some(sorted) = sorted.into_iter().collect::<Option<Vec<u32>>>() {
        own[corners..].copy_from_slice(&sorted);
    }
}

/// The corners that each node beyond the corners is in the middle of.
fn middles(kind: ElementKind) -> Vec<Vec<u8>> {
    let faces: &[&[u8]] = match kind {
        ElementKind::Hex27 => &[
            &[0, 4, 7, 3],
            &[1, 2, 6, 5],
            &[0, 1, 5, 4],
            &[3, 7, 6, 2],
            &[0, 3, 2, 1],
            &[4, 5, 6, 7],
            &[0, 1, 2, 3, 4, 5, 6, 7],
        ],
        ElementKind::Wedge18 => &[&[0, 1, 4, 3], &[1, 2, 5, 4], &[2, 0, 3, 5]],
        _ => &[],
    };
    let edges = kind.edges().iter().map(|edge| edge.to_vec());
    let all = edges.chain(faces.iter().map(|face| face.to_vec()));
    all.take(kind.nodes() - kind.corners()).collect()
}

/// How far a node is off the edge that it belongs to, in lengths of it: the one with the nearest
/// middle. So the order of the nodes, in which formats differ, does not count.
fn offset(kind: ElementKind, corners: &[[f64; 3]], mid: Vec3) -> f64 {
    let ends = kind.edges().iter().map(|edge| edge.map(|at| Vec3::from(corners[at as usize])));
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
