//! `gapkit demo`: the folder of a run, and what may go on in it.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::Path;

use super::{fresh, place, refusal, stdout};

/// A run of the bars that takes no time.
pub(crate) fn bars<'a>(out: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["demo", "bars", "--cells", "4", "--out", out], more].concat()
}

/// All files of a folder.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let file = |entry: fs::DirEntry| {
        (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap())
    };
    entries.map(file).collect()
}

/// What is said to a command that leaves all files as they are.
fn untouched_refusal(folder: &Path, args: &[&str]) -> String {
    let before = files(folder);
    let message = refusal(args);
    assert!(files(folder) == before, "{args:?} changed {}", folder.display());
    message
}

#[test]
fn other_options_are_refused_by_name_with_both_values() {
    let folder = fresh("demo-options");
    let out = folder.to_str().unwrap();
    stdout(&bars(out, &["--frames", "2"]));
    let other = ["demo", "bars", "--cells", "5", "--out", out, "--resume"];
    let message = untouched_refusal(&folder, &other);
    assert!(message.contains("--cells 4, not 5"), "{message}");
    let message = untouched_refusal(&folder, &["demo", "bunny-knots", "--out", out, "--resume"]);
    assert!(message.contains("`demo bars`, not of `demo bunny-knots`"), "{message}");
    // What does not make another model may differ.
    let text = stdout(&bars(out, &["--resume", "--threads", "1"]));
    assert!(text.contains("nothing was left to do"), "{text}");
    assert!(text.contains("contact time"), "{text}");
}

#[test]
fn another_seed_is_refused() {
    let folder = fresh("demo-seed");
    let out = folder.to_str().unwrap();
    let run = |seed: &'static str, more: &[&'static str]| {
        let args = ["demo", "bunny-knots", "--duration", "1e-6", "--frames", "1", "--out", out];
        [&args[..], &["--seed", seed], more].concat()
    };
    stdout(&run("1", &[]));
    let message = untouched_refusal(&folder, &run("2", &["--resume"]));
    assert!(message.contains("--seed 1, not 2"), "{message}");
    let other = run("1", &["--resume", "--broad", "brute", "--subalgorithm", "backup"]);
    assert!(stdout(&other).contains("nothing was left to do"));
}

#[test]
fn a_damaged_or_foreign_state_is_refused() {
    let folder = fresh("demo-damage");
    let out = folder.to_str().unwrap();
    stdout(&bars(out, &["--frames", "1"]));
    let state = folder.join("state.bin");
    let bytes = fs::read(&state).unwrap();
    let count = bytes.len();
    for place in [0, 7, 8, 20, 60, count / 3, count / 2, count - 9, count - 1] {
        let mut other = bytes.clone();
        other[place] ^= 0x10;
        fs::write(&state, other).unwrap();
        let message = untouched_refusal(&folder, &bars(out, &["--resume"]));
        assert!(message.contains("state.bin: the saved state does not fit"), "{message}");
    }
    for length in [0, 5, 8, 100, count / 2, count - 1] {
        fs::write(&state, &bytes[..length]).unwrap();
        untouched_refusal(&folder, &bars(out, &["--resume"]));
    }
    fs::write(&state, &bytes).unwrap();
    stdout(&bars(out, &["--resume"]));
    fs::remove_file(&state).unwrap();
    let message = untouched_refusal(&folder, &bars(out, &["--resume"]));
    assert!(message.contains("state.bin"), "{message}");
    let missing = place("demo-missing");
    refusal(&bars(&missing, &["--resume"]));
    assert!(!Path::new(&missing).exists());
}

#[test]
fn a_folder_belongs_to_one_run_at_a_time() {
    let folder = fresh("demo-lock");
    let out = folder.to_str().unwrap();
    stdout(&bars(out, &["--frames", "1"]));
    let lock = File::options().append(true).open(folder.join("run.lock")).unwrap();
    lock.try_lock().unwrap();
    let dem = ["demo", "dem", "--grains", "2", "--duration", "0.001", "--force", "--out", out];
    for args in [&bars(out, &["--resume"])[..], &bars(out, &[]), &dem] {
        let message = untouched_refusal(&folder, args);
        assert!(message.contains("another run writes to this folder"), "{message}");
    }
    // What a process leaves that has ended, however it did, is no lock.
    drop(lock);
    stdout(&bars(out, &["--resume"]));
}

#[test]
fn a_new_run_replaces_the_files_of_the_old_one_and_no_others() {
    let folder = fresh("demo-again");
    let out = folder.to_str().unwrap();
    stdout(&bars(out, &["--frames", "5"]));
    assert!(folder.join("bodies_0005.vtu").exists());
    for own in ["notes.txt", "bodies_final.vtu"] {
        fs::write(folder.join(own), "mine").unwrap();
    }
    stdout(&bars(out, &["--frames", "2"]));
    let names = files(&folder);
    let of = |start: &str| names.keys().filter(|name| name.starts_with(start)).count();
    assert_eq!((of("bodies_0"), of("contacts_0")), (3, 3), "{:?}", names.keys());
    assert_eq!(names["notes.txt"], b"mine");
    assert_eq!(names["bodies_final.vtu"], b"mine");
    // A run of grains leaves nothing of the bars.
    let dem = ["demo", "dem", "--grains", "2", "--duration", "0.001", "--frames", "1"];
    let dem = [&dem[..], &["--out", out]].concat();
    untouched_refusal(&folder, &dem);
    stdout(&[&dem[..], &["--force"]].concat());
    let names = files(&folder);
    assert!(!names.contains_key("state.bin") && !names.contains_key("bodies_0000.vtu"));
    assert!(names.contains_key("bodies_0001.vtp"));
}

#[test]
fn bars_with_flat_faces_do_not_overlap_themselves() {
    let out = place("demo-flat");
    let text = stdout(&["demo", "bars", "--cells", "20", "--frames", "10", "--out", &out]);
    assert!(text.contains(" 11 outputs: 0 nodes, 0 edges, deepest 0.00 %"), "{text}");
}

#[test]
fn help_says_what_ctrl_c_and_resume_do() {
    let help = stdout(&["demo", "--help"]);
    for part in ["Ctrl-C", "exit code 130", "--resume", "replaces the files of an earlier one"] {
        assert!(help.contains(part), "{part}: {help}");
    }
}

#[test]
fn a_folder_of_others_is_only_written_to_by_force() {
    let folder = fresh("demo-foreign");
    let out = folder.to_str().unwrap();
    fs::write(folder.join("README.txt"), "my own notes").unwrap();
    let dem = ["demo", "dem", "--grains", "2", "--duration", "0.001", "--frames", "1"];
    let knots = ["demo", "bunny-knots", "--duration", "1e-6", "--frames", "1"];
    let demos = [
        bars(out, &[]),
        [&dem[..], &["--out", out]].concat(),
        [&knots[..], &["--out", out]].concat(),
    ];
    for args in demos {
        let message = untouched_refusal(&folder, &args);
        assert!(message.contains("files that are not of"), "{message}");
        assert!(message.contains("README.txt") && message.contains("--force"), "{message}");
    }
    stdout(&bars(out, &["--frames", "1", "--force"]));
    // Now it is a folder of the bars, and of no other demo.
    stdout(&bars(out, &["--frames", "1"]));
    let message = untouched_refusal(&folder, &[&dem[..], &["--out", out]].concat());
    assert!(message.contains("not of `gapkit demo dem`"), "{message}");
}
