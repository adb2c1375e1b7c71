//! Every fault is refused, with a text that names the culprit.

use gapkit::mesh::{ElementKind, Elements, Orientation, TetMesh};

const UNIT: [[f64; 3]; 5] =
    [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 1.0, 1.0]];

fn refusal(nodes: &[[f64; 3]], tets: &[[u32; 4]]) -> String {
    TetMesh::new(nodes.to_vec(), tets.to_vec()).unwrap_err().to_string()
}

/// The same tetrahedra as elements that are called 101, 102, ...
fn numbered(nodes: &[[f64; 3]], tets: &[[u32; 4]]) -> Elements {
    let mut elements = Elements { nodes: nodes.to_vec(), ..Elements::default() };
    for (i, tet) in tets.iter().enumerate() {
        elements.push(ElementKind::Tet4, tet, 101 + i as u64, 0);
    }
    elements
}

fn numbered_refusal(nodes: &[[f64; 3]], tets: &[[u32; 4]]) -> String {
    let elements = numbered(nodes, tets);
    TetMesh::from_elements(&elements, Orientation::Refuse).unwrap_err().to_string()
}

fn unit_hexahedron() -> Elements {
    let ring = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
    let nodes = [0.0, 1.0].into_iter().flat_map(|z| ring.map(|[x, y]| [x, y, z])).collect();
    let mut elements = Elements { nodes, ..Elements::default() };
    elements.push(ElementKind::Hex8, &[0, 1, 2, 3, 4, 5, 6, 7], 77, 3);
    elements
}

#[test]
fn coordinates_must_be_finite() {
    for (axis, name) in ['x', 'y', 'z'].into_iter().enumerate() {
        for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let mut nodes = UNIT;
            nodes[2][axis] = value;
            let expected = format!("coordinate {name} of node 2 is {value}, not a finite number");
            assert_eq!(refusal(&nodes, &[[0, 1, 2, 3]]), expected);
        }
    }
}

#[test]
fn coordinates_must_leave_room_for_sums() {
    let limit = 2.0_f64.powi(1000);
    let mut nodes = UNIT;
    nodes[1][0] = limit;
    assert!(TetMesh::new(nodes.to_vec(), vec![[0, 1, 2, 3]]).is_ok());
    nodes[1][0] = limit.next_up();
    let text = refusal(&nodes, &[[0, 1, 2, 3]]);
    assert!(text.starts_with("coordinate x of node 1 is 1071508607186267"), "{text}");
    assert!(text.ends_with("magnitudes beyond 2^1000 are not supported"), "{text}");
}

#[test]
fn a_mesh_needs_elements() {
    assert_eq!(refusal(&UNIT, &[]), "the mesh has no elements");
    assert_eq!(numbered_refusal(&UNIT, &[]), "the mesh has no elements");
}

#[test]
fn indices_must_be_in_range() {
    let text = refusal(&UNIT, &[[0, 1, 2, 3], [1, 5, 2, 3]]);
    assert_eq!(text, "local node 1 of tetrahedron 1 is 5, but there are 5 nodes");
    let text = numbered_refusal(&UNIT, &[[0, 1, 2, 3], [1, 2, 3, u32::MAX]]);
    assert_eq!(text, "local node 3 of tetrahedron 102 is 4294967295, but there are 5 nodes");
}

#[test]
fn the_nodes_on_the_edges_of_quadratic_tetrahedra_are_checked_too() {
    let mut elements = Elements { nodes: UNIT.to_vec(), ..Elements::default() };
    elements.nodes.truncate(4);
    let [a, b, c, d] = [0, 1, 2, 3].map(|i| elements.nodes[i]);
    let middle = |p: [f64; 3], q: [f64; 3]| [0, 1, 2].map(|axis| 0.5 * (p[axis] + q[axis]));
    elements
        .nodes
        .extend([[a, b], [b, c], [c, a], [a, d], [b, d], [c, d]].map(|[p, q]| middle(p, q)));
    elements.push(ElementKind::Tet10, &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 9, 0);
    assert!(TetMesh::from_elements(&elements, Orientation::Refuse).is_ok());
    elements.connectivity[9] = 10;
    let text = TetMesh::from_elements(&elements, Orientation::Refuse).unwrap_err().to_string();
    assert_eq!(text, "local node 9 of quadratic tetrahedron 9 is 10, but there are 10 nodes");
    elements.connectivity[9] = 2;
    let text = TetMesh::from_elements(&elements, Orientation::Refuse).unwrap_err().to_string();
    assert_eq!(text, "quadratic tetrahedron 9 uses node 2 twice");
    // A node on an edge that is beyond the face across.
    elements.connectivity[9] = 9;
    elements.nodes[9] = [-1.0, 0.5, 0.5];
    let text = TetMesh::from_elements(&elements, Orientation::Refuse).unwrap_err().to_string();
    assert!(text.starts_with("quadratic tetrahedron 9 is distorted"), "{text}");
}

#[test]
fn nodes_must_differ() {
    assert_eq!(refusal(&UNIT, &[[0, 3, 2, 3]]), "tetrahedron 0 uses node 3 twice");
    assert_eq!(numbered_refusal(&UNIT, &[[1, 1, 2, 3]]), "tetrahedron 101 uses node 1 twice");
}

#[test]
fn inverted_tetrahedra_are_refused_or_repaired() {
    let tets = [[0, 1, 2, 3], [1, 3, 2, 4]];
    let text = refusal(&UNIT, &tets);
    assert!(text.starts_with("tetrahedron 1 is inverted: in the node order of VTK"), "{text}");
    let text = numbered_refusal(&UNIT, &tets);
    assert!(text.starts_with("tetrahedron 102 is inverted"), "{text}");

    let elements = numbered(&UNIT, &tets);
    let mesh = TetMesh::from_elements(&elements, Orientation::Repair).unwrap();
    assert_eq!(mesh.tets(), [[0, 1, 2, 3], [1, 3, 4, 2]]);
    assert_eq!(mesh.summary().volume, 0.5);
}

#[test]
fn every_kind_is_repaired_by_its_volume() {
    let mut elements = unit_hexahedron();
    let right = TetMesh::from_elements(&elements, Orientation::Repair).unwrap();
    elements.connectivity.rotate_left(4);
    let text = TetMesh::from_elements(&elements, Orientation::Refuse).unwrap_err().to_string();
    assert!(text.starts_with("hexahedron 77 is inverted"), "{text}");
    let repaired = TetMesh::from_elements(&elements, Orientation::Repair).unwrap();
    let facets = |mesh: &TetMesh| {
        let turned = |mut facet: [u32; 3]| {
            let least = (0..3).min_by_key(|&i| facet[i]).unwrap();
            facet.rotate_left(least);
            facet
        };
        let mut facets: Vec<_> = mesh.boundary().facets().iter().copied().map(turned).collect();
        facets.sort_unstable();
        facets
    };
    assert_eq!(facets(&repaired), facets(&right));
    assert!((repaired.summary().volume - 1.0).abs() < 1e-15);
}

#[test]
fn flat_tetrahedra_are_refused_exactly() {
    // The fourth node is in the plane of the others to the last bit, or one bit off it.
    let mut nodes = [[0.1, 0.2, 0.1], [0.5, 0.9, 0.5], [0.3, 0.4, 0.3], [0.7, 0.1, 0.7]];
    assert_eq!(refusal(&nodes, &[[0, 1, 2, 3]]), "tetrahedron 0 is flat: its volume is zero");
    let text = numbered_refusal(&nodes, &[[0, 1, 2, 3]]);
    assert_eq!(text, "tetrahedron 101 is flat: its volume is zero");
    nodes[3][2] = 0.7_f64.next_down();
    assert!(TetMesh::new(nodes.to_vec(), vec![[0, 1, 2, 3]]).is_ok());
    nodes[3][2] = 0.7_f64.next_up();
    assert!(refusal(&nodes, &[[0, 1, 2, 3]]).contains("inverted"));
    // Repair does not give a flat one a volume.
    nodes[3][2] = 0.7;
    assert!(
        TetMesh::from_elements(&numbered(&nodes, &[[0, 1, 2, 3]]), Orientation::Repair).is_err()
    );
}

#[test]
fn distorted_elements_are_refused_even_for_repair() {
    let mut elements = unit_hexahedron();
    // The top corner is pushed through the opposite one.
    elements.nodes[6] = [-0.5, -0.5, -0.5];
    for orientation in [Orientation::Refuse, Orientation::Repair] {
        let text = TetMesh::from_elements(&elements, orientation).unwrap_err().to_string();
        assert!(text.starts_with("hexahedron 77 is distorted: the tetrahedron of"), "{text}");
        assert!(text.ends_with("is inverted"), "{text}");
    }
    elements.nodes[6] = [0.5, 0.5, 0.0];
    let text = TetMesh::from_elements(&elements, Orientation::Refuse).unwrap_err().to_string();
    assert!(text.starts_with("hexahedron 77 is distorted") && text.ends_with("is flat"), "{text}");
}

#[test]
fn the_tetrahedron_that_is_named_is_the_one_that_is_not_positive() {
    for (corner, nodes) in [([1.0, 1.5, 0.0], "[0, 1, 2, 6]"), ([1.0, 0.0, 1.5], "[0, 1, 6, 5]")] {
        let mut elements = unit_hexahedron();
        elements.nodes[1] = corner;
        let text = TetMesh::from_elements(&elements, Orientation::Refuse).unwrap_err().to_string();
        let expected = "hexahedron 77 is distorted: the tetrahedron of its nodes";
        assert_eq!(text, format!("{expected} {nodes} is inverted"));
    }
}

#[test]
fn duplicated_elements_are_refused_whatever_the_order_of_their_nodes() {
    let text = refusal(&UNIT, &[[1, 2, 3, 4], [0, 1, 2, 3], [2, 0, 1, 3]]);
    assert_eq!(text, "tetrahedron 2 has the same nodes as tetrahedron 1");
    // Of several, the first to come again is named.
    let text = refusal(&UNIT, &[[1, 2, 3, 4], [0, 1, 2, 3], [2, 3, 1, 4], [2, 0, 1, 3]]);
    assert_eq!(text, "tetrahedron 2 has the same nodes as tetrahedron 0");
    let text = numbered_refusal(&UNIT, &[[0, 1, 2, 3], [1, 2, 0, 3]]);
    assert_eq!(text, "tetrahedron 102 has the same nodes as tetrahedron 101");
    let mut elements = unit_hexahedron();
    elements.push(ElementKind::Hex8, &[1, 2, 3, 0, 5, 6, 7, 4], 78, 3);
    let text = TetMesh::from_elements(&elements, Orientation::Refuse).unwrap_err().to_string();
    assert_eq!(text, "hexahedron 78 has the same nodes as hexahedron 77");
}

#[test]
fn a_face_has_at_most_two_tetrahedra() {
    let mut nodes = UNIT.to_vec();
    nodes.extend([[2.0, 2.0, 2.0], [0.0, 0.0, -1.0]]);
    let tets = [[0, 1, 2, 3], [1, 2, 3, 4], [1, 2, 3, 5], [0, 2, 1, 6]];
    let expected = "the face with nodes [1, 2, 3] belongs to more than two tetrahedra: \
                    of tetrahedron 0, tetrahedron 1 and tetrahedron 2";
    assert_eq!(refusal(&nodes, &tets), expected);
    let expected = "the face with nodes [1, 2, 3] belongs to more than two tetrahedra: \
                    of tetrahedron 101, tetrahedron 102 and tetrahedron 103";
    assert_eq!(numbered_refusal(&nodes, &tets), expected);
}

#[test]
fn tetrahedra_on_the_same_side_of_a_face_are_refused() {
    let mut nodes = UNIT.to_vec();
    nodes.push([2.0, 2.0, 2.0]);
    let text = numbered_refusal(&nodes, &[[1, 2, 3, 4], [1, 2, 3, 5]]);
    let expected = "tetrahedron 101 and tetrahedron 102 overlap: \
                    they lie on the same side of the face with nodes [1, 2, 3]";
    assert_eq!(text, expected);
}

#[test]
fn of_several_faces_with_too_many_tetrahedra_the_first_is_named() {
    let nodes = [UNIT.as_slice(), &[[2.0; 3], [3.0; 3], [4.0; 3]]].concat();
    let tets = [[1, 2, 3, 4], [1, 2, 3, 5], [1, 2, 3, 6], [1, 4, 3, 0], [1, 4, 3, 7]];
    let clash = |tets: &[[u32; 4]]| gapkit::mesh::neighbors(tets).unwrap_err().to_string();
    assert!(clash(&tets).contains("[1, 2, 3]"), "{}", clash(&tets));
    assert!(clash(&tets[3..]).contains("[1, 3, 4]"), "{}", clash(&tets[3..]));
    assert!(TetMesh::new(nodes, tets.to_vec()).is_err());
}

#[test]
fn arrays_must_fit_each_other() {
    let refusal = |change: fn(&mut Elements)| {
        let mut elements = unit_hexahedron();
        change(&mut elements);
        TetMesh::from_elements(&elements, Orientation::Repair).unwrap_err().to_string()
    };
    let text = refusal(|elements| elements.connectivity.truncate(7));
    assert_eq!(text, "the elements have 8 nodes by their kinds, but the connectivity has 7");
    let text = refusal(|elements| elements.numbers.push(1));
    assert_eq!(text, "there are 1 elements, but 2 numbers");
    let text = refusal(|elements| elements.regions.push(1));
    assert_eq!(text, "there are 1 elements, but 2 regions");
    let mut two = numbered(&UNIT, &[[0, 1, 2, 3], [1, 2, 3, 4]]);
    two.numbers.pop();
    let text = TetMesh::from_elements(&two, Orientation::Refuse).unwrap_err().to_string();
    assert_eq!(text, "there are 2 elements, but 1 numbers");
}

#[test]
fn elements_without_numbers_and_regions_are_called_by_their_index() {
    let mut elements = numbered(&UNIT, &[[0, 1, 2, 3], [1, 3, 2, 4]]);
    elements.numbers.clear();
    elements.regions.clear();
    let text = TetMesh::from_elements(&elements, Orientation::Refuse).unwrap_err().to_string();
    assert!(text.starts_with("tetrahedron 1 is inverted"), "{text}");
    let mesh = TetMesh::from_elements(&elements, Orientation::Repair).unwrap();
    assert_eq!(mesh.regions(), [0, 0]);
}

#[test]
fn extreme_coordinates_are_judged_exactly() {
    for scale in [1e-320, 1e-300, 1e300, 1e301] {
        let nodes = UNIT.map(|point| point.map(|c| c * scale));
        let mesh = TetMesh::new(nodes.to_vec(), vec![[0, 1, 2, 3]]);
        let summary = mesh.unwrap().summary();
        assert_eq!(summary.smallest_edge, scale);
        assert!(!summary.volume.is_nan() && !summary.largest_edge.is_nan());
        assert!(refusal(&nodes, &[[1, 0, 2, 3]]).contains("inverted"));
    }
}

/// A hexahedron of edge 2 beside eight of edge 1, moved by a function: the face between them has
/// hanging nodes.
fn refined(place: impl Fn([f64; 3]) -> [f64; 3]) -> Elements {
    let mut elements = Elements::default();
    let mut numbers = std::collections::BTreeMap::new();
    let mut number = |elements: &mut Elements, x: [u32; 3]| {
        *numbers.entry(x).or_insert_with(|| {
            elements.nodes.push(place(x.map(f64::from)));
            elements.nodes.len() as u32 - 1
        })
    };
    let mut push = |elements: &mut Elements, [x, y, z]: [u32; 3], size: u32, name: u64| {
        let ring = [[0, 0], [1, 0], [1, 1], [0, 1]];
        let corners = [0, 1].into_iter().flat_map(|k| ring.map(|[i, j]| [i, j, k]));
        let nodes: Vec<u32> = corners
            .map(|[i, j, k]| number(elements, [x + size * i, y + size * j, z + size * k]))
            .collect();
        elements.push(ElementKind::Hex8, &nodes, name, 0);
    };
    push(&mut elements, [0, 0, 0], 2, 500);
    for (i, name) in (0..8).zip(601..) {
        push(&mut elements, [2 + (i & 1), i >> 1 & 1, i >> 2], 1, name);
    }
    elements
}

#[test]
fn hanging_nodes_are_refused_with_the_element() {
    let turned = |[x, y, z]: [f64; 3]| [0.6 * x - 0.8 * y, 0.8 * x + 0.6 * y, z / 3.0 + 1e3];
    let warped = |[x, y, z]: [f64; 3]| [x + 0.02 * y * z, y, z];
    for elements in [refined(|x| x), refined(turned), refined(warped)] {
        let error = TetMesh::from_elements(&elements, Orientation::Refuse).unwrap_err();
        let text = error.to_string();
        assert!(text.contains("of hexahedron 500 is covered by faces of other elements"), "{text}");
        assert!(text.contains("as hexahedron 60"), "{text}");
        // Both triangles of the face that is covered, and no others.
        let faults = elements.faults(Orientation::Refuse);
        assert_eq!((faults.len(), faults[0].count), (1, 2));
    }
    // Without the coarse one there is nothing wrong.
    let mut elements = refined(|x| x);
    elements.kinds.remove(0);
    elements.numbers.remove(0);
    elements.regions.remove(0);
    elements.connectivity.drain(..8);
    assert!(TetMesh::from_elements(&elements, Orientation::Refuse).is_ok());
}

#[test]
fn a_quadrangle_that_is_cut_along_two_diagonals_is_refused() {
    let mut elements = unit_hexahedron();
    elements.nodes.extend([[0.5, 0.5, 2.0]]);
    // The hexahedron cuts its upper face from 4 to 6.
    elements.push(ElementKind::Tet4, &[4, 5, 7, 8], 78, 0);
    elements.push(ElementKind::Tet4, &[5, 6, 7, 8], 79, 0);
    let text = TetMesh::from_elements(&elements, Orientation::Refuse).unwrap_err().to_string();
    assert!(text.contains("hexahedron 77 is covered") && text.contains("two diagonals"), "{text}");
}

#[test]
fn the_two_sides_of_a_crack_are_exposed() {
    // Four hexahedra around an edge; those on the right have nodes of their own at the crack, whose
    // front is the edge.
    let mut elements = Elements::default();
    let at = |x: u32, y: u32, z: u32, side: u32| 2 * (x + 3 * y + 9 * z) + side;
    for z in 0..2 {
        for y in 0..3 {
            for x in 0..3 {
                elements.nodes.extend([[x, y, z].map(f64::from); 2]);
            }
        }
    }
    for (i, name) in (0..4).zip(1..) {
        let (x, y) = (i & 1, i >> 1);
        let ring = [[0, 0], [1, 0], [1, 1], [0, 1]];
        let corner = |z: u32| {
            ring.map(|[i, j]| {
                // The crack is the face x = 1 of the upper two.
                let is_double = x + i == 1 && y + j == 2;
                at(x + i, y + j, z, u32::from(is_double && x == 1))
            })
        };
        elements.push(ElementKind::Hex8, &[corner(0), corner(1)].concat(), name, 0);
    }
    let mesh = TetMesh::from_elements(&elements, Orientation::Refuse).unwrap();
    // Sixteen quadrangles around, and two at the crack.
    assert_eq!(mesh.summary().facets, 2 * (16 + 2));
}
