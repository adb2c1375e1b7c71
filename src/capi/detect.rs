//! Finding contacts, and handing them out.

use super::callback;
use super::contact::gapkit_contact;
use super::memory::{self, BYTES_PER_FACET};
use super::pointer::{Out, check_capacity, slice_mut};
use super::scene::{HostedScene, gapkit_scene, with_scene};
use super::status::{Failure, gapkit_status};
use crate::scene;

impl HostedScene {
    /// Updates the contacts that the host sees.
    pub(super) fn show(&mut self) {
        let Self { scene, numbers, contacts, .. } = self;
        contacts.show(scene.contacts().iter().map(|c| gapkit_contact::new(c, numbers)));
    }
}

/// Finds the contacts at the present positions, and tells how many there are (`count` may be NULL).
/// What `gapkit_scene_contacts` handed out before is no longer valid. The call returns when the
/// threads of the scene are done. If it fails, the contacts, their ages and the statistics are
/// those of the detection before, and what was handed out stays valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_scene_detect(
    scene: *mut gapkit_scene,
    count: *mut usize,
) -> gapkit_status {
    with_scene(scene, |hosted| {
        // SAFETY: the caller's pointer, as the header asks.
        let out = unsafe { Out::optional("count", count) }?;
        hosted.check_threads()?;
        memory::check(hosted.new_facets.saturating_mul(BYTES_PER_FACET), "a detection")?;
        let HostedScene { scene, callbacks, .. } = &mut *hosted;
        let before = callback::violations(callbacks);
        scene.detect_if(|| callback::check(callbacks, before))?;
        hosted.new_facets = 0;
        hosted.show();
        hosted.log.detected(&hosted.scene);
        if let Some(out) = out {
            out.set(hosted.contacts.list().len());
        }
        Ok(())
    })
}

/// Lends the contacts of the last detection, in the order of bodies and nodes. They belong to the
/// scene, and stay where they are until the next call of `gapkit_scene_detect`,
/// `gapkit_scene_update`, `gapkit_scene_restore` or `gapkit_scene_free`; see
/// `gapkit_scene_keep_contacts` for what lasts longer. Without contacts `contacts` becomes NULL and
/// `count` 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_scene_contacts(
    scene: *const gapkit_scene,
    contacts: *mut *const gapkit_contact,
    count: *mut usize,
) -> gapkit_status {
    with_scene(scene, |hosted| {
        // SAFETY: the caller's pointers, as the header asks.
        unsafe { lend(hosted.contacts.list(), contacts, count) }
    })
}

/// # Safety
/// Pointers that are not NULL must be valid for writing.
pub(super) unsafe fn lend(
    list: &[gapkit_contact],
    contacts: *mut *const gapkit_contact,
    count: *mut usize,
) -> Result<(), Failure> {
    // SAFETY: the caller's promise.
    let (contacts, count) = unsafe { (Out::new("contacts", contacts)?, Out::new("count", count)?) };
    contacts.set(if list.is_empty() { std::ptr::null() } else { list.as_ptr() });
    count.set(list.len());
    Ok(())
}

/// Copies the contacts of the last detection. `capacity` is the length of `contacts`, `count`
/// becomes their number. With `contacts` NULL and capacity 0 only `count` is set. Too small a
/// capacity is GAPKIT_BUFFER_TOO_SMALL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_scene_copy_contacts(
    scene: *const gapkit_scene,
    contacts: *mut gapkit_contact,
    capacity: usize,
    count: *mut usize,
) -> gapkit_status {
    with_scene(scene, |hosted| {
        // SAFETY: the caller's pointer, as the header asks.
        let out = unsafe { Out::new("count", count) }?;
        let list = hosted.contacts.list();
        if !(contacts.is_null() && capacity == 0) {
            check_capacity(capacity, list.len(), "contacts")?;
            // SAFETY: the caller's memory, as the header asks.
            unsafe { slice_mut("contacts", contacts, list.len()) }?.copy_from_slice(list);
        }
        out.set(list.len());
        Ok(())
    })
}

/// Lends the contacts that penetrate at the present positions, deepest first: to be checked before
/// the first step. The scene does not change: neither the contacts of the last detection nor their
/// ages. They belong to the scene, and stay where they are until the next call of this function or
/// `gapkit_scene_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_scene_overlaps(
    scene: *mut gapkit_scene,
    contacts: *mut *const gapkit_contact,
    count: *mut usize,
) -> gapkit_status {
    with_scene(scene, |hosted| {
        // Before the search: a call without outputs is not worth one.
        super::pointer::present("contacts", contacts)?;
        super::pointer::present("count", count)?;
        hosted.check_threads()?;
        let HostedScene { scene, numbers, overlaps, callbacks, .. } = &mut *hosted;
        let before = callback::violations(callbacks);
        let found = scene.overlaps_if(|| callback::check(callbacks, before))?;
        *overlaps = found.iter().map(|c| gapkit_contact::new(c, numbers)).collect();
        // SAFETY: the caller's pointers, as the header asks.
        unsafe { lend(&hosted.overlaps, contacts, count) }
    })
}

/// A hash of all contacts of the last detection, to the last bit: the same in C, Fortran and Rust,
/// for any number of threads and, except at GAPKIT_RESOLUTION_PIECE, for any partition.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_scene_hash(
    scene: *const gapkit_scene,
    hash: *mut u64,
) -> gapkit_status {
    with_scene(scene, |hosted| {
        // SAFETY: the caller's pointer, as the header asks.
        unsafe { Out::new("hash", hash) }?.set(scene::hash(hosted.scene.contacts()));
        Ok(())
    })
}
