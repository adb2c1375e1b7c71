//! What is carried from one detection to the next: values of the host, and states to go back to.

use super::handle::{Kind, Table};
use super::pointer::{Out, slice, slice_mut};
use super::scene::{HostedScene, gapkit_scene, with_scene};
use super::status::{Failure, GAPKIT_BAD_ARGUMENT, GAPKIT_BUFFER_TOO_SMALL, gapkit_status, guard};
use crate::scene::State;

/// The contacts of a scene, their ages and values at some time. Made by `gapkit_scene_save` and
/// freed with `gapkit_state_free`. It does not change: any threads may use it at once.
pub struct gapkit_state {
    _private: [u8; 0],
}

pub(super) static STATES: Table<State> = Table::new(Kind::State);

impl HostedScene {
    /// Checks that there is one value for each contact and slot.
    fn check_values(&self, count: usize) -> Result<(), Failure> {
        let (contacts, each) = (self.contacts.list().contacts().len(), self.history);
        if count == contacts * each {
            return Ok(());
        }
        let text =
            format!("`count` is {count}; there are {contacts} contacts with {each} values each");
        Err(Failure::new(GAPKIT_BAD_ARGUMENT, text))
    }
}

/// Copies the values of the host for all contacts: `history` of the scene's settings for each, one
/// contact after the other, in the order of `gapkit_scene_contacts`. A new contact has zeros.
/// `count` is the number of values, contacts times `history`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_scene_get_values(
    scene: *const gapkit_scene,
    values: *mut f64,
    count: usize,
) -> gapkit_status {
    with_scene(scene, |hosted| {
        hosted.check_values(count)?;
        // SAFETY: the caller's memory, as the header asks.
        let target = unsafe { slice_mut("values", values, count) }?;
        for (contact, target) in target.chunks_exact_mut(hosted.history.max(1)).enumerate() {
            target.copy_from_slice(hosted.scene.values(contact));
        }
        Ok(())
    })
}

/// Sets the values of the host for all contacts, which stay with them while they last. Layout and
/// `count` as for `gapkit_scene_get_values`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_scene_set_values(
    scene: *mut gapkit_scene,
    values: *const f64,
    count: usize,
) -> gapkit_status {
    with_scene(scene, |hosted| {
        hosted.check_values(count)?;
        // SAFETY: the caller's array, as the header asks.
        let values = unsafe { slice("values", values, count) }?;
        for (contact, values) in values.chunks_exact(hosted.history.max(1)).enumerate() {
            hosted.scene.values_mut(contact).copy_from_slice(values);
        }
        Ok(())
    })
}

/// Keeps the contacts, ages and values, and what `gapkit_scene_forces` carries to the next step, to go
/// back to; to be freed with `gapkit_state_free`. Positions are the host's and are not kept.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_scene_save(
    scene: *const gapkit_scene,
    state: *mut *mut gapkit_state,
) -> gapkit_status {
    with_scene(scene, |hosted| {
        // SAFETY: the caller's pointer, as the header asks.
        let out = unsafe { Out::new("state", state) }?;
        let state = hosted.scene.save().with_attachment(hosted.forces.save());
        out.set(STATES.insert(state)?);
        Ok(())
    })
}

/// Goes back to a state of the same scene, or of one that was made alike: with the same resolution
/// and history and the same bodies in the same order, except that bodies may have been added since.
/// A detection at the same positions then gives the same answer again. What `gapkit_scene_contacts`
/// handed out before is no longer valid. The state of another scene is GAPKIT_FOREIGN_STATE, and
/// nothing has changed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_scene_restore(
    scene: *mut gapkit_scene,
    state: *const gapkit_state,
) -> gapkit_status {
    with_scene(scene, |hosted| {
        let state = STATES.get(state)?;
        let forces = hosted.forces.read(&hosted.scene, state.attachment())?;
        hosted.scene.restore(&state).map_err(|error| Failure::about("state", &error))?;
        hosted.forces.restore(&hosted.scene, forces)?;
        hosted.show();
        Ok(())
    })
}

/// Writes a state as bytes, for a file from which another process goes on: the same bytes on every
/// machine, with a version and a checksum. `capacity` is the length of `bytes`, `size` becomes
/// their number. With `bytes` NULL and capacity 0 only `size` is set. Too small a capacity is
/// GAPKIT_BUFFER_TOO_SMALL, and nothing is written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_state_write(
    state: *const gapkit_state,
    bytes: *mut u8,
    capacity: usize,
    size: *mut usize,
) -> gapkit_status {
    guard(|| {
        let state = STATES.get(state)?;
        // SAFETY: the caller's pointer, as the header asks.
        let out = unsafe { Out::new("size", size) }?;
        let needed = state.byte_count();
        if !(bytes.is_null() && capacity == 0) {
            if capacity < needed {
                let text = format!("`capacity` is {capacity}; the state has {needed} bytes");
                return Err(Failure::new(GAPKIT_BUFFER_TOO_SMALL, text));
            }
            // SAFETY: the caller's memory, as the header asks.
            let target = unsafe { slice_mut("bytes", bytes, needed) }?;
            target.copy_from_slice(&state.to_bytes());
        }
        out.set(needed);
        Ok(())
    })
}

/// The state that was written as these `size` bytes; to be freed with `gapkit_state_free`. Bytes
/// that are cut, changed in any bit or of another version are GAPKIT_DAMAGED_STATE. Whether the
/// state fits a scene shows when it is restored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_state_read(
    bytes: *const u8,
    size: usize,
    state: *mut *mut gapkit_state,
) -> gapkit_status {
    guard(|| {
        // SAFETY: the caller's pointer, as the header asks.
        let out = unsafe { Out::new("state", state) }?;
        // SAFETY: the caller's array, as the header asks.
        let bytes = unsafe { slice("bytes", bytes, size) }?;
        let state = State::from_bytes(bytes).map_err(|error| Failure::about("bytes", &error))?;
        out.set(STATES.insert(state)?);
        Ok(())
    })
}

/// Frees a state; NULL is fine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_state_free(state: *mut gapkit_state) -> gapkit_status {
    guard(|| STATES.remove(state))
}
