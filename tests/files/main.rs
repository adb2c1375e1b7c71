//! Files of real tools, and files that are damaged.

#![cfg(feature = "io")]
#![allow(clippy::unwrap_used)]
#![allow(unsafe_code, reason = "an allocator cannot be written without")]

mod damage;
mod hostile;
mod samples;
mod sets;
mod text;
mod thin;
mod tools;
