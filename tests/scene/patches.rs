//! Faces of rigid boxes that meet: several points with areas.

use std::sync::Arc;

use gapkit::Vec3;
use gapkit::scene::{BodyOptions, Config, Contact, Kind, Points, Resolution, Scene, Shape};
use gapkit::shape::{Cuboid, Pose};

/// Contacts of surfaces, on one thread.
fn config(margin: f64) -> Config {
    Config::new(margin).expect("a margin").with_resolution(Resolution::Surface).with_threads(1)
}

fn cuboid(half: [f64; 3]) -> Shape {
    Arc::new(Cuboid::new([0.0; 3], half).expect("a box"))
}

/// Two boxes, of which the second is posed relative to the first.
fn boxes(config: Config, frame: &Pose, second: &Pose) -> Scene {
    let mut scene = Scene::new(config).expect("threads start");
    let options = BodyOptions::default();
    scene.add_shape(cuboid([1.0, 2.0, 0.5]), frame, options).expect("a box");
    scene.add_shape(cuboid([0.5, 1.0, 0.25]), &(frame * second), options).expect("a box");
    scene
}

fn sums(contacts: &[Contact]) -> (f64, Vec3) {
    let area: f64 = contacts.iter().map(|contact| contact.area).sum();
    let middle: Vec3 = contacts.iter().map(|contact| contact.point_a * contact.area).sum();
    (area, middle / area)
}

fn frames() -> [Pose; 2] {
    [Pose::identity(), Pose::new(Vec3::new(3.0, -2.0, 1.0), Vec3::new(0.4, 1.1, -0.7))]
}

#[test]
fn a_box_on_a_box_has_four_points_with_the_area_in_common() {
    for frame in frames() {
        for gap in [0.01, 0.0, -0.02] {
            // Half of it is over the edge.
            let second = Pose::translation(1.0, 0.3, 0.75 + gap);
            let mut scene = boxes(config(0.05), &frame, &second);
            let contacts = scene.detect();
            assert_eq!(contacts.len(), 4, "{contacts:#?}");
            for contact in contacts {
                assert_eq!(contact.kind, Kind::Area);
                assert!((contact.gap - gap).abs() < 1e-14, "{contact:#?}");
                assert!((contact.normal - frame.rotation * Vec3::z()).norm() < 1e-15);
                let way = contact.point_b - contact.point_a;
                assert!((way - contact.normal * contact.gap).norm() < 1e-14);
            }
            let (area, middle) = sums(contacts);
            assert!((area - 1.0).abs() < 1e-5, "{area}");
            let wanted = frame.transform_point(&[0.75, 0.3, 0.5].into()).coords;
            assert!((middle - wanted).norm() < 1e-5, "{middle}");
        }
    }
}

#[test]
fn a_tilted_box_is_as_deep_at_each_corner_as_the_corner_is() {
    let tilt = 0.01;
    let second = Pose::new(Vec3::new(0.1, 0.2, 0.745), Vec3::y() * tilt);
    for frame in frames() {
        let mut scene = boxes(config(0.05), &frame, &second);
        let contacts = scene.detect();
        assert_eq!(contacts.len(), 4, "{contacts:#?}");
        let mut gaps: Vec<f64> = contacts.iter().map(|contact| contact.gap).collect();
        gaps.sort_by(f64::total_cmp);
        let at = |x: f64| 0.745 - 0.25 * tilt.cos() - x * tilt.sin() - 0.5;
        for (gap, wanted) in gaps.iter().zip([at(0.5), at(0.5), at(-0.5), at(-0.5)]) {
            // One of the two faces is what heights are over.
            assert!((gap - wanted).abs() < 2.0 * tilt * tilt, "{gap} {wanted}");
        }
    }
}

#[test]
fn a_box_on_a_plane_has_its_corners_as_points_in_either_order() {
    for plane_first in [true, false] {
        let mut scene = Scene::new(config(0.01)).expect("threads start");
        let options = BodyOptions::default();
        let pose = Pose::new(Vec3::new(4.0, 2.0, 0.495), Vec3::z() * 0.3);
        let plane = |scene: &mut Scene| {
            scene.add_plane([1.0, 0.0, 0.0], [0.0, 0.0, 1.0], options).expect("a plane");
        };
        if plane_first {
            plane(&mut scene);
        }
        scene.add_shape(cuboid([1.0, 2.0, 0.5]), &pose, options).expect("a box");
        if !plane_first {
            plane(&mut scene);
        }
        let contacts = scene.detect();
        assert_eq!(contacts.len(), 4, "{contacts:#?}");
        let up = if plane_first { Vec3::z() } else { -Vec3::z() };
        for contact in contacts {
            assert!((contact.gap + 0.005).abs() < 1e-14, "{contact:#?}");
            assert!((contact.normal - up).norm() < 1e-15, "{contact:#?}");
            let (on_plane, on_box) = if plane_first {
                (contact.point_a, contact.point_b)
            } else {
                (contact.point_b, contact.point_a)
            };
            assert!(on_plane.z.abs() < 1e-15 && (on_box.z + 0.005).abs() < 1e-14);
        }
        let (area, middle) = sums(contacts);
        assert!((area - 8.0).abs() < 1e-13, "{area}");
        assert!((middle.xy() - pose.translation.vector.xy()).norm() < 1e-13);
        // Up on an edge: what is not below the margin has no area.
        let edge = Pose::new(Vec3::new(4.0, 2.0, 1.0), Vec3::y() * std::f64::consts::FRAC_PI_4);
        scene.set_pose(u32::from(plane_first), &edge).expect("a pose");
        let (area, _) = sums(scene.detect());
        assert!(area < 0.8 && scene.contacts().len() == 4, "{area}");
    }
}

#[test]
fn points_keep_their_ids_and_values_while_a_box_slides() {
    let frame = frames()[1];
    let settings = config(0.05).with_history(1);
    let mut scene = boxes(settings, &frame, &Pose::translation(0.7, 0.3, 0.74));
    let first: Vec<u64> = scene.detect().iter().map(|contact| contact.id).collect();
    (0..4).for_each(|i| scene.values_mut(i)[0] = i as f64);
    for step in 1..50 {
        let way = 1e-3 * f64::from(step);
        let second =
            Pose::new(Vec3::new(0.7 + way, 0.3 - way, 0.74), Vec3::new(1e-4, -2e-4, 1e-3) * way);
        scene.set_pose(1, &(frame * second)).expect("a pose");
        scene.detect();
        for (i, contact) in scene.contacts().iter().enumerate() {
            assert_eq!((contact.id, contact.age), (first[i], step), "{contact:#?}");
            assert_eq!(scene.values(i), [i as f64]);
        }
    }
}

#[test]
fn one_point_for_each_pair_is_the_deepest() {
    let second = Pose::new(Vec3::new(0.1, 0.2, 0.745), Vec3::new(0.02, 0.01, 0.3));
    for frame in frames() {
        let all = boxes(config(0.05), &frame, &second).detect().to_vec();
        let deepest = all.iter().map(|contact| contact.gap).fold(f64::INFINITY, f64::min);
        let surface = config(0.05).with_points(Points::One);
        for config in [surface, config(0.05).with_resolution(Resolution::Piece)] {
            let mut scene = boxes(config, &frame, &second);
            let [one] = scene.detect() else { panic!("one point") };
            assert_eq!((one.kind, one.area), (Kind::Nearest, 0.0));
            assert!((one.gap - deepest).abs() < 1e-14, "{one:#?}: {deepest}");
        }
    }
}

#[test]
fn edges_that_cross_make_one_point() {
    // Two boxes on their edges, one across the other.
    let turn = |axis: Vec3| Pose::new(Vec3::zeros(), axis * std::f64::consts::FRAC_PI_4);
    let mut scene = Scene::new(config(0.05)).expect("threads start");
    let one = turn(Vec3::x());
    let two = Pose::translation(0.1, 0.2, 2.0 * 2f64.sqrt() - 0.01) * turn(Vec3::y());
    for pose in [one, two] {
        scene.add_shape(cuboid([1.0; 3]), &pose, BodyOptions::default()).expect("a box");
    }
    let [contact] = scene.detect() else { panic!("one point") };
    assert!((contact.gap + 0.01).abs() < 1e-14, "{contact:#?}");
    assert!((contact.normal - Vec3::z()).norm() < 1e-15, "{contact:#?}");
    let wanted = Vec3::new(0.1, 0.0, 2f64.sqrt());
    assert!((contact.point_a - wanted).norm() < 1e-14, "{contact:#?}");
}
