//! Tables II and III at full length: the whole simulation with each sub-algorithm, contacts made by GJK between
//! convex pieces.
//!
//! Where it differs from section 5.3 of the paper is told in `docs/reproduction.md`.

use std::time::Instant;

use gapkit::Vec3;
use gapkit::gjk::{Simplex, SubAlgorithm};
use gapkit_solver::Solver;

use super::brute::{BK, JB, SUBS, SV};
use super::elements::Elements;
use super::push::{Calls, Finder, PieceContacts};
use crate::bunny_knots::{Fineness, YOUNG};
use crate::claim::Bound::{AtMost, Between};
use crate::claim::Claim;
use crate::plot::{Axis, Curve, Picture, Plot};
use crate::published::{ENDINGS, Gjk};
use crate::table::{Table, number};
use crate::timing::{TimedJob, medians};
use crate::{Error, Tell};

const TOLERANCE: f64 = 1e-14;

/// The step, as a share of the one that the solver proves to be stable without contacts: what is left is for
/// their springs.
const STEP: f64 = 0.4;

/// The edge of an element on the surface in offsets. A spring is as stiff as an element of this size.
const EDGE: f64 = 4.0;

/// Steps from one count with other endings, and one sample of simplices, to the next.
const COUNTED: u64 = 50;

/// Kinetic energies that are kept of a run.
const SAMPLES: usize = 40;

/// The ending that drives the simulations: eq. 9 and 10 alone, with one tolerance for both.
const DRIVING: usize = 1;

/// That with two tolerances.
const EQUATIONS: usize = 0;

/// The sub-algorithm of the library.
const OURS: usize = 3;

/// A row of the paper: N_SUB, N_BACKUP, minutes of the sub-algorithm, hours of all.
pub(super) type Published = (&'static str, u64, u64, f64, f64);

pub(super) const TABLE_II: [Published; 3] = [
    ("BK", 297_000_000, 297_000_000, 63.7, 31.0),
    ("JB", 322_000_000, 30_000_000, 59.2, 31.0),
    ("SV", 299_000_000, 0, 48.1, 31.0),
];

pub(super) const TABLE_III: [Published; 3] = [
    ("BK", 377_000_000, 377_000_000, 76.6, 129.0),
    ("JB", 444_000_000, 29_500_000, 73.1, 129.0),
    ("SV", 380_000_000, 0, 58.1, 129.0),
];

/// One simulation.
struct Run {
    calls: Calls,
    steps: u64,
    pieces: usize,
    /// Nanoseconds of a call of the sub-algorithm; nothing for ours, whose calls do not stand alone.
    call: Option<f64>,
    /// Seconds of contacts, and of all.
    contacts: f64,
    all: f64,
    /// Times, and kinetic energies at them.
    kinetic: Vec<(f64, f64)>,
    /// What Johnson and Signed Volumes took with each ending, on the pairs of some steps.
    counted: [[Calls; 2]; ENDINGS.len()],
}

/// The simulations with each sub-algorithm.
pub(super) struct Whole {
    size: &'static str,
    window: [f64; 2],
    dt: f64,
    runs: Vec<Run>,
}

impl Whole {
    /// From where a solver is, for this long.
    pub(super) fn new(
        (size, fineness): (&'static str, Fineness),
        solver: &Solver,
        duration: f64,
        tell: Tell,
    ) -> Result<Self, Error> {
        let dt = STEP * solver.time_step();
        let steps = (duration / dt).ceil() as u64;
        let start = Scene { solver, offset: fineness.offset, dt, steps };
        let finders = SUBS.map(|(_, sub)| {
            Finder::Printed(Gjk { sub, rules: (ENDINGS[DRIVING].rules)(TOLERANCE) })
        });
        let ours = Finder::Ours(SubAlgorithm::default());
        let (mut runs, mut seen) = (Vec::new(), Vec::new());
        for (i, finder) in finders.into_iter().chain([ours]).enumerate() {
            let tell = |share: f64| tell((i as f64 + share) / 4.0);
            let (run, simplices) = start.run(finder, &tell)?;
            runs.push(run);
            seen.push(simplices);
        }
        for (run, call) in runs.iter_mut().zip(call_times(&seen)) {
            run.call = Some(call);
        }
        let window = [solver.time(), solver.time() + duration];
        Ok(Self { size, window, dt, runs })
    }

    fn name(run: usize) -> &'static str {
        if run == OURS { "ours" } else { SUBS[run].0 }
    }

    /// Its counts and times, with those that the paper has.
    pub(super) fn table(&self, name: &'static str, published: &[Published]) -> Table {
        let [from, to] = self.window;
        let title = format!(
            "{} meshes, the whole simulation from {} s to {} s in {} steps of {} s, {} pieces",
            self.size,
            number(from),
            number(to),
            self.runs[0].steps,
            number(self.dt),
            self.runs[0].pieces
        );
        let columns = ["", "GJK queries", "N_SUB", "N_BACKUP", "not ended", "overlaps"];
        let more =
            ["sub-algorithm time (s)", "contact time (s)", "total (s)", "kinetic energy (J)"];
        let mut table = Table::new(name, title, &[&columns[..], &more].concat());
        for (i, run) in self.runs.iter().enumerate() {
            let Calls { queries, sub_calls, backup_calls, unended, overlaps } = run.calls;
            let counts = [queries, sub_calls, backup_calls, unended, overlaps];
            let mut cells = vec![Self::name(i).to_owned()];
            cells.extend(counts.iter().map(u64::to_string));
            cells.push(run.sub_time().map_or("-".into(), number));
            cells.extend([run.contacts, run.all, self.mean_energy(i)].map(number));
            table.row(cells);
        }
        for (sub, sub_calls, backup_calls, minutes, hours) in published {
            let [minutes, hours] = [minutes * 60.0, hours * 3600.0].map(number);
            let none = || "-".to_owned();
            let mut cells = vec![format!("paper: {sub}"), none(), sub_calls.to_string()];
            cells.extend([
                backup_calls.to_string(),
                none(),
                none(),
                minutes,
                none(),
                hours,
                none(),
            ]);
            table.row(cells);
        }
        table
    }

    /// The endings, on pairs that the run of Signed Volumes met.
    pub(super) fn endings(&self, name: &'static str) -> Table {
        let title = format!("{} meshes: what ends a search, every {COUNTED}th step", self.size);
        let columns = ["what ends a search", "JB N_SUB", "JB N_BACKUP/N_SUB", "SV N_SUB"];
        let more = ["SV/JB calls", "JB not ended", "SV not ended"];
        let mut table = Table::new(name, title, &[&columns[..], &more].concat());
        for (ending, [johnson, volumes]) in ENDINGS.iter().zip(&self.runs[SV].counted) {
            let unended = |calls: &Calls| number(share(calls.unended, calls.queries));
            table.row(vec![
                ending.name.to_owned(),
                johnson.sub_calls.to_string(),
                number(share(johnson.backup_calls, johnson.sub_calls)),
                volumes.sub_calls.to_string(),
                number(share(volumes.sub_calls, johnson.sub_calls)),
                unended(johnson),
                unended(volumes),
            ]);
        }
        table
    }

    /// The mean over all samples.
    fn mean_energy(&self, run: usize) -> f64 {
        let samples = &self.runs[run].kinetic;
        samples.iter().map(|sample| sample.1).sum::<f64>() / samples.len() as f64
    }

    pub(super) fn picture(&self) -> Result<Picture, Error> {
        let curve = |(i, run): (usize, &Run)| Curve::new(Self::name(i), run.kinetic.clone());
        Plot {
            name: "bunny_energy".into(),
            title: "Kinetic energy with each sub-algorithm".into(),
            x: Axis::linear("time (s)"),
            y: Axis::linear("kinetic energy (J)"),
            panels: vec![(self.size.to_owned(), self.runs.iter().enumerate().map(curve).collect())],
        }
        .draw()
    }

    /// N_BACKUP over N_SUB of Johnson with Backup.
    fn backup_share(&self) -> f64 {
        let Calls { backup_calls, sub_calls, .. } = self.runs[JB].calls;
        share(backup_calls, sub_calls)
    }

    /// N_SUB, Signed Volumes over Johnson with Backup.
    fn calls_ratio(&self) -> f64 {
        share(self.runs[SV].calls.sub_calls, self.runs[JB].calls.sub_calls)
    }

    /// The time of all calls, Signed Volumes over Johnson with Backup.
    fn time_ratio(&self) -> f64 {
        let time = |i: usize| self.runs[i].sub_time().unwrap_or(f64::NAN);
        time(SV) / time(JB)
    }

    /// N_BACKUP over N_SUB in the sampled steps, with eq. 9 and 10 alone.
    fn backup_share_of_equations(&self) -> f64 {
        let Calls { backup_calls, sub_calls, .. } = self.runs[SV].counted[EQUATIONS][0];
        share(backup_calls, sub_calls)
    }

    /// What Table II says.
    pub(super) fn claims(&self) -> Vec<Claim> {
        vec![
            Claim::missed(
                "bunny-9",
                "Table II: N_BACKUP over N_SUB of Johnson with Backup; the paper has 0.093",
                self.backup_share(),
                Between(0.0466, 0.186),
            ),
            Claim::reproduced(
                "bunny-10",
                "Table II: N_SUB, Signed Volumes over Johnson with Backup; the paper has 0.929",
                self.calls_ratio(),
                Between(0.85, 0.99),
            ),
            Claim::reproduced(
                "bunny-11",
                "Table II: sub-algorithm time, Signed Volumes over Johnson with Backup; the paper has 0.813",
                self.time_ratio(),
                AtMost(0.95),
            )
            .timed(),
            Claim::reproduced(
                "bunny-12",
                "Table II: mean kinetic energy, Backup over Signed Volumes",
                self.mean_energy(BK) / self.mean_energy(SV),
                Between(0.99, 1.01),
            ),
            Claim::reproduced(
                "bunny-13",
                "Table II, eq. 9 and 10 with two tolerances: N_BACKUP over N_SUB; the paper has 0.093",
                self.backup_share_of_equations(),
                Between(0.0466, 0.186),
            ),
        ]
    }

    /// What Table III says.
    pub(super) fn fine_claims(&self) -> Vec<Claim> {
        vec![
            Claim::reproduced(
                "bunny-14",
                "Table III: N_BACKUP over N_SUB of Johnson with Backup; the paper has 0.066",
                self.backup_share(),
                Between(0.0332, 0.133),
            ),
            Claim::reproduced(
                "bunny-15",
                "Table III: N_SUB, Signed Volumes over Johnson with Backup; the paper has 0.856",
                self.calls_ratio(),
                Between(0.75, 0.95),
            ),
            Claim::reproduced(
                "bunny-16",
                "Table III: sub-algorithm time, Signed Volumes over Johnson with Backup; the paper has 0.795",
                self.time_ratio(),
                AtMost(0.95),
            )
            .timed(),
        ]
    }
}

impl Run {
    /// Seconds of all calls of the sub-algorithm.
    fn sub_time(&self) -> Option<f64> {
        self.call.map(|call| self.calls.sub_calls as f64 * call * 1e-9)
    }
}

fn share(part: u64, whole: u64) -> f64 {
    part as f64 / whole as f64
}

/// Where a simulation begins, and how long it is.
struct Scene<'a> {
    solver: &'a Solver,
    offset: f64,
    dt: f64,
    steps: u64,
}

impl Scene<'_> {
    /// A simulation, and simplices that its sub-algorithm met.
    fn run(&self, finder: Finder, tell: Tell) -> Result<(Run, Vec<Simplex>), Error> {
        let mut elements = Elements::of(self.solver)?;
        let stiffness = YOUNG * EDGE * self.offset;
        let mut pieces = PieceContacts::of(self.solver, self.offset, stiffness);
        let mut forces = vec![Vec3::zeros(); elements.x.len()];
        let mut seen: Vec<Simplex> = Vec::new();
        let mut run = Run {
            calls: Calls::default(),
            steps: self.steps,
            pieces: pieces.len(),
            call: None,
            contacts: 0.0,
            all: 0.0,
            kinetic: Vec::new(),
            counted: Default::default(),
        };
        for step in 0..self.steps {
            let start = Instant::now();
            forces.fill(Vec3::zeros());
            pieces.take(&elements.x);
            let calls = pieces.add_forces(finder, &elements.v, &mut forces)?;
            run.contacts += start.elapsed().as_secs_f64();
            run.calls.add(&calls);
            elements.add_forces(&mut forces);
            self.ground(&elements, stiffness, &mut forces);
            elements.advance(&forces, self.dt);
            run.all += start.elapsed().as_secs_f64();
            if step.is_multiple_of(COUNTED) {
                pieces.sample(finder, &mut seen)?;
                count(&pieces, &mut run.counted)?;
            }
            if step.is_multiple_of(1 + self.steps / SAMPLES as u64) {
                let time = self.solver.time() + step as f64 * self.dt;
                run.kinetic.push((time, elements.kinetic_energy()));
                tell(step as f64 / self.steps as f64);
            }
        }
        Ok((run, seen))
    }

    /// The rigid plane: a spring at each node below the offset.
    fn ground(&self, elements: &Elements, stiffness: f64, forces: &mut [Vec3]) {
        for (x, force) in elements.x.iter().zip(forces) {
            force.z += stiffness * (self.offset - x[2]).max(0.0);
        }
    }
}

fn count(pieces: &PieceContacts, counted: &mut [[Calls; 2]; ENDINGS.len()]) -> Result<(), Error> {
    for (ending, row) in counted.iter_mut().enumerate() {
        for (calls, sub) in row.iter_mut().zip([JB, SV]) {
            let gjk = Gjk { sub: SUBS[sub].1, rules: (ENDINGS[ending].rules)(TOLERANCE) };
            calls.add(&pieces.count(Finder::Printed(gjk))?);
        }
    }
    Ok(())
}

/// Nanoseconds of a call of each sub-algorithm of the paper, on the simplices that it met, in turns.
fn call_times(seen: &[Vec<Simplex>]) -> Vec<f64> {
    let mut jobs: Vec<TimedJob> = Vec::new();
    for ((_, sub), seen) in SUBS.iter().zip(seen) {
        jobs.push(Box::new(move || {
            for simplex in seen {
                std::hint::black_box(sub.solve(std::hint::black_box(simplex)));
            }
        }));
    }
    let times = medians(&mut jobs, 21);
    times.iter().zip(seen).map(|(time, seen)| time / seen.len() as f64).collect()
}
