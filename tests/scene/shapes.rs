//! Meshes and rigid shapes: gaps, normals and areas that are known.

use std::sync::Arc;

use gapkit::Vec3;
use gapkit::mesh::bodies;
use gapkit::scene::{BodyOptions, Feature, Part, Scene, Shape};
use gapkit::shape::{Cuboid, Pose, Sphere};

use crate::common::{block, check_rules, config, posed, shifted};

fn sphere(radius: f64) -> Shape {
    Arc::new(Sphere::new([0.0; 3], radius).expect("a sphere"))
}

fn at(x: f64, y: f64, z: f64) -> Pose {
    Pose::translation(x, y, z)
}

#[test]
fn a_sphere_on_a_plane_has_its_height_as_gap() {
    let options = BodyOptions::default();
    for turn in [Vec3::zeros(), Vec3::new(0.3, 1.0, -0.7)] {
        let pose = Pose::new(Vec3::new(0.5, 0.2, -0.1), turn);
        for gap in [0.009, 0.0, -0.3] {
            let mut scene = Scene::new(config(0.01)).unwrap();
            let normal = pose.rotation * Vec3::z();
            let plane = scene.add_plane(pose.translation.vector, normal, options).unwrap();
            let ball = scene.add_shape(sphere(0.5), &(pose * at(0.4, 0.7, 0.5 + gap)), options);
            assert_eq!([plane, ball.unwrap()], [0, 1]);
            let [contact] = scene.detect() else { panic!("{gap}") };
            assert!((contact.gap - gap).abs() <= 1e-14, "{contact:#?}");
            assert!((contact.normal - normal).norm() <= 1e-15, "{contact:#?}");
            let foot = (pose * nalgebra::Point3::new(0.4, 0.7, 0.0)).coords;
            assert!((contact.point_a - foot).norm() <= 1e-14, "{contact:#?}");
            assert_eq!(contact.sides.map(|side| side.part), [Part::Whole; 2]);
        }
        let mut scene = Scene::new(config(0.01)).unwrap();
        scene.add_plane(Vec3::zeros(), Vec3::z(), options).unwrap();
        scene.add_shape(sphere(0.5), &at(0.0, 0.0, 0.5101), options).unwrap();
        assert_eq!(scene.detect(), []);
    }
}

#[test]
fn a_block_on_a_plane_has_the_area_of_its_face() {
    for gap in [0.009, 0.0, -0.004] {
        let mut scene = Scene::new(config(0.01)).unwrap();
        let block = shifted(&block([5, 3, 2], [1.1, 0.7, 0.5]), [0.1, 0.2, gap]);
        scene.add_mesh(&block, BodyOptions::default()).unwrap();
        scene.add_plane([3.0, 1.0, 0.0], [0.0, 0.0, 2.0], BodyOptions::default()).unwrap();
        scene.detect();
        check_rules(&scene, "plane");
        let contacts = scene.contacts();
        assert_eq!(contacts.len(), 6 * 4);
        for contact in contacts {
            assert_eq!(contact.sides.map(|s| s.feature()), [Feature::Node, Feature::Shape]);
            assert!((contact.gap - gap).abs() <= 1e-15, "{contact:#?}");
            assert_eq!(contact.normal, -Vec3::z());
        }
        let area: f64 = contacts.iter().map(|contact| contact.area).sum();
        assert!((area - 0.77).abs() <= 1e-14, "area {area}");
    }
}

#[test]
fn a_plane_does_not_touch_what_is_behind_the_body() {
    // Thinner than the margin: the upper nodes are within it, but the body is in between.
    let mut scene = Scene::new(config(0.2)).unwrap();
    let plate = shifted(&block([2, 2, 1], [1.0, 1.0, 0.1]), [0.0, 0.0, 0.01]);
    scene.add_mesh(&plate, BodyOptions::default()).unwrap();
    scene.add_plane(Vec3::zeros(), Vec3::z(), BodyOptions::default()).unwrap();
    let contacts = scene.detect();
    assert_eq!(contacts.len(), 9, "{contacts:#?}");
    assert!(contacts.iter().all(|contact| (contact.gap - 0.01).abs() <= 1e-15));
}

#[test]
fn a_rigid_sphere_over_a_block_touches_its_face() {
    for turn in [Vec3::zeros(), Vec3::new(0.5, -0.4, 1.2)] {
        let pose = Pose::new(Vec3::new(0.1, -0.2, 0.3), turn);
        for gap in [0.009, -0.004] {
            let mut scene = Scene::new(config(0.01)).unwrap();
            let body = posed(&block([2, 2, 1], [1.0, 1.0, 0.5]), &pose);
            scene.add_mesh(&body, BodyOptions::default()).unwrap();
            let over = pose * at(0.3, 0.4, 0.5 + 0.2 + gap);
            scene.add_shape(sphere(0.2), &over, BodyOptions::default()).unwrap();
            scene.detect();
            check_rules(&scene, "sphere");
            let [contact] = scene.contacts() else { panic!("{gap}: {:#?}", scene.contacts()) };
            let features = contact.sides.map(|side| side.feature());
            assert_eq!(features, [Feature::Facet, Feature::Shape]);
            assert!((contact.gap - gap).abs() <= 1e-13, "{contact:#?}");
            let up = pose.rotation * Vec3::z();
            assert!((contact.normal - up).norm() <= 1e-13, "{contact:#?}");
            let foot = (pose * nalgebra::Point3::new(0.3, 0.4, 0.5)).coords;
            assert!((contact.point_a - foot).norm() <= 1e-13, "{contact:#?}");
        }
    }
}

#[test]
fn a_rigid_box_over_a_block_touches_its_nodes_or_face() {
    let cuboid = || -> Shape { Arc::new(Cuboid::new([0.0; 3], [2.0, 2.0, 0.25]).expect("a box")) };
    for gap in [0.009, -0.004] {
        let mut scene = Scene::new(config(0.01)).unwrap();
        scene.add_mesh(&block([2, 2, 1], [1.0, 1.0, 0.5]), BodyOptions::default()).unwrap();
        let over = at(0.5, 0.5, 0.75 + gap);
        scene.add_shape(cuboid(), &over, BodyOptions::default()).unwrap();
        scene.detect();
        check_rules(&scene, "box");
        assert!(!scene.contacts().is_empty());
        for contact in scene.contacts() {
            assert!((contact.gap - gap).abs() <= 1e-14, "{contact:#?}");
            assert!((contact.normal - Vec3::z()).norm() <= 1e-14, "{contact:#?}");
        }
        let nodes = scene.contacts().iter().filter(|c| c.sides[0].feature() == Feature::Node);
        let nodes = nodes.count();
        println!("{gap}: {} contacts, {nodes} of nodes", scene.contacts().len());
        if gap < 0.0 {
            assert_eq!(nodes, 9);
        }
    }
}

#[test]
fn a_round_mesh_near_a_sphere_is_as_far_as_the_radii_say() {
    let ball = bodies::sphere(1.0, 6).unwrap();
    let direction =
        Vec3::from(ball.nodes()[*ball.boundary().facets()[7].first().unwrap() as usize]);
    for gap in [0.009, -0.004] {
        let mut scene = Scene::new(config(0.01)).unwrap();
        scene.add_mesh(&ball, BodyOptions::default()).unwrap();
        // Over a node, so that the faceting does not count.
        let center = direction.normalize() * (1.0 + 0.5 + gap);
        let pose = Pose::new(center, Vec3::zeros());
        scene.add_shape(sphere(0.5), &pose, BodyOptions::default()).unwrap();
        scene.detect();
        check_rules(&scene, "ball");
        let least = scene.contacts().iter().min_by(|a, b| a.gap.total_cmp(&b.gap)).unwrap();
        assert!((least.gap - gap).abs() <= 1e-14, "{least:#?}");
        assert!((least.normal - direction.normalize()).norm() <= 1e-12, "{least:#?}");
        assert_eq!(least.sides[0].feature(), Feature::Node);
    }
}
