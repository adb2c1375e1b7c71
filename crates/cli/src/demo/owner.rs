//! Whose folder it is: a demo writes into one that is new, empty or its own, and asks about others.

use std::fs;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::Path;

use super::folder::failed;
use super::lock;
use crate::error::Error;

/// How many files of others are named.
const NAMED: usize = 3;

/// Whether the demo may write into the folder; if not, what is said.
pub(super) fn check(folder: &Path, demo: &str, force: bool) -> Result<(), Error> {
    let others = if force || is_own(folder, demo) { Vec::new() } else { others(folder)? };
    if others.is_empty() {
        return Ok(());
    }
    let what = format!(
        "{}: this folder has files that are not of `gapkit demo {demo}`: {}; those with the names of its files \
         would be replaced",
        folder.display(),
        listed(&others)
    );
    let is_answered = io::stdin().is_terminal() && io::stderr().is_terminal() && ask(&what);
    if is_answered {
        return Ok(());
    }
    Err(Error::Demo(format!(
        "{what}. Choose another --out, or write there nevertheless with --force"
    )))
}

/// Whether an earlier run of this demo wrote the folder: it left a README.txt that says so.
fn is_own(folder: &Path, demo: &str) -> bool {
    let text = fs::read_to_string(folder.join("README.txt")).unwrap_or_default();
    text.starts_with(&format!("gapkit demo {demo}:"))
}

/// The files in a folder, in the order of their names. There are none in a folder that is not there.
fn others(folder: &Path) -> Result<Vec<String>, Error> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(|source| failed(folder, source))?,
    };
    let mut names = Vec::new();
    for entry in entries {
        let entry = entry.map_err(|source| failed(folder, source))?;
        names.push(entry.file_name().to_string_lossy().into_owned());
    }
    // The lock of a run that ended before it wrote anything.
    names.retain(|name| name != lock::NAME);
    names.sort_unstable();
    Ok(names)
}

fn listed(names: &[String]) -> String {
    let shown = &names[..names.len().min(NAMED)];
    let more = names.len() - shown.len();
    let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}{rest}", shown.join(", "))
}

/// Asks on the terminal; no answer means no.
fn ask(what: &str) -> bool {
    eprint!("{what}.\nGo on? [y/N] ");
    let _ = io::stderr().flush();
    let mut answer = String::new();
    let is_read = io::stdin().lock().read_line(&mut answer).is_ok();
    is_read && ["y", "yes"].contains(&answer.trim().to_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_many_files_the_first_are_named() {
        let names = |count: usize| (0..count).map(|i| format!("f{i}")).collect::<Vec<_>>();
        assert_eq!(listed(&names(2)), "f0, f1");
        assert_eq!(listed(&names(5)), "f0, f1, f2 and 2 more");
    }
}
