//! Fields without a meaning must be 0, so that they can get one.

use std::ptr::null;

use gapkit::capi::*;

use super::host::{blocks, described, last_error, must, new_scene};

/// A struct as the function that ends with `_default` sets it.
fn preset<T>(set: unsafe extern "C" fn(*mut T, usize) -> gapkit_status) -> T {
    let mut value = std::mem::MaybeUninit::uninit();
    // SAFETY: all of it is set.
    unsafe {
        must(set(value.as_mut_ptr(), size_of::<T>()));
        value.assume_init()
    }
}

#[test]
fn a_body_with_a_reserved_field_that_is_set_is_refused() {
    let (scene, block) = (new_scene(0.05), &blocks()[0]);
    for reserved in [1, -1, i32::MAX, 0] {
        let options = gapkit_body_options { reserved, ..preset(gapkit_body_options_default) };
        let (mut body, mut count) = (42, 42);
        // SAFETY: all pointers are to what the functions ask for.
        let status = unsafe {
            let status = gapkit_scene_add_mesh(scene, &described(block), &options, &mut body);
            must(gapkit_scene_body_count(scene, &mut count));
            status
        };
        if reserved == 0 {
            assert_eq!((status, body, count), (GAPKIT_OK, 0, 1));
        } else {
            assert_eq!((status, body, count), (GAPKIT_BAD_ARGUMENT, 42, 0));
            let text = format!("`reserved` of `options` is {reserved}; it must be 0");
            assert_eq!(last_error(), text);
        }
    }
    // SAFETY: a handle that lives.
    must(unsafe { gapkit_scene_free(scene) });
}

#[test]
fn a_query_is_verified_where_its_flag_says_so() {
    let tet = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];
    let tip = [0.0, 0.0, 3.0];
    let distance = |query: *const gapkit_query| {
        let mut answer = gapkit_answer { distance: -7.0, ..gapkit_answer::default() };
        // SAFETY: all pointers are to what the function asks for.
        let status =
            unsafe { gapkit_distance(tet.as_ptr(), 4, tip.as_ptr(), 1, query, &mut answer) };
        (status, answer.distance)
    };
    let good = preset(gapkit_query_default);
    assert_eq!(distance(null()), (GAPKIT_OK, 2.0));
    assert_eq!(distance(&good), (GAPKIT_OK, 2.0));
    assert_eq!(distance(&gapkit_query { verify: 1, ..good }), (GAPKIT_OK, 2.0));
    assert_eq!(distance(&gapkit_query { verify: 2, ..good }), (GAPKIT_BAD_ARGUMENT, -7.0));
    assert_eq!(last_error(), "`verify` is 2; it must be 0 or 1");
}
