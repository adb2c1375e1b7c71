//! What a fork must not leave locked.
//!
//! A fork copies the memory of a process, locks included, but only the thread that calls it. A lock
//! that another thread held at that moment would stay locked in the child for ever. The tables of
//! handles are locked by every call for a moment, so they are taken before a fork and released
//! after it, on both sides.

#[cfg(any(target_os = "linux", target_os = "macos"))]
mod handlers {
    use std::cell::RefCell;
    use std::sync::Once;

    use super::super::demo::DEMOS;
    use super::super::handle::Held;
    use super::super::scene::SCENES;
    use super::super::shape::SHAPES;
    use super::super::state::STATES;

    thread_local! {
        /// The locks that this thread holds while it forks.
        static HELD: RefCell<Vec<Held>> = const { RefCell::new(Vec::new()) };
    }

    /// Takes care of every fork from now on.
    pub(crate) fn watch() {
        static ONCE: Once = Once::new();
        ONCE.call_once(|| {
            // If no memory is left for the handlers, forks are as without them.
            // SAFETY: the functions stay where they are, and do not unwind.
            unsafe { libc::pthread_atfork(Some(lock), Some(release), Some(release)) };
        });
    }

    extern "C" fn lock() {
        // No call holds two of them, so that the order does not matter.
        let all = vec![SCENES.hold(), SHAPES.hold(), STATES.hold(), DEMOS.hold()];
        // A thread that is ending has lost its storage, and forks without the locks.
        let _ = HELD.try_with(|held| *held.borrow_mut() = all);
    }

    extern "C" fn release() {
        let _ = HELD.try_with(|held| held.borrow_mut().clear());
    }
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
mod handlers {
    pub(crate) fn watch() {}
}

pub(super) use handlers::watch;
