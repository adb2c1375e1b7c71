//! Every convex piece against every piece of the other bodies, with GJK as printed.

use std::hint::black_box;

use gapkit::Vec3;
use gapkit::gjk::{Simplex, SubAlgorithm};
use gapkit::shape::{PointSet, SupportMap};
use gapkit_solver::Solver;
use rayon::prelude::*;

use crate::Error;
use crate::published::{Gjk, PublishedEnd, Rules};
use crate::timing::{TimedJob, medians};

/// With the tolerance of the paper, and guarded.
pub(super) fn printed() -> Rules {
    Rules::printed(1e-14).guarded()
}

/// The same with eq. 9 and 10 alone.
pub(super) fn equations() -> Rules {
    Rules::equations(1e-14)
}

/// Pairs are near where their boxes are, in metres: about the size of a piece.
const NEAR: f64 = 0.03;

/// One pair in this many gives its simplices to the timer.
const SAMPLED: usize = 500;

/// The sub-algorithms by the names of the paper.
pub(super) const SUBS: [(&str, SubAlgorithm); 3] = [
    ("BK", SubAlgorithm::Backup),
    ("JB", SubAlgorithm::JohnsonBackup),
    ("SV", SubAlgorithm::LiteralSignedVolumes),
];
pub(super) const BK: usize = 0;
pub(super) const JB: usize = 1;
pub(super) const SV: usize = 2;

/// What GJK did for all pairs.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Counts {
    pub(super) queries: u64,
    pub(super) sub_calls: u64,
    pub(super) backup_calls: u64,
    /// Pairs that were found in contact, and that the library proves to be apart.
    pub(super) false_contacts: u64,
}

impl Counts {
    pub(super) fn plus(self, other: Self) -> Self {
        Self {
            queries: self.queries + other.queries,
            sub_calls: self.sub_calls + other.sub_calls,
            backup_calls: self.backup_calls + other.backup_calls,
            false_contacts: self.false_contacts + other.false_contacts,
        }
    }
}

/// Which pairs are tested.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Which {
    All,
    Near,
}

/// The convex pieces of all bodies at one moment, by their vertices.
pub(super) struct Pieces {
    bodies: Vec<Vec<Vec<[f64; 3]>>>,
}

impl Pieces {
    /// The pieces that have a part in the surface.
    pub(super) fn of(solver: &Solver) -> Self {
        let mut bodies = Vec::new();
        for body in solver.bodies() {
            let Some(partition) = body.partition() else { continue };
            let nodes = &solver.positions()[body.nodes()];
            let active = partition.pieces().filter(|piece| piece.is_active());
            let points = |vertices: &[u32]| vertices.iter().map(|&v| nodes[v as usize]).collect();
            bodies.push(active.map(|piece| points(piece.vertices())).collect());
        }
        Self { bodies }
    }

    fn sets(&self) -> Result<Vec<Vec<PointSet<'_>>>, gapkit::Error> {
        let pieces = self.bodies.iter();
        pieces.map(|body| body.iter().map(|points| PointSet::new(points)).collect()).collect()
    }

    /// Pairs of pieces of different bodies.
    pub(super) fn test(
        &self,
        sub: SubAlgorithm,
        rules: Rules,
        which: Which,
    ) -> Result<Counts, Error> {
        let sets = self.sets().map_err(Error::Body)?;
        let mut total = Counts::default();
        for (a, first) in sets.iter().enumerate() {
            for second in &sets[a + 1..] {
                let rows = first.par_iter().map(|p| {
                    let tested = second.iter().filter(|q| which == Which::All || are_near(p, q));
                    let row = tested.map(|q| query(Gjk { sub, rules }, p, q, |_| ()));
                    row.fold(Counts::default(), Counts::plus)
                });
                total = total.plus(rows.reduce(Counts::default, Counts::plus));
            }
        }
        Ok(total)
    }

    /// Nanoseconds of a call of each sub-algorithm, on the simplices that it meets in some of the
    /// pairs.
    pub(super) fn call_times(&self, rounds: usize) -> Result<[f64; 3], Error> {
        let sets = self.sets().map_err(Error::Body)?;
        let mut seen: [Vec<Simplex>; 3] = Default::default();
        for (a, first) in sets.iter().enumerate() {
            for second in &sets[a + 1..] {
                let pairs = first.iter().flat_map(|p| second.iter().map(move |q| (p, q)));
                for (p, q) in pairs.step_by(SAMPLED) {
                    for ((_, sub), seen) in SUBS.iter().zip(&mut seen) {
                        query(Gjk { sub: *sub, rules: printed() }, p, q, |simplex| {
                            seen.push(*simplex)
                        });
                    }
                }
            }
        }
        let mut jobs: Vec<TimedJob> = Vec::new();
        for ((_, sub), seen) in SUBS.iter().zip(&seen) {
            jobs.push(Box::new(move || {
                for simplex in seen {
                    black_box(sub.solve(black_box(simplex)));
                }
            }));
        }
        let times = medians(&mut jobs, rounds);
        Ok([BK, JB, SV].map(|i| times[i] / seen[i].len() as f64))
    }
}

/// Whether no coordinate axis separates the pieces by more than [`NEAR`].
fn are_near(a: &PointSet, b: &PointSet) -> bool {
    let origin = Vec3::zeros();
    let low = |s: &PointSet, axis: &Vec3| axis.dot(&s.support(&-axis, &origin, 0).point);
    let high = |s: &PointSet, axis: &Vec3| axis.dot(&s.support(axis, &origin, 0).point);
    [Vec3::x(), Vec3::y(), Vec3::z()]
        .iter()
        .all(|axis| low(a, axis) <= high(b, axis) + NEAR && low(b, axis) <= high(a, axis) + NEAR)
}

fn query(gjk: Gjk, a: &PointSet, b: &PointSet, watch: impl FnMut(&Simplex)) -> Counts {
    let found = gjk.run((a, b), &[], watch);
    Counts {
        queries: 1,
        sub_calls: found.sub_calls.into(),
        backup_calls: found.backup_calls.into(),
        false_contacts: u64::from(found.end == PublishedEnd::Contact && !gapkit::intersects(a, b)),
    }
}
