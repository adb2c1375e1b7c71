//! Rigid grains: towers, inclines, and books that balance.

use std::sync::Arc;

use gapkit::Vec3;
use gapkit::scene::Shape;
use gapkit::shape::Pose;
use gapkit_solver::{Friction, Grain, GrainSettings, Grains};

/// A sphere of mass 1 above a plane, in flight.
fn falling(damping: f64, friction: Friction, velocity: Vec3) -> Grains {
    let gravity = Vec3::new(0.0, 0.0, -10.0);
    let settings = GrainSettings { damping, friction, gravity, ..GrainSettings::linear(1e5) };
    let mut grains = Grains::new(settings, 0.01).expect("valid");
    grains.add_plane([0.0; 3], [0.0, 0.0, 1.0]).expect("valid");
    let shape: Shape = Arc::new(gapkit::shape::Sphere::new([0.0; 3], 0.5).expect("valid"));
    let pose = Pose::translation(0.0, 0.0, 1.5);
    let (inertia, spin) = (Vec3::repeat(0.1), Vec3::zeros());
    grains.add(Grain { shape, mass: 1.0, inertia, pose, velocity, spin }).expect("valid");
    grains
}

/// A box of mass 1 and edges of length 1.
fn cube(at: Vec3) -> Grain {
    let shape: Shape = Arc::new(gapkit::shape::Cuboid::new([0.0; 3], [0.5; 3]).expect("valid"));
    let pose = Pose::new(at, Vec3::zeros());
    let (inertia, zero) = (Vec3::repeat(1.0 / 6.0), Vec3::zeros());
    Grain { shape, mass: 1.0, inertia, pose, velocity: zero, spin: zero }
}

/// A floor, and gravity that is tilted against it.
fn floor(tilt: f64, friction: f64) -> Grains {
    let gravity = Vec3::new(tilt.sin(), 0.0, -tilt.cos()) * 10.0;
    let friction = Friction::new(friction).expect("valid");
    let settings = GrainSettings { damping: 0.3, friction, gravity, ..GrainSettings::linear(1e5) };
    let mut grains = Grains::new(settings, 0.01).expect("valid");
    grains.add_plane([0.0; 3], [0.0, 0.0, 1.0]).expect("valid");
    grains
}

#[test]
fn a_tower_of_ten_boxes_stays_as_it_is() {
    let mut grains = floor(0.0, 0.5);
    for i in 0..10 {
        grains.add(cube(Vec3::new(0.0, 0.0, 0.5 + f64::from(i)))).expect("valid");
    }
    while grains.time() < 5.0 {
        grains.step().expect("valid");
    }
    let books = grains.entry();
    // What sways is a ten-millionth of what it lost.
    assert!(books.kinetic < 1e-7 * books.lost, "{books:?}");
    assert_eq!(books.contacts, 40);
    for (grain, i) in grains.grains().iter().zip(0..) {
        // Each is pressed down by those above it: by less than a hundredth in all.
        let off = grain.pose.translation.vector - Vec3::new(0.0, 0.0, 0.5 + f64::from(i));
        assert!(off.xy().norm() < 1e-6 && off.z.abs() < 0.01, "{i}: {off}");
        assert!(grain.pose.rotation.angle() < 1e-6, "{i}: {}", grain.pose.rotation);
    }
}

#[test]
fn a_box_on_an_incline_rests_below_the_angle_of_friction_and_slides_above() {
    // The angle whose tangent is the coefficient of 0.5 is 0.464.
    for (tilt, rests) in [(0.4, true), (0.52, false)] {
        let mut grains = floor(tilt, 0.5);
        grains.add(cube(Vec3::new(0.0, 0.0, 0.5))).expect("valid");
        while grains.time() < 5.0 {
            grains.step().expect("valid");
        }
        let grain = &grains.grains()[0];
        let (way, books) = (grain.pose.translation.x, grains.entry());
        if rests {
            assert!(way.abs() < 1e-3 && books.kinetic < 1e-9, "{way}: {books:?}");
        } else {
            // From rest, pulled by what friction leaves of gravity.
            let pull = 10.0 * (tilt.sin() - 0.5 * tilt.cos());
            let wanted = 0.5 * pull * grains.time() * grains.time();
            assert!((way - wanted).abs() < 0.05 * wanted, "{way}, {wanted}");
        }
        assert!(grain.pose.rotation.angle() < 1e-3, "{}", grain.pose.rotation);
    }
}

#[test]
fn a_sphere_bounces_back_to_where_it_fell_from() {
    let mut grains = falling(0.0, Friction::NONE, Vec3::zeros());
    // Down in sqrt(2 h / g), up in as much, and a little in contact.
    let mut top: f64 = 0.0;
    while grains.time() < 1.2 {
        grains.step().expect("valid");
        if grains.time() > 0.6 {
            top = top.max(grains.grains()[0].pose.translation.z);
        }
    }
    assert!((top - 1.5).abs() < 0.01, "{top}");
}

#[test]
fn the_books_of_a_sphere_that_bounces_and_slides_balance() {
    let mut grains = falling(0.2, Friction::new(0.5).expect("valid"), Vec3::x());
    while grains.time() < 3.0 {
        grains.step().expect("valid");
    }
    let books = grains.entry();
    assert!(books.lost > 9.0, "{books:?}");
    // Half of the square of the velocity at the start.
    let total = books.kinetic + books.gravity + books.contact + books.lost - 0.5;
    assert!(total.abs() < 0.01 * books.lost, "{total} of {books:?}");
}
