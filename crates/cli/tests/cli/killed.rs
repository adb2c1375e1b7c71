//! Runs that end in the middle: killed, without room on the disk, without their folder.

#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::{fresh, stdout};

/// A run whose bars touch from the third output on.
fn bars(out: &Path) -> Vec<String> {
    let args = ["demo", "bars", "--cells", "20", "--frames", "20", "--threads", "1", "--out"];
    args.into_iter().map(str::to_owned).chain([out.to_str().unwrap().to_owned()]).collect()
}

fn resumed(out: &Path) -> String {
    let args = bars(out);
    let args: Vec<&str> = args.iter().map(String::as_str).chain(["--resume"]).collect();
    stdout(&args)
}

/// The files of a run, and the lines that it prints.
type Results = (BTreeMap<String, Vec<u8>>, Vec<String>);

/// What a run leaves, but for times that differ each time and the folder that the script names.
fn results(out: &Path, text: &str) -> Results {
    let entries = fs::read_dir(out).unwrap().map(|entry| entry.unwrap());
    let file = |entry: fs::DirEntry| {
        (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap())
    };
    let files = entries.map(file).filter(|(name, _)| name != "view.py").collect();
    let counts = text.lines().filter(|line| {
        line.starts_with("GJK queries")
            || line.starts_with("contact time")
            || line.starts_with("rebound")
    });
    let table = text.lines().filter(|line| line.starts_with("signed-volumes"));
    let tallies = table.map(|line| line.split_whitespace().take(3).collect::<Vec<_>>().join(" "));
    (files, counts.map(str::to_owned).chain(tallies).collect())
}

fn outputs(out: &Path) -> usize {
    fs::read_to_string(out.join("ledger.csv")).map_or(0, |text| text.lines().count().max(1) - 1)
}

/// Waits until a run has made so many outputs and saved its state after the first.
fn wait_for(out: &Path, count: usize) {
    let start = Instant::now();
    while (outputs(out) < count || !out.join("state.bin").exists())
        && start.elapsed() < Duration::from_secs(300)
    {
        sleep(Duration::from_millis(1));
    }
}

fn spawn(out: &Path) -> std::process::Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gapkit"));
    command.args(bars(out)).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// What a run leaves that nothing befell.
fn whole() -> &'static Results {
    static WHOLE: OnceLock<Results> = OnceLock::new();
    WHOLE.get_or_init(|| {
        let out = fresh("killed-whole");
        let args = bars(&out);
        let text = stdout(&args.iter().map(String::as_str).collect::<Vec<&str>>());
        let results = results(&out, &text);
        assert_eq!(results.1.len(), 4, "{text}");
        results
    })
}

#[test]
fn a_run_that_was_killed_goes_on_to_the_same_bits_ages_and_counts() {
    let out = fresh("killed-parts");
    // Twice, the second time after it was resumed.
    for count in [6, 11] {
        let mut run = if count == 6 {
            spawn(&out)
        } else {
            let mut command = Command::new(env!("CARGO_BIN_EXE_gapkit"));
            command.args(bars(&out)).arg("--resume").stdout(Stdio::null()).spawn().unwrap()
        };
        wait_for(&out, count);
        run.kill().unwrap();
        run.wait().unwrap();
        let done = outputs(&out);
        assert!((count..21).contains(&done), "{done}");
    }
    let text = resumed(&out);
    let (one, two) = (results(&out, &text), whole());
    assert_eq!(one.1, two.1);
    assert_eq!(one.0.keys().collect::<Vec<_>>(), two.0.keys().collect::<Vec<_>>());
    for (name, bytes) in &two.0 {
        assert!(one.0[name] == *bytes, "{name}");
    }
}

#[test]
fn a_full_disk_is_told_and_nothing_is_lost() {
    let out = fresh("killed-full");
    let sane = whole();
    // Files beyond a limit cannot be written, as on a disk that is full. The files of bodies grow with
    // the motion, so the largest is not the first.
    let limit = sane.0.values().map(Vec::len).max().unwrap();
    for blocks in [1, limit / 1024] {
        let _ = fs::remove_dir_all(&out);
        let output = limited(&out, blocks);
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.contains("File too large"), "{message}");
        let drafts = fs::read_dir(&out).unwrap().filter(|entry| {
            entry.as_ref().unwrap().file_name().to_str().unwrap().ends_with(".tmp")
        });
        assert_eq!(drafts.count(), 0);
        if !out.join("state.bin").exists() {
            continue;
        }
        let made = fs::read_dir(&out).unwrap().count();
        assert!(made > 5 && message.contains("--resume goes on"), "{message}");
        // Every file that is there is complete.
        for entry in fs::read_dir(&out).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            if name.starts_with("bodies_") || name.starts_with("contacts_") {
                assert!(fs::read(out.join(&name)).unwrap() == sane.0[&name], "{name}");
            }
        }
        let text = resumed(&out);
        assert!(results(&out, &text) == *sane);
        return;
    }
    panic!("no limit left the first output");
}

/// A run that can write no file of more than so many blocks of 1024 bytes.
fn limited(out: &Path, blocks: usize) -> Output {
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$@\"");
    let mut command = Command::new("bash");
    command.args(["-c", &script, "bash", env!("CARGO_BIN_EXE_gapkit")]).args(bars(out));
    command.output().unwrap()
}

#[test]
fn a_folder_that_is_removed_is_told() {
    let out = fresh("killed-removed");
    let run = spawn(&out);
    wait_for(&out, 2);
    let aside = out.with_file_name("killed-aside");
    let _ = fs::remove_dir_all(&aside);
    fs::rename(&out, &aside).unwrap();
    let output = run.wait_with_output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(message.contains("killed-removed") && message.contains("No such file"), "{message}");
    assert!(!out.exists());
    // What was written is whole, wherever it went.
    fs::rename(&aside, &out).unwrap();
    let text = resumed(&out);
    assert!(results(&out, &text) == *whole());
}
