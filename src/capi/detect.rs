//! Finding contacts, and handing them out.

use std::ffi::c_void;

use super::callback::{self, User};
use super::contact::gapkit_contact;
use super::list;
use super::memory;
use super::pointer::{Out, check_capacity, present};
use super::scene::{HostedScene, gapkit_scene, with_scene};
use super::status::{Failure, GAPKIT_NULL_POINTER, gapkit_status};
use crate::scene;

impl HostedScene {
    /// Fails if there is no memory for as many contacts again as there are, and for new facets;
    /// asked once, until there are more than it was asked for.
    pub(super) fn check_room(&mut self) -> Result<(), Failure> {
        let found = self.contacts.list().contacts().len();
        if self.new_facets == 0 && 2 * found <= self.room {
            return Ok(());
        }
        memory::check_detection(found, self.new_facets)?;
        self.room = 2 * found + self.new_facets;
        Ok(())
    }

    /// Shows what a detection found, and tells how much that is.
    fn finish_detection(&mut self, count: Option<Out<usize>>) {
        self.new_facets = 0;
        self.show();
        self.log.detected(&self.scene);
        if let Some(count) = count {
            count.set(self.contacts.list().contacts().len());
        }
    }

    /// Updates the contacts that the host sees.
    pub(super) fn show(&mut self) {
        let Self { scene, numbers, contacts, .. } = self;
        contacts.show(scene.contacts().iter().map(|c| gapkit_contact::new(c, numbers)));
    }
}

/// Finds the contacts at the present positions, and tells how many there are (`count` may be NULL).
/// What `gapkit_scene_contacts` handed out before is no longer valid. The call returns when the
/// threads of the scene are done. If it fails, the contacts, their ages and the statistics are
/// those of the detection before, and what was handed out stays valid. Where bodies were added, or
/// contacts have become more than ever, and there is no memory for as many again, it is
/// GAPKIT_NO_MEMORY.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_scene_detect(
    scene: *mut gapkit_scene,
    count: *mut usize,
) -> gapkit_status {
    with_scene(scene, |hosted| {
        // SAFETY: the caller's pointer, as the header asks.
        let out = unsafe { Out::optional("count", count) }?;
        hosted.check_threads()?;
        hosted.check_room()?;
        let HostedScene { scene, callbacks, .. } = &mut *hosted;
        let before = callback::violations(callbacks);
        scene.detect_checked(|| callback::check(callbacks, before))?;
        hosted.finish_detection(out);
        Ok(())
    })
}

/// Tells whether a detection is to end: 0 to go on. It is called again and again while contacts are
/// found, from all threads of the scene at once, and should take no longer than to look at a clock
/// or a flag. It must return in the ordinary way, without exception or longjmp, and must not call
/// the scene. It runs in the default floating-point environment: see the head of this file.
pub type gapkit_stop = Option<unsafe extern "C" fn(user: *mut c_void) -> i32>;

/// As `gapkit_scene_detect`, but ends with GAPKIT_STOPPED soon after `stop` says so: positions that
/// make no sense, as of a step that went wrong, can bring every facet near every other, and take
/// hours. The contacts, their ages and the statistics are those of the detection before then, and
/// what was handed out stays valid. `user` is handed to `stop`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_scene_detect_unless(
    scene: *mut gapkit_scene,
    stop: gapkit_stop,
    user: *mut c_void,
    count: *mut usize,
) -> gapkit_status {
    with_scene(scene, |hosted| {
        // SAFETY: the caller's pointer, as the header asks.
        let out = unsafe { Out::optional("count", count) }?;
        let null = || Failure::new(GAPKIT_NULL_POINTER, "`stop` is NULL");
        let (stop, user) = (stop.ok_or_else(null)?, User(user));
        hosted.check_threads()?;
        hosted.check_room()?;
        let HostedScene { scene, callbacks, .. } = &mut *hosted;
        let before = callback::violations(callbacks);
        let is_enough = || {
            // Taken whole, so that the closure has the promise of `User` and not the bare pointer.
            let User(user) = { user };
            // SAFETY: the host's function with the host's pointer.
            unsafe { stop(user) != 0 }
        };
        scene.detect_unless_if(&is_enough, || callback::check(callbacks, before))?;
        hosted.finish_detection(out);
        Ok(())
    })
}

/// Lends the contacts of the last detection, in the order of bodies and nodes. They belong to the
/// scene, and stay where they are until the next call of `gapkit_scene_detect`,
/// `gapkit_scene_update`, `gapkit_scene_restore` or `gapkit_scene_free`; see
/// `gapkit_scene_keep_contacts` for what lasts longer. Without contacts `contacts` becomes NULL and
/// `count` 0. `size` is sizeof(gapkit_contact) of the caller's header: contacts are lent as structs
/// of that size, so that `contacts[i]` is right in programs that were compiled before the struct
/// grew.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_scene_contacts(
    scene: *const gapkit_scene,
    contacts: *mut *const gapkit_contact,
    count: *mut usize,
    size: usize,
) -> gapkit_status {
    with_scene(scene, |hosted| {
        // SAFETY: the caller's pointers, as the header asks.
        unsafe { hosted.contacts.list().lend(contacts, count, size) }
    })
}

/// Copies the contacts of the last detection. `capacity` is the length of `contacts`, `count`
/// becomes their number. With `contacts` NULL and capacity 0 only `count` is set. Too small a
/// capacity is GAPKIT_BUFFER_TOO_SMALL. `size` is sizeof(gapkit_contact) of the caller's header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_scene_copy_contacts(
    scene: *const gapkit_scene,
    contacts: *mut gapkit_contact,
    capacity: usize,
    count: *mut usize,
    size: usize,
) -> gapkit_status {
    with_scene(scene, |hosted| {
        // SAFETY: the caller's pointer, as the header asks.
        let out = unsafe { Out::new("count", count) }?;
        list::check_size(size)?;
        let list = hosted.contacts.list();
        let found = list.contacts().len();
        if !(contacts.is_null() && capacity == 0) {
            check_capacity(capacity, found, "contacts")?;
            let target = present("contacts", contacts)?;
            // SAFETY: the caller's memory, as the header asks.
            unsafe { list.copy_to(target.as_ptr(), size) };
        }
        out.set(found);
        Ok(())
    })
}

/// Lends the contacts that penetrate at the present positions, deepest first: to be checked before
/// the first step. The scene does not change: neither the contacts of the last detection nor their
/// ages. They belong to the scene, and stay where they are until the next call of this function or
/// `gapkit_scene_free`. `size` is sizeof(gapkit_contact) of the caller's header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_scene_overlaps(
    scene: *mut gapkit_scene,
    contacts: *mut *const gapkit_contact,
    count: *mut usize,
    size: usize,
) -> gapkit_status {
    with_scene(scene, |hosted| {
        // Before the search: a call without outputs is not worth one.
        present("contacts", contacts)?;
        present("count", count)?;
        list::check_size(size)?;
        hosted.check_threads()?;
        hosted.check_room()?;
        let HostedScene { scene, numbers, overlaps, callbacks, .. } = &mut *hosted;
        let before = callback::violations(callbacks);
        let found = scene.overlaps_if(|| callback::check(callbacks, before))?;
        overlaps.fill(found.iter().map(|c| gapkit_contact::new(c, numbers)));
        // SAFETY: the caller's pointers, as the header asks.
        unsafe { hosted.overlaps.lend(contacts, count, size) }
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
