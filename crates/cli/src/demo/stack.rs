//! `gapkit demo stack`: four blocks on each other and an arch of wedges, which have to stay there.

use std::path::PathBuf;

use gapkit::gjk::SubAlgorithm;
use gapkit_reproduction::stack;

use super::guide::{self, Presentation};
use super::run::{self, Plan};
use super::view::{Colour, View};
use crate::detect::threads;
use crate::error::Error;

const EXAMPLES: &str = "\
Examples:
  gapkit demo stack
  gapkit demo stack --duration 10

Four blocks of rubber stand on each other, each turned against the one below, and nine wedges are an arch that nothing but
friction and its own weight holds. What is wrong with the contacts of a code shows as motion out of nothing.";

/// Blocks on blocks and an arch of wedges stay where they are.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// How long to simulate, in seconds.
    #[arg(long, value_name = "S", default_value_t = 3.0, value_parser = super::duration)]
    duration: f64,
    /// The folder to write; an earlier run in it is replaced.
    #[arg(long, value_name = "DIR", default_value = "stack")]
    out: PathBuf,
    /// Write into the folder even if it has files of others: those with the same names are replaced.
    #[arg(long)]
    force: bool,
    /// How many outputs to write [default: 60, or as often as before with --resume].
    #[arg(long, value_name = "N", value_parser = super::bunny_knots::frames())]
    frames: Option<u16>,
    /// How many threads to use; 0 means one for each processor.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = threads())]
    threads: u16,
    /// Go on from where the run in the folder ended.
    #[arg(long)]
    resume: bool,
}

const COLOURS: [Colour; 3] = [
    Colour::Range { array: "pressure", of: "POINTS", legend: "contact pressure (Pa)" },
    Colour::Range { array: "von_mises", of: "CELLS", legend: "von Mises stress (Pa)" },
    Colour::Categories { array: "body", first: 1, names: DRAWN },
];

/// Those that are drawn.
const DRAWN: &[&str] = NAMES.split_at(1).1;

/// The bodies, of which the ground is not drawn.
const NAMES: [&str; 14] = [
    "ground", "block 1", "block 2", "block 3", "block 4", "wedge 1", "wedge 2", "wedge 3",
    "wedge 4", "wedge 5", "wedge 6", "wedge 7", "wedge 8", "wedge 9",
];

const TITLE: &str = "gapkit demo stack: four blocks on each other, and an arch of nine wedges";

/// The text to print.
pub(super) fn run(args: &Args) -> Result<String, Error> {
    let mut solver = stack::build(args.threads.into())?;
    let plan = Plan {
        name: "stack",
        presentation: Presentation {
            title: TITLE,
            view: View {
                colours: &COLOURS,
                arrow: 0.15,
                eye: [-0.6, -3.0, 1.1],
                center: [-0.1, 0.0, 0.35],
                ground: 1.6,
                ..guide::DEFORMABLE.view
            },
            names: &NAMES,
            ..guide::DEFORMABLE
        },
        out: &args.out,
        force: args.force,
        duration: args.duration,
        rest: None,
        frames: args.frames,
        default_frames: 60,
        resume: args.resume,
        choices: Vec::new(),
        sub: SubAlgorithm::default(),
        self_contact: false,
    };
    let outcome = run::run(&plan, &mut solver, &mut ())?;
    let kinetic = outcome.folder.column("kinetic");
    let largest = kinetic.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    let last = kinetic.last().copied().unwrap_or_default();
    let mut text = format!("{TITLE}\n\n                    force over weight of what is above\n");
    for number in 0..stack::BLOCKS {
        let pair = solver.pairs().iter().find(|pair| pair.bodies == [number, number + 1]);
        let force = pair.map_or(0.0, |pair| pair.force.z);
        let share = force / stack::weight_above(number);
        text += &format!("under block {}       {share:>10.5}\n", number + 1);
    }
    text += &format!(
        "\nkinetic energy      {last:.2e} J, {:.1e} of the largest of all outputs\n\
         crown of the arch   {:.3} mm lower than at the start\n\
         fastest node        {:.1e} m/s",
        last / largest,
        1000.0 * stack::crown_sag(&solver),
        stack::fastest(&solver)
    );
    outcome.result(&text)
}
