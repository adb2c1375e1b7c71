//! Files of real tools, and files that are damaged.

#![cfg(feature = "io")]
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

use gapkit::mesh;
use gapkit::mesh::read::Contents;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

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
    for path in samples() {
        let bytes = fs::read(&path).unwrap();
        for length in (0..bytes.len()).step_by(97) {
            survives(&path, &bytes[..length]);
        }
    }
}

#[test]
fn a_file_with_flipped_bits_is_an_error_or_a_mesh() {
    // Enough that each format sees more than 2000 flips.
    const FLIPS: usize = 400;
    let mut random = SmallRng::seed_from_u64(7);
    for path in samples() {
        let bytes = fs::read(&path).unwrap();
        for _ in 0..FLIPS {
            let mut damaged = bytes.clone();
            for _ in 0..random.random_range(1..4) {
                let place = random.random_range(0..damaged.len());
                damaged[place] ^= 1 << random.random_range(0..8);
            }
            survives(&path, &damaged);
        }
    }
}
