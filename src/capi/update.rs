//! The contacts of the last detection at other positions.

use super::callback;
use super::pointer::slice_mut;
use super::scene::{HostedScene, gapkit_scene, with_scene};
use super::sized::{self, Growing};
use super::status::{Failure, GAPKIT_BAD_ARGUMENT, gapkit_status};
use crate::scene::{Change, Update};

/// How a contact changed since the last detection: one of GAPKIT_CHANGE_...
pub type gapkit_change = i32;

/// It was open and is, or was closed and is.
pub const GAPKIT_CHANGE_NONE: gapkit_change = 0;
/// Its gap was at most 0, and is positive.
pub const GAPKIT_CHANGE_OPENED: gapkit_change = 1;
/// Its gap was positive, and is at most 0.
pub const GAPKIT_CHANGE_CLOSED: gapkit_change = 2;
/// A detection would not find it any more. The points of the bodies that were in contact are
/// followed along the normal as it was; areas in common are 0.
pub const GAPKIT_CHANGE_LOST: gapkit_change = 3;

/// How many contacts changed since the last detection.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct gapkit_update {
    /// sizeof(gapkit_update)
    pub size: usize,
    /// Those that opened.
    pub opened: u64,
    /// Those that closed.
    pub closed: u64,
    /// Those that a detection would not find any more.
    pub lost: u64,
    /// Those that a detection would find, and that are not among the contacts.
    pub gained: u64,
}

// SAFETY: `repr(C)` with plain numbers, the size first.
unsafe impl Growing for gapkit_update {
    const NAME: &'static str = "update";
    const FIRST: usize = size_of::<Self>();

    fn preset() -> Self {
        Self { size: size_of::<Self>(), ..Self::default() }
    }
}

impl From<Update> for gapkit_update {
    fn from(update: Update) -> Self {
        let Update { opened, closed, lost, gained } = update;
        let [opened, closed, lost, gained] = [opened, closed, lost, gained].map(|n| n as u64);
        Self { opened, closed, lost, gained, ..Self::preset() }
    }
}

/// Evaluates the contacts of the last detection at the present positions: none comes, none goes,
/// and their order, ids, ages and values stay. Each that a detection would find has the gap,
/// normal, points, weights and area that this would give it; for the others see
/// GAPKIT_CHANGE_LOST. So Newton's method has the same contacts in each iteration: detect, then
/// solve with updates, then detect again. What `gapkit_scene_contacts` handed out before is no
/// longer valid. `size` is sizeof(gapkit_update) of the caller's header. If it fails, the contacts
/// stay as they were.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_scene_update(
    scene: *mut gapkit_scene,
    update: *mut gapkit_update,
    size: usize,
) -> gapkit_status {
    with_scene(scene, |hosted| {
        // Before the search, so that a call that fails changes nothing.
        sized::check_target(update, size)?;
        hosted.check_threads()?;
        hosted.check_room()?;
        let HostedScene { scene, callbacks, .. } = &mut *hosted;
        let before = callback::violations(callbacks);
        let done = scene.update_if(|| callback::check(callbacks, before))?;
        hosted.show();
        // SAFETY: the caller's memory, as the header asks.
        unsafe { sized::write(update, size, &done.into()) }
    })
}

/// Tells how each contact changed since the last detection, as of the last `gapkit_scene_update`;
/// after a detection none has. `count` is the number of contacts.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_scene_changes(
    scene: *const gapkit_scene,
    changes: *mut gapkit_change,
    count: usize,
) -> gapkit_status {
    with_scene(scene, |hosted| {
        let contacts = hosted.contacts.list().contacts().len();
        if count != contacts {
            let text = format!("`count` is {count}; there are {contacts} contacts");
            return Err(Failure::new(GAPKIT_BAD_ARGUMENT, text));
        }
        // SAFETY: the caller's memory, as the header asks.
        let target = unsafe { slice_mut("changes", changes, count) }?;
        target.fill(GAPKIT_CHANGE_NONE);
        for (place, change) in target.iter_mut().zip(hosted.scene.changes()) {
            *place = match change {
                Change::None => GAPKIT_CHANGE_NONE,
                Change::Opened => GAPKIT_CHANGE_OPENED,
                Change::Closed => GAPKIT_CHANGE_CLOSED,
                Change::Lost => GAPKIT_CHANGE_LOST,
            };
        }
        Ok(())
    })
}
