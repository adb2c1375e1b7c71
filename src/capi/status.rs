//! Whether a call went well, and the guard that every call goes through.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::ffi::{CStr, CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::error::ErrorKind;

use crate::simd::Environment;

/// What every function that can fail returns: GAPKIT_OK or what went wrong. The numbers are fixed.
pub type gapkit_status = i32;

/// All went well.
pub const GAPKIT_OK: gapkit_status = 0;
/// A pointer that is needed is NULL.
pub const GAPKIT_NULL_POINTER: gapkit_status = 1;
/// The `size` of a struct is not one that this library knows.
pub const GAPKIT_BAD_SIZE: gapkit_status = 2;
/// A number is not one of the constants that are meant.
pub const GAPKIT_BAD_ENUM: gapkit_status = 3;
/// An argument is out of range, not finite, or does not fit the others.
pub const GAPKIT_BAD_ARGUMENT: gapkit_status = 4;
/// A mesh was refused; the text names the element or node.
pub const GAPKIT_BAD_MESH: gapkit_status = 5;
/// A handle was freed before, or is none.
pub const GAPKIT_BAD_HANDLE: gapkit_status = 6;
/// Another call is at work on the scene: on another thread, or the one that called back.
pub const GAPKIT_BUSY: gapkit_status = 7;
/// There is no body of that number.
pub const GAPKIT_NO_BODY: gapkit_status = 8;
/// The buffer is too small; the text says how large it must be.
pub const GAPKIT_BUFFER_TOO_SMALL: gapkit_status = 9;
/// A file could not be written.
pub const GAPKIT_IO: gapkit_status = 10;
/// The library was built without this, the machine does not have it, or the algorithm does not do
/// it for these shapes.
pub const GAPKIT_NOT_SUPPORTED: gapkit_status = 11;
/// A bug in the library. Where it was in a scene, that scene can only be freed; everything else
/// goes on.
pub const GAPKIT_PANIC: gapkit_status = 12;
/// The scene had a GAPKIT_PANIC before.
pub const GAPKIT_POISONED: gapkit_status = 13;
/// A function of the host returned a number that is not finite.
pub const GAPKIT_BAD_CALLBACK: gapkit_status = 14;
/// The scene was made before a fork, and its threads are in the other process. Its contacts can be
/// read, and it can be freed; to find contacts here, make another one.
pub const GAPKIT_FORKED: gapkit_status = 15;
/// The threads of a scene could not be started.
pub const GAPKIT_NO_THREADS: gapkit_status = 16;
/// The state is that of another scene.
pub const GAPKIT_FOREIGN_STATE: gapkit_status = 17;
/// Bytes are not those of a state: cut, changed, or of another version.
pub const GAPKIT_DAMAGED_STATE: gapkit_status = 18;
/// There is not enough memory.
pub const GAPKIT_NO_MEMORY: gapkit_status = 19;
/// Ranks could not talk to each other: a function of the communicator failed here, or another rank
/// has given up. The scene can only be freed.
pub const GAPKIT_COMMUNICATION: gapkit_status = 20;
/// The host stopped the detection.
pub const GAPKIT_STOPPED: gapkit_status = 21;

const TEXTS: [&CStr; 22] = [
    c"all went well",
    c"a pointer that is needed is NULL",
    c"the size of a struct is not one that this library knows",
    c"a number is not one of the constants that are meant",
    c"an argument is out of range, not finite, or does not fit the others",
    c"a mesh was refused",
    c"a handle was freed before, or is none",
    c"another call is at work on the scene",
    c"there is no body of that number",
    c"the buffer is too small",
    c"a file could not be written",
    c"the library, the machine or the algorithm cannot do this",
    c"a bug in the library",
    c"the scene had a panic before and can only be freed",
    c"a function of the host returned a number that is not finite",
    c"the scene was made before a fork and has no threads in this process",
    c"the threads of a scene could not be started",
    c"the state is that of another scene",
    c"the bytes are not those of a state",
    c"there is not enough memory",
    c"ranks could not talk to each other",
    c"the host stopped the detection",
];

/// A call that did not go well.
#[derive(Debug)]
pub(super) struct Failure {
    pub(super) status: gapkit_status,
    pub(super) text: String,
}

impl Failure {
    pub(super) fn new(status: gapkit_status, text: impl Into<String>) -> Self {
        Self { status, text: text.into() }
    }

    /// An error about an argument that the library does not know.
    pub(super) fn of(argument: &str, error: impl std::fmt::Display) -> Self {
        Self::new(GAPKIT_BAD_ARGUMENT, format!("`{argument}`: {error}"))
    }

    /// An error of the library about an argument.
    pub(super) fn about(argument: &str, error: &crate::Error) -> Self {
        Self::new(status_of(error), format!("`{argument}`: {error}"))
    }
}

impl From<crate::Error> for Failure {
    fn from(error: crate::Error) -> Self {
        Self::new(status_of(&error), error.to_string())
    }
}

/// The status of an error of the library.
pub(super) fn status_of(error: &crate::Error) -> gapkit_status {
    match error.kind() {
        ErrorKind::Value
        | ErrorKind::Count
        | ErrorKind::Index
        | ErrorKind::Shape
        | ErrorKind::WrongBody => GAPKIT_BAD_ARGUMENT,
        ErrorKind::Mesh => GAPKIT_BAD_MESH,
        ErrorKind::Name => GAPKIT_BAD_ENUM,
        ErrorKind::Unsupported => GAPKIT_NOT_SUPPORTED,
        ErrorKind::NoBody => GAPKIT_NO_BODY,
        ErrorKind::Threads => GAPKIT_NO_THREADS,
        ErrorKind::Forked => GAPKIT_FORKED,
        ErrorKind::State => GAPKIT_FOREIGN_STATE,
        ErrorKind::Damaged => GAPKIT_DAMAGED_STATE,
        ErrorKind::Communication => GAPKIT_COMMUNICATION,
        ErrorKind::Stopped => GAPKIT_STOPPED,
    }
}

thread_local! {
    static LAST: RefCell<CString> = RefCell::default();
    /// How many guards this thread is in.
    static DEPTH: Cell<u32> = const { Cell::new(0) };
}

/// Runs a call: a failure is kept as text and returned as its status, and so is a panic. Whatever
/// the host has set up, numbers are computed in the default floating-point environment.
#[inline]
pub(super) fn guard(call: impl FnOnce() -> Result<(), Failure>) -> gapkit_status {
    let _held = Environment::hold_default();
    caught(call)
}

/// Never inlined: arithmetic must not be moved to where the environment is still that of the host.
#[inline(never)]
fn caught(call: impl FnOnce() -> Result<(), Failure>) -> gapkit_status {
    keep_quiet();
    DEPTH.set(DEPTH.get() + 1);
    let result = catch_unwind(AssertUnwindSafe(call));
    DEPTH.set(DEPTH.get() - 1);
    match result {
        Ok(Ok(())) => GAPKIT_OK,
        Ok(Err(failure)) => keep(failure),
        Err(panic) => keep(Failure::new(GAPKIT_PANIC, words(&*panic))),
    }
}

/// Remembers the text of a failure.
#[cold]
fn keep(failure: Failure) -> gapkit_status {
    let text: Vec<u8> = failure.text.into_bytes().into_iter().filter(|byte| *byte != 0).collect();
    LAST.set(CString::new(text).unwrap_or_default());
    failure.status
}

fn words(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    format!("a bug in gapkit: {}", text.unwrap_or("a panic without words"))
}

/// Has panics inside calls print nothing, neither here nor on the threads of a scene: their words
/// are in `gapkit_last_error`. Those of a host that is written in Rust go where they went before.
///
/// Nobody waits for whoever does it: a fork meanwhile would leave a child that waits for ever.
#[inline]
fn keep_quiet() {
    static BEGUN: AtomicBool = AtomicBool::new(false);
    if !BEGUN.load(Ordering::Relaxed) && !BEGUN.swap(true, Ordering::Relaxed) {
        set_hook();
    }
}

#[cold]
#[inline(never)]
fn set_hook() {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        let ours = |name: &str| name.starts_with(crate::scene::THREAD_NAME);
        let inside = DEPTH.try_with(Cell::get).unwrap_or(0) > 0
            || std::thread::current().name().is_some_and(ours);
        if !inside {
            before(info);
        }
    }));
}

/// What a status means, in a few words. The text is static: do not free it. Never NULL.
#[unsafe(no_mangle)]
pub extern "C" fn gapkit_status_string(status: gapkit_status) -> *const c_char {
    let text = usize::try_from(status).ok().and_then(|at| TEXTS.get(at).copied());
    text.unwrap_or(c"not a status of gapkit").as_ptr()
}

/// What went wrong in the last call on this thread that failed, with the argument, element or node
/// at fault; empty if none has failed. The text belongs to the library and lasts until the next
/// call on this thread that fails. Never NULL.
#[unsafe(no_mangle)]
pub extern "C" fn gapkit_last_error() -> *const c_char {
    LAST.try_with(|last| last.borrow().as_ptr()).unwrap_or(c"".as_ptr())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn last_error() -> String {
        // SAFETY: the text lasts until the next failure, and is copied before.
        unsafe { CStr::from_ptr(gapkit_last_error()) }.to_string_lossy().into_owned()
    }

    #[test]
    fn a_panic_becomes_a_status_with_its_words() {
        assert_eq!(guard(|| panic!("node {} is lost", 7)), GAPKIT_PANIC);
        assert_eq!(last_error(), "a bug in gapkit: node 7 is lost");
        assert_eq!(guard(|| Ok(())), GAPKIT_OK);
        assert_eq!(last_error(), "a bug in gapkit: node 7 is lost");
    }

    #[test]
    fn texts_belong_to_the_thread() {
        assert_eq!(guard(|| Err(Failure::new(GAPKIT_IO, "a\0b"))), GAPKIT_IO);
        assert_eq!(last_error(), "ab");
        let other = std::thread::spawn(last_error).join();
        assert_eq!(other.expect("no panic"), "");
    }

    #[test]
    fn every_status_has_a_text() {
        assert_eq!(TEXTS.len() as i32, GAPKIT_STOPPED + 1);
        for status in [-1, GAPKIT_STOPPED + 1, i32::MAX, i32::MIN] {
            // SAFETY: the texts are static.
            let text = unsafe { CStr::from_ptr(gapkit_status_string(status)) };
            assert_eq!(text, c"not a status of gapkit");
        }
    }
}
