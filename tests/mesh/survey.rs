//! All faults at once, by the numbers of the host.

use gapkit::mesh::{ElementKind, Elements, Faults, Orientation, TetMesh, bodies};
use proptest::prelude::*;

fn texts(faults: &[Faults]) -> Vec<String> {
    faults.iter().flat_map(|kind| &kind.first).map(ToString::to_string).collect()
}

/// Tetrahedra that do not touch, called 100, 101, ...; nodes are called 1000, 1003, ...
fn apart(count: u32) -> Elements {
    let mut elements = Elements::default();
    for i in 0..count {
        let x = 2.0 * f64::from(i);
        elements.nodes.extend([[x, 0.0, 0.0], [x + 1.0, 0.0, 0.0], [x, 1.0, 0.0], [x, 0.0, 1.0]]);
        elements.push(ElementKind::Tet4, &[0, 1, 2, 3].map(|k| 4 * i + k), 100 + u64::from(i), 0);
    }
    elements.node_numbers = (0..elements.nodes.len() as u64).map(|i| 1000 + 3 * i).collect();
    elements
}

#[test]
fn every_fault_is_told_once_and_by_the_numbers_of_the_host() {
    let mut elements = apart(12);
    // As a number it would turn its tetrahedron over, which is not to be told on top.
    elements.nodes[3][2] = f64::NEG_INFINITY;
    elements.nodes[6][0] = 1e305;
    elements.connectivity[11] = 4000;
    elements.connectivity[15] = 12;
    elements.connectivity.swap(16, 17);
    elements.nodes[22] = [10.5, 0.0, 0.0];
    let [a, b, c] = [24, 25, 26];
    elements.push(ElementKind::Tet4, &[a + 3, b, a, c], 200, 0);
    elements.nodes.extend([[12.1, 0.1, 2.0], [12.1, 0.1, -1.0], [14.2, 0.2, 3.0]]);
    elements.node_numbers.extend([7, 8, 9]);
    // Behind the face on the other side, there is already one; on the same side, another one.
    elements.push(ElementKind::Tet4, &[a, c, b, 49], 201, 0);
    elements.push(ElementKind::Tet4, &[a, b, c, 48], 202, 0);
    elements.push(ElementKind::Tet4, &[28, 29, 30, 50], 203, 0);
    let faults = elements.faults(Orientation::Refuse);
    let expected = [
        "coordinate z of node 1009 is -inf, not a finite number",
        "coordinate x of node 1018 is 1000",
        "local node 3 of tetrahedron 102 is 4000, but there are 51 nodes",
        "tetrahedron 103 uses node 1036 twice",
        "tetrahedron 200 has the same nodes as tetrahedron 106",
        "tetrahedron 104 is inverted",
        "tetrahedron 105 is flat",
        "the face with nodes [1072, 1075, 1078] belongs to more than two tetrahedra: \
         of tetrahedron 106, tetrahedron 201 and tetrahedron 202",
        "tetrahedron 107 and tetrahedron 203 overlap: \
         they lie on the same side of the face with nodes [1084, 1087, 1090]",
    ];
    let found = texts(&faults);
    assert_eq!(found.len(), expected.len(), "{found:#?}");
    for (found, expected) in found.iter().zip(expected) {
        assert!(found.starts_with(expected), "{found}");
    }
    assert!(faults.iter().all(|kind| kind.count == 1));
}

#[test]
fn the_nodes_of_a_distorted_element_are_those_of_the_host() {
    let ring = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
    let nodes = [0.0, 1.0].into_iter().flat_map(|z| ring.map(|[x, y]| [x, y, z])).collect();
    let mut elements = Elements { nodes, ..Elements::default() };
    elements.node_numbers = (11..19).collect();
    elements.push(ElementKind::Hex8, &[0, 1, 2, 3, 4, 5, 6, 7], 77, 3);
    elements.nodes[1] = [1.0, 1.5, 0.0];
    let wanted = "hexahedron 77 is distorted: the tetrahedron of its nodes [11, 12, 13, 17]";
    let found = texts(&elements.faults(Orientation::Repair));
    assert!(found.len() == 1 && found[0].starts_with(wanted), "{found:?}");
    elements.node_numbers.pop();
    let found = texts(&elements.faults(Orientation::Repair));
    assert_eq!(found, ["there are 8 nodes, but 7 numbers of nodes"]);
}

#[test]
fn wedges_of_either_order_are_no_fault() {
    let triangle = |z: f64| [[0.0, 0.0, z], [1.0, 0.0, z], [0.0, 1.0, z]];
    let nodes = [triangle(0.0), triangle(1.0)].concat();
    for order in [[0, 1, 2, 3, 4, 5], [3, 4, 5, 0, 1, 2]] {
        let mut elements = Elements { nodes: nodes.clone(), ..Elements::default() };
        elements.push(ElementKind::Wedge6, &order, 1, 0);
        assert_eq!(elements.faults(Orientation::Refuse), []);
    }
}

#[test]
fn many_faults_of_a_kind_are_counted() {
    let mut elements = apart(1000);
    for tet in elements.connectivity.chunks_mut(4) {
        tet.swap(0, 1);
    }
    elements.connectivity[4] = 6;
    let faults = elements.faults(Orientation::Refuse);
    assert_eq!(faults.iter().map(|kind| kind.count).collect::<Vec<_>>(), [1, 999]);
    assert_eq!(faults[1].first.len(), Faults::SHOWN);
    assert!(faults[1].first[9].to_string().starts_with("tetrahedron 110 is inverted"));
    // What can be repaired is no fault then.
    assert_eq!(elements.faults(Orientation::Repair).len(), 1);
}

proptest! {
    #[test]
    fn there_are_faults_if_and_only_if_the_mesh_is_refused(
        changes in prop::collection::vec((0_usize..4, any::<prop::sample::Index>(), 0_u32..30), 0..4),
        repair in any::<bool>(),
    ) {
        let block = bodies::block([2, 2, 2], [1.0; 3]).unwrap();
        let mut elements = Elements { nodes: block.nodes().to_vec(), ..Elements::default() };
        for (i, tet) in block.tets().iter().enumerate() {
            elements.push(ElementKind::Tet4, tet, i as u64, 0);
        }
        for (what, place, value) in changes {
            match what {
                0 => *place.get_mut(&mut elements.connectivity) = value,
                1 => place.get_mut(&mut elements.nodes)[0] = f64::from(value) / 10.0,
                2 => place.get_mut(&mut elements.nodes)[1] = f64::INFINITY,
                _ => {
                    let at = 4 * place.index(48);
                    elements.connectivity.swap(at, at + 1);
                }
            }
        }
        let orientation = if repair { Orientation::Repair } else { Orientation::Refuse };
        let found = texts(&elements.faults(orientation));
        match TetMesh::from_elements(&elements, orientation) {
            Ok(_) => prop_assert!(found.is_empty(), "{:?}", found),
            Err(error) => {
                let first = error.to_string();
                let shown = found.contains(&first) || found.len() >= Faults::SHOWN;
                prop_assert!(shown, "{}: {:?}", first, found);
            }
        }
    }
}
