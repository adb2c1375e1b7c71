//! Numbers that are too large come back as a status, with the node by the host's number, and change
//! nothing.

use gapkit::capi::*;
use gapkit::mesh::TetMesh;

use super::host::{add, blocks, contacts, described, last_error, must, new_scene};

/// A mesh as a host describes it that counts from 1.
fn counted_from_one(block: &TetMesh, numbers: &[[u32; 4]], x: &[[f64; 3]]) -> gapkit_mesh {
    let x = x.as_flattened().as_ptr();
    gapkit_mesh { x, connectivity: numbers.as_ptr().cast(), index_base: 1, ..described(block) }
}

#[test]
fn too_large_numbers_are_refused_by_the_node_of_the_host() {
    let blocks = blocks();
    let scene = new_scene(0.05);
    let numbers = blocks.each_ref().map(|block| {
        block.tets().iter().map(|tet| tet.map(|node| node + 1)).collect::<Vec<[u32; 4]>>()
    });
    let bodies =
        [0, 1].map(|i| add(scene, &counted_from_one(&blocks[i], &numbers[i], blocks[i].nodes())));
    let before = contacts(scene).to_vec();
    assert!(!before.is_empty());
    let null = std::ptr::null();
    for large in [1e51, -1e100, 1e154, 1e155, -1e200, 1e300, f64::MAX, f64::INFINITY, f64::NAN] {
        let mut spoilt = blocks[0].nodes().to_vec();
        spoilt[4][1] = large;
        let (x, count) = (spoilt.as_flattened().as_ptr(), spoilt.len());
        // SAFETY: the arrays are as long as they are said to be.
        unsafe {
            let status = gapkit_scene_set_positions(scene, bodies[0], x, null, null, 3, count);
            assert_eq!(status, GAPKIT_BAD_ARGUMENT, "{large:e}");
            assert!(last_error().starts_with("coordinate y of node 5 is "), "{}", last_error());
            for dt in [1.0, 1e-3] {
                let status =
                    gapkit_scene_set_velocities(scene, bodies[0], x, null, null, 3, count, dt);
                // A velocity of 1e51 is none that moves by more than 1e50 in a thousandth.
                let is_good = (large * dt).abs() <= 1e50;
                let wanted = if is_good { GAPKIT_OK } else { GAPKIT_BAD_ARGUMENT };
                assert_eq!(status, wanted, "{large:e}, {dt:e}");
                if !is_good {
                    assert!(last_error().contains(" y of node 5 is "), "{}", last_error());
                }
            }
            must(gapkit_scene_clear_velocities(scene));
            let mut body = 77;
            let mesh = counted_from_one(&blocks[0], &numbers[0], &spoilt);
            let status = gapkit_scene_add_mesh(scene, &mesh, null.cast(), &mut body);
            assert_eq!((status, body), (GAPKIT_BAD_MESH, 77), "{large:e}");
            let point = [0.0, large, 0.0];
            let normal = [0.0, 0.0, 1.0];
            let (p, n) = (point.as_ptr(), normal.as_ptr());
            let status = gapkit_scene_add_plane(scene, p, n, null.cast(), &mut body);
            assert_eq!((status, body), (GAPKIT_BAD_ARGUMENT, 77), "{large:e}");
        }
        let after = contacts(scene);
        assert_eq!(after.len(), before.len(), "{large:e}");
    }
    // SAFETY: a handle that lives.
    must(unsafe { gapkit_scene_free(scene) });
}

/// Powers of ten on all nodes, and those where squares, cubes and sixth powers end: a status, and
/// numbers in every contact.
#[test]
fn magnitudes_of_all_kinds_end_in_a_status() {
    let blocks = blocks();
    let scene = new_scene(0.05);
    let bodies = blocks.each_ref().map(|block| add(scene, &described(block)));
    let null = std::ptr::null();
    let (mut taken, mut refused) = (0, 0);
    let ends = [-163, -162, -108, -81, -54, 49, 50, 51, 77, 102, 103, 153, 154, 155, 307, 308];
    for power in (-320..=308).step_by(9).chain(ends) {
        let scale = 10f64.powi(power / 2) * 10f64.powi(power - power / 2);
        for i in [0, 1] {
            let moved: Vec<[f64; 3]> =
                blocks[i].nodes().iter().map(|x| x.map(|x| x * scale)).collect();
            let (x, count) = (moved.as_flattened().as_ptr(), moved.len());
            // SAFETY: the array is as long as it is said to be.
            let status =
                unsafe { gapkit_scene_set_positions(scene, bodies[i], x, null, null, 3, count) };
            match status {
                GAPKIT_OK => taken += 1,
                GAPKIT_BAD_ARGUMENT => refused += 1,
                other => panic!("1e{power}: status {other}: {}", last_error()),
            }
        }
        let is_number = |contact: &gapkit_contact| {
            let all = contact.point_a.iter().chain(&contact.point_b).chain(&contact.normal);
            all.chain([&contact.gap, &contact.area]).all(|x| x.is_finite())
        };
        assert!(contacts(scene).iter().all(is_number), "1e{power}");
    }
    assert!(taken > 80 && refused > 60, "{taken}, {refused}");
    // SAFETY: a handle that lives.
    must(unsafe { gapkit_scene_free(scene) });
}
