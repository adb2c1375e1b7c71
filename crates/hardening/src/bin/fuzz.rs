//! `fuzz SECONDS [TARGET]`: the targets of `tests/fuzz` for so long in all, from `GAPKIT_SEED`, without the
//! dependencies of the tests.

#![allow(unsafe_code, reason = "the C interface is called as C hosts do")]

#[path = "../../../../tests/fuzz/input.rs"]
mod input;
#[path = "../../../../tests/fuzz/mutate.rs"]
mod mutate;
#[path = "../../../../tests/fuzz/runner.rs"]
mod runner;
#[path = "../../../../tests/fuzz/targets/mod.rs"]
mod targets;

use std::process::ExitCode;
use std::time::Duration;

use runner::Tally;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let seconds: u64 = arguments.next().map_or(60, |text| text.parse().expect("seconds"));
    let only = arguments.next().unwrap_or_default();
    let seed = std::env::var("GAPKIT_SEED").map_or(1, |text| text.parse().expect("a number"));
    let chosen = targets::ALL.into_iter().filter(|(name, _)| only.is_empty() || *name == only);
    let chosen: Vec<_> = chosen.collect();
    let time = Duration::from_secs(seconds) / chosen.len().max(1) as u32;
    let run = |target| runner::run(target, time, u64::MAX, seed);
    let tallies: Vec<_> = chosen.into_iter().map(run).collect();
    Tally::print(&tallies);
    let is_good = !tallies.is_empty() && tallies.iter().all(|tally| tally.failures == 0);
    if is_good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
