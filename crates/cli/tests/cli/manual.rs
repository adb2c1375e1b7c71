//! The commands of the README and of the manual, run as they are printed there.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// What else a line of a shell block may be, and who runs it.
const ELSEWHERE: [(&str, &str); 15] = [
    ("scripts/test.sh", "this is it"),
    ("scripts/install.sh", "scripts/check_capi.sh"),
    ("PREFIX=", "scripts/check_capi.sh"),
    ("export PKG_CONFIG_PATH", "scripts/check_capi.sh"),
    ("cc host.c", "scripts/check_capi.sh"),
    ("gfortran", "scripts/check_capi.sh"),
    ("./host", "scripts/check_capi.sh"),
    ("GAPKIT_BLESS=1 cargo test", "by hand, after a change of the interface"),
    ("GAPKIT_LIVES=", "by hand: a long run"),
    ("benches/", "by hand: benchmarks beside peers that they install"),
    ("cargo ", "the lints compile them: long tests and benchmarks"),
    ("pip install ./python", "scripts/check_python.sh"),
    ("python python/examples", "scripts/check_python.sh"),
    ("paraview", "scripts/check_paraview.sh"),
    ("pvpython", "scripts/check_paraview.sh"),
];

#[test]
fn every_command_of_the_manual_runs() {
    let folder = workplace();
    let mut ran = 0;
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        for line in shell_lines(&text) {
            match arguments(&line) {
                Some(arguments) => {
                    run(&folder, &page, &line, &arguments);
                    ran += 1;
                }
                None => assert!(
                    ELSEWHERE.iter().any(|(start, _)| line.starts_with(start)),
                    "{}: nobody runs `{line}`",
                    page.display()
                ),
            }
        }
    }
    assert!(ran > 10, "only {ran} commands were found");
}

/// A folder of its own with the files that commands refer to.
fn workplace() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("manual");
    let assets = folder.join("assets");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&assets).unwrap();
    for entry in fs::read_dir(Path::new(ROOT).join("assets")).unwrap() {
        let entry = entry.unwrap();
        fs::copy(entry.path(), assets.join(entry.file_name())).unwrap();
    }
    folder
}

fn pages() -> Vec<PathBuf> {
    let manual = fs::read_dir(Path::new(ROOT).join("docs")).unwrap();
    let mut pages: Vec<PathBuf> = manual.map(|entry| entry.unwrap().path()).collect();
    pages.retain(|path| path.extension().is_some_and(|ending| ending == "md"));
    pages.push(Path::new(ROOT).join("README.md"));
    pages.sort();
    pages
}

/// The lines of all shell blocks, without comments.
fn shell_lines(text: &str) -> Vec<String> {
    let mut inside = false;
    let mut lines = Vec::new();
    for line in text.lines() {
        if line.starts_with("```") {
            inside = line == "```sh";
        } else if inside {
            let line = line.split(" #").next().unwrap().trim();
            lines.push(line.to_owned());
        }
    }
    lines.retain(|line| !line.is_empty());
    lines
}

/// What the binary is told by a line; nothing if the line is not about it.
fn arguments(line: &str) -> Option<Vec<String>> {
    let tail =
        line.strip_prefix("cargo run --release -- ").or_else(|| line.strip_prefix("gapkit "))?;
    let mut arguments: Vec<String> = tail.split_whitespace().map(str::to_owned).collect();
    match arguments[0].as_str() {
        // Long runs: their options are read, and a moment of them is run.
        "demo" if arguments[1] == "bars" => {
            arguments.extend(["--cells", "4"].map(str::to_owned));
        }
        "demo" => arguments.extend(["--duration", "1e-4"].map(str::to_owned)),
        "reproduce" => arguments.push("--help".to_owned()),
        _ => {}
    }
    Some(arguments)
}

fn run(folder: &Path, page: &Path, line: &str, arguments: &[String]) {
    let output = Command::new(env!("CARGO_BIN_EXE_gapkit"))
        .current_dir(folder)
        .args(arguments)
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: `{line}`: {errors}", page.display());
}
