//! Blocks that rest on blocks: what was let go keeps bouncing, what is damped carries its weight.

use gapkit::Vec3;
use gapkit::mesh::{TetMesh, bodies};
use gapkit_solver::{Friction, Law, Material, Penalty, Settings, Solver};

use crate::common::placed;

const OFFSET: f64 = 0.002;

fn material() -> Material {
    Material::new(Law::NeoHookean, 1000.0, 1e6, 0.3).expect("valid")
}

fn model(penalty: Penalty, drag: f64) -> Solver {
    let settings = Settings::new(penalty).expect("valid").with_threads(1);
    let settings = settings.with_gravity([0.0, 0.0, -9.81]).with_drag(drag).expect("valid");
    Solver::new(settings).expect("valid")
}

/// A block around the vertical axis, turned by an angle.
fn block(cells: [usize; 3], size: [f64; 3], angle: f64, bottom: f64) -> TetMesh {
    let block = bodies::block(cells, size).expect("valid");
    let centred = placed(&block, 1.0, [0.0; 3], [-0.5 * size[0], -0.5 * size[1], 0.0]);
    placed(&centred, 1.0, [0.0, 0.0, angle], [0.0, 0.0, bottom])
}

/// Holds the nodes of a body at the bottom.
fn hold_bottom(solver: &mut Solver, body: u32, mesh: &TetMesh) {
    for (node, x) in mesh.nodes().iter().enumerate().filter(|(_, x)| x[2] < 1e-9) {
        assert!(x[2].abs() < 1e-9);
        solver.hold(body, node as u32, Vec3::zeros()).expect("valid");
    }
}

/// A block that is let go just over a held block.
fn on_held_block(lower: [usize; 3], size: f64, upper: [usize; 3], angle: f64) -> Solver {
    let mut solver = model(Penalty::new(OFFSET).expect("valid"), 0.0);
    let held = block(lower, [size, size, 0.25], 0.0, 0.0);
    let body = solver.add_mesh(&held, material(), false).expect("valid");
    hold_bottom(&mut solver, body, &held);
    let mesh = block(upper, [0.3; 3], angle, 0.25 + OFFSET);
    let body = solver.add_mesh(&mesh, material(), false).expect("valid");
    let is_flush = size == 0.3;
    let top = mesh.nodes().iter().enumerate().filter(|(_, x)| x[2] > 0.5499 + OFFSET);
    for (node, _) in top.filter(|_| is_flush) {
        // Without friction it would slide off.
        solver.guide(body, node as u32, Vec3::x()).expect("valid");
        solver.guide(body, node as u32, Vec3::y()).expect("valid");
    }
    solver
}

/// Aligned, turned, and of equal size with other cells and with the same.
fn poses() -> [(&'static str, Solver); 4] {
    [
        ("aligned", on_held_block([5, 5, 2], 0.5, [3; 3], 0.0)),
        ("turned", on_held_block([5, 5, 2], 0.5, [3; 3], 0.2)),
        ("flush", on_held_block([4, 4, 2], 0.3, [3; 3], 0.0)),
        ("flush, equal cells", on_held_block([3, 3, 2], 0.3, [3; 3], 0.0)),
    ]
}

fn keeps_energy(end: f64) {
    for (name, mut solver) in poses() {
        let (mut worst, mut pushing) = (0.0_f64, 0.0_f64);
        while solver.time() < end {
            solver.step().expect("valid");
            if solver.steps().is_multiple_of(10) {
                worst = worst.max(solver.entry().expect("valid").error.abs());
                pushing = pushing.max(solver.contact_force(1).z);
            }
        }
        let error = solver.entry().expect("valid").error;
        println!("{name}: {end} s, error {error:.3} %, largest {worst:.3} %, force {pushing:.0} N");
        assert!(pushing > 2.0 * 27.0 * 9.81 * 0.9, "{name}: {pushing}");
        assert!(worst < 0.3, "{name}: {worst} %");
    }
}

#[test]
fn a_block_that_bounces_on_a_block_keeps_its_energy() {
    keeps_energy(0.6);
}

#[test]
#[ignore = "minutes"]
fn a_block_that_bounces_on_a_block_keeps_its_energy_for_ten_seconds() {
    keeps_energy(10.0);
}

/// Four blocks on each other, damped, with angles between them.
fn stack(angles: [f64; 4]) {
    let friction = Friction::new(0.5).expect("valid");
    let penalty = Penalty::new(OFFSET).expect("valid").with_friction(friction);
    // The column sways at a few radians per second, and damping of contacts and of shapes does not see it.
    let mut solver = model(penalty.with_damping(0.5).expect("valid"), 10.0);
    for (number, angle) in angles.into_iter().enumerate() {
        let bottom = number as f64 * (0.2 + 0.97 * OFFSET);
        let mesh = block([2 + number % 2, 2, 2], [0.2; 3], angle, bottom);
        let body = solver.add_mesh(&mesh, material(), false).expect("valid");
        if number == 0 {
            hold_bottom(&mut solver, body, &mesh);
        }
    }
    let mut largest = 0.0_f64;
    while solver.time() < 3.0 {
        solver.step().expect("valid");
        if solver.steps().is_multiple_of(20) {
            largest = largest.max(solver.entry().expect("valid").kinetic);
        }
    }
    let entry = solver.entry().expect("valid");
    let kinetic = entry.kinetic / largest;
    // From the top down, each carries what is above it.
    let mut below = 0.0;
    for body in (1..4).rev() {
        below += solver.contact_force(body).z;
        let weight = 0.2_f64.powi(3) * 1000.0 * 9.81 * f64::from(4 - body);
        println!("stack {angles:?}: {} of the weight, kinetic {kinetic:e}", below / weight);
        assert!((below / weight - 1.0).abs() < 1e-3, "{body}: {below} of {weight}");
    }
    assert!(kinetic < 1e-6, "{kinetic}");
}

#[test]
fn a_stack_of_turned_blocks_comes_to_rest_and_carries_its_weight() {
    stack([0.0, 0.2, -0.1, 0.4]);
}

#[test]
fn a_stack_of_flush_blocks_comes_to_rest_and_carries_its_weight() {
    stack([0.0; 4]);
}
