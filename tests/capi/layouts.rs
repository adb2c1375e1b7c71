//! Coordinates and numbers in every layout that hosts have give the same contacts.

use std::ffi::c_void;

use gapkit::capi::*;
use gapkit::mesh::TetMesh;
use gapkit::scene;

use super::host::{
    add, blocks, contacts, described, hash, last_error, mesh, must, new_scene, reference,
};

/// The nodes of both blocks in one array, with some in between that belong to nothing, and the
/// place of each block.
struct Code {
    x: Vec<[f64; 3]>,
    first: [usize; 2],
    blocks: [TetMesh; 2],
}

impl Code {
    fn new() -> Self {
        let blocks = blocks();
        let mut x = vec![[9.0; 3]; 5];
        let first = [0, 1].map(|i| {
            let first = x.len();
            x.extend_from_slice(blocks[i].nodes());
            x.push([7.0; 3]);
            first
        });
        Self { x, first, blocks }
    }

    /// The connectivity of a block in the numbers of the code, counted from a base.
    fn numbers(&self, block: usize, base: i64) -> Vec<i64> {
        let number = |node: &u32| i64::from(*node) + self.first[block] as i64 + base;
        self.blocks[block].tets().as_flattened().iter().map(number).collect()
    }
}

/// Adds both blocks of a code as a host would that counts from a base, moves them away and back,
/// and detects.
fn seen(
    code: &Code,
    base: i32,
    axes: [*const f64; 3],
    stride: usize,
    long: bool,
) -> Vec<gapkit_contact> {
    let scene = new_scene(0.05);
    let bodies = [0, 1].map(|block| {
        let numbers = code.numbers(block, base.into());
        let short: Vec<i32> = numbers.iter().map(|&n| n as i32).collect();
        let connectivity: *const c_void =
            if long { numbers.as_ptr().cast() } else { short.as_ptr().cast() };
        let mesh = gapkit_mesh {
            x: axes[0],
            y: axes[1],
            z: axes[2],
            stride,
            node_count: code.x.len(),
            connectivity,
            element_count: code.blocks[block].tets().len(),
            index_type: if long { GAPKIT_INT64 } else { GAPKIT_INT32 },
            index_base: base,
            ..mesh()
        };
        add(scene, &mesh)
    });
    let away: Vec<f64> = (0..3 * code.x.len()).map(|i| i as f64).collect();
    let null = std::ptr::null();
    // SAFETY: the arrays are as long as they are said to be.
    unsafe {
        let count = code.x.len();
        must(gapkit_scene_set_positions(scene, bodies[1], away.as_ptr(), null, null, 3, count));
        for body in bodies {
            must(gapkit_scene_set_positions(scene, body, axes[0], axes[1], axes[2], stride, count));
        }
    }
    let list = contacts(scene);
    assert_eq!(hash(scene), scene::hash(reference().contacts()));
    // SAFETY: a handle that lives.
    must(unsafe { gapkit_scene_free(scene) });
    list
}

#[test]
fn every_layout_gives_the_same_contacts_in_the_numbers_of_the_host() {
    let code = Code::new();
    let null = std::ptr::null();
    let together = code.x.as_flattened();
    let apart = [0, 1, 2].map(|k| code.x.iter().map(|p| p[k]).collect::<Vec<f64>>());
    // With a fourth number after each point, as hosts have that align them.
    let padded: Vec<f64> = code.x.iter().flat_map(|&[x, y, z]| [x, y, z, 1e300]).collect();
    let layouts = [
        ([together.as_ptr(), null, null], 3),
        ([apart[0].as_ptr(), apart[1].as_ptr(), apart[2].as_ptr()], 1),
        ([padded.as_ptr(), null, null], 4),
    ];
    for (axes, stride) in layouts {
        for base in [0, 1] {
            for long in [false, true] {
                let list = seen(&code, base, axes, stride, long);
                let rust = reference();
                for (ours, theirs) in list.iter().zip(rust.contacts()) {
                    let node = |side: usize| {
                        let first = code.first[side] as i64 + i64::from(base);
                        i64::from(theirs.sides[side].nodes()[0]) + first
                    };
                    assert_eq!([ours.node_a[0], ours.node_b[0]], [node(0), node(1)]);
                    let element = theirs.sides[0].element.map_or(-1, i64::from);
                    assert_eq!(ours.element_a, element + i64::from(base));
                }
            }
        }
    }
}

/// Elements with a material behind their nodes, of one type and of several.
#[test]
fn what_is_between_elements_is_passed_over() {
    let [lower, _] = blocks();
    let packed = lower.tets();
    let spread: Vec<[i32; 7]> = packed
        .iter()
        .map(|t| [t[0], t[1], t[2], t[3], 0, 77, u32::MAX].map(|n| n as i32))
        .collect();
    let x = lower.nodes().as_flattened();
    let of = |connectivity: *const c_void, stride: usize, count: usize| gapkit_mesh {
        x: x.as_ptr(),
        node_count: lower.nodes().len(),
        connectivity,
        connectivity_count: count,
        element_count: packed.len(),
        connectivity_stride: stride,
        ..mesh()
    };
    let list = |mesh: &gapkit_mesh| {
        let scene = new_scene(0.05);
        add(scene, mesh);
        let (point, normal, mut plane) = ([0.0, 0.0, -0.01], [0.0, 0.0, 1.0], 0);
        // SAFETY: all pointers are to what the function asks for.
        must(unsafe {
            let (point, normal) = (point.as_ptr(), normal.as_ptr());
            gapkit_scene_add_plane(scene, point, normal, std::ptr::null(), &mut plane)
        });
        let list = contacts(scene);
        // SAFETY: a handle that lives.
        must(unsafe { gapkit_scene_free(scene) });
        list
    };
    let plain = list(&of(packed.as_ptr().cast(), 0, 0));
    assert!(!plain.is_empty());
    assert_eq!(list(&of(spread.as_ptr().cast(), 7, 0)), plain);
    assert_eq!(list(&of(spread.as_ptr().cast(), 7, 7 * packed.len())), plain);
    assert_eq!(list(&of(packed.as_ptr().cast(), 4, 4 * packed.len())), plain);
    let scene = new_scene(0.05);
    let refused = [
        (of(spread.as_ptr().cast(), 3, 0), "`connectivity_stride` is 3"),
        (of(spread.as_ptr().cast(), 7, 4 * packed.len()), "7 apart"),
        (of(spread.as_ptr().cast(), usize::MAX, 0), "`connectivity_stride`"),
    ];
    for (mesh, words) in refused {
        let mut body = 42;
        // SAFETY: all pointers are to what the function asks for.
        let status = unsafe { gapkit_scene_add_mesh(scene, &mesh, std::ptr::null(), &mut body) };
        assert_eq!((status, body), (GAPKIT_BAD_MESH, 42));
        assert!(last_error().contains(words), "{}", last_error());
    }
    // SAFETY: a handle that lives.
    must(unsafe { gapkit_scene_free(scene) });
}

#[test]
fn elements_of_several_types_are_split_and_keep_their_numbers() {
    // A cube with a pyramid on top that comes within reach of a plane.
    let nodes = [
        [0.0, 0.0, 0.0],
        [1.0, 0.0, 0.0],
        [1.0, 1.0, 0.0],
        [0.0, 1.0, 0.0],
        [0.0, 0.0, 1.0],
        [1.0, 0.0, 1.0],
        [1.0, 1.0, 1.0],
        [0.0, 1.0, 1.0],
        [0.5, 0.5, 2.0],
    ];
    let (numbers, types) = ([0, 1, 2, 3, 4, 5, 6, 7, 4, 5, 6, 7, 8], [12u8, 14]);
    let (names, scene) = ([101i64, 2002], new_scene(0.05));
    let mesh = gapkit_mesh {
        x: nodes.as_flattened().as_ptr(),
        node_count: 9,
        connectivity: (&raw const numbers).cast(),
        connectivity_count: numbers.len(),
        element_count: 2,
        element_types: types.as_ptr(),
        element_numbers: names.as_ptr(),
        ..mesh()
    };
    add(scene, &mesh);
    let (point, normal, mut plane) = ([0.0, 0.0, 2.01], [0.0, 0.0, -1.0], 0);
    // SAFETY: all pointers are to what the function asks for.
    must(unsafe {
        gapkit_scene_add_plane(scene, point.as_ptr(), normal.as_ptr(), std::ptr::null(), &mut plane)
    });
    // Three points on each facet of the pyramid, and its tip.
    let list = contacts(scene);
    assert_eq!(list.len(), 13);
    assert!(list.iter().all(|contact| contact.element_a == 2002));
    let tip = list.iter().find(|contact| contact.kind == GAPKIT_KIND_CORNER).expect("a tip");
    assert_eq!((tip.node_count_a, tip.node_a[0]), (1, 8));
    assert!((tip.gap - 0.01).abs() < 1e-15);
    // SAFETY: a handle that lives.
    must(unsafe { gapkit_scene_free(scene) });
}

#[test]
fn refusals_name_the_culprit_in_the_numbers_of_the_host() {
    let (block, scene) = (&blocks()[0], new_scene(0.05));
    let refused = |mesh: &gapkit_mesh| {
        let mut body = 77;
        // SAFETY: the arrays outlive the call.
        let status = unsafe { gapkit_scene_add_mesh(scene, mesh, std::ptr::null(), &mut body) };
        assert_eq!(body, 77);
        (status, last_error())
    };
    let mut tets: Vec<[u32; 4]> = block.tets().iter().map(|tet| tet.map(|n| n + 1)).collect();
    let good =
        gapkit_mesh { connectivity: tets.as_ptr().cast(), index_base: 1, ..described(block) };
    tets[7][2] = 4000;
    let wrong =
        (GAPKIT_BAD_MESH, "local node 2 of tetrahedron 8 is 4000, but nodes are 1 to 32".into());
    assert_eq!(refused(&good), wrong);
    tets[7] = [1, 3, 2, 17];
    assert!(refused(&good).1.starts_with("tetrahedron 8 "), "{}", last_error());
    let mut nodes = block.nodes().to_vec();
    nodes[4][1] = f64::NAN;
    let (status, text) =
        refused(&gapkit_mesh { x: nodes.as_flattened().as_ptr(), ..described(block) });
    assert_eq!(
        (status, &*text),
        (GAPKIT_BAD_MESH, "coordinate y of node 4 is NaN, not a finite number")
    );

    let body = add(scene, &described(block));
    let x = nodes.as_flattened().as_ptr();
    let null = std::ptr::null();
    // SAFETY: the array is as long as it is said to be.
    let status = unsafe { gapkit_scene_set_positions(scene, body, x, null, null, 3, nodes.len()) };
    let text = "coordinate y of node 4 is NaN; it must be finite and at most 1e50 in magnitude";
    assert_eq!((status, &*last_error()), (GAPKIT_BAD_ARGUMENT, text));
    // SAFETY: as before.
    let status = unsafe { gapkit_scene_set_positions(scene, 9, x, null, null, 3, nodes.len()) };
    assert_eq!((status, &*last_error()), (GAPKIT_NO_BODY, "there is no body 9; the scene has 1"));
    // SAFETY: a handle that lives.
    must(unsafe { gapkit_scene_free(scene) });
}
