//! Every answer of the distance query, checked against exact arithmetic.

use crate::common;

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use common::certificate::{Measured, check};
use common::families::{self, Family};
use common::oracle::{self, Exact};
use common::tally::Tally;
use common::{Pair, fixtures};
use gapkit::{Answer, Outcome, Query};
use rayon::prelude::*;

/// Pairs of each family.
const PAIRS: u64 = 3_000;

/// The exact distance, searched from where the answer ended.
fn exact(pair: &Pair, answer: &Answer) -> Exact {
    let start: Vec<[u32; 2]> =
        (0..answer.vertex_count).map(|i| [answer.vertex_a[i], answer.vertex_b[i]]).collect();
    oracle::distance_from(&pair.a, &pair.b, &start)
}

/// Asks, checks, and prints the first few failures.
fn examine(pair: &Pair, printed: &AtomicUsize) -> Tally {
    let answer = pair.ask(&Query::default());
    let mut checked: Result<Measured, String> = check(pair, &answer, Some(&exact(pair, &answer)));
    if answer.outcome == Outcome::Overlapping && !oracle::overlaps(&pair.a, &pair.b) {
        checked = checked.and(Err("overlapping, but there is no overlap".into()));
    }
    if let Err(why) = &checked
        && printed.fetch_add(1, Ordering::Relaxed) < 3
    {
        println!("{}: {why}\n{pair:?}\n{answer:?}", pair.family);
    }
    Tally::of(&answer, &checked)
}

fn tally(family: &Family, pairs: u64) -> Tally {
    let printed = AtomicUsize::new(0);
    let tallies = (0..pairs).into_par_iter().map(|i| examine(&family.pair(i), &printed));
    tallies.reduce(Tally::default, Tally::join)
}

#[test]
fn every_family_keeps_the_promises() {
    let rows = Mutex::new(Vec::new());
    families::all().par_iter().enumerate().for_each(|(i, family)| {
        let tally = tally(family, PAIRS);
        rows.lock().expect("no panic").push((i, tally.row(family.name), tally));
    });
    let mut rows = rows.into_inner().expect("no panic");
    rows.sort_by_key(|row| row.0);
    println!("{}", Tally::HEADING);
    let mut total = Tally::default();
    for (_, row, tally) in rows {
        println!("{row}");
        total = total.join(tally);
    }
    println!("{}", total.row("all"));
    assert!(total.pairs >= 20_000);
    for outcome in [Outcome::Separated, Outcome::Touching, Outcome::Overlapping] {
        assert!(total.count(outcome) * 20 >= total.pairs, "too few pairs are {outcome:?}");
    }
    assert_eq!(total.failures, 0);
}

#[test]
fn hard_pairs_keep_the_promises() {
    println!("{}", Tally::HEADING);
    let mut failures = 0;
    for hard in fixtures::hard_pairs() {
        let pair = hard.pair();
        let tally = examine(&pair, &AtomicUsize::new(0));
        println!("{}", tally.row(&hard.id));
        failures += tally.failures;
        let (answer, reference) = (pair.ask(&Query::default()), hard.signed_distance());
        let truth = exact(&pair, &answer);
        assert_eq!(truth.distance.hi, reference.max(0.0), "{}: the reference itself", hard.id);
        if reference < -1e-10 {
            assert_eq!(answer.outcome, Outcome::Overlapping, "{}", hard.id);
        }
        if reference > 1e-10 {
            assert_eq!(answer.outcome, Outcome::Separated, "{}", hard.id);
        }
    }
    assert_eq!(failures, 0);
}
