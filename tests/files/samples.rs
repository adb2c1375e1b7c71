//! Small files that were written by real tools once.

use std::fs;
use std::path::{Path, PathBuf};

use gapkit::mesh;
use gapkit::mesh::read::Contents;

pub(crate) const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/files");

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
