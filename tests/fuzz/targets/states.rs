//! States of scenes: bytes that are those of one, damaged or made up, are a state or an error, and a
//! scene that refuses a state is as it was.

use std::sync::LazyLock;

use gapkit::mesh::{TetMesh, bodies};
use gapkit::scene::{BodyOptions, Config, Contact, Scene, State};

use crate::input::Input;

fn scene() -> Scene {
    let config = Config::new(0.05).expect("a margin").with_threads(1).with_history(1);
    let mut scene = Scene::new(config).expect("threads");
    for height in [0.0, 1.02] {
        let block = bodies::block([1, 1, 1], [1.0; 3]).expect("a block");
        let nodes = block.nodes().iter().map(|[x, y, z]| [x + height / 4.0, *y, z + height]);
        let mesh = TetMesh::new(nodes.collect(), block.tets().to_vec()).expect("a mesh");
        scene.add_mesh(&mesh, BodyOptions::default()).expect("a body");
    }
    scene.detect();
    scene
}

static BYTES: LazyLock<Vec<u8>> = LazyLock::new(|| scene().save().to_bytes());

pub(crate) fn run(bytes: &[u8]) {
    let input = &mut Input::new(bytes);
    let made_up = input.once_in(4);
    let damaged = if made_up { input.rest().to_vec() } else { damaged(input) };
    let Ok(state) = State::from_bytes(&damaged) else { return };
    let written = state.to_bytes();
    assert_eq!(State::from_bytes(&written).expect("what was written").to_bytes(), written);
    let mut scene = scene();
    let before = scene.contacts().to_vec();
    let is_restored = scene.restore(&state).is_ok();
    assert!(is_restored || scene.contacts() == before, "a refused state changed the scene");
    scene.detect();
    assert_eq!(ageless(scene.contacts()), ageless(&before), "contacts are those of the positions");
}

/// The contacts without what came with the state.
fn ageless(contacts: &[Contact]) -> Vec<Contact> {
    contacts.iter().map(|contact| Contact { age: 0, previous: None, ..*contact }).collect()
}

/// The state of the scene with some of its bytes changed, left out or repeated.
fn damaged(input: &mut Input) -> Vec<u8> {
    let mut bytes = BYTES.clone();
    for _ in 0..input.below(4) {
        let at = (input.below(256) * 256 + input.below(256)) % bytes.len().max(1);
        match input.below(4) {
            0 => bytes.truncate(at),
            1 => drop(bytes.drain(at..(at + input.below(16)).min(bytes.len()))),
            2 => bytes.insert(at, input.byte()),
            _ if bytes.is_empty() => {}
            _ => bytes[at] ^= 1 << input.below(8),
        }
    }
    bytes
}
