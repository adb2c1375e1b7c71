//! Elements are split so that neighbours fit together, however the nodes are numbered.

use std::collections::BTreeSet;

use gapkit::mesh::{ElementKind, Elements, Orientation, TetMesh};
use proptest::prelude::*;

use super::common::{assert_sound, enclosed};
use super::promote;

const HEX: [[f64; 3]; 8] = [
    [0.0, 0.0, 0.0],
    [1.0, 0.0, 0.0],
    [1.0, 1.0, 0.0],
    [0.0, 1.0, 0.0],
    [0.0, 0.0, 1.0],
    [1.0, 0.0, 1.0],
    [1.0, 1.0, 1.0],
    [0.0, 1.0, 1.0],
];
const WEDGE: [usize; 6] = [4, 5, 7, 0, 1, 3];
const PYRAMID: [usize; 5] = [0, 1, 2, 3, 6];

/// The quadrilaterals of each kind, written down apart from the library's tables.
fn quads(kind: ElementKind) -> &'static [[usize; 4]] {
    match kind {
        ElementKind::Hex8 => {
            &[[0, 1, 2, 3], [4, 5, 6, 7], [0, 1, 5, 4], [1, 2, 6, 5], [2, 3, 7, 6], [3, 0, 4, 7]]
        }
        ElementKind::Wedge6 => &[[0, 1, 4, 3], [1, 2, 5, 4], [2, 0, 3, 5]],
        ElementKind::Pyramid5 => &[[0, 1, 2, 3]],
        _ => &[],
    }
}

/// One element whose local node `i` has the number `numbers[i]`.
fn single(kind: ElementKind, corners: &[[f64; 3]], numbers: &[u32]) -> TetMesh {
    let mut elements = Elements { nodes: vec![[0.0; 3]; corners.len()], ..Elements::default() };
    for (&number, &corner) in numbers.iter().zip(corners) {
        elements.nodes[number as usize] = corner;
    }
    elements.push(kind, numbers, 1, 0);
    TetMesh::from_elements(&elements, Orientation::Refuse).unwrap()
}

/// Calls `visit` with every order of `0..count`.
fn every_order(count: u32, visit: &mut impl FnMut(&[u32])) {
    fn go(rest: &mut Vec<u32>, at: usize, visit: &mut impl FnMut(&[u32])) {
        if at == rest.len() {
            visit(rest);
        }
        for i in at..rest.len() {
            rest.swap(at, i);
            go(rest, at + 1, visit);
            rest.swap(at, i);
        }
    }
    go(&mut (0..count).collect(), 0, visit);
}

/// Checks one element with every numbering of its nodes; returns the numbers of tetrahedra seen.
fn check_every_numbering(
    kind: ElementKind,
    corners: &[[f64; 3]],
    volume: f64,
    facets: usize,
) -> BTreeSet<usize> {
    let mut counts = BTreeSet::new();
    every_order(corners.len() as u32, &mut |numbers| {
        let mesh = single(kind, corners, numbers);
        counts.insert(mesh.tets().len());
        let surface = mesh.boundary();
        let inside = enclosed(mesh.nodes(), surface.facets());
        assert!((inside - volume).abs() < 1e-15, "{numbers:?}: {inside}");
        assert!((mesh.summary().volume - volume).abs() < 1e-15, "{numbers:?}");
        assert_eq!(surface.facets().len(), facets, "{numbers:?}");
        for quad in quads(kind) {
            let nodes = quad.map(|local| numbers[local]);
            let least = nodes.into_iter().min().unwrap();
            let halves = surface.facets().iter().filter(|f| f.iter().all(|n| nodes.contains(n)));
            let (count, through) =
                halves.fold((0, 0), |(c, t), f| (c + 1, t + usize::from(f.contains(&least))));
            assert_eq!((count, through), (2, 2), "{numbers:?}: quadrilateral {nodes:?}");
        }
    });
    counts
}

#[test]
fn hexahedra_are_cut_through_the_smallest_nodes_in_all_40320_numberings() {
    let counts = check_every_numbering(ElementKind::Hex8, &HEX, 1.0, 12);
    assert_eq!(counts, BTreeSet::from([5, 6]));
}

#[test]
fn wedges_are_cut_through_the_smallest_nodes_in_all_numberings() {
    let counts = check_every_numbering(ElementKind::Wedge6, &WEDGE.map(|i| HEX[i]), 0.5, 8);
    assert_eq!(counts, BTreeSet::from([3]));
}

#[test]
fn pyramids_are_cut_through_the_smallest_nodes_in_all_numberings() {
    let counts =
        check_every_numbering(ElementKind::Pyramid5, &PYRAMID.map(|i| HEX[i]), 1.0 / 3.0, 6);
    assert_eq!(counts, BTreeSet::from([2]));
}

#[test]
fn the_documented_orders_are_those_of_positive_volume() {
    for kind in ElementKind::ALL {
        let corners: Vec<[f64; 3]> = match kind.corners() {
            4 => [0, 1, 3, 4].map(|i| HEX[i]).to_vec(),
            5 => PYRAMID.map(|i| HEX[i]).to_vec(),
            6 => WEDGE.map(|i| HEX[i]).to_vec(),
            _ => HEX.to_vec(),
        };
        let nodes = promote::nodes(kind, &corners);
        let numbers: Vec<u32> = (0..kind.nodes() as u32).collect();
        let mesh = single(kind, &nodes, &numbers);
        assert_eq!(mesh.element_count(kind), 1);
        assert_eq!(mesh.summary().orphans, 0);
    }
}

#[test]
fn wedges_are_taken_in_both_orders_with_every_numbering() {
    // The mirror images of the order in the table of faces: by swapping the triangles, and as
    // meshio does it.
    for mirror in [[3, 4, 5, 0, 1, 2], [0, 2, 1, 3, 5, 4]] {
        let corners = mirror.map(|i| HEX[WEDGE[i]]);
        let counts = check_every_numbering(ElementKind::Wedge6, &corners, 0.5, 8);
        assert_eq!(counts, BTreeSet::from([3]));
    }
}

#[test]
fn wedges_of_both_orders_fit_together_in_one_mesh() {
    let mut elements = Elements { nodes: HEX.to_vec(), ..Elements::default() };
    elements.push(ElementKind::Wedge6, &[4, 5, 7, 0, 1, 3], 1, 0);
    elements.push(ElementKind::Wedge6, &[1, 2, 3, 5, 6, 7], 2, 0);
    let mesh = TetMesh::from_elements(&elements, Orientation::Refuse).unwrap();
    assert_eq!(assert_sound(&mesh).facets().len(), 12);
    assert!((mesh.summary().volume - 1.0).abs() < 1e-15);
}

#[test]
fn a_wedge_that_is_positive_in_neither_order_is_refused() {
    // One corner of the upper triangle is below the lower one.
    let mut nodes = WEDGE.map(|i| HEX[i]).to_vec();
    nodes[0][2] = -0.5;
    for order in [[0, 1, 2, 3, 4, 5], [3, 4, 5, 0, 1, 2]] {
        let mut elements = Elements { nodes: nodes.clone(), ..Elements::default() };
        elements.push(ElementKind::Wedge6, &order, 17, 0);
        for orientation in [Orientation::Refuse, Orientation::Repair] {
            let text = TetMesh::from_elements(&elements, orientation).unwrap_err().to_string();
            assert!(text.starts_with("wedge 17 is distorted"), "{text}");
        }
    }
}

#[test]
fn a_wedge_that_is_folded_over_its_neighbour_is_refused_though_both_orders_are_right() {
    // Two wedges on top of each other; the top of the upper one is pushed through its bottom.
    let triangle = |z: f64| [[0.0, 0.0, z], [1.0, 0.0, z], [0.0, 1.0, z]];
    let nodes = [triangle(0.0), triangle(1.0), triangle(0.5)].concat();
    let mut elements = Elements { nodes, ..Elements::default() };
    elements.push(ElementKind::Wedge6, &[0, 1, 2, 3, 4, 5], 8, 0);
    elements.push(ElementKind::Wedge6, &[3, 4, 5, 6, 7, 8], 9, 0);
    for orientation in [Orientation::Refuse, Orientation::Repair] {
        let text = TetMesh::from_elements(&elements, orientation).unwrap_err().to_string();
        assert!(text.starts_with("wedge 8 and wedge 9 overlap"), "{text}");
    }
}

/// How a cell of the grid is made.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Cell {
    Hexahedron,
    Wedges,
    Pyramids,
}

const CELLS: [usize; 3] = [3, 2, 3];
const GRID: usize = 4 * 3 * 4;
const ALL: usize = GRID + 3 * 2 * 3;

/// The places of the nodes: the corners of the cells, then their centres. Inner corners are moved
/// by `shift`, so that inner quadrilaterals are not flat.
fn places(shift: &[[f64; 3]]) -> Vec<[f64; 3]> {
    let [nx, ny, nz] = CELLS;
    let mut places = Vec::new();
    for (k, j, i) in triples([nz + 1, ny + 1, nx + 1]) {
        let inner = 0 < i && i < nx && 0 < j && j < ny && 0 < k && k < nz;
        let by = if inner { shift[places.len()] } else { [0.0; 3] };
        places.push([i as f64 + by[0], j as f64 + by[1], k as f64 + by[2]]);
    }
    for (k, j, i) in triples([nz, ny, nx]) {
        places.push([i as f64 + 0.5, j as f64 + 0.5, k as f64 + 0.5]);
    }
    places
}

fn triples([a, b, c]: [usize; 3]) -> impl Iterator<Item = (usize, usize, usize)> {
    (0..a).flat_map(move |i| (0..b).flat_map(move |j| (0..c).map(move |k| (i, j, k))))
}

/// A grid of cells, with the nodes numbered by `numbers` and each element turned by `turns`. Wedges
/// have triangles at the bottom and the top, so `kinds` has one entry per column of cells.
fn grid(kinds: &[[Cell; 3]], numbers: &[u32], turns: &[usize], shift: &[[f64; 3]]) -> Elements {
    let [nx, ny, nz] = CELLS;
    let mut elements = Elements { nodes: vec![[0.0; 3]; ALL], ..Elements::default() };
    for (place, &number) in places(shift).iter().zip(numbers) {
        elements.nodes[number as usize] = *place;
    }
    for (cell, (k, j, i)) in triples([nz, ny, nx]).enumerate() {
        let node = |[x, y, z]: [f64; 3]| {
            let (i, j, k) = (i + x as usize, j + y as usize, k + z as usize);
            numbers[i + (nx + 1) * (j + (ny + 1) * k)]
        };
        let corners = HEX.map(node);
        let centre = numbers[GRID + cell];
        for (kind, nodes) in parts(kinds[j * nx + i][k], &corners, centre) {
            let at = elements.kinds.len();
            let nodes = (0..turns[at % turns.len()]).fold(nodes, |nodes, _| turned(kind, &nodes));
            elements.push(kind, &nodes, 1000 + at as u64, cell as u32);
        }
    }
    elements
}

fn parts(cell: Cell, corners: &[u32; 8], centre: u32) -> Vec<(ElementKind, Vec<u32>)> {
    let pick = |locals: &[usize]| locals.iter().map(|&i| corners[i]).collect::<Vec<u32>>();
    match cell {
        Cell::Hexahedron => vec![(ElementKind::Hex8, corners.to_vec())],
        Cell::Wedges => vec![
            (ElementKind::Wedge6, pick(&[4, 5, 7, 0, 1, 3])),
            (ElementKind::Wedge6, pick(&[5, 6, 7, 1, 2, 3])),
        ],
        Cell::Pyramids => {
            // Each base is clockwise as seen from outside.
            let bases = [
                [0, 1, 2, 3],
                [7, 6, 5, 4],
                [4, 5, 1, 0],
                [5, 6, 2, 1],
                [6, 7, 3, 2],
                [7, 4, 0, 3],
            ];
            let pyramid = |base: [usize; 4]| {
                let mut nodes = pick(&base);
                nodes.push(centre);
                (ElementKind::Pyramid5, nodes)
            };
            bases.into_iter().map(pyramid).collect()
        }
    }
}

/// The same element with its nodes in another order of the same sense.
fn turned(kind: ElementKind, nodes: &[u32]) -> Vec<u32> {
    let order: &[usize] = match kind {
        // About the diagonal from 0 to 6, then a quarter about the axis.
        ElementKind::Hex8 => &[3, 7, 4, 0, 2, 6, 5, 1],
        ElementKind::Wedge6 => &[4, 3, 5, 1, 0, 2],
        _ => &[1, 2, 3, 0, 4],
    };
    order.iter().map(|&i| nodes[i]).collect()
}

fn columns(cells: impl Strategy<Value = Cell> + Clone) -> impl Strategy<Value = Vec<[Cell; 3]>> {
    prop::collection::vec(prop::array::uniform3(cells), 6)
}

/// Columns of wedges, and columns of which each cell is a hexahedron or six pyramids.
fn mixture() -> impl Strategy<Value = Vec<[Cell; 3]>> {
    let cell = prop_oneof![Just(Cell::Hexahedron), Just(Cell::Pyramids)];
    let column = prop_oneof![Just([Cell::Wedges; 3]), prop::array::uniform3(cell)];
    prop::collection::vec(column, 6)
}

fn kinds() -> impl Strategy<Value = Vec<[Cell; 3]>> {
    prop_oneof![
        columns(Just(Cell::Hexahedron)),
        columns(Just(Cell::Wedges)),
        columns(Just(Cell::Pyramids)),
        mixture(),
        mixture(),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn grids_have_no_cracks_however_they_are_numbered(
        kinds in kinds(),
        numbers in Just((0..ALL as u32).collect::<Vec<u32>>()).prop_shuffle(),
        turns in prop::collection::vec(0_usize..6, 1..20),
        shift in prop::collection::vec(prop::array::uniform3(-0.1..0.1), GRID),
    ) {
        let elements = grid(&kinds, &numbers, &turns, &shift);
        let mesh = TetMesh::from_elements(&elements, Orientation::Refuse).unwrap();
        let surface = mesh.boundary();
        // A crack would expose facets inside. Each of the 42 outer squares has two.
        prop_assert_eq!(surface.facets().len(), 2 * 2 * (3 * 2 + 2 * 3 + 3 * 3));
        for facet in surface.facets() {
            let corners = facet.map(|node| mesh.nodes()[node as usize]);
            let on_side = (0..3).any(|axis| [0.0, CELLS[axis] as f64].iter()
                .any(|side| corners.iter().all(|corner| corner[axis] == *side)));
            prop_assert!(on_side, "facet {:?} is inside", corners);
        }
        let summary = mesh.summary();
        prop_assert!((summary.volume - 18.0).abs() < 1e-12);
        prop_assert_eq!(summary.components, 1);
        prop_assert_eq!(summary.elements.iter().sum::<usize>(), elements.kinds.len());
        for (&owner, &region) in mesh.owners().iter().zip(mesh.regions()) {
            prop_assert_eq!(elements.regions[owner as usize], region);
        }
    }

    #[test]
    fn mirrored_elements_are_repaired_to_the_same_body(
        kinds in kinds(),
        mirrored in prop::collection::vec(any::<bool>(), 1..20),
    ) {
        let numbers: Vec<u32> = (0..ALL as u32).collect();
        let right = grid(&kinds, &numbers, &[0], &vec![[0.0; 3]; GRID]);
        let mut wrong = Elements { nodes: right.nodes.clone(), ..Elements::default() };
        let mut start = 0;
        for (i, &kind) in right.kinds.iter().enumerate() {
            let mut nodes = right.connectivity[start..start + kind.nodes()].to_vec();
            start += kind.nodes();
            if mirrored[i % mirrored.len()] {
                match kind {
                    ElementKind::Hex8 => nodes.rotate_left(4),
                    ElementKind::Wedge6 => nodes.rotate_left(3),
                    _ => nodes.swap(1, 3),
                }
            }
            wrong.push(kind, &nodes, right.numbers[i], right.regions[i]);
        }
        let refused = TetMesh::from_elements(&wrong, Orientation::Refuse);
        let inverted = |i: &usize| {
            mirrored[i % mirrored.len()] && right.kinds[*i] != ElementKind::Wedge6
        };
        match (0..right.kinds.len()).find(inverted) {
            Some(first) => {
                let text = refused.unwrap_err().to_string();
                let culprit = format!("{} {} is inverted", right.kinds[first].name(), 1000 + first);
                prop_assert!(text.starts_with(&culprit), "{}", text);
            }
            // Wedges have two orders.
            None => prop_assert!((refused.unwrap().summary().volume - 18.0).abs() < 1e-12),
        }
        let mesh = TetMesh::from_elements(&wrong, Orientation::Repair).unwrap();
        prop_assert!((mesh.summary().volume - 18.0).abs() < 1e-12);
        prop_assert_eq!(mesh.boundary().facets().len(), 84);
    }
}

#[test]
fn a_grid_of_each_kind_is_sound() {
    let numbers: Vec<u32> = (0..ALL as u32).collect();
    for cell in [Cell::Hexahedron, Cell::Wedges, Cell::Pyramids] {
        let elements = grid(&[[cell; 3]; 6], &numbers, &[0], &vec![[0.0; 3]; GRID]);
        let used: BTreeSet<u32> = elements.connectivity.iter().copied().collect();
        let mesh = TetMesh::from_elements(&elements, Orientation::Refuse).unwrap();
        assert_eq!(mesh.summary().orphans, ALL - used.len());
        if cell == Cell::Pyramids {
            assert_sound(&mesh);
        }
    }
}
