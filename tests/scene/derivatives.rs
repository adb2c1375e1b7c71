//! Derivatives of the contacts of scenes, by nodes as their bodies number them.

use gapkit::scene::{BodyOptions, Config, Contact, Derivatives, Kind, Points, Resolution, Scene};
use gapkit::shape::{Pose, Sphere};
use gapkit::{Vec3, mesh::TetMesh};
use std::sync::Arc;

use crate::common::{block, config, moved, posed, shifted};

/// Bodies, and where their nodes are.
struct Bodies {
    scene: Scene,
    nodes: Vec<Vec<[f64; 3]>>,
}

/// A skewed block on another, over a plane which is added first, in between or last.
fn bodies(config: Config, plane: usize) -> Bodies {
    let skewed = |mesh: &TetMesh| {
        moved(mesh, |[x, y, z]| [x + 0.07 * y * z, y - 0.05 * x * z, z + 0.02 * x * x - 0.03 * y])
    };
    let lower = skewed(&block([3, 2, 1], [1.0, 0.9, 0.4]));
    let turned =
        posed(&block([2, 3, 1], [0.7, 0.8, 0.4]), &Pose::new(Vec3::zeros(), Vec3::z() * 0.4));
    let upper = skewed(&shifted(&turned, [0.3, 0.1, 0.402]));
    let mut scene = Scene::new(config).expect("threads start");
    let options = BodyOptions::default().with_thickness(1e-3).expect("a length");
    let mut nodes = Vec::new();
    for number in 0..3 {
        if number == plane {
            let up = [0.02, -0.03, 1.0];
            scene.add_plane([0.0, 0.0, -0.01], up, options).expect("a plane");
            nodes.push(Vec::new());
        }
        if number < 2 {
            let mesh = [&lower, &upper][number];
            scene.add_mesh(mesh, options).expect("a mesh");
            nodes.push(mesh.nodes().to_vec());
        }
    }
    Bodies { scene, nodes }
}

/// The numbers of a contact that have derivatives, weights by node.
fn numbers(contact: &Contact, derivatives: &Derivatives) -> Vec<f64> {
    let mut list = vec![contact.gap, contact.area];
    list.extend(contact.normal.iter());
    for (i, side) in contact.sides.iter().enumerate() {
        let weight = |k: usize| {
            let nodes = &derivatives.nodes[i][..derivatives.counts[i]];
            let at = side.nodes().iter().position(|own| Some(own) == nodes.get(k));
            at.map_or(0.0, |at| side.weights()[at])
        };
        list.extend((0..3).map(weight));
    }
    list
}

fn rows(derivatives: &Derivatives) -> Vec<[f64; 18]> {
    let mut list = vec![derivatives.gap_by, derivatives.area_by];
    list.extend(derivatives.normal_by);
    list.extend(derivatives.weights_by.as_flattened());
    list
}

/// How many derivatives were compared with central differences by updates, of contacts of areas, of
/// sharp nodes and of nearest features.
fn compare(Bodies { mut scene, mut nodes }: Bodies) -> [usize; 3] {
    const STEP: f64 = 1e-6;
    let mut compared = [0; 3];
    scene.detect();
    let contacts = scene.contacts().to_vec();
    for (i, contact) in contacts.iter().enumerate() {
        let Some(found) = scene.derivatives(i) else { continue };
        let kind = match contact.kind {
            Kind::Area => 0,
            Kind::Corner => 1,
            _ => 2,
        };
        for column in (0..18).step_by(5) {
            let (side, node, axis) = (column / 9, column % 9 / 3, column % 3);
            if node >= found.counts[side] {
                assert!(rows(&found).iter().all(|row| row[column] == 0.0));
                continue;
            }
            let body = contact.sides[side].body;
            let place = found.nodes[side][node] as usize;
            let mut at = |by: f64| {
                let before = nodes[body as usize][place][axis];
                nodes[body as usize][place][axis] += by;
                scene.set_positions(body, &nodes[body as usize]).expect("positions");
                scene.update();
                nodes[body as usize][place][axis] = before;
                numbers(&scene.contacts()[i], &found)
            };
            let (up, down) = (at(STEP), at(-STEP));
            scene.set_positions(body, &nodes[body as usize]).expect("positions");
            for (k, row) in rows(&found).iter().enumerate() {
                if k == 1 && kind != 0 {
                    assert!(row.iter().all(|slope| *slope == 0.0));
                    continue;
                }
                let difference = (up[k] - down[k]) / (2.0 * STEP);
                let scale = row.iter().fold(1.0f64, |max, slope| max.max(slope.abs()));
                let error = (difference - row[column]).abs();
                assert!(error < 1e-5 * scale, "{contact:?} column {column}: {k} {error:e}");
                compared[kind] += 1;
            }
        }
    }
    compared
}

#[test]
fn derivatives_are_those_of_updates() {
    let surface = config(0.02).with_resolution(Resolution::Surface);
    let [areas, ..] = compare(bodies(surface, 0));
    let [centroids, ..] = compare(bodies(surface.with_points(Points::One), 1));
    let [.., features] = compare(bodies(config(0.02), 2));
    let [_, corners, _] = compare(corner_on_face(surface));
    let all = [areas, centroids, features, corners];
    assert!(areas > 5000 && centroids > 2000 && features > 400 && corners > 20, "{all:?}");
}

/// A cube that stands on a corner, on the face of a block.
fn corner_on_face(config: Config) -> Bodies {
    let lower = block([1, 1, 1], [1.0; 3]);
    let turn = Pose::new(Vec3::zeros(), Vec3::new(1.0, -1.0, 0.1).normalize() * 0.9);
    let cube = posed(&block([1, 1, 1], [0.3; 3]), &turn);
    let lowest = cube.nodes().iter().map(|node| node[2]).fold(f64::INFINITY, f64::min);
    let upper = shifted(&cube, [0.3, 0.45, 1.0 - lowest - 0.004]);
    let mut scene = Scene::new(config).expect("threads start");
    for mesh in [&lower, &upper] {
        scene.add_mesh(mesh, BodyOptions::default()).expect("a mesh");
    }
    Bodies { scene, nodes: vec![lower.nodes().to_vec(), upper.nodes().to_vec()] }
}

#[test]
fn the_numbers_of_a_contact_and_its_derivatives_belong_together() {
    for resolution in [Resolution::Surface, Resolution::Facet] {
        let Bodies { mut scene, .. } = bodies(config(0.02).with_resolution(resolution), 2);
        scene.detect();
        for (i, contact) in scene.contacts().iter().enumerate() {
            let found = scene.derivatives(i).expect("meshes and a plane");
            let values = numbers(contact, &found);
            for (one, two) in found.weights.as_flattened().iter().zip(&values[5..]) {
                assert!((one - two).abs() < 1e-11, "{contact:?} {found:?}");
            }
            // A motion of everything as a whole changes no gap; and the gap grows by 1 if B moves
            // along the normal.
            for axis in 0..3 {
                let sum = |side: usize| -> f64 {
                    (0..3).map(|node| found.gap_by[9 * side + 3 * node + axis]).sum()
                };
                let has_plane = found.counts.contains(&0);
                let total = if has_plane { 0.0 } else { sum(0) + sum(1) };
                assert!(total.abs() < 1e-9, "{total}");
            }
        }
    }
}

#[test]
fn what_has_no_derivatives_says_so() {
    let mut scene = Scene::new(config(0.1).with_resolution(Resolution::Surface)).expect("threads");
    let options = BodyOptions::default();
    scene.add_mesh(&block([1, 1, 1], [1.0; 3]), options).expect("a mesh");
    let ball = Arc::new(Sphere::new([0.0; 3], 0.5).expect("a radius"));
    scene.add_shape(ball, &Pose::translation(0.4, 0.4, 1.51), options).expect("a shape");
    assert!(!scene.detect().is_empty());
    assert_eq!(scene.derivatives(0), None);
    assert_eq!(scene.derivatives(99), None);
}
