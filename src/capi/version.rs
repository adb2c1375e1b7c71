//! Which library this is.

use std::ffi::{CStr, c_char};

use super::pointer::{Out, text};
use super::status::{Failure, GAPKIT_BAD_ARGUMENT, gapkit_status, guard};

/// The number of the binary interface that this header belongs to. It is apart from the version of
/// the library and is raised only when a program that was compiled before would no longer work; see
/// docs/abi.md. It is also the number in the soname.
pub const GAPKIT_ABI: u32 = 1;

const VERSION: &CStr =
    match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
        Ok(version) => version,
        Err(_) => panic!("the version has no zero in it"),
    };

/// The version of the library, such as "0.1.0". The text is static: do not free it.
#[unsafe(no_mangle)]
pub extern "C" fn gapkit_version() -> *const c_char {
    VERSION.as_ptr()
}

/// The number of the binary interface of the library that is running. A host that links dynamically
/// may compare it with GAPKIT_ABI, which is that of its header.
#[unsafe(no_mangle)]
pub extern "C" fn gapkit_abi_version() -> u32 {
    GAPKIT_ABI
}

/// Tells the size of a struct of this header, by its name, in bytes: for hosts in languages that do
/// not read the header, to compare with their own declarations.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_struct_size(
    name: *const c_char,
    size: *mut usize,
) -> gapkit_status {
    guard(|| {
        // SAFETY: the caller's pointers, as the header asks.
        let (name, out) = unsafe { (text("name", name)?, Out::new("size", size)?) };
        let known = SIZES.iter().find(|(known, _)| *known == name);
        let unknown = || Failure::new(GAPKIT_BAD_ARGUMENT, format!("there is no struct {name}"));
        out.set(known.ok_or_else(unknown)?.1);
        Ok(())
    })
}

macro_rules! sizes {
    ($($name:ident),* $(,)?) => {
        &[$((stringify!($name), size_of::<super::$name>())),*]
    };
}

/// The structs of the header. A test compares them with the header.
const SIZES: &[(&str, usize)] = sizes![
    gapkit_answer,
    gapkit_body_options,
    gapkit_cache,
    gapkit_comm,
    gapkit_contact,
    gapkit_contact_nodes,
    gapkit_depth,
    gapkit_derivatives,
    gapkit_force_law,
    gapkit_force_pair,
    gapkit_forces,
    gapkit_friction,
    gapkit_gap,
    gapkit_impact,
    gapkit_mesh,
    gapkit_motion,
    gapkit_nodal_impact,
    gapkit_planar_answer,
    gapkit_planar_depth,
    gapkit_pose,
    gapkit_query,
    gapkit_resultant,
    gapkit_scene_config,
    gapkit_statistics,
    gapkit_update,
];
