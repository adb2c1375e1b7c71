//! Fuzzing on the stable toolchain: the targets of `fuzz` with a loop that mutates a corpus. It sees
//! no coverage, but is always there; `scripts/fuzz.sh` runs it for as long as one likes, and the tests
//! here for some seconds.

#![cfg(feature = "io")]
#![allow(unsafe_code, reason = "the C interface is called as C hosts do")]

mod input;
mod mutate;
mod runner;
mod targets;

use std::time::Duration;

use runner::Tally;

/// How long a target runs in the normal tests at most, and on how many inputs: the same ones each time,
/// in the order of the targets.
const SHORT: Duration = Duration::from_secs(2);
const SHORT_INPUTS: [u64; 7] = [8_000, 1_200, 1_200, 30_000, 50, 12, 1_200];

fn number(name: &str, or: u64) -> u64 {
    std::env::var(name).ok().map_or(or, |text| text.parse().expect("a number"))
}

/// Every input that ever broke something, and the seeds.
#[test]
fn what_was_found_once_is_not_found_again() {
    let mut failures = vec![];
    for (name, target) in targets::ALL {
        for (file, bytes) in runner::files(name) {
            if let Err(why) = runner::survives(target, &bytes) {
                failures.push(format!("{file}: {why}"));
            }
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
}

/// All targets for a short time, from the same seed each time.
#[test]
fn targets_hold_what_is_promised_for_some_seconds() {
    let targets = targets::ALL.into_iter().zip(SHORT_INPUTS);
    let run = |(target, inputs)| runner::run(target, SHORT, inputs, 1);
    let tallies: Vec<_> = targets.map(run).collect();
    Tally::print(&tallies);
    assert!(tallies.iter().all(|tally| tally.failures == 0), "see the table");
}

/// `scripts/fuzz.sh MINUTES`: `GAPKIT_FUZZ_SECONDS` in all, from `GAPKIT_SEED`, of the target
/// `GAPKIT_FUZZ_TARGET` or of all.
#[test]
#[ignore = "as long as one likes"]
fn targets_hold_what_is_promised_for_long() {
    let only = std::env::var("GAPKIT_FUZZ_TARGET").unwrap_or_default();
    let chosen = targets::ALL.into_iter().filter(|(name, _)| only.is_empty() || *name == only);
    let chosen: Vec<_> = chosen.collect();
    let share = number("GAPKIT_FUZZ_SECONDS", 60) / chosen.len().max(1) as u64;
    let (seed, time) = (number("GAPKIT_SEED", 1), Duration::from_secs(share));
    let tallies: Vec<_> =
        chosen.into_iter().map(|target| runner::run(target, time, u64::MAX, seed)).collect();
    Tally::print(&tallies);
    assert!(
        !tallies.is_empty() && tallies.iter().all(|tally| tally.failures == 0),
        "see the table"
    );
}
