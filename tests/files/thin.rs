//! Shells and beams: the same small model in every format.

use std::path::Path;

use gapkit::mesh::read::Contents;
use gapkit::mesh::{self, BeamMesh, FaceKind, Faces, SurfaceMesh};

use super::samples::FOLDER;

fn model(extension: &str) -> Contents {
    mesh::read(Path::new(FOLDER).join(format!("shells.{extension}"))).unwrap()
}

const EXTENSIONS: [&str; 5] = ["k", "bdf", "inp", "vtk", "msh"];

#[test]
fn shells_and_beams_are_the_same_in_every_format() {
    let mut faces = Faces::default();
    faces.push(FaceKind::Quad4, &[0, 1, 2, 3]);
    faces.push(FaceKind::Quad4, &[1, 4, 5, 2]);
    faces.push(FaceKind::Tri3, &[1, 2, 6]);
    for extension in EXTENSIONS {
        let Contents { elements, shells, beams, skipped, .. } = model(extension);
        assert!(elements.kinds.is_empty(), "{extension}");
        assert_eq!(elements.nodes.len(), 9, "{extension}");
        assert_eq!(skipped, 5, "{extension}");
        assert_eq!(shells.faces, faces, "{extension}");
        assert_eq!(shells.numbers, [11, 12, 13], "{extension}");
        assert_eq!(beams.segments, [[6, 7], [7, 8]], "{extension}");
        assert_eq!(beams.numbers, [21, 22], "{extension}");
        if extension == "msh" {
            assert_eq!(shells.thickness, [None; 3]);
            continue;
        }
        let near = |found: &[Option<f64>], wanted: &[f64]| {
            let is = |(a, b): (&Option<f64>, &f64)| a.is_some_and(|a| (a - b).abs() < 1e-14);
            found.len() == wanted.len() && found.iter().zip(wanted).all(is)
        };
        assert!(near(&shells.thickness, &[0.05, 0.05, 0.08]), "{extension}: {shells:?}");
        assert!(near(&beams.radii, &[0.1, 0.1]), "{extension}: {beams:?}");
        // And they are bodies.
        let list: Vec<f64> = shells.thickness.iter().flatten().copied().collect();
        SurfaceMesh::open_of(elements.nodes.clone(), &shells.faces, &list).unwrap();
        let list: Vec<f64> = beams.radii.iter().flatten().copied().collect();
        BeamMesh::new(elements.nodes, &beams.segments, &list).unwrap();
    }
}

#[test]
fn quadratic_and_degenerate_shells_are_what_they_are() {
    let nodes =
        "*NODE\n1,0,0,0\n2,1,0,0\n3,1,1,0\n4,0,1,0\n5,.5,0,0\n6,1,.5,0\n7,.5,1,0\n8,0,.5,0\n";
    let of = |name: &str, elements: &str| {
        mesh::read::parse(name, format!("{nodes}{elements}").as_bytes()).unwrap()
    };
    let eight = of("x.inp", "*ELEMENT,TYPE=S8R\n1,1,2,3,4,5,6,7,8\n");
    assert_eq!(eight.shells.faces.kinds(), [FaceKind::Quad8]);
    let six = of("x.inp", "*ELEMENT,TYPE=STRI65\n1,1,2,3,5,6,7\n");
    assert_eq!(six.shells.faces.kinds(), [FaceKind::Tri6]);
    let three = of("x.inp", "*ELEMENT,TYPE=B32\n1,1,5,2\n");
    assert_eq!(three.beams.segments, [[0, 4], [4, 1]]);
    let text = "*KEYWORD\n*NODE\n1,0,0,0\n2,1,0,0\n3,1,1,0\n*ELEMENT_SHELL\n1,1,1,2,3,3\n";
    let dyna = mesh::read::parse("x.k", text.as_bytes()).unwrap();
    assert_eq!(dyna.shells.faces.kinds(), [FaceKind::Tri3]);
    let grid = "GRID,1,,0.,0.,0.\nGRID,2,,1.,0.,0.\nGRID,3,,1.,1.,0.\nGRID,4,,0.,1.,0.\n";
    let mids = "GRID,5,,.5,0.,0.\nGRID,6,,1.,.5,0.\nGRID,7,,.5,1.,0.\nGRID,8,,0.,.5,0.\n";
    for (more, kind) in [("", FaceKind::Quad4), (",5,6\n,7,8", FaceKind::Quad8)] {
        let text = format!("{grid}{mids}CQUAD8,1,1,1,2,3,4{more}\n");
        let nastran = mesh::read::parse("x.bdf", text.as_bytes()).unwrap();
        assert_eq!(nastran.shells.faces.kinds(), [kind]);
    }
    let rod = format!("{grid}CONROD,1,1,2,1,3.141592653589793\n");
    let rod = mesh::read::parse("x.bdf", rod.as_bytes()).unwrap();
    assert_eq!(rod.beams.radii, [Some(1.0)]);
}

#[test]
fn what_is_wrong_with_shells_is_told_with_its_line() {
    let refused =
        |name: &str, text: &str| mesh::read::parse(name, text.as_bytes()).unwrap_err().to_string();
    let text = "*NODE\n1,0,0,0\n2,1,0,0\n3,1,1,0\n*ELEMENT,TYPE=S3\n7,1,2,9\n";
    let wanted = "x.inp:6: element 7 refers to node 9, which does not exist";
    assert_eq!(refused("x.inp", text), wanted);
    let text = "*KEYWORD\n*NODE\n1,0,0,0\n*ELEMENT_SHELL\n1,1,1,2\n";
    assert_eq!(refused("x.k", text), "x.k:5: 2 nodes in a shell, but there should be 4");
    let text = "*NODE\n1,0,0,0\n2,1,0,0\n*ELEMENT,TYPE=MASS\n1,1\n";
    assert!(refused("x.inp", text).contains("no volume elements, shells or beams"));
}
