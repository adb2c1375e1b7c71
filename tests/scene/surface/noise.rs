//! Coordinates moved by rounding: forces move by rounding, though many pairs come and go.

use gapkit::Vec3;
use gapkit::mesh::{TetMesh, bodies};
use gapkit::scene::{Contact, Scene};
use gapkit::shape::Pose;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use super::simple;
use crate::common::{block, bunny, knot, moved, posed, shifted};

/// How far coordinates are moved, and how far a nodal force may then be, relative to the size of
/// the bodies and to the sum of the magnitudes of all forces.
const NOISE: f64 = 1e-15;
const CHANGE: f64 = 1e-12;

/// The forces on all nodes, with the depth below the margin as pressure; and their sum in
/// magnitude.
fn forces(contacts: &[Contact], meshes: &[TetMesh], margin: f64) -> (Vec<Vec<Vec3>>, f64) {
    let mut forces: Vec<Vec<Vec3>> =
        meshes.iter().map(|mesh| vec![Vec3::zeros(); mesh.nodes().len()]).collect();
    let mut total = 0.0;
    for contact in contacts {
        let force = contact.normal * ((margin - contact.gap) * contact.area);
        total += force.norm();
        for (side, sign) in contact.sides.iter().zip([-1.0, 1.0]) {
            for (&node, weight) in side.nodes().iter().zip(side.weights()) {
                forces[side.body as usize][node as usize] += force * (sign * weight);
            }
        }
    }
    (forces, total)
}

/// The largest change of a nodal force under noise, relative to the sum of forces; 0 without any.
fn change(scene: &mut Scene, meshes: &[TetMesh], margin: f64, random: &mut SmallRng) -> f64 {
    for (mesh, body) in meshes.iter().zip(0..) {
        scene.set_positions(body, mesh.nodes()).expect("positions");
    }
    let (before, total) = forces(scene.detect(), meshes, margin);
    for (mesh, body) in meshes.iter().zip(0..) {
        let mut noisy = |x: f64| x + random.random_range(-NOISE..NOISE);
        let nodes: Vec<_> = mesh.nodes().iter().map(|node| node.map(&mut noisy)).collect();
        scene.set_positions(body, &nodes).expect("positions");
    }
    let (after, _) = forces(scene.detect(), meshes, margin);
    let pairs = before.iter().flatten().zip(after.iter().flatten());
    let largest = pairs.map(|(one, two)| (one - two).norm()).fold(0.0, f64::max);
    if total > 0.0 { largest / total } else { largest }
}

/// Checks placements of two meshes: the second is posed anew each time. Returns how many were in
/// contact.
fn check(meshes: [&TetMesh; 2], margin: f64, poses: impl Iterator<Item = Pose>) -> usize {
    let mut random = SmallRng::seed_from_u64(7);
    let mut scene = simple(margin, &meshes.map(Clone::clone));
    let mut touching = 0;
    for pose in poses {
        let both = [meshes[0].clone(), posed(meshes[1], &pose)];
        let found = change(&mut scene, &both, margin, &mut random);
        assert!(found <= CHANGE, "{found:e} at {pose:?}");
        touching += usize::from(!scene.contacts().is_empty());
    }
    touching
}

/// Shifts by whole cells, halves of them and nothing, at gaps through zero.
fn flush_poses(random: &mut SmallRng, count: usize) -> Vec<Pose> {
    let gaps = [0.0, 1e-3, -1e-3, 1e-9, -1e-9, 1e-15];
    (0..count)
        .map(|i| {
            let mut shift = || [0.0, 0.25, 0.125, -0.25][random.random_range(0..4)];
            let turn = std::f64::consts::FRAC_PI_2 * [0.0, 1.0][i % 2];
            let [x, y] = [shift(), shift()];
            // About the centre of the section.
            let back = if i % 2 == 1 { 1.0 } else { 0.0 };
            Pose::new(Vec3::new(x + back, y, 1.0 + gaps[i % 6]), Vec3::z() * turn)
        })
        .collect()
}

fn counts(plain: usize) -> usize {
    std::env::var("GAPKIT_PLACEMENTS").ok().and_then(|n| n.parse().ok()).unwrap_or(plain)
}

#[test]
fn rounding_of_coordinates_moves_forces_of_flush_blocks_by_rounding() {
    let mut random = SmallRng::seed_from_u64(1);
    for cells in [[4, 4], [4, 3], [1, 2]] {
        let [lower, upper] = cells.map(|n| block([n, n, 2], [1.0; 3]));
        let poses = flush_poses(&mut random, counts(40));
        let count = poses.len();
        assert_eq!(check([&lower, &upper], 2e-3, poses.into_iter()), count);
    }
}

#[test]
fn rounding_of_coordinates_moves_forces_of_curved_bodies_by_rounding() {
    let mut random = SmallRng::seed_from_u64(2);
    let mut turn = || Vec3::from_fn(|_, _| random.random_range(-3.0..3.0));
    let ball = bodies::sphere(0.5, 5).expect("a ball");
    let lying = |turns: Vec<Vec3>, at: Vec3| turns.into_iter().map(move |turn| Pose::new(at, turn));
    let turns: Vec<Vec3> = (0..counts(40)).map(|_| turn()).collect();
    let touching = check([&ball, &ball], 0.02, lying(turns.clone(), Vec3::new(0.1, 0.2, 0.96)));
    assert!(2 * touching > turns.len(), "{touching}");
    let plate = shifted(&block([5, 5, 1], [2.0, 2.0, 0.2]), [-1.0, -1.0, -0.2]);
    let touching = check([&plate, &ball], 0.02, lying(turns.clone(), Vec3::new(0.1, 0.2, 0.49)));
    assert!(2 * touching > turns.len(), "{touching}");
    let near = lying(turns.clone(), Vec3::new(0.0, 0.0, 0.62));
    check([bunny(), &knot()], 0.02, near);
}

#[test]
fn rounding_of_coordinates_moves_forces_of_gears_by_rounding() {
    let tooth = bodies::gear_tooth(&bodies::GearTooth::standard(20, 6)).expect("a tooth");
    let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
    for x in tooth.nodes() {
        for k in 0..3 {
            (low[k], high[k]) = (low[k].min(x[k]), high[k].max(x[k]));
        }
    }
    let size = (0..3).map(|k| high[k] - low[k]).fold(0.0, f64::max);
    let tooth = moved(&tooth, |x| [0, 1, 2].map(|k| (x[k] - low[k]) / size));
    let width = [0, 1, 2].map(|k| (high[k] - low[k]) / size);
    let poses = (0..counts(12)).map(|i| {
        let axis = i % 3;
        let mut by = Vec3::zeros();
        by[axis] = width[axis] + 1e-3 * (i as f64 % 5.0 - 2.0);
        Pose::new(by, Vec3::zeros())
    });
    check([&tooth, &tooth], 5e-3, poses);
}
