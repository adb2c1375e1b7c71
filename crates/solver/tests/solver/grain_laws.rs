//! Springs of grains against Hertz, restitution, rolling resistance, frictions of groups, a card house.

use std::sync::Arc;

use gapkit::Vec3;
use gapkit::scene::Shape;
use gapkit::shape::{Cuboid, Pose, Sphere};
use gapkit_solver::{Friction, Grain, GrainLaw, GrainSettings, Grains};
use nalgebra::{Translation3, UnitQuaternion};

const RADIUS: f64 = 0.01;
const MASS: f64 = 0.01;
const YOUNG: f64 = 1e8;
const POISSON: f64 = 0.3;

fn hertz() -> GrainSettings {
    GrainSettings::new(GrainLaw::Hertz { young: YOUNG, poisson: POISSON })
}

fn linear() -> GrainSettings {
    GrainSettings::linear(1e5)
}

fn ball(at: Vec3, velocity: Vec3) -> Grain {
    let shape: Shape = Arc::new(Sphere::new([0.0; 3], RADIUS).expect("valid"));
    let inertia = Vec3::repeat(0.4 * MASS * RADIUS * RADIUS);
    let pose = Pose::new(at, Vec3::zeros());
    Grain { shape, mass: MASS, inertia, pose, velocity, spin: Vec3::zeros() }
}

fn on_floor(settings: GrainSettings) -> Grains {
    let mut grains = Grains::new(settings, 0.1 * RADIUS).expect("valid");
    grains.add_plane([0.0; 3], [0.0, 0.0, 1.0]).expect("valid");
    grains
}

/// A ball thrown down: its speed after it has bounced, the deepest overlap, and how long it touched.
fn bounce(settings: GrainSettings, speed: f64) -> [f64; 3] {
    let mut grains = on_floor(settings);
    grains.add(ball(Vec3::z() * 1.01 * RADIUS, Vec3::z() * -speed)).expect("valid");
    let (mut deepest, mut touching) = (0.0_f64, 0.0);
    while touching == 0.0 || grains.entry().contacts > 0 {
        grains.step().expect("valid");
        deepest = deepest.max(grains.entry().overlap);
        touching += grains.time_step() * grains.entry().contacts as f64;
    }
    [grains.grains()[0].velocity.z, deepest, touching]
}

#[test]
fn an_elastic_ball_bounces_as_hertz_says() {
    for speed in [0.1, 1.0] {
        let plane = 0.5 * YOUNG / (1.0 - POISSON * POISSON);
        let overlap = (15.0 / 16.0 * MASS * speed * speed / (plane * RADIUS.sqrt())).powf(0.4);
        let [back, deepest, touching] = bounce(hertz(), speed);
        let time = 2.943_275 * overlap / speed;
        println!(
            "ball at {speed} m/s: {:.5} of the overlap, {:.5} of the time, {:.6} of the speed",
            deepest / overlap,
            touching / time,
            back / speed
        );
        assert!((deepest / overlap - 1.0).abs() < 2e-3, "{deepest} {overlap}");
        assert!((touching / time - 1.0).abs() < 0.02, "{touching} {time}");
        // Of the square of the time step.
        assert!((back / speed - 1.0).abs() < 1e-3, "{back}");
    }
}

#[test]
fn balls_bounce_back_with_the_same_part_of_any_speed() {
    // With a dashpot that never pulls a little more is left than of one that does.
    let damping: f64 = 0.1;
    let pulled = (-std::f64::consts::PI * damping / (1.0 - damping * damping).sqrt()).exp();
    // The dashpot of a linear spring begins with a jump, which falls somewhere in a step.
    for (settings, bound) in [(hertz(), 2e-3), (linear(), 0.02)] {
        let settings = GrainSettings { damping, ..settings };
        let parts = [0.05, 0.2, 1.0].map(|speed| bounce(settings, speed)[0] / speed);
        println!("{:?}: {parts:?}, {pulled}", settings.law);
        for part in parts {
            assert!((part / parts[0] - 1.0).abs() < bound, "{parts:?}");
            assert!((part / pulled - 1.0).abs() < 0.04, "{part}, {pulled}");
        }
    }
}

#[test]
fn an_oblique_impact_makes_no_energy_and_balances() {
    for settings in [hertz(), linear()] {
        let friction = Friction::new(0.4).expect("valid");
        let mut grains = on_floor(GrainSettings { friction, damping: 0.05, ..settings });
        grains.add(ball(Vec3::z() * 1.01 * RADIUS, Vec3::new(0.3, 0.1, -1.0))).expect("valid");
        let other = Vec3::new(2.9, 0.2, 1.01) * RADIUS;
        grains.add(ball(other, Vec3::new(-0.4, 0.0, -1.0))).expect("valid");
        grains.step().expect("valid");
        let start = grains.entry().kinetic;
        let (mut most, mut off) = (0.0_f64, 0.0_f64);
        for _ in 0..20_000 {
            grains.step().expect("valid");
            let books = grains.entry();
            most = most.max(books.kinetic + books.contact);
            off = off.max((books.kinetic + books.contact + books.lost - start).abs());
        }
        println!("oblique, {:?}: {} of the energy, off by {off:e}", settings.law, most / start);
        assert!(most < 1.001 * start && off < 0.02 * start, "{most} {off} {start}");
        assert!(grains.entry().lost > 0.1 * start);
    }
}

#[test]
fn a_ball_that_rolls_stops_where_its_resistance_has_taken_its_energy() {
    let rolling = 0.05;
    for settings in [hertz(), linear()] {
        let gravity = Vec3::new(0.0, 0.0, -9.81);
        let friction = Friction::new(0.5).expect("valid");
        let settings = GrainSettings { gravity, friction, rolling, damping: 0.2, ..settings };
        let mut grains = on_floor(settings);
        let speed = 0.2;
        let mut first = ball(Vec3::z() * RADIUS, Vec3::x() * speed);
        first.spin = Vec3::y() * (first.inertia.x * speed / RADIUS);
        grains.add(first).expect("valid");
        while grains.time() < 1.5 {
            grains.step().expect("valid");
        }
        let (way, books) = (grains.grains()[0].pose.translation.x, grains.entry());
        let wanted = 0.7 * speed * speed / (rolling * 9.81);
        println!("rolling, {:?}: {way} of {wanted}, kinetic {:e}", settings.law, books.kinetic);
        assert!((way / wanted - 1.0).abs() < 0.03, "{way}, {wanted}");
        assert!(books.kinetic < 1e-9 * 0.5 * MASS * speed * speed, "{books:?}");
    }
}

#[test]
fn a_ball_rests_on_an_incline_that_is_less_steep_than_its_resistance() {
    for (tilt, rests) in [(0.08_f64, true), (0.12, false)] {
        let gravity = Vec3::new(tilt.sin(), 0.0, -tilt.cos()) * 9.81;
        let friction = Friction::new(0.5).expect("valid");
        let settings = GrainSettings { gravity, friction, rolling: 0.1, damping: 0.3, ..linear() };
        let mut grains = on_floor(settings);
        grains.add(ball(Vec3::z() * RADIUS, Vec3::zeros())).expect("valid");
        while grains.time() < 1.0 {
            grains.step().expect("valid");
        }
        let way = grains.grains()[0].pose.translation.x;
        // What rolls is as heavy as 7/5 of itself.
        let wanted = 0.5 * 9.81 * (tilt.sin() - 0.1 * tilt.cos()) / 1.4;
        println!("ball on an incline of {tilt}: {way}, {wanted}");
        if rests {
            assert!(way.abs() < 1e-3 * RADIUS, "{way}");
        } else {
            assert!((way / wanted - 1.0).abs() < 0.05, "{way}, {wanted}");
        }
    }
}

#[test]
fn groups_have_frictions_of_their_own() {
    let tilt: f64 = 0.3;
    let gravity = Vec3::new(tilt.sin(), 0.0, -tilt.cos()) * 9.81;
    let friction = Friction::new(0.6).expect("valid");
    let settings = GrainSettings { gravity, friction, damping: 0.3, ..linear() };
    let mut grains = on_floor(settings);
    for (number, group) in [(0.0, 0), (1.0, 1), (2.0, 2)] {
        let shape: Shape = Arc::new(Cuboid::new([0.0; 3], [RADIUS; 3]).expect("valid"));
        let at = Vec3::new(0.0, 4.0 * number, 1.0) * RADIUS;
        let body = grains.add(Grain { shape, ..ball(at, Vec3::zeros()) }).expect("valid");
        grains.set_group(body, group).expect("valid");
    }
    grains.set_friction([1, 0], Friction::NONE);
    grains.set_friction([0, 2], Friction::new(0.9).expect("valid"));
    grains.set_friction([2, 0], Friction::new(0.1).expect("valid"));
    assert!(grains.set_group(9, 0).is_err() && grains.remove_plane(1).is_err());
    while grains.time() < 0.3 {
        grains.step().expect("valid");
    }
    let ways = [0, 1, 2].map(|grain| grains.grains()[grain].pose.translation.x);
    let wanted = |coefficient: f64| {
        0.5 * 9.81 * (tilt.sin() - coefficient * tilt.cos()) * grains.time() * grains.time()
    };
    println!("groups: {ways:?}, {} {}", wanted(0.0), wanted(0.1));
    // By as much as its springs along the floor are stretched.
    assert!(ways[0].abs() < 1e-3 * RADIUS);
    assert!((ways[1] / wanted(0.0) - 1.0).abs() < 0.02);
    assert!((ways[2] / wanted(0.1) - 1.0).abs() < 0.05);
    // Without the floor they fall.
    grains.remove_plane(0).expect("known");
    let height = grains.grains()[0].pose.translation.z;
    for _ in 0..100 {
        grains.step().expect("valid");
    }
    assert!(grains.grains()[0].pose.translation.z < height && grains.entry().contacts == 0);
}

/// A card of length 1 that leans by an angle about the y axis, with its lower edge on the floor and
/// its upper edge over the origin.
fn card(lean: f64) -> Grain {
    let half = [0.01, 0.3, 0.5];
    let shape: Shape = Arc::new(Cuboid::new([0.0; 3], half).expect("valid"));
    let [a, b, c] = half.map(|h| h * h / 3.0);
    let (side, angle) = (lean.signum(), lean.abs());
    let (sine, cosine) = angle.sin_cos();
    let at = Translation3::new(
        -side * (half[0] * cosine + half[2] * sine),
        0.0,
        half[0] * sine + half[2] * cosine,
    );
    let pose = Pose::from_parts(at, UnitQuaternion::from_scaled_axis(Vec3::y() * lean));
    let inertia = Vec3::new(b + c, a + c, a + b);
    Grain { shape, inertia, pose, mass: 1.0, velocity: Vec3::zeros(), spin: Vec3::zeros() }
}

#[test]
fn a_house_of_two_cards_stands() {
    let gravity = Vec3::new(0.0, 0.0, -9.81);
    let friction = Friction::new(0.5).expect("valid");
    let settings = GrainSettings { gravity, friction, damping: 0.3, ..linear() };
    let mut grains = Grains::new(settings, 0.01).expect("valid");
    grains.add_plane([0.0; 3], [0.0, 0.0, 1.0]).expect("valid");
    for lean in [0.3, -0.3] {
        grains.add(card(lean)).expect("valid");
    }
    let start: Vec<Pose> = grains.grains().iter().map(|grain| grain.pose).collect();
    let mut most = 0.0_f64;
    while grains.time() < 5.0 {
        grains.step().expect("valid");
        most = most.max(grains.entry().kinetic);
    }
    let books = grains.entry();
    for (grain, start) in grains.grains().iter().zip(&start) {
        let moved = (grain.pose.translation.vector - start.translation.vector).norm();
        let turned = grain.pose.rotation.angle_to(&start.rotation);
        println!(
            "card: moved {moved:e}, turned {turned:e}, kinetic {:e} of {most:e}",
            books.kinetic
        );
        assert!(moved < 5e-3 && turned < 5e-3, "{moved} {turned}");
    }
    assert!(books.kinetic < 1e-6 * most, "{books:?}");
}
