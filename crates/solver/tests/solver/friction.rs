//! Friction: an incline, and momentum.

use gapkit::Vec3;
use gapkit::mesh::bodies;
use gapkit_solver::{Friction, Penalty, Settings, Solver};

use crate::common::{OFFSET, colliding, placed, rubber};

const COEFFICIENT: f64 = 0.5;

fn settings() -> Settings {
    let friction = Friction::new(COEFFICIENT).expect("valid");
    let penalty = Penalty::new(OFFSET).expect("valid").with_friction(friction);
    Settings::new(penalty.with_damping(0.3).expect("valid")).expect("valid").with_threads(1)
}

/// The velocity down an incline of a block on a plane, or on a mesh, at two times.
fn velocities(degrees: f64, on_mesh: bool, times: [f64; 2]) -> [f64; 2] {
    let angle = degrees.to_radians();
    let gravity = Vec3::new(angle.sin(), 0.0, -angle.cos()) * 9.81;
    let settings = settings().with_damping(400.0).expect("valid").with_gravity(gravity);
    let mut solver = Solver::new(settings).expect("valid");
    if on_mesh {
        let slab = bodies::block([8, 4, 1], [1.6, 0.8, 0.1]).expect("valid");
        let slab = placed(&slab, 1.0, [0.0; 3], [-0.4, -0.3, -0.1]);
        let body = solver.add_mesh(&slab, rubber(), false).expect("valid");
        for node in 0..slab.nodes().len() as u32 {
            solver.hold(body, node, Vec3::zeros()).expect("valid");
        }
    } else {
        solver.add_plane([0.0; 3], Vec3::z()).expect("valid");
    }
    let block = bodies::block([3, 3, 2], [0.3, 0.3, 0.1]).expect("valid");
    let block = placed(&block, 1.0, [0.0; 3], [0.0, 0.0, 0.97 * OFFSET]);
    let body = solver.add_mesh(&block, rubber(), false).expect("valid");
    times.map(|time| {
        while solver.time() < time {
            solver.step().expect("valid");
        }
        solver.rigid_motion(body).expect("valid").velocity.x
    })
}

#[test]
fn a_block_sticks_on_a_flat_incline_and_slides_on_a_steep_one() {
    for on_mesh in [false, true] {
        for degrees in [20.0, 26.0] {
            let [_, last] = velocities(degrees, on_mesh, [0.3, 0.6]);
            println!("incline {degrees}, mesh {on_mesh}: {last:e} m/s after 0.6 s");
            assert!(last.abs() < 1e-4, "{degrees}: {last}");
        }
        let [first, last] = velocities(30.0, on_mesh, [0.3, 0.6]);
        let (sine, cosine) = 30.0_f64.to_radians().sin_cos();
        let expected = 9.81 * (sine - COEFFICIENT * cosine);
        let ratio = (last - first) / 0.3 / expected;
        println!("incline 30, mesh {on_mesh}: acceleration {ratio} of theory");
        assert!((ratio - 1.0).abs() < 0.02, "{ratio}");
    }
}

#[test]
fn friction_keeps_linear_and_angular_momentum() {
    let mut solver = colliding(settings());
    let start = solver.entry().expect("valid");
    while solver.time() < 0.2 {
        solver.step().expect("valid");
    }
    let end = solver.entry().expect("valid");
    assert!(end.friction > 1e-3 * start.kinetic, "{}", end.friction);
    let speed = (2.0 * start.kinetic * solver.masses().iter().sum::<f64>()).sqrt();
    let change = [end.momentum - start.momentum, end.angular_momentum - start.angular_momentum];
    let [linear, angular] = change.map(|change| change.norm() / speed);
    println!(
        "friction {:e} of {:e} J; momenta {linear:e} {angular:e}",
        end.friction, start.kinetic
    );
    assert!(linear < 1e-12 && angular < 1e-12, "{linear} {angular}");
}
