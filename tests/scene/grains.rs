//! Two thousand rigid shapes and a plane, as in a discrete-element code.

use std::sync::Arc;

use gapkit::Vec3;
use gapkit::broad::Method;
use gapkit::penetration::signed_gap;
use gapkit::scene::{BodyOptions, Config, Resolution, Scene, Shape};
use gapkit::shape::{Capsule, Cuboid, Ellipsoid, Polyhedron, Pose, Posed, Sphere, SupportMap};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use crate::common::{assert_same, config, random_rotation};

const COUNT: usize = 2000;
const MARGIN: f64 = 0.05;
const ROOM: f64 = 13.0;

/// An octahedron of three different lengths.
pub(crate) fn octahedron([x, y, z]: [f64; 3]) -> Polyhedron {
    let vertices = [[x, 0.0, 0.0], [0.0, y, 0.0], [0.0, 0.0, z]]
        .into_iter()
        .flat_map(|corner| [corner, corner.map(|c| -c)])
        .collect();
    // Even vertices are on the positive half-axes, odd ones on the negative.
    let faces: Vec<[u32; 3]> = (0..8u32)
        .map(|signs| {
            let [a, b, c] = [signs & 1, 2 + (signs >> 1 & 1), 4 + (signs >> 2 & 1)];
            if signs.count_ones() % 2 == 0 { [a, b, c] } else { [a, c, b] }
        })
        .collect();
    Polyhedron::new(vertices, &faces).expect("an octahedron")
}

fn grain(kind: usize, size: f64) -> Shape {
    let half = [0.45 * size, 0.35 * size, 0.3 * size];
    match kind % 5 {
        0 => Arc::new(Sphere::new([0.0; 3], 0.4 * size).expect("a sphere")),
        1 => Arc::new(Cuboid::new([0.0; 3], half).expect("a box")),
        2 => Arc::new(
            Capsule::new([-0.2, 0.0, 0.0], [0.2, 0.1, 0.0], 0.25 * size).expect("a capsule"),
        ),
        3 => Arc::new(octahedron(half)),
        _ => Arc::new(Ellipsoid::new(half).expect("an ellipsoid")),
    }
}

/// Grains at random places in a room, `step` steps of a slow motion after the start.
fn grains(step: usize) -> Vec<(Shape, Pose)> {
    let mut random = SmallRng::seed_from_u64(77);
    (0..COUNT)
        .map(|i| {
            let at = Vec3::from_fn(|_, _| random.random_range(0.0..ROOM));
            let (turn, size) = (random_rotation(&mut random), random.random_range(0.7..1.1));
            let way = Vec3::from_fn(|_, _| random.random_range(-0.02..0.02));
            (grain(i, size), Pose::new(at + way * step as f64, turn * (1.0 + 0.01 * step as f64)))
        })
        .collect()
}

/// The grains, and the plane below them as the last body.
fn scene(config: Config) -> Scene {
    let mut scene = Scene::new(config).expect("threads start");
    for (shape, pose) in grains(0) {
        scene.add_shape(shape, &pose, BodyOptions::default()).expect("a grain");
    }
    scene.add_plane([0.0, 0.0, 0.3], [0.1, 0.0, 1.0], BodyOptions::default()).expect("a plane");
    scene
}

#[test]
fn grains_touch_as_brute_force_says_for_all_threads_and_resolutions() {
    let mut brute = scene(config(MARGIN).with_broad(Method::Brute));
    let mut scenes = Vec::new();
    for resolution in [Resolution::Piece, Resolution::Facet] {
        for threads in [1, 2, 4] {
            let config = config(MARGIN).with_resolution(resolution).with_threads(threads);
            scenes.push((format!("{resolution:?}, {threads} threads"), scene(config)));
        }
    }
    for step in 0..6 {
        for scene in scenes.iter_mut().map(|(_, scene)| scene).chain([&mut brute]) {
            for ((_, pose), body) in grains(step).iter().zip(0..) {
                scene.set_pose(body, pose).unwrap();
            }
        }
        let wanted = brute.detect();
        assert!(wanted.len() > 1000, "{} contacts", wanted.len());
        for (name, scene) in &mut scenes {
            assert_same(scene.detect(), wanted, &format!("step {step}, {name}"));
        }
    }
}

/// The pairs of grains whose gap is within the margin, without any scene; a plane is the number
/// `COUNT`.
fn near_pairs() -> Vec<([u32; 2], f64)> {
    let grains: Vec<Posed<Shape>> = grains(0)
        .into_iter()
        .map(|(shape, pose)| Posed::new(shape, &pose).expect("a pose"))
        .collect();
    let normal = Vec3::new(0.1, 0.0, 1.0).normalize();
    let mut pairs = Vec::new();
    for (i, a) in grains.iter().enumerate() {
        for (j, b) in grains.iter().enumerate().skip(i + 1) {
            // No grain reaches farther than 1 from its centre.
            if (a.center() - b.center()).norm() < 2.0 + MARGIN {
                let gap = signed_gap(a, b).gap;
                if gap <= MARGIN {
                    pairs.push(([i as u32, j as u32], gap));
                }
            }
        }
        let lowest = a.support(&-normal, &Vec3::zeros(), 0).point;
        let height = normal.dot(&(lowest - Vec3::new(0.0, 0.0, 0.3))) - a.radius();
        if height <= MARGIN {
            pairs.push(([i as u32, COUNT as u32], height));
        }
    }
    pairs
}

#[test]
fn grains_touch_where_their_gap_says_so() {
    let mut scene = scene(config(MARGIN).with_resolution(Resolution::Piece));
    let contacts = scene.detect();
    let wanted = near_pairs();
    println!("{} contacts", contacts.len());
    assert_eq!(contacts.len(), wanted.len());
    for (contact, (bodies, gap)) in contacts.iter().zip(wanted) {
        assert_eq!(contact.sides.map(|side| side.body), bodies);
        assert!((contact.gap - gap).abs() <= 1e-13, "{bodies:?}: {} and {gap}", contact.gap);
        // The nearest points of ellipsoids are found to a tolerance, all others to rounding.
        let is_smooth = bodies.iter().any(|body| body % 5 == 4);
        let tolerance = if is_smooth { 1e-6 } else { 1e-13 };
        let way = contact.point_b - contact.point_a;
        assert!((way - contact.normal * contact.gap).norm() <= tolerance, "{contact:#?}");
        assert!((contact.normal.norm() - 1.0).abs() <= 1e-15);
    }
}
