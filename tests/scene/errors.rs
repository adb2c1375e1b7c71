//! What is refused changes nothing, and says what was wrong.

use std::sync::Arc;

use gapkit::Vec3;
use gapkit::scene::{BodyOptions, Config, Scene};
use gapkit::shape::{Pose, Sphere};

use crate::common::{block, config, shifted};

/// Two blocks, a ball and a plane, that touch.
fn scene() -> Scene {
    let mut scene = Scene::new(config(0.02)).expect("threads start");
    let options = BodyOptions::default();
    scene.add_mesh(&block([2, 2, 1], [1.0, 1.0, 0.4]), options).expect("a mesh");
    let upper = shifted(&block([2, 1, 1], [0.5, 0.4, 0.4]), [0.2, 0.3, 0.41]);
    scene.add_mesh(&upper, options).expect("a mesh");
    let ball = Arc::new(Sphere::new([0.0; 3], 0.1).expect("a ball"));
    scene.add_shape(ball, &Pose::translation(0.8, 0.8, 0.505), options).expect("a shape");
    scene.add_plane([0.0; 3], [0.0, 0.0, 1.0], options).expect("a plane");
    scene
}

fn assert_says<T: std::fmt::Debug>(result: Result<T, gapkit::Error>, parts: &[&str]) {
    let text = result.expect_err("this must be refused").to_string();
    for part in parts {
        assert!(text.contains(part), "{text:?} should say {part:?}");
    }
}

#[test]
fn what_is_refused_changes_nothing() {
    let mut scene = scene();
    let before = scene.query();
    assert!(before.len() > 10);
    let positions = scene.positions(1).unwrap().to_vec();
    let count = positions.len();
    let moved =
        |by: f64| -> Vec<[f64; 3]> { positions.iter().map(|x| x.map(|x| x + by)).collect() };

    assert_says(scene.set_positions(4, &moved(1.0)), &["no body 4", "has 4"]);
    assert_says(scene.set_positions(2, &moved(1.0)), &["body 2", "mesh"]);
    assert_says(scene.set_positions(3, &moved(1.0)), &["body 3", "mesh"]);
    let (given, wanted) = ((count - 1).to_string(), count.to_string());
    assert_says(scene.set_positions(1, &moved(1.0)[1..]), &[&given, &wanted]);
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let mut broken = moved(1.0);
        broken[7][1] = bad;
        assert_says(scene.set_positions(1, &broken), &["7"]);
        assert_says(scene.set_velocities(1, &broken, 0.1), &["7"]);
        assert!(scene.set_pose(1, &Pose::translation(0.0, bad, 0.0)).is_err());
        assert!(scene.set_pose(2, &Pose::translation(0.0, bad, 0.0)).is_err());
        assert!(scene.add_plane([0.0, bad, 0.0], [0.0, 0.0, 1.0], BodyOptions::default()).is_err());
    }
    assert_says(scene.set_velocities(1, &moved(0.0)[1..], 0.1), &[&given, &wanted]);
    for dt in [-1.0, f64::INFINITY, f64::NAN] {
        assert_says(scene.set_velocities(1, &moved(-9.0), dt), &["time step"]);
    }
    assert_says(scene.set_pose(3, &Pose::identity()), &["body 3"]);
    assert_says(scene.set_pose(9, &Pose::identity()), &["no body 9"]);
    assert_says(scene.exclude(0, 4), &["no body 4"]);
    assert_says(scene.exclude(4, 0), &["no body 4"]);
    assert_says(scene.split(3, 0.1), &["body 3"]);
    assert_says(scene.split(4, 0.1), &["no body 4"]);
    assert!(scene.split(1, f64::NAN).is_err());
    assert_says(scene.positions(4), &["no body 4"]);
    assert!(scene.add_plane([0.0; 3], [0.0; 3], BodyOptions::default()).is_err());

    assert_eq!(scene.body_count(), 4);
    assert_eq!(scene.positions(1).unwrap(), positions);
    assert_eq!(scene.query(), before);
}

#[test]
fn a_pose_that_is_not_a_rotation_is_refused() {
    let mut scene = scene();
    let before = scene.query();
    let pose = |w: f64| {
        let rotation = nalgebra::Quaternion::new(w, 0.0, 0.0, 0.0);
        Pose::from_parts(Vec3::zeros().into(), nalgebra::UnitQuaternion::new_unchecked(rotation))
    };
    for body in 0..3 {
        for bad in [f64::NAN, f64::INFINITY, 0.0] {
            assert!(scene.set_pose(body, &pose(bad)).is_err(), "body {body}, {bad}");
        }
    }
    assert_eq!(scene.query(), before);
    // A drift from unit length turns the body, and does not scale it.
    scene.set_pose(1, &pose(1.5)).unwrap();
    assert_eq!(scene.query(), before);
}

#[test]
fn settings_out_of_range_are_refused() {
    for bad in [-1.0, f64::NAN, f64::INFINITY] {
        assert!(Config::new(bad).is_err(), "margin {bad}");
        assert!(BodyOptions::default().with_thickness(bad).is_err(), "thickness {bad}");
    }
    assert!(Config::new(0.0).is_ok());
    let config = config(0.1);
    assert!(config.with_search_distance(0.09).is_err());
    assert!(config.with_search_distance(f64::NAN).is_err());
    assert_eq!(config.with_search_distance(0.1).unwrap().margin(), 0.1);
}
