//! The contacts are the same however they are found, to the last bit.

use gapkit::broad::Method;
use gapkit::scene::{BodyOptions, Config, Kind, Scene, Shape};
use gapkit::shape::{Cuboid, Pose, Sphere};
use std::sync::Arc;

use super::surfaces;
use crate::common::{Placement, ageless, assert_same, block, bunny_and, knot_poses, shifted};
use crate::same::settings;

const MARGIN: f64 = 0.01;

/// Lets scenes of all settings live through the same placements beside brute force.
fn compare(make: impl Fn(Config) -> Scene, steps: usize, place: impl Fn(&mut Scene, usize)) {
    let mut brute = make(surfaces(MARGIN).with_broad(Method::Brute));
    let mut scenes: Vec<_> =
        settings(surfaces(MARGIN)).into_iter().map(|(name, c)| (name, make(c))).collect();
    let mut kinds = [0; 4];
    for step in 0..steps {
        place(&mut brute, step);
        let wanted = ageless(brute.detect());
        wanted.iter().for_each(|contact| kinds[contact.kind as usize] += 1);
        for (name, scene) in &mut scenes {
            place(scene, step);
            assert_same(&scene.query(), &wanted, &format!("step {step}, {name}"));
        }
    }
    assert!(kinds[Kind::Area as usize] > 100, "{kinds:?}");
}

#[test]
fn all_ways_to_find_contacts_of_the_bunny_and_knots_give_the_same_bits() {
    let placements = [Placement::Near, Placement::Touching, Placement::Overlapping];
    let make = |config| bunny_and(&knot_poses(0, Placement::Near), config);
    compare(make, 6, |scene, step| {
        let poses = knot_poses(step as u64, placements[step % 3]);
        for (pose, body) in poses.iter().zip(1..) {
            scene.set_pose(body, pose).expect("a pose");
        }
    });
}

#[test]
fn all_ways_to_find_contacts_of_blocks_planes_and_shapes_give_the_same_bits() {
    let make = |config| {
        let mut scene = Scene::new(config).expect("threads");
        for i in 0..3 {
            let mesh = block([3, 3, 2], [1.0, 1.0, 0.5]);
            let mesh = shifted(&mesh, [0.0, 0.0, 0.5 * f64::from(i)]);
            scene.add_mesh(&mesh, BodyOptions::default()).expect("a mesh");
        }
        let plane = [[0.0, 0.0, 0.0], [0.0, 0.0, 1.0]];
        scene.add_plane(plane[0], plane[1], BodyOptions::default()).expect("a plane");
        let ball: Shape = Arc::new(Sphere::new([0.0; 3], 0.2).expect("a radius"));
        let cube: Shape = Arc::new(Cuboid::new([0.0; 3], [0.1, 0.2, 0.3]).expect("half sizes"));
        for (shape, x) in [(ball, 0.3), (cube, 0.7)] {
            let pose = Pose::translation(x, 0.5, 1.7);
            scene.add_shape(shape, &pose, BodyOptions::default()).expect("a shape");
        }
        scene
    };
    compare(make, 8, |scene, step| {
        let by = [0.0, 1e-15, -1e-15, 1e-9, -1e-9, 0.125, -1e-3, 0.25][step];
        scene.set_pose(1, &Pose::translation(by, 0.0, -by)).expect("a pose");
        scene.set_pose(4, &Pose::translation(0.3 + by, 0.5, 1.7 + by)).expect("a pose");
        scene.set_pose(5, &Pose::translation(0.7, 0.5 + by, 1.8 - by)).expect("a pose");
    });
}

#[test]
fn a_far_body_changes_no_bit() {
    let meshes =
        [block([3, 3, 2], [1.0; 3]), shifted(&block([2, 2, 2], [1.0; 3]), [0.1, 0.0, 1.0])];
    let make = |far: bool| {
        let mut scene = Scene::new(surfaces(MARGIN)).expect("threads");
        for mesh in &meshes {
            scene.add_mesh(mesh, BodyOptions::default()).expect("a mesh");
        }
        if far {
            let mesh = shifted(&block([1, 1, 1], [1e13; 3]), [1e14, -1e14, 1e14]);
            scene.add_mesh(&mesh, BodyOptions::default()).expect("a mesh");
        }
        ageless(scene.detect())
    };
    assert_same(&make(true), &make(false), "far body");
}

#[test]
fn each_contact_tells_where_it_was_in_the_list_before() {
    let mesh = block([3, 3, 1], [1.0, 1.0, 0.4]);
    let mut scene = super::simple(MARGIN, &[mesh.clone(), shifted(&mesh, [0.0, 0.0, 0.4])]);
    assert!(scene.detect().iter().all(|contact| contact.previous.is_none()));
    let before = scene.contacts().to_vec();
    let moved: Vec<_> = mesh.nodes().iter().map(|&[x, y, z]| [x + 0.1, y, z + 0.401]).collect();
    scene.set_positions(1, &moved).expect("positions");
    let (mut old, mut new) = (0, 0);
    for contact in scene.detect() {
        match contact.previous {
            Some(index) => {
                assert_eq!(before[index as usize].id, contact.id);
                old += 1;
            }
            None => {
                assert!(before.iter().all(|other| other.id != contact.id));
                new += 1;
            }
        }
    }
    assert!(old > 0 && new > 0, "{old} {new}");
}
