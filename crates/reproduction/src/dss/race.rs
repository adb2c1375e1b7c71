//! The rivals, and what they take for all pairs of a set.

use std::hint::black_box;
use std::time::Instant;

use gapkit::Query;
use gapkit::boolean::{self, BooleanAlgorithm, BooleanTest};
use gapkit::shape::{Cuboid, PointSet, Polyhedron, Pose, Posed, Search, Sphere, SupportMap};
use nalgebra::UnitQuaternion;

use super::data::{Brick, Globe, Hull, Kind, Set};
use super::decide::{Decision, Verdict, dss, gjk, hybrid};
use super::support::{Ball, Block, Points, Scalar, Support};
use crate::Error;
use crate::random::Random;
use crate::timing::{median, note_spread};

/// The rivals by number: as published in f32 and f64, of the library in f64. "Axes" are the tests made
/// for tetrahedra ("Tetra") and for boxes ("SAT"), "faces" is "Generic"; the last two search the
/// farthest vertex in a hierarchy.
pub(super) const RIVALS: [&str; 13] = [
    "GJK f32",
    "DSS f32",
    "hybrid f32",
    "GJK f64",
    "DSS f64",
    "our GJK",
    "our DSS",
    "our hybrid",
    "our axes",
    "our faces",
    "our Greene",
    "our GJK, hierarchy",
    "our DSS, hierarchy",
];
pub(super) const GJK: usize = 0;
pub(super) const DSS: usize = 1;
pub(super) const HYBRID: usize = 2;
pub(super) const GJK_F64: usize = 3;
pub(super) const DSS_F64: usize = 4;
pub(super) const OUR_GJK: usize = 5;
pub(super) const OUR_DSS: usize = 6;
pub(super) const OUR_HYBRID: usize = 7;
pub(super) const AXES: usize = 8;
pub(super) const FACES: usize = 9;
pub(super) const GREENE: usize = 10;
pub(super) const GJK_TREE: usize = 11;
pub(super) const DSS_TREE: usize = 12;

/// Pairs that are timed at once: some tens of microseconds.
const CHUNK: usize = 500;

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
    /// Verdicts that differ from those of the library's GJK.
    pub(super) wrong: u64,
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

    /// Counts verdicts that are not the true ones, and says nothing of time.
    fn compare(&mut self, pairs: &Pairs, decide: impl Fn(usize, usize) -> Decision) {
        let is_wrong = |&(&(i, j), &meets): &(&(usize, usize), &bool)| {
            (decide(i, j).verdict == Verdict::Apart) == meets
        };
        self.wrong += pairs.all.iter().zip(&pairs.meet).filter(is_wrong).count() as u64;
    }

    fn density(&self) -> f64 {
        self.meeting as f64 / self.pairs as f64
    }

    /// Takes the time of all pairs, some at once and twice: what another process takes away from one
    /// of the two does not count.
    fn race(&mut self, pairs: &[(usize, usize)], decide: impl Fn(usize, usize) -> Decision) {
        let mut seconds = 0.0;
        for chunk in pairs.chunks(CHUNK) {
            let start = Instant::now();
            for &(i, j) in chunk {
                self.count(decide(i, j));
            }
            let again = Instant::now();
            for &(i, j) in chunk {
                black_box(decide(i, j));
            }
            seconds += (again - start).min(again.elapsed()).as_secs_f64();
        }
        self.pairs += pairs.len() as u64;
        self.times.push(seconds * 1e9 / pairs.len() as f64);
    }

    fn count(&mut self, found: Decision) {
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
        tallies.iter().for_each(|tally| note_spread(&tally.times));
        Ok(Self { density: tallies[OUR_GJK].density(), tallies })
    }
}

/// Pairs of bodies by number, and whether they meet, exactly or, where one is a sphere, by the library.
struct Pairs {
    all: Vec<(usize, usize)>,
    meet: Vec<bool>,
}

impl Pairs {
    fn new<A: SupportMap, B: SupportMap>(
        all: Vec<(usize, usize)>,
        (a, b): (&[A], &[B]),
        test: BooleanAlgorithm,
    ) -> Self {
        let meets = |&(i, j): &(usize, usize)| {
            decision(test.decide(&Query::default(), &a[i], &b[j])).verdict != Verdict::Apart
        };
        let meet = all.iter().map(meets).collect();
        Self { all, meet }
    }
}

fn run(kind: Kind, set: &Set, tallies: &mut Tallies) -> Result<(), gapkit::Error> {
    let corners = |bricks: &[Brick]| bricks.iter().map(Brick::corners).collect::<Vec<_>>();
    let exact = BooleanAlgorithm::ExactDss;
    match set {
        Set::Hulls(hulls) => {
            let double = sets(hulls)?;
            let pairs = Pairs::new(each_pair(hulls.len()), (&double, &double), exact);
            let (single, wide) = (points::<f32>(hulls), points::<f64>(hulls));
            published(GJK, (&single, &single), &pairs, tallies);
            published(GJK_F64, (&wide, &wide), &pairs, tallies);
            library(&pairs.all, &double, &double, tallies);
            if kind == Kind::Tetrahedra {
                let axes = (AXES, BooleanAlgorithm::Tetrahedra);
                alone(axes, (&double, &double), &pairs.all, tallies);
            }
            kept(hulls, &pairs.all, tallies)?;
        }
        Set::Bricks(bricks) => {
            let corners = corners(bricks);
            let double = sets(&corners)?;
            let pairs = Pairs::new(each_pair(bricks.len()), (&double, &double), exact);
            let (single, wide) = (blocks::<f32>(bricks), blocks::<f64>(bricks));
            published(GJK, (&single, &single), &pairs, tallies);
            published(GJK_F64, (&wide, &wide), &pairs, tallies);
            library(&pairs.all, &double, &double, tallies);
            let posed: Vec<_> = bricks.iter().map(cuboid).collect::<Result<_, _>>()?;
            alone((AXES, BooleanAlgorithm::Boxes), (&posed, &posed), &pairs.all, tallies);
        }
        Set::FrustumBricks(frustums, bricks) => {
            let corners = corners(bricks);
            let (a, b) = (sets(frustums)?, sets(&corners)?);
            let pairs = Pairs::new(every_pair(a.len(), b.len()), (&a, &b), exact);
            published(GJK, (&points::<f32>(frustums), &blocks::<f32>(bricks)), &pairs, tallies);
            published(GJK_F64, (&points::<f64>(frustums), &blocks::<f64>(bricks)), &pairs, tallies);
            library(&pairs.all, &a, &b, tallies);
            let straight = |b: &Brick| Cuboid::new(b.center, b.half);
            let straight: Vec<_> = bricks.iter().map(straight).collect::<Result<_, _>>()?;
            let greene = (GREENE, BooleanAlgorithm::BoxPolyhedron);
            alone(greene, (&polyhedra(frustums)?, &straight), &pairs.all, tallies);
        }
        Set::FrustumGlobes(frustums, globes) => {
            let a = sets(frustums)?;
            let b = globes.iter().map(|g| Sphere::new(g.center, g.radius));
            let b = b.collect::<Result<Vec<_>, _>>()?;
            let all = every_pair(a.len(), b.len());
            let pairs = Pairs::new(all, (&a, &b), BooleanAlgorithm::Gjk);
            published(GJK, (&points::<f32>(frustums), &balls::<f32>(globes)), &pairs, tallies);
            published(GJK_F64, (&points::<f64>(frustums), &balls::<f64>(globes)), &pairs, tallies);
            library(&pairs.all, &a, &b, tallies);
        }
    }
    Ok(())
}

/// The tests of the paper in one precision: GJK, decision sphere search, and the hybrid in f32.
fn published<T: Scalar, A: Support<T>, B: Support<T>>(
    first: usize,
    (a, b): (&[A], &[B]),
    pairs: &Pairs,
    tallies: &mut Tallies,
) {
    tallies[first].race(&pairs.all, |i, j| gjk(&a[i], &b[j]));
    tallies[first + 1].race(&pairs.all, |i, j| dss(&a[i], &b[j]));
    tallies[first].compare(pairs, |i, j| gjk(&a[i], &b[j]));
    tallies[first + 1].compare(pairs, |i, j| dss(&a[i], &b[j]));
    if first == GJK {
        tallies[HYBRID].race(&pairs.all, |i, j| hybrid(&a[i], &b[j]));
    }
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
    for rival in rivals {
        alone(rival, (a, b), pairs, tallies);
    }
}

/// One test of the library.
fn alone<A: SupportMap, B: SupportMap>(
    (rival, test): (usize, BooleanAlgorithm),
    (a, b): (&[A], &[B]),
    pairs: &[(usize, usize)],
    tallies: &mut Tallies,
) {
    let query = Query::default();
    tallies[rival].race(pairs, |i, j| decision(test.decide(&query, &a[i], &b[j])));
}

/// The tests of polyhedra that keep more than their vertices.
fn kept(
    hulls: &[Hull],
    pairs: &[(usize, usize)],
    tallies: &mut Tallies,
) -> Result<(), gapkit::Error> {
    let kept = polyhedra(hulls)?;
    // The cost is that of all pairs of edges.
    let vertices = hulls.iter().map(Vec::len).max().unwrap_or(0);
    let few: Vec<_> = pairs.iter().copied().step_by(1 + vertices * vertices / 16).collect();
    alone((FACES, BooleanAlgorithm::Polyhedra), (&kept, &kept), &few, tallies);
    let tree = |hull: Polyhedron| hull.with_search(Search::Hierarchy);
    let trees: Vec<Polyhedron> = kept.into_iter().map(tree).collect();
    alone((GJK_TREE, BooleanAlgorithm::Gjk), (&trees, &trees), pairs, tallies);
    alone((DSS_TREE, BooleanAlgorithm::Dss), (&trees, &trees), pairs, tallies);
    Ok(())
}

/// Polyhedra whose faces and edges are known.
fn polyhedra(hulls: &[Hull]) -> Result<Vec<Polyhedron>, gapkit::Error> {
    let hulls: Vec<_> = hulls.iter().map(|p| Polyhedron::hull(p)).collect::<Result<_, _>>()?;
    hulls.iter().for_each(|hull| {
        hull.facets();
    });
    Ok(hulls)
}

fn points<T: Scalar>(hulls: &[Hull]) -> Vec<Points<T>> {
    hulls.iter().map(|p| Points::new(p)).collect()
}

fn blocks<T: Scalar>(bricks: &[Brick]) -> Vec<Block<T>> {
    bricks.iter().map(block).collect()
}

fn balls<T: Scalar>(globes: &[Globe]) -> Vec<Ball<T>> {
    globes.iter().map(|g| Ball::new(g.center.into(), g.radius)).collect()
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

fn block<T: Scalar>(brick: &Brick) -> Block<T> {
    let middle = |k: usize| (brick.axes.matrix().column(k) * brick.half[k]).into();
    Block::new(brick.center.into(), [middle(0), middle(1), middle(2)])
}

fn cuboid(brick: &Brick) -> Result<Posed<Cuboid>, gapkit::Error> {
    let turn = UnitQuaternion::from_rotation_matrix(&brick.axes);
    let pose = Pose::from_parts(brick.center.into(), turn);
    Posed::new(Cuboid::new([0.0; 3], brick.half)?, &pose)
}
