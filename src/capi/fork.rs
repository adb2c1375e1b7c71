//! What a fork must not leave locked.
//!
//! A fork copies the memory of a process, locks included, but only the thread that calls it. A lock
//! that another thread held at that moment would stay locked in the child for ever. The tables of
//! handles are locked by every call for a moment, so they are taken before a fork and released
//! after it, on both sides.

#[cfg(any(target_os = "linux", target_os = "macos"))]
mod handlers {
    use std::cell::RefCell;
    use std::process;
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::thread;

    use super::super::demo::DEMOS;
    use super::super::file::FILES;
    use super::super::handle::Held;
    use super::super::list::LISTS;
    use super::super::scene::SCENES;
    use super::super::shape::SHAPES;
    use super::super::state::STATES;

    thread_local! {
        /// The locks that this thread holds while it forks.
        static HELD: RefCell<Vec<Held>> = const { RefCell::new(Vec::new()) };
    }

    /// Whether the handlers are registered: by nobody, for good, or just now by a thread of the
    /// process of that number.
    const NOBODY: u32 = 0;
    const DONE: u32 = u32::MAX;

    /// Takes care of every fork from now on. Nothing is locked before it has returned.
    ///
    /// A `Once` would not do: the fork may come while another thread is in it, and in the child
    /// that thread does not exist. So the process is noted, and a child takes over what its parent
    /// began.
    pub(crate) fn watch() {
        static STATE: AtomicU32 = AtomicU32::new(NOBODY);
        loop {
            let state = STATE.load(Ordering::Acquire);
            if state == DONE {
                return;
            }
            // Asked for only here: every call comes this way, and the number is a system call.
            let own = process::id();
            if state == own {
                thread::yield_now();
            } else if STATE
                .compare_exchange(state, own, Ordering::Acquire, Ordering::Acquire)
                .is_ok()
            {
                register();
                STATE.store(DONE, Ordering::Release);
            }
        }
    }

    fn register() {
        // If no memory is left for the handlers, forks are as without them.
        // SAFETY: the functions stay where they are, and do not unwind.
        unsafe { libc::pthread_atfork(Some(lock), Some(release), Some(release)) };
    }

    extern "C" fn lock() {
        // A child that took over may have registered a second time: what is held is held. A thread
        // that is ending has lost its storage, and forks without the locks.
        if HELD.try_with(|held| !held.borrow().is_empty()).unwrap_or(true) {
            return;
        }
        // No call holds two of them, so that the order does not matter.
        let [demos, files, lists] = [DEMOS.hold(), FILES.hold(), LISTS.hold()];
        let all = vec![SCENES.hold(), SHAPES.hold(), STATES.hold(), demos, files, lists];
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
