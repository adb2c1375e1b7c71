//! Damaged files: an error or a mesh, never a panic, and no more memory than the file deserves.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::fs;
use std::path::{Path, PathBuf};

use gapkit::mesh;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use super::{samples, tools};

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

/// One small file of each variant.
fn samples() -> Vec<PathBuf> {
    let folders = [samples::FOLDER, tools::FOLDER];
    let files = folders.iter().flat_map(|folder| fs::read_dir(folder).unwrap());
    let known = ["vtu", "vtk", "msh", "inp", "stl", "obj", "ply"];
    let mut names: Vec<PathBuf> = files
        .map(|entry| entry.unwrap().path())
        .filter(|path| known.contains(&path.extension().unwrap().to_str().unwrap()))
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
