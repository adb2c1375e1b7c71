//! `gapkit reproduce`.

use std::fs;
use std::path::Path;

use super::{refusal, stdout};

#[test]
fn the_gear_teeth_are_reproduced_with_all_files() {
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("reproduction");
    let text = stdout(&["reproduce", "gear", "--quick", "--out", out.to_str().unwrap()]);
    assert!(text.contains("| gear-1 |") && !text.contains("NO LONGER HOLDS"), "{text}");
    let read = |name: &str| fs::read_to_string(out.join(name)).unwrap();
    for name in ["gear_johnson", "gear_volumes", "gear_reached"] {
        assert!(read(&format!("{name}.svg")).contains("distance (modules)"), "{name}");
        assert!(read(&format!("{name}.csv")).lines().count() > 10, "{name}");
    }
    assert!(read("gear.md").contains("![Gear teeth: Johnson](gear_johnson.svg)"));
    // The page of the full run lists every claim, and each as what the command takes it for.
    let page =
        Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join("docs/reproduction.md");
    let page = fs::read_to_string(page).unwrap();
    for claim in read("claims.csv").lines().skip(1) {
        let name = claim.split(',').next().unwrap();
        let line = page.lines().find(|line| line.starts_with(&format!("| {name} |"))).unwrap();
        assert_eq!(line.contains("does not hold here"), claim.contains("does not hold here"));
    }
}

#[test]
fn help_names_the_experiments_and_others_are_refused() {
    let help = stdout(&["reproduce", "--help"]);
    for name in ["gear", "faces", "spheres", "tracking", "dss", "planar", "bunny", "all"] {
        assert!(help.contains(name), "{name}: {help}");
    }
    assert!(help.contains("Examples:\n  gapkit reproduce gear"), "{help}");
    assert!(refusal(&["reproduce", "gears"]).contains("possible values: gear, faces"));
    let message = refusal(&["reproduce", "gear", "--quick", "--out", "assets/cube.xyz"]);
    assert!(message.contains("assets/cube.xyz"), "{message}");
    assert!(message.contains("cannot be written"), "{message}");
}
