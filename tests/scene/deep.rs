//! Bodies far inside each other: depths, normals, and which of the surface they are to.

use gapkit::Vec3;
use gapkit::mesh::TetMesh;
use gapkit::scene::{Contact, Feature, Side};
use gapkit::shape::Pose;
use rand::SeedableRng;
use rand::rngs::SmallRng;

use crate::common::{block, carried_point, check_rules, posed, random_rotation, shifted, simple};

/// How deep a point is in the box from the origin to `size`; negative outside.
fn depth_in_box(point: Vec3, size: [f64; 3]) -> f64 {
    (0..3).map(|k| point[k].min(size[k] - point[k])).fold(f64::INFINITY, f64::min)
}

/// A finely meshed block with a smaller one deep in it, several tetrahedra from the surface.
const LARGE: [f64; 3] = [2.0, 1.8, 1.6];

fn sunk_block(at: [f64; 3]) -> [TetMesh; 2] {
    [block([6, 5, 5], LARGE), shifted(&block([2, 1, 2], [0.4, 0.3, 0.35]), at)]
}

/// Asserts that each node of B in the large block has one contact, as deep as the block says, and
/// that no contact goes to anything but the outside of it.
fn check_sunk(contacts: &[Contact], small: &TetMesh, pose: &Pose) {
    let surface: Vec<u32> = {
        let mut nodes: Vec<u32> = small.boundary().facets().iter().flatten().copied().collect();
        nodes.sort_unstable();
        nodes.dedup();
        nodes
    };
    let of_node = |node: u32| -> Vec<&Contact> {
        contacts.iter().filter(|c| c.sides[1].nodes() == [node]).collect()
    };
    for node in surface {
        let x = Vec3::from(small.nodes()[node as usize]);
        let depth = depth_in_box(x, LARGE);
        if depth <= 0.0 {
            continue;
        }
        let own = of_node(node);
        let [contact] = own[..] else { panic!("node {node} at {x}: {own:#?}") };
        assert!((contact.gap + depth).abs() <= 1e-12, "{depth}: {contact:#?}");
        // Back where the box is along the axes, the normal is that of a side, and leads out of it.
        let normal = pose.rotation.inverse() * contact.normal;
        assert!((normal.amax() - 1.0).abs() <= 1e-12, "through an inner face: {contact:#?}");
        let out = x + normal * depth;
        assert!(depth_in_box(out, LARGE).abs() <= 1e-12, "not out: {contact:#?}");
    }
}

#[test]
fn a_block_sunk_into_another_is_as_deep_as_its_sides_say() {
    let mut random = SmallRng::seed_from_u64(3);
    let places = [
        [0.71, 0.83, 1.37],
        [0.71, 0.83, 1.0],
        // Swallowed completely, nearest to different sides.
        [0.8, 0.77, 0.61],
        [0.13, 0.77, 0.61],
        [1.41, 0.9, 0.2],
    ];
    for at in places {
        for turn in [Vec3::zeros(), random_rotation(&mut random), random_rotation(&mut random)] {
            let pose = Pose::new(Vec3::new(0.1, 0.2, 0.3), turn);
            let bodies = sunk_block(at);
            let mut scene = simple(0.01, &bodies.each_ref().map(|mesh| posed(mesh, &pose)));
            scene.detect();
            check_rules(&scene, &format!("{at:?}"));
            check_sunk(scene.contacts(), &bodies[1], &pose);
            let deep = scene.contacts().iter().filter(|contact| contact.gap < 0.0).count();
            assert!(deep >= 8, "{at:?}: {deep} contacts");
        }
    }
}

#[test]
fn a_swallowed_body_is_found_whichever_is_added_first() {
    let [large, small] = sunk_block([0.8, 0.77, 0.61]);
    let mut one = simple(0.01, &[large.clone(), small.clone()]);
    let mut two = simple(0.01, &[small, large]);
    let (one, two) = (one.detect(), two.detect());
    assert!(one.len() >= 12 && one.len() == two.len(), "{} {}", one.len(), two.len());
    let mut gaps = [one, two].map(|list| list.iter().map(|c| c.gap).collect::<Vec<_>>());
    gaps.iter_mut().for_each(|list| list.sort_by(f64::total_cmp));
    assert_eq!(gaps[0], gaps[1]);
}

/// Whether a unit vector is a normal of the feature: of the facet, or within the cone of normals
/// around the edge or node, which is spanned by those of the facets.
fn is_normal_of(side: &Side, mesh: &TetMesh, normal: Vec3) -> bool {
    let boundary = mesh.boundary();
    let holds = |facet: &&[u32; 3]| side.nodes().iter().all(|node| facet.contains(node));
    let normals: Vec<Vec3> = boundary
        .facets()
        .iter()
        .filter(holds)
        .map(|facet| {
            let [a, b, c] = facet.map(|node| Vec3::from(mesh.nodes()[node as usize]));
            (b - a).cross(&(c - a)).normalize()
        })
        .collect();
    match side.feature() {
        Feature::Facet => (normals[0] - normal).norm() <= 1e-9,
        // In the cone if there is no way out of it: the normal is not behind all of them, and for
        // an edge in their plane, between them.
        Feature::Edge => {
            let [n, m] = normals[..] else { return false };
            let flat = (n - m).norm() <= 1e-9;
            let weight = |u: Vec3, v: Vec3| u.cross(&normal).dot(&u.cross(&v));
            let between = weight(n, m) >= -1e-9 && weight(m, n) >= -1e-9;
            let in_plane = n.cross(&m).dot(&normal).abs() <= 1e-9;
            if flat { (n - normal).norm() <= 1e-9 } else { between && in_plane }
        }
        Feature::Node | Feature::Shape => normals.iter().any(|n| n.dot(&normal) > 0.0),
    }
}

#[test]
fn every_normal_of_penetration_is_one_of_the_exposed_surface() {
    let mut random = SmallRng::seed_from_u64(21);
    let mut seen = 0;
    for trial in 0..40 {
        let large = block([3, 3, 2], [1.5, 1.4, 0.8]);
        let small = block([2, 2, 3], [0.5, 0.6, 0.9]);
        let shift = Vec3::from_fn(|_, _| rand::RngExt::random_range(&mut random, 0.0..0.9));
        let small = posed(&small, &Pose::new(shift, random_rotation(&mut random)));
        let bodies = [large, small];
        let mut scene = simple(0.01, &bodies);
        scene.detect();
        check_rules(&scene, &format!("{trial}"));
        for contact in scene.contacts().iter().filter(|contact| contact.gap < -1e-9) {
            seen += 1;
            let normals = [contact.normal, -contact.normal];
            for i in 0..2 {
                let side = &contact.sides[i];
                // The normal is that of the surface that the node is pushed out of.
                let other = contact.sides[1 - i].feature();
                let is_target = other == Feature::Node || side.feature() == Feature::Edge;
                if is_target && side.feature() != Feature::Node {
                    let body = &bodies[side.body as usize];
                    assert!(is_normal_of(side, body, normals[i]), "{trial} {i}: {contact:#?}");
                }
                assert!(carried_point(&scene, side).is_some());
            }
        }
    }
    println!("{seen} contacts");
    assert!(seen > 300);
}
