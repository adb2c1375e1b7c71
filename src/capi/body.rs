//! How a body takes part in contact.

use super::sized::{self, Growing, flag, is_set};
use super::status::{Failure, GAPKIT_BAD_ARGUMENT, gapkit_status, guard};
use crate::scene::BodyOptions;

/// How a body takes part in contact. Set all by `gapkit_body_options_default`, then change what
/// should differ.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct gapkit_body_options {
    /// sizeof(gapkit_body_options)
    pub size: usize,
    /// A layer all around the body: gaps are measured from its outside; 0 by default.
    pub thickness: f64,
    /// The groups that the body belongs to, as bits; by default the first.
    pub groups: u32,
    /// The groups that the body can touch; by default all. Two bodies make contact only if each is
    /// in a group that the other can touch.
    pub mask: u32,
    /// 1 if parts of the body can touch each other; 0 by default.
    pub self_contact: i32,
    /// Must be 0.
    pub reserved: i32,
    /// The number by which the ids of contacts name the body; -1, the default, for that by which it
    /// is added.
    pub number: i64,
    /// The largest gap that is reported, instead of that of the scene; negative, the default, for
    /// that of the scene. Of two bodies the larger one counts, unless `gapkit_scene_set_margin` says
    /// otherwise.
    pub margin: f64,
}

// SAFETY: `repr(C)` with plain numbers, the size first.
unsafe impl Growing for gapkit_body_options {
    const NAME: &'static str = "options";
    const FIRST: usize = size_of::<Self>();

    fn preset() -> Self {
        Self {
            size: size_of::<Self>(),
            thickness: 0.0,
            groups: 1,
            mask: u32::MAX,
            self_contact: 0,
            reserved: 0,
            number: -1,
            margin: -1.0,
        }
    }
}

/// Sets all options to their defaults. `size` is sizeof(gapkit_body_options) of the caller's
/// header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_body_options_default(
    options: *mut gapkit_body_options,
    size: usize,
) -> gapkit_status {
    // SAFETY: the caller's memory, as the header asks.
    guard(|| unsafe { sized::write(options, size, &gapkit_body_options::preset()) })
}

/// The options that the caller gives; NULL for the defaults.
///
/// # Safety
/// A pointer that is not NULL must be valid for reading as much as the size in it says.
pub(super) unsafe fn read(options: *const gapkit_body_options) -> Result<BodyOptions, Failure> {
    // SAFETY: the caller's promise.
    let options = unsafe { sized::read_or_preset(options) }?;
    sized::check_reserved("options", options.reserved)?;
    if options.number < -1 {
        let text = format!("`number` is {}; it must be >= 0, or -1 for none", options.number);
        return Err(Failure::new(GAPKIT_BAD_ARGUMENT, text));
    }
    let named = |all: BodyOptions| {
        u64::try_from(options.number).map_or(all, |number| all.with_number(number))
    };
    let mut all = named(BodyOptions::default());
    if is_set(options.margin) {
        all = all.with_margin(options.margin)?;
    }
    Ok(all
        .with_thickness(options.thickness)?
        .with_groups(options.groups)
        .with_mask(options.mask)
        .with_self_contact(flag("self_contact", options.self_contact)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_preset_is_the_default_of_the_library() {
        // SAFETY: NULL is not followed.
        let options = unsafe { read(std::ptr::null()) };
        assert_eq!(options.expect("good"), BodyOptions::default());
    }
}
