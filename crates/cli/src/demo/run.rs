//! A run of deformable bodies: steps, outputs, the end.

use std::path::Path;
use std::time::Instant;

use gapkit::gjk::SubAlgorithm;
use gapkit_solver::{COLUMNS, Checkpoint, Entry, Overlap, Solver};

use super::folder::Folder;
use super::guide::Look;
use super::meter::Meter;
use super::summary::{self, Times};
use super::{interrupt, plot};
use crate::error::Error;

/// What a demo runs.
pub(super) struct Plan<'a> {
    pub(super) name: &'static str,
    pub(super) look: Look<'a>,
    pub(super) out: &'a Path,
    pub(super) duration: f64,
    /// How many outputs there are, that at the start not counted.
    pub(super) frames: usize,
    pub(super) resume: bool,
    pub(super) sub: SubAlgorithm,
    pub(super) self_contact: bool,
}

/// What a run came to.
pub(super) struct Outcome {
    pub(super) text: String,
    pub(super) folder: Folder,
}

const OVERLAP_COLUMNS: &str = "overlapping_nodes,piercing_edges,overlap_over_edge";

/// Steps until the end of the plan or Ctrl-C. `watch` sees each step.
pub(super) fn run(
    plan: &Plan,
    solver: &mut Solver,
    mut watch: impl FnMut(&Solver) + Send,
) -> Result<Outcome, Error> {
    interrupt::watch();
    let mut run = Run::new(plan, solver)?;
    let ended = solver.install(|solver| run.go_on(solver, &mut watch));
    ended?;
    run.finish(solver)
}

struct Run<'a> {
    plan: &'a Plan<'a>,
    folder: Folder,
    times: Times,
    start: Instant,
    /// The steps that had been done when the run began or went on.
    first: u64,
    shortest: f64,
    /// The deepest overlap of all outputs, over the shortest edge.
    deepest: f64,
    last: Option<(Entry, Overlap)>,
}

impl<'a> Run<'a> {
    fn new(plan: &'a Plan<'a>, solver: &mut Solver) -> Result<Self, Error> {
        let columns = format!("{COLUMNS},{OVERLAP_COLUMNS}");
        let folder = if plan.resume {
            let state = Checkpoint::from_bytes(&Folder::read(plan.out, "state.bin")?)?;
            solver.restore(&state)?;
            Folder::reopen(plan.out, &columns, solver.steps())?
        } else {
            Folder::new(plan.out, &columns)?
        };
        plan.look.write(&folder)?;
        let edges = solver.bodies().iter().map(|body| body.shortest_edge());
        Ok(Self {
            plan,
            folder,
            times: Times::default(),
            start: Instant::now(),
            first: solver.steps(),
            shortest: edges.fold(f64::INFINITY, f64::min),
            deepest: 0.0,
            last: None,
        })
    }

    fn go_on(&mut self, solver: &mut Solver, watch: &mut impl FnMut(&Solver)) -> Result<(), Error> {
        let interval = self.plan.duration / self.plan.frames as f64;
        let mut meter = Meter::new(self.plan.name, solver.time(), self.plan.duration);
        if self.folder.frames == 0 {
            self.output(solver)?;
        }
        // A step ends up to half of itself before or after the time of an output.
        while self.folder.frames <= self.plan.frames && !interrupt::is_pressed() {
            let next = self.folder.frames as f64 * interval;
            while solver.time() + 0.5 * solver.time_step() < next && !interrupt::is_pressed() {
                solver.step()?;
                watch(solver);
                if meter.is_due() {
                    let error = self.last.map_or(0.0, |(entry, _)| entry.error);
                    let contacts = solver.contacts().filter(|(_, f)| f.closure > 0.0).count();
                    meter.tell(solver.time(), solver.steps() - self.first, contacts, error);
                }
            }
            if !interrupt::is_pressed() {
                self.output(solver)?;
            }
        }
        Ok(())
    }

    /// Writes everything about the present moment.
    fn output(&mut self, solver: &mut Solver) -> Result<(), Error> {
        let entry = solver.entry()?;
        let start = Instant::now();
        let overlap = solver.overlap();
        self.times.check += start.elapsed();
        self.deepest = self.deepest.max(overlap.depth / self.shortest);
        let start = Instant::now();
        solver.write_bodies(self.folder.bodies_file("vtu"))?;
        solver.write_contacts(self.folder.contacts_file())?;
        let Overlap { nodes, edges, depth } = overlap;
        let line = format!("{},{nodes},{edges},{}", entry.row(), depth / self.shortest);
        self.folder.add(entry.time, line)?;
        self.folder.write("state.bin", &solver.save()?.to_bytes())?;
        self.times.output += start.elapsed();
        self.last = Some((entry, overlap));
        Ok(())
    }

    fn finish(mut self, solver: &Solver) -> Result<Outcome, Error> {
        plot::write(&self.folder, "ledger.svg", self.plan.look.axes)?;
        self.times.total = self.start.elapsed();
        let steps = solver.steps();
        let mut text = summary::text(solver, self.plan.sub, &self.times, self.plan.self_contact);
        if let Some((entry, _)) = &self.last {
            let rate = (steps - self.first) as f64 / self.times.total.as_secs_f64();
            let nodes: f64 = self.folder.column("overlapping_nodes").iter().sum();
            let edges: f64 = self.folder.column("piercing_edges").iter().sum();
            let depths = self.folder.column("penetration_over_edge");
            let deepest = depths.into_iter().fold(0.0, f64::max);
            text += &format!(
                "\ntime {:.4} of {}, {steps} steps, {rate:.0} steps/s, last time step {:.2e}\n\
                 energy error {:.2} % at the end, of which contacts that change under load {:.2} %\n\
                 overlaps by the independent check of {} outputs: {nodes} nodes, {edges} edges, deepest {:.2} % \
                 of the shortest edge\n\
                 deepest of all contacts in all steps: {:.2} % of the shortest edge\n",
                entry.time,
                self.plan.duration,
                entry.dt,
                entry.error,
                entry.contact_error,
                self.folder.frames,
                100.0 * self.deepest,
                100.0 * deepest
            );
        }
        if self.folder.frames <= self.plan.frames {
            text += "interrupted; the same command with --resume goes on\n";
        }
        text += &format!("files in {}; see README.txt there\n", self.plan.out.display());
        Ok(Outcome { text, folder: self.folder })
    }
}
