//! Memory that is not there: told before work begins, not by the end of the process.
//!
//! An allocation that fails ends a program in Rust. So what a call will need is estimated, reserved
//! in one block and given back at once: where the system does not have it (under a limit of the
//! address space, on a machine that does not overcommit), the call fails, and the host goes on.

use super::status::{Failure, GAPKIT_NO_MEMORY};

/// The most that a tetrahedron takes while its mesh is added: 310 bytes were measured, the
/// partition included.
pub(super) const BYTES_PER_TET: usize = 512;

/// The most that a node of the host's arrays takes.
pub(super) const BYTES_PER_NODE: usize = 64;

/// What a facet takes in the first detection, with as many contacts as facets.
const BYTES_PER_FACET: usize = 2048;

/// What a contact takes with all that leads to it, in the lists of the scene and of the host: 1,838
/// bytes were measured.
const BYTES_PER_CONTACT: usize = 2048;

/// What no machine has for one call: not even asked for, since allocators that check for mistakes
/// end the process there.
const MAX_BYTES: usize = 1 << 40;

/// Fails if there is no memory for a detection that finds this many contacts more than the one before,
/// and examines these facets for the first time.
pub(super) fn check_detection(contacts: usize, new_facets: usize) -> Result<(), Failure> {
    let contacts = contacts.saturating_mul(BYTES_PER_CONTACT);
    let facets = new_facets.saturating_mul(BYTES_PER_FACET);
    check(contacts.saturating_add(facets), "a detection")
}

/// Fails if there is no block of this size.
pub(super) fn check(bytes: usize, what: &str) -> Result<(), Failure> {
    if bytes < MAX_BYTES && Vec::<u8>::new().try_reserve_exact(bytes).is_ok() {
        return Ok(());
    }
    let text = format!("there is no memory for {what}, about {} MiB", bytes >> 20);
    Err(Failure::new(GAPKIT_NO_MEMORY, text))
}
