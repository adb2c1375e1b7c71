//! What `gapkit detect` and `gapkit info` say of quadratic elements.

use std::path::Path;

use gapkit::mesh;
use serde_json::Value;

use super::detect::{blocks, json};
use super::{file, stdout};

/// A block of one hexahedron as Abaqus writes it, with the nodes on its edges, one of which is off
/// by a tenth of the edge.
fn hex20(name: &str, z: f64) -> String {
    let corner = |i: usize| [i.div_ceil(2) % 2, i / 2 % 2, i / 4].map(|x| x as f64);
    let edges = [
        [0, 1],
        [1, 2],
        [2, 3],
        [3, 0],
        [4, 5],
        [5, 6],
        [6, 7],
        [7, 4],
        [0, 4],
        [1, 5],
        [2, 6],
        [3, 7],
    ];
    let mut nodes: Vec<[f64; 3]> = (0..8).map(corner).collect();
    nodes.extend(edges.map(|[a, b]| [0, 1, 2].map(|k| 0.5 * (corner(a)[k] + corner(b)[k]))));
    nodes[8][1] -= 0.1;
    let mut text = "*NODE\n".to_owned();
    for (i, [x, y, height]) in nodes.iter().enumerate() {
        text += &format!("{}, {x}, {y}, {}\n", i + 1, height + z);
    }
    text += "*ELEMENT, TYPE=C3D20\n1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,\n";
    text += "16, 17, 18, 19, 20\n";
    let path = file(&format!("detect-{name}"), text);
    path.to_str().unwrap().to_owned()
}

#[test]
fn quadratic_elements_are_said_to_be_flat_between_their_nodes() {
    let [low, high] = [hex20("straight-low.inp", 0.0), hex20("straight-high.inp", 1.125)];
    let said = "1 quadratic element is flat between the nodes on edges, which are off straight edges \
                by up to 10.00 % of their length";
    let text = stdout(&["detect", "--margin", "0.25", &low, &high]);
    for path in [&low, &high] {
        let wanted = format!("note    {path}: {said}");
        assert_eq!(text.lines().filter(|line| **line == wanted).count(), 1, "{text}");
    }
    let found = json(&["--margin", "0.25", &low, &high]);
    assert!(!found["contacts"].as_array().unwrap().is_empty());
    for (i, path) in [&low, &high].into_iter().enumerate() {
        let file = &found["files"][i];
        assert_eq!(file["file"], **path);
        assert_eq!(file["quadratic"]["elements"], 1);
        assert_eq!(file["quadratic"]["taken_as_straight"], false);
        let off = file["quadratic"]["max_offset"].as_f64().unwrap();
        assert!((off - 0.1).abs() < 1e-15, "{off}");
    }

    let info = stdout(&["info", &low]);
    assert!(info.lines().any(|line| line == format!("note             {said}")), "{info}");
    let info: Value = serde_json::from_str(&stdout(&["info", "--json", &low])).unwrap();
    assert_eq!(info["quadratic"]["elements"], 1);
    assert_eq!(info["quadratic"]["taken_as_straight"], false);
}

#[test]
fn linear_elements_need_no_note() {
    let files = blocks("linear");
    let text = stdout(&["detect", &files[0], &files[1]]);
    assert!(!text.contains("note"), "{text}");
    let found = json(&[&files[0], &files[1]]);
    assert_eq!(found["files"][1]["quadratic"]["elements"], 0);
    assert_eq!(found["files"][1]["quadratic"]["taken_as_straight"], false);
    assert!(!stdout(&["info", &files[0]]).contains("note"));
}

/// What Gmsh and VTK write of every quadratic kind, on straight edges.
#[test]
fn quadratic_files_of_other_tools_lie_on_straight_edges() {
    for (name, kinds) in [
        ("gmsh-quadratic-22-binary.msh", "complete"),
        ("gmsh-quadratic-41-ascii.msh", "complete"),
        ("gmsh-serendipity-41-binary.msh", "serendipity"),
        ("gmsh-serendipity-ascii.vtk", "serendipity"),
    ] {
        let path = format!("tests/fixtures/tools/{name}");
        let contents =
            mesh::read(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join(&path))
                .unwrap();
        let quadratic = contents.quadratic;
        assert_eq!(quadratic.elements, contents.elements.kinds.len(), "{name}, {kinds}");
        assert!(quadratic.max_offset < 1e-12, "{name}: {}", quadratic.max_offset);
    }
}
