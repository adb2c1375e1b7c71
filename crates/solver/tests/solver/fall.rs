//! Free fall, mass, and what gravity and the plane do to momentum.

use gapkit::Vec3;
use gapkit::mesh::bodies;
use gapkit_solver::{Friction, Penalty, Settings, Solver};

use crate::common::{OFFSET, falling, knot, plain, rubber};

#[test]
fn free_fall_gives_g_to_rounding() {
    let gravity = Vec3::new(0.1, 0.0, -9.81);
    let mut solver = Solver::new(plain().with_gravity(gravity)).expect("valid");
    let body = solver.add_mesh(&knot([0.3, 0.2, 0.1], [0.0; 3]), rubber(), false).expect("valid");
    let start = solver.rigid_motion(body).expect("valid");
    for _ in 0..1000 {
        solver.step().expect("valid");
    }
    let end = solver.rigid_motion(body).expect("valid");
    let (t, dt) = (solver.time(), solver.time_step());
    let fallen = end.center - start.center;
    assert!((fallen - gravity * (0.5 * t * t)).norm() < 1e-13, "{fallen}");
    // Velocities are those half a step ago.
    let speed = end.velocity - gravity * (t - 0.5 * dt);
    assert!(speed.norm() < 1e-13 * end.velocity.norm(), "{speed}");
    let entry = solver.entry().expect("valid");
    assert!(entry.error.abs() < 1e-9, "{}", entry.error);
    assert!(entry.elastic < 1e-20 * entry.kinetic);
}

#[test]
fn mass_is_density_times_volume() {
    let mut solver = Solver::new(plain()).expect("valid");
    let mesh = knot([0.3, 0.2, 0.1], [0.0; 3]);
    solver.add_mesh(&mesh, rubber(), false).expect("valid");
    let block = bodies::block([3, 4, 5], [0.1, 0.2, 0.3]).expect("valid");
    solver.add_mesh(&block, rubber(), false).expect("valid");
    let mass: f64 = solver.masses().iter().sum();
    let expected = 1000.0 * (mesh.summary().volume + 0.1 * 0.2 * 0.3);
    assert!((mass / expected - 1.0).abs() < 1e-13);
}

/// Momentum of all nodes, half a step ago; angular momentum about the origin with the positions of
/// now, which half a step of straight motion does not change.
fn momenta(solver: &Solver) -> [Vec3; 2] {
    let nodes = solver.masses().iter().zip(solver.velocities()).zip(solver.positions());
    nodes.fold([Vec3::zeros(); 2], |[linear, angular], ((m, v), x)| {
        [linear + v * *m, angular + Vec3::from(*x).cross(v) * *m]
    })
}

#[test]
fn momentum_changes_by_gravity_and_the_plane_only() {
    let mut solver = falling(plain());
    let gravity = Vec3::new(0.0, 0.0, -9.81);
    let mass: f64 = solver.masses().iter().sum();
    let mut touched = [0, 0];
    for _ in 0..1500 {
        let ([linear, angular], before) = (momenta(&solver), solver.time_step());
        let nodes = solver.masses().iter().zip(solver.positions());
        let center = nodes.fold(Vec3::zeros(), |sum, (m, x)| sum + Vec3::from(*x) * *m);
        solver.step().expect("valid");
        let kick = 0.5 * (before + solver.time_step());
        let (mut force, mut moment) = (gravity * mass, center.cross(&gravity));
        for (contact, pushing) in solver.contacts().filter(|(_, force)| force.closure > 0.0) {
            let with_plane = contact.sides[0].body == 0;
            touched[usize::from(with_plane)] += 1;
            if with_plane {
                force += pushing.total();
                moment += contact.point_b.cross(&pushing.total());
            }
        }
        let [linear_now, angular_now] = momenta(&solver);
        assert!((linear_now - linear - force * kick).norm() < 1e-12 * mass);
        assert!((angular_now - angular - moment * kick).norm() < 1e-12 * mass);
    }
    assert!(touched[0] > 100 && touched[1] > 100, "{touched:?}");
}

#[test]
fn friction_and_damping_bring_a_block_to_rest_and_the_books_balance() {
    let penalty = Penalty::new(OFFSET).expect("valid").with_factor(4.0).expect("valid");
    let penalty =
        penalty.with_damping(0.2).expect("valid").with_friction(Friction::new(0.5).expect("valid"));
    let settings =
        Settings::new(penalty).expect("valid").with_damping(5.0).expect("valid").with_threads(1);
    let mut solver = Solver::new(settings.with_gravity([0.0, 0.0, -9.81])).expect("valid");
    solver.add_plane([0.0; 3], [0.0, 0.0, 1.0]).expect("valid");
    let block = bodies::block([3, 3, 2], [0.3, 0.3, 0.2]).expect("valid");
    let block = crate::common::placed(&block, 1.0, [0.0; 3], [0.0, 0.0, OFFSET]);
    let body = solver.add_mesh(&block, rubber(), false).expect("valid");
    solver.set_velocity(body, |_| Vec3::new(1.0, 0.0, 0.0)).expect("valid");
    let start = solver.entry().expect("valid");
    let from = solver.rigid_motion(body).expect("valid").center.x;
    while solver.time() < 0.6 {
        solver.step().expect("valid");
    }
    let end = solver.entry().expect("valid");
    // It slides v² / (2 mu g).
    let slid = solver.rigid_motion(body).expect("valid").center.x - from;
    assert!((slid / (1.0 / (2.0 * 0.5 * 9.81)) - 1.0).abs() < 0.1, "{slid}");
    assert!(end.kinetic < 1e-2 * start.kinetic, "{}", end.kinetic);
    assert!(end.friction > 0.8 * start.kinetic);
    assert!(end.error.abs() < 0.5, "{}", end.error);
}
