//! What is kept with the state of a run: the options that make its model, and how far its outputs
//! are.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use gapkit_solver::Checkpoint;

use super::folder::{STATE, failed};
use super::lock::Lock;
use crate::error::Error;

/// An option that makes the model, without its dashes, and its value. Options that do not change
/// what is computed, such as threads, are none of them.
pub(super) type Choice = (&'static str, String);

/// How far the outputs are.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Progress {
    /// Outputs that were planned; one that was made at an interruption does not count.
    pub(super) outputs: usize,
    /// The next output is this many times the interval after the start.
    pub(super) next: usize,
    pub(super) interval: f64,
    /// What the demo itself remembers.
    pub(super) memo: String,
}

/// The note of a state: a line for each fact, its name first.
pub(super) fn note(demo: &str, choices: &[Choice], progress: &Progress) -> String {
    let Progress { outputs, next, interval, memo } = progress;
    let mut text = format!("demo {demo}\noutputs {outputs}\nnext {next}\ninterval {interval:?}\n");
    for (name, value) in choices {
        // Writing to a string does not fail.
        let _ = writeln!(text, "--{name} {value}");
    }
    text + &format!("memo {memo}\n")
}

/// The state that a run left.
pub(super) struct Saved {
    pub(super) state: Checkpoint,
    pub(super) progress: Progress,
    pub(super) lock: Lock,
}

impl Saved {
    /// Reads the state in a folder. It is refused if it is one of another demo, or of other
    /// options.
    pub(super) fn read(folder: &Path, demo: &str, choices: &[Choice]) -> Result<Self, Error> {
        let path = folder.join(STATE);
        // Before the lock, which would leave its file in a folder that has no run.
        fs::metadata(&path).map_err(|source| failed(&path, source))?;
        let lock = Lock::take(folder)?;
        let bytes = fs::read(&path).map_err(|source| failed(&path, source))?;
        let refuse = |what: String| Error::Demo(format!("{}: {what}", path.display()));
        let state = Checkpoint::from_bytes(&bytes).map_err(|error| refuse(error.to_string()))?;
        let progress = compare(state.note(), demo, choices).map_err(refuse)?;
        Ok(Self { state, progress, lock })
    }
}

/// How far the outputs are, if the note is one of this model; otherwise what differs.
fn compare(note: &str, demo: &str, choices: &[Choice]) -> Result<Progress, String> {
    let facts: Vec<(&str, &str)> = note.lines().filter_map(|line| line.split_once(' ')).collect();
    let fact = |name: &str| {
        let found = facts.iter().find(|(known, _)| *known == name);
        found.map(|(_, value)| *value).ok_or_else(|| format!("it does not tell its {name}"))
    };
    let of = fact("demo")?;
    if of != demo {
        return Err(format!("this is a run of `demo {of}`, not of `demo {demo}`"));
    }
    for (name, new) in choices {
        let old = fact(&format!("--{name}"))?;
        if old != new {
            return Err(format!(
                "this run has --{name} {old}, not {new}: --resume goes on with the same options"
            ));
        }
    }
    let bad = |name: &str| format!("its {name} is no number");
    Ok(Progress {
        outputs: fact("outputs")?.parse().map_err(|_| bad("outputs"))?,
        next: fact("next")?.parse().map_err(|_| bad("next"))?,
        interval: fact("interval")?.parse().map_err(|_| bad("interval"))?,
        memo: fact("memo")?.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choices(seed: u64) -> Vec<Choice> {
        vec![("size", "coarse".to_owned()), ("seed", seed.to_string())]
    }

    #[test]
    fn a_note_is_read_as_it_was_written() {
        let progress = Progress { outputs: 3, next: 4, interval: 0.1, memo: "1 2".to_owned() };
        let note = note("bars", &choices(1), &progress);
        assert_eq!(compare(&note, "bars", &choices(1)), Ok(progress));
        let empty = super::note("bars", &[], &Progress::default());
        assert_eq!(compare(&empty, "bars", &[]), Ok(Progress::default()));
    }

    #[test]
    fn what_differs_is_named_with_both_values() {
        let note = note("bars", &choices(1), &Progress::default());
        let message = compare(&note, "bars", &choices(2)).unwrap_err();
        assert!(message.contains("--seed 1, not 2"), "{message}");
        let message = compare(&note, "bunny-knots", &choices(1)).unwrap_err();
        assert!(message.contains("`demo bars`, not of `demo bunny-knots`"), "{message}");
        assert!(compare("demo bars\n", "bars", &choices(1)).is_err());
    }
}
