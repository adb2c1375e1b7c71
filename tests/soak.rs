//! Millions of pairs, each answer checked on the bounds that it proves itself.
//!
//! `cargo test --release --test soak -- --ignored --nocapture`; the environment variable
//! `GAPKIT_SOAK_PAIRS` changes the number of pairs, `GAPKIT_SOAK_SEED` moves on to others. The
//! literal sub-algorithms that are known to fail run beside the default where they are built in.

mod common;

use std::sync::atomic::{AtomicUsize, Ordering};

use common::certificate::check;
use common::families::{self, Family};
use common::tally::Tally;
use gapkit::gjk::SubAlgorithm;
use gapkit::{Outcome, Query};
use rayon::prelude::*;

/// A failing pair is printed in full up to this many times.
const PRINTED: usize = 5;

fn number(name: &str, default: u64) -> u64 {
    match std::env::var(name) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{name} is not a number: {text}")),
        Err(_) => default,
    }
}

/// Answers all pairs of a family with these indices, and checks every answer.
fn run(
    family: &Family,
    indices: std::ops::Range<u64>,
    query: &Query,
    printed: &AtomicUsize,
) -> Tally {
    let examine = |index| {
        let pair = family.pair(index);
        let answer = pair.ask(query);
        let checked = check(&pair, &answer, None);
        if let Err(why) = &checked
            && printed.fetch_add(1, Ordering::Relaxed) < PRINTED
        {
            println!("{} {index}: {why}\n{pair:?}\n{answer:?}", family.name);
        }
        Tally::of(&answer, &checked)
    };
    indices.into_par_iter().map(examine).reduce(Tally::default, Tally::join)
}

/// The whole table for one query.
fn soak(query: &Query, each: u64, printed: &AtomicUsize) -> Tally {
    let first = number("GAPKIT_SOAK_SEED", 1) << 24;
    println!("{}", Tally::HEADING);
    let mut total = Tally::default();
    for family in families::all() {
        let tally = run(&family, first..first + each, query, printed);
        println!("{}", tally.row(family.name));
        total = total.join(tally);
    }
    println!("{}", total.row("all"));
    total
}

#[test]
#[ignore = "takes minutes; see the head of the file"]
fn no_answer_of_millions_is_wrong() {
    let pairs = number("GAPKIT_SOAK_PAIRS", 10_000_000);
    let each = pairs.div_ceil(families::all().len() as u64);
    let total = soak(&Query::default(), each, &AtomicUsize::new(0));
    let limits = total.count(Outcome::IterationLimit);
    println!(
        "{} pairs: {limits} iteration limits, {} violations in all, {} careful",
        total.pairs, total.failures, total.careful
    );
    for outcome in [Outcome::Separated, Outcome::Touching, Outcome::Overlapping] {
        assert!(total.count(outcome) * 20 >= total.pairs, "too few pairs are {outcome:?}");
    }
    assert_eq!((limits, total.failures), (0, 0));
}

#[test]
#[ignore = "takes minutes; see the head of the file"]
fn failure_rate_of_johnson() {
    let Some(johnson) = SubAlgorithm::ALL.iter().find(|sub| sub.name() == "johnson") else {
        println!("johnson is not built in");
        return;
    };
    let pairs = number("GAPKIT_SOAK_PAIRS", 10_000_000) / 10;
    let each = pairs.div_ceil(families::all().len() as u64);
    let query = Query::default().with_sub(*johnson);
    let total = soak(&query, each, &AtomicUsize::new(PRINTED));
    let failed = total.count(Outcome::IterationLimit);
    let rate = failed as f64 / total.pairs as f64;
    println!("johnson: {failed} of {} pairs without a proof ({rate:.2e})", total.pairs);
    assert_eq!(total.failures, failed, "where it fails, it must say so");
}
