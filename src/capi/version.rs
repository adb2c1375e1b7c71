//! Which library this is.

use std::ffi::{CStr, c_char};

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
