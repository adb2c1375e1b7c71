//! The patch test: a uniform pressure goes through an interface of any two meshes.

use gapkit::Vec3;
use gapkit::mesh::{TetMesh, bodies};
use gapkit_solver::{Law, Material, Penalty, Settings, Solver, cofactor};
use nalgebra::Matrix3;

use crate::common::Random;

const OFFSET: f64 = 0.002;

/// Without lateral strain, so that a block may be compressed and stay as wide as it is.
fn material() -> Material {
    Material::new(Law::NeoHookean, 1000.0, 1e6, 0.0).expect("valid")
}

/// A unit cube from this height on. Nodes inside of its faces are moved along them at random.
fn cube(cells: usize, bottom: f64, random: &mut Random) -> TetMesh {
    let block = bodies::block([cells; 3], [1.0; 3]).expect("valid");
    let shift = 0.25 / cells as f64;
    let place = |x: &[f64; 3]| {
        let mut x = *x;
        let is_inside = (0..2).all(|k| x[k] > 1e-9 && x[k] < 1.0 - 1e-9);
        if is_inside && (x[2] < 1e-9 || x[2] > 1.0 - 1e-9) {
            (0..2).for_each(|k| x[k] += shift * random.between(-1.0, 1.0));
        }
        [x[0], x[1], x[2] + bottom]
    };
    let nodes = block.nodes().iter().map(place).collect();
    TetMesh::new(nodes, block.tets().to_vec()).expect("valid")
}

/// The strain at which the stress is this pressure.
fn strain(pressure: f64) -> f64 {
    let stress = |strain: f64| {
        let f = Matrix3::from_diagonal(&Vec3::new(1.0, 1.0, 1.0 - strain));
        let cofactor = cofactor(&f);
        -material().stress(&f, &cofactor, 1.0 - strain)[(2, 2)]
    };
    let (mut low, mut high) = (0.0, 0.5);
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        if stress(middle) < pressure { low = middle } else { high = middle }
    }
    0.5 * (low + high)
}

/// Two cubes, one above the other with a gap, compressed towards the interface.
fn pressed(cells: [usize; 2], gap: f64, strain: f64) -> Solver {
    // The same pressure for any mesh, and less than the bound.
    let penalty = Penalty::new(OFFSET).expect("valid").with_factor(1.0).expect("valid");
    let mut solver =
        Solver::new(Settings::new(penalty).expect("valid").with_threads(1)).expect("valid");
    let mut random = Random::new(7);
    for (cells, bottom, interface) in [(cells[0], 0.0, 1.0), (cells[1], 1.0 + gap, 1.0 + gap)] {
        let mesh = cube(cells, bottom, &mut random);
        let body = solver.add_mesh(&mesh, material(), false).expect("valid");
        let press = |x: Vec3| Vec3::new(x.x, x.y, interface + (x.z - interface) * (1.0 - strain));
        solver.deform(body, press).expect("valid");
    }
    solver.entry().expect("valid");
    solver
}

#[test]
fn uniform_pressure_is_in_balance_at_every_node_of_the_interface() {
    for cells in [[3, 8], [4, 5], [8, 3], [4, 4]] {
        for gap in [0.6 * OFFSET, 0.1 * OFFSET, -0.2 * OFFSET] {
            let pressure = pressed(cells, gap, 0.0).contact_force(1).z;
            let solver = pressed(cells, gap, strain(pressure));
            let nodes = solver.positions().iter().enumerate();
            let mut worst = 0.0_f64;
            for (node, x) in nodes.filter(|(_, x)| (x[2] - 1.0).abs() < 0.01) {
                let cells =
                    if solver.bodies()[0].nodes().contains(&node) { cells[0] } else { cells[1] };
                let is_rim = (0..2).any(|k| x[k] < 1e-9 || x[k] > 1.0 - 1e-9);
                let load = pressure / (cells * cells) as f64 * if is_rim { 0.25 } else { 1.0 };
                worst = worst.max(solver.nodal_force(node).norm() / load);
            }
            println!("patch {cells:?} gap {gap}: {worst:e}");
            assert!(worst < 1e-6, "{cells:?} {gap}: {worst}");
        }
    }
}

#[test]
fn the_pressure_on_the_surface_is_that_of_the_contacts() {
    let (cells, gap) = ([4, 5], 0.1 * OFFSET);
    let solver = pressed(cells, gap, 0.0);
    let (force, of) = (solver.contact_force(1), solver.tractions());
    // The cubes are as wide as 1, so that force and pressure are the same number.
    let mut sum = Vec3::zeros();
    for node in solver.bodies()[1].nodes() {
        let x = solver.positions()[node];
        // At the rim, too, where only a part of the facets around a node is pressed.
        if (x[2] - 1.0 - gap).abs() < 1e-9 {
            assert!((of.pressure[node] / force.z - 1.0).abs() < 1e-6, "{}", of.pressure[node]);
            let [x, y, z] = of.traction[node];
            assert!((z / force.z - 1.0).abs() < 1e-6 && x.hypot(y) < 1e-6 * force.z);
            sum += Vec3::new(x, y, z);
        } else if x[2] > 1.5 {
            assert_eq!((of.pressure[node], of.traction[node]), (0.0, [0.0; 3]));
        }
    }
    assert!(sum.z > 0.0);
    // On the lower cube, too, the pressure is positive and the traction the opposite.
    let top = solver.bodies()[0].nodes().filter(|&node| of.pressure[node] > 0.0);
    assert!(top.clone().count() >= 9);
    assert!(top.into_iter().all(|node| of.traction[node][2] < 0.0));
}
