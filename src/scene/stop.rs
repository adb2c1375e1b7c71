//! Detections that the host stops: positions that make no sense, as of a step that went wrong, can
//! bring every facet near every other.

use std::sync::atomic::{AtomicBool, Ordering};

/// What tells whether a detection is to end, and whether it has.
pub(super) struct Stop<'a> {
    ask: Option<&'a (dyn Fn() -> bool + Sync)>,
    is_set: AtomicBool,
}

impl<'a> Stop<'a> {
    /// A detection that goes on to its end.
    pub(super) fn never() -> Self {
        Self { ask: None, is_set: AtomicBool::new(false) }
    }

    /// One that ends when the function says so.
    pub(super) fn when(ask: &'a (dyn Fn() -> bool + Sync)) -> Self {
        Self { ask: Some(ask), ..Self::never() }
    }

    /// Asks whether to end. From any thread; once it is said, nobody is asked again.
    #[inline]
    pub(super) fn is_wanted(&self) -> bool {
        self.ask.is_some_and(|ask| self.has_ended() || self.listen(ask))
    }

    #[cold]
    fn listen(&self, ask: &(dyn Fn() -> bool + Sync)) -> bool {
        let is_wanted = ask();
        if is_wanted {
            self.is_set.store(true, Ordering::Relaxed);
        }
        is_wanted
    }

    /// Whether it was said to end: what was found so far is not all.
    #[inline]
    pub(super) fn has_ended(&self) -> bool {
        self.is_set.load(Ordering::Relaxed)
    }
}
