//! Thickness, groups, masks, excluded pairs, velocities: what is reported and what is not.

use std::sync::Arc;

use gapkit::Vec3;
use gapkit::mesh::TetMesh;
use gapkit::scene::{BodyOptions, Scene};
use gapkit::shape::{Pose, Sphere};

use crate::common::{block, carried_point, config, shifted};

/// A block, and a smaller one this far above it. The lower one has nodes only at its corners, far
/// from the other.
fn blocks(gap: f64) -> [TetMesh; 2] {
    let upper = block([2, 2, 1], [0.5, 0.5, 0.3]);
    [block([1, 1, 1], [1.4, 1.3, 0.4]), shifted(&upper, [0.23, 0.31, 0.4 + gap])]
}

fn scene_with(options: [BodyOptions; 2], margin: f64, gap: f64) -> Scene {
    let mut scene = Scene::new(config(margin)).expect("threads start");
    for (mesh, options) in blocks(gap).iter().zip(options) {
        scene.add_mesh(mesh, options).expect("a mesh");
    }
    scene
}

fn thick(thickness: f64) -> BodyOptions {
    BodyOptions::default().with_thickness(thickness).expect("a thickness")
}

#[test]
fn thickness_is_taken_off_the_gap_on_both_sides() {
    for (one, two) in [(0.03, 0.05), (0.0, 0.1), (0.1, 0.0)] {
        for gap in [0.1 + 0.009, 0.1, 0.02] {
            let mut scene = scene_with([thick(one), thick(two)], 0.1 + 0.01 - one - two, gap);
            scene.detect();
            assert_eq!(scene.contacts().len(), 9, "{one} {two} {gap}");
            for contact in scene.contacts() {
                assert!((contact.gap - (gap - one - two)).abs() <= 1e-14, "{contact:#?}");
                assert!((contact.normal - Vec3::z()).norm() <= 1e-14, "{contact:#?}");
                let way = contact.point_b - contact.point_a;
                assert!((way - contact.normal * contact.gap).norm() <= 1e-14, "{contact:#?}");
                // The points are off the nodes by the thickness, towards the other body.
                let [p, q] = contact.sides.each_ref().map(|s| carried_point(&scene, s).unwrap());
                assert!((p + Vec3::z() * one - contact.point_a).norm() <= 1e-14, "{contact:#?}");
                assert!((q - Vec3::z() * two - contact.point_b).norm() <= 1e-14, "{contact:#?}");
            }
        }
        let mut scene = scene_with([thick(one), thick(two)], 0.01, one + two + 0.0101);
        assert_eq!(scene.detect(), []);
    }
}

#[test]
fn thickness_counts_for_shapes_and_planes() {
    let mut scene = Scene::new(config(0.01)).unwrap();
    scene.add_plane(Vec3::zeros(), Vec3::z(), thick(0.1)).unwrap();
    let ball = Arc::new(Sphere::new([0.0; 3], 0.5).unwrap());
    scene.add_shape(ball.clone(), &Pose::translation(0.0, 0.0, 0.8), thick(0.2)).unwrap();
    scene.add_shape(ball, &Pose::translation(0.0, 0.0, 2.005), BodyOptions::default()).unwrap();
    let gaps: Vec<f64> = scene.detect().iter().map(|contact| contact.gap).collect();
    assert_eq!(gaps.len(), 2);
    assert!(gaps[0].abs() <= 1e-15 && (gaps[1] - 0.005).abs() <= 1e-15, "{gaps:?}");
}

#[test]
fn two_bodies_touch_if_each_is_in_a_group_that_the_other_can_touch() {
    let options = |groups, mask| BodyOptions::default().with_groups(groups).with_mask(mask);
    for (one, two, touch) in [
        (options(1, 1), options(1, 1), true),
        (options(1, 2), options(2, 1), true),
        (options(1, 2), options(2, 2), false),
        (options(1, 2), options(1, 2), false),
        (options(6, 5), options(4, 2), true),
        (options(0, u32::MAX), options(1, u32::MAX), false),
    ] {
        for pair in [[one, two], [two, one]] {
            let mut scene = scene_with(pair, 0.02, 0.01);
            assert_eq!(!scene.detect().is_empty(), touch, "{one:?} {two:?}");
        }
    }
}

#[test]
fn excluded_pairs_have_no_contacts_from_then_on() {
    let mut scene = scene_with([BodyOptions::default(); 2], 0.02, 0.01);
    scene.add_plane([0.0, 0.0, -0.01], [0.0, 0.0, 1.0], BodyOptions::default()).unwrap();
    let all = scene.detect().len();
    let between = scene.contacts().iter().filter(|c| c.sides[1].body == 1).count();
    assert!(between > 0 && all > between);
    scene.exclude(1, 0).unwrap();
    assert_eq!(scene.detect().len(), all - between);
    assert!(scene.contacts().iter().all(|contact| contact.sides[1].body == 2));
}

#[test]
fn a_fast_body_is_in_contact_before_it_is_near() {
    let count = blocks(0.5)[1].nodes().len();
    let mut scene = scene_with([BodyOptions::default(); 2], 0.01, 0.5);
    assert_eq!(scene.detect(), []);
    // It closes 0.495 of the gap of 0.5 within the time step, which leaves less than the margin.
    for (speed, dt, touch) in
        [(-1.0, 0.495, true), (-1.0, 0.485, false), (-4.95, 0.1, true), (1.0, 0.495, false)]
    {
        scene.set_velocities(1, &vec![[0.3, 0.0, speed]; count], dt).unwrap();
        let contacts = scene.detect();
        assert_eq!(!contacts.is_empty(), touch, "{speed} {dt}");
        let is_right = |gap: f64, normal: Vec3| {
            (gap - 0.5).abs() <= 1e-14 && (normal - Vec3::z()).norm() <= 1e-14
        };
        assert!(contacts.iter().all(|contact| is_right(contact.gap, contact.normal)));
    }
    scene.set_velocities(1, &vec![[0.0, 0.0, -1.0]; count], 0.495).unwrap();
    assert!(!scene.detect().is_empty());
    // Without a time step there is nothing ahead.
    scene.set_velocities(1, &vec![[0.0, 0.0, -1.0]; count], 0.0).unwrap();
    assert_eq!(scene.detect(), []);
    scene.set_velocities(1, &vec![[0.0, 0.0, -1.0]; count], 0.495).unwrap();
    assert!(!scene.detect().is_empty());
    scene.clear_velocities();
    assert_eq!(scene.detect(), []);
}

#[test]
fn without_areas_the_contacts_are_the_same_but_for_the_area() {
    for gap in [0.01, -0.05] {
        let mut with = scene_with([BodyOptions::default(); 2], 0.02, gap);
        let mut without = Scene::new(config(0.02).with_areas(false)).unwrap();
        for mesh in blocks(gap) {
            without.add_mesh(&mesh, BodyOptions::default()).unwrap();
        }
        let mut wanted = with.detect().to_vec();
        wanted.iter_mut().for_each(|contact| contact.area = 0.0);
        crate::common::assert_same(without.detect(), &wanted, "areas");
    }
}

#[test]
fn what_is_between_two_bodies_keeps_them_apart() {
    // Thinner than the margin, so that the blocks on both sides of it are within the margin of each
    // other.
    let plate = shifted(&block([3, 3, 1], [3.0, 3.0, 0.02]), [-1.0, -1.0, 0.41]);
    let [lower, upper] = blocks(0.04);
    let pairs = |meshes: &[TetMesh]| {
        let mut scene = crate::common::simple(0.1, meshes);
        let mut pairs: Vec<_> = scene.detect().iter().map(|c| c.sides.map(|s| s.body)).collect();
        pairs.dedup();
        pairs
    };
    assert_eq!(pairs(&[lower.clone(), upper.clone()]), [[0, 1]]);
    assert_eq!(pairs(&[lower, plate, upper]), [[0, 1], [1, 2]]);
}

#[test]
fn a_body_that_touches_nothing_is_in_between_all_the_same() {
    let plate = shifted(&block([1, 1, 1], [1.4, 1.3, 0.01]), [0.0, 0.0, 0.42]);
    for groups in [0, 1] {
        let mut scene = scene_with([BodyOptions::default(); 2], 0.1, 0.05);
        assert!(!scene.detect().is_empty());
        let options = BodyOptions::default().with_groups(groups);
        scene.add_mesh(&plate, options).expect("a mesh");
        let is_of_blocks = |sides: [u32; 2]| sides == [0, 1];
        let contacts = scene.detect();
        let bodies = contacts.iter().map(|contact| contact.sides.each_ref().map(|side| side.body));
        assert_eq!(bodies.filter(|sides| is_of_blocks(*sides)).count(), 0, "groups {groups}");
        assert_eq!(contacts.is_empty(), groups == 0);
    }
}
