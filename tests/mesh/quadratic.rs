//! Quadratic elements are cut at all of their nodes, and neighbours fit together.

use std::collections::BTreeSet;

use gapkit::mesh::{ElementKind, Elements, FaceKind, Faces, Orientation, SurfaceMesh, TetMesh};
use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

use super::common::{assert_sound, enclosed};
use super::promote::{self, hexahedra, promote, tetrahedra};

/// The same elements, whose nodes are numbered in another order.
fn shuffled(elements: &Elements, seed: u64) -> Elements {
    let mut order: Vec<u32> = (0..elements.nodes.len() as u32).collect();
    order.shuffle(&mut SmallRng::seed_from_u64(seed));
    let mut mixed = elements.clone();
    for (&number, &node) in order.iter().zip(&elements.nodes) {
        mixed.nodes[number as usize] = node;
    }
    mixed.connectivity.iter_mut().for_each(|node| *node = order[*node as usize]);
    mixed
}

/// Wedges: each hexahedron of a block cut into two, and pyramids: into six about its centre.
fn wedges_and_pyramids() -> Elements {
    let block = hexahedra([2, 2, 2], [1.0, 1.2, 1.5]);
    let mut mixed = Elements { nodes: block.nodes.clone(), ..Elements::default() };
    for (cell, nodes) in block.connectivity.chunks(8).enumerate() {
        let pick = |list: &[usize]| -> Vec<u32> { list.iter().map(|&i| nodes[i]).collect() };
        if cell < 4 {
            mixed.push(ElementKind::Wedge6, &pick(&[0, 1, 4, 3, 2, 7]), cell as u64, 0);
            mixed.push(ElementKind::Wedge6, &pick(&[1, 5, 4, 2, 6, 7]), cell as u64 + 100, 0);
            continue;
        }
        let center = promote::nodes(
            ElementKind::Hex27,
            &pick(&[0, 1, 2, 3, 4, 5, 6, 7])
                .iter()
                .map(|&n| block.nodes[n as usize])
                .collect::<Vec<_>>(),
        )[26];
        mixed.nodes.push(center);
        let apex = mixed.nodes.len() as u32 - 1;
        let faces =
            [[0, 1, 2, 3], [7, 6, 5, 4], [0, 4, 5, 1], [1, 5, 6, 2], [2, 6, 7, 3], [3, 7, 4, 0]];
        for (i, face) in faces.iter().enumerate() {
            let nodes = [pick(face), vec![apex]].concat();
            mixed.push(ElementKind::Pyramid5, &nodes, (200 + 10 * cell + i) as u64, 0);
        }
    }
    mixed
}

#[test]
fn quadratic_elements_fit_together_however_their_nodes_are_numbered() {
    let block = hexahedra([2, 3, 2], [1.0, 1.2, 1.5]);
    let tets = TetMesh::from_elements(&block, Orientation::Refuse).unwrap();
    let tets = tetrahedra(tets.nodes(), tets.tets());
    let mixed = wedges_and_pyramids();
    let wedges: Vec<usize> = (0..8).collect();
    let mut wedges_only = Elements { nodes: mixed.nodes[..18].to_vec(), ..Elements::default() };
    for i in wedges {
        wedges_only.push(ElementKind::Wedge6, &mixed.connectivity[6 * i..6 * i + 6], i as u64, 0);
    }
    // How many triangles the faces of six, eight and nine nodes on the outside are cut into.
    for (name, linear, whole, facets, volume) in [
        ("tet10", &tets, false, 4 * 2 * 32, 1.8),
        ("hex20", &block, false, 6 * 32, 1.8),
        ("hex27", &block, true, 8 * 32, 1.8),
        ("wedge15, pyramid13", &mixed, false, 6 * 20 + 4 * 8, 1.8),
        ("wedge18", &wedges_only, true, 8 * 12 + 4 * 8, 0.9),
    ] {
        let (elements, _) = promote(linear, whole);
        for seed in 0..40 {
            let mesh = TetMesh::from_elements(&shuffled(&elements, seed), Orientation::Refuse);
            let mesh = mesh.unwrap_or_else(|error| panic!("{name}, {seed}: {error}"));
            let surface = mesh.boundary();
            assert_eq!(surface.facets().len(), facets, "{name}, {seed}");
            assert_eq!(mesh.summary().components, 1, "{name}, {seed}");
            assert!((mesh.summary().volume - volume).abs() < 1e-13, "{name}, {seed}");
            let inside = enclosed(mesh.nodes(), surface.facets());
            assert!((inside - volume).abs() < 1e-13, "{name}, {seed}: {inside}");
            assert_sound(&mesh);
        }
    }
}

#[test]
fn mirrored_quadratic_elements_are_repaired_and_wedges_are_taken_in_both_orders() {
    for kind in ElementKind::ALL {
        let mirrored = |corner: &[f64; 3]| [-corner[0], corner[1], corner[2]];
        let corners: &[[f64; 3]] = match kind.corners() {
            4 => &[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
            5 => &[[0.0; 3], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0], [0.5, 0.5, 1.0]],
            6 => &[
                [0.0, 0.0, 1.0],
                [1.0, 0.0, 1.0],
                [0.0, 1.0, 1.0],
                [0.0, 0.0, 0.0],
                [1.0, 0.0, 0.0],
                [0.0, 1.0, 0.0],
            ],
            _ => &[
                [0.0, 0.0, 0.0],
                [1.0, 0.0, 0.0],
                [1.0, 1.0, 0.0],
                [0.0, 1.0, 0.0],
                [0.0, 0.0, 1.0],
                [1.0, 0.0, 1.0],
                [1.0, 1.0, 1.0],
                [0.0, 1.0, 1.0],
            ],
        };
        let mirror: Vec<[f64; 3]> = corners.iter().map(mirrored).collect();
        let mut elements = Elements { nodes: promote::nodes(kind, &mirror), ..Elements::default() };
        let numbers: Vec<u32> = (0..kind.nodes() as u32).collect();
        elements.push(kind, &numbers, 3, 0);
        let refused = TetMesh::from_elements(&elements, Orientation::Refuse);
        assert_eq!(refused.is_err(), kind.corners() != 6, "{kind:?}");
        let repaired = TetMesh::from_elements(&elements, Orientation::Repair).unwrap();
        let straight = TetMesh::from_elements(
            &{
                let mut plain = elements.clone();
                plain.nodes = promote::nodes(kind, corners);
                plain
            },
            Orientation::Refuse,
        );
        let volume = straight.unwrap().summary().volume;
        assert!((repaired.summary().volume - volume).abs() < 1e-14, "{kind:?}");
    }
}

#[test]
fn facets_go_through_the_nodes_on_edges_and_faces() {
    for (whole, at_corner) in [(false, 1), (true, 2)] {
        let (elements, _) = promote(&hexahedra([1, 1, 1], [1.0; 3]), whole);
        let mesh = TetMesh::from_elements(&elements, Orientation::Refuse).unwrap();
        let surface = mesh.boundary();
        let used: BTreeSet<u32> = surface.facets().iter().flatten().copied().collect();
        assert_eq!(used.len(), if whole { 26 } else { 20 });
        // The four corners of a square have the same share of its facets.
        for corner in 0..8 {
            let around = surface.facets().iter().filter(|facet| facet.contains(&corner)).count();
            assert_eq!(around, 3 * at_corner);
        }
    }
}

#[test]
fn an_element_whose_edge_is_bent_through_it_is_named() {
    let mut random = SmallRng::seed_from_u64(1);
    for whole in [false, true] {
        let (mut elements, _) = promote(&hexahedra([2, 1, 1], [2.0, 1.0, 1.0]), whole);
        // Curved a little it is sound.
        for node in &mut elements.nodes {
            *node = node.map(|x| x + random.random_range(-0.02..0.02));
        }
        assert!(TetMesh::from_elements(&elements, Orientation::Refuse).is_ok());
        // The node on the edge from 5 to 6 of the second element, the end at x = 2.
        let far = elements.connectivity[elements.connectivity.len() / 2 + 13] as usize;
        elements.nodes[far][0] = 0.6;
        let error = TetMesh::from_elements(&elements, Orientation::Refuse).unwrap_err();
        let wanted = "quadratic hexahedron 1 is distorted";
        assert!(error.to_string().contains(wanted), "{error}");
    }
}

#[test]
fn faces_of_surfaces_are_cut_as_those_of_solids() {
    for whole in [false, true] {
        let (elements, _) = promote(&hexahedra([1, 1, 1], [1.0; 3]), whole);
        let mesh = TetMesh::from_elements(&elements, Orientation::Refuse).unwrap();
        let solid: BTreeSet<BTreeSet<u32>> =
            mesh.boundary().facets().iter().map(|f| f.iter().copied().collect()).collect();
        let nodes = &elements.connectivity;
        let mut faces = Faces::default();
        // The corners, edges and middle of each face, counterclockwise as seen from outside.
        for (corners, edges, middle) in [
            ([0, 4, 7, 3], [16, 15, 19, 11], 20),
            ([1, 2, 6, 5], [9, 18, 13, 17], 21),
            ([0, 1, 5, 4], [8, 17, 12, 16], 22),
            ([3, 7, 6, 2], [19, 14, 18, 10], 23),
            ([0, 3, 2, 1], [11, 10, 9, 8], 24),
            ([4, 5, 6, 7], [12, 13, 14, 15], 25),
        ] {
            let middle = whole.then_some(middle);
            let list = corners.into_iter().chain(edges).chain(middle).map(|i: usize| nodes[i]);
            let kind = if whole { FaceKind::Quad9 } else { FaceKind::Quad8 };
            faces.push(kind, &list.collect::<Vec<_>>());
        }
        let skin = SurfaceMesh::closed_of(elements.nodes.clone(), &faces).unwrap();
        let found = skin.facets().iter().map(|f| f.iter().copied().collect()).collect();
        assert_eq!(solid, found);
        assert_eq!(
            skin.owners().iter().filter(|face| **face == 2).count(),
            if whole { 8 } else { 6 }
        );
    }
    let nodes = promote::nodes(
        ElementKind::Tet10,
        &[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    );
    let mut faces = Faces::default();
    faces.push(FaceKind::Tri6, &[0, 1, 2, 4, 5, 6]);
    let sheet = SurfaceMesh::open_of(nodes.clone(), &faces, &[0.1]).unwrap();
    assert_eq!(&sheet.facets()[..4], [[6, 0, 4], [4, 1, 5], [5, 2, 6], [4, 5, 6]]);
    faces.push(FaceKind::Tri6, &[0, 1, 3, 4, 8, 2]);
    assert!(SurfaceMesh::open_of(nodes.clone(), &faces, &[0.1]).is_ok());
    faces.push(FaceKind::Quad8, &[0, 1, 2, 3, 4, 5, 6, 6]);
    let error = SurfaceMesh::open_of(nodes, &faces, &[0.1]).unwrap_err();
    assert_eq!(error.to_string(), "quadratic quadrangle 2 uses node 6 twice");
}
