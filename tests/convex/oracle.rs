//! The oracle and the checker themselves, against brute force and closed forms.

use crate::common;

use std::time::Instant;

use common::certificate::check;
use common::oracle::{brute_force, distance, distance_from, overlaps};
use common::{Pair, families};
use dashu::integer::{IBig, UBig};
use gapkit::num::dd::Dd;
use gapkit::{Outcome, Query};
use rayon::prelude::*;

#[test]
fn agrees_with_brute_force() {
    let small = |pair: &Pair| pair.a.len() * pair.b.len() <= 16;
    let families = families::all();
    let pairs: Vec<Pair> =
        families.iter().flat_map(|family| (0..40).map(|i| family.pair(i))).filter(small).collect();
    assert!(pairs.len() > 500, "{} small pairs", pairs.len());
    pairs.par_iter().for_each(|pair| {
        let exact = distance(&pair.a, &pair.b);
        let (num, den, exponent) = brute_force(&pair.a, &pair.b);
        assert_eq!(&exact.num * den, num * &exact.den, "{pair:?}");
        assert_eq!(exact.exponent, exponent);
    });
}

#[test]
fn does_not_depend_on_the_start() {
    for family in families::all() {
        for index in 0..20 {
            let Pair { a, b, .. } = family.pair(index);
            let last = [a.len() as u32 - 1, b.len() as u32 - 1];
            let start = [last, [0, last[1]], [last[0], 0], [0, 0]];
            let (cold, warm) = (distance(&a, &b), distance_from(&a, &b, &start));
            assert_eq!(&cold.num * &warm.den, &warm.num * &cold.den, "{} {index}", family.name);
        }
    }
}

#[test]
fn closed_forms() {
    let origin = [[0.0; 3]];
    let corner = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let exact = distance(&origin, &corner);
    assert_eq!(&exact.num * UBig::from(3u8), exact.den);
    let rest = exact.distance * exact.distance * Dd::from(3.0) - Dd::from(1.0);
    assert!(rest.hi.abs() < 1e-31, "{rest:?}");

    let edge = [[1.0, -1.0, 0.0], [1.0, 1.0, 0.0]];
    let square = [[3.0, 0.0, -1.0], [3.0, 0.0, 1.0], [4.0, 0.0, -1.0], [4.0, 0.0, 1.0]];
    let exact = distance(&edge, &square);
    assert_eq!((exact.distance, exact.is_zero()), (Dd::from(2.0), false));
    assert_eq!(exact.direction.map(|u| u.x), Some(Dd::from(1.0)));

    let far = [[1e150, 0.0, 0.0], [1e150, 1e-150, 0.0]];
    assert_eq!(distance(&origin, &far).distance, Dd::from(1e150));
    let tiny = [[0.0, 0.0, f64::MIN_POSITIVE / 4.0]];
    assert_eq!(distance(&origin, &tiny).distance.hi, f64::MIN_POSITIVE / 4.0);
}

#[test]
fn tells_overlap_from_touching() {
    let cube: Vec<[f64; 3]> =
        (0..8).map(|i| std::array::from_fn(|k| f64::from(i >> k & 1))).collect();
    let at = |x: f64| -> Vec<[f64; 3]> { cube.iter().map(|p| [p[0] + x, p[1], p[2]]).collect() };
    assert!(overlaps(&cube, &at(0.5)));
    assert!(overlaps(&cube, &at(1.0 - f64::EPSILON)));
    assert!(!overlaps(&cube, &at(1.0)));
    assert!(!overlaps(&cube, &at(1.0 + f64::EPSILON)));
}

#[test]
fn double_double_agrees_with_integers() {
    let whole = |x: f64| IBig::try_from(x * 2f64.powi(200)).expect("whole");
    for index in 0..200 {
        let Pair { a, b, .. } = families::all()[0].pair(index);
        let (p, q) = (Dd::difference(a[0][0], b[0][0]), Dd::difference(a[1][1], b[1][1]));
        let product = p * q;
        let exact = (whole(a[0][0]) - whole(b[0][0])) * (whole(a[1][1]) - whole(b[1][1]));
        let found = (whole(product.hi) + whole(product.lo)) << 200usize;
        let error = (found - &exact).to_f64().value() / exact.to_f64().value();
        assert!(error.abs() < 1e-31, "{error:e}");
    }
}

#[test]
fn checker_catches_wrong_answers() {
    let pair = families::all()[0].pair(0);
    let exact = distance(&pair.a, &pair.b);
    let good = pair.ask(&Query::default());
    assert_eq!(check(&pair, &good, Some(&exact)).err(), None);
    let eps = f64::EPSILON * pair.size();
    let mut wrong = [good; 8];
    wrong[0].distance += 5.0 * eps;
    wrong[1].lower_bound = (good.distance + 5.0 * eps).min(good.distance);
    wrong[1].direction = -good.direction;
    wrong[2].weight[0] += 1e-14;
    wrong[3].point_a.x += 1e-12;
    wrong[4].direction *= 1.0 + 1e-14;
    wrong[5].outcome = Outcome::Overlapping;
    wrong[6].outcome = Outcome::Unproven;
    wrong[7].lower_bound = f64::NAN;
    for (i, answer) in wrong.iter().enumerate() {
        assert!(check(&pair, answer, Some(&exact)).is_err(), "wrong answer {i} passed");
    }
}

#[test]
fn needs_few_iterations() {
    for name in ["tets near", "16 vertices near", "100 vertices near"] {
        let family = families::all().into_iter().find(|f| f.name == name).expect("known");
        let pairs: Vec<Pair> = (0..200).map(|i| family.pair(i)).collect();
        let start = Instant::now();
        let iterations: usize = pairs.iter().map(|p| distance(&p.a, &p.b).iterations).sum();
        let each = start.elapsed().as_secs_f64() / 200.0;
        println!("{name}: {:.0} us, {:.1} iterations", each * 1e6, iterations as f64 / 200.0);
        assert!(iterations < 200 * 16);
    }
}
