//! Runs a target on mutated inputs, and keeps what broke it.

use std::cell::RefCell;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook};
use std::path::{Path, PathBuf};
use std::sync::Once;
use std::time::{Duration, Instant};

use rand::SeedableRng;
use rand::rngs::SmallRng;

use crate::mutate::mutated;
use crate::targets::Target;

/// An input that takes longer counts as one that hangs, if it does so each of some times: on a busy
/// machine any input may have to wait.
const HANG: Duration = Duration::from_secs(5);
const HANGS: usize = 3;

/// Failures of one target that are told one by one.
const TOLD: u64 = 10;

/// What was seen of a target.
#[derive(Debug)]
pub(crate) struct Tally {
    name: &'static str,
    inputs: u64,
    longest: Duration,
    pub(crate) failures: u64,
}

impl Tally {
    /// A table with a line for each target and one for all.
    pub(crate) fn print(tallies: &[Self]) {
        println!("| target | inputs | longest, ms | failures |");
        println!("|---|---|---|---|");
        for Self { name, inputs, longest, failures } in tallies {
            println!("| {name} | {inputs} | {:.1} | {failures} |", longest.as_secs_f64() * 1e3);
        }
        let all = |count: fn(&Self) -> u64| tallies.iter().map(count).sum::<u64>();
        let longest = tallies.iter().map(|tally| tally.longest).max().unwrap_or_default();
        let (inputs, failures) = (all(|tally| tally.inputs), all(|tally| tally.failures));
        println!("| all | {inputs} | {:.1} | {failures} |", longest.as_secs_f64() * 1e3);
    }
}

thread_local! {
    static LAST: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Whether a target takes these bytes without a panic; the error is what the panic said.
pub(crate) fn survives(target: fn(&[u8]), bytes: &[u8]) -> Result<(), String> {
    static HOOK: Once = Once::new();
    // Panics are told once, by who catches them.
    HOOK.call_once(|| {
        set_hook(Box::new(|info| LAST.with(|last| *last.borrow_mut() = info.to_string())));
    });
    catch_unwind(AssertUnwindSafe(|| target(bytes))).map_err(|_| LAST.with(|last| last.take()))
}

/// Runs a target for a while, on so many inputs at most.
pub(crate) fn run((name, target): Target, time: Duration, inputs: u64, seed: u64) -> Tally {
    let mut random = SmallRng::seed_from_u64(seed);
    let corpus: Vec<Vec<u8>> = files(name).into_iter().map(|(_, bytes)| bytes).collect();
    let mut tally = Tally { name, inputs: 0, longest: Duration::ZERO, failures: 0 };
    let start = Instant::now();
    while start.elapsed() < time && tally.inputs < inputs {
        let bytes = mutated(&mut random, &corpus);
        let (outcome, took) = timed(target, &bytes);
        tally.inputs += 1;
        tally.longest = tally.longest.max(took);
        let hung = (took > HANG).then(|| format!("took {took:?}"));
        let Some(why) = outcome.err().or(hung) else { continue };
        tally.failures += 1;
        if tally.failures <= TOLD {
            println!("{name}: {why}\n    kept as {}", keep(name, &bytes).display());
        }
    }
    tally
}

/// What became of an input, and how long it took: the least of some times, if it is long.
fn timed(target: fn(&[u8]), bytes: &[u8]) -> (Result<(), String>, Duration) {
    let run = || {
        let begin = Instant::now();
        (survives(target, bytes), begin.elapsed())
    };
    let (mut outcome, mut took) = run();
    for _ in 1..HANGS {
        if took > HANG && outcome.is_ok() {
            let (again, time) = run();
            (outcome, took) = (again, took.min(time));
        }
    }
    (outcome, took)
}

/// Writes an input where it can be found again, and taken as a fixture.
fn keep(name: &str, bytes: &[u8]) -> PathBuf {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    let root = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), PathBuf::from);
    let folder = root.join("fuzz").join(name);
    let path = folder.join(format!("{:016x}", hasher.finish()));
    let written = fs::create_dir_all(&folder).and_then(|()| fs::write(&path, bytes));
    written.expect("a place for what was found");
    path
}

/// The inputs that are kept for a target: what broke something once, and seeds.
pub(crate) fn files(name: &str) -> Vec<(String, Vec<u8>)> {
    // The targets also run in a crate of their own, further down.
    let roots = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let fixtures = roots.map(|root| root.join("tests/fixtures")).find(|folder| folder.is_dir());
    let Some(fixtures) = fixtures else { return vec![] };
    let mut found = read(&fixtures.join("fuzz").join(name));
    if name == "readers" {
        // Files of real tools, each behind the byte that chooses its reader.
        let files = ["files", "tools"].iter().flat_map(|folder| read(&fixtures.join(folder)));
        found.extend(files.filter_map(|(file, bytes)| {
            let ending = Path::new(&file).extension()?.to_str()?.to_owned();
            let reader = crate::targets::readers::ENDINGS.iter().position(|e| *e == ending)?;
            Some((file, [&[reader as u8][..], &bytes].concat()))
        }));
    }
    found
}

fn read(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let Ok(entries) = fs::read_dir(folder) else { return vec![] };
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| path.is_file());
    let named = paths.filter_map(|path| Some((path.display().to_string(), fs::read(&path).ok()?)));
    let mut files: Vec<_> = named.collect();
    files.sort();
    files
}
