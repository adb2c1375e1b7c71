//! The `gapkit` command.
fn main() {}
