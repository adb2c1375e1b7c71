//! The weights of every side: positive, with sum 1, and they carry the point of the contact.

use gapkit::mesh::TetMesh;
use gapkit::scene::{BodyOptions, Config, Contact, Resolution, Scene};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use crate::common::{carried_point, config, magnitude, oriented, scene_of};

/// The sum of at most three weights, in eps.
const SUM: f64 = 4.0;

/// How far the weighted nodes may be from the point of the contact, in eps times the largest
/// coordinate: the foot on a face is found within 6 eps of the extent, which is up to twice the
/// largest coordinate along each axis.
const POINT: f64 = 16.0;

/// A tetrahedron with small integer coordinates: many vertices lie in the planes of others.
fn integer_tet(random: &mut SmallRng, size: i32) -> TetMesh {
    loop {
        let mut corner = || [0, 1, 2].map(|_| random.random_range(0..=size));
        let x: [[i32; 3]; 4] = [corner(), corner(), corner(), corner()];
        let [a, b, c] = [1, 2, 3].map(|i| [0, 1, 2].map(|k| x[i][k] - x[0][k]));
        let minor = |i: usize, j: usize| b[i] * c[j] - b[j] * c[i];
        if a[0] * minor(1, 2) + a[1] * minor(2, 0) + a[2] * minor(0, 1) != 0 {
            let nodes = x.map(|corner| corner.map(f64::from)).to_vec();
            return oriented(nodes, vec![[0, 1, 2, 3]]);
        }
    }
}

/// How many contacts of the scene have a side whose weights are not as they should be.
fn check_weights(scene: &Scene, what: &str) -> usize {
    let eps = f64::EPSILON;
    let bound = POINT * eps * magnitude(scene);
    let is_bad = |contact: &&Contact| {
        contact.sides.iter().zip([contact.point_a, contact.point_b]).any(|(side, point)| {
            let sum: f64 = side.weights().iter().sum();
            let off = carried_point(scene, side).map_or(0.0, |carried| (carried - point).norm());
            let is_good = side.nodes().len() <= 3
                && side.nodes().is_sorted_by(|a, b| a < b)
                && side.weights().iter().all(|weight| *weight > 0.0)
                && (side.nodes().is_empty() || (sum - 1.0).abs() <= SUM * eps)
                && off <= bound;
            if !is_good {
                println!("{what}: sum {sum}, off by {off:e}: {contact:?}");
            }
            !is_good
        })
    };
    scene.contacts().iter().filter(is_bad).count()
}

fn check_pairs(config: Config, pairs: usize, sizes: &[i32]) {
    let (mut bad, mut all) = (0, 0);
    for &size in sizes {
        let mut random = SmallRng::seed_from_u64(size as u64);
        for pair in 0..pairs {
            let meshes = [0, 1].map(|_| integer_tet(&mut random, size));
            let mut scene = scene_of(config, BodyOptions::default(), &meshes);
            all += scene.detect().len();
            bad += check_weights(&scene, &format!("size {size}, pair {pair}"));
        }
    }
    println!("{bad} of {all} contacts with bad weights");
    assert!(all > pairs);
    assert_eq!(bad, 0, "of {all}");
}

#[test]
fn weights_of_pieces_carry_their_points() {
    check_pairs(config(0.5).with_resolution(Resolution::Piece).with_threads(1), 4000, &[2, 3, 4]);
}

#[test]
fn weights_of_facets_carry_their_points() {
    check_pairs(config(0.5).with_threads(1), 3000, &[2, 3, 4]);
}
