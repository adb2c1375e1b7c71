//! Files that commands write: what they hold, and what they must not replace.

use std::fs;
use std::path::Path;

use gapkit::mesh;

use super::{fresh, refusal, stdout};

const BUNNY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/bunny_coarse.vtu");

fn text(path: &Path) -> String {
    String::from_utf8_lossy(&fs::read(path).unwrap()).into_owned()
}

#[test]
fn pieces_are_volumes_or_surfaces_as_the_extension_says() {
    let folder = fresh("output-pieces");
    let [volume, surface] = ["p.vtu", "p.VTP"].map(|name| folder.join(name));
    for path in [&volume, &surface] {
        stdout(&["partition", "--out", path.to_str().unwrap(), BUNNY]);
    }
    assert!(text(&volume).contains("<VTKFile type=\"UnstructuredGrid\""));
    let surface = text(&surface);
    assert!(surface.contains("<VTKFile type=\"PolyData\""), "{}", &surface[..300]);
    for name in ["piece", "defect", "active", "element", "region", "exposed", "offset"] {
        assert!(surface.contains(&format!("Name=\"{name}\"")), "{name}");
    }
    for name in ["p.stl", "p.vtk", "p", "p.txt"] {
        let path = folder.join(name);
        let message = refusal(&["partition", "--out", path.to_str().unwrap(), BUNNY]);
        assert!(message.contains("pieces are written as .vtu or .vtp"), "{message}");
        assert!(!path.exists());
    }
}

#[test]
fn one_tetrahedron_has_four_faces() {
    let folder = fresh("output-faces");
    let inp = folder.join("two.inp");
    let nodes = "1, 0, 0, 0\n2, 1, 0, 0\n3, 0, 1, 0\n4, 0, 0, 1\n5, 1, 1, 1\n";
    let elements = "*ELEMENT, TYPE=C3D4\n1, 1, 2, 3, 4\n2, 2, 3, 4, 5\n";
    fs::write(&inp, format!("*NODE\n{nodes}{elements}")).unwrap();
    let out = folder.join("faces.vtp");
    let (inp, path) = (inp.to_str().unwrap(), out.to_str().unwrap());
    stdout(&["partition", "--build", "trivial", "--out", path, inp]);
    // Both sides of the face between them are there.
    assert!(text(&out).contains("NumberOfPoints=\"8\""));
    assert!(text(&out).contains("NumberOfPolys=\"8\""));
}

#[test]
fn bodies_are_volumes_or_surfaces_as_the_extension_says() {
    let folder = fresh("output-bodies");
    let block = |name: &str| {
        let path = folder.join(name);
        let size = ["--cells", "2", "1", "1", "--size", "0.3", "0.1", "0.1"];
        stdout(&[&["body", "block"], &size[..], &["--out", path.to_str().unwrap()]].concat());
        path
    };
    let mut expected = mesh::read(block("b.vtu")).unwrap().elements.nodes;
    let stl = block("b.stl");
    assert!(text(&stl).starts_with("solid gapkit\nfacet normal "));
    // Two triangles a side, and twice as many on the long sides: 20, with all digits of all nodes.
    assert_eq!(text(&stl).matches("endfacet").count(), 20);
    let mut points = mesh::read_points(&stl).unwrap();
    for list in [&mut points, &mut expected] {
        list.sort_by(|a, b| a.partial_cmp(b).unwrap());
        list.dedup();
    }
    assert_eq!(points, expected);
    assert!(text(&block("b.vtp")).contains("<VTKFile type=\"PolyData\""));
    for name in ["b.obj", "b.vtk", "b"] {
        let path = folder.join(name);
        let message = refusal(&["body", "block", "--out", path.to_str().unwrap()]);
        assert!(message.contains("bodies are written as .vtu or .vtp or .stl"), "{message}");
        assert!(!path.exists());
    }
    let missing = folder.join("no/b.stl");
    let message = refusal(&["body", "block", "--out", missing.to_str().unwrap()]);
    assert!(message.contains("no/b.stl: "), "{message}");
}

#[test]
fn the_surface_of_a_body_faces_outwards() {
    let folder = fresh("output-stl");
    let path = folder.join("ball.stl");
    let at = ["--at", "100", "0", "0"];
    let out = ["--out", path.to_str().unwrap()];
    stdout(&[&["body", "sphere", "--radius", "2"], &at[..], &out].concat());
    let text = text(&path);
    let numbers = |line: &str| -> Vec<f64> {
        line.split_whitespace().filter_map(|word| word.parse().ok()).collect()
    };
    let lines: Vec<&str> = text.lines().collect();
    for (i, line) in lines.iter().enumerate().filter(|(_, line)| line.starts_with("facet")) {
        let (normal, corner) = (numbers(line), numbers(lines[i + 2]));
        let outward =
            normal[0] * (corner[0] - 100.0) + normal[1] * corner[1] + normal[2] * corner[2];
        assert!(outward > 1.0, "{line}");
    }
}

#[test]
fn no_input_is_written_over_whatever_it_is_called() {
    let folder = fresh("output-same");
    let input = folder.join("mesh.vtu");
    fs::copy(BUNNY, &input).unwrap();
    let before = fs::read(&input).unwrap();
    let mut others = vec![input.clone(), folder.join(".").join("mesh.vtu")];
    others.push(folder.join("../output-same/mesh.vtu"));
    #[cfg(unix)]
    {
        others.push(folder.join("soft.vtu"));
        std::os::unix::fs::symlink(&input, &others[3]).unwrap();
        others.push(folder.join("hard.vtu"));
        fs::hard_link(&input, &others[4]).unwrap();
        others.push(folder.join("soft.vtp"));
        std::os::unix::fs::symlink(&input, &others[5]).unwrap();
    }
    for out in &others {
        let (out, mesh) = (out.to_str().unwrap(), input.to_str().unwrap());
        let message = refusal(&["partition", "--out", out, mesh]);
        assert!(message.contains("written over"), "{message}");
        if out.ends_with(".vtp") {
            let message = refusal(&["detect", "--out", out, BUNNY, mesh]);
            assert!(message.contains("written over"), "{message}");
        }
    }
    assert_eq!(fs::read(&input).unwrap(), before);
    // Another file of the same content may be replaced.
    let copy = folder.join("copy.vtu");
    fs::copy(BUNNY, &copy).unwrap();
    stdout(&["partition", "--out", copy.to_str().unwrap(), input.to_str().unwrap()]);
    assert_ne!(fs::read(&copy).unwrap(), before);
}

#[test]
fn bodies_are_written_as_legacy_files_too() {
    let folder = fresh("output-legacy");
    let sizes = ["block", "--cells", "2", "1", "1", "--size", "0.3", "0.1", "0.1"];
    let read = |name: &str, more: &[&str]| {
        let path = folder.join(name);
        stdout(&[&["body"], &sizes[..], &["--out", path.to_str().unwrap()], more].concat());
        (mesh::read(&path).unwrap(), text(&path))
    };
    let (modern, _) = read("b.vtu", &[]);
    for (name, more, word) in [("b.vtk", &[][..], "BINARY"), ("t.vtk", &["--ascii"], "ASCII")] {
        let (old, text) = read(name, more);
        assert!(text.contains(word), "{name}");
        assert_eq!(old.elements, modern.elements, "{name}");
    }
}
