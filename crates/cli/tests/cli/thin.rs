//! `gapkit detect` and `gapkit info` on shells and beams.

use serde_json::Value;

use super::detect::json;
use super::{file, refusal, stdout};

const FOLDER: &str = "tests/fixtures/files";

/// A beam over the plate of the other file, 0.004 above its layer.
fn bar(name: &str) -> String {
    let text = "*KEYWORD\n*NODE\n101,0.2,0.3,0.129\n102,0.8,0.3,0.129\n*PART\nbar\n5,6\n\
                *SECTION_BEAM\n6,1\n0.2\n*ELEMENT_BEAM\n901,5,101,102\n";
    file(&format!("thin-{name}.k"), text).to_str().unwrap().to_owned()
}

#[test]
fn a_beam_of_one_file_lies_on_the_shell_of_another() {
    let bar = bar("on");
    for extension in ["k", "bdf", "inp", "vtk"] {
        let plate = format!("{FOLDER}/shells.{extension}");
        let found = json(&["--margin", "0.01", &plate, &bar]);
        assert_eq!(found["resolution"], "surface");
        let kinds: Vec<&str> =
            (0..3).map(|body| found["bodies"][body]["kind"].as_str().unwrap()).collect();
        assert_eq!(kinds, ["shell", "beams", "beams"]);
        let pair = &found["pairs"][0];
        assert_eq!(pair["bodies"], serde_json::json!([0, 2]), "{extension}");
        let area = pair["contact_area"].as_f64().unwrap();
        assert!((area - 0.2 * 0.6).abs() < 1e-12, "{extension}: {area}");
        let gap = pair["minimum_gap"].as_f64().unwrap();
        assert!((gap - 0.004).abs() < 1e-14, "{extension}: {gap}");
        let contact = &found["contacts"][0];
        assert_eq!(contact["a"]["element"], 11);
        assert_eq!(contact["b"]["element"], 901);
        assert_eq!(contact["b"]["nodes"], serde_json::json!([101, 102]));
    }
    // Other resolutions have none of this.
    let message =
        refusal(&["detect", "--resolution", "facet", &format!("{FOLDER}/shells.k"), &bar]);
    assert!(message.contains("at the resolution of surfaces"), "{message}");
}

#[test]
fn the_parts_of_one_file_are_bodies_and_the_thickness_is_in_the_picture() {
    let folder = env!("CARGO_TARGET_TMPDIR");
    let out = format!("{folder}/thin-parts.vtm");
    let path = format!("{FOLDER}/shells.k");
    let found = json(&["--margin", "0.01", "--out", &out, &path]);
    let names: Vec<&str> =
        (0..2).map(|body| found["bodies"][body]["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["plate", "mast"]);
    for (body, array) in [("body_0", "layer"), ("body_1", "radius")] {
        let text = std::fs::read(format!("{folder}/thin-parts/{body}.vtp")).unwrap();
        let text = String::from_utf8_lossy(&text);
        assert!(text.contains(&format!("Name=\"{array}\"")), "{body}");
    }
}

#[test]
fn info_tells_how_thick_shells_and_beams_are() {
    let path = format!("{FOLDER}/shells.inp");
    let text = stdout(&["info", &path]);
    for line in [
        "shells           3 (3 with thickness 0.05 .. 0.08)",
        "beams            2 (2 with radius 0.1)",
        "cells left out   0",
    ] {
        assert!(text.lines().any(|other| other == line), "{line}: {text}");
    }
    let value: Value = serde_json::from_str(&stdout(&["info", "--json", &path])).unwrap();
    assert_eq!(value["shells"]["sizes"], serde_json::json!([0.05, 0.08]));
    let wrong = "*NODE\n1,0,0,0\n2,1,0,0\n3,2,0,0\n*ELEMENT,TYPE=S3\n77,1,2,3\n";
    let wrong = file("thin-flat.inp", wrong);
    let message = refusal(&["info", wrong.to_str().unwrap()]);
    assert!(message.contains("triangle 77 has no area"), "{message}");
    let message = refusal(&["partition", &path]);
    assert!(message.contains("no elements"), "{message}");
}
