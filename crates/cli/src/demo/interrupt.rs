//! Ctrl-C: a run ends at the next step, with all its files in order.

use std::process;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// The exit code of what was interrupted: 128 and the number of the signal, as shells have it.
pub(crate) const CODE: u8 = 130;

static PRESSED: AtomicBool = AtomicBool::new(false);
static WATCHED: OnceLock<()> = OnceLock::new();

/// Watches for Ctrl-C from now on. Where that cannot be done, Ctrl-C ends the process as ever; so
/// does the second one.
pub(super) fn watch() {
    WATCHED.get_or_init(|| {
        let _ = ctrlc::set_handler(|| {
            if PRESSED.swap(true, Ordering::Relaxed) {
                process::exit(i32::from(CODE));
            }
        });
    });
}

/// Whether it has been pressed.
pub(super) fn is_pressed() -> bool {
    PRESSED.load(Ordering::Relaxed)
}
