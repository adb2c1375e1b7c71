//! Flat contacts whose gaps, normals and areas are known.

use gapkit::Vec3;
use gapkit::mesh::TetMesh;
use gapkit::scene::Feature;
use gapkit::shape::Pose;
use rand::SeedableRng;
use rand::rngs::SmallRng;

use crate::common::{block, check_rules, posed, random_rotation, shifted, simple};

/// A large block, and a small one with another mesh over its upper face.
fn block_on_block(at: [f64; 2], gap: f64) -> [TetMesh; 2] {
    let lower = block([7, 6, 2], [1.4, 1.3, 0.4]);
    let upper = block([5, 4, 2], [0.9, 0.8, 0.4]);
    [lower, shifted(&upper, [at[0], at[1], 0.4 + gap])]
}

/// No rotation, and some.
fn poses() -> Vec<Pose> {
    let mut random = SmallRng::seed_from_u64(5);
    let mut poses = vec![Pose::identity()];
    poses
        .extend((0..4).map(|_| Pose::new(Vec3::new(0.7, -0.3, 1.1), random_rotation(&mut random))));
    poses
}

#[test]
fn flat_faces_have_one_gap_one_normal_and_their_area() {
    let offsets = [[0.23, 0.31], [0.05, 0.1], [0.13, 0.42], [0.17, 0.2], [0.3371, 0.1234]];
    for at in offsets {
        for gap in [0.01, -0.01, 0.0] {
            for pose in poses() {
                let bodies = block_on_block(at, gap).map(|mesh| posed(&mesh, &pose));
                let mut scene = simple(0.02, &bodies);
                scene.detect();
                check_rules(&scene, &format!("{at:?} {gap}"));
                let contacts = scene.contacts();
                assert!(contacts.len() >= 30, "{} contacts", contacts.len());
                let up = pose.rotation * Vec3::z();
                for contact in contacts {
                    assert!((contact.gap - gap).abs() <= 1e-12, "{at:?} {gap}: {contact:#?}");
                    assert!((contact.normal - up).norm() <= 1e-12, "{at:?} {gap}: {contact:#?}");
                    assert!(contact.area > 0.0);
                }
                let area: f64 = contacts.iter().map(|contact| contact.area).sum();
                assert!((area - 0.72).abs() <= 0.05 * 0.72, "{at:?} {gap}: area {area}");
            }
        }
    }
}

#[test]
fn faces_that_cross_touch_at_the_corners_of_what_they_share() {
    for gap in [0.01, -0.01] {
        for pose in poses() {
            let along = block([1, 1, 1], [4.0, 0.5, 0.3]);
            let across = shifted(&block([1, 1, 1], [0.5, 4.0, 0.3]), [1.7, -1.9, 0.3 + gap]);
            let mut scene = simple(0.02, &[along, across].map(|mesh| posed(&mesh, &pose)));
            scene.detect();
            check_rules(&scene, &format!("{gap}"));
            let contacts = scene.contacts();
            assert_eq!(contacts.len(), 4, "{contacts:#?}");
            let up = pose.rotation * Vec3::z();
            for contact in contacts {
                assert_eq!(contact.sides.map(|side| side.feature()), [Feature::Edge; 2]);
                assert!((contact.gap - gap).abs() <= 4e-12, "{contact:#?}");
                assert!((contact.normal - up).norm() <= 1e-12, "{contact:#?}");
            }
            let area: f64 = contacts.iter().map(|contact| contact.area).sum();
            assert!((area - 0.25).abs() <= 1e-9, "area {area}");
        }
    }
}

#[test]
fn blocks_next_to_each_other_do_not_touch_beyond_the_margin() {
    for gap in [0.0201, 1.0] {
        let mut scene = simple(0.02, &block_on_block([0.23, 0.31], gap));
        assert_eq!(scene.detect(), []);
    }
}
