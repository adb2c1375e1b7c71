//! `gapkit info`.

use serde_json::Value;

use super::{TET, file, gapkit, refusal, stdout};

#[test]
fn info_tells_what_is_in_a_mesh() {
    let text = stdout(&["info", "assets/bunny_coarse.vtu"]);
    for part in
        ["813 (0 at no corner of an element)", "3053", "components       1", "exposed facets   998"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    let message = refusal(&["info", TET]);
    assert!(message.contains("tet.xyz"), "{message}");
}

/// An Abaqus file of tetrahedra on the nodes 11, 12, 13, 14 and 15, and one that is no number.
fn tetrahedra(name: &str, elements: &str) -> String {
    let nodes = "11, 0, 0, 0\n12, 1, 0, 0\n13, 0, 1, 0\n14, 0, 0, 1\n15, 1, 1, 1\n16, 0, nan, 0\n";
    let text = format!("*NODE\n{nodes}*ELEMENT, TYPE=C3D4, ELSET=body\n{elements}");
    file(name, text).to_str().unwrap().to_owned()
}

#[test]
fn info_tells_all_faults_by_the_numbers_of_the_file() {
    let elements =
        "71, 11, 13, 12, 14\n72, 12, 13, 14, 15\n73, 11, 12, 12, 14\n74, 13, 12, 14, 15\n";
    let path = tetrahedra("faulty.inp", elements);
    let message = refusal(&["info", &path]);
    let lines: Vec<&str> = message.trim_end().lines().collect();
    assert_eq!(lines.len(), 6, "{message}");
    assert_eq!(lines[0], format!("error: {path}: 5 faults"));
    assert_eq!(lines[1], "  coordinate y of node 16 is NaN, not a finite number");
    assert_eq!(lines[2], "  tetrahedron 73 uses node 12 twice");
    assert_eq!(lines[3], "  tetrahedron 74 has the same nodes as tetrahedron 72");
    assert!(lines[4].starts_with("  tetrahedron 71 is inverted"), "{message}");
    // An element may have more than one fault.
    assert!(lines[5].starts_with("  tetrahedron 74 is inverted"), "{message}");
    // A program gets the same, where it looks for results.
    let output = gapkit(&["info", "--json", &path]);
    assert_eq!((output.status.code(), output.stderr.len()), (Some(2), 0));
    let value: Value = serde_json::from_slice(&output.stdout).unwrap();
    let faults = value["faults"].as_array().unwrap();
    assert_eq!(faults.len(), 4);
    assert_eq!((&faults[1]["count"], &faults[3]["count"]), (&1.into(), &2.into()));
    assert_eq!(faults[1]["first"][0], "tetrahedron 73 uses node 12 twice");
}

#[test]
fn info_offers_repair_where_it_helps() {
    // Every tetrahedron is inverted.
    let mut text = String::from("*NODE\n");
    let mut elements = String::from("*ELEMENT, TYPE=C3D4\n");
    for i in 0..30 {
        let (n, x) = (4 * i, 2 * i);
        let last = x + 1;
        text += &format!("{},{x},0,0\n{},{last},0,0\n{},{x},1,0\n", n + 1, n + 2, n + 3);
        text += &format!("{},{x},0,1\n", n + 4);
        elements += &format!("{}, {}, {}, {}, {}\n", 500 + i, n + 1, n + 3, n + 2, n + 4);
    }
    let path = file("inverted.inp", text + &elements);
    let path = path.to_str().unwrap();
    let message = refusal(&["info", path]);
    assert!(message.contains("30 faults\n  tetrahedron 500 is inverted"), "{message}");
    assert!(message.contains("and 20 more like these"), "{message}");
    assert!(message.trim_end().ends_with("nothing else is wrong"), "{message}");
    let text = stdout(&["info", "--repair", path]);
    assert!(text.contains("components       30"), "{text}");
}

#[test]
fn info_as_json_has_the_numbers_of_the_text() {
    let samples =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/fixtures/files/gmsh-41-binary.msh");
    let value: Value = serde_json::from_str(&stdout(&["info", "--json", samples])).unwrap();
    assert_eq!(value["elements"]["tetrahedron"], 48);
    assert_eq!(value["regions"][1]["name"], "left body");
    assert_eq!(value["regions"][1]["elements"], 24);
    assert_eq!(value["faults"].as_array().unwrap().len(), 0);
    let text = stdout(&["info", samples]);
    for name in ["nodes", "tetrahedra", "components", "volume"] {
        let line = text.lines().find(|line| line.starts_with(name)).unwrap();
        let first = line.split_whitespace().nth(1).unwrap();
        assert_eq!(first, value[name].to_string(), "{name}");
    }
    assert!(text.contains("12 (left body): 24 elements"), "{text}");
}
