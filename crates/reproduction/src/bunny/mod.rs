//! The bunny and the knots by brute force, on a short window of time with many contacts.
//!
//! Montanari et al. 2017 (doi:10.1145/3083724), Tables II and III. The paper tests every convex
//! object against every other in every step, for 31 and 129 hours. Here the solver brings the knots
//! onto the bunny with everything that makes it fast; then, in some steps of a window, all pairs
//! are tested as in the paper.

mod brute;
mod elements;
mod push;
mod whole;

use std::time::Instant;

use gapkit::broad::Method;
use gapkit::gjk::SubAlgorithm;
use gapkit_solver::Solver;

use self::brute::{BK, Counts, JB, Pieces, SUBS, SV, Which, equations, printed};
use self::whole::{TABLE_II, TABLE_III, Whole};
use super::claim::Bound::{AtLeast, AtMost, Between};
use super::claim::Claim;
use super::report::Report;
use super::table::{Table, number};
use super::{Effort, Tell};
use crate::Error;
use crate::bunny_knots::{self, Fineness, Options};

/// When the window begins, in seconds: most of the knots lie on the bunny or on each other.
const START: f64 = 0.4;

/// How long the whole simulation is, in seconds: all knots have fallen and come to the ground or stay.
const DURATION: f64 = 1.0;

/// How long the part of it with the fine meshes is, from [`START`] on.
const WINDOW: f64 = 0.05;

/// Steps from one sample to the next.
const STRIDE: usize = 25;

/// What brute force did in a window, and what the library did.
struct Window {
    facets: usize,
    /// Steps that were sampled.
    samples: usize,
    /// By sub-algorithm: all pairs.
    counts: [Counts; 3],
    /// The near ones, and those again where a repeated vertex does not end the search.
    near: [Counts; 3],
    blind: [Counts; 3],
    /// Nanoseconds of a call.
    call: [f64; 3],
    /// Seconds of brute force by sub-algorithm, over all samples.
    brute: [f64; 3],
    /// Steps of the library, its GJK queries and calls of the sub-algorithm in them, and the
    /// seconds of its contact detection.
    steps: u64,
    queries: u64,
    sub_calls: u64,
    detection: f64,
}

pub(super) fn run(effort: Effort, tell: Tell) -> Result<Report, Error> {
    let coarse = Window::new(bunny_knots::COARSE, effort.pick(2, 8), &|share| {
        tell(effort.pick(1.0, 0.2) * share)
    })?;
    let mut report = Report::default();
    report.tables.push(coarse.table("bunny_table2", "Coarse"));
    report.claims = claims(&coarse);
    if effort != Effort::Quick {
        let fine = Window::new(bunny_knots::FINE, 1, &|share| tell(0.2 + 0.8 * share))?;
        report.tables.push(fine.table("bunny_table3", "Fine"));
    }
    if effort == Effort::Whole {
        add_whole(&mut report, tell)?;
    }
    Ok(report)
}

/// The whole simulation with the coarse meshes, and a window of it with the fine ones.
fn add_whole(report: &mut Report, tell: Tell) -> Result<(), Error> {
    let coarse = bunny_knots::COARSE;
    let mut solver = build(coarse)?;
    // Its first step tells which step is stable.
    solver.step()?;
    let coarse = Whole::new(("Coarse", coarse), &solver, DURATION, &|share| tell(0.7 * share))?;
    report.claims.extend(coarse.claims());
    report.pictures.push(coarse.picture()?);
    let mut solver = build(bunny_knots::FINE)?;
    run_to(&mut solver, START, &|share| tell(0.7 + 0.1 * share))?;
    let fine = ("Fine", bunny_knots::FINE);
    let fine = Whole::new(fine, &solver, WINDOW, &|share| tell(0.8 + 0.2 * share))?;
    report.claims.extend(fine.fine_claims());
    for (whole, [all, endings], published) in [
        (coarse, ["bunny_table2_whole", "bunny_table2_endings"], &TABLE_II),
        (fine, ["bunny_table3_window", "bunny_table3_endings"], &TABLE_III),
    ] {
        report.tables.push(whole.table(all, published));
        report.tables.push(whole.endings(endings));
    }
    Ok(())
}

fn build(fineness: Fineness) -> Result<Solver, Error> {
    let (sub, broad) = (SubAlgorithm::default(), Method::default());
    let liveliness = bunny_knots::LIVELY;
    bunny_knots::build(&Options { fineness, sub, broad, threads: 0, seed: 1, liveliness })
}

fn run_to(solver: &mut Solver, time: f64, tell: Tell) -> Result<(), Error> {
    while solver.time() < time {
        solver.step()?;
        tell(solver.time() / time);
    }
    Ok(())
}

impl Window {
    fn new(fineness: Fineness, samples: usize, tell: Tell) -> Result<Self, Error> {
        let mut solver = build(fineness)?;
        run_to(&mut solver, START, &|share| tell(0.6 * share))?;
        let (tally, clock, steps) = (*solver.tally(), *solver.clock(), solver.steps());
        let none = [Counts::default(); 3];
        let (mut counts, mut near, mut blind, mut brute) = (none, none, none, [0.0; 3]);
        let call = Pieces::of(&solver).call_times(21)?;
        for sample in 0..samples {
            let pieces = Pieces::of(&solver);
            for (i, (_, sub)) in SUBS.iter().enumerate() {
                let start = Instant::now();
                counts[i] = counts[i].plus(pieces.test(*sub, printed(), Which::All)?);
                brute[i] += start.elapsed().as_secs_f64();
                near[i] = near[i].plus(pieces.test(*sub, printed(), Which::Near)?);
                blind[i] = blind[i].plus(pieces.test(*sub, equations(), Which::Near)?);
            }
            advance(&mut solver)?;
            tell(0.6 + 0.4 * (sample + 1) as f64 / samples as f64);
        }
        let after = solver.tally();
        Ok(Self {
            facets: solver.bodies().iter().map(|body| body.facets().len()).sum(),
            samples,
            counts,
            near,
            blind,
            call,
            brute,
            steps: solver.steps() - steps,
            queries: after.queries - tally.queries,
            sub_calls: after.sub_calls - tally.sub_calls,
            detection: (solver.clock().detection - clock.detection).as_secs_f64(),
        })
    }

    /// Seconds that a sub-algorithm takes in all its calls.
    fn sub_time(&self, i: usize) -> f64 {
        self.counts[i].sub_calls as f64 * self.call[i] * 1e-9
    }

    fn table(&self, name: &'static str, size: &str) -> Table {
        let columns = ["", "steps", "GJK queries", "N_SUB", "N_BACKUP", "false contacts"];
        let more = ["sub-algorithm time (s)", "wall time (s)"];
        let title = format!(
            "{size} meshes, {} facets: all pairs in {} steps, and the library in the window of {} steps",
            self.facets, self.samples, self.steps
        );
        let mut table = Table::new(name, title, &[&columns[..], &more].concat());
        let groups = [
            ("", &self.counts),
            (", near pairs", &self.near),
            (", near pairs, repeats not noticed", &self.blind),
        ];
        for (group, counts) in groups {
            for (i, (sub, _)) in SUBS.iter().enumerate() {
                let Counts { queries, sub_calls, backup_calls, false_contacts } = counts[i];
                let numbers = [queries, sub_calls, backup_calls, false_contacts];
                let mut cells = vec![format!("{sub}{group}"), self.samples.to_string()];
                cells.extend(numbers.iter().map(u64::to_string));
                cells.push(number(sub_calls as f64 * self.call[i] * 1e-9));
                cells.push(if group.is_empty() { number(self.brute[i]) } else { "-".into() });
                table.row(cells);
            }
        }
        table.row(vec![
            "library, everything on".into(),
            self.steps.to_string(),
            self.queries.to_string(),
            self.sub_calls.to_string(),
            "0".into(),
            "-".into(),
            "-".into(),
            number(self.detection),
        ]);
        table
    }
}

/// Advances to the next sample.
fn advance(solver: &mut Solver) -> Result<(), Error> {
    for _ in 0..STRIDE {
        solver.step()?;
    }
    Ok(())
}

fn claims(coarse: &Window) -> Vec<Claim> {
    let calls = |i: usize| coarse.counts[i].sub_calls as f64;
    let backups =
        |counts: &[Counts; 3]| counts[JB].backup_calls as f64 / counts[JB].sub_calls.max(1) as f64;
    vec![
        Claim::missed(
            "bunny-1",
            "N_BACKUP over N_SUB of Johnson with Backup, all pairs",
            backups(&coarse.counts),
            Between(0.01, 0.3),
        ),
        Claim::reproduced(
            "bunny-2",
            "the same for near pairs where repeated vertices are not noticed",
            backups(&coarse.blind),
            Between(0.05, 0.25),
        ),
        Claim::reproduced(
            "bunny-3",
            "N_SUB, Signed Volumes over Johnson with Backup",
            calls(SV) / calls(JB),
            Between(0.99, 1.0),
        ),
        Claim::reproduced(
            "bunny-4",
            "sub-algorithm time, Signed Volumes over Johnson with Backup",
            coarse.sub_time(SV) / coarse.sub_time(JB),
            AtMost(0.55),
        )
        .timed(),
        Claim::reproduced(
            "bunny-5",
            "sub-algorithm time, Backup alone over Johnson with Backup",
            coarse.sub_time(BK) / coarse.sub_time(JB),
            AtLeast(1.1),
        )
        .timed(),
        Claim::reproduced(
            "bunny-6",
            "false contacts of Johnson with Backup",
            coarse.counts[JB].false_contacts as f64,
            Between(100.0, 5000.0),
        ),
        Claim::reproduced(
            "bunny-7",
            "false contacts of Signed Volumes",
            coarse.counts[SV].false_contacts as f64,
            AtMost(0.0),
        ),
    ]
}
