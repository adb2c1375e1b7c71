//! Gaps of meshes in general position, against the distances of all their facets.

use gapkit::Vec3;
use gapkit::mesh::TetMesh;
use gapkit::scene::{Contact, Scene, Side};
use gapkit::shape::{PointSet, Pose};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use crate::common::{
    block, check_rules, jittered, oriented, posed, random_rotation, shifted, simple,
};

const MARGIN: f64 = 0.3;

/// A random body: a tetrahedron, or a block of a few cells with its nodes moved.
fn body(random: &mut SmallRng) -> TetMesh {
    if random.random_range(0..3) == 0 {
        let corner = |random: &mut SmallRng| [0, 1, 2].map(|_| random.random_range(-0.6..0.6));
        loop {
            let nodes: Vec<[f64; 3]> = (0..4).map(|_| corner(random)).collect();
            let [a, b, c, d] = [0, 1, 2, 3].map(|i: usize| Vec3::from(nodes[i]));
            if (b - a).cross(&(c - a)).dot(&(d - a)).abs() > 0.05 {
                return oriented(nodes, vec![[0, 1, 2, 3]]);
            }
        }
    }
    let cells = [0, 1, 2].map(|_| random.random_range(1..4));
    let size = cells.map(|n| 0.35 * n as f64);
    shifted(&jittered(&block(cells, size), 0.05, random), size.map(|x| -0.5 * x))
}

/// Two bodies in random poses, at about this distance.
fn pair(random: &mut SmallRng, away: f64) -> [TetMesh; 2] {
    let one = body(random);
    let direction = Vec3::from_fn(|_, _| random.random_range(-1.0..1.0)).normalize();
    let pose = Pose::new(direction * away, random_rotation(random));
    let two = posed(&body(random), &pose);
    [one, two]
}

fn corners(mesh: &TetMesh, nodes: &[u32]) -> Vec<[f64; 3]> {
    nodes.iter().map(|&node| mesh.nodes()[node as usize]).collect()
}

fn distance(a: &[[f64; 3]], b: &[[f64; 3]]) -> f64 {
    let [a, b] = [a, b].map(|points| PointSet::new(points).expect("finite points"));
    gapkit::distance(&a, &b).distance
}

/// The smallest distance of any two facets.
fn facet_distance([one, two]: &[TetMesh; 2]) -> f64 {
    let mut least = f64::INFINITY;
    for a in one.boundary().facets() {
        for b in two.boundary().facets() {
            least = least.min(distance(&corners(one, a), &corners(two, b)));
        }
    }
    least
}

/// Whether a point is in a tetrahedron of the mesh, and how clear that is: the smallest distance
/// from a face plane of any tetrahedron, relative to its height.
fn is_inside(mesh: &TetMesh, p: Vec3) -> (bool, f64) {
    let (mut inside, mut clear) = (false, f64::INFINITY);
    for tet in mesh.tets() {
        let x = tet.map(|node| Vec3::from(mesh.nodes()[node as usize]));
        let volume = (x[1] - x[0]).cross(&(x[2] - x[0])).dot(&(x[3] - x[0]));
        let share = |k: usize| {
            let mut y = x;
            y[k] = p;
            (y[1] - y[0]).cross(&(y[2] - y[0])).dot(&(y[3] - y[0])) / volume
        };
        let shares = [0, 1, 2, 3].map(share);
        inside |= shares.iter().all(|share| *share >= 0.0);
        clear = shares.iter().fold(clear, |clear, share| clear.min(share.abs()));
    }
    (inside, clear)
}

fn of_side(meshes: &[TetMesh; 2], side: &Side) -> Vec<[f64; 3]> {
    corners(&meshes[side.body as usize], side.nodes())
}

/// Whether a node of the surface makes a contact of penetration.
fn sinks(contacts: &[Contact], body: u32, node: u32) -> bool {
    contacts.iter().any(|contact| {
        let own = &contact.sides[body as usize];
        contact.gap < 0.0 && own.nodes() == [node]
    })
}

fn detected(meshes: &[TetMesh; 2]) -> Scene {
    let mut scene = simple(MARGIN, meshes);
    scene.detect();
    scene
}

#[test]
fn the_smallest_gap_is_the_smallest_distance_of_facets() {
    let mut random = SmallRng::seed_from_u64(1);
    let (mut near, mut far, mut checked) = (0, 0, 0);
    for trial in 0..1100 {
        let away = random.random_range(0.7..1.5);
        let meshes = pair(&mut random, away);
        let scene = detected(&meshes);
        check_rules(&scene, &format!("{trial}"));
        let contacts = scene.contacts();
        let wanted = facet_distance(&meshes);
        if contacts.iter().any(|contact| contact.gap < 0.0) || wanted == 0.0 {
            assert!(wanted <= 1e-12, "{trial}: {wanted} apart, but {contacts:#?}");
            continue;
        }
        let least = contacts.iter().map(|contact| contact.gap).fold(f64::INFINITY, f64::min);
        if wanted > MARGIN {
            far += 1;
            assert_eq!(contacts, [], "{trial}: {wanted} apart");
        } else {
            near += 1;
            assert!((least - wanted).abs() <= 1e-12, "{trial}: {least} instead of {wanted}");
        }
        for contact in contacts {
            checked += 1;
            let [a, b] = contact.sides.each_ref().map(|side| of_side(&meshes, side));
            let apart = distance(&a, &b);
            assert!((contact.gap - apart).abs() <= 1e-12, "{trial}: {apart}: {contact:#?}");
        }
    }
    println!("{near} near, {far} far, {checked} gaps checked");
    assert!(near > 100 && far > 20 && checked > 1000);
}

#[test]
fn a_node_sinks_in_if_and_only_if_it_is_in_a_tetrahedron() {
    let mut random = SmallRng::seed_from_u64(2);
    let (mut inside, mut outside) = (0, 0);
    for trial in 0..300 {
        let away = random.random_range(0.1..0.8);
        let meshes = pair(&mut random, away);
        let scene = detected(&meshes);
        for body in 0..2 {
            let (own, other) = (&meshes[body], &meshes[1 - body]);
            let mut nodes: Vec<u32> = own.boundary().facets().iter().flatten().copied().collect();
            nodes.sort_unstable();
            nodes.dedup();
            for node in nodes {
                let (wanted, clear) = is_inside(other, Vec3::from(own.nodes()[node as usize]));
                if clear < 1e-9 {
                    continue;
                }
                *(if wanted { &mut inside } else { &mut outside }) += 1;
                let is = sinks(scene.contacts(), body as u32, node);
                // A node that is outside may still be the target of one that is inside.
                let target = !wanted && is && {
                    let other_sinks = |c: &&Contact| {
                        let [x] = c.sides[1 - body].nodes() else { return false };
                        is_inside(own, Vec3::from(other.nodes()[*x as usize])).0
                    };
                    let own = |c: &&Contact| c.gap < 0.0 && c.sides[body].nodes() == [node];
                    scene.contacts().iter().filter(own).all(|c| other_sinks(&c))
                };
                // Where nothing is inside, the tetrahedra that meet make the only contact.
                let sunk = scene.contacts().iter().filter(|contact| contact.gap < 0.0).count();
                let alone = !wanted && is && sunk == 1;
                assert!(is == wanted || target || alone, "{trial}: node {node} of {body}: {is}");
            }
        }
    }
    println!("{inside} inside, {outside} outside");
    assert!(inside > 500 && outside > 2000);
}

/// Where no node is inside and no edges cross within the normal cones of both, the tetrahedra that
/// meet make the contact.
#[test]
fn bodies_whose_facets_cross_have_a_contact_of_penetration() {
    let mut random = SmallRng::seed_from_u64(3);
    let (mut crossed, mut missed) = (0, 0);
    for _ in 0..300 {
        let away = random.random_range(0.2..1.0);
        let meshes = pair(&mut random, away);
        if facet_distance(&meshes) > 0.0 {
            continue;
        }
        crossed += 1;
        let scene = detected(&meshes);
        let sinks = scene.contacts().iter().any(|contact| contact.gap < 0.0);
        missed += usize::from(!sinks);
    }
    println!("{crossed} overlap, {missed} of them without a contact of penetration");
    assert!(crossed > 150 && missed == 0);
}
