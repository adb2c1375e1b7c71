//! Bodies that get another mesh: the contacts are those of a scene made anew, and what is there again
//! keeps its history.

use std::collections::BTreeMap;

use gapkit::broad::Method;
use gapkit::mesh::{BeamMesh, SurfaceMesh, TetMesh};
use gapkit::scene::{BodyOptions, Config, Contact, Resolution, Scene};

use crate::common::{ageless, block, moved, shifted};

/// A block whose nodes have numbers by where they are, so that others with some of them have the same.
fn numbered(mesh: &TetMesh) -> TetMesh {
    let number = |[x, y, z]: &[f64; 3]| {
        let part = |x: &f64| (x * 1024.0).round() as u64;
        part(x) | part(y) << 20 | part(z) << 40
    };
    let numbers = mesh.nodes().iter().map(number).collect();
    mesh.clone().with_node_numbers(numbers).expect("numbers")
}

/// Blocks on each other, a shell beside them, a beam on top, and the ground.
fn scene(config: Config, middle: &TetMesh) -> Scene {
    let options = BodyOptions::default();
    let mut scene = Scene::new(config).expect("threads");
    let low = numbered(&block([2, 2, 2], [1.0; 3]));
    scene.add_mesh(&low, options).expect("a mesh");
    scene.add_mesh(middle, options.with_self_contact(true)).expect("a mesh");
    scene
        .add_mesh(&shifted(&block([3, 3, 1], [1.0, 1.0, 0.5]), [0.1, 0.1, 2.0]), options)
        .expect("one");
    let wall = vec![[1.01, 0.0, 0.0], [1.01, 1.0, 0.0], [1.01, 1.0, 2.0], [1.01, 0.0, 2.0]];
    let wall = SurfaceMesh::open(wall, &[[0, 1, 2, 3]], &[0.01]).expect("a shell");
    scene.add_surface(&wall, options).expect("a shell");
    let bar = vec![[0.0, 0.5, 2.605], [0.6, 0.5, 2.605], [1.2, 0.5, 2.605]];
    let bar = BeamMesh::new(bar, &[[0, 1], [1, 2]], &[0.1]).expect("beams");
    scene.add_beams(&bar, options).expect("beams");
    scene.add_plane([0.0; 3], [0.0, 0.0, 1.0], options).expect("a plane");
    scene
}

fn config() -> Config {
    Config::new(0.02).expect("a margin").with_resolution(Resolution::Surface).with_history(1)
}

#[test]
fn contacts_of_another_mesh_are_those_of_a_scene_made_anew() {
    let up = |mesh: &TetMesh| numbered(&shifted(mesh, [0.0, 0.0, 1.0]));
    let coarse = up(&block([2, 2, 2], [1.0; 3]));
    // With more layers, but the same lower and upper faces; finer all over; and smaller.
    let meshes = [
        up(&block([2, 2, 5], [1.0; 3])),
        up(&block([4, 4, 4], [1.0; 3])),
        up(&block([2, 2, 1], [1.0; 3])),
        up(&block([1, 1, 1], [0.5, 0.5, 1.0])),
        coarse.clone(),
    ];
    for broad in [Method::RTree, Method::Brute] {
        let config = config().with_broad(broad);
        let mut scene = scene(config, &coarse);
        scene.detect();
        for mesh in &meshes {
            let before: BTreeMap<u64, u32> =
                scene.contacts().iter().map(|contact| (contact.id, contact.age)).collect();
            scene.replace_mesh(1, mesh).expect("another mesh");
            assert!(scene.is_active(1, 0).expect("an element"));
            scene.detect();
            let mut anew = self::scene(config, mesh);
            assert_eq!(ageless(scene.contacts()), ageless(anew.detect()));
            assert!(scene.contacts().len() > 20);
            let age = |contact: &Contact| before.get(&contact.id).map_or(0, |age| age + 1);
            assert!(scene.contacts().iter().all(|contact| contact.age == age(contact)));
            assert!(scene.contacts().iter().any(|contact| contact.age > 0), "some remain");
            assert_eq!(scene.positions(1).expect("a mesh"), mesh.nodes());
            // And again, with elements that die.
            scene.set_active(1, &[0], false).expect("an element");
            anew.set_active(1, &[0], false).expect("an element");
            assert_eq!(ageless(scene.detect()), ageless(anew.detect()));
        }
    }
}

#[test]
fn velocities_and_dead_elements_of_others_stay() {
    let mesh = shifted(&block([2, 2, 2], [1.0; 3]), [0.0, 0.0, 1.0]);
    let mut scenes = [(); 2].map(|()| scene(config(), &mesh));
    for scene in &mut scenes {
        let count = scene.positions(2).expect("a mesh").len();
        scene.set_velocities(2, &vec![[0.0, 0.0, -1.0]; count], 0.001).expect("velocities");
        scene.set_active(2, &[1, 2], false).expect("elements");
        scene.set_active(4, &[0], false).expect("a segment");
    }
    scenes[0].replace_mesh(1, &mesh).expect("the same mesh");
    let lists = scenes.each_mut().map(|scene| ageless(scene.detect()));
    assert_eq!(lists[0], lists[1]);
}

#[test]
fn a_mesh_that_cannot_be_exchanged_changes_nothing() {
    let mesh = shifted(&block([2, 2, 2], [1.0; 3]), [0.0, 0.0, 1.0]);
    let mut scene = scene(config(), &mesh);
    let known = scene.detect().to_vec();
    for body in [3, 4, 5, 9] {
        assert!(scene.replace_mesh(body, &mesh).is_err(), "{body}");
    }
    let far = moved(&mesh, |x| x.map(|x| 1e60 * x));
    assert!(scene.replace_mesh(1, &far).is_err());
    assert_eq!(scene.contacts(), known);
    assert_eq!(ageless(scene.detect()), ageless(&known));
    scene.set_body_active(1, false).expect("a body");
    assert!(scene.replace_mesh(1, &mesh).unwrap_err().to_string().contains("switched on"));
}
