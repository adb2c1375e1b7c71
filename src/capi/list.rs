//! Lists of contacts that outlive the next detection.
//!
//! A scene and the hosts that keep a list share it; a detection writes into a list that nobody
//! keeps, so that a host that lets go of each list before the one after the next costs no
//! allocation.

use std::sync::Arc;

use super::contact::gapkit_contact;
use super::detect::lend;
use super::handle::{Kind, Table};
use super::pointer::Out;
use super::scene::{gapkit_scene, with_scene};
use super::status::{gapkit_status, guard};

/// The contacts of a detection, kept by `gapkit_scene_keep_contacts` and freed with
/// `gapkit_contact_list_free`. It does not change: any threads may use it at once.
pub struct gapkit_contact_list {
    _private: [u8; 0],
}

pub(super) static LISTS: Table<Arc<Vec<gapkit_contact>>> = Table::new(Kind::ContactList);

/// The contacts that a host sees, and the list before them, to be written to again.
#[derive(Debug, Default)]
pub(super) struct Shown {
    now: Arc<Vec<gapkit_contact>>,
    before: Arc<Vec<gapkit_contact>>,
}

impl Shown {
    /// The list that the host sees.
    pub(super) fn list(&self) -> &[gapkit_contact] {
        &self.now
    }

    /// Shows other contacts. Of the two lists, that of now is written to if nobody keeps it.
    pub(super) fn show(&mut self, contacts: impl Iterator<Item = gapkit_contact>) {
        if Arc::get_mut(&mut self.now).is_none() {
            std::mem::swap(&mut self.now, &mut self.before);
        }
        if Arc::get_mut(&mut self.now).is_none() {
            self.now = Arc::default();
        }
        let list = Arc::get_mut(&mut self.now).expect("invariant: nobody else has it");
        list.clear();
        list.extend(contacts);
    }
}

/// Keeps the contacts of the last detection as they are, without copying them; to be freed with
/// `gapkit_contact_list_free`. They outlive later detections and the scene.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_scene_keep_contacts(
    scene: *const gapkit_scene,
    list: *mut *mut gapkit_contact_list,
) -> gapkit_status {
    with_scene(scene, |hosted| {
        // SAFETY: the caller's pointer, as the header asks.
        let out = unsafe { Out::new("list", list) }?;
        out.set(LISTS.insert(Arc::clone(&hosted.contacts.now))?);
        Ok(())
    })
}

/// Lends the contacts of a list, as `gapkit_scene_contacts` does; until the list is freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_contact_list_view(
    list: *const gapkit_contact_list,
    contacts: *mut *const gapkit_contact,
    count: *mut usize,
) -> gapkit_status {
    guard(|| {
        let kept = LISTS.get(list)?;
        // SAFETY: the caller's pointers, as the header asks.
        unsafe { lend(&kept, contacts, count) }
    })
}

/// Frees a list of contacts; NULL is fine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_contact_list_free(list: *mut gapkit_contact_list) -> gapkit_status {
    guard(|| LISTS.remove(list))
}
