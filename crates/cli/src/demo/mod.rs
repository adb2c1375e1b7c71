//! `gapkit demo`: runs to look at, by the solver of the library.

mod bars;
mod bunny_knots;
mod dem;
mod folder;
mod grain_shapes;
mod guide;
mod heap;
pub(super) mod interrupt;
mod lock;
mod meter;
mod owner;
mod plot;
mod run;
mod saved;
mod schedule;
mod stack;
mod summary;
mod view;

use clap::Subcommand;

use super::error::Error;

const EXAMPLES: &str = "\
Examples:
  gapkit demo bunny-knots
  gapkit demo bunny-knots --size fine --duration 0.4 --out fine
  gapkit demo bunny-knots --resume
  gapkit demo bars
  gapkit demo stack
  gapkit demo dem

Each writes a folder with files for ParaView, an energy ledger, a plot of it, and a README.txt that says how
to look at them. A run replaces the files of an earlier one in its folder; a folder in which another run is going on is
refused. Before it writes into a folder with files of others it asks; where nobody can be asked, it needs --force.

Ctrl-C ends a run early, with an output and the state at that step, and exit code 130. With --resume, all but dem
go on from there to the same result, bit by bit, as a run that was never stopped: the output of the moment
of Ctrl-C is then taken back. A run that was killed or ran out of disk goes on from its last output. Options that make another model are refused; --duration, --frames, --threads, --subalgorithm
and --broad may differ.";

/// Runs to look at: a bunny and falling knots, two bars, blocks and an arch, rigid grains.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(subcommand)]
    demo: Demo,
}

#[derive(Debug, Subcommand)]
enum Demo {
    BunnyKnots(bunny_knots::Args),
    Bars(bars::Args),
    Stack(stack::Args),
    Dem(dem::Args),
}

/// The text to print.
pub(super) fn run(args: &Args) -> Result<String, Error> {
    match &args.demo {
        Demo::BunnyKnots(args) => bunny_knots::run(args),
        Demo::Bars(args) => bars::run(args),
        Demo::Stack(args) => stack::run(args),
        Demo::Dem(args) => dem::run(args),
    }
}

/// A simulated time: finite and positive.
fn duration(text: &str) -> Result<f64, String> {
    let value: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    let is_good = value.is_finite() && value > 0.0;
    if is_good { Ok(value) } else { Err("it must be finite and > 0".to_owned()) }
}
