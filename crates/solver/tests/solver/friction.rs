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

/// A block on an incline, which is a plane or a mesh, and the number of the block.
fn on_incline(degrees: f64, on_mesh: bool) -> (Solver, u32) {
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
    (solver, body)
}

/// Where a body is down the incline at a time, and how fast.
fn state(solver: &mut Solver, body: u32, time: f64) -> [f64; 2] {
    while solver.time() < time {
        solver.step().expect("valid");
    }
    let motion = solver.rigid_motion(body).expect("valid");
    [motion.center.x, motion.velocity.x]
}

fn sticks(degrees: f64, on_mesh: bool, end: f64) {
    let (mut solver, body) = on_incline(degrees, on_mesh);
    let [from, _] = state(&mut solver, body, 0.2);
    let [to, speed] = state(&mut solver, body, end);
    println!("incline {degrees}, mesh {on_mesh}: {:e} m until {end} s, {speed:e} m/s", to - from);
    assert!((to - from).abs() < 1e-4 && speed.abs() < 1e-4, "{degrees}: {from} to {to}, {speed}");
}

fn slides(degrees: f64, on_mesh: bool, end: f64, limit: f64) {
    let (mut solver, body) = on_incline(degrees, on_mesh);
    let [first, last] = [0.5 * end, end].map(|time| state(&mut solver, body, time)[1]);
    let (sine, cosine) = degrees.to_radians().sin_cos();
    let expected = 9.81 * (sine - COEFFICIENT * cosine);
    let error = (last - first) / (0.5 * end) / expected - 1.0;
    println!("incline {degrees}, mesh {on_mesh}: acceleration off by {error:.5} of itself");
    assert!(error.abs() < limit, "{degrees}: {error}");
}

#[test]
fn a_block_sticks_on_a_flat_incline_and_slides_on_a_steep_one() {
    for on_mesh in [false, true] {
        sticks(26.0, on_mesh, 0.6);
        slides(30.0, on_mesh, 0.6, 0.01);
    }
}

#[test]
#[ignore = "a minute"]
fn blocks_stick_for_three_seconds_up_to_the_angle_of_friction_and_slide_beyond() {
    for on_mesh in [false, true] {
        [20.0, 25.0, 26.0].into_iter().for_each(|degrees| sticks(degrees, on_mesh, 3.0));
        [27.0, 30.0].into_iter().for_each(|degrees| slides(degrees, on_mesh, 0.6, 0.01));
    }
}

/// A slab whose upper side is two facets, held.
fn coarse(settings: Settings) -> Solver {
    let mut solver = Solver::new(settings).expect("valid");
    let slab = bodies::block([1, 1, 1], [1.0, 1.0, 0.2]).expect("valid");
    let slab = placed(&slab, 1.0, [0.0; 3], [0.0, 0.0, -0.2]);
    solver.add_mesh(&slab, rubber(), false).expect("valid");
    for node in 0..slab.nodes().len() as u32 {
        solver.hold(0, node, Vec3::zeros()).expect("valid");
    }
    solver
}

/// Presses a block on the slab. Its upper side is driven.
fn pressed(solver: &mut Solver, at: [f64; 2], drive: impl Fn(Vec3) -> Vec3) -> u32 {
    let block = bodies::block([3, 3, 2], [0.08, 0.08, 0.04]).expect("valid");
    let block = placed(&block, 1.0, [0.0; 3], [at[0], at[1], 0.5 * OFFSET]);
    let body = solver.add_mesh(&block, rubber(), false).expect("valid");
    for (node, &x) in block.nodes().iter().enumerate() {
        if x[2] > 0.0399 + 0.5 * OFFSET {
            solver.hold(body, node as u32, drive(x.into())).expect("valid");
        }
    }
    body
}

#[test]
fn two_blocks_are_dragged_opposite_ways_on_one_facet() {
    let mut solver = coarse(settings().with_damping(200.0).expect("valid"));
    let one = pressed(&mut solver, [0.53, 0.06], |_| Vec3::new(0.1, 0.0, 0.0));
    let two = pressed(&mut solver, [0.55, 0.2], |_| Vec3::new(-0.1, 0.0, 0.0));
    let (mut sums, mut count) = ([0.0; 2], 0.0);
    while solver.time() < 0.3 {
        solver.step().expect("valid");
        if solver.time() > 0.15 {
            for (sum, body) in sums.iter_mut().zip([one, two]) {
                let force = solver.contact_force(body);
                *sum += force.x / (COEFFICIENT * force.z);
            }
            count += 1.0;
        }
    }
    let [forward, backward] = sums.map(|sum| sum / count);
    println!("two blocks on one facet: {forward:.4} and {backward:.4} of mu N");
    assert!((forward + 1.0).abs() < 0.05 && (backward - 1.0).abs() < 0.05);
    // Each pair has its own account, and friction took what was put in.
    let [first, second] = solver.pairs() else { panic!("{:?}", solver.pairs()) };
    assert_eq!([first.bodies, second.bodies], [[0, one], [0, two]]);
    assert!(first.friction > 0.0 && first.damping.abs() < first.friction);
    let total = solver.entry().expect("valid").friction;
    let [a, b] = [solver.pairs()[0].friction, solver.pairs()[1].friction];
    assert!((a + b - total).abs() < 1e-12 * total, "{a} {b} {total}");
}

#[test]
fn a_block_is_twisted_on_one_facet() {
    const SIDE: f64 = 0.08;
    let mut solver = coarse(settings().with_damping(200.0).expect("valid"));
    let center = Vec3::new(0.59, 0.15, 0.0);
    let axis = Vec3::new(0.0, 0.0, 1.0);
    let at = [center.x - 0.5 * SIDE, center.y - 0.5 * SIDE];
    let body =
        pressed(&mut solver, at, |x| axis.cross(&Vec3::new(x.x - center.x, x.y - center.y, 0.0)));
    let (mut sum, mut count) = (0.0, 0.0);
    while solver.time() < 0.25 {
        solver.step().expect("valid");
        if solver.time() > 0.15 {
            let moments = solver
                .contacts()
                .map(|(contact, force)| (contact.point_a - center).cross(&force.friction).z);
            // The mean distance of a square's points from its middle is 0.3826 sides.
            let full = COEFFICIENT * solver.contact_force(body).z * 0.3826 * SIDE;
            sum -= moments.sum::<f64>() / full;
            count += 1.0;
        }
    }
    println!("a block twisted on one facet: {:.4} of the moment of full slip", sum / count);
    assert!((sum / count - 1.0).abs() < 0.05, "{}", sum / count);
}

#[test]
fn pairs_of_bodies_have_frictions_of_their_own() {
    let mut solver = coarse(settings().with_damping(200.0).expect("valid"));
    let one = pressed(&mut solver, [0.53, 0.06], |_| Vec3::new(0.1, 0.0, 0.0));
    let two = pressed(&mut solver, [0.55, 0.2], |_| Vec3::new(0.1, 0.0, 0.0));
    let three = pressed(&mut solver, [0.2, 0.06], |_| Vec3::new(0.1, 0.0, 0.0));
    // Twice, the bodies in any order: the last counts.
    solver.set_friction([0, one], Friction::NONE).expect("valid");
    solver.set_friction([two, 0], Friction::new(0.9).expect("valid")).expect("valid");
    let fading = Friction::new(0.5).expect("valid").with_kinetic(0.2, 1e3).expect("valid");
    solver.set_friction([two, 0], fading).expect("valid");
    assert!(solver.set_friction([0, 9], Friction::NONE).is_err());
    while solver.time() < 0.2 {
        solver.step().expect("valid");
    }
    let ratio = |body: u32| {
        let force = solver.contact_force(body);
        -force.x / force.z
    };
    println!("frictions: {:.4} {:.4} {:.4}", ratio(one), ratio(two), ratio(three));
    assert!(ratio(one).abs() < 1e-3);
    assert!((ratio(two) / 0.2 - 1.0).abs() < 0.1, "{}", ratio(two));
    assert!((ratio(three) / 0.5 - 1.0).abs() < 0.05, "{}", ratio(three));
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
