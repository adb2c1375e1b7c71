//! The targets: functions from bytes to nothing, which panic where a promise is broken. `fuzz` wraps
//! the same functions for cargo-fuzz.

pub(crate) mod partition;
pub(crate) mod planar;
pub(crate) mod queries;
pub(crate) mod readers;
pub(crate) mod scenes;
pub(crate) mod shapes;
pub(crate) mod states;

/// A name and what it names.
pub(crate) type Target = (&'static str, fn(&[u8]));

/// All of them.
pub(crate) const ALL: [Target; 7] = [
    ("readers", readers::run),
    ("queries", queries::run),
    ("shapes", shapes::run),
    ("planar", planar::run),
    ("partition", partition::run),
    ("scenes", scenes::run),
    ("states", states::run),
];
