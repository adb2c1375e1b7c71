//! Quadratic elements: patches of flat faces, and spheres whose facets follow the curved faces.

use gapkit::Vec3;
use gapkit::mesh::{Elements, Orientation, TetMesh, bodies};
use gapkit::scene::{BodyOptions, Resolution};
use nalgebra::UnitQuaternion;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use super::loads::{loads, nodal_forces};
use super::{area, simple};
use crate::common::{block, config, moved, scene_of};
use crate::promote::{hexahedra, promote, tetrahedra};

fn mesh_of(elements: &Elements) -> TetMesh {
    TetMesh::from_elements(elements, Orientation::Refuse).expect("sound elements")
}

/// Unit cubes of each kind of quadratic elements.
fn cubes(n: usize) -> [TetMesh; 3] {
    let hexes = hexahedra([n, n, 2], [1.0; 3]);
    let tets = block([n, n, 2], [1.0; 3]);
    let tets = promote(&tetrahedra(tets.nodes(), tets.tets()), false);
    [mesh_of(&tets.0), mesh_of(&promote(&hexes, false).0), mesh_of(&promote(&hexes, true).0)]
}

#[test]
fn a_patch_of_flat_quadratic_faces_is_exact() {
    let [tet10, hex20, hex27] = cubes(3);
    let [other_tet10, other_hex20, _] = cubes(4);
    let linear = block([5, 5, 2], [1.0; 3]);
    for gap in [1e-3, 0.0, -1e-3] {
        for (lower, upper) in [
            (&tet10, &other_tet10),
            (&hex20, &other_hex20),
            (&hex27, &other_tet10),
            (&hex20, &hex27),
            (&other_hex20, &linear),
        ] {
            let top = 1.0 + gap;
            let upper = moved(upper, |[x, y, z]| [x, y, z + top]);
            let counts = [lower, &upper].map(|mesh| mesh.nodes().len());
            let mut scene = simple(2e-3, &[lower.clone(), upper.clone()]);
            let contacts = scene.detect();
            assert!(contacts.iter().all(|contact| (contact.gap - gap).abs() < 1e-13));
            assert!((area(contacts) - 1.0).abs() < 1e-13);
            let found = nodal_forces(contacts, counts, 2.0);
            let wanted = [loads(lower, 1.0, 2.0), loads(&upper, top, 2.0)];
            for ((found, wanted), mesh) in found.iter().zip(wanted).zip([lower, &upper]) {
                for (found, wanted) in found.iter().zip(wanted) {
                    assert!((found - wanted).norm() < 1e-12, "{found} instead of {wanted}");
                }
                // A pressure of 2 on a unit square about (1/2, 1/2).
                let total: Vec3 = found.iter().sum();
                assert!((total.norm() - 2.0).abs() < 1e-12);
                let about = |(x, force): (&[f64; 3], &Vec3)| Vec3::from(*x).cross(force);
                let moment: Vec3 = mesh.nodes().iter().zip(found).map(about).sum();
                let at = Vec3::new(0.5, 0.5, 0.0);
                assert!((moment - at.cross(&total)).norm() < 1e-12, "{moment}");
            }
        }
    }
}

/// A unit sphere of quadratic tetrahedra, whose nodes on surface edges are on it, and the directions
/// of these nodes; and the same of straight ones.
fn spheres(layers: usize) -> (TetMesh, Vec<Vec3>, TetMesh) {
    let straight = bodies::sphere(1.0, layers).expect("a sphere");
    let (mut elements, between) = promote(&tetrahedra(straight.nodes(), straight.tets()), false);
    let is_edge = |ends: &[u32]| {
        straight.boundary().facets().iter().any(|f| ends.iter().all(|end| f.contains(end)))
    };
    let first = straight.nodes().len();
    let mut directions = Vec::new();
    for (node, ends) in elements.nodes[first..].iter_mut().zip(&between) {
        if is_edge(ends) {
            let direction = Vec3::from(*node).normalize();
            *node = direction.into();
            directions.push(direction);
        }
    }
    (mesh_of(&elements), directions, straight)
}

/// The least gap between two spheres that would be 0.01 apart, each turned so that this direction
/// of its own faces the other.
fn least_gap(mesh: &TetMesh, toward: [Vec3; 2]) -> f64 {
    let turned = |to: Vec3, from: &Vec3, at: f64| {
        let rotation = UnitQuaternion::rotation_between(from, &to).expect("not opposite");
        moved(mesh, |x| (rotation * Vec3::from(x) + Vec3::x() * at).into())
    };
    let pair = [turned(Vec3::x(), &toward[0], 0.0), turned(-Vec3::x(), &toward[1], 2.01)];
    let settings = config(0.2).with_resolution(Resolution::Facet);
    let mut scene = scene_of(settings, BodyOptions::default(), &pair);
    scene.detect().iter().map(|contact| contact.gap).fold(f64::INFINITY, f64::min)
}

#[test]
fn quadratic_spheres_have_the_gap_of_round_ones() {
    let (curved, directions, straight) = spheres(4);
    let mut random = SmallRng::seed_from_u64(9);
    let mut any = || -> f64 { random.random_range(-1.0..1.0) };
    for i in 0..8 {
        let toward = [directions[7 * i], directions[11 * i + 3]];
        let [gap, before] = [least_gap(&curved, toward), least_gap(&straight, toward)];
        assert!((gap / 0.01 - 1.0).abs() < 0.02, "{gap} in the middle of edges");
        assert!(before > 0.018, "{before} with straight ones");
        let toward = [Vec3::new(any(), any(), any()), Vec3::new(any(), any(), any())];
        let toward = toward.map(|x| x.normalize());
        let [gap, before] = [least_gap(&curved, toward), least_gap(&straight, toward)];
        // The height of what is left of the arcs is a quarter.
        assert!((0.01 - 1e-12..0.0175).contains(&gap), "{gap} somewhere, {before} before");
        assert!(gap - 0.01 < 0.6 * (before - 0.01), "{gap} somewhere, {before} before");
    }
}
