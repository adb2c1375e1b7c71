//! Edges that cross where no node is near.

use gapkit::Vec3;
use gapkit::mesh::TetMesh;
use gapkit_solver::Solver;

use crate::common::{OFFSET, plain, rubber};

/// A wedge with its long edge along x at height 0, seen from below.
fn wedge(tilt: f64, height: f64) -> TetMesh {
    let at = |x: f64| [x, 0.0, height + x * tilt];
    TetMesh::new(
        vec![at(-1.0), at(1.0), [0.0, -0.5, height + 1.0], [0.0, 0.5, height + 1.0]],
        vec![[0, 1, 3, 2]],
    )
    .expect("valid")
}

/// A roof whose flat top is a facet with corners far from the wedge.
fn roof() -> TetMesh {
    let nodes = vec![[-0.2, -0.6, 0.0], [0.3, -0.6, 0.0], [0.0, 0.5, 0.0], [0.0, 0.0, -0.5]];
    TetMesh::new(nodes, vec![[0, 2, 1, 3]]).expect("valid")
}

/// The energy in the contacts of the wedge on the roof, and the force on the wedge.
fn pressed(tilt: f64, height: f64) -> (f64, Vec3) {
    let mut solver = Solver::new(plain()).expect("valid");
    solver.add_mesh(&roof(), rubber(), false).expect("valid");
    let wedge = solver.add_mesh(&wedge(tilt, height), rubber(), false).expect("valid");
    let energy = solver.entry().expect("valid").contact;
    (energy, solver.contact_force(wedge))
}

#[test]
fn an_edge_that_rocks_on_a_facet_keeps_its_energy() {
    // Now it crosses one side of the facet, now the other. Exactly along the facet, to rounding, it
    // would do both.
    const STEPS: i32 = 200;
    let tilt = |i: i32| 1e-3 * (f64::from(i) + 0.5) / f64::from(STEPS);
    let energies: Vec<f64> = (-STEPS..STEPS).map(|i| pressed(tilt(i), 0.5 * OFFSET).0).collect();
    let [min, max] =
        [f64::min, f64::max].map(|pick| energies.iter().copied().reduce(pick).expect("many"));
    assert!(min > 0.8 * max, "{min} {max}");
    for pair in energies.windows(2) {
        assert!((pair[1] - pair[0]).abs() < 0.01 * max, "{pair:?} of {max}");
    }
}

#[test]
fn the_force_of_a_crossing_is_the_slope_of_its_energy() {
    const STEP: f64 = 1e-7;
    for tilt in [-0.01, 0.01] {
        let height = 0.4 * OFFSET;
        let slope =
            (pressed(tilt, height + STEP).0 - pressed(tilt, height - STEP).0) / (2.0 * STEP);
        let force = pressed(tilt, height).1;
        assert!(force.z > 0.0 && (force.z + slope).abs() < 1e-6 * force.z, "{force:?} {slope}");
    }
}
