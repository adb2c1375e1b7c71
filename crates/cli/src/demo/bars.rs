//! `gapkit demo bars`: the impact of two elastic bars.

use std::path::PathBuf;

use gapkit::gjk::SubAlgorithm;
use gapkit::mesh::{TetMesh, bodies};
use gapkit_solver::{Error as SolverError, Law, Material, Penalty, Settings, Solver};

use super::guide::{self, Presentation};
use super::run::{self, Plan, Watch};
use super::view::{Colour, View};
use crate::detect::threads;
use crate::error::Error;
use crate::numbers::fixed;

const EXAMPLES: &str = "\
Examples:
  gapkit demo bars
  gapkit demo bars --cells 160

Two equal bars of length 10 with E = rho = 1 and Poisson's ratio 0 meet at velocities of 0.1 and -0.1. In theory a wave
runs through each of them and back: contact lasts 2 L / c = 20, and the bars part with their velocities exchanged.";

/// Two elastic bars hit each other: contact time and rebound velocity against theory.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// Cells along each bar.
    #[arg(long, value_name = "N", default_value_t = 80, value_parser = clap::value_parser!(u16).range(4..=1000))]
    cells: u16,
    /// The folder to write; an earlier run in it is replaced.
    #[arg(long, value_name = "DIR", default_value = "bars")]
    out: PathBuf,
    /// Write into the folder even if it has files of others: those with the same names are replaced.
    #[arg(long)]
    force: bool,
    /// How many outputs to write [default: 100, or as often as before with --resume].
    #[arg(long, value_name = "N", value_parser = super::bunny_knots::frames())]
    frames: Option<u16>,
    /// How many threads to use; 0 means one for each processor.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = threads())]
    threads: u16,
    /// Go on from where the run in the folder ended, with the same --cells.
    #[arg(long)]
    resume: bool,
}

const TITLE: &str = "gapkit demo bars: two elastic bars hit each other";

const COLOURS: [Colour; 3] = [
    Colour::Range { array: "pressure", of: "POINTS", legend: "contact pressure, in units of E" },
    Colour::Range { array: "von_mises", of: "CELLS", legend: "von Mises stress, in units of E" },
    Colour::Categories { array: "body", first: 0, names: &["left bar", "right bar"] },
];

const LENGTH: f64 = 10.0;
const SPEED: f64 = 0.1;

/// The gap at which the bars begin to push, in cells: less than a fiftieth of their width with 80 cells. With
/// fewer cells the time step is longer, and the bars must not come through it in one.
const OFFSET: f64 = 0.15;

/// Contact begins at 5 and ends at 25.
const DURATION: f64 = 35.0;

fn build(cells: usize, threads: usize) -> Result<Solver, SolverError> {
    let offset = OFFSET * LENGTH / cells as f64;
    let penalty = Penalty::new(offset)?;
    let mut solver = Solver::new(Settings::new(penalty)?.with_threads(threads))?;
    let material = Material::new(Law::Corotational, 1.0, 1.0, 0.0)?;
    let block = bodies::block([cells, 2, 2], [LENGTH, 1.0, 1.0])?;
    // They begin to push after 5.
    let half_gap = 0.5 * offset + 5.0 * SPEED;
    for (start, velocity) in [(-LENGTH - half_gap, SPEED), (half_gap, -SPEED)] {
        let place = |node: &[f64; 3]| [node[0] + start, node[1], node[2]];
        let nodes = block.nodes().iter().map(place).collect();
        let bar = solver.add_mesh(&TetMesh::new(nodes, block.tets().to_vec())?, material, false)?;
        solver.set_velocity(bar, |_| [velocity, 0.0, 0.0].into())?;
    }
    Ok(solver)
}

/// The text to print.
pub(super) fn run(args: &Args) -> Result<String, Error> {
    let mut solver = build(args.cells.into(), args.threads.into())?;
    let plan = Plan {
        name: "bars",
        presentation: Presentation {
            title: TITLE,
            view: View {
                colours: &COLOURS,
                opacity: 0.6,
                arrow: 1.0,
                eye: [0.0, -28.0, 9.0],
                center: [0.0, 0.5, 0.5],
                ..guide::DEFORMABLE.view
            },
            names: &["left bar", "right bar"],
            units: "E = rho = 1: pressure and stress in units of E, lengths in tenths of the length L of a bar, times\nin L / 10 c, velocities in units of c, forces in E L² / 100, energies in E L³ / 1000",
            axes: ["time, in units of L / 10 c", "energy, in units of E L³ / 1000"],
            ..guide::DEFORMABLE
        },
        out: &args.out,
        force: args.force,
        duration: DURATION,
        rest: None,
        frames: args.frames,
        default_frames: 100,
        resume: args.resume,
        choices: vec![("cells", args.cells.to_string())],
        sub: SubAlgorithm::default(),
        self_contact: false,
    };
    let mut contact = Contact(None);
    let outcome = run::run(&plan, &mut solver, &mut contact)?;
    let rebound = solver.rigid_motion(1)?.velocity[0];
    let lasted = contact.0.map_or(0.0, |[first, last]| last - first);
    let percent = |value: f64, theory: f64| fixed(100.0 * (value / theory - 1.0), 2);
    let worst =
        outcome.folder.column("error_percent").into_iter().map(f64::abs).fold(0.0, f64::max);
    outcome.result(&format!(
        "{TITLE}\n\n                   computed  theory  difference\n\
         contact time       {lasted:>8.3}  {:>6.1}  {:>8} %\n\
         rebound velocity   {:>8}  {SPEED:>6.1}  {:>8} %\n\
         largest energy error of all outputs {worst:.3} %",
        2.0 * LENGTH,
        percent(lasted, 2.0 * LENGTH),
        fixed(rebound, 4),
        percent(rebound, SPEED),
    ))
}

/// When the bars first and last pushed each other.
struct Contact(Option<[f64; 2]>);

impl Watch for Contact {
    fn see(&mut self, solver: &Solver) {
        if solver.contact_force(1).norm() > 0.0 {
            let first = self.0.map_or(solver.time(), |[first, _]| first);
            self.0 = Some([first, solver.time()]);
        }
    }

    fn memo(&self) -> String {
        self.0.map_or_else(String::new, |[first, last]| format!("{first:?} {last:?}"))
    }

    fn recall(&mut self, memo: &str) {
        let times: Vec<f64> = memo.split(' ').filter_map(|time| time.parse().ok()).collect();
        self.0 = times.try_into().ok();
    }
}
