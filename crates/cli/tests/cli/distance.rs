//! `gapkit distance`, help and version.

use std::fs;

use gapkit::gjk::SubAlgorithm;
use gapkit::shape::PointSet;
use gapkit::{Answer, Query};
use serde_json::Value;

use super::{CUBE, TET, file, numbers, refusal, stdout};

/// The message for a file with this text, after its path.
fn refusal_of(name: &str, text: impl AsRef<[u8]>) -> String {
    let path = file(name, text);
    let path = path.to_str().unwrap();
    // The bad file as A and as B: the message names it either way.
    let message = refusal(&["distance", path, CUBE]);
    assert_eq!(message, refusal(&["distance", TET, path]));
    let suffix = message.strip_prefix("error: ").and_then(|m| m.strip_prefix(path)).unwrap();
    suffix.trim_end().to_owned()
}

fn tet() -> Vec<[f64; 3]> {
    vec![[0.0, 0.0, 0.0], [8.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]]
}

fn cube() -> Vec<[f64; 3]> {
    let corner =
        |i: u32| [(3, 0), (4, 1), (3, 2)].map(|(low, bit)| f64::from(low + (i >> bit & 1)));
    (0..8).map(corner).collect()
}

fn solve(query: Query, a: &[[f64; 3]], b: &[[f64; 3]]) -> Answer {
    query.distance(&PointSet::new(a).unwrap(), &PointSet::new(b).unwrap())
}

/// Every number of the JSON object equals that of the answer, to the last bit.
fn assert_same(json: &str, answer: &Answer) {
    let json: Value = serde_json::from_str(json).unwrap();
    let count = answer.vertex_count;
    let vertices = |v: &[u32; 4]| v[..count].iter().map(|&i| f64::from(i)).collect::<Vec<_>>();
    assert_eq!(json["distance"].as_f64(), Some(answer.distance));
    assert_eq!(json["lower_bound"].as_f64(), Some(answer.lower_bound));
    assert_eq!(numbers(&json["point_a"]), answer.point_a.as_slice());
    assert_eq!(numbers(&json["point_b"]), answer.point_b.as_slice());
    assert_eq!(numbers(&json["direction"]), answer.direction.as_slice());
    assert_eq!(numbers(&json["vertex_a"]), vertices(&answer.vertex_a));
    assert_eq!(numbers(&json["vertex_b"]), vertices(&answer.vertex_b));
    assert_eq!(numbers(&json["weight"]), answer.weight[..count]);
    assert_eq!(json["vertex_count"].as_u64(), Some(count as u64));
    assert_eq!(json["iterations"].as_u64(), Some(u64::from(answer.iterations)));
}

#[test]
fn the_manual_shows_what_its_command_prints() {
    let readme =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/command.md")).unwrap();
    let text = stdout(&["distance", TET, CUBE]);
    assert!(readme.contains(&format!("```text\n{text}```\n")), "{text}");
}

#[test]
fn the_readme_pair_has_the_distance_worked_out_by_hand() {
    let text = stdout(&["distance", TET, CUBE]);
    let value = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name));
        line.unwrap_or_else(|| panic!("no {name} in {text}")).trim().to_owned()
    };
    assert_eq!(value("outcome"), "separated");
    assert_eq!(value("distance"), "3.0");
    let lower: f64 = value("lower bound").parse().unwrap();
    assert!((3.0 - 12.0 * 8.0 * f64::EPSILON..=3.0).contains(&lower), "{text}");
    assert_eq!(value("point a"), "2.0 2.0 1.0");
    assert_eq!(value("point b"), "3.0 4.0 3.0");
}

#[test]
fn json_is_the_answer_of_the_library() {
    let answer = solve(Query::default(), &tet(), &cube());
    let json = stdout(&["distance", "--json", TET, CUBE]);
    assert_same(&json, &answer);
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["outcome"], "separated");
}

#[test]
fn json_keeps_its_fields() {
    let json: Value = serde_json::from_str(&stdout(&["distance", "--json", TET, CUBE])).unwrap();
    let mut names: Vec<&str> = json.as_object().unwrap().keys().map(String::as_str).collect();
    names.sort_unstable();
    let expected = [
        "direction",
        "distance",
        "iterations",
        "lower_bound",
        "outcome",
        "point_a",
        "point_b",
        "stop",
        "vertex_a",
        "vertex_b",
        "vertex_count",
        "weight",
    ];
    assert_eq!(names, expected);
}

#[test]
fn every_option_reaches_the_query() {
    let query = Query::default();
    let loose = query.with_tolerance(0.5).unwrap();
    assert_same(
        &stdout(&["distance", "--json", "--tolerance", "0.5", TET, CUBE]),
        &solve(loose, &tet(), &cube()),
    );
    assert_same(
        &stdout(&["distance", "--json", "--polish", TET, CUBE]),
        &solve(query.polished(), &tet(), &cube()),
    );
    let json = stdout(&["distance", "--json", "--bound", "0.1", TET, CUBE]);
    assert_same(&json, &solve(query.with_bound(0.1).unwrap(), &tet(), &cube()));
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["stop"], "beyond-bound");
}

#[test]
fn every_sub_algorithm_can_be_named() {
    for sub in SubAlgorithm::ALL {
        let json = stdout(&["distance", "--json", "--sub", sub.name(), TET, CUBE]);
        assert_same(&json, &solve(Query::default().with_sub(sub), &tet(), &cube()));
    }
}

#[test]
fn contact_and_overlap_are_answers() {
    let outcome = |name: &str, text: &str| {
        let path = file(name, text);
        let json = stdout(&["distance", "--json", path.to_str().unwrap(), CUBE]);
        let json: Value = serde_json::from_str(&json).unwrap();
        (json["outcome"].as_str().unwrap().to_owned(), json["distance"].as_f64().unwrap())
    };
    let (outcome_at_contact, distance) = outcome("touching.xyz", "0 0 0\n3 4 3\n0 4 0\n0 0 3\n");
    assert_eq!(outcome_at_contact, "touching");
    assert!(distance <= 4.0 * 5.0 * f64::EPSILON);
    let overlapping = "3 4 3\n5 4 3\n3 6 3\n3 4 5\n";
    assert_eq!(outcome("overlapping.xyz", overlapping), ("overlapping".to_owned(), 0.0));
}

#[test]
fn overlap_has_a_depth() {
    let path = file("deep.xyz", "3.5 4.5 3.25\n3.5 4.5 -9\n9 4.5 -9\n3.5 9 -9\n");
    let args = ["distance", "--json", path.to_str().unwrap(), CUBE];
    let json: Value = serde_json::from_str(&stdout(&args)).unwrap();
    let depth = &json["penetration"];
    // The tip is a quarter above the lower face of the cube.
    assert!((depth["depth"].as_f64().unwrap() - 0.25).abs() <= 1e-14, "{depth}");
    assert_eq!(depth["normal"][2], 1.0);
    assert_eq!(depth["point_a"][2], 3.25);
    assert!(depth["lower_bound"].as_f64() <= depth["upper_bound"].as_f64());
    let text = stdout(&["distance", path.to_str().unwrap(), CUBE]);
    assert!(text.contains("depth        0.25"), "{text}");
    assert!(!stdout(&["distance", TET, CUBE]).contains("depth"));
}

#[test]
fn separators_comments_and_line_ends_do_not_matter() {
    let mixed = "# a tetrahedron\r\n\r\n0,0,0\r\n8\t0\t0 # x\r\n  0 , 4 , 0\r\n\t\r\n0 0 4e0";
    let path = file("mixed.xyz", mixed);
    let mixed = stdout(&["distance", path.to_str().unwrap(), CUBE]);
    assert_eq!(mixed, stdout(&["distance", TET, CUBE]));
}

#[test]
fn a_missing_file_is_named() {
    let message = refusal(&["distance", "no/such.xyz", CUBE]);
    assert!(message.starts_with("error: no/such.xyz: "), "{message}");
}

#[test]
fn bad_lines_are_named_with_file_and_line() {
    let head = "# points\n0 0 0\n";
    for (name, line, problem) in [
        ("two.xyz", "1 2", "2 numbers, but a point has 3"),
        ("four.xyz", "1 2 3 4", "4 numbers, but a point has 3"),
        ("word.xyz", "1 2 three", "`three` is not a number"),
        ("nan.xyz", "1 NaN 3", "`NaN` is not a finite number"),
        ("inf.xyz", "1 2 -inf", "`-inf` is not a finite number"),
        ("overflow.xyz", "1 2 1e400", "`1e400` is not a finite number"),
        ("large.xyz", "1 2 1e302", "`1e302` is too large; magnitudes beyond 2^1000"),
        ("gap.xyz", "1,,3", "a number is missing next to a comma"),
    ] {
        let message = refusal_of(name, format!("{head}{line}\n0 0 0\n"));
        assert!(message.starts_with(&format!(":3: {problem}")), "{message}");
    }
}

#[test]
fn a_file_without_points_is_refused() {
    assert_eq!(refusal_of("empty.xyz", ""), ": no points in this file");
    assert_eq!(refusal_of("comments.xyz", "# nothing\n\n"), ": no points in this file");
}

#[test]
fn a_file_that_is_not_text_is_refused() {
    let message = refusal_of("binary.xyz", [0xff, 0xfe, 0x00]);
    assert!(message.contains("is not a file of a known kind"), "{message}");
}

#[test]
fn surfaces_and_meshes_are_taken_by_their_points() {
    let obj = file("cli-tet.obj", "v 0 0 0\nv 8 0 0\nv 0 4 0\nv 0 0 4\nf 1 2 3\n");
    let stl = file(
        "cli-cube.STL",
        "solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 9\nvertex 1 0 9\nvertex 0 1 9\n\
         endloop\nendfacet\nendsolid s\n",
    );
    let text = stdout(&["distance", "--json", obj.to_str().unwrap(), stl.to_str().unwrap()]);
    let answer: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(answer["distance"], 5.0);
    let mesh = "tests/fixtures/files/vtk-appended-raw-zlib-u64.vtu";
    let text = stdout(&["distance", "--json", mesh, mesh]);
    let answer: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(answer["distance"], 0.0);
    assert_eq!(refusal_of("cut.obj", "v 0 0 0\nv 8 0\n"), ":2: expected a coordinate, found ``");
    assert_eq!(refusal_of("empty.ply", ""), ":1: the file ends where ply should be");
    let message = refusal_of("far.obj", "v 1e305 0 0\n");
    assert!(message.starts_with(": coordinate x of point 0 is 1"), "{message}");
    assert!(message.ends_with("; magnitudes beyond 2^1000 are not supported"), "{message}");
}

#[test]
fn wrong_options_are_refused_with_the_reason() {
    for (args, reason) in [
        (["--sub", "simplex"], "signed-volumes"),
        (["--tolerance", "-1"], "tolerance is -1; it must be finite and >= 0"),
        (["--tolerance", "abc"], "not a number"),
        (["--bound", "nan"], "bound is NaN; it must be finite and >= 0"),
    ] {
        let message = refusal(&["distance", args[0], args[1], TET, CUBE]);
        assert!(message.contains(reason), "{message}");
    }
    assert!(refusal(&["distance", TET]).contains("<B>"));
    assert!(refusal(&["distances"]).contains("distances"));
}

#[test]
fn help_has_examples_and_version_is_that_of_the_crate() {
    let distance = "  gapkit distance assets/tet.xyz assets/cube.xyz";
    let first = format!("Examples:\n  gapkit demo bunny-knots\n{distance}");
    assert!(stdout(&["--help"]).contains(&first));
    assert!(stdout(&["distance", "--help"]).contains(&format!("Examples:\n{distance}")));
    assert_eq!(stdout(&["--version"]), format!("gapkit {}\n", env!("CARGO_PKG_VERSION")));
    assert!(refusal(&[]).contains("Usage: gapkit"));
}

#[test]
fn the_manual_lists_every_sub_algorithm() {
    let manual =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/rust.md")).unwrap();
    for sub in SubAlgorithm::ALL {
        assert!(manual.contains(&format!("| `{sub}` |")), "{sub}");
    }
}

#[test]
fn a_file_of_an_unknown_kind_is_called_that() {
    let binary = file("distance-unknown.bin", b"\x00\x01\xff\xfe");
    let step = file("distance-unknown.step", "ISO-10303-21;\nHEADER;\n");
    let zeros = file("distance-unknown.xyz", b"\0\0\0\0");
    for path in [binary, step, zeros] {
        let message = refusal(&["distance", path.to_str().unwrap(), CUBE]);
        assert!(message.contains("is not a file of a known kind"), "{message}");
    }
    // Any name will do for points, and a wrong line among them is still that.
    let points = file("distance-points.cloud", "0 0 0\n1 2 3\n");
    stdout(&["distance", points.to_str().unwrap(), CUBE]);
    let wrong = file("distance-wrong.cloud", "0 0 0\n1 2 z\n");
    let message = refusal(&["distance", wrong.to_str().unwrap(), CUBE]);
    assert!(message.contains(":2: `z` is not a number"), "{message}");
}

#[test]
fn zeros_have_no_sign() {
    let point = file("distance-zero.xyz", "1 2 3\n");
    let point = point.to_str().unwrap();
    for args in [&["distance", point, point][..], &["distance", "--json", point, point]] {
        let text = stdout(args);
        assert!(text.contains("0.0") && !text.contains("-0.0"), "{text}");
    }
}
