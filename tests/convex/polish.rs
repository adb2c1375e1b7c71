//! Polished answers are right to a few units in the last place, however small the gap.

use crate::common;

use common::{Pair, certificate, families, oracle};
use gapkit::num::dd::{Dd, Dd3};
use gapkit::{Answer, Outcome, Query};
use rayon::prelude::*;

/// Pairs of each family.
const PAIRS: u64 = 2_000;

/// The gap, against the size of the pair, from which on the promise holds.
const GAP: f64 = 1e-13;

/// The promised relative error of the distance, in eps.
const ERROR: f64 = 8.0;

/// The promised error of the direction, in eps.
const DIRECTION: f64 = 2.0;

/// Relative errors of a polished answer in eps: distance, lower bound, direction.
#[derive(Debug, Clone, Copy, Default)]
struct Errors {
    pairs: u64,
    distance: f64,
    lower: f64,
    direction: f64,
    failures: u64,
}

impl Errors {
    fn join(self, other: Self) -> Self {
        Self {
            pairs: self.pairs + other.pairs,
            distance: self.distance.max(other.distance),
            lower: self.lower.max(other.lower),
            direction: self.direction.max(other.direction),
            failures: self.failures + other.failures,
        }
    }
}

/// The errors of a separated pair; the others only have to keep the promises of every answer.
fn examine(pair: &Pair) -> Errors {
    let answer: Answer = pair.ask(&Query::default().polished());
    let exact = oracle::distance(&pair.a, &pair.b);
    let mut errors = Errors::default();
    if let Err(why) = certificate::check(pair, &answer, Some(&exact)) {
        println!("{}: {why}\n{pair:?}\n{answer:?}", pair.family);
        errors.failures = 1;
    }
    let Some(direction) = exact.direction else { return errors };
    if exact.distance.hi < GAP * pair.size() {
        return errors;
    }
    let relative = |x: f64| ((Dd::from(x) - exact.distance).hi / exact.distance.hi) / f64::EPSILON;
    errors.pairs = 1;
    errors.distance = relative(answer.distance).abs();
    errors.lower = -relative(answer.lower_bound);
    let off = Dd3::from(answer.direction) - direction;
    errors.direction = off.round().norm() / f64::EPSILON;
    let good = errors.distance <= ERROR
        && errors.lower >= 0.0
        && errors.direction <= DIRECTION
        && answer.outcome == Outcome::Separated;
    if !good {
        println!("{}: {errors:?}\n{pair:?}\n{answer:?}", pair.family);
        errors.failures = 1;
    }
    errors
}

#[test]
fn relative_errors_are_a_few_eps() {
    let mut total = Errors::default();
    println!("family                    separated distance lower bound direction  fail  (eps)");
    for family in families::all() {
        let errors = (0..PAIRS)
            .into_par_iter()
            .map(|i| examine(&family.pair(i)))
            .reduce(Errors::default, Errors::join);
        let Errors { pairs, distance, lower, direction, failures } = errors;
        let name = family.name;
        println!(
            "{name:25} {pairs:>9} {distance:>8.2} {lower:>11.2} {direction:>9.2} {failures:>5}"
        );
        total = total.join(errors);
    }
    assert!(total.pairs * 2 > families::all().len() as u64 * PAIRS, "too few separated pairs");
    assert_eq!(total.failures, 0);
}
