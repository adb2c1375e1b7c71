//! Pointers of the caller: checked as far as a pointer can be.

use std::ffi::{CStr, c_char};
use std::mem::MaybeUninit;
use std::ptr::NonNull;

use super::status::{Failure, GAPKIT_BAD_ARGUMENT, GAPKIT_BUFFER_TOO_SMALL, GAPKIT_NULL_POINTER};

/// Checks that the caller has memory for a list before anything is written.
pub(super) fn check_capacity(capacity: usize, needed: usize, what: &str) -> Result<(), Failure> {
    if capacity >= needed {
        return Ok(());
    }
    let text = format!("`capacity` is {capacity}; there are {needed} {what}");
    Err(Failure::new(GAPKIT_BUFFER_TOO_SMALL, text))
}

/// A pointer that is neither NULL nor out of step with its type.
#[inline]
pub(super) fn present<T>(name: &str, pointer: *const T) -> Result<NonNull<T>, Failure> {
    match NonNull::new(pointer.cast_mut()) {
        Some(pointer) if pointer.is_aligned() => Ok(pointer),
        Some(_) => Err(misaligned(name, align_of::<T>())),
        None => Err(null(name)),
    }
}

#[cold]
#[inline(never)]
fn null(name: &str) -> Failure {
    Failure::new(GAPKIT_NULL_POINTER, format!("`{name}` is NULL"))
}

#[cold]
#[inline(never)]
fn misaligned(name: &str, bytes: usize) -> Failure {
    Failure::new(GAPKIT_BAD_ARGUMENT, format!("`{name}` is not a multiple of {bytes} bytes"))
}

/// An array of the caller. Without elements the pointer does not matter.
///
/// # Safety
/// A pointer that is not NULL must be valid for reading `count` values, for as long as the slice is
/// used.
#[inline]
pub(super) unsafe fn slice<'a, T>(
    name: &str,
    pointer: *const T,
    count: usize,
) -> Result<&'a [T], Failure> {
    if count == 0 {
        return Ok(&[]);
    }
    let pointer = present(name, pointer)?;
    fits::<T>(name, count)?;
    // SAFETY: not NULL, aligned, not larger than memory, and valid by the promise of the caller.
    Ok(unsafe { std::slice::from_raw_parts(pointer.as_ptr(), count) })
}

/// As [`slice`], for an array that is written to.
///
/// # Safety
/// As for [`slice`], for writing, and nothing else may access it meanwhile.
pub(super) unsafe fn slice_mut<'a, T>(
    name: &str,
    pointer: *mut T,
    count: usize,
) -> Result<&'a mut [T], Failure> {
    if count == 0 {
        return Ok(&mut []);
    }
    let pointer = present(name, pointer)?;
    fits::<T>(name, count)?;
    // SAFETY: as in `slice`.
    Ok(unsafe { std::slice::from_raw_parts_mut(pointer.as_ptr(), count) })
}

/// No array has more bytes than this: processors have addresses of 48 bits, one of them for the
/// system.
const MAX_BYTES: usize = isize::MAX as usize >> (usize::BITS / 4);

/// Checks that an array of `count` values can be in memory at all.
#[inline]
fn fits<T>(name: &str, count: usize) -> Result<(), Failure> {
    if count <= MAX_BYTES / size_of::<T>() { Ok(()) } else { Err(not_in_memory(name, count)) }
}

#[cold]
#[inline(never)]
fn not_in_memory(name: &str, count: usize) -> Failure {
    Failure::new(GAPKIT_BAD_ARGUMENT, format!("`{name}` cannot have {count} values"))
}

/// Points in space or in the plane, interleaved. Vertices are counted in int32.
///
/// # Safety
/// As for [`slice`] with `N` numbers for each point.
#[inline(always)]
pub(super) unsafe fn points<'a, const N: usize>(
    name: &str,
    pointer: *const f64,
    count: usize,
) -> Result<&'a [[f64; N]], Failure> {
    present(name, pointer)?;
    if !(1..=i32::MAX as usize).contains(&count) {
        return Err(not_countable(name, count));
    }
    // SAFETY: an array of N numbers is laid out as N numbers; the rest is the caller's promise.
    unsafe { slice(name, pointer.cast(), count) }
}

#[cold]
#[inline(never)]
fn not_countable(name: &str, count: usize) -> Failure {
    let text = format!("`{name}` has {count} points; there must be 1 to {}", i32::MAX);
    Failure::new(GAPKIT_BAD_ARGUMENT, text)
}

/// A vector of the caller.
///
/// # Safety
/// A pointer that is not NULL must be valid for reading `N` numbers.
pub(super) unsafe fn vector<const N: usize>(
    name: &str,
    pointer: *const f64,
) -> Result<[f64; N], Failure> {
    // SAFETY: as in `points`.
    Ok(unsafe { present(name, pointer.cast::<[f64; N]>())?.read() })
}

/// A text of the caller.
///
/// # Safety
/// A pointer that is not NULL must point to bytes that end with a zero.
pub(super) unsafe fn text<'a>(name: &str, pointer: *const c_char) -> Result<&'a str, Failure> {
    let pointer = present(name, pointer)?;
    // SAFETY: the caller's promise.
    let text = unsafe { CStr::from_ptr(pointer.as_ptr()) };
    text.to_str().map_err(|_| Failure::of(name, "the text is not UTF-8"))
}

/// Where an output goes.
pub(super) struct Out<T>(NonNull<T>);

impl<T> Out<T> {
    /// # Safety
    /// A pointer that is not NULL must be valid for writing until [`Out::set`].
    #[inline]
    pub(super) unsafe fn new(name: &str, pointer: *mut T) -> Result<Self, Failure> {
        Ok(Self(present(name, pointer)?))
    }

    /// As [`Out::new`], for an output that may be NULL.
    ///
    /// # Safety
    /// As for [`Out::new`].
    pub(super) unsafe fn optional(name: &str, pointer: *mut T) -> Result<Option<Self>, Failure> {
        if pointer.is_null() {
            return Ok(None);
        }
        // SAFETY: the caller's promise.
        unsafe { Self::new(name, pointer) }.map(Some)
    }

    #[inline]
    pub(super) fn set(self, value: T) {
        // SAFETY: promised when it was made. What was there has no destructor.
        unsafe { self.0.write(value) }
    }

    /// The place itself, of which nothing is known, for what is written there last.
    #[inline]
    pub(super) fn place(&mut self) -> &mut MaybeUninit<T> {
        // SAFETY: promised when it was made; nothing is read.
        unsafe { self.0.cast().as_mut() }
    }
}
