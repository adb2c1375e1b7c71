#![no_main]
#![allow(dead_code, reason = "the other targets")]

#[path = "../../tests/fuzz/input.rs"]
mod input;
#[path = "../../tests/fuzz/targets/mod.rs"]
mod targets;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| targets::partition::run(bytes));
