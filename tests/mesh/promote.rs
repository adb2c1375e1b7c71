//! Quadratic meshes from linear ones, by tables written down apart from the library's.

use std::collections::HashMap;

use gapkit::mesh::{ElementKind, Elements};

/// The corners that each node beyond the corners is in the middle of.
fn middles(kind: ElementKind) -> Vec<Vec<usize>> {
    let edges: &[[usize; 2]] = match kind.corners() {
        4 => &[[0, 1], [1, 2], [2, 0], [0, 3], [1, 3], [2, 3]],
        5 => &[[0, 1], [1, 2], [2, 3], [3, 0], [0, 4], [1, 4], [2, 4], [3, 4]],
        6 => &[[0, 1], [1, 2], [2, 0], [3, 4], [4, 5], [5, 3], [0, 3], [1, 4], [2, 5]],
        _ => &[
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
    };
    let faces: &[&[usize]] = match kind {
        ElementKind::Hex27 => &[
            &[0, 4, 7, 3],
            &[1, 2, 6, 5],
            &[0, 1, 5, 4],
            &[3, 7, 6, 2],
            &[0, 1, 2, 3],
            &[4, 5, 6, 7],
            &[0, 1, 2, 3, 4, 5, 6, 7],
        ],
        ElementKind::Wedge18 => &[&[0, 1, 4, 3], &[1, 2, 5, 4], &[2, 0, 3, 5]],
        _ => &[],
    };
    let edges = edges.iter().map(|edge| edge.to_vec());
    let all = edges.chain(faces.iter().map(|face| face.to_vec()));
    all.take(kind.nodes() - kind.corners()).collect()
}

/// The nodes of a straight element with these corners.
#[allow(dead_code)]
pub(crate) fn nodes(kind: ElementKind, corners: &[[f64; 3]]) -> Vec<[f64; 3]> {
    let mean = |list: Vec<usize>| {
        let sum = |axis: usize| list.iter().map(|&i| corners[i][axis]).sum::<f64>();
        [0, 1, 2].map(|axis| sum(axis) / list.len() as f64)
    };
    corners.iter().copied().chain(middles(kind).into_iter().map(mean)).collect()
}

/// The elements with nodes on their edges, and in the middles of quadrangles and hexahedra if they
/// are `whole`. Of each new node: the corners that it is in the middle of.
pub(crate) fn promote(linear: &Elements, whole: bool) -> (Elements, Vec<Vec<u32>>) {
    let mut all = Elements { nodes: linear.nodes.clone(), ..Elements::default() };
    let (mut known, mut between) = (HashMap::new(), Vec::new());
    let mut at = 0;
    for (i, kind) in linear.kinds.iter().enumerate() {
        let corners = &linear.connectivity[at..at + kind.nodes()];
        at += kind.nodes();
        let kind = match (kind, whole) {
            (ElementKind::Tet4, _) => ElementKind::Tet10,
            (ElementKind::Pyramid5, _) => ElementKind::Pyramid13,
            (ElementKind::Hex8, false) => ElementKind::Hex20,
            (ElementKind::Hex8, true) => ElementKind::Hex27,
            (_, false) => ElementKind::Wedge15,
            (_, true) => ElementKind::Wedge18,
        };
        let mut nodes = corners.to_vec();
        for middle in middles(kind) {
            let mut ends: Vec<u32> = middle.iter().map(|&i| corners[i]).collect();
            ends.sort_unstable();
            let node = *known.entry(ends.clone()).or_insert_with(|| {
                let sum = |axis: usize| -> f64 {
                    ends.iter().map(|&end| linear.nodes[end as usize][axis]).sum()
                };
                all.nodes.push([0, 1, 2].map(|axis| sum(axis) / ends.len() as f64));
                between.push(ends);
                all.nodes.len() as u32 - 1
            });
            nodes.push(node);
        }
        all.push(kind, &nodes, i as u64, 0);
    }
    (all, between)
}

/// A block of hexahedra.
pub(crate) fn hexahedra([nx, ny, nz]: [usize; 3], size: [f64; 3]) -> Elements {
    let mut elements = Elements::default();
    let at = |axis: usize, i: usize, n: usize| size[axis] * (i as f64 / n as f64);
    for k in 0..=nz {
        for j in 0..=ny {
            for i in 0..=nx {
                elements.nodes.push([at(0, i, nx), at(1, j, ny), at(2, k, nz)]);
            }
        }
    }
    let node = |i: usize, j: usize, k: usize| (i + (nx + 1) * (j + (ny + 1) * k)) as u32;
    for cell in 0..nx * ny * nz {
        let [i, j, k] = [cell % nx, cell / nx % ny, cell / nx / ny];
        let layer =
            |k| [node(i, j, k), node(i + 1, j, k), node(i + 1, j + 1, k), node(i, j + 1, k)];
        let nodes = [layer(k), layer(k + 1)].concat();
        elements.push(ElementKind::Hex8, &nodes, cell as u64, 0);
    }
    elements
}

/// The tetrahedra of a mesh as elements.
pub(crate) fn tetrahedra(nodes: &[[f64; 3]], tets: &[[u32; 4]]) -> Elements {
    let mut elements = Elements { nodes: nodes.to_vec(), ..Elements::default() };
    for (i, tet) in tets.iter().enumerate() {
        elements.push(ElementKind::Tet4, tet, i as u64, 0);
    }
    elements
}
