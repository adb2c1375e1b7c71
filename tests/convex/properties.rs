//! What must not change an answer, and what must refuse one.

use crate::common;

use common::bodies::{self, Random, moved, random, uniform};
use common::certificate::{WIDTH, check};
use common::families::{self, Family};
use common::{Pair, oracle, power_of_two};
use gapkit::gjk::{Cache, Stop};
use gapkit::simd::Isa;
use gapkit::{Answer, Outcome, Query, Vec3};
use proptest::prelude::*;
use rand::RngExt;

/// Twice the promised error: both answers may be off, to either side.
const APART: f64 = 8.0;

/// Pairs of every family.
fn pairs() -> impl Strategy<Value = Pair> {
    let count = families::all().len();
    (0..count, 0u64..1 << 20).prop_map(|(family, index)| families::all()[family].pair(index))
}

fn family(name: &str) -> Family {
    families::all().into_iter().find(|family| family.name == name).expect("known")
}

/// Asks and checks the answer on the bounds that it proves.
fn ask(pair: &Pair) -> Answer {
    checked(pair, pair.ask(&Query::default()))
}

fn checked(pair: &Pair, answer: Answer) -> Answer {
    if let Err(why) = check(pair, &answer, None) {
        panic!("{}: {why}\n{pair:?}\n{answer:?}", pair.family);
    }
    answer
}

/// The same distance up to the bound, and the same outcome unless it hangs on rounding.
fn assert_same(pair: &Pair, other: &Answer, answer: &Answer) {
    let eps = f64::EPSILON * pair.size();
    assert!((other.distance - answer.distance).abs() <= APART * eps, "{other:?}\n{answer:?}");
    if answer.distance > WIDTH * eps {
        assert_eq!(other.outcome, answer.outcome);
    }
}

fn config() -> ProptestConfig {
    let (cases, max_global_rejects) = (3000, 1_000_000);
    ProptestConfig { cases, max_global_rejects, failure_persistence: None, ..Default::default() }
}

fn shuffled(points: &[[f64; 3]], rng: &mut Random) -> common::Points {
    let mut points = points.to_vec();
    for i in (1..points.len()).rev() {
        points.swap(i, rng.random_range(0..=i));
    }
    points
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn exchanging_the_bodies(pair in pairs()) {
        let (answer, swapped) = (ask(&pair), ask(&pair.swapped()));
        assert_same(&pair, &swapped, &answer);
    }

    #[test]
    fn permuting_and_repeating_vertices(pair in pairs(), seed: u64) {
        let rng = &mut random(910, seed);
        let mut other = pair.clone();
        for points in [&mut other.a, &mut other.b] {
            for _ in 0..rng.random_range(0..4) {
                points.push(points[rng.random_range(0..points.len())]);
            }
            *points = shuffled(points, rng);
        }
        assert_same(&pair, &ask(&other), &ask(&pair));
    }

    #[test]
    fn starting_from_another_vertex(pair in pairs(), turn in 0usize..100) {
        let mut other = pair.clone();
        other.a.rotate_left(turn % pair.a.len());
        other.b.rotate_left(turn / 3 % pair.b.len());
        assert_same(&pair, &ask(&other), &ask(&pair));
    }

    #[test]
    fn adding_inner_points(pair in pairs(), seed: u64) {
        let rng = &mut random(911, seed);
        let mut other = pair.clone();
        for points in [&mut other.a, &mut other.b] {
            for _ in 0..rng.random_range(1..4) {
                let [p, q] = [0, 1].map(|_| points[rng.random_range(0..points.len())]);
                let t = uniform(rng, 0.0, 1.0);
                points.push(std::array::from_fn(|k| p[k] + t * (q[k] - p[k])));
            }
        }
        // Rounding puts the new points outside by up to one ulp of their coordinates.
        let (answer, other) = (ask(&pair), ask(&other));
        let slack = f64::EPSILON * (APART * pair.size() + 2.0 * pair.reach());
        prop_assert!((other.distance - answer.distance).abs() <= slack, "{:?} {:?}", other, answer);
    }

    #[test]
    fn scaling_by_powers_of_two(pair in pairs(), exponent in -900i32..=900) {
        prop_assume!((1e-12..1e7).contains(&pair.size()));
        let scale = power_of_two(exponent);
        let answer = pair.ask(&Query::default());
        let other = pair.map(|p| p.map(|c| c * scale)).ask(&Query::default());
        let scaled = Answer {
            distance: answer.distance * scale,
            lower_bound: answer.lower_bound * scale,
            point_a: answer.point_a * scale,
            point_b: answer.point_b * scale,
            ..answer
        };
        prop_assert_eq!(other, scaled);
    }

    #[test]
    fn moving_by_exact_amounts(pair in pairs(), by in prop::array::uniform3(-1i32 << 20..1 << 20)) {
        prop_assume!((1e-3..100.0).contains(&pair.size()) && pair.reach() < 100.0);
        prop_assume!(pair.a.len().max(pair.b.len()) <= 64);
        // On a grid of 2^-20 all sums with multiples of it are exact.
        let grid = f64::from(1 << 20);
        let pair = pair.map(|p| p.map(|c| (c * grid).round() / grid));
        let by = by.map(|c| f64::from(c) / 16.0);
        let there = pair.map(|p| std::array::from_fn(|k| p[k] + by[k]));
        let (answer, other) = (ask(&pair), ask(&there));
        let back = Answer { point_a: answer.point_a, point_b: answer.point_b, ..other };
        prop_assert_eq!(back, answer);
    }

    #[test]
    fn levels_agree(pair in pairs()) {
        let query = Query::default();
        let (a, b) = pair.sets();
        let answer = query.distance(&a, &b);
        prop_assert_eq!(query.outcome(&a, &b), answer.outcome);
        // The boolean test may take bodies for touching that are a few more eps apart.
        let bound = gapkit::boolean::ROUNDING_BOUND * f64::EPSILON * pair.size();
        if answer.outcome != Outcome::Separated || answer.distance > bound {
            let apart = answer.outcome == Outcome::Separated;
            prop_assert_eq!(gapkit::intersects(&a, &b), !apart);
        }
        let level2 = query.separation(&a, &b);
        prop_assert_eq!(
            (level2.distance, level2.lower_bound, level2.outcome),
            (answer.distance, answer.lower_bound, answer.outcome)
        );
    }

    #[test]
    fn loose_tolerances_are_honoured(pair in pairs(), exponent in -12f64..-0.1) {
        let tolerance = 10f64.powf(exponent);
        let answer = pair.ask(&Query::default().with_tolerance(tolerance).expect("valid"));
        let exact = oracle::distance(&pair.a, &pair.b).distance.hi;
        let eps = f64::EPSILON * pair.size();
        let Answer { distance, lower_bound, .. } = answer;
        prop_assert!(distance - lower_bound <= tolerance * distance + WIDTH * eps, "{:?}", answer);
        prop_assert!(lower_bound <= exact + 4.0 * eps && exact <= distance + 4.0 * eps);
        prop_assert!(answer.outcome != Outcome::Unproven);
        if lower_bound > 0.0 {
            prop_assert_eq!(answer.outcome, Outcome::Separated);
        }
    }

    #[test]
    fn bounds_are_honoured(pair in pairs(), factor in prop_oneof![0f64..2.0, Just(1.0)]) {
        let exact = oracle::distance(&pair.a, &pair.b).distance.hi;
        let bound = exact * factor;
        let answer = pair.ask(&Query::default().with_bound(bound).expect("valid"));
        let eps = f64::EPSILON * pair.size();
        prop_assert!(answer.lower_bound <= exact + 4.0 * eps, "{:?}", answer);
        prop_assert!(exact <= answer.distance + 4.0 * eps, "{:?}", answer);
        if answer.stop == Stop::BeyondBound {
            prop_assert!(exact > bound && answer.lower_bound >= bound * (1.0 - 4.0 * f64::EPSILON));
            prop_assert_eq!(answer.outcome, Outcome::Separated);
            prop_assert!(answer.iterations <= pair.ask(&Query::default()).iterations);
        } else {
            checked(&pair, answer);
            prop_assert!(exact <= bound + WIDTH * eps);
        }
    }

    #[test]
    fn caches_only_save_time(pair in pairs(), foreign in pairs(), seed: u64) {
        let query = Query::default();
        let (a, b) = pair.sets();
        let answer = ask(&pair);
        let mut cache = Cache::default();
        for _ in 0..3 {
            let tracked = checked(&pair, query.tracked(&a, &b, &mut cache));
            assert_same(&pair, &tracked, &answer);
        }
        // Stale: the bodies have moved a little, or a lot.
        let rng = &mut random(912, seed);
        let length = pair.size() * bodies::decade(rng, -9.0, 1.0);
        let by: Vec3 = bodies::direction(rng) * length;
        let there = Pair { b: moved(&pair.b, by.into()), ..pair.clone() };
        let (a, b) = there.sets();
        let tracked = checked(&there, query.tracked(&a, &b, &mut cache));
        assert_same(&there, &tracked, &ask(&there));
        // Foreign: of another pair, whose vertices may not exist here.
        let (c, d) = foreign.sets();
        query.tracked(&c, &d, &mut cache);
        let tracked = checked(&there, query.tracked(&a, &b, &mut cache));
        assert_same(&there, &tracked, &ask(&there));
    }

    #[test]
    fn bad_coordinates_are_named(pair in pairs(), seed: u64, kind in 0usize..4) {
        let rng = &mut random(913, seed);
        let (value, text) = [
            (f64::NAN, "NaN"),
            (f64::INFINITY, "inf"),
            (f64::NEG_INFINITY, "-inf"),
            (-power_of_two(1001), "beyond 2^1000"),
        ][kind];
        let (index, axis) = (rng.random_range(0..pair.a.len()), rng.random_range(0..3));
        let mut points = pair.a.clone();
        points[index][axis] = value;
        let error = gapkit::shape::PointSet::new(&points).expect_err("invalid").to_string();
        let culprit = format!("coordinate {} of point {index} ", ["x", "y", "z"][axis]);
        prop_assert!(error.contains(&culprit) && error.contains(text), "{}", error);
    }

    #[test]
    fn an_iteration_limit_is_kept_and_leaves_bounds(pair in pairs(), limit in 1u32..6) {
        let (answer, free) = (pair.ask(&Query::default().with_max_iterations(limit)), ask(&pair));
        let eps = f64::EPSILON * pair.size();
        prop_assert!(answer.lower_bound <= free.distance + APART * eps);
        prop_assert!(answer.distance >= free.lower_bound - APART * eps);
        if answer.stop == Stop::IterationLimit {
            prop_assert!(!answer.refined && answer.iterations <= limit.max(2), "{answer:?}");
        }
        if answer.outcome == Outcome::Unproven {
            prop_assert_eq!(answer.stop, Stop::IterationLimit);
        }
    }

    #[test]
    fn bodies_are_within_a_margin_or_proven_not_to_be(pair in pairs(), factor in 0.0..2.0f64) {
        let distance = ask(&pair).distance;
        let query = Query::default().with_bound(distance * factor).expect("not negative");
        let doubt = WIDTH * f64::EPSILON * pair.size();
        let (a, b) = pair.sets();
        let within = query.within(&a, &b);
        if (distance - distance * factor).abs() > doubt {
            prop_assert_eq!(within, distance <= distance * factor);
        }
    }
}

#[test]
fn bad_parameters_are_named() {
    let empty = gapkit::shape::PointSet::new(&[]).expect_err("invalid").to_string();
    assert_eq!(empty, "point set has no points");
    for bad in [f64::NAN, -1.0, f64::INFINITY] {
        let error = Query::default().with_tolerance(bad).expect_err("invalid").to_string();
        assert!(error.starts_with(&format!("tolerance is {bad}")), "{error}");
    }
    for bad in [f64::NAN, -1.0, f64::NEG_INFINITY] {
        let error = Query::default().with_bound(bad).expect_err("invalid").to_string();
        assert!(error.starts_with(&format!("bound is {bad}")), "{error}");
    }
    for isa in Isa::ALL {
        assert_eq!(Query::default().with_isa(isa).is_ok(), isa.is_available());
    }
}

#[test]
fn every_instruction_set_gives_the_same_bits() {
    let sets: Vec<Isa> = Isa::ALL.into_iter().filter(|isa| isa.is_available()).collect();
    println!("comparing {sets:?}");
    let queries = [Query::default(), Query::default().polished()];
    let compare = |pair: &Pair| {
        for query in &queries {
            let answer = pair.ask(&query.with_isa(Isa::Portable).expect("valid"));
            for &isa in &sets {
                assert_eq!(
                    pair.ask(&query.with_isa(isa).expect("valid")),
                    answer,
                    "{isa:?} {pair:?}"
                );
            }
        }
    };
    for count in 1..=64 {
        for seed in 0..60 {
            let rng = &mut random(914, seed << 8 | count as u64);
            let top = rng.random_range(1..=count.min(4));
            let other = rng.random_range(1..=count);
            let (a, b) = (bodies::hanging(rng, count, top), bodies::hanging(rng, other, 1));
            let gap = bodies::one_of(rng, &[0.5, 1e-9, 0.0, -0.1]);
            let (a, b) = bodies::facing(rng, &a, &b, gap);
            let (a, b) = bodies::turned_together(rng, (a, b));
            compare(&Pair { family: "lanes", a, b });
        }
    }
    for name in ["integer grid", "kuhn cubes turned", "slivers", "needles parallel", "duplicates"] {
        (0..300).for_each(|index| compare(&family(name).pair(index)));
    }
}
