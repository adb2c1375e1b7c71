//! Boolean tests that go through faces and edges, and the distance by bisection, against the exact
//! oracle.
#![allow(clippy::unwrap_used)]

use crate::common;
use crate::solids;

use common::density::Dataset;
use common::{Pair, Points, families, oracle};
use gapkit::boolean::{self, BooleanAlgorithm, BooleanTest, ROUNDING_BOUND, Verdict};
use gapkit::shape::{
    Cuboid, Ellipsoid, PointSet, Polyhedron, Pose, Posed, Rounded, Sphere, SupportMap,
};
use gapkit::{Query, Vec3};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use rayon::prelude::*;

/// What was seen of a test.
#[derive(Debug, Clone, Copy, Default)]
struct Seen {
    apart: usize,
    together: usize,
    /// Pairs that were taken for intersecting, but are farther apart than the bound.
    missed: usize,
}

impl Seen {
    fn with(self, other: Self) -> Self {
        Self {
            apart: self.apart + other.apart,
            together: self.together + other.together,
            missed: self.missed + other.missed,
        }
    }

    fn of(verdict: Verdict, a: &Points, b: &Points) -> Self {
        let pair = Pair { family: "", a: a.clone(), b: b.clone() };
        let exact = oracle::distance(a, b);
        match verdict {
            Verdict::Disjoint(axis) => {
                assert!(!exact.is_zero(), "an intersecting pair is called disjoint: {pair:?}");
                let direction = axis.direction.into();
                assert!(oracle::separates(direction, axis.rest.into(), a, b), "{axis:?} {pair:?}");
                Self { apart: 1, ..Self::default() }
            }
            Verdict::Intersecting => {
                let bound = ROUNDING_BOUND * f64::EPSILON * pair.size();
                let missed = usize::from(exact.distance.hi > bound);
                Self { together: 1, missed, ..Self::default() }
            }
            Verdict::Undecided => panic!("undecided on {pair:?}"),
        }
    }
}

fn sum(seen: impl ParallelIterator<Item = Seen>) -> Seen {
    seen.reduce(Seen::default, Seen::with)
}

fn set(points: &Points) -> PointSet<'_> {
    PointSet::new(points).unwrap()
}

fn decide(test: BooleanAlgorithm, a: &impl SupportMap, b: &impl SupportMap) -> Verdict {
    test.decide(&Query::default(), a, b).unwrap().verdict
}

#[test]
fn polyhedra_agree_with_the_oracle_at_all_collision_densities() {
    for dataset in Dataset::ALL {
        for density in [0.05, 0.5, 0.9] {
            let pairs = dataset.pairs(dataset.spread(density), 600, 3);
            let seen = sum(pairs.par_iter().map(|(a, b)| {
                let verdict = decide(BooleanAlgorithm::Polyhedra, &set(&a.points), &set(&b.points));
                Seen::of(verdict, &a.points, &b.points)
            }));
            let share = seen.together as f64 / pairs.len() as f64;
            assert!((share - density).abs() < 0.05 && seen.missed == 0, "{dataset:?} {seen:?}");
        }
    }
}

#[test]
fn what_faces_separate_is_proven_for_the_hard_families() {
    let (mut all, mut flat) = (Seen::default(), 0);
    for family in families::all() {
        let pairs: Vec<Pair> = (0..100).map(|index| family.pair(index)).collect();
        let each = |pair: &Pair| {
            let (a, b) = pair.sets();
            match BooleanAlgorithm::Polyhedra.decide(&Query::default(), &a, &b) {
                Ok(decision) => (Seen::of(decision.verdict, &pair.a, &pair.b), 0),
                Err(error) => {
                    assert!(error.to_string().contains("is flat"), "{error}");
                    (Seen::default(), 1)
                }
            }
        };
        let join = |p: (Seen, usize), q: (Seen, usize)| (p.0.with(q.0), p.1 + q.1);
        let (seen, refused) = pairs.par_iter().map(each).reduce(Default::default, join);
        println!("{:28} {seen:?} {refused} flat", family.name);
        all = all.with(seen);
        flat += refused;
    }
    assert!(all.apart > 300 && all.together > 300 && flat > 0, "{all:?} {flat}");
    // Needles among the faces: their normals are noise, and the tests say so.
    assert!(all.missed * 20 < all.apart, "{all:?}");
}

/// A body for a box: the corners of a view frustum, or random points.
fn body(rng: &mut StdRng, kind: usize) -> Points {
    let mut at = || Vec3::from([0; 3].map(|_| rng.random_range(-1.0..1.0)));
    let (shift, turn) = (at(), Pose::new(Vec3::zeros(), at() * 3.0));
    let frustum = |i: usize| {
        let z = if i >> 2 & 1 == 1 { 2.0 } else { 0.1 };
        let side = |k: usize| if i >> k & 1 == 1 { z } else { -z };
        Vec3::new(side(0), 0.6 * side(1), z)
    };
    let points: Vec<Vec3> =
        if kind == 0 { (0..8).map(frustum).collect() } else { (0..12).map(|_| at()).collect() };
    points.iter().map(|p| (turn.rotation * p + shift).into()).collect()
}

#[test]
fn a_box_and_a_polyhedron_agree_with_the_oracle() {
    for (kind, turned) in [(0, false), (1, false), (0, true), (1, true)] {
        let each = |seed: u64| {
            let mut rng = StdRng::seed_from_u64(seed);
            let points = body(&mut rng, kind);
            let half: [f64; 3] = [0; 3].map(|_| rng.random_range(0.05..0.8));
            let straight = Cuboid::new([0.2, -0.1, 0.3], half).unwrap();
            let at = [0; 3].map(|_| rng.random_range(-1.5..1.5));
            let spin = [0; 3].map(|_| if turned { rng.random_range(-2.0..2.0) } else { 0.0 });
            let brick = Posed::new(straight, &Pose::new(at.into(), spin.into())).unwrap();
            let corners: Points =
                (0..8u32).map(|i| brick.exact_vertex(i).unwrap().round().into()).collect();
            let hull = Polyhedron::hull(&points).unwrap();
            let test = BooleanAlgorithm::BoxPolyhedron;
            let verdict = decide(test, &hull, &brick);
            // The other way round, and without faces that are kept.
            let back = decide(test, &brick, &set(&points));
            assert_eq!(back.may_intersect(), verdict.may_intersect());
            Seen::of(back, &corners, &points).with(Seen::of(verdict, &points, &corners))
        };
        let seen = sum((0..2000u64).into_par_iter().map(each));
        println!("{kind} {turned} {seen:?}");
        assert!(seen.apart > 500 && seen.together > 500, "{seen:?}");
        assert_eq!(seen.missed, 0);
    }
}

#[test]
fn touching_boxes_are_not_apart_and_one_unit_is_seen() {
    let cube = Cuboid::new([0.0; 3], [1.0; 3]).unwrap();
    let corners = |x: f64| -> Points {
        (0..8)
            .map(|i| [x + f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2 & 1)])
            .collect()
    };
    for test in [BooleanAlgorithm::Polyhedra, BooleanAlgorithm::BoxPolyhedron] {
        assert_eq!(decide(test, &cube, &set(&corners(1.0))), Verdict::Intersecting, "{test}");
        let Verdict::Disjoint(axis) = decide(test, &cube, &set(&corners(1.0 + 1e-13))) else {
            panic!("{test}")
        };
        assert!(axis.unit().x > 0.999, "{test}: {axis:?}");
    }
}

#[test]
fn sizes_and_places_do_not_matter() {
    let test = BooleanAlgorithm::Polyhedra;
    for (index, scale) in [(1, 1e-150), (2, 1e-20), (3, 1.0), (4, 1e30), (5, 1e140)] {
        let (a, b) = Dataset::Polytopes.pairs(1.0, 400, index).swap_remove(index as usize);
        let by =
            |points: &Points| -> Points { points.iter().map(|p| p.map(|c| c * scale)).collect() };
        let expected = decide(test, &set(&a.points), &set(&b.points));
        let found = decide(test, &set(&by(&a.points)), &set(&by(&b.points)));
        assert_eq!(found.may_intersect(), expected.may_intersect(), "{scale}");
    }
    // Far from zero, with poses that keep their digits.
    let hull = Polyhedron::hull(&Dataset::Polytopes.pairs(0.0, 1, 9)[0].0.points).unwrap();
    for (x, hit) in [(1.5, true), (2.5, false)] {
        let at = |x: f64| Posed::new(&hull, &Pose::translation(1e9 + x, 1e9, 0.0)).unwrap();
        assert_eq!(decide(test, &at(0.0), &at(x)).may_intersect(), hit);
    }
}

#[test]
fn bodies_without_faces_are_refused_by_name() {
    let (ball, disc) = (Sphere::new([0.0; 3], 1.0).unwrap(), Ellipsoid::new([1.0; 3]).unwrap());
    let cube = Cuboid::new([0.0; 3], [1.0; 3]).unwrap();
    let plate = Cuboid::new([0.0; 3], [1.0, 1.0, 0.0]).unwrap();
    let tet = Polyhedron::hull(&[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]);
    let tet = tet.unwrap();
    let query = Query::default();
    let text = |result: Result<boolean::Decision, gapkit::Error>| result.unwrap_err().to_string();
    let of = BooleanAlgorithm::Polyhedra;
    assert!(text(of.decide(&query, &cube, &ball)).starts_with("B is not a polyhedron"));
    assert!(text(of.decide(&query, &disc, &cube)).starts_with("A is not a polyhedron"));
    assert!(text(of.decide(&query, &plate, &cube)).starts_with("A is flat"));
    let soft = Rounded::new(cube, 0.1).unwrap();
    assert!(text(of.decide(&query, &cube, &soft)).starts_with("B is not a polyhedron"));
    let of = BooleanAlgorithm::BoxPolyhedron;
    assert!(text(of.decide(&query, &tet, &tet)).starts_with("B is not a box"));
    assert!(text(of.decide(&query, &ball, &cube)).starts_with("A is not a polyhedron"));
}

#[test]
fn a_bisection_brackets_the_exact_distance() {
    let mut widest = 0.0f64;
    for family in families::all() {
        let pairs: Vec<Pair> = (0..12).map(|index| family.pair(index)).collect();
        let each = |pair: &Pair| {
            let exact = oracle::distance(&pair.a, &pair.b).distance;
            let (a, b) = pair.sets();
            let found = boolean::bisection(&Query::default(), &a, &b);
            let is_above = found.lower_bound <= exact.hi;
            assert!(is_above && exact.hi <= found.upper_bound, "{found:?} {exact:?} {pair:?}");
            (found.upper_bound - found.lower_bound) / (f64::EPSILON * pair.size())
        };
        let width = pairs.par_iter().map(each).reduce(|| 0.0, f64::max);
        println!("{:28} {width}", family.name);
        widest = widest.max(width);
    }
    // The size that it goes by is up to three times that of the pair.
    assert!(widest <= 3.0 * (16.0 + ROUNDING_BOUND), "{widest}");
}

#[test]
fn a_bisection_knows_radii_tolerances_and_overlaps() {
    let (a, b) = (Sphere::new([0.0; 3], 1.0).unwrap(), Sphere::new([3.0, 4.0, 0.0], 2.0).unwrap());
    let query = Query::default();
    let found = boolean::bisection(&query, &a, &b);
    assert!(found.lower_bound <= 2.0 && 2.0 <= found.upper_bound, "{found:?}");
    assert!(found.upper_bound - found.lower_bound < 1e-13, "{found:?}");
    let loose = boolean::bisection(&query.with_tolerance(0.1).unwrap(), &a, &b);
    assert!(loose.lower_bound <= 2.0 && 2.0 <= loose.upper_bound, "{loose:?}");
    assert!(loose.decisions < found.decisions.max(2), "{loose:?} {found:?}");
    let egg =
        Posed::new(Ellipsoid::new([1.0, 0.5, 2.0]).unwrap(), &Pose::translation(0.0, 0.0, 5.0));
    let found = boolean::bisection(&query, &egg.unwrap(), &a);
    assert!(found.lower_bound <= 2.0 && 2.0 <= found.upper_bound, "{found:?}");
    assert!(found.upper_bound - found.lower_bound < 1e-13, "{found:?}");
    let inside = boolean::bisection(&query, &a, &Sphere::new([0.5, 0.0, 0.0], 2.0).unwrap());
    assert!(inside.lower_bound == 0.0 && inside.upper_bound < 1e-13, "{inside:?}");
    assert_eq!(inside.decisions, 1);
}

#[test]
fn a_bisection_agrees_with_gjk_on_large_hulls() {
    for seed in 0..20 {
        let Some(hull) = solids::random_hull(seed, 200, 1.0) else { continue };
        let at = Pose::new(Vec3::new(2.0 + 0.1 * seed as f64, 0.3, 0.1), Vec3::new(0.4, 1.0, 0.2));
        let other = Posed::new(&hull, &at).unwrap();
        let answer = gapkit::distance(&hull, &other);
        let found = boolean::bisection(&Query::default(), &hull, &other);
        assert!(found.lower_bound <= answer.distance && answer.lower_bound <= found.upper_bound);
    }
}
