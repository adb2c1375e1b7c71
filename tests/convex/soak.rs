//! Millions of pairs, each answer checked on the bounds that it proves itself.
//!
//! `cargo test --release --test convex soak -- --ignored --nocapture`; the environment variable
//! `GAPKIT_SOAK_PAIRS` changes the number of pairs, `GAPKIT_SOAK_SEED` moves on to others. The
//! literal sub-algorithms that are known to fail run beside the default where they are built in.

use crate::common;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use common::Pair;
use common::bodies::{decade, facing, hanging, one_of, random, turned_together};
use common::certificate::check;
use common::families::{self, Family};
use common::tally::Tally;
use gapkit::boolean::{BooleanAlgorithm, BooleanTest, ROUNDING_BOUND, Verdict};
use gapkit::gjk::SubAlgorithm;
use gapkit::shape::Hulls;
use gapkit::simd::Isa;
use gapkit::{Answer, Outcome, Query};
use rand::RngExt;
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
    let limits = total.count(Outcome::Unproven);
    println!(
        "{} pairs: {limits} iteration limits, {} violations in all, {} refined",
        total.pairs, total.failures, total.refined
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
    let failed = total.count(Outcome::Unproven);
    let rate = failed as f64 / total.pairs as f64;
    println!("johnson: {failed} of {} pairs without a proof ({rate:.2e})", total.pairs);
    assert_eq!(total.failures, failed, "where it fails, it must say so");
}

/// How many pairs of a chunk were in lanes, how many of them the lanes refused, and how many
/// answers are wrong or prove nothing.
#[derive(Debug, Clone, Copy, Default)]
struct InLanes {
    pairs: u64,
    refused: u64,
    failures: u64,
}

/// Pairs of any families beside each other, those of one size in the order in which they come up.
fn mixed(chunk: u64, printed: &AtomicUsize) -> InLanes {
    let rng = &mut random(78, chunk);
    let families = families::all();
    let mut by_size = BTreeMap::<_, Vec<Pair>>::new();
    for _ in 0..1_000 {
        let family = &families[rng.random_range(0..families.len())];
        let pair = family.pair(rng.random_range(0..1 << 40));
        if pair.a.len().max(pair.b.len()) <= 16 {
            by_size.entry((pair.a.len(), pair.b.len())).or_default().push(pair);
        }
    }
    let mut seen = InLanes::default();
    for ((m, n), pairs) in by_size {
        let a: Vec<_> = pairs.iter().flat_map(|pair| pair.a.clone()).collect();
        let b: Vec<_> = pairs.iter().flat_map(|pair| pair.b.clone()).collect();
        let (a, b) = (Hulls::packed(&a, m).expect("finite"), Hulls::packed(&b, n).expect("finite"));
        let mut answers = vec![Answer::default(); pairs.len()];
        let asked = Query::default().distance_batch(&a, &b, &mut answers);
        seen.refused += asked.expect("as many of each") as u64;
        seen.pairs += pairs.len() as u64;
        for (pair, answer) in pairs.iter().zip(&answers) {
            let same = format!("{answer:?}") == format!("{:?}", pair.ask(&Query::default()));
            let checked = check(pair, answer, None);
            if !same || checked.is_err() {
                seen.failures += 1;
                if printed.fetch_add(1, Ordering::Relaxed) < PRINTED {
                    println!(
                        "{checked:?}, the same as a single query: {same}\n{pair:?}\n{answer:?}"
                    );
                }
            }
        }
    }
    seen
}

#[test]
#[ignore = "takes minutes; see the head of the file"]
fn no_lane_of_mixed_families_is_wrong() {
    let chunks = number("GAPKIT_SOAK_PAIRS", 1_600_000).div_ceil(1_000);
    let first = number("GAPKIT_SOAK_SEED", 1) << 24;
    let printed = AtomicUsize::new(0);
    let join = |p: InLanes, q: InLanes| InLanes {
        pairs: p.pairs + q.pairs,
        refused: p.refused + q.refused,
        failures: p.failures + q.failures,
    };
    let all = (first..first + chunks).into_par_iter().map(|chunk| mixed(chunk, &printed));
    let all = all.reduce(InLanes::default, join);
    println!("{:?}: {all:?}", Isa::widest());
    assert!(all.refused < all.pairs / 2 || Isa::widest() == Isa::Portable);
    assert_eq!(all.failures, 0);
}

/// Two tetrahedra that touch with a vertex, an edge or a face, but for a gap or an overlap of 1e-16
/// to 1e-4, and now and then exactly.
fn near_touching(index: u64) -> Pair {
    let rng = &mut random(77, index);
    let [i, j] = [0; 2].map(|_| rng.random_range(1..=3));
    let (a, b) = (hanging(rng, 4, i), hanging(rng, 4, j));
    let sign = one_of(rng, &[1.0, 1.0, -1.0, 0.05]);
    let gap = if sign == 0.05 { 0.0 } else { sign * decade(rng, -16.0, -4.0) };
    let pair = facing(rng, &a, &b, gap);
    let (a, b) = turned_together(rng, pair);
    Pair { family: "near touching", a, b }
}

/// What one boolean test did on near-touching pairs.
#[derive(Debug, Clone, Copy, Default)]
struct Verdicts {
    undecided: u64,
    disjoint: u64,
    /// Disjoint pairs taken for intersecting, and the largest distance of one, in eps times the
    /// size.
    missed: u64,
    farthest: f64,
    /// Intersecting pairs taken for disjoint.
    wrong: u64,
    most_tests: u32,
}

impl Verdicts {
    fn join(self, other: Self) -> Self {
        Self {
            undecided: self.undecided + other.undecided,
            disjoint: self.disjoint + other.disjoint,
            missed: self.missed + other.missed,
            farthest: self.farthest.max(other.farthest),
            wrong: self.wrong + other.wrong,
            most_tests: self.most_tests.max(other.most_tests),
        }
    }
}

#[test]
#[ignore = "takes minutes; see the head of the file"]
fn boolean_tests_decide_millions_of_near_touching_tetrahedra() {
    const TESTS: [BooleanAlgorithm; 3] =
        [BooleanAlgorithm::Gjk, BooleanAlgorithm::Dss, BooleanAlgorithm::Hybrid];
    let pairs = number("GAPKIT_SOAK_PAIRS", 10_000_000);
    let first = number("GAPKIT_SOAK_SEED", 1) << 24;
    let query = Query::default();
    let examine = |index| {
        let pair = near_touching(index);
        let (a, b) = pair.sets();
        let decide = |test: BooleanAlgorithm| test.decide(&query, &a, &b).expect("points");
        let truth = decide(BooleanAlgorithm::ExactDss).verdict.may_intersect();
        TESTS.map(|test| {
            let decision = decide(test);
            let mut seen = Verdicts { most_tests: decision.plane_tests, ..Verdicts::default() };
            match decision.verdict {
                Verdict::Undecided => seen.undecided = 1,
                Verdict::Disjoint(_) if truth => seen.wrong = 1,
                Verdict::Disjoint(_) => seen.disjoint = 1,
                Verdict::Intersecting if !truth => {
                    seen.missed = 1;
                    let distance = query.distance(&a, &b).distance;
                    seen.farthest = distance / (f64::EPSILON * pair.size());
                }
                Verdict::Intersecting => {}
            }
            seen
        })
    };
    let none = || [Verdicts::default(); 3];
    let join = |p: [Verdicts; 3], q: [Verdicts; 3]| std::array::from_fn(|i| p[i].join(q[i]));
    let seen = (first..first + pairs).into_par_iter().map(examine).reduce(none, join);
    println!("{pairs} pairs near touching; failures (undecided) and the rest:");
    for (test, seen) in TESTS.iter().zip(&seen) {
        println!("{test:8} {seen:?}");
        assert_eq!((seen.undecided, seen.wrong), (0, 0));
        assert!(seen.farthest <= ROUNDING_BOUND && seen.disjoint > pairs / 4);
    }
}
