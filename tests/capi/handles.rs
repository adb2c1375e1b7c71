//! Handles in large numbers: as many as a host has grains.

use gapkit::capi::*;

use crate::host::must;

const COUNT: usize = 100_000;

fn sphere(radius: f64) -> *mut gapkit_shape {
    let mut shape = std::ptr::null_mut();
    // SAFETY: the pointer is to what the function asks for.
    must(unsafe { gapkit_shape_sphere(radius, &mut shape) });
    shape
}

fn free(shape: *mut gapkit_shape) -> gapkit_status {
    // SAFETY: handles are never followed.
    unsafe { gapkit_shape_free(shape) }
}

#[test]
fn slots_of_freed_handles_are_used_again_but_their_handles_never_are() {
    let mut live: Vec<_> = (0..COUNT).map(|_| sphere(1.0)).collect();
    let (mut stale, mut kept) = (Vec::new(), Vec::new());
    for (i, shape) in live.drain(..).enumerate() {
        if i % 2 == 0 { kept.push(shape) } else { stale.push(shape) }
    }
    stale.iter().for_each(|&shape| must(free(shape)));
    let mut all = stale.clone();
    all.extend(stale.iter().map(|_| sphere(2.0)));
    assert!(stale.iter().all(|&shape| free(shape) == GAPKIT_BAD_HANDLE));
    kept.extend(&all[stale.len()..]);
    all.extend(&kept[..COUNT / 2]);
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), 3 * COUNT / 2);
    assert!(kept.iter().all(|&shape| free(shape) == GAPKIT_OK));
    assert!(all.iter().all(|&shape| free(shape) == GAPKIT_BAD_HANDLE));
}
