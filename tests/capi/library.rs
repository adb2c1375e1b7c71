//! The shared library that these tests were built beside, kept for valgrind.

use std::path::Path;

/// Valgrind does not know every instruction that the compiler may choose, and the library that is built for release
/// may have one. `scripts/check_capi.sh` then takes this one, which later builds would replace where it is.
#[test]
fn the_library_of_the_tests_is_kept() {
    let program = std::env::current_exe().expect("a program");
    let library = program.with_file_name("libgapkit.so");
    let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join("libgapkit.so.1");
    if library.exists() {
        std::fs::copy(library, kept).expect("the folder of tests can be written");
    }
}
