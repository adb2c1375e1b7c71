//! The C interface: its header, what stays as it is, and that it gives what Rust gives.

#![allow(unsafe_code, reason = "the functions are those of C")]

mod abi;
mod book;
mod common;
mod fe_loop;
mod files;
mod fortran;
mod handles;
mod header;
mod host;
mod layouts;
mod lists;
mod magnitudes;
mod pairs;
mod parse;
mod reserved;
mod statuses;
