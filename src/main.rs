//! The `gapkit` command: a thin client of the library.

mod cli;

use std::io::{self, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    match cli::run() {
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
