//! Zonotopes and Minkowski sums: closed forms, and the exact distance of the hulls that they are.
#![allow(clippy::unwrap_used)]

use crate::common;
use crate::solids;

use common::{Points, oracle};
use gapkit::shape::{
    Capsule, Cuboid, Cylinder, Ellipsoid, MinkowskiSum, NO_VERTEX, PointSet, Pose, Posed, Sphere,
    SupportMap, Zonotope,
};
use gapkit::{Outcome, Vec3};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use solids::directions;

/// A vector of multiples of 2^-12 up to 1, which a few sums leave exact.
fn dyadic(rng: &mut StdRng) -> [f64; 3] {
    [0; 3].map(|_| f64::from(rng.random_range(-4096..=4096)) / 4096.0)
}

fn some(rng: &mut StdRng, count: usize) -> Points {
    (0..count).map(|_| dyadic(rng)).collect()
}

/// Every sum of a point of each.
fn sums(a: &Points, b: &Points) -> Points {
    let add = |p: &[f64; 3], q: &[f64; 3]| [p[0] + q[0], p[1] + q[1], p[2] + q[2]];
    a.iter().flat_map(|p| b.iter().map(move |q| add(p, q))).collect()
}

/// All points with a sign for each generator.
fn corners(center: [f64; 3], generators: &Points) -> Points {
    generators.iter().fold(vec![center], |points, g| sums(&points, &vec![*g, g.map(|c| -c)]))
}

/// Six points around one, which is in the middle of their hull.
fn around(middle: [f64; 3], rng: &mut StdRng) -> Points {
    let rays = some(rng, 3);
    rays.iter()
        .flat_map(|r| [*r, r.map(|c| -c)])
        .flat_map(|r| sums(&vec![middle], &vec![r]))
        .collect()
}

/// Checks the answer for two shapes that are the hulls of these points, exactly.
fn check(a: &impl SupportMap, b: &impl SupportMap, points: [&Points; 2]) -> Outcome {
    let exact = oracle::distance(points[0], points[1]);
    let answer = gapkit::distance(a, b);
    let unit = 16.0 * f64::EPSILON * 8.0;
    assert!(answer.lower_bound <= exact.distance.hi, "{answer:?} {exact:?}");
    assert!((answer.distance - exact.distance.hi).abs() <= unit, "{answer:?} {exact:?}");
    assert_eq!(answer.distance == 0.0, exact.is_zero(), "{answer:?} {exact:?}");
    assert_eq!(gapkit::intersects(a, b), exact.is_zero());
    answer.outcome
}

#[test]
fn zonotopes_have_the_distance_of_their_corners() {
    let mut rng = StdRng::seed_from_u64(5);
    let (mut apart, mut together) = (0, 0);
    for round in 0..400 {
        let generators = some(&mut rng, round % 6);
        let center = dyadic(&mut rng);
        let zonotope = Zonotope::new(center, &generators).unwrap();
        // Every fourth pair has a common point by construction.
        let other: Points = if round % 4 == 0 {
            around(center, &mut rng)
        } else {
            some(&mut rng, 5).iter().map(|p| [p[0] + 3.0, p[1], p[2] - 1.0]).collect()
        };
        let corners = corners(center, &generators);
        assert_eq!(zonotope.vertex_count(), corners.len());
        match check(&zonotope, &PointSet::new(&other).unwrap(), [&corners, &other]) {
            Outcome::Separated => apart += 1,
            _ => together += 1,
        }
    }
    assert!(apart > 100 && together >= 100, "{apart} {together}");
}

#[test]
fn parallel_and_empty_generators_do_no_harm() {
    let generators = vec![[1.0, 0.0, 0.0], [-0.5, 0.0, 0.0], [0.0; 3], [0.0, 1.0, 0.0]];
    let plate = Zonotope::new([0.0; 3], &generators).unwrap();
    let above = Sphere::new([2.5, 0.0, 2.0], 0.5).unwrap();
    assert!((gapkit::distance(&plate, &above).distance - (5f64.sqrt() - 0.5)).abs() < 1e-15);
    let point = Zonotope::new([1.0, 2.0, 3.0], &[]).unwrap();
    assert_eq!(point.support(&Vec3::x(), &Vec3::zeros(), 0).point, Vec3::new(1.0, 2.0, 3.0));
}

#[test]
fn a_zonotope_of_three_generators_is_a_box() {
    let turn = Pose::new(Vec3::new(0.3, -0.2, 0.1), Vec3::new(0.4, 1.0, -0.3));
    let half = [1.0, 0.5, 0.25];
    let brick = Posed::new(Cuboid::new([0.0; 3], half).unwrap(), &turn).unwrap();
    let axis = |k: usize| <[f64; 3]>::from(turn.rotation * Vec3::ith(k, half[k]));
    let zonotope = Zonotope::new(turn.translation.vector, &[axis(0), axis(1), axis(2)]).unwrap();
    for d in directions(300) {
        let reach = |shape: &dyn SupportMap| d.dot(&shape.support(&d, &Vec3::zeros(), 0).point);
        assert!((reach(&brick) - reach(&zonotope)).abs() < 4e-16 * 4.0, "{d}");
    }
}

#[test]
fn the_sign_bits_name_the_corners() {
    let generators = [[1.0, 0.25, 0.0], [0.0, 2.0, 0.5], [0.5, 0.0, 4.0]];
    let zonotope = Zonotope::new([8.0, 0.0, -8.0], &generators).unwrap();
    for d in directions(50) {
        let found = zonotope.support(&d, &Vec3::zeros(), 0);
        assert_eq!(zonotope.vertex(found.vertex, &Vec3::zeros()), Some(found.point));
        assert_eq!(zonotope.exact_vertex(found.vertex).unwrap().round(), found.point);
        for (k, g) in generators.iter().enumerate() {
            assert_eq!(found.vertex >> k & 1 == 1, d.dot(&Vec3::from(*g)) >= 0.0);
        }
    }
}

#[test]
fn sums_have_the_distance_of_their_points() {
    let mut rng = StdRng::seed_from_u64(6);
    let (mut apart, mut together) = (0, 0);
    for round in 0..400 {
        let (a, b) = (some(&mut rng, 1 + round % 5), some(&mut rng, 1 + round % 4));
        let points = sums(&a, &b);
        // Every fourth pair has a common point by construction.
        let other: Points = if round % 4 == 0 {
            around(points[0], &mut rng)
        } else {
            some(&mut rng, 5).iter().map(|p| [p[0], p[1] + 2.0, p[2] + 0.5]).collect()
        };
        let set = |points| PointSet::new(points).unwrap();
        let sum = MinkowskiSum::new(set(&a), set(&b)).unwrap();
        assert_eq!(sum.vertex_count(), points.len());
        for (i, p) in points.iter().enumerate() {
            assert_eq!(sum.vertex(i as u32, &Vec3::zeros()), Some(Vec3::from(*p)));
        }
        match check(&sum, &set(&other), [&points, &other]) {
            Outcome::Separated => apart += 1,
            _ => together += 1,
        }
    }
    assert!(apart > 100 && together >= 100, "{apart} {together}");
}

#[test]
fn a_sum_reaches_as_far_as_its_parts_together() {
    let parts: Vec<Box<dyn SupportMap>> = vec![
        Box::new(Sphere::new([0.5, 0.0, 0.0], 0.25).unwrap()),
        Box::new(Capsule::new([0.0, 1.0, 0.0], [1.0, 0.0, 1.0], 0.5).unwrap()),
        Box::new(Cuboid::new([0.0; 3], [1.0, 0.5, 0.25]).unwrap()),
        Box::new(Ellipsoid::new([1.0, 0.5, 2.0]).unwrap()),
        Box::new(Cylinder::new(0.5, 1.5).unwrap()),
    ];
    let reach = |shape: &dyn SupportMap, d: &Vec3| {
        d.dot(&shape.support(d, &Vec3::zeros(), 0).point) + shape.radius()
    };
    for a in &parts {
        for b in &parts {
            let sum = MinkowskiSum::new(a, b).unwrap();
            let smooth = a.vertex_count().min(b.vertex_count()) == 0;
            assert_eq!(sum.vertex_count() == 0, smooth);
            for d in directions(100) {
                let both = reach(a, &d) + reach(b, &d);
                assert!((reach(&sum, &d) - both).abs() <= 1e-15 * 4.0, "{d}");
                let named = sum.support(&d, &Vec3::zeros(), 7).vertex;
                assert_eq!(named == NO_VERTEX, smooth);
            }
            let far = Sphere::new([9.0, 0.0, 0.0], 1.0).unwrap();
            let gap = gapkit::distance(&sum, &far);
            // The sum with a ball is the shape with a radius, and the distance is that of the parts
            // if one of them is turned round and goes to the other side.
            assert!(gap.outcome == Outcome::Separated && gap.lower_bound <= gap.distance);
        }
    }
    let ball = Sphere::new([0.0; 3], 0.5).unwrap();
    let egg = Ellipsoid::new([1.0, 0.5, 2.0]).unwrap();
    let grown = MinkowskiSum::new(egg, ball).unwrap();
    let point = Sphere::new([0.0, 0.0, 4.0], 0.0).unwrap();
    assert!((gapkit::distance(&grown, &point).distance - 1.5).abs() < 1e-14);
}

#[test]
fn refusals_name_the_number_and_the_limit() {
    let error = Zonotope::new([0.0; 3], &[[1.0; 3]; 17]).unwrap_err().to_string();
    assert!(error.contains("number of generators is 17") && error.contains("16"), "{error}");
    let error = Zonotope::new([f64::NAN; 3], &[]).unwrap_err().to_string();
    assert!(error.contains("centre of the zonotope"), "{error}");
    let error = Zonotope::new([0.0; 3], &[[0.0, f64::INFINITY, 0.0]]).unwrap_err().to_string();
    assert!(error.contains("generator"), "{error}");
    let many = Zonotope::new([0.0; 3], &[[1.0; 3]; 16]).unwrap();
    let both = MinkowskiSum::new(&many, &many).unwrap_err().to_string();
    assert!(both.contains("4294967296"), "{both}");
}
