//! What is carried from one detection to the next: values of the host, and states to go back to.

use super::handle::{Kind, Table};
use super::pointer::{Out, slice, slice_mut};
use super::scene::{Stage, gapkit_scene, with_scene};
use super::status::{Failure, GAPKIT_BAD_ARGUMENT, gapkit_status, guard};
use crate::scene::State;

/// The contacts of a scene, their ages and values at some time. Made by `gapkit_scene_save` and freed with
/// `gapkit_state_free`. It does not change: any threads may use it at once.
pub struct gapkit_state {
    _private: [u8; 0],
}

pub(super) static STATES: Table<State> = Table::new(Kind::State);

impl Stage {
    /// Checks that there is one value for each contact and slot.
    fn check_values(&self, count: usize) -> Result<(), Failure> {
        let (contacts, each) = (self.contacts.len(), self.history);
        if count == contacts * each {
            return Ok(());
        }
        let text =
            format!("`count` is {count}; there are {contacts} contacts with {each} values each");
        Err(Failure::new(GAPKIT_BAD_ARGUMENT, text))
    }
}

/// Copies the values of the host for all contacts: `history` of the scene's settings for each, one contact after the
/// other, in the order of `gapkit_scene_contacts`. A new contact has zeros. `count` is the number of values, contacts
/// times `history`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_scene_get_values(
    scene: *const gapkit_scene,
    values: *mut f64,
    count: usize,
) -> gapkit_status {
    with_scene(scene, |stage| {
        stage.check_values(count)?;
        // SAFETY: the caller's room, as the header asks.
        let room = unsafe { slice_mut("values", values, count) }?;
        for (contact, room) in room.chunks_exact_mut(stage.history.max(1)).enumerate() {
            room.copy_from_slice(stage.scene.values(contact));
        }
        Ok(())
    })
}

/// Sets the values of the host for all contacts, which stay with them while they last. Layout and `count` as for
/// `gapkit_scene_get_values`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_scene_set_values(
    scene: *mut gapkit_scene,
    values: *const f64,
    count: usize,
) -> gapkit_status {
    with_scene(scene, |stage| {
        stage.check_values(count)?;
        // SAFETY: the caller's array, as the header asks.
        let values = unsafe { slice("values", values, count) }?;
        for (contact, values) in values.chunks_exact(stage.history.max(1)).enumerate() {
            stage.scene.values_mut(contact).copy_from_slice(values);
        }
        Ok(())
    })
}

/// Keeps the contacts, ages and values, to go back to; to be freed with `gapkit_state_free`. Positions are the host's
/// and are not kept.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_scene_save(
    scene: *const gapkit_scene,
    state: *mut *mut gapkit_state,
) -> gapkit_status {
    with_scene(scene, |stage| {
        // SAFETY: the caller's pointer, as the header asks.
        let out = unsafe { Out::new("state", state) }?;
        out.set(STATES.insert(stage.scene.save())?);
        Ok(())
    })
}

/// Goes back to a state of the same scene, or of one that was made alike: with the same resolution
/// and history and the same bodies in the same order, except that bodies may have been added since.
/// A detection at the same positions then gives the same answer again. What `gapkit_scene_contacts`
/// handed out before is no longer valid. The state of another scene is GAPKIT_BAD_ARGUMENT, and
/// nothing has changed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_scene_restore(
    scene: *mut gapkit_scene,
    state: *const gapkit_state,
) -> gapkit_status {
    with_scene(scene, |stage| {
        let state = STATES.get(state)?;
        stage.scene.restore(&state).map_err(|error| Failure::about("state", &error))?;
        stage.show();
        Ok(())
    })
}

/// Frees a state; NULL is fine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_state_free(state: *mut gapkit_state) -> gapkit_status {
    guard(|| STATES.remove(state))
}
