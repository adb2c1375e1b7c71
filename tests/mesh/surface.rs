//! Neighbours, the surface, and the summary.

use gapkit::mesh::bodies::{self, Knot};
use gapkit::mesh::{Boundary, ElementKind, FACES, OUTSIDE, TetMesh, neighbors};
use proptest::prelude::*;

use super::common::{assert_joined, assert_sound, euler, is_closed};

/// Neighbours by comparing every pair.
fn brute_force(tets: &[[u32; 4]]) -> Vec<[u32; 4]> {
    let behind = |tet: usize, face: usize| {
        let nodes = FACES[face].map(|i| tets[tet][i]);
        let shares = |&other: &usize| other != tet && nodes.iter().all(|n| tets[other].contains(n));
        (0..tets.len()).find(shares).map_or(OUTSIDE, |other| other as u32)
    };
    (0..tets.len()).map(|tet| [0, 1, 2, 3].map(|face| behind(tet, face))).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(50))]

    #[test]
    fn neighbors_are_those_that_brute_force_finds(
        order in Just((0..6 * 12_usize).collect::<Vec<_>>()).prop_shuffle(),
        numbers in Just((0..3 * 3 * 4_u32).collect::<Vec<_>>()).prop_shuffle(),
        kept in 1..=6 * 12_usize,
        spread in prop_oneof![Just(1), Just(1000), Just(100_000_000)],
    ) {
        let mesh = bodies::block([2, 2, 3], [1.0; 3]).unwrap();
        let renumbered = |i: &usize| mesh.tets()[*i].map(|node| spread * numbers[node as usize]);
        // Some tetrahedra are left out, so that there are edges and nodes where parts just touch.
        let tets: Vec<[u32; 4]> = order[..kept].iter().map(renumbered).collect();
        let found = neighbors(&tets).unwrap();
        prop_assert_eq!(&found, &brute_force(&tets));
        let surface = Boundary::new(&tets, &found);
        assert_joined(&surface);
        let mut seen = Vec::new();
        for (i, facet) in surface.facets().iter().enumerate() {
            let (tet, face) = (surface.tet(i) as usize, surface.face(i));
            prop_assert_eq!(found[tet][face], OUTSIDE);
            prop_assert_eq!(FACES[face].map(|local| tets[tet][local]), *facet);
            seen.push((tet, face));
        }
        prop_assert!(seen.is_sorted());
        prop_assert_eq!(seen.len(), found.iter().flatten().filter(|n| **n == OUTSIDE).count());
    }
}

#[test]
fn facets_point_outward() {
    let mesh = bodies::sphere(2.0, 4).unwrap();
    for facet in mesh.boundary().facets() {
        let [a, b, c] = facet.map(|node| gapkit::Vec3::from(mesh.nodes()[node as usize]));
        assert!((b - a).cross(&(c - a)).dot(&a) > 0.0);
    }
}

#[test]
fn a_block_has_euler_characteristic_two_and_a_knot_zero() {
    let block = bodies::block([3, 2, 4], [1.0, 2.0, 3.0]).unwrap();
    assert_eq!(euler(assert_sound(&block).facets()), 2);
    let knot = bodies::knot(&Knot::trefoil(44, 5, 1)).unwrap();
    assert_eq!(euler(assert_sound(&knot).facets()), 0);
}

#[test]
fn parts_that_touch_along_an_edge_have_surfaces_of_their_own() {
    // Of four columns around an edge, two that face each other across it.
    let block = bodies::block([2, 2, 1], [2.0, 2.0, 1.0]).unwrap();
    let keep = |&i: &usize| [0, 3].contains(&block.owners()[i]);
    let tets = (0..block.tets().len()).filter(keep).map(|i| block.tets()[i]).collect();
    let mesh = TetMesh::new(block.nodes().to_vec(), tets).unwrap();
    let surface = mesh.boundary();
    assert!(!is_closed(surface.facets()), "four facets meet at the edge");
    assert_joined(&surface);
    let part = |facet: usize| surface.tet(facet) / 6;
    for (facet, neighbors) in surface.neighbors().iter().enumerate() {
        assert!(neighbors.iter().all(|&other| part(other as usize) == part(facet)));
    }
    let summary = mesh.summary();
    assert_eq!((summary.components, summary.facets, summary.orphans), (2, 24, 4));
}

#[test]
fn the_summary_counts_and_measures() {
    let mut nodes = vec![[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [0.0, 3.0, 0.0], [0.0, 0.0, 6.0]];
    nodes.extend([[9.0; 3], [-2.0, -3.0, -6.0]]);
    let mesh = TetMesh::new(nodes, vec![[0, 1, 2, 3], [0, 2, 1, 5]]).unwrap();
    let summary = mesh.summary();
    assert_eq!((summary.nodes, summary.orphans, summary.tets), (6, 1, 2));
    let mut kinds = [0; ElementKind::ALL.len()];
    kinds[0] = 2;
    assert_eq!(summary.elements, kinds);
    assert_eq!((summary.components, summary.facets), (1, 6));
    assert_eq!(summary.volume, 12.0);
    assert_eq!((summary.smallest_volume, summary.largest_volume), (6.0, 6.0));
    assert_eq!((summary.low, summary.high), ([-2.0, -3.0, -6.0], [2.0, 3.0, 6.0]));
    assert_eq!(summary.smallest_edge, 2.0);
    assert_eq!(summary.largest_edge, 76.0_f64.sqrt());
    let text = summary.to_string();
    assert!(text.contains("6 (1 unused)") && text.contains("2 (tetrahedron)"), "{text}");
}

#[test]
fn every_edge_and_every_volume_is_measured() {
    // The longest edge is between each two nodes in turn, and so is the shortest.
    let unit = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    for (i, j) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
        for (reach, edge) in [(9.0, "longest"), (0.01, "shortest")] {
            let mut nodes = unit;
            let middle = [0, 1, 2].map(|k| (unit[i][k] + unit[j][k]) / 2.0);
            for node in [i, j] {
                nodes[node] = [0, 1, 2].map(|k| middle[k] + (unit[node][k] - middle[k]) * reach);
            }
            let length = |a: usize, b: usize| {
                (gapkit::Vec3::from(nodes[a]) - gapkit::Vec3::from(nodes[b])).norm()
            };
            let summary = TetMesh::new(nodes.to_vec(), vec![[0, 1, 2, 3]]).unwrap().summary();
            let found = if reach > 1.0 { summary.largest_edge } else { summary.smallest_edge };
            assert!((found / length(i, j) - 1.0).abs() < 1e-15, "{edge} from {i} to {j}: {found}");
        }
    }
    let nodes = [unit.as_slice(), &[[0.0, 0.0, -3.0]]].concat();
    let summary = TetMesh::new(nodes, vec![[0, 1, 2, 3], [0, 2, 1, 4]]).unwrap().summary();
    assert_eq!((summary.smallest_volume, summary.largest_volume), (1.0 / 6.0, 0.5));
    assert_eq!(summary.volume, 2.0 / 3.0);
}

#[test]
fn sizes_do_not_depend_on_the_octant() {
    // The largest magnitude is that of a negative coordinate, too large to be squared.
    let far = -(2.0_f64.powi(600));
    let nodes = vec![[0.0, 0.0, 0.0], [far, 0.0, 0.0], [0.0, far, 0.0], [0.0, 0.0, far]];
    let summary = TetMesh::new(nodes, vec![[0, 2, 1, 3]]).unwrap().summary();
    assert_eq!(summary.smallest_edge, -far);
    assert!((summary.largest_edge / -far - 2.0_f64.sqrt()).abs() < 1e-15);
}

#[test]
fn a_volume_that_underflows_is_not_negative() {
    // In units of the largest coordinate the heights are rounded to one step each, which puts the
    // last node below the plane of the others, though it is above.
    let (far, step) = (2.0_f64.powi(1000), 2.0_f64.powi(-74));
    let nodes = vec![
        [0.0, 0.0, 0.0],
        [far, 0.0, 0.6 * step],
        [0.0, far, 0.6 * step],
        [far, far, 1.3 * step],
    ];
    let summary = TetMesh::new(nodes, vec![[0, 1, 2, 3]]).unwrap().summary();
    assert!(summary.volume.is_sign_positive() && summary.smallest_volume.is_sign_positive());
}

#[test]
fn sizes_scale_exactly_with_powers_of_two() {
    let unit = bodies::sphere(1.0, 2).unwrap();
    let expected = unit.summary();
    for exponent in [-300, 300] {
        let scale = 2.0_f64.powi(exponent);
        let nodes = unit.nodes().iter().map(|p| p.map(|c| c * scale)).collect();
        let found = TetMesh::new(nodes, unit.tets().to_vec()).unwrap().summary();
        assert_eq!(found.volume, expected.volume * scale.powi(3));
        assert_eq!(found.smallest_volume, expected.smallest_volume * scale.powi(3));
        assert_eq!(found.smallest_edge, expected.smallest_edge * scale);
        assert_eq!(found.largest_edge, expected.largest_edge * scale);
    }
}

#[test]
fn everything_is_the_same_the_second_time() {
    let make = || bodies::knot(&Knot::trefoil(30, 6, 2)).unwrap();
    let (first, second) = (make(), make());
    assert_eq!(first, second);
    assert_eq!(first.boundary(), second.boundary());
    let (first, second) = (bodies::sphere(1.0, 4).unwrap(), bodies::sphere(1.0, 4).unwrap());
    assert_eq!(first, second);
    assert_eq!(first.summary(), second.summary());
}
