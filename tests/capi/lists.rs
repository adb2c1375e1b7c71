//! What a host keeps of a scene, and what it is told of bodies and structs.

use std::ffi::CString;

use gapkit::capi::*;
use gapkit::mesh::Elements;

use super::common::file;
use super::host::{add, blocks, contacts, described, last_error, must, new_scene};
use super::parse::{layout, structs};

/// The size that hosts of today pass.
const CONTACT: usize = size_of::<gapkit_contact>();

fn keep(scene: *mut gapkit_scene) -> *mut gapkit_contact_list {
    let mut list = std::ptr::null_mut();
    // SAFETY: a plain output.
    must(unsafe { gapkit_scene_keep_contacts(scene, &mut list) });
    list
}

fn view<'a>(list: *const gapkit_contact_list) -> &'a [gapkit_contact] {
    let (mut contacts, mut count) = (std::ptr::null(), 0);
    // SAFETY: what is lent lasts until the list is freed.
    unsafe {
        must(gapkit_contact_list_view(list, &mut contacts, &mut count, CONTACT));
        if count == 0 { &[] } else { std::slice::from_raw_parts(contacts, count) }
    }
}

#[test]
fn contacts_that_are_kept_outlive_detections_and_the_scene_without_being_copied() {
    let (blocks, scene) = (blocks(), new_scene(0.05));
    blocks.iter().for_each(|block| {
        add(scene, &described(block));
    });
    let first = contacts(scene);
    let mut lent = std::ptr::null();
    let mut count = 0;
    // SAFETY: plain outputs.
    must(unsafe { gapkit_scene_contacts(scene, &mut lent, &mut count, CONTACT) });
    let kept = keep(scene);
    assert_eq!(view(kept).as_ptr(), lent);
    let mut lists = vec![];
    for _ in 0..3 {
        assert_eq!(contacts(scene)[0].age, first[0].age + 1 + lists.len() as u32);
        lists.push(keep(scene));
    }
    assert_eq!(view(kept), first);
    let ages: Vec<u32> = lists.iter().map(|&list| view(list)[0].age).collect();
    assert_eq!(ages, [1, 2, 3]);
    // SAFETY: handles that live.
    must(unsafe { gapkit_scene_free(scene) });
    assert_eq!(view(kept), first);
    lists.push(kept);
    for list in lists {
        // SAFETY: handles that live, and then do not.
        unsafe {
            must(gapkit_contact_list_free(list));
            assert_eq!(gapkit_contact_list_free(list), GAPKIT_BAD_HANDLE);
        }
    }
}

#[test]
fn a_host_that_lets_go_of_lists_in_time_costs_no_memory() {
    let (blocks, scene) = (blocks(), new_scene(0.05));
    blocks.iter().for_each(|block| {
        add(scene, &described(block));
    });
    contacts(scene);
    let mut last = keep(scene);
    let mut places = std::collections::BTreeSet::new();
    for _ in 0..10 {
        contacts(scene);
        let next = keep(scene);
        places.insert(view(next).as_ptr());
        // SAFETY: a handle that lives.
        must(unsafe { gapkit_contact_list_free(last) });
        last = next;
    }
    assert_eq!(places.len(), 2);
    // SAFETY: handles that live.
    unsafe {
        must(gapkit_contact_list_free(last));
        must(gapkit_scene_free(scene));
    }
}

#[test]
fn a_body_tells_its_tetrahedra_and_facets_by_the_numbers_of_the_host() {
    let (block, scene) = (&blocks()[0], new_scene(0.05));
    let moved: Vec<u32> = block.tets().as_flattened().iter().map(|node| node + 1).collect();
    let numbers: Vec<i64> = (0..block.tets().len() as i64).map(|i| 1000 + i).collect();
    let description = gapkit_mesh {
        connectivity: moved.as_ptr().cast(),
        element_numbers: numbers.as_ptr(),
        index_base: 1,
        ..described(block)
    };
    let body = add(scene, &description);
    let (mut facets, mut pieces, mut count) = (0, 0, 0);
    let (null, none) = (std::ptr::null_mut, std::ptr::null_mut::<i64>());
    // SAFETY: arrays that are as long as is said.
    unsafe {
        must(gapkit_scene_body_size(scene, body, null(), &mut facets, &mut pieces));
        must(gapkit_scene_tets(scene, body, none, none, std::ptr::null_mut(), 0, &mut count));
        assert_eq!(count, block.tets().len());
        let (mut tets, mut owners) = (vec![[0_i64; 4]; count], vec![0; count]);
        let mut piece = vec![u32::MAX; count];
        let nodes = tets.as_mut_ptr().cast();
        let elements = owners.as_mut_ptr();
        must(gapkit_scene_tets(
            scene,
            body,
            nodes,
            elements,
            piece.as_mut_ptr(),
            count,
            &mut count,
        ));
        assert!(tets.as_flattened().iter().zip(&moved).all(|(a, b)| *a == i64::from(*b)));
        assert_eq!(owners, numbers);
        assert_eq!(piece.iter().max().map(|last| *last as usize + 1), Some(pieces));
        let mut triangles = vec![[0_i64; 3]; facets];
        let nodes = triangles.as_mut_ptr().cast();
        must(gapkit_scene_facets(scene, body, nodes, none, facets));
        // The surface is closed: each edge is there once in each sense.
        let edges = |[a, b, c]: &[i64; 3]| [[*a, *b], [*b, *c], [*c, *a]];
        let all: std::collections::BTreeSet<_> = triangles.iter().flat_map(edges).collect();
        assert_eq!(all.len(), 3 * facets);
        assert!(all.iter().all(|[a, b]| all.contains(&[*b, *a])));
        let status = gapkit_scene_facets(scene, body, nodes, none, facets - 1);
        assert_eq!(status, GAPKIT_BUFFER_TOO_SMALL);
        assert!(last_error().contains(&format!("there are {facets} facets")));
        must(gapkit_scene_free(scene));
    }
}

#[test]
fn a_file_is_read_as_rust_reads_it() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/bunny_coarse.vtu");
    let text = CString::new(path).expect("no zero");
    let (mut read, mut view) = (std::ptr::null_mut(), super::host::mesh());
    let (mut numbers, mut count) = (std::ptr::null(), 0);
    let rust: Elements = gapkit::mesh::read(path).expect("a mesh").elements;
    // SAFETY: plain outputs, and arrays that are as long as is said.
    unsafe {
        must(gapkit_file_read(text.as_ptr(), &mut read));
        must(gapkit_file_mesh(read, &mut view, size_of::<gapkit_mesh>()));
        must(gapkit_file_node_numbers(read, &mut numbers, &mut count));
        assert_eq!((view.node_count, count), (rust.nodes.len(), rust.nodes.len()));
        let x = std::slice::from_raw_parts(view.x.cast::<[f64; 3]>(), count);
        assert_eq!(x, rust.nodes);
        let nodes = view.connectivity.cast::<u32>();
        let nodes = std::slice::from_raw_parts(nodes, view.connectivity_count);
        assert_eq!(nodes, rust.connectivity);
        let numbers = std::slice::from_raw_parts(numbers, count);
        assert!(numbers.iter().enumerate().all(|(i, number)| {
            *number as u64 == rust.node_numbers.get(i).copied().unwrap_or(i as u64)
        }));
        // What is lent can be added as it is.
        let scene = new_scene(0.01);
        add(scene, &view);
        must(gapkit_file_free(read));
        assert_eq!(gapkit_file_mesh(read, &mut view, size_of::<gapkit_mesh>()), GAPKIT_BAD_HANDLE);
        must(gapkit_scene_free(scene));
    }
}

#[test]
fn files_that_are_missing_or_wrong_are_told_apart() {
    let mut file = std::ptr::null_mut();
    let mut read = |path: &str| {
        let text = CString::new(path).expect("no zero");
        // SAFETY: plain outputs.
        unsafe { gapkit_file_read(text.as_ptr(), &mut file) }
    };
    assert_eq!(read("no/such/file.vtu"), GAPKIT_IO);
    assert!(last_error().contains("no/such/file.vtu"), "{}", last_error());
    assert_eq!(read(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")), GAPKIT_BAD_MESH);
    assert!(last_error().contains("Cargo.toml"), "{}", last_error());
}

#[test]
fn the_library_tells_the_size_of_every_struct() {
    for found in structs(&file("include/gapkit.h")) {
        let (name, mut size) = (CString::new(found.name.clone()).expect("no zero"), 0);
        // SAFETY: a text that ends with a zero, and a plain output.
        must(unsafe { gapkit_struct_size(name.as_ptr(), &mut size) });
        assert_eq!(size, layout(&found.fields).1, "{}", found.name);
    }
    let mut size = 7;
    // SAFETY: as before.
    let status = unsafe { gapkit_struct_size(c"gapkit_nothing".as_ptr(), &mut size) };
    assert_eq!((status, size), (GAPKIT_BAD_ARGUMENT, 7));
    assert_eq!(last_error(), "there is no struct gapkit_nothing");
}
