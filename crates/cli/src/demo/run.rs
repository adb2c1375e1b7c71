//! A run of deformable bodies: steps, outputs, the end.

use std::path::Path;
use std::time::Instant;

use gapkit::gjk::SubAlgorithm;
use gapkit_solver::{COLUMNS, Checkpoint, Entry, Overlap, Pair, Solver};

use super::folder::{Folder, STATE};
use super::guide::Presentation;
use super::meter::Meter;
use super::saved::{self, Choice, Saved};
use super::schedule::Schedule;
use super::summary::{self, Times};
use super::{interrupt, plot};
use crate::error::Error;
use crate::numbers::fixed;

/// What a demo runs.
pub(super) struct Plan<'a> {
    pub(super) name: &'static str,
    pub(super) presentation: Presentation<'a>,
    pub(super) out: &'a Path,
    /// Whether a folder with files of others is written to.
    pub(super) force: bool,
    pub(super) duration: f64,
    /// The run ends when the kinetic energy is below this share of the largest at several outputs.
    pub(super) rest: Option<f64>,
    /// How many outputs there are, that at the start not counted, and how many unless told.
    pub(super) frames: Option<u16>,
    pub(super) default_frames: u16,
    pub(super) resume: bool,
    /// The options that make the model.
    pub(super) choices: Vec<Choice>,
    pub(super) sub: SubAlgorithm,
    pub(super) self_contact: bool,
}

/// Sees each step of a run, and remembers what it saw when the run goes on.
pub(super) trait Watch: Send {
    fn see(&mut self, _solver: &Solver) {}

    /// On one line.
    fn memo(&self) -> String {
        String::new()
    }

    fn recall(&mut self, _memo: &str) {}
}

impl Watch for () {}

/// What a run came to.
pub(super) struct Outcome {
    pub(super) text: String,
    pub(super) folder: Folder,
    is_interrupted: bool,
}

impl Outcome {
    /// The whole text to print, with this head.
    pub(super) fn result(&self, head: &str) -> Result<String, Error> {
        let text = format!("{head}\n\n{}", self.text);
        if self.is_interrupted { Err(Error::Interrupted(text)) } else { Ok(text) }
    }
}

const OVERLAP_COLUMNS: &str = "overlapping_nodes,piercing_edges,overlap_over_edge";

/// The outputs in a row at which the kinetic energy is small when bodies are at rest: at one it may
/// be small between two swings.
const REST_OUTPUTS: usize = 5;

/// The closure over the offset from which on surfaces overlap by more than the offset.
const DEEP_CLOSURE: f64 = 2.0;

/// Steps until the end of the plan or Ctrl-C.
pub(super) fn run(
    plan: &Plan,
    solver: &mut Solver,
    watch: &mut impl Watch,
) -> Result<Outcome, Error> {
    interrupt::watch();
    let mut run = Run::new(plan, solver, watch)?;
    let ended = solver.install(|solver| run.go_on(solver, watch));
    ended.map_err(|error| run.explain(error))?;
    run.finish(solver)
}

struct Run<'a> {
    plan: &'a Plan<'a>,
    folder: Folder,
    schedule: Schedule,
    times: Times,
    start: Instant,
    /// The steps that had been done when the run began or went on.
    first: u64,
    shortest: f64,
    last: Option<(Entry, Overlap)>,
    /// How many outputs the saved state comes after.
    saved_outputs: usize,
    is_interrupted: bool,
}

impl<'a> Run<'a> {
    fn new(plan: &'a Plan<'a>, solver: &mut Solver, watch: &mut impl Watch) -> Result<Self, Error> {
        let columns = format!("{COLUMNS},{OVERLAP_COLUMNS}");
        let outputs = plan.frames.map(usize::from);
        let (folder, schedule) = if plan.resume {
            let saved = Saved::read(plan.out, plan.name, &plan.choices)?;
            solver.restore(&saved.state)?;
            watch.recall(&saved.progress.memo);
            let (time, step) = (solver.time(), solver.time_step());
            let schedule = Schedule::resume(plan.duration, outputs, &saved.progress, time, step);
            let done = saved.progress.outputs;
            (Folder::reopen(plan.out, &columns, done, saved.lock)?, schedule)
        } else {
            let outputs = outputs.unwrap_or(plan.default_frames.into());
            let folder = Folder::new(plan.out, &columns, plan.name, plan.force)?;
            (folder, Schedule::new(plan.duration, outputs))
        };
        let saved_outputs = folder.frames;
        plan.presentation.write(&folder)?;
        let edges = solver.bodies().iter().map(|body| body.shortest_edge());
        Ok(Self {
            plan,
            folder,
            schedule,
            times: Times::default(),
            start: Instant::now(),
            first: solver.steps(),
            shortest: edges.fold(f64::INFINITY, f64::min),
            last: None,
            saved_outputs,
            is_interrupted: false,
        })
    }

    fn go_on(&mut self, solver: &mut Solver, watch: &mut impl Watch) -> Result<(), Error> {
        let mut meter = Meter::new(self.plan.name, solver.time(), self.plan.duration);
        while !self.schedule.is_over() && !self.is_at_rest() {
            let output_time = self.schedule.time();
            // A step ends up to half of itself before or after the time of an output.
            while solver.time() + 0.5 * solver.time_step() < output_time {
                if interrupt::is_pressed() {
                    return self.interrupt(solver, watch);
                }
                solver.step()?;
                watch.see(solver);
                if meter.is_due() {
                    let error = self.last.map_or(0.0, |(entry, _)| entry.error);
                    let contacts = solver.contacts().filter(|(_, f)| f.closure > 0.0).count();
                    meter.tell(solver.time(), solver.steps() - self.first, contacts, error);
                }
            }
            self.output(solver)?;
            self.schedule.advance();
            let state = solver.save()?;
            self.save(state.clone(), self.folder.frames, watch)?;
            // From here on a run that is resumed does the same as this one, to the last count.
            solver.restore(&state)?;
        }
        Ok(())
    }

    /// Whether little has moved at several outputs. It is in the ledger, and so is known again when
    /// a run goes on.
    fn is_at_rest(&self) -> bool {
        let kinetic = self.folder.column("kinetic");
        let largest = kinetic.iter().copied().fold(0.0, f64::max);
        let last = kinetic.iter().rev().take(REST_OUTPUTS);
        let rests = |share: f64| last.filter(|&&now| now < share * largest).count() == REST_OUTPUTS;
        self.plan.rest.is_some_and(rests)
    }

    /// Writes where the run is now. Books that are made between outputs would change the motion by
    /// some bits, so the state is that before, and the run goes on as if this output had never
    /// been.
    fn interrupt(&mut self, solver: &mut Solver, watch: &impl Watch) -> Result<(), Error> {
        self.is_interrupted = true;
        let (state, planned) = (solver.save()?, self.folder.frames);
        let is_written = self.last.is_some_and(|(entry, _)| entry.step == solver.steps());
        if !is_written {
            self.output(solver)?;
        }
        self.save(state, planned, watch)
    }

    /// Saves the state, together with the number of outputs so far.
    fn save(&mut self, state: Checkpoint, outputs: usize, watch: &impl Watch) -> Result<(), Error> {
        let Schedule { next, interval, .. } = self.schedule;
        let progress = saved::Progress { outputs, next, interval, memo: watch.memo() };
        let note = saved::note(self.plan.name, &self.plan.choices, &progress);
        self.folder.write(STATE, &state.with_note(note).to_bytes())?;
        self.saved_outputs = outputs;
        Ok(())
    }

    /// What is left of a run whose files could not be written any more.
    fn explain(&self, error: Error) -> Error {
        let is_file = matches!(error, Error::Demo(_) | Error::Write(_) | Error::Unwritable { .. });
        if !is_file || !self.folder.file(STATE).exists() {
            return error;
        }
        Error::Demo(format!(
            "{error}\nthe {} outputs before are complete: the same command with --resume goes on after them",
            self.saved_outputs
        ))
    }

    /// Writes everything about the present moment.
    fn output(&mut self, solver: &mut Solver) -> Result<(), Error> {
        let entry = solver.entry()?;
        let start = Instant::now();
        let overlap = solver.overlap();
        self.times.check += start.elapsed();
        let start = Instant::now();
        let names = self.plan.presentation.names;
        solver.write_bodies(self.folder.bodies_file("vtu"), names)?;
        solver.write_contacts(self.folder.contacts_file())?;
        let time = entry.time;
        self.folder.add_pairs(solver.pairs().iter().map(|pair| pair_line(time, pair)))?;
        let Overlap { nodes, edges, depth } = overlap;
        let line = format!("{},{nodes},{edges},{}", entry.row(), depth / self.shortest);
        self.folder.add(entry.time, &line)?;
        self.times.output += start.elapsed();
        self.last = Some((entry, overlap));
        Ok(())
    }

    fn finish(mut self, solver: &Solver) -> Result<Outcome, Error> {
        plot::write(&self.folder, self.plan.presentation.axes)?;
        self.times.total = self.start.elapsed();
        let steps = solver.steps();
        let mut text = summary::text(solver, self.plan.sub, &self.times, self.plan.self_contact);
        if let Some((entry, _)) = &self.last {
            let rate = (steps - self.first) as f64 / self.times.total.as_secs_f64();
            let nodes: f64 = self.folder.column("overlapping_nodes").iter().sum();
            let edges: f64 = self.folder.column("piercing_edges").iter().sum();
            let depths = self.folder.column("penetration_over_edge");
            let deepest = depths.into_iter().fold(0.0, f64::max);
            let overlaps = self.folder.column("overlap_over_edge");
            let overlap = overlaps.into_iter().fold(0.0, f64::max);
            text += &format!(
                "\ntime {:.4} of {}, {steps} steps, {rate:.0} steps/s, last time step {:.2e}\n\
                 energy error {} % at the end, of which contacts whose areas change under load {} %\n\
                 overlaps by the independent check of {} outputs: {nodes} nodes, {edges} edges, deepest {:.2} % \
                 of the shortest edge\n\
                 deepest of all contacts in all steps: {:.2} % of the shortest edge\n",
                entry.time,
                self.plan.duration,
                entry.dt,
                fixed(entry.error, 2),
                fixed(entry.contact_error, 2),
                self.folder.frames,
                100.0 * overlap,
                100.0 * deepest
            );
        }
        let deep = self.folder.column("deep_overlaps").into_iter().fold(0.0, f64::max);
        if deep > 0.0 {
            text += &format!(
                "WARNING: up to {deep} overlaps at a time are so deep that no contact pushes against them; see \
                 ledger.csv\n"
            );
        }
        let closure = self.folder.column("closure_over_offset").into_iter().fold(0.0, f64::max);
        if closure > DEEP_CLOSURE {
            text += &format!(
                "WARNING: surfaces overlap by up to {:.2} offsets, which contacts should keep them apart by: the \
                 load is too much for the stiffness of contacts; see closure_over_offset in ledger.csv\n",
                closure - 1.0
            );
        }
        if let Some(share) = self.plan.rest {
            let kinetic = self.folder.column("kinetic");
            let largest = kinetic.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
            let now = kinetic.last().copied().unwrap_or_default() / largest;
            let is_at_rest = self.is_at_rest();
            text += &format!(
                "{} at time {:.3}: the kinetic energy is {now:.1e} of the largest; below {share:.0e} at \
                 {REST_OUTPUTS} outputs ends the run\n",
                if is_at_rest { "at rest" } else { "not yet at rest" },
                solver.time()
            );
        }
        if self.is_interrupted {
            text += &format!(
                "interrupted at time {}, after step {steps}: the same command with --resume goes on from there\n",
                solver.time()
            );
        } else if steps == self.first && self.plan.resume {
            text += &format!(
                "nothing was left to do: the run had reached time {} of {} already\n",
                solver.time(),
                self.plan.duration
            );
        }
        text += &format!("files in {}; see README.txt there\n", self.plan.out.display());
        Ok(Outcome { text, folder: self.folder, is_interrupted: self.is_interrupted })
    }
}

/// The line of a pair of bodies in pairs.csv.
fn pair_line(time: f64, pair: &Pair) -> String {
    let Pair { bodies: [a, b], contacts, force, energy, normal, friction, damping, .. } = pair;
    let [x, y, z]: [f64; 3] = (*force).into();
    format!("{time},{a},{b},{contacts},{x},{y},{z},{energy},{normal},{friction},{damping}")
}
