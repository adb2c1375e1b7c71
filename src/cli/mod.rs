//! The command line: one file per command, each of which returns the text to print.

mod distance;
mod points;

use clap::{Parser, Subcommand};

const EXAMPLES: &str = "\
Examples:
  gapkit distance assets/tet.xyz assets/cube.xyz
  gapkit distance --help";

/// Contact detection for finite-element and discrete-element codes.
#[derive(Debug, Parser)]
#[command(version, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Distance(distance::Args),
}

/// Reads the command line and runs the command. Help, version and wrong options end the process
/// here.
pub(crate) fn run() -> Result<String, points::Error> {
    match Cli::parse().command {
        Command::Distance(args) => distance::run(&args),
    }
}
