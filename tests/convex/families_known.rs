//! Families of pairs on which well-known libraries were wrong; the sources are in
//! `fixtures/README.md`.

use crate::common;

use common::bodies::{Random, direction, moved, random, rotation, turned, uniform};
use common::certificate::check;
use common::{Pair, Points, families, fixtures, oracle};
use gapkit::{Answer, Outcome, Query, Vec3};
use rand::RngExt;

/// Asks and checks every promise, the exact distance included.
fn ask(pair: &Pair) -> Answer {
    let answer = pair.ask(&Query::default());
    let exact = oracle::distance(&pair.a, &pair.b);
    if let Err(why) = check(pair, &answer, Some(&exact)) {
        panic!("{}: {why}\n{pair:?}\n{answer:?}", pair.family);
    }
    answer
}

/// The cube `[-half, half]^3`.
fn cube(half: f64) -> Points {
    let side = |i: usize, k: usize| if i >> k & 1 == 1 { half } else { -half };
    (0..8).map(|i| std::array::from_fn(|k| side(i, k))).collect()
}

/// The rotation by this angle about an axis of the frame.
fn about(axis: usize, degrees: f64) -> [Vec3; 3] {
    let (sin, cos) = degrees.to_radians().sin_cos();
    let (j, k) = ((axis + 1) % 3, (axis + 2) % 3);
    let mut rows = [Vec3::x(), Vec3::y(), Vec3::z()];
    (rows[j][j], rows[j][k], rows[k][j], rows[k][k]) = (cos, -sin, sin, cos);
    rows
}

/// Pairs of all families, a few of each, and the hard pairs.
fn sample(each: u64) -> Vec<Pair> {
    let families = families::all();
    let made = families.iter().flat_map(|family| (0..each).map(|i| family.pair(i)));
    made.chain(fixtures::hard_pairs().iter().map(|hard| hard.pair())).collect()
}

#[test]
fn tilted_cubes_in_contact() {
    let hard = fixtures::hard_pairs().into_iter().find(|hard| hard.id == "FCL495").expect("known");
    // The edges of the reported box give the rotation that was reported.
    let edge = |i: usize| (Vec3::from(hard.a[i]) - Vec3::from(hard.a[0])).normalize();
    let columns = [edge(1), edge(2), edge(4)];
    let rows = std::array::from_fn(|i| Vec3::from_fn(|k, _| columns[k][i]));
    for dim in [0.01, 0.25, 0.5, 10.0, 1000.0] {
        let mut outcomes = Vec::new();
        for step in [-1e-15, -2.5e-16, -1e-16, 0.0, 1e-16, 2.5e-16, 1e-15] {
            let s = step * f64::max(1.0, dim);
            let a = moved(&turned(&cube(dim / 2.0), &rows), [0.0, 0.0, 5.0 * dim]);
            let b = moved(&a, (columns[1] * (dim + s)).into());
            let pair = Pair { family: "TILT", a, b };
            let answer = ask(&pair);
            let rounding = 8.0 * f64::EPSILON * pair.reach();
            assert!((answer.distance - s.max(0.0)).abs() <= rounding, "{dim} {s:e}: {answer:?}");
            // At contact the plane keeps its normal, from A to B.
            let across = answer.direction.dot(&columns[1]);
            assert!(answer.outcome == Outcome::Overlapping || across > 0.999, "{answer:?}");
            outcomes.push(answer.outcome);
        }
        // From overlapping over touching to separated, never back.
        let rank = |outcome: &Outcome| match outcome {
            Outcome::Separated => 2,
            Outcome::Touching => 1,
            _ => 0,
        };
        assert!(outcomes.is_sorted_by_key(rank), "{dim}: {outcomes:?}");
    }
}

#[test]
fn cubes_in_four_orientations() {
    let tip = (1.0 / 3f64.sqrt()).acos().to_degrees();
    let face = |points: Points| points;
    let corner = |points: Points| turned(&turned(&points, &about(2, 45.0)), &about(1, tip - 90.0));
    let orientations: [&dyn Fn(Points) -> Points; 4] =
        [&face, &|points| turned(&points, &about(2, 45.0)), &corner, &|points| {
            turned(&points, &about(1, 45.0))
        }];
    let scene = |points: &Points| {
        let turned_twice = turned(&turned(points, &about(0, 22.0)), &about(1, 13.0));
        turned(&turned_twice, &about(2, -47.0))
    };
    let reach = |points: &Points| points.iter().fold(f64::MIN, |most, p| most.max(p[0]));
    for scale in [1e3, 1.0, 1e-4] {
        for (i, j) in (0..4).flat_map(|i| (0..4).map(move |j| (i, j))) {
            let (a, b) = (orientations[i](cube(scale)), orientations[j](cube(scale)));
            for gap in [1e8, 1.0, 1e-6, 1e-12] {
                // Point symmetric bodies reach as far to the left as to the right.
                let b = moved(&b, [reach(&a) + reach(&b) + gap, 0.0, 0.0]);
                let pair = Pair { family: "CUBE4", a: scene(&a), b: scene(&b) };
                let answer = ask(&pair);
                let rounding = 16.0 * f64::EPSILON * pair.reach();
                let off = (answer.distance - gap).abs();
                assert!(off <= rounding, "{scale} {i} {j} {gap:e}: {answer:?}");
            }
        }
    }
}

#[test]
fn shifted_pairs() {
    for pair in sample(30).into_iter().filter(|pair| (0.1..100.0).contains(&pair.size())) {
        let answer = ask(&pair);
        for shift in [1.0, 1e3, 1e6] {
            let there = pair.map(|p| p.map(|c| c + shift));
            let moved = ask(&there);
            // Every vertex moves by up to half an ulp of its new coordinates along each axis.
            let rounding = 4.0 * f64::EPSILON * (there.reach() + pair.size());
            assert!((moved.distance - answer.distance).abs() <= rounding, "{pair:?} {shift}");
            if answer.distance > 2.0 * rounding {
                assert_eq!(moved.outcome, Outcome::Separated);
            }
        }
    }
}

#[test]
fn scaled_pairs() {
    let query = Query::default();
    for pair in sample(30).into_iter().filter(|pair| (1e-3..1e3).contains(&pair.size())) {
        let answer = ask(&pair);
        for scale in [1e-9, 1e-6, 1e-3, 1e3, 1e6] {
            let there = pair.map(|p| p.map(|c| c * scale));
            let off = (ask(&there).distance / scale - answer.distance).abs();
            assert!(off <= 8.0 * f64::EPSILON * (pair.reach() + pair.size()), "{pair:?} {scale}");
        }
        for exponent in [-300, -40, 1, 40, 300] {
            let scale = common::power_of_two(exponent);
            let there = pair.map(|p| p.map(|c| c * scale)).ask(&query);
            assert_eq!(there.distance / scale, answer.distance, "{pair:?} {exponent}");
            assert_eq!(there.direction, answer.direction);
        }
    }
}

/// The search compares products of degree 14: at 2^-59, with no rescaling before 2^-64, those of
/// thin needles underflowed and the search ended early.
#[test]
fn needles_at_every_power_of_two() {
    let thin = ["slivers", "needles skew", "needles parallel", "slivers lying"];
    for family in families::all().into_iter().filter(|family| thin.contains(&family.name)) {
        for pair in (0..400).map(|index| family.pair(index)) {
            let answer = pair.ask(&Query::default());
            for scale in (-80..=80).step_by(5).map(common::power_of_two) {
                let there = pair.map(|p| p.map(|c| c * scale)).ask(&Query::default());
                let same = Answer { point_a: there.point_a, point_b: there.point_b, ..answer };
                let (distance, lower_bound) = (there.distance / scale, there.lower_bound / scale);
                assert_eq!(Answer { distance, lower_bound, ..there }, same, "{scale:e} {pair:?}");
            }
        }
    }
}

#[test]
fn exchanged_and_permuted_pairs() {
    for (index, pair) in sample(60).into_iter().enumerate() {
        let rng = &mut random(900, index as u64);
        let answer = ask(&pair);
        let bound = 8.0 * f64::EPSILON * pair.size();
        let swapped = ask(&pair.swapped());
        assert!((swapped.distance - answer.distance).abs() <= bound, "{pair:?}");
        let mut other = pair.clone();
        for points in [&mut other.a, &mut other.b] {
            let again = points[rng.random_range(0..points.len())];
            points.push(again);
            for i in (1..points.len()).rev() {
                points.swap(i, rng.random_range(0..=i));
            }
        }
        let permuted = ask(&other);
        assert!((permuted.distance - answer.distance).abs() <= bound, "{other:?}");
        // Bodies that are clearly apart have one nearest pair of planes, seen from both sides.
        if answer.distance > 1e-3 * pair.size() {
            for direction in [-swapped.direction, permuted.direction] {
                assert!((direction - answer.direction).norm() < 1e-6, "{pair:?}");
            }
        }
    }
}

#[test]
fn no_direction_proves_more_than_the_distance() {
    for index in 0..3000 {
        let rng = &mut random(901, index);
        let body = |rng: &mut Random| -> Points {
            let count = rng.random_range(4..=20);
            (0..count).map(|_| (direction(rng) * uniform(rng, 0.5, 1.0)).into()).collect()
        };
        let a = turned(&body(rng), &rotation(rng));
        let b = moved(&body(rng), (direction(rng) * uniform(rng, 0.0, 4.0)).into());
        let pair = Pair { family: "CERT", a, b };
        let answer = pair.ask(&Query::default());
        for _ in 0..50 {
            let u = direction(rng);
            let along = |p: &[f64; 3]| u.dot(&Vec3::from(*p));
            let low = pair.b.iter().map(along).fold(f64::MAX, f64::min);
            let high = pair.a.iter().map(along).fold(f64::MIN, f64::max);
            assert!(low - high <= answer.distance + 1e-14, "{pair:?} {u:?}");
        }
    }
}

#[test]
fn direction_of_an_approaching_point() {
    let rows = rotation(&mut random(902, 0));
    for (body, rows) in [(cube(1.0), about(0, 0.0)), (cube(1.0), rows)] {
        let b = turned(&body, &rows);
        let inward = Vec3::from(turned(&vec![[1.0, 0.0, 0.0]], &rows)[0]);
        for step in (0..=100).rev() {
            let gap = f64::from(step) * 1e-4;
            let point = turned(&vec![[-1.0 - gap, 0.25, -0.5]], &rows);
            let answer = ask(&Pair { family: "POINT", a: point, b: b.clone() });
            assert!(answer.direction.dot(&inward) > 0.999_999, "{gap:e}: {answer:?}");
            assert!((answer.distance - gap).abs() < 1e-15);
        }
    }
}

#[test]
fn a_small_triangle_is_a_triangle() {
    let triangle = vec![
        [0.279280782, -0.467894495, 0.105353981],
        [0.280091137, -0.467545986, 0.104968153],
        [0.277769983, -0.469322920, 0.105590254],
    ];
    let corner = |i: usize| Vec3::from(triangle[i]);
    let normal = (corner(1) - corner(0)).cross(&(corner(2) - corner(0)));
    assert!((normal.norm_squared() - 7.7e-13).abs() < 1e-14);
    let middle = (corner(0) + corner(1) + corner(2)) / 3.0;
    for gap in [1.0, 1e-3, 1e-6, 1e-9] {
        let point = middle + normal.normalize() * gap;
        let answer = ask(&Pair { family: "SLIVER", a: triangle.clone(), b: vec![point.into()] });
        assert_eq!(answer.vertex_count, 3);
        assert!((answer.distance - gap).abs() < 1e-15, "{gap:e}: {answer:?}");
        assert!(answer.direction.dot(&normal) > 0.0);
    }
}
