//! What stands beside the files of a demo: `view.py`, which ParaView runs, and `README.txt`.
//! Without ParaView a stub of it stands in; `scripts/check_paraview.sh` has the real one.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use super::gapkit;

type Runs = [(&'static str, PathBuf); 4];

/// Short runs, in folders whose names have to be quoted in Python.
fn runs() -> &'static Runs {
    static RUNS: OnceLock<Runs> = OnceLock::new();
    RUNS.get_or_init(run)
}

fn run() -> Runs {
    let options: [(&str, &[&str]); 4] = [
        ("bunny-knots", &["--duration", "1e-4", "--frames", "1"]),
        ("bars", &["--cells", "4", "--frames", "2"]),
        ("stack", &["--duration", "1e-3", "--frames", "2"]),
        ("dem", &["--grains", "8", "--duration", "0.01", "--frames", "1"]),
    ];
    options.map(|(demo, options)| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("view \\ \"{demo}\" ü"));
        let out = ["demo", demo, "--out", folder.to_str().unwrap()];
        let output = gapkit(&[&out, options].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        (demo, folder)
    })
}

/// What Python prints in another folder with the stub of ParaView; nothing where there is no
/// Python.
fn python(arguments: &[&str]) -> Option<(bool, String)> {
    let elsewhere = Path::new(env!("CARGO_TARGET_TMPDIR")).join("view elsewhere");
    fs::create_dir_all(&elsewhere).unwrap();
    let stub = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/stub");
    let run = Command::new("python3")
        .args(arguments)
        .env("PYTHONPATH", stub)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("PYTHONUTF8", "1")
        .current_dir(elsewhere)
        .output();
    let Ok(output) = run else {
        eprintln!("no python3: left out");
        return None;
    };
    let text = [output.stdout, output.stderr].concat();
    Some((output.status.success(), String::from_utf8(text).unwrap()))
}

/// Runs a script as the window of ParaView does, which says neither its name nor its arguments.
const WINDOW: &str = "\
import sys
text = open(sys.argv[1]).read()
sys.argv = ['']
exec(compile(text, '<string>', 'exec'))
";

#[test]
fn the_view_of_a_demo_runs_from_any_folder() {
    for (demo, folder) in runs() {
        let script = folder.join("view.py");
        let script = script.to_str().unwrap();
        let reads = format!("reads {}", folder.join("bodies.pvd").to_str().unwrap());
        for arguments in [&[script][..], &["-c", WINDOW, script]] {
            let Some((is_good, text)) = python(arguments) else { return };
            assert!(is_good && text.contains(&reads), "{demo}: {text}");
            // The output with the most contacts, and the camera where it was set.
            assert!(text.contains("shows 0.25 from ["), "{demo}: {text}");
            assert_eq!(text.contains("range 0.0 2.5"), *demo != "dem", "{demo}: {text}");
        }
        let options = ["--screenshot", "a.png", "--time", "0.4", "--size", "60", "40"];
        let Some((is_good, text)) = python(&[&[script][..], &options].concat()) else { return };
        assert!(is_good && text.contains("shows 0.5 from ["), "{demo}: {text}");
        assert!(text.contains("writes a.png [60, 40]"), "{demo}: {text}");
        let (colour, has_range) = if *demo == "dem" { ("speed", true) } else { ("body", false) };
        for contacts in ["arrows", "points", "none"] {
            let options = [script, "--colour", colour, "--contacts", contacts];
            let Some((is_good, text)) = python(&options) else { return };
            assert!(is_good, "{demo}: {text}");
            assert_eq!(text.contains("range 0.0 2.5"), has_range, "{demo}: {text}");
        }
        let Some((is_good, text)) = python(&[script, "--colour", "weight"]) else { return };
        assert!(!is_good && text.contains("choose from"), "{demo}: {text}");
        let Some((is_good, text)) = python(&[script, "--no-such-option"]) else { return };
        assert!(!is_good && text.contains("usage"), "{demo}: {text}");
    }
}

#[test]
fn the_view_of_a_demo_that_was_moved_says_where_it_searched() {
    let [(_, from), ..] = runs();
    let to = Path::new(env!("CARGO_TARGET_TMPDIR")).join("view moved");
    let _ = fs::remove_dir_all(&to);
    fs::create_dir_all(&to).unwrap();
    let script = to.join("view.py");
    let text = fs::read_to_string(from.join("view.py")).unwrap();
    let lines = text.lines().map(|line| {
        let is_folder = line.starts_with("FOLDER = ");
        if is_folder { "FOLDER = \"/no such folder\"" } else { line }
    });
    fs::write(&script, lines.collect::<Vec<_>>().join("\n")).unwrap();
    let Some((is_good, text)) = python(&[script.to_str().unwrap()]) else { return };
    assert!(!is_good && text.contains("no bodies.pvd and contacts.pvd in any of:"), "{text}");
    assert!(text.contains("/no such folder") && text.contains(to.to_str().unwrap()), "{text}");
    for name in ["bodies.pvd", "contacts.pvd"] {
        fs::copy(from.join(name), to.join(name)).unwrap();
    }
    let Some((is_good, text)) = python(&[script.to_str().unwrap()]) else { return };
    assert!(is_good && text.contains("view moved/bodies.pvd"), "{text}");
}

#[test]
fn the_view_of_a_demo_avoids_what_paraview_refuses() {
    for (demo, folder) in runs() {
        let script = fs::read_to_string(folder.join("view.py")).unwrap();
        // `ColorBy(shown, None)` is an error in version 5.11.
        assert!(!script.contains("ColorBy("), "{demo}");
        assert!(script.contains("_DisableFirstRenderCameraReset"), "{demo}");
        let categories =
            script.lines().filter(|line| line.starts_with("        (") && line.ends_with("]),"));
        let expected = match *demo {
            "bunny-knots" => 9,
            "dem" => 5,
            "stack" => 13,
            _ => 2,
        };
        assert_eq!(categories.count(), expected, "{demo}");
        let text = fs::read_to_string(folder.join("README.txt")).unwrap();
        assert!(text.contains("pvpython") && text.contains("--screenshot"), "{demo}: {text}");
        let unit = if *demo == "bars" { "units of E" } else { "Pa" };
        assert!(text.contains("Units: ") && text.contains(unit), "{demo}: {text}");
    }
}
