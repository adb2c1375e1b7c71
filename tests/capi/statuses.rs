//! What the library refuses has a status that tells why.

use gapkit::capi::*;

use super::host::{add, blocks, described, last_error, must, new_scene};

#[test]
fn statuses_follow_the_kinds_of_errors() {
    let mut config = std::mem::MaybeUninit::uninit();
    let mut none = std::ptr::null_mut();
    // SAFETY: all pointers are to what the functions ask for.
    unsafe {
        must(gapkit_scene_config_default(config.as_mut_ptr(), size_of::<gapkit_scene_config>()));
        let mut config = config.assume_init();
        (config.margin, config.threads) = (0.1, 5000);
        assert_eq!(gapkit_scene_new(&config, &mut none), GAPKIT_NO_THREADS);
        assert!(last_error().contains("5000 threads"), "{}", last_error());
        (config.margin, config.threads) = (f64::NAN, 1);
        assert_eq!(gapkit_scene_new(&config, &mut none), GAPKIT_BAD_ARGUMENT);
    }
    assert!(none.is_null());

    let [block, other] = blocks();
    let (scene, foreign) = (new_scene(0.05), new_scene(0.05));
    add(scene, &described(&block));
    add(foreign, &described(&other));
    add(foreign, &described(&block));
    let mut mesh = described(&block);
    let inverted: Vec<[u32; 4]> = block.tets().iter().map(|&[a, b, c, d]| [b, a, c, d]).collect();
    mesh.connectivity = inverted.as_ptr().cast();
    let (mut body, mut state) = (42, std::ptr::null_mut());
    // SAFETY: as above.
    unsafe {
        let status = gapkit_scene_add_mesh(scene, &mesh, std::ptr::null(), &mut body);
        assert_eq!((status, body), (GAPKIT_BAD_MESH, 42), "{}", last_error());
        must(gapkit_scene_save(foreign, &mut state));
        assert_eq!(gapkit_scene_restore(scene, state), GAPKIT_FOREIGN_STATE);
        must(gapkit_state_free(state));
        must(gapkit_scene_free(foreign));
        must(gapkit_scene_free(scene));
    }
}
