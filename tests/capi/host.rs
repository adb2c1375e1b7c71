//! A host as C hosts are, to see that it gets what Rust gets.

use std::ffi::CStr;

use gapkit::capi::*;
use gapkit::mesh::{TetMesh, bodies};
use gapkit::scene::{self, BodyOptions, Config, Part, Scene};

/// A call that must go well.
#[track_caller]
pub(crate) fn must(status: gapkit_status) {
    assert_eq!(status, GAPKIT_OK, "{}", last_error());
}

pub(crate) fn last_error() -> String {
    // SAFETY: the text lasts until the next failure on this thread.
    unsafe { CStr::from_ptr(gapkit_last_error()) }.to_string_lossy().into_owned()
}

/// An empty scene with this margin; the caller frees it.
pub(crate) fn new_scene(margin: f64) -> *mut gapkit_scene {
    let mut config = std::mem::MaybeUninit::uninit();
    let mut scene = std::ptr::null_mut();
    // SAFETY: all pointers are to what the functions ask for.
    unsafe {
        must(gapkit_scene_config_default(config.as_mut_ptr(), size_of::<gapkit_scene_config>()));
        let mut config = config.assume_init();
        (config.margin, config.history) = (margin, 2);
        must(gapkit_scene_new(&config, &mut scene));
    }
    scene
}

/// A description without arrays.
pub(crate) fn mesh() -> gapkit_mesh {
    let mut mesh = std::mem::MaybeUninit::uninit();
    // SAFETY: the function fills it.
    unsafe {
        must(gapkit_mesh_default(mesh.as_mut_ptr(), size_of::<gapkit_mesh>()));
        mesh.assume_init()
    }
}

pub(crate) fn add(scene: *mut gapkit_scene, mesh: &gapkit_mesh) -> u32 {
    let mut body = u32::MAX;
    // SAFETY: the arrays of the mesh outlive the call.
    must(unsafe { gapkit_scene_add_mesh(scene, mesh, std::ptr::null(), &mut body) });
    body
}

/// The contacts, copied.
pub(crate) fn contacts(scene: *mut gapkit_scene) -> Vec<gapkit_contact> {
    let (mut list, mut count) = (std::ptr::null(), 0);
    // SAFETY: what is lent is copied before the next call.
    unsafe {
        must(gapkit_scene_detect(scene, std::ptr::null_mut()));
        must(gapkit_scene_contacts(scene, &mut list, &mut count, size_of::<gapkit_contact>()));
        if count == 0 { vec![] } else { std::slice::from_raw_parts(list, count).to_vec() }
    }
}

pub(crate) fn hash(scene: *mut gapkit_scene) -> u64 {
    let mut hash = 0;
    // SAFETY: a plain output.
    must(unsafe { gapkit_scene_hash(scene, &mut hash) });
    hash
}

/// Two blocks, one a little inside the other.
pub(crate) fn blocks() -> [TetMesh; 2] {
    let lower = bodies::block([3, 3, 1], [1.0, 1.0, 0.3]).expect("a block");
    let upper = bodies::block([2, 2, 2], [0.5, 0.5, 0.5]).expect("a block");
    let moved = upper.nodes().iter().map(|[x, y, z]| [x + 0.21, y + 0.13, z + 0.29]).collect();
    [lower, TetMesh::new(moved, upper.tets().to_vec()).expect("still a mesh")]
}

/// What Rust finds for them.
pub(crate) fn reference() -> Scene {
    let mut scene = Scene::new(Config::new(0.05).expect("a margin")).expect("threads");
    for mesh in blocks() {
        let tets = TetMesh::new(mesh.nodes().to_vec(), mesh.tets().to_vec()).expect("a mesh");
        scene.add_mesh(&tets, BodyOptions::default()).expect("a body");
    }
    scene.detect();
    scene
}

/// A mesh of tetrahedra, described for C.
pub(crate) fn described(tets: &TetMesh) -> gapkit_mesh {
    gapkit_mesh {
        x: tets.nodes().as_flattened().as_ptr(),
        node_count: tets.nodes().len(),
        connectivity: tets.tets().as_ptr().cast(),
        element_count: tets.tets().len(),
        ..mesh()
    }
}

#[test]
fn contacts_are_those_of_rust_to_the_last_bit() {
    let (rust, blocks, scene) = (reference(), blocks(), new_scene(0.05));
    blocks.iter().for_each(|block| {
        add(scene, &described(block));
    });
    let list = contacts(scene);
    assert_eq!(hash(scene), scene::hash(rust.contacts()));
    assert!(list.len() > 8 && list.len() == rust.contacts().len());
    for (ours, theirs) in list.iter().zip(rust.contacts()) {
        let [a, b] = &theirs.sides;
        let numbers = |nodes: &[u32]| nodes.iter().map(|&n| i64::from(n)).collect::<Vec<_>>();
        assert_eq!(ours.node_a[..ours.node_count_a as usize], numbers(a.nodes()));
        assert_eq!(ours.node_b[..ours.node_count_b as usize], numbers(b.nodes()));
        assert_eq!(ours.weight_a[..ours.node_count_a as usize], *a.weights());
        assert_eq!(ours.weight_b[..ours.node_count_b as usize], *b.weights());
        assert_eq!(ours.normal, <[f64; 3]>::from(theirs.normal));
        assert_eq!(ours.point_a, <[f64; 3]>::from(theirs.point_a));
        assert_eq!(ours.point_b, <[f64; 3]>::from(theirs.point_b));
        assert_eq!((ours.gap, ours.area, ours.id), (theirs.gap, theirs.area, theirs.id));
        assert_eq!((ours.body_a, ours.body_b, ours.age), (a.body, b.body, theirs.age));
        assert_eq!(ours.element_a, a.element.map_or(-1, i64::from));
        let Part::Facet(facet) = b.part else { panic!("facets were asked for") };
        assert_eq!(ours.facet_b, i64::from(facet));
        assert_eq!(ours.status == GAPKIT_CONTACT_CLOSED, theirs.gap <= 0.0);
    }
    // SAFETY: a handle that lives.
    must(unsafe { gapkit_scene_free(scene) });
}
