//! `gapkit demo bunny-knots`: eight knots fall on a bunny.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use gapkit::gjk::SubAlgorithm;

use super::guide::{self, Presentation};
use super::run::{self, Plan};
use super::view::{Colour, View};
use gapkit_reproduction::bunny_knots::{self, Options};

use crate::detect::{Broad, threads};
use crate::error::Error;

const EXAMPLES: &str = "\
Examples:
  gapkit demo bunny-knots
  gapkit demo bunny-knots --duration 0.5 --out short
  gapkit demo bunny-knots --subalgorithm johnson-backup --broad brute --duration 0.01
  gapkit demo bunny-knots --size fine --duration 0.4
  gapkit demo bunny-knots --resume --duration 3

A bunny of soft rubber, 1 m long, stands on a rigid plane; eight knots of softer rubber fall on it and come to
rest, as in section 5.3 of Montanari et al. 2017. All of it is deformable: linear tetrahedra, neo-Hookean, leapfrog.";

/// Eight knots fall on a bunny; all of them are deformable.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// How fine the meshes are: about 4,500 or 17,900 exposed facets.
    #[arg(long, value_enum, default_value_t)]
    size: Size,
    /// How long to simulate at most, in seconds; the run ends when everything is at rest.
    #[arg(long, value_name = "S", default_value_t = 6.0, value_parser = super::duration)]
    duration: f64,
    /// The folder to write; an earlier run in it is replaced.
    #[arg(long, value_name = "DIR", default_value = "bunny-knots")]
    out: PathBuf,
    /// Write into the folder even if it has files of others: those with the same names are replaced.
    #[arg(long)]
    force: bool,
    /// How many outputs to write [default: 120, or as often as before with --resume].
    #[arg(long, value_name = "N", value_parser = frames())]
    frames: Option<u16>,
    /// The sub-algorithm of the GJK queries.
    #[arg(long, value_name = "NAME", default_value_t, value_parser = sub_parser())]
    subalgorithm: SubAlgorithm,
    /// How candidates are found.
    #[arg(long, value_enum, default_value_t)]
    broad: Broad,
    /// How many threads to use; 0 means one for each processor.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = threads())]
    threads: u16,
    /// Another start for the random numbers that turn the knots.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Go on from where the run in the folder ended, with the same --size and --seed.
    #[arg(long)]
    resume: bool,
}

#[derive(Debug, Clone, Copy, Default, clap::ValueEnum)]
enum Size {
    /// 19 thousand tetrahedra.
    #[default]
    Coarse,
    /// 85 thousand tetrahedra.
    Fine,
}

/// The share of the largest kinetic energy below which everything is at rest.
const REST: f64 = 1e-3;

/// The bodies, of which the ground is not drawn.
const NAMES: [&str; 10] = [
    "ground", "bunny", "knot 1", "knot 2", "knot 3", "knot 4", "knot 5", "knot 6", "knot 7",
    "knot 8",
];
const DRAWN: &[&str] = NAMES.split_at(1).1;

const COLOURS: [Colour; 3] = [
    Colour::Range { array: "pressure", of: "POINTS", legend: "contact pressure (Pa)" },
    Colour::Range { array: "von_mises", of: "CELLS", legend: "von Mises stress (Pa)" },
    Colour::Categories { array: "body", first: 1, names: DRAWN },
];

impl Size {
    fn name(self) -> &'static str {
        match self {
            Self::Coarse => "coarse",
            Self::Fine => "fine",
        }
    }
}

fn sub_parser() -> impl TypedValueParser<Value = SubAlgorithm> {
    PossibleValuesParser::new(SubAlgorithm::ALL.map(SubAlgorithm::name))
        .try_map(|name| name.parse::<SubAlgorithm>())
}

pub(super) fn frames() -> impl TypedValueParser<Value = u16> {
    clap::value_parser!(u16).range(1..=9999)
}

/// The text to print.
pub(super) fn run(args: &Args) -> Result<String, Error> {
    let fineness = match args.size {
        Size::Coarse => bunny_knots::COARSE,
        Size::Fine => bunny_knots::FINE,
    };
    let options = Options {
        fineness,
        sub: args.subalgorithm,
        broad: args.broad.into(),
        threads: args.threads.into(),
        seed: args.seed,
        liveliness: bunny_knots::CALM,
    };
    let mut solver = bunny_knots::build(&options)?;
    let facets: usize = solver.bodies().iter().map(|body| body.facets().len()).sum();
    let title = format!(
        "gapkit demo bunny-knots: a bunny and eight knots, {} tetrahedra, {facets} exposed facets",
        solver.tets().len()
    );
    let plan = Plan {
        name: "bunny-knots",
        presentation: Presentation {
            title: &title,
            view: View {
                colours: &COLOURS,
                has_edges: false,
                opacity: 0.5,
                arrow: 0.12,
                eye: [1.7, -2.4, 1.25],
                center: [0.05, 0.0, 0.55],
                ground: 2.0,
                ..guide::DEFORMABLE.view
            },
            names: &NAMES,
            ..guide::DEFORMABLE
        },
        out: &args.out,
        force: args.force,
        duration: args.duration,
        rest: Some(REST),
        frames: args.frames,
        default_frames: 120,
        resume: args.resume,
        choices: vec![("size", args.size.name().to_owned()), ("seed", args.seed.to_string())],
        sub: args.subalgorithm,
        self_contact: true,
    };
    run::run(&plan, &mut solver, &mut ())?.result(&title)
}
