//! The `gapkit` command: a thin client of the library. One file per command, each of which returns
//! the text to print.

mod body;
mod demo;
mod detect;
mod distance;
mod error;
mod info;
mod numbers;
mod output;
mod partition;
mod place;
mod points;
mod progress;
mod reading;
mod reproduce;
mod stl;
mod straightened;
mod thin;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

const EXAMPLES: &str = "\
Examples:
  gapkit demo bunny-knots
  gapkit distance assets/tet.xyz assets/cube.xyz
  gapkit info assets/bunny_coarse.vtu
  gapkit partition --out pieces.vtu assets/bunny_coarse.vtu
  gapkit body knot --scale 0.05 --at 0.2 0.2 0.25 --out knot.vtu
  gapkit detect assets/bunny_coarse.vtu knot.vtu
  gapkit reproduce gear
  gapkit distance --help";

/// Contact detection for finite-element and discrete-element codes.
#[derive(Debug, Parser)]
#[command(name = "gapkit", version, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Body(body::Args),
    Demo(demo::Args),
    Detect(detect::Args),
    Distance(distance::Args),
    Info(info::Args),
    Partition(partition::Args),
    Reproduce(reproduce::Args),
}

fn main() -> ExitCode {
    match run() {
        Ok(text) => print(&text),
        Err(error) => {
            match error.report() {
                Some(text) => drop(print(text)),
                None => eprintln!("error: {error}"),
            }
            ExitCode::from(error.code())
        }
    }
}

/// Prints the result. A reader that closes the pipe early (`| head`) has what it wanted.
fn print(text: &str) -> ExitCode {
    match io::stdout().lock().write_all(text.as_bytes()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            eprintln!("error: the result cannot be written: {error}");
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}

/// Reads the command line and runs the command. Help, version and wrong options end the process
/// here.
fn run() -> Result<String, error::Error> {
    match Cli::parse().command {
        Command::Body(args) => body::run(&args),
        Command::Demo(args) => demo::run(&args),
        Command::Detect(args) => detect::run(&args),
        Command::Distance(args) => Ok(distance::run(&args)?),
        Command::Info(args) => info::run(&args),
        Command::Partition(args) => partition::run(&args),
        Command::Reproduce(args) => reproduce::run(&args),
    }
}
