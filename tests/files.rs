//! Files of real tools, and files that are damaged.

#![cfg(feature = "io")]
#![allow(clippy::unwrap_used)]
#![allow(unsafe_code, reason = "an allocator cannot be written without")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::fs;
use std::path::{Path, PathBuf};

use gapkit::mesh;
use gapkit::mesh::read::Contents;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

/// The system's allocator, which keeps the largest request of each thread.
struct Watching;

thread_local! {
    static LARGEST: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: every call goes to the system's allocator unchanged; the record does not allocate.
unsafe impl GlobalAlloc for Watching {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        LARGEST.with(|largest| largest.set(largest.get().max(layout.size())));
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Watching = Watching;

/// No block of memory may be larger than this, be a damaged file never so boastful: the samples have
/// 16 kB at most, and the tables of the decompressor take some 32 kB.
const LARGEST_BLOCK: usize = 1 << 18;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/files");

fn sample(name: &str) -> PathBuf {
    Path::new(FOLDER).join(name)
}

/// A weight of a point that changes when coordinates are swapped.
fn weight(point: [f64; 3]) -> f64 {
    point[0] + 2.0 * point[1] + 3.0 * point[2]
}

/// Sums over the elements, in the order of their numbers: of the regions, the numbers, and the
/// nodes, each weighted by its place so that another order gives another sum.
fn sums(mesh: &Contents) -> (u64, u64, f64) {
    let elements = &mesh.elements;
    let mut start = 0;
    let mut list = Vec::new();
    for (i, kind) in elements.kinds.iter().enumerate() {
        let nodes = &elements.connectivity[start..start + kind.nodes()];
        start += kind.nodes();
        list.push((elements.numbers[i], u64::from(elements.regions[i]), nodes));
    }
    assert_eq!(start, elements.connectivity.len());
    list.sort_unstable();
    let (mut regions, mut numbers, mut moment) = (0, 0, 0.0);
    for (place, (number, region, nodes)) in (1..).zip(list) {
        regions += place * region;
        numbers += place * number;
        for (k, &node) in (1..).zip(nodes) {
            moment += place as f64 * f64::from(k) * weight(elements.nodes[node as usize]);
        }
    }
    (regions, numbers, moment)
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * b.abs().max(1.0)
}

#[test]
fn files_of_real_tools_hold_what_their_tools_put_there() {
    let expected = fs::read_to_string(sample("expected.txt")).unwrap();
    let mut read = 0;
    for line in expected.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let name = words[0];
        read += 1;
        if words[2] == "points" {
            let points = mesh::read_points(sample(name)).unwrap();
            let sum: f64 = (1..).zip(&points).map(|(i, &point)| f64::from(i) * weight(point)).sum();
            assert_eq!(points.len().to_string(), words[1], "{name}");
            assert!(near(sum, words[3].parse().unwrap()), "{name}: {sum} {}", words[3]);
            continue;
        }
        let mesh = mesh::read(sample(name)).unwrap();
        if words[1] != "-" {
            assert_eq!(mesh.elements.nodes.len().to_string(), words[1], "{name}: nodes");
        }
        assert_eq!(mesh.elements.kinds.len().to_string(), words[2], "{name}: elements");
        assert_eq!(mesh.skipped.to_string(), words[3], "{name}: skipped");
        let (regions, numbers, moment) = sums(&mesh);
        assert_eq!(regions.to_string(), words[4], "{name}: regions");
        assert_eq!(numbers.to_string(), words[5], "{name}: numbers");
        assert!(near(moment, words[6].parse().unwrap()), "{name}: {moment} {}", words[6]);
    }
    assert!(read > 40, "{read}");
}

#[test]
fn what_gmsh_writes_in_other_formats_is_the_same_mesh() {
    let names = |mesh: &Contents| mesh.region_names.values().cloned().collect::<Vec<_>>();
    let reference = mesh::read(sample("gmsh-41-binary.msh")).unwrap();
    assert_eq!(names(&reference), ["right", "left body"]);
    assert_eq!(reference.elements.regions.iter().filter(|&&region| region == 7).count(), 24);
    let partitioned = mesh::read(sample("gmsh-41-partitioned.msh")).unwrap();
    assert_eq!(sums(&partitioned), sums(&reference));
    let abaqus = mesh::read(sample("gmsh.inp")).unwrap();
    assert_eq!(names(&abaqus), ["Volume1", "Volume2"]);
    assert_eq!((sums(&abaqus).1, abaqus.skipped), (sums(&reference).1, 4));
    assert!(near(sums(&abaqus).2, sums(&reference).2));
    let quadratic = mesh::read(sample("gmsh-tet10.inp")).unwrap();
    assert!(near(sums(&quadratic).2, sums(&mesh::read(sample("gmsh-41-tet10.msh")).unwrap()).2));
    for name in ["gmsh-ascii.vtk", "gmsh-binary.vtk"] {
        let legacy = mesh::read(sample(name)).unwrap();
        assert!(near(sums(&legacy).2, sums(&reference).2), "{name}");
    }
}

#[test]
fn an_element_in_two_physical_groups_is_one_element() {
    let mesh = mesh::read(sample("gmsh-22-two-groups.msh")).unwrap();
    assert_eq!(mesh.elements.kinds.len(), 24);
    assert!(mesh.elements.regions.iter().all(|&region| region == 5));
}

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
        ("x.inp", node.into(), ": there are no volume elements in this file"),
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
            ": this is not a file of a known kind; known are .vtu, .vtk, .msh and .inp",
        ),
    ] {
        let error = mesh::read::parse(name, text.as_bytes()).unwrap_err().to_string();
        assert_eq!(error.strip_prefix(name).unwrap(), message, "{text}");
    }
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

/// One small file of each variant.
fn samples() -> Vec<PathBuf> {
    let mut names: Vec<PathBuf> = fs::read_dir(FOLDER)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| !matches!(path.extension().unwrap().to_str().unwrap(), "txt" | "md"))
        .collect();
    names.sort();
    names
}

/// Reads a file both ways; whatever happens must not be a panic.
fn survives(path: &Path, bytes: &[u8]) -> bool {
    LARGEST.set(0);
    let result = parses(path, bytes);
    assert!(LARGEST.get() < LARGEST_BLOCK, "{}: {} bytes", path.display(), LARGEST.get());
    result
}

fn parses(path: &Path, bytes: &[u8]) -> bool {
    let _ = mesh::read::parse_points(path, bytes);
    match mesh::read::parse(path, bytes) {
        Ok(mesh) => {
            let elements = &mesh.elements;
            let nodes: usize = elements.kinds.iter().map(|kind| kind.nodes()).sum();
            assert_eq!(nodes, elements.connectivity.len());
            assert_eq!(elements.kinds.len(), elements.numbers.len());
            assert_eq!(elements.kinds.len(), elements.regions.len());
            assert!(elements.connectivity.iter().all(|&i| (i as usize) < elements.nodes.len()));
            true
        }
        Err(error) => {
            assert!(error.to_string().starts_with(path.to_str().unwrap()), "{error}");
            false
        }
    }
}

#[test]
fn a_file_that_is_cut_off_is_an_error_or_a_mesh() {
    let (mut files, mut meshes) = (0, 0);
    for path in samples() {
        let bytes = fs::read(&path).unwrap();
        for length in (0..bytes.len()).step_by(97) {
            files += 1;
            meshes += usize::from(survives(&path, &bytes[..length]));
        }
    }
    println!("{files} files cut off, {meshes} of them read");
    // Only optional data at the end may be missing without being missed.
    assert!(files > 1500 && meshes * 5 < files, "{files} {meshes}");
}

#[test]
fn a_file_with_flipped_bits_is_an_error_or_a_mesh() {
    // For each sample; there are at least two of each format.
    const FLIPS: usize = 1000;
    let mut random = SmallRng::seed_from_u64(7);
    let (mut files, mut meshes) = (0, 0);
    for path in samples() {
        let bytes = fs::read(&path).unwrap();
        for _ in 0..FLIPS {
            let mut damaged = bytes.clone();
            for _ in 0..random.random_range(1..4) {
                let place = random.random_range(0..damaged.len());
                damaged[place] ^= 1 << random.random_range(0..8);
            }
            files += 1;
            meshes += usize::from(survives(&path, &damaged));
        }
    }
    println!("{files} files with flipped bits, {meshes} of them read");
}
