//! Files for ParaView, written through the C interface.

use std::ffi::CString;

use gapkit::capi::*;
use gapkit::mesh;

use super::host::{add, blocks, contacts, described, last_error, must, new_scene};

fn write(scene: *mut gapkit_scene, path: &str) -> gapkit_status {
    let path = CString::new(path).expect("no zero");
    // SAFETY: a text that ends with a zero.
    unsafe { gapkit_scene_write_vtk(scene, path.as_ptr()) }
}

#[test]
fn bodies_are_written_where_they_are_and_contacts_beside_them() {
    let (scene, folder) = (new_scene(0.05), env!("CARGO_TARGET_TMPDIR"));
    let blocks = blocks();
    blocks.iter().for_each(|block| {
        add(scene, &described(block));
    });
    let pose = gapkit_pose { translation: [0.0, 0.0, 0.01], rotation: [0.0, 0.0, 0.0, 1.0] };
    // SAFETY: a pose that lives.
    must(unsafe { gapkit_scene_set_pose(scene, 1, &pose) });
    assert!(!contacts(scene).is_empty());

    let [bodies, points] = ["vtu", "vtp"].map(|end| format!("{folder}/capi.{end}"));
    must(write(scene, &bodies));
    must(write(scene, &points));
    let read = mesh::read(&bodies).expect("a mesh").elements;
    let counts = blocks.each_ref().map(|block| (block.nodes().len(), block.tets().len()));
    assert_eq!(read.nodes.len(), counts[0].0 + counts[1].0);
    assert_eq!(read.kinds.len(), counts[0].1 + counts[1].1);
    assert_eq!(read.nodes[counts[0].0][2], 0.29 + 0.01);
    let text = String::from_utf8_lossy(&std::fs::read(&points).expect("a file")).into_owned();
    assert!(text.contains("\"normal\"") && text.contains("\"element_a\""));

    assert_eq!(write(scene, "capi.txt"), GAPKIT_BAD_ARGUMENT);
    assert_eq!(last_error(), "`path` is capi.txt; it must end with .vtp or .vtu");
    assert_eq!(write(scene, &format!("{folder}/no/such/folder/a.vtu")), GAPKIT_IO);
    // SAFETY: a handle that lives.
    must(unsafe { gapkit_scene_free(scene) });
}
