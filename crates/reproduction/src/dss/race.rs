//! The rivals, and what they take for all pairs of a set.

use std::time::Instant;

use gapkit::Query;
use gapkit::boolean::{self, BooleanAlgorithm, BooleanTest};
use gapkit::shape::{Cuboid, PointSet, Pose, Posed, Sphere, SupportMap};
use nalgebra::UnitQuaternion;

use super::data::{Brick, Hull, Kind, Set};
use super::decide::{Decision, Verdict, dss, gjk, hybrid};
use super::support::{Ball, Block, Points, Support};
use crate::Error;
use crate::random::Random;
use crate::timing::median;

/// The rivals by number: as published in f32, of the library in f64.
pub(super) const RIVALS: [&str; 7] = [
    "GJK f32",
    "DSS f32",
    "hybrid f32",
    "our GJK f64",
    "our DSS f64",
    "our hybrid f64",
    "our axes f64",
];
pub(super) const GJK: usize = 0;
pub(super) const DSS: usize = 1;
pub(super) const HYBRID: usize = 2;
pub(super) const OUR_GJK: usize = 3;
pub(super) const OUR_DSS: usize = 4;
pub(super) const OUR_HYBRID: usize = 5;
pub(super) const AXES: usize = 6;

/// What a rival took for all pairs.
#[derive(Debug, Clone, Default)]
pub(super) struct Tally {
    /// Nanoseconds per pair of every run.
    times: Vec<f64>,
    pub(super) pairs: u64,
    planes: u64,
    /// Maximum number of planes of a pair that did not fail.
    pub(super) max_planes: u32,
    pub(super) failed: u64,
    meeting: u64,
}

impl Tally {
    /// The median of the runs, in nanoseconds per pair.
    pub(super) fn time(&self) -> f64 {
        median(self.times.clone())
    }

    pub(super) fn mean_planes(&self) -> f64 {
        self.planes as f64 / self.pairs as f64
    }

    pub(super) fn failure_rate(&self) -> f64 {
        self.failed as f64 / self.pairs as f64
    }

    fn density(&self) -> f64 {
        self.meeting as f64 / self.pairs as f64
    }

    fn race(&mut self, pairs: &[(usize, usize)], decide: impl Fn(usize, usize) -> Decision) {
        let start = Instant::now();
        for &(i, j) in pairs {
            let found = decide(i, j);
            self.planes += u64::from(found.planes);
            match found.verdict {
                Verdict::Failed => self.failed += 1,
                Verdict::Meeting => self.meeting += 1,
                Verdict::Apart => {}
            }
            if found.verdict != Verdict::Failed {
                self.max_planes = self.max_planes.max(found.planes);
            }
        }
        self.pairs += pairs.len() as u64;
        self.times.push(start.elapsed().as_secs_f64() * 1e9 / pairs.len() as f64);
    }
}

type Tallies = [Tally; RIVALS.len()];

/// All rivals on sets of one kind and spread.
#[derive(Debug, Clone)]
pub(super) struct Sample {
    /// The share of pairs that meet.
    pub(super) density: f64,
    pub(super) tallies: Tallies,
}

impl Sample {
    /// Tests all pairs of several sets of `count` bodies.
    pub(super) fn new(kind: Kind, spread: f64, count: usize, runs: usize) -> Result<Self, Error> {
        let mut random = Random::new(spread.to_bits() ^ count as u64);
        let mut tallies = std::array::from_fn(|_| Tally::default());
        for _ in 0..runs {
            let set = kind.set(spread, count, &mut random);
            run(kind, &set, &mut tallies).map_err(Error::Body)?;
        }
        Ok(Self { density: tallies[OUR_GJK].density(), tallies })
    }
}

fn run(kind: Kind, set: &Set, tallies: &mut Tallies) -> Result<(), gapkit::Error> {
    let points = |hulls: &[Hull]| hulls.iter().map(|p| Points::new(p)).collect::<Vec<_>>();
    let corners = |bricks: &[Brick]| bricks.iter().map(Brick::corners).collect::<Vec<_>>();
    match set {
        Set::Hulls(hulls) => {
            let (pairs, single, double) = (each_pair(hulls.len()), points(hulls), sets(hulls)?);
            published(&pairs, &single, &single, tallies);
            library(&pairs, &double, &double, tallies);
            if kind == Kind::Tetrahedra {
                axes(&pairs, &double, BooleanAlgorithm::Tetrahedra, tallies);
            }
        }
        Set::Bricks(bricks) => {
            let (pairs, corners) = (each_pair(bricks.len()), corners(bricks));
            let single: Vec<Block<f32>> = bricks.iter().map(block).collect();
            let double = sets(&corners)?;
            published(&pairs, &single, &single, tallies);
            library(&pairs, &double, &double, tallies);
            let posed: Vec<_> = bricks.iter().map(cuboid).collect::<Result<_, _>>()?;
            axes(&pairs, &posed, BooleanAlgorithm::Boxes, tallies);
        }
        Set::FrustumBricks(frustums, bricks) => {
            let (pairs, corners) = (every_pair(frustums.len(), bricks.len()), corners(bricks));
            let single: Vec<Block<f32>> = bricks.iter().map(block).collect();
            published(&pairs, &points(frustums), &single, tallies);
            library(&pairs, &sets(frustums)?, &sets(&corners)?, tallies);
        }
        Set::FrustumGlobes(frustums, globes) => {
            let pairs = every_pair(frustums.len(), globes.len());
            let single: Vec<Ball<f32>> =
                globes.iter().map(|g| Ball::new(g.center.into(), g.radius)).collect();
            published(&pairs, &points(frustums), &single, tallies);
            let double = globes.iter().map(|g| Sphere::new(g.center, g.radius));
            library(&pairs, &sets(frustums)?, &double.collect::<Result<Vec<_>, _>>()?, tallies);
        }
    }
    Ok(())
}

fn published<A: Support<f32>, B: Support<f32>>(
    pairs: &[(usize, usize)],
    a: &[A],
    b: &[B],
    tallies: &mut Tallies,
) {
    tallies[GJK].race(pairs, |i, j| gjk(&a[i], &b[j]));
    tallies[DSS].race(pairs, |i, j| dss(&a[i], &b[j]));
    tallies[HYBRID].race(pairs, |i, j| hybrid(&a[i], &b[j]));
}

fn library<A: SupportMap, B: SupportMap>(
    pairs: &[(usize, usize)],
    a: &[A],
    b: &[B],
    tallies: &mut Tallies,
) {
    let rivals = [
        (OUR_GJK, BooleanAlgorithm::Gjk),
        (OUR_DSS, BooleanAlgorithm::Dss),
        (OUR_HYBRID, BooleanAlgorithm::Hybrid),
    ];
    let query = Query::default();
    for (rival, test) in rivals {
        tallies[rival].race(pairs, |i, j| decision(test.decide(&query, &a[i], &b[j])));
    }
}

fn axes<A: SupportMap>(
    pairs: &[(usize, usize)],
    bodies: &[A],
    test: BooleanAlgorithm,
    tallies: &mut Tallies,
) {
    let query = Query::default();
    tallies[AXES].race(pairs, |i, j| decision(test.decide(&query, &bodies[i], &bodies[j])));
}

fn decision(found: Result<boolean::Decision, gapkit::Error>) -> Decision {
    let Ok(found) = found else { return Decision { verdict: Verdict::Failed, planes: 0 } };
    let verdict = match found.verdict {
        boolean::Verdict::Disjoint(_) => Verdict::Apart,
        boolean::Verdict::Intersecting => Verdict::Meeting,
        boolean::Verdict::Undecided => Verdict::Failed,
    };
    Decision { verdict, planes: found.plane_tests }
}

/// Each body with each that comes after it.
fn each_pair(n: usize) -> Vec<(usize, usize)> {
    (0..n).flat_map(|i| (i + 1..n).map(move |j| (i, j))).collect()
}

/// Each of some bodies with each of others.
fn every_pair(n: usize, m: usize) -> Vec<(usize, usize)> {
    (0..n).flat_map(|i| (0..m).map(move |j| (i, j))).collect()
}

fn sets(hulls: &[Hull]) -> Result<Vec<PointSet<'_>>, gapkit::Error> {
    hulls.iter().map(|points| PointSet::new(points)).collect()
}

fn block(brick: &Brick) -> Block<f32> {
    let middle = |k: usize| (brick.axes.matrix().column(k) * brick.half[k]).into();
    Block::new(brick.center.into(), [middle(0), middle(1), middle(2)])
}

fn cuboid(brick: &Brick) -> Result<Posed<Cuboid>, gapkit::Error> {
    let turn = UnitQuaternion::from_rotation_matrix(&brick.axes);
    let pose = Pose::from_parts(brick.center.into(), turn);
    Posed::new(Cuboid::new([0.0; 3], brick.half)?, &pose)
}
