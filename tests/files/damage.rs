//! Damaged files: an error or a mesh, never a panic, and no more memory than the file deserves.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use gapkit::mesh;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use super::{samples, tools};

/// The system's allocator, which keeps how much each thread has and has had at most.
struct Watching;

thread_local! {
    static HELD: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
}

fn count(bytes: isize) {
    let held = HELD.get() + bytes;
    HELD.set(held);
    PEAK.set(PEAK.get().max(held));
}

// SAFETY: every call goes to the system's allocator unchanged; the record does not allocate.
unsafe impl GlobalAlloc for Watching {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Watching = Watching;

/// The bytes that were held at most while `run` ran, beyond those that were held before.
pub(crate) fn peak<T>(run: impl FnOnce() -> T) -> (T, usize) {
    let before = HELD.get();
    PEAK.set(before);
    let result = run();
    (result, (PEAK.get() - before) as usize)
}

/// The memory that a file may take, be it never so boastful: the letters of a number in a text turn
/// into eight bytes, vectors grow by doubling, and the decompressor has tables.
pub(crate) fn allowance(bytes: &[u8]) -> usize {
    200_000 + 20 * bytes.len()
}

/// One small file of each variant.
fn samples() -> Vec<PathBuf> {
    let folders = [samples::FOLDER, tools::FOLDER];
    let files = folders.iter().flat_map(|folder| fs::read_dir(folder).unwrap());
    let known = ["vtu", "vtk", "msh", "inp", "k", "bdf", "stl", "obj", "ply"];
    let mut names: Vec<PathBuf> = files
        .map(|entry| entry.unwrap().path())
        .filter(|path| known.contains(&path.extension().unwrap().to_str().unwrap()))
        .collect();
    names.sort();
    names
}

/// Reads a file both ways; whatever happens must not be a panic, nor take much memory.
fn survives(path: &Path, bytes: &[u8]) -> bool {
    let (result, most) = peak(|| parses(path, bytes));
    assert!(most < allowance(bytes), "{}: {most} for {} bytes", path.display(), bytes.len());
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
fn every_format_and_coding_is_among_the_samples() {
    let texts: Vec<(PathBuf, String)> = samples()
        .into_iter()
        .map(|path| {
            let text = String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned();
            (path, text)
        })
        .collect();
    for (end, marks) in [
        ("vtu", vec!["format=\"ascii\""]),
        ("vtu", vec!["format=\"binary\"", "header_type=\"UInt32\""]),
        ("vtu", vec!["format=\"binary\"", "vtkZLibDataCompressor", "BigEndian"]),
        ("vtu", vec!["encoding=\"raw\"", "header_type=\"UInt64\""]),
        ("vtu", vec!["encoding=\"raw\"", "vtkZLibDataCompressor"]),
        ("vtu", vec!["format=\"binary\"", "vtkLZ4DataCompressor"]),
        ("vtu", vec!["encoding=\"raw\"", "vtkLZ4DataCompressor"]),
        ("vtu", vec!["format=\"binary\"", "vtkLZMADataCompressor"]),
        ("vtu", vec!["encoding=\"raw\"", "vtkLZMADataCompressor"]),
        ("vtu", vec!["encoding=\"base64\""]),
        ("vtu", vec!["encoding=\"base64\"", "vtkZLibDataCompressor"]),
        ("vtk", vec!["Version 4.2", "ASCII"]),
        ("vtk", vec!["Version 4.2", "BINARY"]),
        ("vtk", vec!["Version 5.1", "ASCII"]),
        ("vtk", vec!["Version 5.1", "BINARY"]),
        ("msh", vec!["2.2 0 8"]),
        ("msh", vec!["2.2 1 8"]),
        ("msh", vec!["4.1 0 8"]),
        ("msh", vec!["4.1 1 8"]),
        ("inp", vec!["*ELEMENT"]),
        ("k", vec!["*ELEMENT_SOLID"]),
        ("bdf", vec!["CHEXA"]),
        ("stl", vec!["vertex"]),
        ("stl", vec!["\0\0"]),
        ("ply", vec!["format ascii"]),
        ("ply", vec!["format binary"]),
        ("obj", vec!["v "]),
    ] {
        let is = |(path, text): &(PathBuf, String)| {
            path.extension().unwrap() == end && marks.iter().all(|mark| text.contains(mark))
        };
        assert!(texts.iter().any(is), "no .{end} with {marks:?}");
    }
}

#[test]
fn a_file_with_flipped_bits_is_an_error_or_a_mesh() {
    // For each sample.
    const FLIPS: usize = 10_000;
    let samples = samples();
    let run = |paths: &[PathBuf]| -> usize {
        paths.iter().map(|path| flip(path, &fs::read(path).unwrap(), FLIPS)).sum()
    };
    let (first, second) = samples.split_at(samples.len() / 2);
    let meshes = thread::scope(|scope| {
        let other = scope.spawn(|| run(second));
        run(first) + other.join().unwrap()
    });
    println!("{} files with flipped bits, {meshes} of them read", samples.len() * FLIPS);
    assert!(meshes > 0);
}

/// Flips one to three bits, this number of times; returns how often the file was read nevertheless.
fn flip(path: &Path, bytes: &[u8], times: usize) -> usize {
    let mut random = SmallRng::seed_from_u64(7);
    let mut damaged = bytes.to_vec();
    let mut meshes = 0;
    for _ in 0..times {
        damaged.copy_from_slice(bytes);
        for _ in 0..random.random_range(1..4) {
            let place = random.random_range(0..damaged.len());
            damaged[place] ^= 1 << random.random_range(0..8);
        }
        meshes += usize::from(survives(path, &damaged));
    }
    meshes
}
