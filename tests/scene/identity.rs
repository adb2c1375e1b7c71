//! Ids of contacts by the numbers of nodes and bodies.

use std::collections::{BTreeMap, HashSet};

use gapkit::mesh::TetMesh;
use gapkit::scene::{BodyOptions, Contact, Resolution, Scene};
use rand::SeedableRng;
use rand::rngs::SmallRng;
use rand::seq::SliceRandom;

use crate::common::{Placement, block, bunny_and, config, knot_poses, shifted};

/// The same mesh with its nodes and tetrahedra in another order, without those tetrahedra that are
/// not kept, and with the numbers of its nodes as they were.
fn shuffled(mesh: &TetMesh, seed: u64, keep: impl Fn([f64; 3]) -> bool) -> TetMesh {
    let mut random = SmallRng::seed_from_u64(seed);
    let centre = |tet: &[u32; 4]| {
        [0, 1, 2].map(|k| tet.iter().map(|&n| mesh.nodes()[n as usize][k]).sum::<f64>() / 4.0)
    };
    let mut tets: Vec<[u32; 4]> =
        mesh.tets().iter().filter(|tet| keep(centre(tet))).copied().collect();
    tets.shuffle(&mut random);
    let used: HashSet<u32> = tets.as_flattened().iter().copied().collect();
    let mut order: Vec<u32> = used.into_iter().collect();
    order.sort_unstable();
    order.shuffle(&mut random);
    let mut place = vec![0; mesh.nodes().len()];
    order.iter().zip(0..).for_each(|(&node, new)| place[node as usize] = new);
    // Even permutations of the corners keep the volume.
    let tets = tets.iter().map(|&[a, b, c, d]| [b, c, a, d].map(|n| place[n as usize])).collect();
    let nodes = order.iter().map(|&node| mesh.nodes()[node as usize]).collect();
    let numbers = order.iter().map(|&node| 1000 + 7 * u64::from(node)).collect();
    TetMesh::new(nodes, tets).expect("a mesh").with_node_numbers(numbers).expect("numbers")
}

/// The contacts by their ids, with the numbers of their nodes instead of indices.
fn by_id(scene: &Scene, meshes: &[TetMesh]) -> BTreeMap<u64, (Contact, Vec<(u64, f64)>)> {
    let named = |contact: &Contact| {
        let of = |side: &gapkit::scene::Side| {
            // The plane has no nodes.
            let number = |(node, weight): (&u32, &f64)| {
                (meshes[side.body as usize].node_number(*node), *weight)
            };
            side.nodes().iter().zip(side.weights()).map(number).collect::<Vec<_>>()
        };
        let nodes = contact.sides.iter().flat_map(of).collect();
        (contact.id, (*contact, nodes))
    };
    let map: BTreeMap<_, _> = scene.contacts().iter().map(named).collect();
    assert_eq!(map.len(), scene.contacts().len(), "two contacts have one id");
    map
}

fn detected(resolution: Resolution, meshes: &[TetMesh]) -> Scene {
    let mut scene = Scene::new(config(0.02).with_resolution(resolution)).expect("threads start");
    for (mesh, number) in meshes.iter().zip([40, 20, 30]) {
        let options = BodyOptions::default().with_number(number);
        scene.add_mesh(mesh, options).expect("a mesh");
    }
    scene.add_plane([0.0, 0.0, -0.005], [0.0, 0.0, 1.0], BodyOptions::default()).expect("a plane");
    scene.detect();
    scene
}

/// Two blocks at a place that is no grid, one of them bent.
fn blocks() -> [TetMesh; 2] {
    let lower = block([5, 4, 3], [1.0, 0.9, 0.6]);
    let upper = shifted(&block([4, 5, 3], [0.7, 0.8, 0.6]), [0.21, 0.13, 0.603]);
    let bent = upper.nodes().iter().map(|[x, y, z]| [*x, *y, z + 0.01 * x * y]).collect();
    [lower, TetMesh::new(bent, upper.tets().to_vec()).expect("a mesh")]
}

#[test]
fn contacts_keep_their_ids_and_bits_in_another_order_of_nodes_and_elements() {
    for resolution in [Resolution::Surface, Resolution::Facet] {
        let whole = blocks().map(|mesh| shuffled(&mesh, 1, |_| true));
        let before = by_id(&detected(resolution, &whole), &whole);
        assert!(before.len() > 30);
        for seed in 2..6 {
            let other = blocks().map(|mesh| shuffled(&mesh, seed, |_| true));
            let after = by_id(&detected(resolution, &other), &other);
            assert_eq!(before.keys().collect::<Vec<_>>(), after.keys().collect::<Vec<_>>());
            for (id, (one, nodes)) in &before {
                let (two, others) = &after[id];
                if resolution == Resolution::Surface {
                    let numbers = |c: &Contact| (c.gap, c.area, c.normal, c.point_a, c.point_b);
                    assert_eq!(numbers(one), numbers(two));
                    assert_eq!(nodes, others);
                } else {
                    assert!((one.gap - two.gap).abs() < 1e-13);
                }
            }
        }
    }
}

/// Erosion: what is left of the surface keeps the ids of its contacts.
#[test]
fn contacts_keep_their_ids_where_elements_were_deleted() {
    let meshes = blocks().map(|mesh| shuffled(&mesh, 1, |_| true));
    let before = by_id(&detected(Resolution::Surface, &meshes), &meshes);
    // Without a corner of the interface of the lower block.
    let [lower, upper] = blocks();
    let eroded = [
        shuffled(&lower, 9, |[x, y, z]| x < 0.8 || y < 0.65 || z < 0.4),
        shuffled(&upper, 9, |_| true),
    ];
    let after = by_id(&detected(Resolution::Surface, &eroded), &eroded);
    let kept = before.keys().filter(|id| after.contains_key(id)).count();
    assert!(kept > 100 && kept < before.len(), "{kept} of {}", before.len());
    for (id, (one, nodes)) in &before {
        if let Some((two, others)) = after.get(id) {
            assert_eq!((one.gap, one.area, nodes), (two.gap, two.area, others));
        }
    }
}

#[test]
fn ids_of_the_bunny_and_the_knots_are_all_different() {
    for resolution in [Resolution::Surface, Resolution::Facet, Resolution::Piece] {
        let mut scene = bunny_and(
            &knot_poses(3, Placement::Overlapping),
            config(0.01).with_resolution(resolution),
        );
        let ids: HashSet<u64> = scene.detect().iter().map(|contact| contact.id).collect();
        assert!(ids.len() > 20);
        assert_eq!(ids.len(), scene.contacts().len(), "{resolution:?}");
    }
}

#[test]
fn numbers_that_stand_twice_are_refused() {
    let mesh = block([1, 1, 1], [1.0; 3]);
    let error = mesh.clone().with_node_numbers(vec![1, 2, 3, 4, 5, 6, 7, 3]).expect_err("twice");
    assert_eq!(error.to_string(), "two nodes have the number 3");
    assert!(mesh.clone().with_node_numbers(vec![1]).is_err());
    let mut scene = Scene::new(config(0.1)).expect("threads start");
    let options = BodyOptions::default();
    scene.add_mesh(&mesh, options.with_number(1)).expect("a mesh");
    // The second body is number 1 unless it is called otherwise.
    for options in [options, options.with_number(1)] {
        let error = scene.add_mesh(&mesh, options).expect_err("a number twice");
        assert_eq!(error.to_string(), "another body has the number 1");
        assert!(scene.add_plane([0.0; 3], [0.0, 0.0, 1.0], options).is_err());
    }
    assert_eq!(scene.body_count(), 1);
    scene.add_mesh(&mesh, options.with_number(0)).expect("a mesh");
}
