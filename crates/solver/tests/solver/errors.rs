//! Errors name the culprit.

use gapkit::Vec3;
use gapkit::mesh::{TetMesh, bodies};
use gapkit_solver::{Checkpoint, Error, Friction, Law, Material, Penalty, Solver};

use crate::common::{knot, plain, rubber};

#[test]
fn parameters_that_make_no_sense() {
    let text = |error: Error| error.to_string();
    let material = |density, young, poisson| {
        text(Material::new(Law::NeoHookean, density, young, poisson).unwrap_err())
    };
    assert_eq!(material(0.0, 1.0, 0.3), "density is 0; it must be finite and > 0");
    assert_eq!(material(1.0, 1.0, 0.5), "Poisson's ratio is 0.5; it must be >= 0 and < 0.5");
    assert!(material(1.0, f64::NAN, 0.3).starts_with("Young's modulus is NaN"));
    assert!(Penalty::new(-1.0).unwrap_err().to_string().starts_with("contact offset is -1"));
    assert!(
        Friction::new(-0.1).unwrap_err().to_string().starts_with("friction coefficient is -0.1")
    );
    let reuse = text(plain().with_contact_reuse(2.0).unwrap_err());
    assert_eq!(reuse, "contact reuse is 2; it must be from 0 to 1");
}

#[test]
fn an_inverted_element_is_named() {
    let mut solver = Solver::new(plain()).expect("valid");
    let block = bodies::block([1, 1, 1], [1.0; 3]).expect("valid");
    let body = solver.add_mesh(&block, rubber(), false).expect("valid");
    // One corner flies through the block.
    solver.hold(body, 0, [2e4, 2e4, 2e4]).expect("valid");
    let ended = (0..1000).find_map(|_| solver.step().err());
    let Some(Error::Inverted { body: 0, element, time }) = ended else { panic!("{ended:?}") };
    assert!(block.tets()[element as usize].contains(&0) && time > 0.0);
}

#[test]
fn a_node_that_is_lost_is_named() {
    let mut solver = Solver::new(plain()).expect("valid");
    solver.add_plane([0.0; 3], Vec3::z()).expect("valid");
    let body = solver.add_mesh(&knot([0.0; 3], [0.0, 0.0, 1.0]), rubber(), false).expect("valid");
    solver.set_velocity(body, |_| Vec3::repeat(f64::NAN)).expect("valid");
    let ended = (0..10).find_map(|_| solver.step().err());
    assert!(matches!(ended, Some(Error::NotFinite { body: 1, node: 0, .. })), "{ended:?}");
}

#[test]
fn bodies_nodes_and_states_that_are_not_there() {
    let mut solver = Solver::new(plain()).expect("valid");
    let body = solver.add_mesh(&knot([0.0; 3], [0.0; 3]), rubber(), false).expect("valid");
    let missing = solver.hold(body, 9999, Vec3::zeros()).unwrap_err().to_string();
    assert!(missing.starts_with("there is no node 9999"), "{missing}");
    assert!(solver.rigid_motion(7).is_err());
    let state = solver.save().expect("valid");
    let bytes = state.to_bytes();
    assert_eq!(Checkpoint::from_bytes(&bytes).expect("valid"), state);
    assert!(Checkpoint::from_bytes(&bytes[..bytes.len() - 8]).is_err());
    assert!(Checkpoint::from_bytes(b"something else").is_err());
    let mut other = Solver::new(plain()).expect("valid");
    other
        .add_mesh(&bodies::block([1, 1, 1], [1.0; 3]).expect("valid"), rubber(), false)
        .expect("valid");
    let error = other.restore(&state).unwrap_err().to_string();
    assert!(error.contains("the model has 8"), "{error}");
}

/// A model of one tetrahedron over a plane, and its state after some steps.
fn small(density: f64, height: f64) -> (Solver, Checkpoint) {
    let mut solver = Solver::new(plain()).expect("valid");
    solver.add_plane([0.0, 0.0, -height], Vec3::z()).expect("valid");
    let material = Material::new(Law::NeoHookean, density, 4e5, 0.3).expect("valid");
    let nodes = vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let mesh = TetMesh::new(nodes, vec![[0, 1, 2, 3]]).expect("valid");
    solver.add_mesh(&mesh, material, false).expect("valid");
    (0..3).for_each(|_| solver.step().expect("valid"));
    let state = solver.save().expect("valid").with_note("seed 7");
    (solver, state)
}

#[test]
fn a_state_with_any_byte_changed_cut_off_or_added_is_refused() {
    let (_, state) = small(1000.0, 0.003);
    let bytes = state.to_bytes();
    let read = Checkpoint::from_bytes(&bytes).expect("valid");
    assert_eq!((read.note(), &read), ("seed 7", &state));
    for place in 0..bytes.len() {
        for change in [1, 0x80, 0xff] {
            let mut other = bytes.clone();
            other[place] ^= change;
            assert!(Checkpoint::from_bytes(&other).is_err(), "byte {place} ^ {change}");
        }
        assert!(Checkpoint::from_bytes(&bytes[..place]).is_err(), "cut at {place}");
    }
    assert!(Checkpoint::from_bytes(&[&bytes[..], &[0]].concat()).is_err());
    let message = |bytes: &[u8]| Checkpoint::from_bytes(bytes).unwrap_err().to_string();
    assert!(message(&bytes[..bytes.len() - 9]).contains("checksum"), "a cut is called so");
    let mut old = bytes.clone();
    old[7] = 1;
    assert!(message(&old).contains("version 1"), "{}", message(&old));
}

#[test]
fn a_state_of_another_model_with_as_many_nodes_is_refused() {
    let (mut solver, state) = small(1000.0, 0.003);
    solver.restore(&state).expect("its own");
    for (mut other, _) in [small(1001.0, 0.003), small(1000.0, 0.004)] {
        let message = other.restore(&state).unwrap_err().to_string();
        assert!(message.contains("another model"), "{message}");
    }
}
