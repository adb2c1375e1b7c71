//! Contacts whose gaps, normals and areas are known.

use gapkit::Vec3;
use gapkit::mesh::bodies;
use gapkit::scene::{BodyOptions, Config, Feature, Scene};

use crate::common::shifted;

/// A small block on a larger one with another mesh, the gap between them as given.
fn block_on_block(gap: f64, margin: f64) -> Scene {
    let lower = bodies::block([7, 6, 2], [1.4, 1.3, 0.4]).unwrap();
    let upper = bodies::block([5, 4, 2], [0.9, 0.8, 0.4]).unwrap();
    let mut scene = Scene::new(Config::new(margin).unwrap()).unwrap();
    scene.add_mesh(&lower, BodyOptions::default()).unwrap();
    let upper = shifted(&upper, [0.23, 0.31, 0.4 + gap]);
    scene.add_mesh(&upper, BodyOptions::default()).unwrap();
    scene
}

#[test]
fn flat_faces_have_one_gap_one_normal_and_their_area() {
    for gap in [0.01, -0.01, 0.0] {
        let mut scene = block_on_block(gap, 0.02);
        let contacts = scene.detect();
        assert!(contacts.len() > 30, "{} contacts", contacts.len());
        for contact in contacts {
            assert!((contact.gap - gap).abs() <= 1e-12, "{gap}: {contact:#?}");
            assert!((contact.normal - Vec3::z()).norm() <= 1e-12, "{contact:#?}");
            assert!(contact.area > 0.0);
        }
        let area: f64 = contacts.iter().map(|contact| contact.area).sum();
        println!("gap {gap}: {} contacts, area {area} of {}", contacts.len(), 0.9 * 0.8);
        assert!((area - 0.72).abs() <= 0.05 * 0.72, "area {area}");
    }
}

#[test]
fn faces_that_cross_touch_at_the_corners_of_what_they_share() {
    let beam = |size: [f64; 3]| bodies::block([1, 1, 1], size).unwrap();
    for gap in [0.01, -0.01] {
        let mut scene = Scene::new(Config::new(0.02).unwrap()).unwrap();
        scene.add_mesh(&beam([4.0, 0.5, 0.3]), BodyOptions::default()).unwrap();
        let across = shifted(&beam([0.5, 4.0, 0.3]), [1.7, -1.9, 0.3 + gap]);
        scene.add_mesh(&across, BodyOptions::default()).unwrap();
        let contacts = scene.detect();
        assert_eq!(contacts.len(), 4, "{contacts:#?}");
        for contact in contacts {
            assert_eq!(contact.sides.map(|side| side.feature()), [Feature::Edge; 2]);
            assert!((contact.gap - gap).abs() <= 1e-12);
            assert!((contact.normal - Vec3::z()).norm() <= 1e-12);
        }
        println!("area {}", contacts.iter().map(|c| c.area).sum::<f64>());
    }
}
