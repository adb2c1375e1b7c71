//! Numbers of any magnitude: what is too large is refused by name, and what is not gives contacts
//! that are numbers.

use std::sync::Arc;

use gapkit::Vec3;
use gapkit::broad::Method;
use gapkit::mesh::TetMesh;
use gapkit::scene::{BodyOptions, Contact, MAX_COORDINATE, MAX_VELOCITY, Resolution, Scene};
use gapkit::shape::{Cuboid, Pose, Sphere};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use crate::common::{assert_same, block, config, oriented, simple};

/// Magnitudes from the smallest number to the largest, and those where powers of them overflow or
/// underflow.
fn magnitudes() -> impl Iterator<Item = f64> {
    let spread = (-32..=30).map(|k| 10f64.powi(10 * k));
    spread.chain([5e-324, 1e-320, 1e50, 1.0000001e50, 1e51, 1e52, 1e77, 1e103, 1e154, 1.4e154])
}

fn assert_numbers(contacts: &[Contact], what: &str) {
    for contact in contacts {
        let vectors = [contact.point_a, contact.point_b, contact.normal];
        let all = vectors.iter().flat_map(|v| v.iter()).chain([&contact.gap, &contact.area]);
        let weights = contact.sides.iter().flat_map(|side| side.weights());
        assert!(all.chain(weights).all(|x| x.is_finite()), "{what}: {contact:#?}");
        assert!((contact.normal.norm() - 1.0).abs() < 1e-14, "{what}: {contact:#?}");
    }
}

/// Moves a body and looks, or is refused.
fn try_positions(scene: &mut Scene, body: u32, positions: &[[f64; 3]], what: &str) -> bool {
    let before = scene.positions(body).expect("a body").to_vec();
    let largest = positions.iter().flatten().fold(0.0f64, |most, x| most.max(x.abs()));
    match scene.set_positions(body, positions) {
        Ok(()) => {
            assert!(largest <= MAX_COORDINATE, "{what}");
            assert_numbers(&scene.query(), what);
            true
        }
        Err(error) => {
            assert!(largest > MAX_COORDINATE, "{what}: {error}");
            assert_eq!(scene.positions(body).expect("a body"), before, "{what}");
            false
        }
    }
}

fn stage(resolution: Resolution, broad: Method, margin: f64) -> Scene {
    let config = config(margin).with_resolution(resolution).with_broad(broad).with_threads(1);
    let mut scene = Scene::new(config).expect("threads start");
    let options = BodyOptions::default().with_self_contact(true);
    scene.add_mesh(&block([2, 1, 1], [1.0, 1.0, 0.5]), options).expect("a mesh");
    scene.add_mesh(&block([1, 1, 2], [0.5, 0.5, 0.5]), options).expect("a mesh");
    let cube = Arc::new(Cuboid::new([0.0; 3], [0.5; 3]).expect("a cube"));
    scene.add_shape(cube, &Pose::translation(0.0, 2.0, 0.0), options).expect("a shape");
    scene.add_plane([0.0, 0.0, -0.25], [0.0, 0.25, 1.0], options).expect("a plane");
    scene
}

#[test]
fn positions_of_any_magnitude_give_numbers_or_are_refused() {
    let mut random = SmallRng::seed_from_u64(7);
    let (mut taken, mut refused) = (0, 0);
    for resolution in [Resolution::Facet, Resolution::Piece] {
        for broad in [Method::RTree, Method::Brute] {
            for margin in [0.0, 0.5, 1e60, 1e300] {
                let mut scene = stage(resolution, broad, margin);
                let rest = [0, 1].map(|body| scene.positions(body).expect("a body").to_vec());
                for magnitude in magnitudes() {
                    let what = format!("{resolution:?}, {broad:?}, {margin:e}, {magnitude:e}");
                    let jitter = random.random_range(0.5..1.0);
                    for (body, rest) in (0..).zip(&rest) {
                        let scaled: Vec<_> =
                            rest.iter().map(|x| x.map(|x| x * jitter * magnitude)).collect();
                        let is_taken = try_positions(&mut scene, body, &scaled, &what);
                        *(if is_taken { &mut taken } else { &mut refused }) += 1;
                    }
                    // One node of one body alone.
                    let mut one = rest[1].clone();
                    one[random.random_range(0..rest[1].len())][random.random_range(0..3)] =
                        magnitude;
                    try_positions(&mut scene, 1, &one, &what);
                }
            }
        }
    }
    println!("{taken} taken, {refused} refused");
    assert!(taken > 1000 && refused > 500);
}

/// Four numbers of any magnitudes for the coordinates of tetrahedra: some are flat to rounding.
#[test]
fn tetrahedra_of_mixed_magnitudes_give_numbers_or_are_refused() {
    let mut random = SmallRng::seed_from_u64(8);
    let mut detected = 0;
    for trial in 0..1500 {
        let low = random.random_range(-320..300);
        let mut number = || {
            let power = low + random.random_range(0..20);
            random.random_range(-1.0..1.0) * 10f64.powi(power / 2) * 10f64.powi(power - power / 2)
        };
        let mut tet = || -> Option<TetMesh> {
            let nodes: Vec<[f64; 3]> = (0..4).map(|_| [number(), number(), number()]).collect();
            let tets = [[0, 1, 2, 3], [0, 1, 3, 2]];
            tets.iter().find_map(|tet| TetMesh::new(nodes.clone(), vec![*tet]).ok())
        };
        let (Some(one), Some(two)) = (tet(), tet()) else { continue };
        let resolution = [Resolution::Facet, Resolution::Piece][trial % 2];
        let margin = 10f64.powi(low / 2 + 10) * 10f64.powi(low - low / 2);
        let config = config(margin).with_resolution(resolution).with_threads(1);
        let mut scene = Scene::new(config).expect("threads start");
        let both = [one, two].iter().all(|mesh| {
            let largest = mesh.nodes().iter().flatten().fold(0.0f64, |most, x| most.max(x.abs()));
            let added = scene.add_mesh(mesh, BodyOptions::default());
            assert_eq!(added.is_ok(), largest <= MAX_COORDINATE, "{trial}: {added:?}");
            added.is_ok()
        });
        if both {
            detected += 1;
            assert_numbers(&scene.query(), &format!("{trial}, from 1e{low}"));
        }
    }
    println!("{detected} detected");
    assert!(detected > 500);
}

#[test]
fn contacts_scale_with_the_scene_up_to_the_limit() {
    let lower = block([2, 2, 1], [1.0, 1.0, 0.5]);
    let upper = oriented(
        vec![[0.3, 0.4, 0.5625], [0.9, 0.3, 1.0], [0.2, 0.8, 1.0], [0.1, 0.1, 1.0]],
        vec![[0, 1, 2, 3]],
    );
    let scene = |scale: f64| {
        let meshes = [&lower, &upper].map(|mesh| {
            let nodes = mesh.nodes().iter().map(|x| x.map(|x| x * scale)).collect();
            TetMesh::new(nodes, mesh.tets().to_vec()).expect("a mesh")
        });
        simple(0.125 * scale, &meshes)
    };
    let wanted = scene(1.0).query();
    assert!(!wanted.is_empty());
    for power in [-120, -30, 40, 100, 165] {
        let scale = 2f64.powi(power);
        let unscaled: Vec<Contact> = scene(scale)
            .query()
            .into_iter()
            .map(|contact| Contact {
                point_a: contact.point_a / scale,
                point_b: contact.point_b / scale,
                gap: contact.gap / scale,
                area: contact.area / scale / scale,
                ..contact
            })
            .collect();
        assert_same(&unscaled, &wanted, &format!("2^{power}"));
    }
}

fn assert_says<T: std::fmt::Debug>(result: Result<T, gapkit::Error>, parts: &[&str]) {
    let text = result.expect_err("this must be refused").to_string();
    for part in parts {
        assert!(text.contains(part), "{text:?} should say {part:?}");
    }
}

#[test]
fn what_is_too_large_is_refused_by_the_node_and_changes_nothing() {
    let mut scene = stage(Resolution::Facet, Method::RTree, 0.5);
    let before = scene.query();
    assert!(!before.is_empty());
    let options = BodyOptions::default();
    for large in [1.1 * MAX_COORDINATE, -1e100, 1e155, -1e200, 1e300, f64::MAX] {
        let mut positions = scene.positions(1).expect("a body").to_vec();
        positions[7][1] = large;
        assert_says(scene.set_positions(1, &positions), &["coordinate y of node 7", "1e50"]);
        let still = vec![[0.0; 3]; positions.len()];
        let mut velocities = still.clone();
        velocities[5][2] = large;
        assert_says(scene.set_velocities(1, &velocities, 1.0), &["z of node 5"]);
        velocities[5][2] = 1e30;
        let far = scene.set_velocities(1, &velocities, large.abs());
        assert_says(far, &["displacement z of node 5"]);
        let far = scene.set_pose(1, &Pose::translation(0.0, large, 0.0));
        // Beyond 2^1000 it is no pose at all.
        assert_says(far, if large < 1e301 { &["y of node 0", "1e50"] } else { &["translation"] });
        assert_says(scene.set_pose(2, &Pose::translation(0.0, large, 0.0)), &["translation"]);
        assert_says(scene.add_plane([0.0, large, 0.0], [0.0, 0.0, 1.0], options), &["plane"]);
        assert!(options.with_thickness(large.abs()).is_err());
        if large.abs() < 1e300 {
            let ball = Arc::new(Sphere::new([0.0; 3], large.abs()).expect("a ball"));
            assert_says(scene.add_shape(ball, &Pose::identity(), options), &["size of the shape"]);
            let nodes: Vec<[f64; 3]> =
                block([1; 3], [1.0; 3]).nodes().iter().map(|x| x.map(|x| x * large)).collect();
            if let Ok(mesh) = TetMesh::new(nodes, block([1; 3], [1.0; 3]).tets().to_vec()) {
                assert_says(scene.add_mesh(&mesh, options), &["coordinate", "of node"]);
            }
        }
        let ball = Arc::new(Sphere::new([0.0; 3], 0.5).expect("a ball"));
        let far = Pose::translation(large, 0.0, 0.0);
        assert_says(scene.add_shape(ball, &far, options), &["translation"]);
    }
    assert_eq!(scene.body_count(), 4);
    assert_eq!(scene.query(), before);
}

#[test]
fn fast_nodes_give_numbers_or_are_refused() {
    let mut random = SmallRng::seed_from_u64(9);
    let (mut taken, mut refused) = (0, 0);
    for resolution in [Resolution::Facet, Resolution::Piece] {
        let mut scene = stage(resolution, Method::RTree, 0.1);
        let count = scene.positions(1).expect("a body").len();
        for speed in magnitudes() {
            for dt in [1e-300, 1e-9, 1.0, 1e20, 1e200] {
                let direction = Vec3::from_fn(|_, _| random.random_range(-1.0..1.0)).normalize();
                let velocity: [f64; 3] = (direction * 0.5).map(|x| x * speed).into();
                let largest = velocity.iter().fold(0.0f64, |most, x| most.max(x.abs()));
                let is_good = largest <= MAX_VELOCITY && largest * dt <= MAX_COORDINATE;
                let told = scene.set_velocities(1, &vec![velocity; count], dt);
                assert_eq!(told.is_ok(), is_good, "{speed:e}, {dt:e}: {told:?}");
                assert_numbers(&scene.query(), &format!("{resolution:?}, {speed:e}, {dt:e}"));
                *(if is_good { &mut taken } else { &mut refused }) += 1;
            }
        }
    }
    println!("{taken} taken, {refused} refused");
    assert!(taken > 100 && refused > 100);
}
