//! Nothing passes through anything: a test that knows nothing of the scene.

use gapkit::Vec3;
use gapkit::mesh::{TetMesh, bodies};
use gapkit_solver::Solver;

use crate::common::{OFFSET, colliding, falling, placed, plain, rubber};

fn shortest_edge(solver: &Solver) -> f64 {
    solver.bodies().iter().map(|body| body.shortest_edge()).fold(f64::INFINITY, f64::min)
}

#[test]
fn knots_that_collide_or_fall_do_not_overlap() {
    for mut solver in [colliding(plain()), falling(plain())] {
        let mut pushing = 0;
        while solver.time() < 0.12 {
            solver.step().expect("valid");
            if solver.steps().is_multiple_of(20) {
                let overlap = solver.overlap();
                assert!(overlap.depth < 0.05 * shortest_edge(&solver), "{overlap:?}");
            }
            pushing += solver.contacts().filter(|(_, force)| force.closure > 0.0).count();
        }
        assert!(pushing > 100, "{pushing}");
    }
}

#[test]
fn the_test_sees_overlaps() {
    let block = bodies::block([2, 2, 2], [1.0; 3]).expect("valid");
    let model = |at: [f64; 3], angles: [f64; 3]| {
        let mut solver = Solver::new(plain()).expect("valid");
        solver.add_plane([0.0, 0.0, -0.5], Vec3::z()).expect("valid");
        solver.add_mesh(&block, rubber(), false).expect("valid");
        solver.add_mesh(&placed(&block, 1.0, angles, at), rubber(), false).expect("valid");
        solver.overlap()
    };
    assert_eq!(model([0.0, 0.0, 1.0 + OFFSET], [0.0; 3]), Default::default());
    // A corner in the other block.
    let corner = model([0.9, 0.93, 0.95], [0.0; 3]);
    assert_eq!(corner.nodes, 2);
    assert!(corner.edges > 0 && (corner.depth - 0.05).abs() < 1e-12, "{corner:?}");
    // Below the plane.
    let below = model([3.0, 0.0, -0.7], [0.0; 3]);
    assert!(below.nodes == 9 && (below.depth - 0.2).abs() < 1e-12, "{below:?}");
    // Two edges that cross, and no node inside.
    let crossed = model([0.5, 0.95, 1.35], [-2.356, 0.0, 0.0]);
    assert!(crossed.edges > 0 && crossed.depth > 0.0, "{crossed:?}");
}

/// What is said of two blocks of unit cells, the second moved.
fn of_blocks(cells: [[usize; 3]; 2], at: [f64; 3]) -> gapkit_solver::Overlap {
    let mut solver = Solver::new(plain()).expect("valid");
    for (cells, at) in cells.into_iter().zip([[0.0; 3], at]) {
        let block = bodies::block(cells, cells.map(|n| n as f64)).expect("valid");
        let moved = placed(&block, 1.0, [0.0; 3], at);
        solver.add_mesh(&moved, rubber(), true).expect("valid");
    }
    solver.overlap()
}

#[test]
fn flat_faces_that_touch_do_not_overlap() {
    let cells = [[6, 2, 2], [6, 2, 2]];
    let touching = [[6.0, 0.0, 0.0], [6.0, 1.0, 0.5], [5.5, 2.0, 0.25], [6.0, 2.0, 2.0]];
    for at in touching {
        assert_eq!(of_blocks(cells, at), Default::default(), "{at:?}");
    }
}

#[test]
fn blocks_on_one_lattice_overlap_though_every_edge_meets_edges() {
    // Edges of one lie in edges of the other, and nodes on nodes.
    let inside = of_blocks([[2, 2, 2], [2, 2, 2]], [1.0; 3]);
    assert!(inside.nodes > 0 && inside.edges > 0 && inside.depth > 0.4, "{inside:?}");
    // A rod through the middle of a plate, along edges and through nodes of both its faces.
    let rod = of_blocks([[4, 4, 1], [2, 2, 3]], [1.0, 1.0, -1.0]);
    assert!(rod.edges > 0, "{rod:?}");
    // The same beside the nodes, through the diagonals of the faces.
    let rod = of_blocks([[4, 4, 1], [2, 2, 3]], [0.5, 0.5, -1.5]);
    assert!(rod.edges > 0 && rod.depth > 0.1, "{rod:?}");
}

/// Flat to rounding only: every coordinate is turned by an angle that no number has exactly.
#[test]
fn a_body_does_not_overlap_itself_however_it_is_turned() {
    for (number, angles) in [[0.1, 0.2, 0.3], [1.0, -0.7, 0.4], [0.0, 0.0, 1e-9]].iter().enumerate()
    {
        let mut solver = Solver::new(plain()).expect("valid");
        let block = bodies::block([12, 3, 3], [10.0, 1.0, 1.0]).expect("valid");
        let turned = placed(&block, 0.1, *angles, [1.0 / 3.0, 1e3 * number as f64, 0.1]);
        solver.add_mesh(&turned, rubber(), true).expect("valid");
        assert_eq!(solver.overlap(), Default::default(), "{angles:?}");
    }
}

#[test]
fn a_body_that_goes_through_itself_is_seen() {
    let turns = |share: f64, rise: f64| {
        let bar = bodies::block([40, 1, 1], [1.0; 3]).expect("valid");
        let bent = bar.nodes().iter().map(|&[x, y, z]| {
            let (angle, radius) = (std::f64::consts::TAU * share * x, 4.0 - y);
            [radius * angle.cos(), radius * angle.sin(), z + rise * x]
        });
        let ring = TetMesh::new(bent.collect(), bar.tets().to_vec()).expect("valid");
        let mut solver = Solver::new(plain()).expect("valid");
        solver.add_mesh(&ring, rubber(), true).expect("valid");
        solver.overlap()
    };
    assert_eq!(turns(0.9, 0.0), Default::default());
    assert_eq!(turns(1.1, 2.0), Default::default());
    // Its ends are in each other, in the last case with their flat faces in common.
    for rise in [0.5, 0.0] {
        let overlap = turns(1.1, rise);
        assert!(overlap.edges > 0, "{rise}: {overlap:?}");
    }
}
