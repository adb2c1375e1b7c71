//! Ctrl-C during a demo.

#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::{fresh, stdout};

/// Sends the signal of Ctrl-C.
fn press(run: &Child) {
    let sent = Command::new("kill").args(["-INT", &run.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

/// Starts a demo, presses Ctrl-C some time after its first output, and waits for its end.
fn interrupted(args: &[&str], folder: &Path, after: Duration) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gapkit"));
    command.args(args).stdout(Stdio::piped()).stderr(Stdio::piped());
    let run = command.spawn().unwrap();
    let start = Instant::now();
    let ledger = folder.join("ledger.csv");
    while !ledger.exists() && start.elapsed() < Duration::from_secs(300) {
        sleep(Duration::from_millis(1));
    }
    sleep(after);
    press(&run);
    run.wait_with_output().unwrap()
}

fn names(folder: &Path, start: &str) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.filter(|name| name.starts_with(start)).collect();
    names.sort_unstable();
    names
}

/// The number of steps in the last line of the ledger.
fn last_step(folder: &Path) -> u64 {
    let ledger = fs::read_to_string(folder.join("ledger.csv")).unwrap();
    ledger.lines().last().unwrap().split(',').next().unwrap().parse().unwrap()
}

#[test]
fn a_run_that_was_interrupted_goes_on_to_the_same_bits() {
    let (whole, parts) = (fresh("interrupt-whole"), fresh("interrupt-parts"));
    // As many cells as it takes to be there when Ctrl-C comes.
    for cells in ["10", "20", "40", "80", "160"] {
        let args = |folder: &Path| {
            let args = ["demo", "bars", "--frames", "3", "--cells", cells, "--out"];
            let folder = folder.to_str().unwrap().to_owned();
            args.map(str::to_owned).into_iter().chain([folder]).collect::<Vec<String>>()
        };
        let run: Vec<String> = args(&parts);
        let run: Vec<&str> = run.iter().map(String::as_str).collect();
        let output = interrupted(&run, &parts, Duration::from_millis(60));
        if output.status.code() == Some(0) {
            let _ = fs::remove_dir_all(&parts);
            continue;
        }
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(130), "{text}");
        assert!(text.contains("the same command with --resume goes on"), "{text}");
        // There is an output of the very step at which the run was stopped.
        let step = last_step(&parts);
        assert!(text.contains(&format!("after step {step}:")), "{step}: {text}");
        if step == 0 {
            // Nothing had been done yet.
            let _ = fs::remove_dir_all(&parts);
            continue;
        }
        let resumed = stdout(&[&run[..], &["--resume"]].concat());
        let complete = args(&whole);
        let complete: Vec<&str> = complete.iter().map(String::as_str).collect();
        let complete = stdout(&complete);
        // The result, the ledger and every file are those of a run that was never stopped.
        let result = |text: &str| -> Vec<String> {
            let lines = text
                .lines()
                .filter(|line| line.starts_with("contact time") || line.starts_with("rebound"));
            lines.map(str::to_owned).collect()
        };
        assert_eq!(result(&resumed), result(&complete));
        assert_eq!(names(&parts, "bodies_"), names(&whole, "bodies_"));
        assert_eq!(names(&parts, "contacts_"), names(&whole, "contacts_"));
        let contacts = names(&whole, "contacts");
        for name in
            names(&whole, "bodies").into_iter().chain(contacts).chain(["ledger.csv".to_owned()])
        {
            let read = |folder: &Path| fs::read(folder.join(&name)).unwrap();
            assert!(read(&parts) == read(&whole), "{name}");
        }
        return;
    }
    panic!("every run was over before Ctrl-C");
}

#[test]
fn grains_that_were_interrupted_have_an_output_of_that_moment() {
    let folder = fresh("interrupt-dem");
    let out = folder.to_str().unwrap();
    let run =
        ["demo", "dem", "--grains", "300", "--duration", "100", "--frames", "1", "--out", out];
    let output = interrupted(&run, &folder, Duration::from_millis(100));
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(130), "{text}");
    assert!(text.contains("interrupted"), "{text}");
    assert_eq!(names(&folder, "bodies_"), ["bodies_0000.vtp", "bodies_0001.vtp"]);
    assert!(last_step(&folder) > 1);
}
