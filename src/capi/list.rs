//! Lists of contacts that outlive the next detection, and that hosts see as the structs of their own
//! header.
//!
//! A scene and the hosts that keep a list share it; a detection writes into a list that nobody
//! keeps, so that a host that lets go of each list before the one after the next costs no
//! allocation.

use std::sync::{Arc, Mutex, PoisonError};

use super::contact::gapkit_contact;
use super::handle::{Kind, Table};
use super::pointer::Out;
use super::scene::{gapkit_scene, with_scene};
use super::sized;
use super::status::{Failure, gapkit_status, guard};

/// The contacts of a detection, kept by `gapkit_scene_keep_contacts` and freed with
/// `gapkit_contact_list_free`. It does not change: any threads may use it at once.
pub struct gapkit_contact_list {
    _private: [u8; 0],
}

pub(super) static LISTS: Table<Arc<ContactList>> = Table::new(Kind::ContactList);

/// The size of the struct when it first came out: programs of then pass it.
const FIRST: usize = std::mem::offset_of!(gapkit_contact, kind);

/// Contacts in one array, and the same for programs that were compiled when the struct was shorter.
#[derive(Debug, Default)]
pub(super) struct ContactList {
    contacts: Vec<gapkit_contact>,
    /// By the size of the struct. Whole words, as the struct has them.
    shorter: Mutex<Vec<(usize, Box<[u64]>)>>,
}

impl ContactList {
    pub(super) fn contacts(&self) -> &[gapkit_contact] {
        &self.contacts
    }

    /// Replaces the contacts.
    pub(super) fn fill(&mut self, contacts: impl Iterator<Item = gapkit_contact>) {
        self.shorter.get_mut().unwrap_or_else(PoisonError::into_inner).clear();
        self.contacts.clear();
        self.contacts.extend(contacts);
    }

    /// Where structs of this size are side by side; NULL without contacts.
    fn of_size(&self, size: usize) -> Result<*const gapkit_contact, Failure> {
        check_size(size)?;
        if self.contacts.is_empty() {
            return Ok(std::ptr::null());
        }
        if size == size_of::<gapkit_contact>() {
            return Ok(self.contacts.as_ptr());
        }
        let mut shorter = self.shorter.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, words)) = shorter.iter().find(|(known, _)| *known == size) {
            return Ok(words.as_ptr().cast());
        }
        let mut words = vec![0u64; self.contacts.len() * size / 8].into_boxed_slice();
        // SAFETY: there is room for a struct of this size for each contact.
        unsafe { self.copy_to(words.as_mut_ptr().cast(), size) };
        // The words stay where they are when the list of them grows.
        shorter.push((size, words));
        Ok(shorter[shorter.len() - 1].1.as_ptr().cast())
    }

    /// Copies the contacts as structs of a size that was checked.
    ///
    /// # Safety
    /// The memory is valid for writing one for each contact.
    pub(super) unsafe fn copy_to(&self, to: *mut gapkit_contact, size: usize) {
        for (i, contact) in self.contacts.iter().enumerate() {
            let from = std::ptr::from_ref(contact).cast::<u8>();
            // SAFETY: by the caller's promise, and no size is above that of the struct.
            unsafe { from.copy_to_nonoverlapping(to.cast::<u8>().add(i * size), size) };
        }
    }

    /// Lends the contacts as structs of the caller's size.
    ///
    /// # Safety
    /// Pointers that are not NULL must be valid for writing.
    pub(super) unsafe fn lend(
        &self,
        contacts: *mut *const gapkit_contact,
        count: *mut usize,
        size: usize,
    ) -> Result<(), Failure> {
        // SAFETY: the caller's promise.
        let (contacts, count) =
            unsafe { (Out::new("contacts", contacts)?, Out::new("count", count)?) };
        contacts.set(self.of_size(size)?);
        count.set(self.contacts.len());
        Ok(())
    }
}

/// Checks the size of the caller's struct, which is whole words.
pub(super) fn check_size(size: usize) -> Result<(), Failure> {
    sized::check_size("contact", FIRST, size_of::<gapkit_contact>(), size)
        .and_then(|()| sized::check_words("contact", size))
}

/// The contacts that a host sees, and the list before them, to be written to again.
#[derive(Debug, Default)]
pub(super) struct Shown {
    now: Arc<ContactList>,
    before: Arc<ContactList>,
}

impl Shown {
    /// The list that the host sees.
    pub(super) fn list(&self) -> &ContactList {
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
        Arc::get_mut(&mut self.now).expect("invariant: nobody else has it").fill(contacts);
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
    size: usize,
) -> gapkit_status {
    guard(|| {
        let kept = LISTS.get(list)?;
        // SAFETY: the caller's pointers, as the header asks.
        unsafe { kept.lend(contacts, count, size) }
    })
}

/// Frees a list of contacts; NULL is fine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_contact_list_free(list: *mut gapkit_contact_list) -> gapkit_status {
    guard(|| LISTS.remove(list))
}

#[cfg(test)]
mod tests {
    use super::super::status::GAPKIT_BAD_SIZE;
    use super::*;

    #[test]
    fn a_list_is_lent_as_structs_of_every_size_that_was() {
        // SAFETY: all of it is numbers, for which any bits are a value.
        let one = unsafe { std::mem::zeroed::<gapkit_contact>() };
        let of = |i: u32| gapkit_contact { gap: f64::from(i), age: i, kind: 3, ..one };
        let mut list = ContactList::default();
        list.fill((0..5).map(of));
        for size in [FIRST, size_of::<gapkit_contact>()] {
            let (mut contacts, mut count) = (std::ptr::null(), 0);
            // SAFETY: plain outputs.
            unsafe { list.lend(&mut contacts, &mut count, size) }.expect("a known size");
            assert_eq!(count, 5);
            for i in 0..5u32 {
                // SAFETY: the fields are within the first `size` bytes of each struct.
                let (gap, age) = unsafe {
                    let at = contacts.cast::<u8>().add(i as usize * size).cast::<gapkit_contact>();
                    ((&raw const (*at).gap).read(), (&raw const (*at).age).read())
                };
                assert_eq!((gap, age), (f64::from(i), i));
            }
            // The same memory again, and still that of the first size.
            assert_eq!(list.of_size(size).expect("a known size"), contacts);
        }
        for size in [0, FIRST - 8, FIRST + 4, size_of::<gapkit_contact>() + 8] {
            assert_eq!(list.of_size(size).expect_err("unknown").status, GAPKIT_BAD_SIZE);
        }
    }
}
