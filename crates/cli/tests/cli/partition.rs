//! `gapkit partition`.

use std::path::Path;

use serde_json::Value;

use super::{refusal, stdout};

#[test]
fn partition_prints_a_table_and_writes_its_pieces() {
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pieces.vtu");
    let out = out.to_str().unwrap();
    let text = stdout(&["partition", "--out", out, "assets/bunny_coarse.vtu"]);
    assert!(text.contains("tetrahedra           3053"), "{text}");
    assert!(text.contains("exposed facets       998"), "{text}");
    // Every tetrahedron is in the file once, with the nodes of its own piece.
    let pieces = gapkit::mesh::read(out).unwrap().elements;
    assert_eq!(pieces.kinds.len(), 3053);
    assert!(pieces.nodes.len() > 813);
    let trivial = stdout(&["partition", "--build", "trivial", "assets/bunny_coarse.vtu"]);
    assert!(trivial.contains("pieces               3053"), "{trivial}");
    let message = refusal(&["partition", "--tolerance", "-1", "assets/bunny_coarse.vtu"]);
    assert!(message.contains("tolerance"), "{message}");
}

#[test]
fn partition_prints_the_same_as_json_and_takes_a_seed() {
    let run = |more: &[&str]| {
        let args = [&["partition", "--json", "--build", "optimised"], more].concat();
        let json: Value = serde_json::from_str(&stdout(&args)).unwrap();
        json
    };
    let knot = Path::new(env!("CARGO_TARGET_TMPDIR")).join("seeded-knot.vtu");
    let knot = knot.to_str().unwrap();
    stdout(&["body", "knot", "--sections", "60", "--sides", "6", "--out", knot]);
    let json = run(&[knot]);
    assert_eq!(json["tetrahedra"], 60 * 6 * 3);
    assert_eq!(json["exposed_facets"], 60 * 6 * 2);
    assert!(json["volume_error"].as_f64().unwrap() <= 1e-12, "{json}");
    let mut names: Vec<&str> = json.as_object().unwrap().keys().map(String::as_str).collect();
    names.sort_unstable();
    let expected = [
        "active_pieces",
        "exposed_facets",
        "facets_per_active",
        "hull_excess",
        "largest_piece",
        "pieces",
        "seconds",
        "tetrahedra",
        "tets_per_piece",
        "vertices_per_piece",
        "volume",
        "volume_error",
    ];
    assert_eq!(names, expected);
    // Other random numbers give other pieces, the same ones the same.
    let vertices = |seed: &str| run(&["--seed", seed, knot])["vertices_per_piece"].as_f64();
    assert_eq!(vertices("0"), json["vertices_per_piece"].as_f64());
    assert!((1..6).any(|seed: u32| vertices(&seed.to_string()) != vertices("0")));
}

#[test]
fn limits_that_no_piece_can_keep_are_refused() {
    for (option, value, min) in [("--max-tets", "0", "1"), ("--max-vertices", "3", "4")] {
        let message = refusal(&["partition", option, value, "assets/bunny_coarse.vtu"]);
        assert!(message.contains(option), "{message}");
        assert!(message.contains(&format!("a piece has at least {min}")), "{message}");
    }
    stdout(&["partition", "--max-tets", "1", "assets/bunny_coarse.vtu"]);
}
