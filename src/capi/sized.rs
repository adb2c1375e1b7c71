//! Structs that begin with their size, so that they can grow at the end.

use super::pointer::present;
use super::status::{Failure, GAPKIT_BAD_ARGUMENT, GAPKIT_BAD_SIZE};

/// A struct whose first field is `size: usize`.
///
/// # Safety
/// The struct is `repr(C)`, begins with that field, and any bytes beyond it are a value of it.
pub(super) unsafe trait Growing: Copy {
    /// What it is called in messages.
    const NAME: &'static str;
    /// The size that it had when it first came out: what smaller structs of older hosts have.
    const FIRST: usize;
    /// What the fields are that the caller does not have, or does not set.
    fn preset() -> Self;
}

fn check<T: Growing>(size: usize) -> Result<(), Failure> {
    check_size(T::NAME, T::FIRST, size_of::<T>(), size)
}

/// Checks the size of a struct of the caller against those that it has had.
pub(super) fn check_size(
    name: &str,
    first: usize,
    last: usize,
    size: usize,
) -> Result<(), Failure> {
    if (first..=last).contains(&size) {
        return Ok(());
    }
    let known = if first == last { format!("{last}") } else { format!("{first} to {last}") };
    let text = format!("the size of `{name}` is {size}; this library knows {known}");
    Err(Failure::new(GAPKIT_BAD_SIZE, text))
}

/// Checks that the size of a struct of which arrays are made keeps the next one aligned.
pub(super) fn check_words(name: &str, size: usize) -> Result<(), Failure> {
    if size.is_multiple_of(align_of::<u64>()) {
        return Ok(());
    }
    let text = format!("the size of `{name}` is {size}, which is no multiple of 8");
    Err(Failure::new(GAPKIT_BAD_SIZE, text))
}

/// Checks a field that has no meaning yet: programs that leave it 0 can be told from others when it
/// gets one.
pub(super) fn check_reserved(name: &str, value: i32) -> Result<(), Failure> {
    if value == 0 {
        return Ok(());
    }
    let text = format!("`reserved` of `{name}` is {value}; it must be 0");
    Err(Failure::new(GAPKIT_BAD_ARGUMENT, text))
}

/// What the caller has filled in, and presets for what the caller does not know of.
///
/// # Safety
/// A pointer that is not NULL must be valid for reading its `size`, and as many bytes as that says.
pub(super) unsafe fn read<T: Growing>(pointer: *const T) -> Result<T, Failure> {
    let from = present(T::NAME, pointer)?;
    // SAFETY: the struct begins with its size.
    let size = unsafe { from.cast::<usize>().read() };
    check::<T>(size)?;
    let mut value = T::preset();
    // SAFETY: `size` bytes are valid by the caller's promise and fit by the check; any are a value.
    unsafe {
        from.cast::<u8>().copy_to_nonoverlapping(std::ptr::NonNull::from(&mut value).cast(), size);
    }
    Ok(value)
}

/// As [`read`], and presets where the pointer is NULL.
///
/// # Safety
/// As for [`read`].
pub(super) unsafe fn read_or_preset<T: Growing>(pointer: *const T) -> Result<T, Failure> {
    if pointer.is_null() {
        return Ok(T::preset());
    }
    // SAFETY: the caller's promise.
    unsafe { read(pointer) }
}

/// Checks what [`write`] will be given.
pub(super) fn check_target<T: Growing>(pointer: *mut T, size: usize) -> Result<(), Failure> {
    present(T::NAME, pointer)?;
    check::<T>(size)
}

/// Writes the first `size` bytes of a struct, and `size` as its size.
///
/// # Safety
/// A pointer that is not NULL must be valid for writing `size` bytes.
pub(super) unsafe fn write<T: Growing>(
    pointer: *mut T,
    size: usize,
    value: &T,
) -> Result<(), Failure> {
    let to = present(T::NAME, pointer)?;
    check::<T>(size)?;
    // SAFETY: the memory is valid by the caller's promise, and the value is as large by the check.
    unsafe {
        to.cast::<u8>().copy_from_nonoverlapping(std::ptr::NonNull::from(value).cast(), size);
        to.cast::<usize>().write(size);
    }
    Ok(())
}

/// A number of the caller that stands for yes or no.
pub(super) fn flag(name: &str, value: i32) -> Result<bool, Failure> {
    match value {
        0 => Ok(false),
        1 => Ok(true),
        _ => {
            let text = format!("`{name}` is {value}; it must be 0 or 1");
            Err(Failure::new(GAPKIT_BAD_ARGUMENT, text))
        }
    }
}

/// Whether a number is meant where a negative one stands for the default. What is not a number is
/// meant, and is refused where it is used.
pub(super) fn is_set(number: f64) -> bool {
    number.is_nan() || number >= 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, Debug, PartialEq)]
    #[repr(C)]
    struct Grown {
        size: usize,
        old: f64,
        new: f64,
    }

    // SAFETY: as the trait asks.
    unsafe impl Growing for Grown {
        const NAME: &'static str = "grown";
        const FIRST: usize = 16;
        fn preset() -> Self {
            Self { size: size_of::<Self>(), old: 1.0, new: 2.0 }
        }
    }

    #[test]
    fn a_host_that_was_compiled_before_a_struct_grew_gets_presets() {
        let [old, new] = [16, 24].map(|size| Grown { size, old: 5.0, new: 6.0 });
        // SAFETY: both are whole structs.
        let read = |value: &Grown| unsafe { read(value) }.map(|grown| (grown.old, grown.new));
        assert_eq!(read(&old).expect("known"), (5.0, 2.0));
        assert_eq!(read(&new).expect("known"), (5.0, 6.0));
        for size in [0, 8, 15, 25, usize::MAX] {
            let failure = read(&Grown { size, ..old }).expect_err("unknown");
            assert_eq!(failure.status, GAPKIT_BAD_SIZE);
            assert!(failure.text.contains("16 to 24"), "{}", failure.text);
        }
    }

    #[test]
    fn nothing_is_written_beyond_what_the_host_knows() {
        let mut target = Grown { size: 0, old: 7.0, new: 7.0 };
        // SAFETY: the target is a whole struct.
        assert!(unsafe { write(&mut target, 16, &Grown::preset()) }.is_ok());
        assert_eq!(target, Grown { size: 16, old: 1.0, new: 7.0 });
        // SAFETY: as before.
        assert!(unsafe { write(&mut target, 32, &Grown::preset()) }.is_err());
    }
}
