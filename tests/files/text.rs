//! Files written by hand: what is understood, and what the messages say.

use gapkit::mesh;

/// An Abaqus file as its own pre-processor writes it, with a bit of everything.
const ABAQUS: &str = "\
** A comment
*Heading
 anything, at all
*Part, name=Block
*Node
      1,           0.,           0.,           0.
     20,           1.,           0.,           0.
      3,           0.,         1.D0,           0.
      4,           0.,           0.,         1e0
      5,           2.,           0.
*ELEMENT, type=c3d4 ,
  ELSET = inner
9, 1, 20,
   3, 4
** between
8, 1, 3, 4, 5
*Element, type=S3
1, 1, 20, 3
*Elset, elset=Set-1, generate
 8, 9, 1
*Elset, elset=all
 inner
*Solid Section, elset=ALL, material=steel
,
*End Part
*Part, name=Other
*Node
1, 7, 7, 7
2, 8, 7, 7
3, 7, 8, 7
4, 7, 7, 8
*Element, type=C3D4H
9, 1, 2, 3, 4
*End Part
*Assembly, name=Assembly
*Instance, name=Block-1, part=Block
*End Instance
*Instance, name=Other-1, part=Other
*End Instance
*End Assembly
*Material, name=steel
*Elastic
 210000., 0.3
";

#[test]
fn abaqus_parts_sets_and_continued_lines_are_understood() {
    let mesh = mesh::read::parse("block.inp", ABAQUS.as_bytes()).unwrap();
    let elements = &mesh.elements;
    assert_eq!(elements.numbers, [9, 8, 9]);
    assert_eq!(elements.node_numbers, [1, 20, 3, 4, 5, 1, 2, 3, 4]);
    assert_eq!(elements.connectivity, [0, 1, 2, 3, 0, 2, 3, 4, 5, 6, 7, 8]);
    assert_eq!(elements.nodes[2], [0.0, 1.0, 0.0]);
    assert_eq!(elements.nodes[4], [2.0, 0.0, 0.0]);
    assert_eq!(mesh.skipped, 1);
    assert_eq!(mesh.region_names.values().collect::<Vec<_>>(), ["all"]);
    assert_eq!(elements.regions[..2].iter().filter(|&&r| r != 0).count(), 2);
    assert_eq!(elements.regions[2], 0);
}

#[test]
fn what_is_wrong_is_told_with_its_line() {
    let node = "*NODE\n1, 0, 0, 0\n";
    let format = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n";
    let legacy = "# vtk DataFile Version 3.0\n\nASCII\nDATASET UNSTRUCTURED_GRID\n";
    for (name, text, message) in [
        ("x.inp", format!("{node}*INCLUDE, INPUT=y"), ":3: keyword `*INCLUDE` is not supported"),
        (
            "x.inp",
            format!("{node}*node, input=y\n"),
            ":3: data from another file `y` is not supported",
        ),
        ("x.inp", format!("{node}1, 1, 1, 1\n"), ":3: node 1 is defined twice"),
        ("x.inp", format!("{node}2, a, 1, 1\n"), ":3: expected a coordinate, found `a`"),
        (
            "x.inp",
            format!("{node}*ELEMENT, TYPE=C3D4\n7, 1, 1, 1, 2\n"),
            ":4: element 7 refers to node 2, which does not exist",
        ),
        (
            "x.inp",
            format!("{node}*ELEMENT, TYPE=C3D4\n7, 1, 1, 1\n"),
            ":4: a node of this element is missing",
        ),
        (
            "x.inp",
            "*INSTANCE, PART=a\n1, 2, 3\n".into(),
            ":2: an *INSTANCE that is moved by `1, 2, 3` is not supported",
        ),
        ("x.inp", node.into(), ": there are no volume elements, shells or beams in this file"),
        ("x.msh", "$MeshFormat\n4 0 8\n".into(), ":2: Gmsh version `4` is not supported"),
        ("x.msh", format!("{format}$Nodes\n1\n1 0 x 0\n"), ":6: expected a coordinate, found `x`"),
        (
            "x.msh",
            format!("{format}$Nodes\n999999999999\n"),
            ":5: 999999999999 nodes are announced, but there is room for 0 at most",
        ),
        ("x.msh", "hello\n".into(), ":1: expected a section that begins with $, found `hello`"),
        ("x.vtk", format!("{legacy}POINTS 1 float\n0 0 z\n"), ":6: expected a number, found `z`"),
        (
            "x.vtk",
            format!("{legacy}POINTS 888888888 float\n0 0 0\n"),
            ":5: 888888888 points are announced, but there is room for 4 at most",
        ),
        ("x.vtu", "<VTKFile type=\"PolyData\">".into(), ":1: data set `PolyData` is not supported"),
        (
            "x.txt",
            "1 2 3".into(),
            ": this is not a file of a known kind; known are .vtu, .vtk, .msh, .inp, .k and .bdf",
        ),
    ] {
        let error = mesh::read::parse(name, text.as_bytes()).unwrap_err().to_string();
        assert_eq!(error.strip_prefix(name).unwrap(), message, "{text}");
    }
}

#[test]
fn the_cell_that_is_wrong_is_named() {
    let message = |cells: &str, types: &str| {
        let points = "0 0 0\n1 0 0\n0 1 0\n0 0 1\n1 1 1\n";
        let head = "# vtk DataFile Version 5.1\n\nASCII\nDATASET UNSTRUCTURED_GRID\n";
        let text = format!("{head}POINTS 5 float\n{points}CELLS {cells}\nCELL_TYPES 2\n{types}\n");
        let error = mesh::read::parse("x.vtk", text.as_bytes()).unwrap_err().to_string();
        error.rsplit_once(": ").unwrap().1.to_owned()
    };
    let right = "2 10\n4 0 1 2 3\n4 1 2 3 4";
    assert_eq!(message(right, "10\n42"), "element 1 is of cell type 42, which is not supported");
    assert_eq!(message(right, "10\n14"), "element 1 has 4 nodes, but a cell of type 14 has 5");
    assert_eq!(
        message("2 10\n4 0 1 2 3\n4 1 2 3 5", "10\n10"),
        "element 1 refers to node 5, which does not exist"
    );
    assert_eq!(
        message("2 11\n5 0 1 2 3 4\n4 1 2 3 4", "10\n10"),
        "element 0 has 5 nodes, but a cell of type 10 has 4"
    );
    let offsets = "3 8\nOFFSETS vtktypeint64\n0 4 9\nCONNECTIVITY vtktypeint64\n0 1 2 3 1 2 3 4";
    assert_eq!(
        message(offsets, "10\n10"),
        "the nodes of element 1 should be at 4 to 9 of the connectivity, which has 8"
    );
}

#[test]
fn surfaces_are_read_by_their_content() {
    // A binary STL file may begin like a text file.
    let mut stl = b"solid in name only".to_vec();
    stl.resize(80, 0);
    stl.extend(1_u32.to_le_bytes());
    for value in [0.0_f32, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, -0.0, 0.0, 0.0] {
        stl.extend(value.to_le_bytes());
    }
    stl.extend([0, 0]);
    let points = mesh::read::parse_points("x.STL", &stl).unwrap();
    assert_eq!(points, [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0]]);
    // Elements before the vertices, and properties between the coordinates.
    let ply = "ply\nformat ascii 1.0\nelement face 1\nproperty list uchar int v\n\
               element vertex 1\nproperty float z\nproperty uchar red\nproperty float x\n\
               property float y\nend_header\n3 7 8 9\n3 255 1 2\n";
    assert_eq!(mesh::read::parse_points("x.ply", ply.as_bytes()).unwrap(), [[1.0, 2.0, 3.0]]);
    let error = mesh::read::parse_points("x.obj", b"v 1 2 3\nv 1 2\n").unwrap_err();
    assert_eq!(error.to_string(), "x.obj:2: expected a coordinate, found ``");
    assert_eq!(error.line(), Some(2));
}

/// A tetrahedron in a binary legacy file, behind cell data of strings with these lengths.
fn with_strings(strings: &[u8], count: usize) -> Vec<u8> {
    let mut file = b"# vtk DataFile Version 4.2\n\nBINARY\nDATASET UNSTRUCTURED_GRID\n".to_vec();
    file.extend(format!("FIELD f 1\nnames 1 {count} string\n").bytes());
    file.extend(strings);
    file.extend(b"\nPOINTS 4 double\n");
    let points = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0_f64];
    file.extend(points.iter().flat_map(|x| x.to_be_bytes()));
    file.extend(b"\nCELLS 1 5\n");
    file.extend([4_i32, 0, 1, 2, 3].iter().flat_map(|i| i.to_be_bytes()));
    file.extend(b"\nCELL_TYPES 1\n");
    file.extend(10_i32.to_be_bytes());
    file
}

#[test]
fn strings_of_binary_legacy_files_are_passed_over() {
    // The length in one, two, four and eight bytes. Letters may look like anything.
    let mut strings = vec![0xc3, b'\n', 0, 0xff];
    strings.extend([0x80 | 1, 44]);
    strings.extend([b'P'; 300]);
    strings.extend([0x40, 0, 0, 2, b'x', b'y']);
    strings.extend([0, 0, 0, 0, 0, 0, 0, 1, b'z']);
    strings.push(0xc0);
    let mesh = mesh::read::parse("x.vtk", &with_strings(&strings, 5)).unwrap();
    assert_eq!(mesh.elements.connectivity, [0, 1, 2, 3]);
    // A string that is longer than the file.
    for long in [&[0x7f, 0xff, 0xff, 0xff][..], &[0x3f; 8], &[0x3f; 3]] {
        let error = mesh::read::parse("x.vtk", &with_strings(long, 1)).unwrap_err();
        assert!(error.to_string().contains("byte "), "{error}");
    }
}

const DYNA: &str = include_str!("../fixtures/files/parts.k");

/// Checks the volume of each element by itself.
fn check_volumes(elements: &mesh::Elements, volumes: &[f64]) {
    let mut start = 0;
    for (&kind, &wanted) in elements.kinds.iter().zip(volumes) {
        let nodes = elements.nodes.clone();
        let mut alone = mesh::Elements { nodes, ..mesh::Elements::default() };
        alone.push(kind, &elements.connectivity[start..start + kind.nodes()], 0, 0);
        start += kind.nodes();
        let tets = mesh::TetMesh::from_elements(&alone, mesh::Orientation::Refuse).unwrap();
        let volume = tets.summary().volume;
        assert!((volume - wanted).abs() < 1e-12, "{kind:?}: {volume}");
    }
}

#[test]
fn dyna_parts_and_elements_of_any_width_are_understood() {
    let mesh = mesh::read::parse("block.k", DYNA.as_bytes()).unwrap();
    let elements = &mesh.elements;
    use mesh::ElementKind::{Hex8, Pyramid5, Tet4, Wedge6};
    assert_eq!(elements.kinds, [Hex8, Pyramid5, Wedge6, Tet4, Tet4]);
    assert_eq!(elements.numbers, [11, 12, 13, 14, 15]);
    assert_eq!(elements.regions, [3, 3, 4, 4, 3]);
    assert_eq!(elements.node_numbers, [1, 20, 3, 4, 5, 6, 7, 8]);
    assert_eq!(elements.nodes[3], [0.0, 1.0, 0.0]);
    assert_eq!(elements.nodes[5], [1.0, 0.0, 1.0]);
    assert_eq!(mesh.region_names[&3], "the upper block");
    assert_eq!(mesh.skipped, 1);
    check_volumes(elements, &[1.0, 1.0 / 3.0, 0.5, 1.0 / 6.0, 1.0 / 6.0]);
}

#[test]
fn what_is_wrong_in_a_dyna_file_is_told_with_its_line() {
    let cut = |from: &str, to: &str| DYNA.replacen(from, to, 1);
    for (text, message) in [
        (cut("*NODE", "*INCLUDE\nother.k\n*NODE"), "x.k:5: keyword `*INCLUDE` is not supported"),
        (
            cut("      20             1.0", "      20             1.x"),
            "x.k:8: expected a coordinate, found `1.x`",
        ),
        (
            cut("       3             1.0", "       1             1.0"),
            "x.k:9: node 1 is defined twice",
        ),
        (
            cut("      12       3       1", "      12       3      99"),
            "element 12 refers to node 99",
        ),
        (
            cut("      12       3       1", "      1y       3       1"),
            "expected the number of an element, found `1y`",
        ),
        (
            DYNA[..DYNA.find("       1      20       3       5").unwrap()].to_owned(),
            "the card with the nodes",
        ),
        ("no keyword\n".to_owned(), "x.k:1: expected a keyword that begins with *"),
        ("*KEYWORD\n*END\n".to_owned(), "there are no volume elements"),
    ] {
        let error = mesh::read::parse("x.k", text.as_bytes()).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
}

const NASTRAN: &str = include_str!("../fixtures/files/fields.bdf");

#[test]
fn nastran_fields_of_all_forms_are_understood() {
    let mesh = mesh::read::parse("block.bdf", NASTRAN.as_bytes()).unwrap();
    let elements = &mesh.elements;
    use mesh::ElementKind::{Hex8, Pyramid5, Tet4, Wedge6};
    assert_eq!(elements.kinds, [Hex8, Pyramid5, Wedge6, Tet4]);
    assert_eq!(elements.numbers, [11, 12, 13, 14]);
    assert_eq!(elements.regions, [2, 2, 7, 7]);
    assert_eq!(elements.node_numbers, [1, 20, 3, 4, 5, 6, 7, 8]);
    assert_eq!((elements.nodes[2], elements.nodes[3]), ([1.0, 1.0, 0.0], [0.0, 1.0, 0.0]));
    assert_eq!(mesh.skipped, 1);
    check_volumes(elements, &[1.0, 1.0 / 3.0, 0.5, 1.0 / 6.0]);
    // Nodes on edges.
    let mids: String = (30..36).map(|i| format!("GRID,{i},,.5,.5,.5\n")).collect();
    let text = format!(
        "{mids}GRID,1\nGRID,2,,1.\nGRID,3,,,1.\nGRID,4,,,,1.\nCTETRA,1,1,1,2,3,4,30,31\n,32,33,34,35\n"
    );
    let mesh = mesh::read::parse("x.nas", text.as_bytes()).unwrap();
    assert_eq!((mesh.elements.kinds, mesh.quadratic.elements), (vec![mesh::ElementKind::Tet10], 1));
}

#[test]
fn what_is_wrong_in_a_nastran_file_is_told_with_its_line() {
    let cut = |from: &str, to: &str| NASTRAN.replacen(from, to, 1);
    for (text, message) in [
        (
            cut("GRID,6,0,", "GRID,6,9,"),
            "x.bdf:11: a node in coordinate system `9` is not supported",
        ),
        (cut("GRID,6,0,1.", "GRID,6,0,1z"), "x.bdf:11: expected a coordinate, found `1z`"),
        (cut("GRID,6,", "GRID,5,"), "x.bdf:11: node 5 is defined twice"),
        (cut("CPYRAM,12,2,1,20", "CPYRAM,12,2,1,21"), "x.bdf:17: element 12 refers to node 21"),
        (
            cut("+              7       8", "+              7        "),
            "x.bdf:15: expected the number of a node",
        ),
        (cut("PSOLID", "INCLUDE 'a.bdf'\nPSOLID"), "data from another file"),
        (NASTRAN[NASTRAN.find("CQUAD4").unwrap()..].to_owned(), "GRID is missing"),
    ] {
        let error = mesh::read::parse("x.bdf", text.as_bytes()).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
}

#[test]
fn degenerate_hexahedra_of_other_formats_are_what_they_are() {
    let text = "*NODE\n1,0,0,0\n2,1,0,0\n3,1,1,0\n4,0,1,0\n5,0,0,1\n8,0,1,1\n\
                *ELEMENT, TYPE=C3D8\n1,1,2,3,4,5,5,8,8\n2,1,2,3,4,5,5,5,5\n";
    let mesh = mesh::read::parse("x.inp", text.as_bytes()).unwrap();
    assert_eq!(mesh.elements.kinds, [mesh::ElementKind::Wedge6, mesh::ElementKind::Pyramid5]);
    let vtk = "# vtk DataFile Version 4.2\n\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 4 double\n\
               0 0 0 1 0 0 1 1 0 0 0 1\nCELLS 1 9\n8 0 1 2 3 3 3 3 3\nCELL_TYPES 1\n12\n";
    let mesh = mesh::read::parse("x.vtk", vtk.as_bytes()).unwrap();
    assert_eq!(mesh.elements.kinds, [mesh::ElementKind::Tet4]);
    let tets = mesh::TetMesh::from_elements(&mesh.elements, mesh::Orientation::Refuse).unwrap();
    assert!((tets.summary().volume - 1.0 / 6.0).abs() < 1e-15);
}
