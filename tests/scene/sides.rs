//! Signed gaps of nodes and one-sided pairs, against brute force with GJK and exact signs.

use std::collections::HashSet;
use std::sync::Arc;

use gapkit::Vec3;
use gapkit::broad::Method;
use gapkit::mesh::{TetMesh, bodies};
use gapkit::scene::{BodyOptions, Config, Contact, Feature, Kind, Resolution, Scene};
use gapkit::shape::{Cuboid, PointSet, Pose, Sphere};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use crate::common::{
    ageless, assert_same, block, bunny, carried_point, is_in_mesh, jittered, knot, posed,
    random_rotation, shifted,
};

/// The exposed nodes of a mesh.
fn exposed(mesh: &TetMesh) -> HashSet<u32> {
    mesh.boundary().facets().iter().flatten().copied().collect()
}

/// The unit normal of a facet.
fn normal(mesh: &TetMesh, facet: [u32; 3]) -> Vec3 {
    let [a, b, c] = facet.map(|node| Vec3::from(mesh.nodes()[node as usize]));
    (b - a).cross(&(c - a)).normalize()
}

/// The unit normals of the facets around a node, and their mean.
fn normals_around(mesh: &TetMesh, node: u32) -> Vec<Vec3> {
    let boundary = mesh.boundary();
    let around = boundary.facets().iter().filter(|facet| facet.contains(&node));
    let mut normals: Vec<Vec3> = around.map(|facet| normal(mesh, *facet)).collect();
    normals.push(normals.iter().sum::<Vec3>().normalize());
    normals
}

/// The distance of a node of a mesh from the surface of another, by GJK on each facet; negative
/// inside, where it is that of the facets which the node faces, if there are any.
fn signed_distance(mesh: &TetMesh, (own, node): (&TetMesh, usize)) -> f64 {
    let point = own.nodes()[node];
    let one = [point];
    let a = PointSet::new(&one).expect("a point");
    let of = |facet: &[u32; 3]| {
        let corners = facet.map(|node| mesh.nodes()[node as usize]);
        let b = PointSet::new(&corners).expect("a facet");
        gapkit::distance(&a, &b).distance
    };
    let boundary = mesh.boundary();
    let least = boundary.facets().iter().map(of).fold(f64::INFINITY, f64::min);
    if !is_in_mesh(mesh.tets(), mesh.nodes(), point) {
        return least;
    }
    let own = normals_around(own, node as u32);
    let is_faced = |facet: &&[u32; 3]| own.iter().any(|n| n.dot(&normal(mesh, **facet)) < -0.3);
    let faced = boundary.facets().iter().filter(is_faced).map(of).fold(f64::INFINITY, f64::min);
    -if faced.is_finite() { faced } else { least }
}

/// Small balls and blocks, jittered, about the origin: some apart, some deep in each other.
fn crowd(seed: u64, count: usize) -> Vec<TetMesh> {
    let mut random = SmallRng::seed_from_u64(seed);
    let at = |i: usize| {
        let mesh = match i % 3 {
            0 => bodies::sphere(0.5, 2).expect("a ball"),
            1 => block([3, 2, 1], [0.9, 0.7, 0.4]),
            _ => block([1, 1, 2], [0.3, 0.2, 1.1]),
        };
        let turn = random_rotation(&mut random);
        let mut place = || random.random_range(-0.6..0.6);
        let place = Vec3::new(place(), place(), place());
        jittered(&posed(&mesh, &Pose::new(place, turn)), 0.01, &mut random)
    };
    (0..count).map(at).collect()
}

fn config(margin: f64, resolution: Resolution) -> Config {
    Config::new(margin).expect("a margin").with_resolution(resolution)
}

fn scene_of(config: Config, meshes: &[TetMesh], thickness: &[f64]) -> Scene {
    let mut scene = Scene::new(config).expect("threads");
    for (mesh, thickness) in meshes.iter().zip(thickness) {
        let options = BodyOptions::default().with_thickness(*thickness).expect("a thickness");
        scene.add_mesh(mesh, options).expect("a mesh");
    }
    scene
}

#[test]
fn the_gap_of_a_node_is_its_signed_distance_from_the_nearest_surface() {
    let (margin, thickness) = (0.07, [0.0, 0.02, 0.0, 0.01]);
    let (mut inside, mut outside, mut none, mut deep) = (0, 0, 0, 0.0f64);
    for seed in 0..12 {
        let meshes = crowd(seed, 4);
        let mut scene = scene_of(config(margin, Resolution::Surface), &meshes, &thickness);
        for (body, mesh) in meshes.iter().enumerate() {
            let gaps = scene.node_gaps(body as u32).expect("a mesh");
            let exposed = exposed(mesh);
            assert_eq!(gaps.len(), mesh.nodes().len());
            for (node, &gap) in gaps.iter().enumerate() {
                let to = |other: usize| {
                    signed_distance(&meshes[other], (mesh, node))
                        - thickness[body]
                        - thickness[other]
                };
                let wanted = (0..4).filter(|other| *other != body).map(to);
                let wanted = wanted.fold(f64::INFINITY, f64::min);
                let is_near = wanted <= margin && exposed.contains(&(node as u32));
                if !is_near {
                    assert_eq!(gap, f64::INFINITY, "{seed}: node {node} of {body}: {wanted}");
                    none += 1;
                    continue;
                }
                assert!((gap - wanted).abs() <= 1e-14, "{seed}: node {node} of {body}: {gap}");
                *(if gap < 0.0 { &mut inside } else { &mut outside }) += 1;
                deep = deep.max(-gap);
            }
        }
    }
    println!("{inside} inside, up to {deep} deep, {outside} outside, {none} without");
    assert!(inside > 200 && outside > 100 && none > 200 && deep > 0.1);
}

#[test]
fn gaps_of_nodes_do_not_depend_on_how_they_are_found() {
    let poses = [0, 1].map(|k| Pose::new(Vec3::new(0.3, 0.2 * f64::from(k), 0.1), Vec3::z()));
    let of = |config: Config| {
        let mut scene = Scene::new(config).expect("threads");
        scene.add_mesh(bunny(), BodyOptions::default()).expect("a mesh");
        for pose in &poses {
            scene.add_mesh(&posed(&knot(), pose), BodyOptions::default()).expect("a mesh");
        }
        [0, 1, 2].map(|body| scene.node_gaps(body).expect("a mesh"))
    };
    let one = config(0.05, Resolution::Surface).with_threads(1);
    let wanted = of(one);
    let near = wanted.iter().flatten().filter(|gap| gap.is_finite()).count();
    assert!(near > 100, "{near}");
    assert_eq!(of(one.with_threads(2)), wanted);
    assert_eq!(of(one.with_broad(Method::Brute)), wanted);
    assert_eq!(of(one.with_resolution(Resolution::Facet)), wanted);
}

#[test]
fn shapes_and_planes_have_gaps_in_closed_form() {
    let mesh = crowd(3, 2).remove(1);
    let mut scene = scene_of(config(0.3, Resolution::Surface), std::slice::from_ref(&mesh), &[0.0]);
    let at = Vec3::new(0.4, -0.2, 0.3);
    let ball = Arc::new(Sphere::new([0.0; 3], 0.25).expect("a ball"));
    let pose = Pose::translation(at.x, at.y, at.z);
    let options = BodyOptions::default().with_thickness(0.01).expect("a thickness");
    scene.add_shape(ball, &pose, options).expect("a shape");
    scene.add_plane([0.0, 0.0, -0.4], [0.0, 0.6, 0.8], BodyOptions::default()).expect("a plane");
    let gaps = scene.node_gaps(0).expect("a mesh");
    let (exposed, mut near) = (exposed(&mesh), 0);
    for (node, &gap) in
        gaps.iter().enumerate().filter(|(node, _)| exposed.contains(&(*node as u32)))
    {
        let x = Vec3::from(mesh.nodes()[node]);
        let from_ball = (x - at).norm() - 0.26;
        let from_plane = Vec3::new(0.0, 0.6, 0.8).dot(&(x - Vec3::new(0.0, 0.0, -0.4)));
        let wanted = from_ball.min(from_plane);
        if wanted <= 0.3 {
            assert!((gap - wanted).abs() <= 1e-14, "{node}: {gap}, not {wanted}");
            near += 1;
        } else {
            assert_eq!(gap, f64::INFINITY);
        }
    }
    assert!(near > 5 && near < exposed.len(), "{near}");
}

/// Makes all pairs one-sided: the nodes of the bodies of higher numbers, or of both.
fn one_sided(scene: &mut Scene, both: bool) {
    let count = scene.body_count() as u32;
    for a in 0..count {
        for b in a + 1..count {
            scene.set_one_sided(b, a).expect("meshes");
            if both {
                scene.set_one_sided(a, b).expect("meshes");
            }
        }
    }
}

/// The contacts of a node, by its body.
fn of_node(contacts: &[Contact], body: u32, node: u32) -> impl Iterator<Item = &Contact> {
    contacts.iter().filter(move |contact| {
        let side = &contact.sides[contact.point as usize];
        side.body == body && side.nodes() == [node]
    })
}

#[test]
fn a_one_sided_pair_has_a_contact_for_each_node_within_the_margin() {
    for resolution in [Resolution::Surface, Resolution::Facet, Resolution::Piece] {
        let mut all = 0;
        for seed in 0..4 {
            let (meshes, margin) = (crowd(seed, 3), 0.07);
            let mut scene = scene_of(config(margin, resolution), &meshes, &[0.0, 0.02, 0.0]);
            one_sided(&mut scene, true);
            let contacts = scene.detect().to_vec();
            let mut counted = 0;
            for (body, mesh) in (0..).zip(&meshes) {
                let gaps = scene.node_gaps(body).expect("a mesh");
                for node in 0..mesh.nodes().len() as u32 {
                    let of = || of_node(&contacts, body, node);
                    counted += of().count();
                    let least = of().map(|contact| contact.gap).fold(f64::INFINITY, f64::min);
                    assert_eq!(least, gaps[node as usize], "{seed}: node {node} of {body}");
                }
            }
            assert_eq!(counted, contacts.len());
            all += counted;
            for contact in &contacts {
                assert_eq!(contact.kind, Kind::Node);
                let thickness = contact.sides.map(|s| if s.body == 1 { 0.02 } else { 0.0 });
                let [p, q] = contact.sides.map(|s| carried_point(&scene, &s).expect("a mesh"));
                let [p, q] = [p + contact.normal * thickness[0], q - contact.normal * thickness[1]];
                assert!((p - contact.point_a).norm() <= 1e-14, "{contact:#?}");
                assert!((q - contact.point_b).norm() <= 1e-14, "{contact:#?}");
                let apart = contact.point_b - contact.point_a - contact.normal * contact.gap;
                assert!(apart.norm() <= 1e-14, "{contact:#?}");
                assert!((contact.normal.norm() - 1.0).abs() <= 1e-14);
            }
            let ids: HashSet<u64> = contacts.iter().map(|contact| contact.id).collect();
            assert_eq!(ids.len(), contacts.len());
        }
        assert!(all > 40, "{all}");
    }
}

#[test]
fn only_the_nodes_of_one_side_count() {
    let meshes = crowd(1, 3);
    let mut both = scene_of(config(0.07, Resolution::Surface), &meshes, &[0.0; 3]);
    let mut one = scene_of(config(0.07, Resolution::Surface), &meshes, &[0.0; 3]);
    one_sided(&mut both, true);
    one_sided(&mut one, false);
    let wanted: Vec<Contact> = both.detect().iter().filter(|c| c.point == 1).copied().collect();
    assert!(!wanted.is_empty() && wanted.len() < both.contacts().len());
    assert_same(one.detect(), &wanted, "one side");
    assert!(one.node_gaps(0).expect("a mesh").iter().all(|gap| *gap == f64::INFINITY));
}

#[test]
fn one_sided_contacts_have_the_same_bits_however_they_are_found() {
    let meshes = [0, 5].map(|seed| crowd(seed, 3)).concat();
    let of = |config: Config| {
        let mut scene = scene_of(config, &meshes, &[0.0, 0.01, 0.0, 0.02, 0.0, 0.0]);
        // Some pairs are one-sided, others are not.
        for (nodes, facets) in [(0, 1), (1, 0), (4, 2), (5, 3), (3, 1), (2, 3), (5, 4), (4, 0)] {
            scene.set_one_sided(nodes, facets).expect("meshes");
        }
        scene.detect();
        // Moved, so that what is kept of the detection before counts.
        for body in 0..6 {
            let by = 0.003 * f64::from(body);
            let moved = scene.positions(body).expect("a mesh").iter().map(|x| x.map(|x| x + by));
            let moved: Vec<_> = moved.collect();
            scene.set_positions(body, &moved).expect("positions");
        }
        scene.detect().to_vec()
    };
    for resolution in [Resolution::Surface, Resolution::Facet] {
        let one = config(0.05, resolution).with_threads(1);
        let wanted = of(one);
        let nodes = wanted.iter().filter(|contact| contact.kind == Kind::Node).count();
        assert!(nodes > 20 && nodes < wanted.len(), "{nodes} of {}", wanted.len());
        assert_same(&of(one.with_threads(2)), &wanted, "threads");
        assert_same(&of(one.with_skipping(false)), &wanted, "skipping");
        assert_same(&ageless(&of(one.with_broad(Method::Brute))), &ageless(&wanted), "brute force");
    }
}

#[test]
fn the_areas_of_nodes_on_a_flat_face_add_up_to_it() {
    for gap in [0.01, 0.0, -0.02] {
        let upper = shifted(&block([3, 4, 1], [0.6, 0.5, 0.2]), [0.2, 0.3, 0.4 + gap]);
        let meshes = [block([2, 2, 2], [1.0, 1.0, 0.4]), upper];
        let mut scene = scene_of(config(0.02, Resolution::Surface), &meshes, &[0.0; 2]);
        scene.set_one_sided(1, 0).expect("meshes");
        let contacts = scene.detect();
        assert_eq!(contacts.len(), 20, "{gap}");
        let area: f64 = contacts.iter().map(|contact| contact.area).sum();
        assert!((area - 0.3).abs() <= 1e-14, "{gap}: {area}");
        for contact in contacts {
            assert!((contact.gap - gap).abs() <= 1e-15, "{contact:#?}");
            assert!((contact.normal - Vec3::z()).norm() <= 1e-14, "{contact:#?}");
            assert_eq!(contact.sides[1].feature(), Feature::Node);
        }
    }
}

#[test]
fn a_node_that_slides_from_facet_to_facet_keeps_its_contact_and_values() {
    let meshes =
        [block([4, 4, 1], [4.0, 4.0, 0.5]), shifted(&block([1; 3], [0.5; 3]), [0.3, 0.4, 0.51])];
    let config = config(0.02, Resolution::Surface).with_history(1);
    let mut scene = scene_of(config, &meshes, &[0.0; 2]);
    scene.set_one_sided(1, 0).expect("meshes");
    let count = scene.detect().len();
    assert_eq!(count, 4);
    (0..count).for_each(|contact| scene.values_mut(contact)[0] = contact as f64 + 1.0);
    let (mut parts, ids) =
        (HashSet::new(), scene.contacts().iter().map(|c| c.id).collect::<Vec<_>>());
    for step in 1..=20 {
        scene
            .set_pose(1, &Pose::translation(0.13 * f64::from(step), 0.1 * f64::from(step), 0.0))
            .expect("a pose");
        scene.detect();
        assert_eq!(scene.contacts().iter().map(|c| c.id).collect::<Vec<_>>(), ids);
        for contact in 0..count {
            assert_eq!(scene.values(contact), [contact as f64 + 1.0]);
            assert_eq!(scene.contacts()[contact].age, step as u32);
            parts.insert(scene.contacts()[contact].sides[0].part);
        }
    }
    assert!(parts.len() > 10);
}

#[test]
fn one_sided_pairs_with_shapes_and_velocities() {
    let mesh = block([2, 2, 1], [1.0, 1.0, 0.2]);
    let mut scene = scene_of(config(0.01, Resolution::Surface), &[mesh], &[0.0]);
    let cube = Arc::new(Cuboid::new([0.0; 3], [2.0, 2.0, 0.5]).expect("a cube"));
    let body = scene
        .add_shape(cube, &Pose::translation(0.0, 0.0, -1.0), BodyOptions::default())
        .expect("a shape");
    scene.set_one_sided(0, body).expect("a mesh and a shape");
    assert!(scene.detect().is_empty());
    // They come within the margin in the time step ahead, not before.
    for (speed, found) in [(-0.480, 0), (-0.495, 9)] {
        scene.set_velocities(0, &[[0.1, 0.0, speed]; 18], 1.0).expect("velocities");
        assert_eq!(scene.detect().len(), found, "{speed}");
        assert!(scene.contacts().iter().all(|contact| (contact.gap - 0.5).abs() <= 1e-14));
    }
    assert!(scene.set_one_sided(body, 0).is_err());
    assert!(scene.set_one_sided(0, 0).is_err());
    assert!(scene.set_one_sided(0, 7).is_err());
    assert!(scene.node_gaps(body).is_err());
}

/// A block on another of the same section: the nodes of the rim are on or beside the side walls of
/// the other block, which they do not face.
#[test]
fn nodes_at_the_rim_of_a_flush_block_are_pushed_up() {
    for (cells, inset) in [(1, 0.0), (3, 0.0), (3, 1e-15), (2, 1e-9), (4, 1e-3)] {
        for depth in [0.0, 1e-12, 1e-6, 1e-2] {
            let lower = block([cells, cells, 2], [1.0, 1.0, 1.0]);
            let side = 1.0 - 2.0 * inset;
            let upper = block([cells, cells, 1], [side, side, 0.5]);
            let upper = shifted(&upper, [inset, inset, 1.0 - depth]);
            let mut scene = scene_of(config(1e-3, Resolution::Surface), &[lower, upper], &[0.0; 2]);
            scene.set_one_sided(1, 0).expect("meshes");
            let contacts = scene.detect();
            assert_eq!(contacts.len(), (cells + 1) * (cells + 1), "{cells} {inset} {depth}");
            for contact in contacts {
                assert!((contact.gap + depth).abs() <= 1e-15, "{contact:#?}");
                assert!(contact.normal.z.abs() > 1.0 - 1e-12, "{contact:#?}");
            }
        }
    }
}

/// A node that went through more than half of a plate is nearer to its far side.
#[test]
fn nodes_deep_in_a_plate_are_pushed_back_where_they_came_from() {
    let plate = block([3, 3, 1], [3.0, 3.0, 0.2]);
    let upper = shifted(&block([1, 1, 1], [1.0, 1.0, 1.0]), [1.1, 1.2, 0.05]);
    let mut scene = scene_of(config(1e-3, Resolution::Surface), &[plate, upper], &[0.0; 2]);
    scene.set_one_sided(1, 0).expect("meshes");
    let contacts = scene.detect();
    assert_eq!(contacts.len(), 4);
    for contact in contacts {
        assert!((contact.gap + 0.15).abs() <= 1e-15 && contact.normal.z.abs() == 1.0);
    }
}
