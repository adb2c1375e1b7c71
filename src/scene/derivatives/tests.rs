//! Derivatives against differences in double-double arithmetic.

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use super::area::{self, Facet, Limits};
use super::evaluated::Evaluated;
use super::feature;
use super::real::{COLUMNS, Dual, Real, Vector};
use crate::Vec3;
use crate::num::dd::Dd;
use crate::scene::config::Points;

impl Real for Dd {
    fn constant(value: f64) -> Self {
        value.into()
    }

    fn value(self) -> f64 {
        self.hi
    }

    fn sqrt(self) -> Self {
        self.sqrt()
    }
}

/// The step of differences: their error is of the order of its square, and rounding adds 1e-31
/// over it.
const STEP: f64 = 1e-11;

/// The numbers of a contact, one after the other.
fn flat<R: Real>(found: &Evaluated<R>) -> Vec<R> {
    let mut list = vec![found.gap, found.area];
    list.extend(found.normal.0);
    list.extend(found.weights.as_flattened());
    list
}

type Corners<R> = [[Vector<R>; 3]; 2];

fn corners<R: Real>(at: &[f64; COLUMNS], number: impl Fn(f64, usize) -> R) -> Corners<R> {
    [0, 1].map(|side| {
        [0, 1, 2].map(|node| {
            Vector([0, 1, 2].map(|axis| {
                let column = 9 * side + 3 * node + axis;
                number(at[column], column)
            }))
        })
    })
}

/// A rule for both kinds of numbers.
trait Rule {
    fn at<R: Real>(&self, corners: &Corners<R>) -> Option<Evaluated<R>>;
}

/// The largest difference of derivatives, relative to the largest derivative of the same number or
/// 1. `None` if there is no contact.
fn error(rule: &impl Rule, at: &[f64; COLUMNS]) -> Option<f64> {
    let found = flat(&rule.at(&corners(at, Dual::variable))?);
    let mut worst = 0.0f64;
    for column in 0..COLUMNS {
        let moved = |by: f64| {
            let number =
                |x: f64, own: usize| Dd::from(x) + Dd::from(if own == column { by } else { 0.0 });
            rule.at(&corners(at, number)).map(|found| flat(&found))
        };
        let (up, down) = (moved(STEP)?, moved(-STEP)?);
        for (k, dual) in found.iter().enumerate() {
            let difference = ((up[k] - down[k]) / Dd::from(2.0 * STEP)).hi;
            let scale = dual.slopes.iter().fold(1.0f64, |max, slope| max.max(slope.abs()));
            worst = worst.max((difference - dual.slopes[column]).abs() / scale);
        }
    }
    Some(worst)
}

/// Contacts of random nodes: at least so many, and none off by more than the limit.
fn check(
    rule: impl Fn(&mut SmallRng) -> ([f64; COLUMNS], Box<dyn Fn(&[f64; COLUMNS]) -> Option<f64>>),
) {
    let mut random = SmallRng::seed_from_u64(11);
    let (mut found, mut worst) = (0, 0.0f64);
    for _ in 0..3000 {
        let (at, error) = rule(&mut random);
        if let Some(error) = error(&at) {
            found += 1;
            worst = worst.max(error);
        }
    }
    println!("{found} contacts, worst {worst:e}");
    assert!(found >= 2000 && worst < 1e-8, "{found} {worst:e}");
}

/// Two facets about a common plane, the second above the first and facing it.
fn facing(random: &mut SmallRng) -> [f64; COLUMNS] {
    let mut at = [0.0; COLUMNS];
    let turns = [
        random.random_range(0.0..std::f64::consts::TAU),
        random.random_range(0.0..std::f64::consts::TAU),
    ];
    for (i, place) in at.chunks_mut(3).enumerate() {
        let (side, node) = (i / 3, (i % 3) as f64);
        // The nodes of the second are clockwise as seen from above.
        let angle = if side == 0 { 2.1 * node } else { -2.1 * node } + turns[side];
        let size = random.random_range(0.5..1.0);
        place[0] = size * angle.cos() + random.random_range(-0.3..0.3);
        place[1] = size * angle.sin() + random.random_range(-0.3..0.3);
        place[2] = random.random_range(-0.05..0.05) + 0.02 * side as f64;
    }
    at
}

struct Areas(Limits, usize);

impl Rule for Areas {
    fn at<R: Real>(&self, [a, b]: &Corners<R>) -> Option<Evaluated<R>> {
        let [a, b] = [Facet::new(*a, 1.0), Facet::new(*b, 1.0)];
        area::on_facet([&a, &b], &self.0, self.1)
    }
}

struct AreaOnPlane(Limits, usize);

impl Rule for AreaOnPlane {
    fn at<R: Real>(&self, [_, b]: &Corners<R>) -> Option<Evaluated<R>> {
        let plane = [Vec3::new(0.0, 0.0, -0.02), Vec3::new(0.1, -0.05, 1.0).normalize()];
        area::on_plane(&Facet::new(*b, 1.0), plane, &self.0, self.1)
    }
}

/// Features of so many nodes on each side.
struct Features([usize; 2]);

impl Rule for Features {
    fn at<R: Real>(&self, [a, b]: &Corners<R>) -> Option<Evaluated<R>> {
        let features = [&a[..self.0[0]], &b[..self.0[1]]];
        feature::between(features, &Vec3::new(0.1, 0.2, 1.0), [0.3, 0.01])
    }
}

fn limits(random: &mut SmallRng, points: Points) -> Limits {
    let mut step = || Vec3::from_fn(|_, _| random.random_range(-0.02..0.02));
    let steps = Some([[step(), step(), step()], [step(), step(), step()]]);
    Limits { max_distance: 0.05, deep: 0.06, oblique_deep: 0.055, steps, thickness: 0.01, points }
}

#[test]
fn derivatives_of_areas_are_those_of_differences() {
    for points in [Points::One, Points::Three] {
        check(|random| {
            let rule = Areas(limits(random, points), random.random_range(0..3));
            (facing(random), Box::new(move |at| error(&rule, at)))
        });
        check(|random| {
            let rule = AreaOnPlane(limits(random, points), random.random_range(0..3));
            (facing(random), Box::new(move |at| error(&rule, at)))
        });
    }
}

#[test]
fn derivatives_of_features_are_those_of_differences() {
    for counts in [[1, 3], [3, 1], [2, 2], [1, 2], [2, 1], [1, 1]] {
        check(|random| {
            let rule = Features(counts);
            let at = std::array::from_fn(|_| random.random_range(-1.0..1.0));
            (at, Box::new(move |at| is_regular(at, counts).then(|| error(&rule, at))?))
        });
    }
}

/// Whether the features are neither flat nor nearly parallel nor close: there derivatives grow
/// beyond any bound, and differences with them.
fn is_regular(at: &[f64; COLUMNS], counts: [usize; 2]) -> bool {
    let node = |i: usize| Vec3::new(at[3 * i], at[3 * i + 1], at[3 * i + 2]);
    let sine = |a: Vec3, b: Vec3| a.cross(&b).norm() / (a.norm() * b.norm());
    match counts {
        [1, 3] => sine(node(4) - node(3), node(5) - node(3)) > 0.1,
        [3, 1] => sine(node(1) - node(0), node(2) - node(0)) > 0.1,
        [2, 2] => sine(node(1) - node(0), node(4) - node(3)) > 0.1,
        _ => (node(3) - node(0)).norm() > 0.3,
    }
}

#[test]
fn features_that_coincide_have_no_derivatives() {
    let at = [0.0; COLUMNS];
    for counts in [[1, 1], [1, 2], [2, 1], [3, 3], [0, 1]] {
        assert!(Features(counts).at(&corners(&at, Dual::variable)).is_none(), "{counts:?}");
    }
}
