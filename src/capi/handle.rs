//! Handles: numbers dressed as pointers.
//!
//! A handle is looked up in a table and never followed, so that one that was freed, or that is some
//! other number, is a status and not a fault. Each slot of the table counts how often it was used;
//! the count is part of the handle. This is the only thing that calls share.

use std::any::Any;
use std::sync::{Arc, PoisonError, RwLock, RwLockWriteGuard};

use super::fork;
use super::status::{Failure, GAPKIT_BAD_ARGUMENT, GAPKIT_BAD_HANDLE, GAPKIT_NULL_POINTER};

/// The bits of a handle that number the slot; those above tell its kind, and those above count its
/// uses.
const SLOT_BITS: u32 = usize::BITS / 2 - 8;
const KIND_BITS: u32 = 3;

/// More handles of a kind than this cannot be told apart; nor can more uses of a slot, which then
/// is never used again.
const MAX_SLOTS: usize = 1 << SLOT_BITS;
const MAX_USES: usize = usize::MAX >> (SLOT_BITS + KIND_BITS);

/// The first use of a slot. It keeps small numbers from being handles.
const FIRST_USE: usize = 0x6761;

struct Slot<T> {
    uses: usize,
    value: Option<Arc<T>>,
}

/// What a handle stands for, so that one kind is not taken for another.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    Scene,
    Shape,
    State,
    Demo,
    File,
    ContactList,
    Distributed,
}

impl Kind {
    /// What it is called in messages.
    fn name(self) -> &'static str {
        match self {
            Self::Scene => "scene",
            Self::Shape => "shape",
            Self::State => "state",
            Self::Demo => "demo",
            Self::File => "file",
            Self::ContactList => "list",
            Self::Distributed => "scene",
        }
    }
}

/// A table that is locked.
pub(super) type Held = Box<dyn Any>;

/// All live handles of a kind.
pub(super) struct Table<T> {
    kind: Kind,
    slots: RwLock<Slots<T>>,
}

/// Slots, and the numbers of those that are free, so that none has to be searched for.
struct Slots<T> {
    list: Vec<Slot<T>>,
    free: Vec<usize>,
}

impl<T> Slots<T> {
    /// Takes a value in: the number of its slot, or none if there are too many.
    fn take_in(&mut self, value: T) -> Option<usize> {
        let at = match self.free.pop() {
            Some(at) => at,
            None if self.list.len() == MAX_SLOTS => return None,
            None => {
                self.list.push(Slot { uses: FIRST_USE - 1, value: None });
                self.list.len() - 1
            }
        };
        let slot = &mut self.list[at];
        (slot.uses, slot.value) = (slot.uses + 1, Some(Arc::new(value)));
        Some(at)
    }

    /// Gives the value of a slot back, which is free from now on unless its uses can no longer be
    /// counted.
    fn give_back(&mut self, at: usize) -> Option<Arc<T>> {
        if self.list[at].uses < MAX_USES {
            self.free.push(at);
        }
        self.list[at].value.take()
    }
}

impl<T> Table<T> {
    pub(super) const fn new(kind: Kind) -> Self {
        Self { kind, slots: RwLock::new(Slots { list: Vec::new(), free: Vec::new() }) }
    }

    /// The bits of a handle above those of its slot.
    fn head(&self, uses: usize) -> usize {
        uses << KIND_BITS | self.kind as usize
    }

    /// Takes a value in and returns its handle.
    ///
    /// # Errors
    /// If there are too many handles.
    pub(super) fn insert<H>(&self, value: T) -> Result<*mut H, Failure> {
        let mut slots = self.write();
        let at = slots.take_in(value).ok_or_else(|| {
            let text = format!("more than {MAX_SLOTS} handles of a {}", self.kind.name());
            Failure::new(GAPKIT_BAD_ARGUMENT, text)
        })?;
        let head = self.head(slots.list[at].uses);
        Ok(std::ptr::without_provenance_mut(head << SLOT_BITS | at))
    }

    /// The value of a handle.
    pub(super) fn get<H>(&self, handle: *const H) -> Result<Arc<T>, Failure> {
        fork::watch();
        let slots = self.slots.read().unwrap_or_else(PoisonError::into_inner);
        let at = self.find(&slots.list, handle)?;
        slots.list[at].value.clone().ok_or_else(|| self.unknown())
    }

    /// Removes a handle; NULL is ignored. The value lives on while a call is using it.
    pub(super) fn remove<H>(&self, handle: *const H) -> Result<(), Failure> {
        if handle.is_null() {
            return Ok(());
        }
        let value = {
            let mut slots = self.write();
            let at = self.find(&slots.list, handle)?;
            slots.give_back(at)
        };
        // Not under the lock: threads may have to end.
        drop(value);
        Ok(())
    }

    /// Locks the table while what is returned lives.
    pub(super) fn hold(&'static self) -> Held
    where
        T: 'static,
    {
        Box::new(self.slots.write().unwrap_or_else(PoisonError::into_inner))
    }

    fn write(&self) -> RwLockWriteGuard<'_, Slots<T>> {
        fork::watch();
        self.slots.write().unwrap_or_else(PoisonError::into_inner)
    }

    fn find<H>(&self, slots: &[Slot<T>], handle: *const H) -> Result<usize, Failure> {
        if handle.is_null() {
            return Err(Failure::new(
                GAPKIT_NULL_POINTER,
                format!("`{}` is NULL", self.kind.name()),
            ));
        }
        let (head, at) = (handle.addr() >> SLOT_BITS, handle.addr() & ((1 << SLOT_BITS) - 1));
        let known = |slot: &Slot<T>| self.head(slot.uses) == head && slot.value.is_some();
        if slots.get(at).is_some_and(known) { Ok(at) } else { Err(self.unknown()) }
    }

    fn unknown(&self) -> Failure {
        let text = format!("`{}` was freed before, or is no handle", self.kind.name());
        Failure::new(GAPKIT_BAD_HANDLE, text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inserted<T>(table: &Table<T>, value: T) -> *mut u8 {
        table.insert(value).expect("few handles")
    }

    #[test]
    fn a_handle_that_was_freed_stays_unknown_when_its_slot_is_used_again() {
        let table = Table::new(Kind::Demo);
        let first = inserted(&table, 1);
        assert_eq!(*table.get(first).expect("alive"), 1);
        assert!(table.remove(first).is_ok());
        let second = inserted(&table, 2);
        assert_ne!(first, second);
        assert_eq!(table.remove(first).expect_err("freed").status, GAPKIT_BAD_HANDLE);
        assert_eq!(table.get(first).expect_err("freed").status, GAPKIT_BAD_HANDLE);
        assert_eq!(*table.get(second).expect("alive"), 2);
        assert!(table.remove(std::ptr::null::<u8>()).is_ok());
        let wild = std::ptr::without_provenance::<u8>(42);
        assert_eq!(table.get(wild).expect_err("wild").status, GAPKIT_BAD_HANDLE);
        let other = inserted(&Table::new(Kind::Shape), 3);
        assert_eq!(table.get(other).expect_err("a shape").status, GAPKIT_BAD_HANDLE);
    }

    /// How many slots there are, and how many of them are free.
    fn counts<T>(table: &Table<T>) -> [usize; 2] {
        let slots = table.slots.read().expect("no panic");
        [slots.list.len(), slots.free.len()]
    }

    #[test]
    fn slots_are_used_again_and_stale_handles_stay_unknown() {
        const COUNT: usize = 100_000;
        let table = Table::new(Kind::Demo);
        let first: Vec<*mut u8> = (0..COUNT).map(|i| inserted(&table, i)).collect();
        assert_eq!(counts(&table), [COUNT, 0]);
        let freed = || first.iter().skip(1).step_by(2);
        freed().for_each(|&handle| table.remove(handle).expect("alive"));
        assert_eq!(counts(&table), [COUNT, COUNT / 2]);
        let second: Vec<*mut u8> = freed().map(|_| inserted(&table, COUNT)).collect();
        assert_eq!(counts(&table), [COUNT, 0]);
        for &handle in freed() {
            assert_eq!(table.get(handle).expect_err("freed").status, GAPKIT_BAD_HANDLE);
            assert_eq!(table.remove(handle).expect_err("freed").status, GAPKIT_BAD_HANDLE);
        }
        // A handle that was refused has freed nothing.
        assert_eq!(counts(&table), [COUNT, 0]);
        for (i, &handle) in first.iter().enumerate().step_by(2) {
            assert_eq!(*table.get(handle).expect("alive"), i);
        }
        let mut all = second;
        all.extend(&first);
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), COUNT + COUNT / 2);
    }

    #[test]
    fn a_slot_whose_uses_are_all_counted_is_not_used_again() {
        let table = Table::new(Kind::Demo);
        let first = inserted(&table, 1);
        table.slots.write().expect("no panic").list[0].uses = MAX_USES;
        assert!(table.get(first).is_err());
        let last: *mut u8 = std::ptr::without_provenance_mut(table.head(MAX_USES) << SLOT_BITS);
        assert_eq!(*table.get(last).expect("alive"), 1);
        assert!(table.remove(last).is_ok());
        assert_eq!(counts(&table), [1, 0]);
        inserted(&table, 2);
        assert_eq!(counts(&table), [2, 0]);
    }
}
