//! Handles: numbers dressed as pointers.
//!
//! A handle is looked up in a table and never followed, so that one that was freed, or that is some other
//! number, is a status and not a fault. Each slot of the table counts how often it was used; the count is part
//! of the handle. This is the only thing that calls share.

use std::any::Any;
use std::sync::{Arc, PoisonError, RwLock};

use super::fork;
use super::status::{Failure, GAPKIT_BAD_HANDLE, GAPKIT_NULL_POINTER};

/// The bits of a handle that number the slot; those above tell its kind, and those above count its uses.
const SLOT_BITS: u32 = usize::BITS / 2 - 8;
const KIND_BITS: u32 = 2;

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
}

impl Kind {
    /// What it is called in messages.
    fn name(self) -> &'static str {
        match self {
            Self::Scene => "scene",
            Self::Shape => "shape",
            Self::State => "state",
            Self::Demo => "demo",
        }
    }
}

/// A table that is locked.
pub(super) type Held = Box<dyn Any>;

/// All live handles of a kind.
pub(super) struct Table<T> {
    kind: Kind,
    slots: RwLock<Vec<Slot<T>>>,
}

impl<T> Table<T> {
    pub(super) const fn new(kind: Kind) -> Self {
        Self { kind, slots: RwLock::new(Vec::new()) }
    }

    /// The bits of a handle above those of its slot.
    fn head(&self, uses: usize) -> usize {
        uses << KIND_BITS | self.kind as usize
    }

    /// Takes a value in and returns its handle.
    pub(super) fn insert<H>(&self, value: T) -> *mut H {
        fork::watch();
        let mut slots = self.slots.write().unwrap_or_else(PoisonError::into_inner);
        let free = slots.iter().position(|slot| slot.value.is_none());
        let at = free.unwrap_or_else(|| {
            slots.push(Slot { uses: FIRST_USE - 1, value: None });
            slots.len() - 1
        });
        let slot = &mut slots[at];
        (slot.uses, slot.value) = (slot.uses + 1, Some(Arc::new(value)));
        std::ptr::without_provenance_mut(self.head(slot.uses) << SLOT_BITS | at)
    }

    /// The value of a handle.
    pub(super) fn get<H>(&self, handle: *const H) -> Result<Arc<T>, Failure> {
        let slots = self.slots.read().unwrap_or_else(PoisonError::into_inner);
        let at = self.find(&slots, handle)?;
        slots[at].value.clone().ok_or_else(|| self.unknown())
    }

    /// Forgets a handle; NULL is none to forget. The value lives on while a call is using it.
    pub(super) fn remove<H>(&self, handle: *const H) -> Result<(), Failure> {
        if handle.is_null() {
            return Ok(());
        }
        let value = {
            let mut slots = self.slots.write().unwrap_or_else(PoisonError::into_inner);
            let at = self.find(&slots, handle)?;
            slots[at].value.take()
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

    #[test]
    fn a_handle_that_was_freed_stays_unknown_when_its_slot_is_used_again() {
        let table = Table::new(Kind::Demo);
        let first: *mut u8 = table.insert(1);
        assert_eq!(*table.get(first).expect("alive"), 1);
        assert!(table.remove(first).is_ok());
        let second: *mut u8 = table.insert(2);
        assert_ne!(first, second);
        assert_eq!(table.remove(first).expect_err("freed").status, GAPKIT_BAD_HANDLE);
        assert_eq!(table.get(first).expect_err("freed").status, GAPKIT_BAD_HANDLE);
        assert_eq!(*table.get(second).expect("alive"), 2);
        assert!(table.remove(std::ptr::null::<u8>()).is_ok());
        let wild = std::ptr::without_provenance::<u8>(42);
        assert_eq!(table.get(wild).expect_err("wild").status, GAPKIT_BAD_HANDLE);
        let other: *mut u8 = Table::new(Kind::Shape).insert(3);
        assert_eq!(table.get(other).expect_err("a shape").status, GAPKIT_BAD_HANDLE);
    }
}
