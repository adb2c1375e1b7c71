//! Nodal forces of a uniform pressure: those of the patch test, on meshes that do not match.

use gapkit::Vec3;
use gapkit::mesh::TetMesh;
use gapkit::scene::{Contact, Points};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use super::{simple, surfaces};
use crate::common::{block, moved, scene_of};

/// The forces on the nodes of both bodies under a pressure at each contact.
pub(super) fn nodal_forces(
    contacts: &[Contact],
    counts: [usize; 2],
    pressure: f64,
) -> [Vec<Vec3>; 2] {
    let mut forces = counts.map(|count| vec![Vec3::zeros(); count]);
    for contact in contacts {
        let force = contact.normal * (pressure * contact.area);
        for (side, sign) in contact.sides.iter().zip([-1.0, 1.0]) {
            for (&node, weight) in side.nodes().iter().zip(side.weights()) {
                forces[side.body as usize][node as usize] += force * (sign * weight);
            }
        }
    }
    forces
}

/// The nodal loads of a pressure on the facets of a mesh in the plane z = `height`: a third of the
/// area of each facet, for linear elements.
pub(super) fn loads(mesh: &TetMesh, height: f64, pressure: f64) -> Vec<Vec3> {
    let mut loads = vec![Vec3::zeros(); mesh.nodes().len()];
    for facet in mesh.boundary().facets() {
        let corners = facet.map(|node| Vec3::from(mesh.nodes()[node as usize]));
        if corners.iter().all(|corner| corner.z == height) {
            let normal = (corners[1] - corners[0]).cross(&(corners[2] - corners[0]));
            facet.iter().for_each(|&node| loads[node as usize] -= normal * (pressure / 6.0));
        }
    }
    loads
}

/// Moves the nodes inside the faces of a block at random within them.
fn random_interface(mesh: &TetMesh, seed: u64, by: f64) -> TetMesh {
    let mut random = SmallRng::seed_from_u64(seed);
    let shifts: Vec<[f64; 2]> = (0..mesh.nodes().len())
        .map(|_| [random.random_range(-by..by), random.random_range(-by..by)])
        .collect();
    let nodes = mesh.nodes().iter().zip(&shifts).map(|(&[x, y, z], shift)| {
        let inside = |x: f64| x > 0.0 && x < 1.0;
        [if inside(x) { x + shift[0] } else { x }, if inside(y) { y + shift[1] } else { y }, z]
    });
    TetMesh::new(nodes.collect(), mesh.tets().to_vec()).expect("small shifts")
}

#[test]
fn a_uniform_pressure_gives_the_nodal_loads_of_both_meshes() {
    let plain = |n: usize| block([n, n, 2], [1.0; 3]);
    let random = |n: usize, seed: u64| random_interface(&plain(n), seed, 0.2 / n as f64);
    let pairs = [
        (plain(3), plain(8)),
        (plain(4), plain(5)),
        (random(4, 1), random(5, 2)),
        (random(7, 3), random(3, 4)),
    ];
    for gap in [1e-3, 0.0, -1e-3] {
        for (lower, upper) in &pairs {
            let top = 1.0 + gap;
            let upper = moved(upper, |[x, y, z]| [x, y, z + top]);
            let counts = [lower, &upper].map(|mesh| mesh.nodes().len());
            let mut scene = simple(2e-3, &[lower.clone(), upper.clone()]);
            let found = nodal_forces(scene.detect(), counts, 2.0);
            for (found, wanted) in
                found.iter().zip([loads(lower, 1.0, 2.0), loads(&upper, top, 2.0)])
            {
                for (found, wanted) in found.iter().zip(wanted) {
                    assert!((found - wanted).norm() < 1e-12, "{found} instead of {wanted}");
                }
            }
        }
    }
}

#[test]
fn one_point_has_the_area_of_three_and_the_same_force() {
    let lower = block([3, 3, 1], [1.0; 3]);
    let upper = moved(&block([4, 4, 1], [1.0; 3]), |[x, y, z]| [x + 0.1, y, z + 0.999 + 1e-4 * x]);
    let of = |points: Points| {
        let config = surfaces(0.01).with_points(points);
        let mut scene = scene_of(config, Default::default(), &[lower.clone(), upper.clone()]);
        (scene.detect().len(), super::force(scene.contacts()), super::area(scene.contacts()))
    };
    let (one, three) = (of(Points::One), of(Points::Three));
    assert_eq!(3 * one.0, three.0);
    assert!((one.1 - three.1).norm() < 1e-15, "{} {}", one.1, three.1);
    assert!((one.2 - three.2).abs() < 1e-12 && (one.2 - 0.9).abs() < 1e-6, "{}", one.2);
}
