//! Elements into tetrahedra, so that neighbours fit together.
//!
//! J. Dompierre, P. Labbe, M.-G. Vallet, R. Camarero, How to subdivide pyramids, prisms and
//! hexahedra into tetrahedra, Proceedings of the 8th International Meshing Roundtable, 1999: every
//! quadrilateral is cut by the diagonal through its smallest node, which both its elements see.
//!
//! Where we depart from the paper's tables: an element is cut into the cones from its smallest node
//! over the triangles of the faces that do not touch it. The faces that do are then cut through
//! that node by themselves, so the rule holds for every kind without a case for each numbering. A
//! hexahedron of which no diagonal touches the corner opposite its smallest one is cut into
//! split_in_five tetrahedra, as in the paper; its cones would be six.

mod quadratic;

use super::ElementKind;

/// Appends the tetrahedra of an element. Those of an element in the node order of VTK have positive
/// volumes, unless it is distorted; those of a wedge in its other order have negative ones.
pub(super) fn split(kind: ElementKind, nodes: &[u32], tets: &mut Vec<[u32; 4]>) {
    match kind {
        ElementKind::Tet4 => tets.push([nodes[0], nodes[1], nodes[2], nodes[3]]),
        ElementKind::Hex8 | ElementKind::Wedge6 | ElementKind::Pyramid5 => {
            split_linear(kind, nodes, tets);
        }
        ElementKind::Hex27 => quadratic::split_at_center(nodes, tets),
        ElementKind::Wedge18 => quadratic::split_in_layers(nodes, tets),
        _ => quadratic::split_at_edges(kind, nodes, tets),
    }
}

fn split_linear(kind: ElementKind, corners: &[u32], tets: &mut Vec<[u32; 4]>) {
    let smallest = position_of_smallest(corners);
    if kind == ElementKind::Hex8 && split_in_five(corners, smallest, tets) {
        return;
    }
    for face in faces(kind).iter().filter(|face| !face.contains(&(smallest as u8))) {
        for triangle in triangles(face, corners) {
            let [a, b, c] = triangle;
            tets.push([corners[smallest], a, b, c]);
        }
    }
}

/// The local nodes of the faces, counterclockwise as seen from outside.
fn faces(kind: ElementKind) -> &'static [&'static [u8]] {
    match kind.linear() {
        ElementKind::Hex8 => &[
            &[0, 4, 7, 3],
            &[1, 2, 6, 5],
            &[0, 1, 5, 4],
            &[3, 7, 6, 2],
            &[0, 3, 2, 1],
            &[4, 5, 6, 7],
        ],
        ElementKind::Wedge6 => {
            &[&[0, 1, 2], &[3, 5, 4], &[0, 3, 4, 1], &[1, 4, 5, 2], &[2, 5, 3, 0]]
        }
        ElementKind::Pyramid5 => &[&[0, 3, 2, 1], &[0, 1, 4], &[1, 2, 4], &[2, 3, 4], &[3, 0, 4]],
        _ => &[&[1, 2, 3], &[0, 3, 2], &[0, 1, 3], &[0, 2, 1]],
    }
}

pub(super) use quadratic::quadratic_face_triangles;

/// The position of the smallest node.
fn position_of_smallest(nodes: &[u32]) -> usize {
    (1..nodes.len()).fold(0, |best, i| if nodes[i] < nodes[best] { i } else { best })
}

/// The triangles of a face with these nodes, counterclockwise as they are.
pub(super) fn face_triangles(nodes: &[u32]) -> impl Iterator<Item = [u32; 3]> + use<> {
    triangles(&[0, 1, 2, 3][..nodes.len()], nodes)
}

/// The triangles of a face, a quadrilateral being cut through its smallest node.
fn triangles(face: &[u8], corners: &[u32]) -> impl Iterator<Item = [u32; 3]> + use<> {
    let count = face.len();
    let mut nodes = [0; 4];
    for (node, &local) in nodes.iter_mut().zip(face) {
        *node = corners[local as usize];
    }
    let smallest = position_of_smallest(&nodes[..count]);
    nodes[..count].rotate_left(smallest);
    (2..count).map(move |i| [nodes[0], nodes[i - 1], nodes[i]])
}

/// The corner of a hexahedron across its centre.
const ACROSS: [usize; 8] = [6, 7, 4, 5, 2, 3, 0, 1];

/// Splits a hexahedron into five by cutting off every other corner, if no face is cut through the
/// corner across from the smallest; returns whether it did.
fn split_in_five(corners: &[u32], smallest: usize, tets: &mut Vec<[u32; 4]>) -> bool {
    let (apex, across) = (corners[smallest], corners[ACROSS[smallest]]);
    // The triangles at the corner across, which they share, and the others.
    let (mut near, mut other) = ([[0; 3]; 3], [[0; 3]; 3]);
    let (mut near_count, mut other_count) = (0, 0);
    let far = faces(ElementKind::Hex8).iter().filter(|face| !face.contains(&(smallest as u8)));
    for triangle in far.flat_map(|face| triangles(face, corners)) {
        let (list, count) = if triangle.contains(&across) {
            (&mut near, &mut near_count)
        } else {
            (&mut other, &mut other_count)
        };
        if *count == 3 {
            return false;
        }
        list[*count] = triangle;
        *count += 1;
    }
    // Around the corner across go a, b and c; each triangle has two of them.
    let mut turned = near[0];
    let place = turned.iter().position(|&node| node == across).unwrap_or(0);
    turned.rotate_left(place);
    let [_, a, b] = turned;
    let third = near[1].into_iter().find(|node| ![across, a, b].contains(node));
    let Some(c) = third else { return false };
    tets.extend(other.map(|[p, q, r]| [apex, p, q, r]));
    tets.push([apex, a, b, c]);
    tets.push([c, across, a, b]);
    true
}
