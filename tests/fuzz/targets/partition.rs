//! Partitions of any connectivity on any nodes: every tetrahedron in one piece, and pieces whose
//! vertices are those of their tetrahedra.

use std::collections::BTreeSet;

use gapkit::mesh::{Elements, Orientation, TetMesh, bodies};
use gapkit::partition::{Build, Options};

use crate::input::{Input, Kind};

pub(crate) fn run(bytes: &[u8]) {
    let input = &mut Input::new(bytes);
    let Some(mesh) = mesh(input) else { return };
    let build = input.pick(&[Build::Fast, Build::Trivial, Build::Optimised]);
    let mut options = Options::default().with_build(build).with_seed(u64::from(input.byte()));
    if let Ok(with) = options.with_tolerance(input.pick(&[0.0, 0.1, 10.0, f64::NAN])) {
        options = with;
    }
    if input.once_in(4) {
        options = options.with_max_tets(input.below(8)).with_max_vertices(input.below(12));
    }
    if let Ok(with) = options.with_protrusion(input.pick(&[f64::NAN, f64::NAN, 0.0, 0.5])) {
        options = with;
    }
    let mut partition = options.partition(&mesh).expect("few tetrahedra");
    check(&mesh, &partition);
    let moved: Vec<_> = mesh.nodes().iter().map(|p| p.map(|x| x + 0.2 * input.grid())).collect();
    let _ = partition.defects(&moved);
    let _ = partition.statistics(&moved);
    if partition.split(&moved, input.pick(&[0.0, 0.1, 1.0])).is_ok() {
        check(&mesh, &partition);
    }
}

/// A mesh of tetrahedra between random nodes, or a block with some of them left out.
pub(super) fn mesh(input: &mut Input) -> Option<TetMesh> {
    let (nodes, tets) = if input.once_in(2) {
        let cells = [0; 3].map(|_| 1 + input.below(3));
        let block = bodies::block(cells, [1.0; 3]).expect("a block");
        let kept = |_: &&[u32; 4]| !input.once_in(4);
        let tets: Vec<_> = block.tets().iter().filter(kept).copied().collect();
        let nodes = block.nodes().to_vec();
        let kind = input.pick(&[Kind::Grid, Kind::Fraction]);
        let is_bent = input.once_in(3);
        let bent =
            |p: [f64; 3]| p.map(|x| x + if is_bent { 0.1 * input.number(kind) } else { 0.0 });
        (nodes.into_iter().map(bent).collect(), tets)
    } else {
        let kind = input.kind();
        let (nodes, tets) = (4 + input.below(10), 1 + input.below(12));
        let points: Vec<_> = (0..nodes).map(|_| input.point(kind)).collect();
        // One more than there are nodes, so that some are out of range.
        let mut tet = || {
            [0; 4].map(|_| {
                let stray = usize::from(input.once_in(64));
                input.below(nodes + stray) as u32
            })
        };
        (points, (0..tets).map(|_| tet()).collect())
    };
    let as_given = TetMesh::new(nodes.clone(), tets.clone());
    if let Ok(mesh) = as_given {
        return Some(mesh);
    }
    let mut elements = Elements { nodes, ..Elements::default() };
    for (i, tet) in tets.iter().enumerate() {
        elements.push(gapkit::mesh::ElementKind::Tet4, tet, i as u64, 0);
    }
    TetMesh::from_elements(&elements, Orientation::Repair).ok()
}

fn check(mesh: &TetMesh, partition: &gapkit::partition::Partition) {
    let mut seen = vec![0; mesh.tets().len()];
    for (number, piece) in partition.pieces().enumerate() {
        let mut vertices = BTreeSet::new();
        for &tet in piece.tets() {
            seen[tet as usize] += 1;
            assert_eq!(partition.owners()[tet as usize] as usize, number);
            vertices.extend(mesh.tets()[tet as usize]);
        }
        let named: BTreeSet<u32> = piece.vertices().iter().copied().collect();
        // Those inside are on no surface.
        assert!(named.is_subset(&vertices) && named.len() == piece.vertices().len());
    }
    assert!(seen.iter().all(|&times| times == 1), "a tetrahedron in {seen:?} pieces");
}
