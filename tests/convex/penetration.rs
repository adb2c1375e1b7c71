//! Depth and signed gap, checked against exact arithmetic.

use crate::common;

use std::cmp::Ordering;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use common::deep::{self, DeepFamily};
use common::depth::{ExactDepth, depth, support_along};
use common::{Pair, fixtures, power_of_two};
use gapkit::num::dd::Dd;
use gapkit::penetration::{Depth, Found, Method, Query, bounds, signed_gap};
use gapkit::simd::Isa;
use gapkit::{Outcome, Vec3};
use rayon::prelude::*;

/// Pairs of each family.
const PAIRS: u64 = 1_400;

/// The promised error of the depth, in eps times the size of the pair.
const ERROR: f64 = 16.0;

/// How far the bounds may be apart, in the same units: what may be left between them, and the
/// rounding of both.
const WIDTH: f64 = 28.0;

/// How far the witness points may be off, in eps times the size and the largest coordinate.
const WITNESS: f64 = 16.0;

/// What was measured on a pair or, at most, on a family.
#[derive(Debug, Clone, Copy, Default)]
struct Measured {
    pairs: u64,
    overlapping: u64,
    refined: u64,
    /// Not found by the quick way of the method.
    error: f64,
    width: f64,
    witness: f64,
    iterations: u32,
    failures: u64,
}

impl Measured {
    fn join(self, other: Self) -> Self {
        Self {
            pairs: self.pairs + other.pairs,
            overlapping: self.overlapping + other.overlapping,
            refined: self.refined + other.refined,
            error: self.error.max(other.error),
            width: self.width.max(other.width),
            witness: self.witness.max(other.witness),
            iterations: self.iterations.max(other.iterations),
            failures: self.failures + other.failures,
        }
    }

    fn row(&self, name: &str) -> String {
        format!(
            "{name:28} {:>6} {:>6} {:>6} {:7.2} {:7.2} {:7.2} {:>5} {:>5}",
            self.pairs,
            self.overlapping,
            self.refined,
            self.error,
            self.width,
            self.witness,
            self.iterations,
            self.failures
        )
    }
}

const HEADING: &str =
    "family                        pairs   over refined error   width witness  iter  fail";

fn norm(v: &Vec3) -> f64 {
    v.norm()
}

/// The weighted vertices of one body, relative to the first vertex of A.
fn blended(pair: &Pair, points: &[[f64; 3]], vertices: &[u32; 4], answer: &Depth) -> Vec3 {
    let mut sum = Vec3::zeros();
    for i in 0..answer.vertex_count {
        let p = points[vertices[i] as usize];
        let local = Vec3::from_fn(|k, _| p[k] - pair.a[0][k]);
        sum += local * answer.weight[i];
    }
    sum
}

/// Checks what holds for every answer.
fn check_shape(pair: &Pair, answer: &Depth) -> Result<(), String> {
    let Depth { depth, lower_bound, upper_bound, normal, point_a, point_b, weight, .. } = answer;
    let numbers = point_a.iter().chain(point_b).chain(normal).chain(weight);
    if numbers.chain([depth, lower_bound, upper_bound]).any(|x| !x.is_finite()) {
        return Err("a number in the answer is not finite".into());
    }
    if answer.outcome == Outcome::Unproven {
        return Err("no proof".into());
    }
    if (normal.norm() - 1.0).abs() > 4.0 * f64::EPSILON {
        return Err(format!("a normal of length 1 + {:e}", normal.norm() - 1.0));
    }
    if !(0.0 <= *lower_bound && lower_bound <= depth && depth <= upper_bound) {
        return Err(format!("bounds {lower_bound:e} <= {depth:e} <= {upper_bound:e}"));
    }
    let weight = &weight[..answer.vertex_count];
    let sum: f64 = weight.iter().sum();
    if weight.iter().any(|&w| w < 0.0) || (sum - 1.0).abs() > 8.0 * f64::EPSILON {
        return Err(format!("weights {weight:?}"));
    }
    for i in 0..answer.vertex_count {
        let [i, j] = [answer.vertex_a[i], answer.vertex_b[i]].map(|i| i as usize);
        if i >= pair.a.len() || j >= pair.b.len() {
            return Err(format!("no vertex pair ({i}, {j})"));
        }
    }
    Ok(())
}

/// Checks an answer against the exact depth.
fn check(pair: &Pair, answer: &Depth, exact: &ExactDepth) -> Result<Measured, String> {
    check_shape(pair, answer)?;
    let unit = f64::EPSILON * pair.size();
    let error = (Dd::from(answer.depth) - exact.depth).hi.abs() / unit;
    if error > ERROR || error.is_nan() {
        let (depth, exact) = (answer.depth, exact.depth.hi);
        return Err(format!("depth {depth:e}, exact {exact:e}: off by {error:.2}"));
    }
    let (low, high) = (exact.compare(answer.lower_bound), exact.compare(answer.upper_bound));
    // Bodies that touch may overlap by less than can be told.
    if answer.outcome == Outcome::Overlapping && high == Ordering::Less {
        return Err(format!("upper bound {:e} < {:e}", answer.upper_bound, exact.depth.hi));
    }
    if low == Ordering::Greater {
        return Err(format!("lower bound {:e} > {:e}", answer.lower_bound, exact.depth.hi));
    }
    let width = (answer.upper_bound - answer.lower_bound) / unit;
    if answer.outcome == Outcome::Overlapping && width > WIDTH {
        return Err(format!("width {width:.2}"));
    }
    let mut witness = 0.0;
    if answer.outcome != Outcome::Separated {
        // No more than the width along the normal, and enough to leave the other body.
        let h = support_along(&pair.a, &pair.b, &answer.normal);
        let off = (Dd::from(answer.depth) - h).hi.abs() / unit;
        if off > ERROR {
            return Err(format!("h(normal) is off by {off:.2}"));
        }
        witness = check_witness(pair, answer, unit)?;
    }
    Ok(Measured {
        pairs: 1,
        overlapping: u64::from(answer.outcome == Outcome::Overlapping),
        refined: answer.refined.into(),
        error,
        width,
        witness,
        iterations: answer.iterations,
        failures: 0,
    })
}

/// The witness points are the blended vertices, and differ by the depth along the normal.
fn check_witness(pair: &Pair, answer: &Depth, unit: f64) -> Result<f64, String> {
    let a = blended(pair, &pair.a, &answer.vertex_a, answer);
    let b = blended(pair, &pair.b, &answer.vertex_b, answer);
    let apart = b - a + answer.normal * answer.depth;
    let witness = norm(&apart) / unit;
    if witness > WITNESS || witness.is_nan() {
        return Err(format!("the blended vertices miss each other by {witness:.2}"));
    }
    let reach = unit + f64::EPSILON * pair.reach();
    let origin = Vec3::from(pair.a[0]);
    for (point, blend) in [(answer.point_a, a), (answer.point_b, b)] {
        let off = norm(&((point - origin) - blend)) / reach;
        if off > WITNESS || off.is_nan() {
            return Err(format!("a witness point is off the blended vertices by {off:.2}"));
        }
    }
    Ok(witness)
}

fn ask(pair: &Pair, query: &Query) -> Depth {
    let (a, b) = pair.sets();
    query.penetration(&a, &b)
}

/// Asks by every method, checks, and prints the first few failures.
fn examine(pair: &Pair, query: &Query, exact: &ExactDepth, printed: &AtomicUsize) -> Measured {
    let answer = ask(pair, query);
    match check(pair, &answer, exact) {
        Ok(measured) => measured,
        Err(why) => {
            if printed.fetch_add(1, Relaxed) < 2 {
                println!("{}: {why}\n{pair:?}\n{answer:?}", pair.family);
            }
            Measured { pairs: 1, failures: 1, ..Measured::default() }
        }
    }
}

/// Cameron's bounds hold, whatever the pair.
fn check_bracket(pair: &Pair, exact: &ExactDepth) {
    let (a, b) = pair.sets();
    let bracket = bounds(&a, &b);
    assert!(exact.compare(bracket.lower_bound) != Ordering::Greater, "{pair:?}\n{bracket:?}");
    let touching = bracket.outcome != Outcome::Overlapping;
    // Bodies that touch may overlap by less than can be told.
    let slack = if touching { ERROR * f64::EPSILON * pair.size() } else { 0.0 };
    let upper = bracket.upper_bound + slack;
    assert!(exact.compare(upper) != Ordering::Less, "{pair:?}\n{bracket:?}");
}

fn examine_family(family: &DeepFamily) -> [Measured; 3] {
    let printed = AtomicUsize::new(0);
    let each = |i| {
        let pair = family.pair(i);
        let exact = depth(&pair.a, &pair.b);
        check_bracket(&pair, &exact);
        Method::ALL
            .map(|method| examine(&pair, &Query::default().with_method(method), &exact, &printed))
    };
    let join = |p: [Measured; 3], q: [Measured; 3]| std::array::from_fn(|i| p[i].join(q[i]));
    (0..PAIRS).into_par_iter().map(each).reduce(<[Measured; 3]>::default, join)
}

#[test]
fn every_method_finds_the_exact_depth() {
    let mut total = [Measured::default(); 3];
    println!("{HEADING}");
    for family in deep::all() {
        let measured = examine_family(&family);
        for (i, method) in Method::ALL.iter().enumerate() {
            println!("{}", measured[i].row(&format!("{} {method}", family.name)));
            total[i] = total[i].join(measured[i]);
        }
    }
    for (i, method) in Method::ALL.iter().enumerate() {
        println!("{}", total[i].row(&format!("all {method}")));
        assert!(total[i].overlapping >= 20_000, "too few pairs overlap");
    }
    assert_eq!(total.map(|t| t.failures), [0; 3]);
}

#[test]
fn hard_pairs_have_their_reference_depth() {
    for hard in fixtures::hard_pairs() {
        let pair = hard.pair();
        let exact = depth(&pair.a, &pair.b);
        let reference = hard.signed_distance();
        assert_eq!(exact.depth.hi, (-reference).max(0.0), "{}: the reference itself", hard.id);
        for method in Method::ALL {
            let answer = ask(&pair, &Query::default().with_method(method));
            let measured = check(&pair, &answer, &exact);
            println!("{:10} {method:5} {:?} {measured:?}", hard.id, answer.outcome);
            assert!(measured.is_ok(), "{} {method}: {measured:?}", hard.id);
            assert_eq!(answer.found == Found::Gjk, reference >= 0.0, "{} {method}", hard.id);
        }
    }
}

/// The first pairs of every family, for the tests of symmetry.
fn samples() -> Vec<Pair> {
    deep::all().iter().flat_map(|family| (0..60).map(|i| family.pair(i))).collect()
}

#[test]
fn swapping_the_bodies_turns_the_normal_over() {
    samples().par_iter().for_each(|pair| {
        for method in Method::ALL {
            let query = Query::default().with_method(method);
            let (answer, swapped) = (ask(pair, &query), ask(&pair.swapped(), &query));
            let unit = f64::EPSILON * pair.size();
            let off = (answer.depth - swapped.depth).abs() / unit;
            assert!(off <= 2.0 * ERROR, "{method}: {off} {pair:?}");
            // The swapped normal serves as well, though it may be that of another face.
            let h = support_along(&pair.a, &pair.b, &-swapped.normal).hi;
            if answer.outcome == Outcome::Overlapping {
                assert!((h - answer.depth).abs() <= 2.0 * ERROR * unit, "{method}: {pair:?}");
            }
        }
    });
}

#[test]
fn powers_of_two_scale_every_digit() {
    samples().par_iter().for_each(|pair| {
        for exponent in [-900, -40, -1, 3, 40, 900] {
            let factor = power_of_two(exponent);
            let scaled = pair.map(|p| p.map(|c| c * factor));
            // A factor is exact unless it takes digits off the smallest numbers.
            if scaled.map(|p| p.map(|c| c / factor)).a != pair.a || !exact_inverse(pair, factor) {
                continue;
            }
            for method in Method::ALL {
                let query = Query::default().with_method(method);
                let (answer, large) = (ask(pair, &query), ask(&scaled, &query));
                assert_eq!(large.depth, answer.depth * factor, "{exponent} {method} {pair:?}");
                assert_eq!(large.normal, answer.normal, "{exponent} {method} {pair:?}");
                assert_eq!(large.lower_bound, answer.lower_bound * factor);
            }
        }
    });
}

fn exact_inverse(pair: &Pair, factor: f64) -> bool {
    pair.b.iter().flatten().all(|c| c * factor / factor == *c)
}

#[test]
fn any_start_leads_to_the_same_depth() {
    samples().par_iter().enumerate().for_each(|(k, pair)| {
        let (a, b) = pair.sets();
        let depth = depth(&pair.a, &pair.b).depth.hi;
        let (na, nb) = (pair.a.len() as u32, pair.b.len() as u32);
        let all: Vec<[u32; 2]> = (0..na).flat_map(|i| (0..nb).map(move |j| [i, j])).collect();
        let unit = f64::EPSILON * pair.size();
        for count in [1, 2, 3, 4, 7, 12, all.len()] {
            let start: Vec<[u32; 2]> =
                (0..count).map(|i| all[(i * 7919 + k) % all.len()]).collect();
            let answer = Query::default().expand(&a, &b, &start);
            let off = (answer.depth - depth).abs() / unit;
            assert!(off <= ERROR, "{count}: off by {off} {pair:?}\n{answer:?}");
        }
        // And the polytope that decision sphere search ends with.
        if let Some(start) = gapkit::boolean::enclosing(&a, &b) {
            let answer = Query::default().expand(&a, &b, &start);
            let off = (answer.depth - depth).abs() / unit;
            assert!(off <= ERROR, "from {start:?}: off by {off} {pair:?}\n{answer:?}");
        }
        let none = Query::default().expand(&a, &b, &[[na, 0], [0, nb]]);
        assert_eq!(none, ask(pair, &Query::default()));
    });
}

#[test]
fn bodies_that_do_not_overlap_have_no_depth() {
    let (a, b) = ([[0.0; 3], [1.0, 0.0, 0.0]], [[0.0, 0.0, 2.0], [0.0, 1.0, 2.0]]);
    let pair = Pair { family: "", a: a.to_vec(), b: b.to_vec() };
    for method in Method::ALL {
        let answer = ask(&pair, &Query::default().with_method(method));
        let Depth { depth, lower_bound, upper_bound, outcome, found, .. } = answer;
        assert_eq!((depth, lower_bound, upper_bound), (0.0, 0.0, 0.0));
        assert_eq!((outcome, found), (Outcome::Separated, Found::Gjk));
        assert_eq!((answer.normal, answer.point_b.z), (Vec3::z(), 2.0));
    }
    let (x, y) = pair.sets();
    let gap = signed_gap(&x, &y);
    assert_eq!((gap.gap, gap.normal), (2.0, Vec3::z()));
    assert!(gap.lower_bound <= 2.0 && gap.upper_bound >= 2.0 && gap.lower_bound > 1.9);
}

#[test]
fn every_instruction_set_gives_the_same_bits() {
    samples().par_iter().for_each(|pair| {
        for method in Method::ALL {
            let query = Query::default().with_method(method);
            let answer = ask(pair, &query.with_isa(Isa::Portable).expect("available"));
            for isa in Isa::ALL.into_iter().filter(|isa| isa.is_available()) {
                let other = ask(pair, &query.with_isa(isa).expect("available"));
                assert_eq!(other, answer, "{isa:?} {method} {pair:?}");
            }
        }
    });
}

#[test]
fn methods_have_names() {
    for method in Method::ALL {
        assert_eq!(method.to_string().parse::<Method>().expect("a name"), method);
    }
    let error = "sap".parse::<Method>().expect_err("no name").to_string();
    assert!(error.contains("sap") && error.contains("auto, epa, sat"), "{error}");
}
