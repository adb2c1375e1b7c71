//! Edges on edges and corners on faces, apart and overlapping.

use gapkit::Vec3;
use gapkit::mesh::TetMesh;
use gapkit::scene::{Contact, Feature, Scene};
use gapkit::shape::Pose;
use rand::SeedableRng;
use rand::rngs::SmallRng;

use crate::common::{block, check_rules, oriented, posed, random_rotation, simple};

/// A roof: a wedge whose ridge runs along x through the origin, from -length to length; its base is
/// at z = -height, from -width to width. Its cells along the ridge are as many as given.
fn roof(cells: usize, [length, width, height]: [f64; 3]) -> TetMesh {
    let (mut nodes, mut tets) = (Vec::new(), Vec::new());
    for i in 0..=cells {
        let x = length * (2.0 * i as f64 / cells as f64 - 1.0);
        nodes.extend([[x, 0.0, 0.0], [x, width, -height], [x, -width, -height]]);
    }
    for i in 0..cells as u32 {
        let [a, b, c, d, e, f] = [0, 1, 2, 3, 4, 5].map(|k| 3 * i + k);
        tets.extend([[a, b, c, f], [a, b, e, f], [a, d, e, f]]);
    }
    oriented(nodes, tets)
}

/// Two roofs, the second upside down over the first and turned by an angle, with this gap between
/// ridges.
fn roofs(angle: f64, gap: f64, pose: &Pose) -> Scene {
    // An uneven number of cells, so that the ridges cross inside an edge.
    let lower = roof(3, [1.0, 0.7, 0.6]);
    let upper = roof(3, [1.1, 0.5, 0.8]);
    let over = Vec3::new(0.03, -0.04, gap);
    let turned = Pose::new(Vec3::zeros(), Vec3::z() * angle)
        * Pose::new(Vec3::zeros(), Vec3::x() * std::f64::consts::PI);
    let place = Pose::new(over, Vec3::zeros()) * turned;
    let mut scene = simple(0.02, &[posed(&lower, pose), posed(&upper, &(pose * place))]);
    scene.detect();
    scene
}

fn poses() -> Vec<Pose> {
    let mut random = SmallRng::seed_from_u64(11);
    let turned = (0..5).map(|_| Pose::new(Vec3::new(0.3, 0.2, -0.4), random_rotation(&mut random)));
    std::iter::once(Pose::identity()).chain(turned).collect()
}

#[test]
fn crossed_ridges_make_one_contact_of_edges() {
    for pose in poses() {
        for angle in [0.4, 1.0, 1.57, 2.5] {
            for gap in [0.019, 1e-3, 1e-9, -1e-9, -1e-3, -0.05] {
                let scene = roofs(angle, gap, &pose);
                check_rules(&scene, "roofs");
                let [contact] = scene.contacts() else {
                    panic!("{angle} {gap}: {:#?}", scene.contacts())
                };
                assert_eq!(contact.sides.map(|side| side.feature()), [Feature::Edge; 2]);
                assert!((contact.gap - gap).abs() <= 1e-12, "{angle} {gap}: {contact:#?}");
                let up = pose.rotation * Vec3::z();
                assert!((contact.normal - up).norm() <= 1e-12, "{angle} {gap}: {contact:#?}");
                // The ridges cross where the line of the upper one, through its shifted middle,
                // meets y = 0.
                let along = 0.03 + 0.04 * angle.cos() / angle.sin();
                let at = pose * nalgebra::Point3::new(along, 0.0, 0.0);
                assert!(
                    (contact.point_a - at.coords).norm() <= 1e-12,
                    "{angle} {gap}: {contact:#?}"
                );
            }
            assert_eq!(roofs(angle, 0.0201, &pose).contacts(), []);
        }
    }
}

/// The unit cube with a corner straight down, at the origin.
fn cube_on_corner(cells: usize) -> TetMesh {
    let cube = block([cells; 3], [1.0; 3]);
    let down = Vec3::repeat(-1.0).normalize();
    let turn =
        nalgebra::UnitQuaternion::rotation_between(&-down, &Vec3::z()).expect("not opposite");
    posed(&cube, &Pose::from_parts(Vec3::zeros().into(), turn))
}

fn corner_on_block(cells: usize, at: [f64; 2], gap: f64, pose: &Pose) -> Vec<Contact> {
    let lower = block([4, 3, 2], [2.0, 1.5, 1.0]);
    let over = Pose::new(Vec3::new(at[0], at[1], 1.0 + gap), Vec3::zeros());
    let upper = posed(&cube_on_corner(cells), &over);
    let mut scene = simple(0.02, &[posed(&lower, pose), posed(&upper, pose)]);
    scene.detect();
    check_rules(&scene, "corner");
    scene.contacts().to_vec()
}

#[test]
fn a_corner_over_a_face_makes_one_contact_of_a_node() {
    for pose in poses() {
        for cells in [1, 3] {
            for gap in [0.019, 1e-6, -1e-6, -0.05, -0.15] {
                let contacts = corner_on_block(cells, [0.83, 0.71], gap, &pose);
                let [contact] = contacts[..] else { panic!("{cells} {gap}: {contacts:#?}") };
                let features = contact.sides.map(|side| side.feature());
                assert_eq!(features, [Feature::Facet, Feature::Node], "{gap}");
                assert!((contact.gap - gap).abs() <= 1e-12, "{gap}: {contact:#?}");
                let up = pose.rotation * Vec3::z();
                assert!((contact.normal - up).norm() <= 1e-12, "{gap}: {contact:#?}");
                let at = pose * nalgebra::Point3::new(0.83, 0.71, 1.0);
                assert!((contact.point_a - at.coords).norm() <= 1e-12, "{gap}: {contact:#?}");
            }
        }
    }
}

#[test]
fn a_corner_over_an_edge_or_a_node_of_a_flat_face_makes_one_contact() {
    // Below the corner, the node of the flat face would be inside the cube and make contacts of its
    // own.
    let gaps: [&[f64]; 2] = [&[0.019, 1e-6, -1e-6, -0.05], &[0.019, 1e-6]];
    let places = [([0.5, 0.7], Feature::Edge), ([0.5, 0.5], Feature::Node)];
    for ((at, feature), gaps) in places.into_iter().zip(gaps) {
        for &gap in gaps {
            let contacts = corner_on_block(1, at, gap, &Pose::identity());
            let [contact] = contacts[..] else { panic!("{at:?} {gap}: {contacts:#?}") };
            assert_eq!(contact.sides.map(|side| side.feature()), [feature, Feature::Node]);
            assert!((contact.gap - gap).abs() <= 1e-12, "{gap}: {contact:#?}");
            assert!((contact.normal - Vec3::z()).norm() <= 1e-9, "{gap}: {contact:#?}");
        }
    }
}
