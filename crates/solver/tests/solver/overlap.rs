//! Nothing passes through anything: a test that knows nothing of the scene.

use gapkit::Vec3;
use gapkit::mesh::bodies;
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
