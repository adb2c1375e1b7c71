//! The targets: functions from bytes to nothing, which panic where a promise is broken. `fuzz` wraps
//! the same functions for cargo-fuzz.

pub mod partition;
pub mod planar;
pub mod queries;
pub mod readers;
pub mod scenes;
pub mod shapes;
pub mod states;

/// A name and what it names.
pub type Target = (&'static str, fn(&[u8]));

/// All of them.
pub const ALL: [Target; 7] = [
    ("readers", readers::run),
    ("queries", queries::run),
    ("shapes", shapes::run),
    ("planar", planar::run),
    ("partition", partition::run),
    ("scenes", scenes::run),
    ("states", states::run),
];
