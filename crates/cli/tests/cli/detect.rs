//! `gapkit detect` on small meshes.

use std::fs;
use std::path::{Path, PathBuf};

use gapkit::mesh::{self, Orientation, TetMesh};
use gapkit::partition;
use gapkit::scene::{self, BodyOptions, Config, Resolution, Scene};
use serde_json::Value;

use super::{file, numbers, refusal, stdout};

const BUNNY: &str = "assets/bunny_coarse.vtu";

/// A place for a file of one test; `name` must differ between tests.
fn place(name: &str) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("detect-{name}"));
    path.to_str().unwrap().to_owned()
}

/// The file of a body made by formula.
fn body(name: &str, args: &[&str]) -> String {
    let path = place(name);
    stdout(&[&["body"], args, &["--out", &path]].concat());
    path
}

/// Two flat blocks, the upper one a quarter above the lower.
pub(super) fn blocks(test: &str) -> [String; 2] {
    let block = ["block", "--cells", "2", "2", "1", "--size", "1", "1", "0.5"];
    let above = [&block[..], &["--at", "0", "0", "0.75"]].concat();
    [body(&format!("{test}-low.vtu"), &block), body(&format!("{test}-high.vtu"), &above)]
}

/// A knot that is partly in the back of the bunny.
fn knot(test: &str) -> String {
    let args = ["knot", "--scale", "0.05", "--at", "0.2", "0.2", "0.25"];
    body(&format!("{test}-knot.vtu"), &args)
}

pub(super) fn json(args: &[&str]) -> Value {
    serde_json::from_str(&stdout(&[&["detect", "--json"], args].concat())).unwrap()
}

fn hash(args: &[&str]) -> String {
    let text = stdout(&[&["detect"], args].concat());
    let hash = text.lines().last().and_then(|line| line.strip_prefix("hash    "));
    hash.unwrap_or_else(|| panic!("no hash in {text}")).to_owned()
}

/// What the library finds in the same files.
fn found(files: &[&str], config: Config) -> Scene {
    let mut scene = Scene::new(config).unwrap();
    for file in files {
        let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join(file);
        let elements = mesh::read(path).unwrap().elements;
        let mesh = TetMesh::from_elements(&elements, Orientation::Refuse).unwrap();
        scene.add_mesh(&mesh, BodyOptions::default()).unwrap();
    }
    scene.detect();
    scene
}

#[test]
fn blocks_that_are_a_quarter_apart_have_that_gap_and_their_common_area() {
    let [low, high] = blocks("apart");
    let text = stdout(&["detect", "--margin", "0.3", &low, &high]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "margin  0.3");
    let words: Vec<&str> = lines[3].split_whitespace().collect();
    // The nine nodes of each face lie opposite to each other.
    assert_eq!(words, [&low, &high, "9", "2.50000e-1", "-", "1.00000e0"], "{text}");
    assert!(lines[5].starts_with("total   2 bodies, 64 exposed facets, "), "{text}");
    assert!(lines[5].contains(" 2 pieces, 1 candidate, 9 contacts; "), "{text}");
    assert_eq!(lines.len(), 7);
    // With thickness, gaps are measured from the outside.
    let text = stdout(&["detect", "--margin", "0.3", "--thickness", "0.25", &low, &high]);
    let words: Vec<&str> = text.lines().nth(3).unwrap().split_whitespace().collect();
    assert_eq!(words[2..5], ["9", "-", "2.50000e-1"], "{text}");
}

#[test]
fn the_margin_is_a_hundredth_of_the_smallest_diagonal_unless_it_is_given() {
    let [low, high] = blocks("default");
    let large = body("default-large.vtu", &["block", "--cells", "1", "1", "1", "--scale", "8"]);
    let text = stdout(&["detect", &large, &low]);
    let margin = format!("margin  0.015 (1 % of the diagonal of {low})");
    assert_eq!(text.lines().next(), Some(margin.as_str()));
    assert!(stdout(&["detect", &low, &high]).contains("\nno contacts within the margin\n"));
    assert_eq!(json(&[&large, &low])["margin"], 0.015);
}

#[test]
fn json_is_what_the_library_finds() {
    let knot = knot("library");
    for (name, resolution) in [("facet", Resolution::Facet), ("surface", Resolution::Surface)] {
        let json = json(&["--margin", "0.1", "--resolution", name, BUNNY, &knot]);
        let config = Config::new(0.1).unwrap().with_resolution(resolution);
        compare(&json, &found(&[BUNNY, &knot], config));
    }
}

/// Compares what was printed with the contacts of a scene.
fn compare(json: &Value, scene: &Scene) {
    let contacts = scene.contacts();
    assert_eq!(json["hash"], format!("{:016x}", scene::hash(contacts)));
    let told = json["contacts"].as_array().unwrap();
    assert!(contacts.len() > 10, "{}", contacts.len());
    assert_eq!(told.len(), contacts.len());
    for (told, contact) in told.iter().zip(contacts) {
        assert_eq!(told["id"], format!("{:016x}", contact.id));
        assert_eq!(told["gap"].as_f64(), Some(contact.gap));
        assert_eq!(told["area"].as_f64(), Some(contact.area));
        assert_eq!(numbers(&told["normal"]), contact.normal.as_slice());
        assert_eq!(numbers(&told["point_a"]), contact.point_a.as_slice());
        assert_eq!(numbers(&told["point_b"]), contact.point_b.as_slice());
        for (name, side) in ["a", "b"].into_iter().zip(&contact.sides) {
            let told = &told[name];
            let nodes: Vec<f64> = side.nodes().iter().map(|&node| f64::from(node)).collect();
            assert_eq!(told["body"], side.body);
            assert_eq!(told["element"].as_u64(), side.element.map(u64::from));
            assert_eq!(numbers(&told["nodes"]), nodes);
            assert_eq!(numbers(&told["weights"]), side.weights());
            let features = ["shape", "node", "edge", "facet"];
            assert_eq!(told["feature"], features[side.nodes().len()]);
        }
    }
}

#[test]
fn json_sums_up_each_pair() {
    let knot = knot("pairs");
    let json = json(&["--margin", "0.1", BUNNY, &knot]);
    let gaps: Vec<f64> =
        json["contacts"].as_array().unwrap().iter().map(|c| c["gap"].as_f64().unwrap()).collect();
    let pair = &json["pairs"][0];
    assert_eq!(pair["bodies"], serde_json::json!([0, 1]));
    assert_eq!(pair["contacts"], gaps.len());
    let min = gaps.iter().copied().filter(|gap| *gap >= 0.0).fold(f64::INFINITY, f64::min);
    assert_eq!(pair["minimum_gap"].as_f64(), Some(min));
    let deepest = gaps.iter().copied().fold(f64::INFINITY, f64::min);
    assert!(deepest < 0.0, "the knot is to overlap the bunny");
    assert_eq!(pair["deepest_penetration"].as_f64(), Some(-deepest));
    assert_eq!(json["bodies"][0]["exposed_facets"], 998);
    assert_eq!(json["exposed_facets"], 998 + 440);
    assert_eq!(json["bodies"][1]["name"], knot);
}

#[test]
fn the_hash_depends_on_neither_threads_nor_broad_phase_nor_partition() {
    let knot = knot("hash");
    let run = |more: &[&str]| hash(&[more, &["--margin", "0.1", BUNNY, &knot]].concat());
    let one = run(&["--threads", "1"]);
    assert_eq!(one.len(), 16);
    assert_eq!(run(&["--threads", "2"]), one);
    assert_eq!(run(&["--broad", "brute"]), one);
    assert_eq!(run(&["--broad", "brute", "--threads", "2"]), one);
    // Each tetrahedron by itself instead of larger pieces.
    let partition = partition::Options::default().with_max_tets(1);
    let config = Config::new(0.1).unwrap().with_partition(partition);
    let config = config.with_resolution(Resolution::Facet);
    let scene = found(&[BUNNY, &knot], config);
    assert_eq!(scene.piece_count(1).unwrap(), 660);
    assert_eq!(format!("{:016x}", scene::hash(scene.contacts())), one);
    assert_ne!(run(&["--thickness", "0.01"]), one);
}

/// Two tetrahedra a tenth apart, in two element sets of one Abaqus file.
fn two_regions(name: &str) -> PathBuf {
    let nodes = "11, 0, 0, 0\n12, 1, 0, 0\n13, 0, 1, 0\n14, 0, 0, 1\n\
                 21, 0, 0, -0.1\n22, 1, 0, -0.1\n23, 0, 1, -0.1\n24, 0, 0, -1.1\n";
    let sets = "*ELEMENT, TYPE=C3D4, ELSET=upper\n71, 11, 12, 13, 14\n\
                *ELEMENT, TYPE=C3D4, ELSET=lower\n81, 21, 23, 22, 24\n";
    file(name, format!("*NODE\n{nodes}{sets}"))
}

#[test]
fn the_regions_of_one_file_are_bodies_with_the_numbers_of_the_file() {
    let path = two_regions("detect-regions.inp");
    let path = path.to_str().unwrap();
    let text = stdout(&["detect", "--margin", "0.2", path]);
    let words: Vec<&str> = text.lines().nth(3).unwrap().split_whitespace().collect();
    assert_eq!(words, ["upper", "lower", "3", "1.00000e-1", "-", "5.00000e-1"], "{text}");
    let json = json(&["--margin", "0.2", path]);
    assert_eq!(json["bodies"][1]["name"], "lower");
    assert_eq!(json["bodies"][1]["file"], path);
    for (contact, node) in json["contacts"].as_array().unwrap().iter().zip(11..) {
        assert_eq!((&contact["a"]["element"], &contact["b"]["element"]), (&71.into(), &81.into()));
        assert_eq!(numbers(&contact["a"]["nodes"]), [f64::from(node)]);
        assert_eq!(numbers(&contact["b"]["nodes"]), [f64::from(node + 10)]);
        assert_eq!(numbers(&contact["normal"]), [0.0, 0.0, -1.0]);
    }
}

#[test]
fn a_knot_touches_itself_only_if_asked_to() {
    let knot = body("self-knot.vtu", &["knot"]);
    let message = refusal(&["detect", &knot]);
    assert!(message.starts_with(&format!("error: {knot}: ")), "{message}");
    assert!(message.contains("--self"), "{message}");
    let json = json(&["--self", "--margin", "1", &knot]);
    assert_eq!(json["pairs"][0]["bodies"], serde_json::json!([0, 0]));
    assert!(json["pairs"][0]["minimum_gap"].as_f64().unwrap() > 0.5, "{}", json["pairs"]);
    let text = stdout(&["detect", "--self", "--margin", "1", &knot]);
    assert!(text.contains("total   1 body, 440 exposed facets"), "{text}");
    assert!(text.contains(&format!("\n{knot}  {knot}  ")), "{text}");
}

#[test]
fn pieces_have_one_contact_for_each_pair() {
    let [low, high] = blocks("pieces");
    let json = json(&["--resolution", "piece", "--margin", "0.3", &low, &high]);
    let contacts = json["contacts"].as_array().unwrap();
    assert!(!contacts.is_empty());
    let mut pairs: Vec<_> =
        contacts.iter().map(|c| [&c["a"], &c["b"]].map(|s| s["piece"].as_u64().unwrap())).collect();
    pairs.sort_unstable();
    pairs.dedup();
    assert_eq!(pairs.len(), contacts.len());
}

#[test]
fn the_file_has_a_vertex_and_a_line_for_each_contact() {
    let [low, high] = blocks("file");
    let out = place("contacts.vtp");
    let args = ["detect", "--margin", "0.3", "--out", &out, &low, &high];
    assert!(stdout(&args).contains(" 9 contacts"));
    let text = String::from_utf8_lossy(&fs::read(&out).unwrap()).into_owned();
    let piece = "NumberOfPoints=\"18\" NumberOfVerts=\"9\" NumberOfLines=\"9\"";
    assert!(text.contains(piece), "{text}");
    let missing = place("no-such-folder/contacts.vtp");
    let message = refusal(&["detect", "--out", &missing, &low, &high]);
    assert!(message.starts_with(&format!("error: {missing}: ")), "{message}");
}

#[test]
fn inverted_elements_are_refused_by_name_or_repaired() {
    let [low, _] = blocks("inverted");
    let text = "*NODE\n1, 0, 0, 0.6\n2, 1, 0, 0.6\n3, 0, 1, 0.6\n4, 0, 0, 2\n\
                *ELEMENT, TYPE=C3D4\n5, 1, 3, 2, 4\n";
    let path = file("detect-inverted.inp", text);
    let path = path.to_str().unwrap();
    let message = refusal(&["detect", &low, path]);
    assert!(message.starts_with(&format!("error: {path}: tetrahedron 5 is inverted")), "{message}");
    let json = json(&["--repair", "--margin", "0.2", &low, path]);
    assert!(!json["contacts"].as_array().unwrap().is_empty());
}

#[test]
fn wrong_arguments_are_refused_by_name() {
    for (args, reason) in [
        (["--margin", "-1"], "'--margin <M>': margin is -1; it must be finite and >= 0"),
        (["--margin", "wide"], "'--margin <M>': not a number"),
        (["--thickness", "-2"], "'--thickness <T>': thickness is -2; it must be finite and >= 0"),
        (["--threads", "4000"], "'--threads <N>': 4000 is not in 0..=1024"),
        (["--resolution", "node"], "[possible values: piece, facet, surface]"),
        (["--broad", "grid"], "[possible values: rtree, brute]"),
        (["--out", "contacts.vtu"], "'--out <FILE>': contacts are written as .vtp"),
    ] {
        let message = refusal(&["detect", args[0], args[1], BUNNY, BUNNY]);
        assert!(message.contains(reason), "{message}");
    }
    assert!(refusal(&["detect"]).contains("<MESH>"));
    let message = refusal(&["detect", BUNNY, "no/such.vtu"]);
    assert!(message.starts_with("error: no/such.vtu: "), "{message}");
    let message = refusal(&["body", "knot", "--scale", "0", "--out", "never.vtu"]);
    assert!(message.contains("'--scale <S>': it must be finite and > 0"), "{message}");
}

#[test]
fn help_shows_how_and_says_what_the_hash_is() {
    let help = stdout(&["detect", "--help"]);
    assert!(help.contains("Examples:\n  gapkit body knot"), "{help}");
    assert!(help.contains("FNV-1a"), "{help}");
}

#[test]
fn coordinates_that_are_too_large_are_refused_by_their_node() {
    let name = |scale: &str| format!("huge-{scale}.vtu");
    for scale in ["1e51", "1e60", "1e155", "1e200"] {
        let huge = body(&name(scale), &["block", "--cells", "1", "1", "1", "--scale", scale]);
        let other = body(&format!("small-{scale}.vtu"), &["block", "--cells", "1", "1", "1"]);
        let message = refusal(&["detect", &huge, &other]);
        let wanted = format!("error: {huge}: coordinate ");
        assert!(message.starts_with(&wanted), "{message}");
        assert!(message.contains(" of node ") && message.contains("1e50"), "{message}");
    }
}

/// The two tetrahedra of [`two_regions`] as one region, and a third one that shares nodes with the
/// first.
fn one_region(name: &str) -> String {
    let nodes = "11, 0, 0, 0\n12, 1, 0, 0\n13, 0, 1, 0\n14, 0, 0, 1\n15, 1, 1, 1\n\
                 21, 0, 0, -0.1\n22, 1, 0, -0.1\n23, 0, 1, -0.1\n24, 0, 0, -1.1\n";
    let elements = "71, 11, 12, 13, 14\n81, 21, 23, 22, 24\n72, 12, 13, 14, 15\n";
    let text = format!("*NODE\n{nodes}*ELEMENT, TYPE=C3D4, ELSET=all\n{elements}");
    file(name, text).to_str().unwrap().to_owned()
}

#[test]
fn the_connected_parts_of_one_region_are_bodies_if_asked_for() {
    let path = one_region("detect-parts.inp");
    let message = refusal(&["detect", "--margin", "0.2", &path]);
    assert!(message.contains("--by component for its 2 connected parts"), "{message}");
    assert!(refusal(&["detect", "--by", "region", &path]).contains("in one region"));
    let args = ["--by", "component", "--margin", "0.2", &path];
    let text = stdout(&[&["detect"], &args[..]].concat());
    let names = [1, 2].map(|number| format!("{path}:component {number}"));
    let row = text.lines().nth(3).unwrap();
    assert!(row.starts_with(&names[0]) && row.contains(&names[1]), "{text}");
    let words: Vec<&str> = row.split_whitespace().collect();
    assert!(words.ends_with(&["3", "1.00000e-1", "-", "5.00000e-1"]), "{text}");
    let json = json(&args);
    assert_eq!(json["by"], "component");
    for (body, number) in json["bodies"].as_array().unwrap().iter().zip(1..) {
        assert_eq!((&body["component"], &body["region"]), (&number.into(), &Value::Null));
        assert_eq!(body["name"], names[number - 1]);
        assert_eq!(body["tetrahedra"], [2, 1][number - 1]);
    }
    for (contact, node) in json["contacts"].as_array().unwrap().iter().zip(11..) {
        assert_eq!((&contact["a"]["element"], &contact["b"]["element"]), (&71.into(), &81.into()));
        assert_eq!(numbers(&contact["b"]["nodes"]), [f64::from(node + 10)]);
    }
    let info = stdout(&["info", "--by", "component", &path]);
    let parts = "parts            2\n                 component 1: 2 elements, the first is 71\n";
    assert!(info.contains(parts), "{info}");
    assert!(!stdout(&["info", &path]).contains("parts"));
}

#[test]
fn parts_of_several_files_are_bodies_and_one_part_is_called_by_its_file() {
    let [low, high] = blocks("parts");
    let path = one_region("detect-more-parts.inp");
    let bodies = json(&["--by", "component", &low, &path, &high])["bodies"].clone();
    let names: Vec<&str> =
        bodies.as_array().unwrap().iter().map(|body| body["name"].as_str().unwrap()).collect();
    let [one, two] = [1, 2].map(|number| format!("{path}:component {number}"));
    assert_eq!(names, [&low, &one, &two, &high]);
    let message = refusal(&["detect", "--by", "component", &low]);
    assert!(message.contains("all elements are connected"), "{message}");
    // The regions of a file do not matter then.
    let regions = two_regions("detect-parts-of-regions.inp");
    let parts = json(&["--by", "component", regions.to_str().unwrap()]);
    assert_eq!(parts["bodies"].as_array().unwrap().len(), 2);
}
