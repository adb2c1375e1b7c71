//! Scenes of shapes: the list of candidates lasts, most pairs are not asked about, and no contact
//! is lost by that.

use std::sync::Arc;

use gapkit::Vec3;
use gapkit::broad::Method;
use gapkit::penetration::signed_gap;
use gapkit::scene::{BodyOptions, Config, Resolution, Scene, Shape};
use gapkit::shape::{Capsule, Cuboid, Cylinder, Ellipsoid, Pose, Posed, Sphere};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use crate::common::{assert_same, block, config, random_rotation, scene_of, shifted};
use crate::grains::octahedron;

const MARGIN: f64 = 0.05;

/// Grains along each side of the lattice, whose distance is 1.
const SIDE: usize = 8;

fn shape(kind: usize) -> Shape {
    match kind % 6 {
        0 => Arc::new(Sphere::new([0.0; 3], 0.5).expect("a sphere")),
        1 => Arc::new(Cuboid::new([0.1, 0.0, 0.0], [0.3, 0.4, 0.45]).expect("a box")),
        2 => Arc::new(Capsule::new([-0.3, 0.0, 0.0], [0.2, 0.1, 0.0], 0.3).expect("a capsule")),
        3 => Arc::new(octahedron([0.5, 0.6, 0.7])),
        4 => Arc::new(Ellipsoid::new([0.3, 0.45, 0.6]).expect("an ellipsoid")),
        _ => Arc::new(Cylinder::new(0.4, 0.35).expect("a cylinder")),
    }
}

fn vector(random: &mut SmallRng, most: f64) -> Vec3 {
    Vec3::from_fn(|_, _| random.random_range(-most..most))
}

/// Grains of one kind, or of all, in a lattice with some disorder.
fn lattice(kind: Option<usize>) -> Vec<(Shape, Pose)> {
    let mut random = SmallRng::seed_from_u64(5);
    (0..SIDE.pow(3))
        .map(|i| {
            let place = [i % SIDE, i / SIDE % SIDE, i / SIDE / SIDE].map(|k| k as f64);
            let at = Vec3::from(place) + vector(&mut random, 0.04);
            (shape(kind.unwrap_or(i)), Pose::new(at, random_rotation(&mut random)))
        })
        .collect()
}

/// A scene of grains on a plane and beside a mesh.
fn scene(grains: &[(Shape, Pose)], config: Config) -> Scene {
    let mut scene = Scene::new(config).expect("threads start");
    for (shape, pose) in grains {
        scene.add_shape(shape.clone(), pose, BodyOptions::default()).expect("a grain");
    }
    scene.add_plane([0.0, 0.0, -0.3], [0.1, 0.0, 1.0], BodyOptions::default()).expect("a plane");
    let wall = shifted(&block([1, 3, 3], [1.0, 7.0, 7.0]), [-1.6, 0.0, 0.0]);
    scene.add_mesh(&wall, BodyOptions::default()).expect("a wall");
    scene
}

/// Moves grains to and fro, some not at all, and all of them far now and then.
fn sway(grains: &mut [(Shape, Pose)], step: usize, random: &mut SmallRng) {
    let most = if step % 16 == 15 { 0.2 } else { 0.004 };
    for (i, (_, pose)) in grains.iter_mut().enumerate() {
        if i % 7 != step % 7 {
            pose.translation.vector += vector(random, most);
            pose.rotation = Pose::new(Vec3::zeros(), vector(random, most)).rotation * pose.rotation;
        }
    }
}

/// Scenes with and without all that saves work, against brute force at every step.
fn compare(kind: Option<usize>, steps: usize) {
    let mut grains = lattice(kind);
    let mut scenes = Vec::new();
    for resolution in [Resolution::Piece, Resolution::Facet, Resolution::Surface] {
        let config = config(MARGIN).with_resolution(resolution);
        let brute = scene(&grains, config.with_broad(Method::Brute).with_skipping(false));
        let skin =
            |skin: f64| config.with_search_distance(MARGIN + skin).expect("above the margin");
        let fast = [
            ("one thread", config.with_threads(1)),
            ("two threads", config.with_threads(2)),
            ("four threads", config.with_threads(4)),
            ("no skipping", config.with_skipping(false)),
            ("no skin", skin(0.0)),
            ("a large skin", skin(0.5)),
        ];
        scenes.push((brute, fast.map(|(name, config)| (name, scene(&grains, config)))));
    }
    let mut random = SmallRng::seed_from_u64(6);
    for step in 0..steps {
        for (brute, fast) in &mut scenes {
            let all = fast.iter_mut().map(|(_, scene)| scene).chain([&mut *brute]);
            for scene in all {
                for ((_, pose), body) in grains.iter().zip(0..) {
                    scene.set_pose(body, pose).expect("a pose");
                }
            }
            let wanted = brute.detect();
            assert!(wanted.len() > 100, "{kind:?}: {} contacts", wanted.len());
            for (name, scene) in fast {
                let what = format!("{kind:?}, step {step}, {name}");
                assert_same(scene.detect(), wanted, &what);
            }
        }
        sway(&mut grains, step, &mut random);
    }
    for (_, fast) in &scenes {
        let done = fast[0].1.statistics();
        println!("{kind:?}: {done:?}");
        assert!(done.rebuilds < steps / 2, "{kind:?}: {done:?}");
        assert!(done.skipped > done.candidates / 8, "{kind:?}: {done:?}");
    }
}

#[test]
fn moving_grains_of_each_shape_touch_as_brute_force_says() {
    (0..6).for_each(|kind| compare(Some(kind), 20));
}

#[test]
fn moving_grains_of_many_shapes_touch_as_brute_force_says() {
    compare(None, 48);
}

#[test]
fn spheres_at_rest_are_listed_once_and_only_asked_about_where_they_touch() {
    let mut grains = lattice(Some(0));
    let mut random = SmallRng::seed_from_u64(5);
    let mut scene = Scene::new(config(MARGIN)).expect("threads start");
    for (shape, pose) in &grains {
        scene.add_shape(shape.clone(), pose, BodyOptions::default()).expect("a grain");
    }
    for rebuilds in 1..3 {
        let mut candidates = None;
        for _ in 0..3 {
            scene.detect();
            let done = *scene.statistics();
            assert_eq!(done.rebuilds, rebuilds, "{done:?}");
            // A sphere is its own bounding sphere.
            assert_eq!(done.queries, done.contacts, "{done:?}");
            assert_eq!(*candidates.get_or_insert(done.candidates), done.candidates);
        }
        // The list that follows what moves is longer than the first one, which has no skin.
        let done = scene.statistics();
        assert_eq!(done.candidates > done.contacts, rebuilds > 1, "{done:?}");
        sway(&mut grains, 1, &mut random);
        for ((_, pose), body) in grains.iter().zip(0..) {
            scene.set_pose(body, pose).expect("a pose");
        }
    }
}

#[test]
fn smaller_grains_that_are_added_later_do_not_have_the_skin_of_large_ones() {
    let mut scene = Scene::new(config(0.001)).expect("threads start");
    let large: Shape = Arc::new(Sphere::new([0.0; 3], 50.0).expect("a sphere"));
    let small: Shape = Arc::new(Sphere::new([0.0; 3], 0.05).expect("a sphere"));
    scene.add_shape(large, &Pose::identity(), BodyOptions::default()).expect("a sphere");
    scene.detect();
    for i in 0..1000 {
        let place = [i % 10, i / 10 % 10, i / 100].map(|k| 60.0 + 0.12 * f64::from(k));
        let pose = Pose::new(place.into(), Vec3::zeros());
        scene.add_shape(small.clone(), &pose, BodyOptions::default()).expect("a grain");
    }
    scene.detect();
    let done = scene.statistics();
    assert!(done.candidates < 14 * 1000, "{done:?}");
}

/// Two shapes, apart along a random direction, and how they are later; far from zero in every
/// second case.
fn approach(random: &mut SmallRng, case: usize) -> ([Shape; 2], [Pose; 3]) {
    let far = if case.is_multiple_of(2) { 0.0 } else { 1e5 };
    let at = vector(random, 1.0) + Vec3::repeat(far);
    let direction = vector(random, 1.0).normalize();
    let kinds = [0, 1].map(|_| shape(random.random_range(0..6)));
    let [one, two] = [0, 1].map(|_| random_rotation(random));
    let last = Pose::new(at + direction * random.random_range(1.5..1.7), two);
    let start = Pose::new(last.translation.vector + direction * 0.1, two);
    (kinds, [Pose::new(at, one), start, last])
}

/// The gap of two shapes in a scene that passes over nothing; as the search says to rounding.
fn gap_alone(shapes: [&Shape; 2], poses: [&Pose; 2]) -> f64 {
    let config = config(10.0).with_resolution(Resolution::Piece).with_broad(Method::Brute);
    let mut scene = Scene::new(config.with_threads(1)).expect("threads start");
    for (shape, pose) in shapes.into_iter().zip(poses) {
        scene.add_shape(shape.clone(), pose, BodyOptions::default()).expect("a shape");
    }
    let [contact] = scene.detect() else { panic!("they are near") };
    let [p, q] = [0, 1].map(|k| Posed::new(shapes[k].clone(), poses[k]).expect("a pose"));
    let wanted = signed_gap(&p, &q).gap;
    assert!((contact.gap - wanted).abs() <= 1e-9, "{} and {wanted}", contact.gap);
    contact.gap
}

#[test]
fn a_pair_whose_gap_is_the_margin_itself_is_reported_however_it_came_there() {
    let mut random = SmallRng::seed_from_u64(9);
    for case in 0..2000 {
        let ([a, b], [at, start, last]) = approach(&mut random, case);
        let gap = gap_alone([&a, &b], [&at, &last]);
        if gap <= 0.0 {
            continue;
        }
        let config = config(gap).with_resolution(Resolution::Piece).with_threads(1);
        for skin in [0.0, 1.0] {
            let config = config.with_search_distance(gap + skin).expect("above the margin");
            let mut scene = Scene::new(config).expect("threads start");
            scene.add_shape(a.clone(), &at, BodyOptions::default()).expect("a shape");
            scene.add_shape(b.clone(), &start, BodyOptions::default()).expect("a shape");
            for step in 0..=4 {
                let pose = start.lerp_slerp(&last, f64::from(step) / 4.0);
                scene.set_pose(1, if step == 4 { &last } else { &pose }).expect("a pose");
                scene.detect();
            }
            let [contact] = scene.contacts() else { panic!("case {case}: gap {gap} is lost") };
            assert_eq!(contact.gap, gap, "case {case}");
        }
    }
}

/// How many boxes are compared for so many spheres and for so many small meshes.
fn compared(side: usize) -> [u64; 2] {
    let places = (0..side.pow(3)).map(|i| [i % side, i / side % side, i / side / side]);
    let places: Vec<[f64; 3]> = places.map(|place| place.map(|k| k as f64)).collect();
    let mut spheres = Scene::new(config(MARGIN)).expect("threads start");
    for &place in &places {
        let pose = Pose::new(place.into(), Vec3::zeros());
        spheres.add_shape(shape(0), &pose, BodyOptions::default()).expect("a grain");
    }
    let cube = block([1, 1, 1], [0.9; 3]);
    let cubes: Vec<_> = places.iter().map(|&place| shifted(&cube, place)).collect();
    let mut meshes = scene_of(config(MARGIN), BodyOptions::default(), &cubes);
    [&mut spheres, &mut meshes].map(|scene| {
        scene.detect();
        scene.statistics().compared
    })
}

#[test]
fn twice_as_many_bodies_are_about_twice_as_much_work() {
    // From 512 to 4096 bodies: eight times as many, and some more for those inside and for the
    // trees.
    let [few, many] = [8, 16].map(compared);
    for k in 0..2 {
        let growth = many[k] as f64 / few[k] as f64;
        println!("{} to {}: {growth:.1}", few[k], many[k]);
        assert!(few[k] > 0 && growth < 2.3f64.powi(3), "{growth}");
    }
}
