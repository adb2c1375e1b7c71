//! Meshes that move and turn and do not deform.

use gapkit::Vec3;
use gapkit::mesh::bodies;
use gapkit_solver::{Error, Friction, Law, Material, Penalty, Settings, Solver};

use crate::common::placed;

const OFFSET: f64 = 0.002;

fn material(young: f64) -> Material {
    Material::new(Law::NeoHookean, 1000.0, young, 0.3).expect("valid")
}

fn model(penalty: Penalty, gravity: [f64; 3]) -> Solver {
    let settings = Settings::new(penalty).expect("valid").with_threads(1).with_gravity(gravity);
    Solver::new(settings).expect("valid")
}

/// The middle axis of inertia is not stable: the body tumbles, and keeps energy and momenta.
#[test]
fn a_free_body_tumbles_and_keeps_its_shape() {
    let mut solver = model(Penalty::new(OFFSET).expect("valid"), [0.0; 3]);
    let mesh = bodies::block([1, 2, 3], [0.1, 0.2, 0.3]).expect("valid");
    let body = solver.add_rigid(&mesh, material(1e6)).expect("valid");
    let center = Vec3::new(0.05, 0.1, 0.15);
    let spin = Vec3::new(0.01, 20.0, 0.01);
    let start = Vec3::new(1.0, 0.0, 0.5);
    solver.set_velocity(body, |x| start + spin.cross(&(x - center))).expect("valid");
    // Along the middle axis, from the first node.
    let end = mesh.nodes().iter().position(|x| *x == [0.0, 0.2, 0.0]).expect("a corner");
    let first = solver.entry().expect("valid");
    let (mut least, mut error) = (f64::INFINITY, 0.0_f64);
    while solver.time() < 2.0 {
        solver.step().expect("valid");
        let axis = Vec3::from(solver.positions()[end]) - Vec3::from(solver.positions()[0]);
        least = least.min(axis.y / 0.2);
        if solver.steps().is_multiple_of(50) {
            error = error.max(solver.entry().expect("valid").error.abs());
        }
    }
    let last = solver.entry().expect("valid");
    println!("tumbling: energy {error:e} %, axis down to {least} after {} steps", last.step);
    assert!(least < -0.8, "it did not tumble: {least}");
    assert!(error < 0.01, "{error} %");
    let turned = (last.angular_momentum - first.angular_momentum).norm();
    let shifted = (last.momentum - first.momentum).norm() / first.momentum.norm();
    println!("momenta: {shifted:e} and {:e}", turned / first.angular_momentum.norm());
    assert!(turned < 1e-12 * first.angular_momentum.norm(), "{turned}");
    assert!(shifted < 1e-12, "{shifted}");
    let length = |x: &[[f64; 3]], i: usize| (Vec3::from(x[i]) - Vec3::from(x[0])).norm();
    for i in 1..mesh.nodes().len() {
        let (now, rest) = (length(solver.positions(), i), length(mesh.nodes(), i));
        assert!((now - rest).abs() < 1e-9, "{i}: {now} {rest}");
    }
}

#[test]
fn a_rigid_ball_bounces_on_a_block_and_keeps_energy_and_momentum() {
    let mut solver = model(Penalty::new(OFFSET).expect("valid"), [0.0; 3]);
    let block = bodies::block([8, 8, 4], [0.4, 0.4, 0.2]).expect("valid");
    let block = placed(&block, 1.0, [0.0; 3], [-0.2, -0.2, -0.2]);
    solver.add_mesh(&block, material(1e6), false).expect("valid");
    let ball = placed(&bodies::sphere(0.1, 3).expect("valid"), 1.0, [0.1; 3], [0.03, 0.0, 0.105]);
    // Its elements would ask for a time step of a thousandth.
    let body = solver.add_rigid(&ball, material(1e12)).expect("valid");
    solver.set_velocity(body, |_| Vec3::new(0.0, 0.0, -2.0)).expect("valid");
    let start = solver.entry().expect("valid");
    let mut worst = 0.0_f64;
    while solver.time() < 0.06 {
        solver.step().expect("valid");
        if solver.steps().is_multiple_of(10) {
            worst = worst.max(solver.entry().expect("valid").error.abs());
        }
    }
    let end = solver.entry().expect("valid");
    let velocity = solver.rigid_motion(body).expect("valid").velocity.z;
    println!(
        "rigid ball: {worst:.3} %, {} and contacts {} at the end, {velocity} m/s, time step {:e}",
        end.error, end.contact_error, end.dt
    );
    assert!(velocity > -1.5 && worst < 0.3, "{velocity} {worst} %");
    assert!((end.momentum - start.momentum).norm() < 1e-12 * start.momentum.norm());
    let turned = (end.angular_momentum - start.angular_momentum).norm();
    assert!(turned < 1e-11 * start.momentum.norm(), "{turned}");
    assert!(end.dt > 5e-5, "{}", end.dt);
}

#[test]
fn a_rigid_block_rests_on_a_rough_plane_with_its_weight() {
    let friction = Friction::new(0.5).expect("valid");
    let penalty = Penalty::new(OFFSET).expect("valid").with_friction(friction);
    // As on an incline of 20 degrees.
    let (sine, cosine) = 20.0_f64.to_radians().sin_cos();
    let gravity = [9.81 * sine, 0.0, -9.81 * cosine];
    let mut solver = model(penalty.with_damping(0.5).expect("valid"), gravity);
    solver.add_plane([0.0; 3], [0.0, 0.0, 1.0]).expect("valid");
    let block = bodies::block([2, 2, 2], [0.2; 3]).expect("valid");
    let block = placed(&block, 1.0, [0.0; 3], [0.0, 0.0, 0.97 * OFFSET]);
    let body = solver.add_rigid(&block, material(1e6)).expect("valid");
    while solver.time() < 1.0 {
        solver.step().expect("valid");
    }
    solver.entry().expect("valid");
    let force = solver.contact_force(body) / (0.008 * 1000.0);
    let moved = solver.positions()[0][0];
    println!("rigid block: {} of its weight, moved {moved:e} m", force.z / (9.81 * cosine));
    assert!((force + Vec3::from(gravity)).norm() < 1e-2 * 9.81, "{force}");
    assert!(moved.abs() < 1e-4, "{moved}");
}

#[test]
fn nodes_of_rigid_bodies_are_not_prescribed() {
    let mut solver = model(Penalty::new(OFFSET).expect("valid"), [0.0; 3]);
    let mesh = bodies::block([1; 3], [1.0; 3]).expect("valid");
    let body = solver.add_rigid(&mesh, material(1e6)).expect("valid");
    for refused in [solver.hold(body, 0, Vec3::zeros()), solver.guide(body, 0, Vec3::x())] {
        assert!(matches!(refused, Err(Error::Parameter { .. })), "{refused:?}");
    }
}
