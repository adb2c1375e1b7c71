//! Quadratic elements into tetrahedra at all of their nodes.
//!
//! How a face is cut depends on its own nodes alone, so that neighbours fit together whatever is
//! behind: the triangles at its corners are cut off at the nodes on its edges, and a quadrangle that
//! is left in the middle is cut through its smallest node; one with a node in its middle is a fan
//! about that.

use smallvec::SmallVec;

use super::{face_triangles, faces, split_linear};
use crate::mesh::ElementKind;

/// A face of three or four nodes, counterclockwise as seen from outside.
type Outline = SmallVec<[u32; 4]>;

/// An element with nodes on its edges: its corners are cut off, and what is left, whose nodes are
/// those on edges, is cut into the cones from the smallest of these.
pub(super) fn split_at_edges(kind: ElementKind, nodes: &[u32], tets: &mut Vec<[u32; 4]>) {
    let mut inner: SmallVec<[Outline; 14]> =
        faces(kind).iter().map(|face| edge_nodes(kind, face, nodes).collect()).collect();
    for corner in 0..kind.corners() as u8 {
        inner.push(cut_corner(kind, corner, nodes, tets));
    }
    let smallest = nodes[kind.corners()..].iter().copied().min().unwrap_or(0);
    for face in inner.iter().filter(|face| !face.contains(&smallest)) {
        tets.extend(face_triangles(face).map(|[a, b, c]| [smallest, a, b, c]));
    }
}

/// Cuts off a corner; returns the face that this leaves.
fn cut_corner(kind: ElementKind, corner: u8, nodes: &[u32], tets: &mut Vec<[u32; 4]>) -> Outline {
    if (kind.linear(), corner) == (ElementKind::Pyramid5, 4) {
        let above = Outline::from_slice(&nodes[9..13]);
        let below: Outline = above.iter().rev().copied().collect();
        tets.extend(face_triangles(&below).map(|[a, b, c]| [nodes[4], a, b, c]));
        return above;
    }
    let at = |edge: usize| nodes[kind.corners() + edge];
    let (mut around, mut third) = ([0; 2], 0);
    let face = faces(kind).iter().find(|face| face.contains(&corner));
    let face = face.copied().unwrap_or_default();
    let place = face.iter().position(|&local| local == corner).unwrap_or(0);
    let before = face[(place + face.len() - 1) % face.len()];
    let behind = face[(place + 1) % face.len()];
    for (edge, ends) in kind.edges().iter().enumerate().filter(|(_, ends)| ends.contains(&corner)) {
        match if ends[0] == corner { ends[1] } else { ends[0] } {
            other if other == before => around[0] = at(edge),
            other if other == behind => around[1] = at(edge),
            _ => third = at(edge),
        }
    }
    let [before, behind] = around;
    tets.push([third, before, nodes[usize::from(corner)], behind]);
    Outline::from_slice(&[third, behind, before])
}

/// The nodes on the edges of a face, in turn.
fn edge_nodes<'a>(
    kind: ElementKind,
    face: &'a [u8],
    nodes: &'a [u32],
) -> impl Iterator<Item = u32> + 'a {
    let ahead = face.iter().cycle().skip(1);
    face.iter().zip(ahead).map(move |(&from, &to)| {
        let joins = |ends: &[u8; 2]| *ends == [from, to] || *ends == [to, from];
        let edge = kind.edges().iter().position(joins);
        nodes[kind.corners() + edge.expect("invariant: faces are bounded by edges")]
    })
}

/// The triangles of a quadratic face with so many corners, counterclockwise as it is.
pub(in crate::mesh) fn quadratic_face_triangles(
    corners: usize,
    nodes: &[u32],
) -> SmallVec<[[u32; 3]; 8]> {
    let edges = &nodes[corners..2 * corners];
    let mut triangles = SmallVec::new();
    for (i, &corner) in nodes[..corners].iter().enumerate() {
        let (before, behind) = (edges[(i + corners - 1) % corners], edges[i]);
        match nodes.get(2 * corners) {
            Some(&middle) => {
                triangles.extend([[middle, before, corner], [middle, corner, behind]]);
            }
            None => triangles.push([before, corner, behind]),
        }
    }
    if nodes.len() == 2 * corners {
        triangles.extend(face_triangles(edges));
    }
    triangles
}

/// A hexahedron with a node inside: the cones from there over its faces, which have nodes in their
/// middles.
pub(super) fn split_at_center(nodes: &[u32], tets: &mut Vec<[u32; 4]>) {
    let kind = ElementKind::Hex27;
    for (face, &middle) in faces(kind).iter().zip(&nodes[20..26]) {
        let ahead = face.iter().cycle().skip(1);
        for ((&from, &to), edge) in face.iter().zip(ahead).zip(edge_nodes(kind, face, nodes)) {
            let [from, to] = [from, to].map(|local| nodes[usize::from(local)]);
            tets.push([nodes[26], middle, from, edge]);
            tets.push([nodes[26], middle, edge, to]);
        }
    }
}

/// The corners, and the nodes between them, of each triangle of a wedge with nodes on its faces:
/// one end, the middle, the other end.
const LAYERS: [[[u8; 3]; 2]; 3] =
    [[[0, 1, 2], [6, 7, 8]], [[12, 13, 14], [15, 16, 17]], [[3, 4, 5], [9, 10, 11]]];

/// A wedge with nodes on its quadrangles: two layers of four wedges. Those at corners are cut
/// through these, those between at the smallest nodes.
pub(super) fn split_in_layers(nodes: &[u32], tets: &mut Vec<[u32; 4]>) {
    let [low, middle, high] =
        LAYERS.map(|layer| layer.map(|list| list.map(|local| nodes[usize::from(local)])));
    for (end, is_high) in [(low, false), (high, true)] {
        let ([corners, edges], [inner_corners, inner_edges]) = (end, middle);
        for i in 0..3 {
            let before = (i + 2) % 3;
            let [a, b, c] = [inner_corners[i], inner_edges[i], inner_edges[before]];
            let side = [edges[i], b, c, edges[before]];
            for [x, y, z] in std::iter::once([a, c, b]).chain(face_triangles(&side)) {
                tets.push(if is_high { [corners[i], x, z, y] } else { [corners[i], x, y, z] });
            }
        }
        let [first, second] = if is_high { [inner_edges, edges] } else { [edges, inner_edges] };
        let [a, b, c] = first;
        let [d, e, f] = second;
        split_linear(ElementKind::Wedge6, &[a, b, c, d, e, f], tets);
    }
}
