//! Ctrl-C: a run ends at the next step, with all its files in order.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

static PRESSED: AtomicBool = AtomicBool::new(false);
static WATCHED: OnceLock<()> = OnceLock::new();

/// Watches for Ctrl-C from now on. Where that cannot be done, Ctrl-C ends the process as ever.
pub(super) fn watch() {
    WATCHED.get_or_init(|| {
        let _ = ctrlc::set_handler(|| PRESSED.store(true, Ordering::Relaxed));
    });
}

/// Whether it has been pressed.
pub(super) fn is_pressed() -> bool {
    PRESSED.load(Ordering::Relaxed)
}
