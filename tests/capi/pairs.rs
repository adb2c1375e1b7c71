//! Margins of bodies and pairs, one-sided pairs and gaps of nodes, as in Rust.

use gapkit::capi::*;
use gapkit::mesh::TetMesh;
use gapkit::scene::{self, BodyOptions, Config, Scene};

use super::host::{add, contacts, described, hash, last_error, mesh, must, new_scene};

/// The blocks of the other tests, farther apart than the margin.
fn blocks() -> [TetMesh; 2] {
    let [lower, upper] = super::host::blocks();
    // Tetrahedra without the elements that they were cut from.
    [(lower, 0.0), (upper, 0.2)].map(|(block, up)| {
        let moved = block.nodes().iter().map(|[x, y, z]| [*x, *y, z + up]).collect();
        TetMesh::new(moved, block.tets().to_vec()).expect("still a mesh")
    })
}

/// Both in a scene of the library, with the options of the upper one.
fn rust_scene(upper: BodyOptions) -> Scene {
    let config = Config::new(0.05).expect("a margin").with_threads(1);
    let mut scene = Scene::new(config).expect("threads");
    for (block, options) in blocks().iter().zip([BodyOptions::default(), upper]) {
        scene.add_mesh(block, options).expect("a mesh");
    }
    scene
}

#[test]
fn margins_and_sides_are_those_of_rust() {
    let scene = new_scene(0.05);
    let bodies = blocks().each_ref().map(|block| add(scene, &described(block)));
    let mut rust = rust_scene(BodyOptions::default());
    let same = |scene: *mut gapkit_scene, rust: &mut Scene| {
        let list = contacts(scene);
        assert_eq!(hash(scene), scene::hash(rust.detect()));
        list
    };
    assert_eq!(same(scene, &mut rust).len(), 0);
    // SAFETY: a handle that lives.
    unsafe {
        must(gapkit_scene_set_margin(scene, bodies[1], bodies[0], 0.4));
        rust.set_margin(0, 1, Some(0.4)).expect("a margin");
        assert!(!same(scene, &mut rust).is_empty());
        must(gapkit_scene_set_margin(scene, bodies[0], bodies[1], -1.0));
        rust.set_margin(0, 1, None).expect("a pair");
        assert_eq!(same(scene, &mut rust).len(), 0);
        must(gapkit_scene_set_margin(scene, bodies[0], bodies[1], 0.3));
        rust.set_margin(0, 1, Some(0.3)).expect("a margin");
        must(gapkit_scene_set_one_sided(scene, bodies[1], bodies[0]));
        rust.set_one_sided(1, 0).expect("meshes");
        let list = same(scene, &mut rust);
        assert!(!list.is_empty());
        assert!(list.iter().all(|c| c.kind == GAPKIT_KIND_NODE && c.point == 1));
        assert_eq!(gapkit_scene_set_margin(scene, 0, 1, f64::NAN), GAPKIT_BAD_ARGUMENT);
        assert_eq!(
            gapkit_scene_set_one_sided(scene, 0, 0),
            GAPKIT_BAD_ARGUMENT,
            "{}",
            last_error()
        );
        assert_eq!(gapkit_scene_set_one_sided(scene, 0, 2), GAPKIT_NO_BODY);
        must(gapkit_scene_free(scene));
    }
}

#[test]
fn a_body_has_the_margin_of_its_options() {
    let options = gapkit_body_options { margin: 0.4, ..options() };
    let scene = new_scene(0.05);
    let [lower, upper] = blocks();
    add(scene, &described(&lower));
    let mut body = 0;
    // SAFETY: the arrays outlive the call.
    must(unsafe { gapkit_scene_add_mesh(scene, &described(&upper), &options, &mut body) });
    let wide = BodyOptions::default().with_margin(0.4).expect("a margin");
    contacts(scene);
    let mut rust = rust_scene(wide);
    assert_eq!(hash(scene), scene::hash(rust.detect()));
    assert_ne!(hash(scene), scene::hash(rust_scene(BodyOptions::default()).detect()));
    // SAFETY: a handle that lives.
    must(unsafe { gapkit_scene_free(scene) });
}

fn options() -> gapkit_body_options {
    let mut options = std::mem::MaybeUninit::uninit();
    // SAFETY: all of it is set.
    unsafe {
        must(gapkit_body_options_default(options.as_mut_ptr(), size_of::<gapkit_body_options>()));
        options.assume_init()
    }
}

#[test]
fn gaps_of_nodes_are_in_the_places_of_the_host() {
    // The nodes of both blocks in one array, with one in between that belongs to nothing.
    let [lower, upper] = blocks();
    let first = lower.nodes().len() + 1;
    let x: Vec<[f64; 3]> = [lower.nodes(), &[[7.0; 3]], upper.nodes()].concat();
    let scene = new_scene(0.05);
    let bodies = [(&lower, 0), (&upper, first)].map(|(block, first): (&TetMesh, usize)| {
        let numbers: Vec<i64> =
            block.tets().as_flattened().iter().map(|n| i64::from(*n) + first as i64).collect();
        add(
            scene,
            &gapkit_mesh {
                x: x.as_flattened().as_ptr(),
                node_count: x.len(),
                connectivity: numbers.as_ptr().cast(),
                element_count: block.tets().len(),
                index_type: GAPKIT_INT64,
                ..mesh()
            },
        )
    });
    let wide = BodyOptions::default().with_margin(0.3).expect("a margin");
    let mut rust = rust_scene(wide);
    // SAFETY: a handle that lives.
    must(unsafe { gapkit_scene_set_margin(scene, bodies[0], bodies[1], 0.3) });
    for (body, first, count) in [(0, 0, lower.nodes().len()), (1, first, upper.nodes().len())] {
        let mut gaps = vec![f64::NAN; x.len()];
        // SAFETY: the array is as long as it is said to be.
        must(unsafe { gapkit_scene_node_gaps(scene, bodies[body], gaps.as_mut_ptr(), gaps.len()) });
        let wanted = rust.node_gaps(body as u32).expect("a mesh");
        assert!(wanted.iter().any(|gap| gap.is_finite()));
        assert_eq!(gaps[first..first + count], wanted);
        let others = gaps.iter().enumerate().filter(|(i, _)| !(first..first + count).contains(i));
        assert!(others.map(|(_, gap)| *gap).all(|gap| gap == f64::INFINITY));
    }
    let mut gaps = vec![f64::NAN; 3];
    // SAFETY: nothing is written.
    let status = unsafe { gapkit_scene_node_gaps(scene, bodies[0], gaps.as_mut_ptr(), 3) };
    assert_eq!(status, GAPKIT_BAD_ARGUMENT);
    assert!(last_error().contains("`count` is 3") && gaps.iter().all(|gap| gap.is_nan()));
    // SAFETY: a handle that lives.
    must(unsafe { gapkit_scene_free(scene) });
}
