//! Meshes of files, for hosts that have no reader of their own.

use std::ffi::c_char;

use super::handle::{Kind, Table};
use super::mesh::gapkit_mesh;
use super::pointer::{Out, text};
use super::sized::{self, Growing};
use super::status::{Failure, gapkit_status, guard};
use crate::mesh::Elements;

/// A mesh that was read from a file. Made by `gapkit_file_read` and freed with `gapkit_file_free`.
/// It does not change: any threads may use it at once.
pub struct gapkit_file {
    _private: [u8; 0],
}

/// The arrays of a file as hosts have them.
#[derive(Debug)]
pub(super) struct FileMesh {
    nodes: Vec<[f64; 3]>,
    node_numbers: Vec<i64>,
    connectivity: Vec<u32>,
    kinds: Vec<u8>,
    numbers: Vec<i64>,
    regions: Vec<i32>,
}

pub(super) static FILES: Table<FileMesh> = Table::new(Kind::File);

impl From<Elements> for FileMesh {
    fn from(read: Elements) -> Self {
        let count = read.kinds.len();
        // Numbers beyond the range wrap, regions beyond it become the largest.
        let signed = |list: Vec<u64>, count: usize| -> Vec<i64> {
            let own = list.is_empty().then(|| (0..count as i64).collect());
            own.unwrap_or_else(|| list.into_iter().map(|number| number as i64).collect())
        };
        let region = |&region: &u32| i32::try_from(region).unwrap_or(i32::MAX);
        let mut regions: Vec<i32> = read.regions.iter().map(region).collect();
        regions.resize(count, 0);
        Self {
            node_numbers: signed(read.node_numbers, read.nodes.len()),
            numbers: signed(read.numbers, count),
            kinds: read.kinds.iter().map(|&kind| kind as u8).collect(),
            nodes: read.nodes,
            connectivity: read.connectivity,
            regions,
        }
    }
}

/// Reads a mesh from a file of a kind that docs/files.md lists; `path` is UTF-8. A file that is
/// missing or cannot be read is GAPKIT_IO, one with wrong content GAPKIT_BAD_MESH; the text has the
/// line or the byte. To be freed with `gapkit_file_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_file_read(
    path: *const c_char,
    file: *mut *mut gapkit_file,
) -> gapkit_status {
    guard(|| {
        // SAFETY: the caller's pointers, as the header asks.
        let (path, out) = unsafe { (text("path", path)?, Out::new("file", file)?) };
        out.set(FILES.insert(read(path)?)?);
        Ok(())
    })
}

#[cfg(feature = "io")]
fn read(path: &str) -> Result<FileMesh, Failure> {
    use super::status::{GAPKIT_BAD_MESH, GAPKIT_IO};
    // Whether it can be opened at all tells the two failures apart.
    let status = |()| if std::fs::File::open(path).is_err() { GAPKIT_IO } else { GAPKIT_BAD_MESH };
    let contents = crate::mesh::read(path);
    Ok(contents.map_err(|error| Failure::new(status(()), error.to_string()))?.elements.into())
}

#[cfg(not(feature = "io"))]
fn read(_: &str) -> Result<FileMesh, Failure> {
    use super::status::GAPKIT_NOT_SUPPORTED;
    Err(Failure::new(GAPKIT_NOT_SUPPORTED, "the library was built without the feature `io`"))
}

/// Lends the arrays of a file as a mesh: all nodes of the file, elements with the numbers and
/// regions of the file. They last until the file is freed, and must not be changed. `size` is
/// sizeof(gapkit_mesh) of the caller's header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_file_mesh(
    file: *const gapkit_file,
    mesh: *mut gapkit_mesh,
    size: usize,
) -> gapkit_status {
    guard(|| {
        let file = FILES.get(file)?;
        let view = gapkit_mesh {
            x: file.nodes.as_flattened().as_ptr(),
            node_count: file.nodes.len(),
            connectivity: file.connectivity.as_ptr().cast(),
            connectivity_count: file.connectivity.len(),
            element_count: file.kinds.len(),
            element_types: file.kinds.as_ptr(),
            element_numbers: file.numbers.as_ptr(),
            regions: file.regions.as_ptr(),
            ..gapkit_mesh::preset()
        };
        // SAFETY: the caller's memory, as the header asks.
        unsafe { sized::write(mesh, size, &view) }
    })
}

/// Lends the number that the file gives to each node; until the file is freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_file_node_numbers(
    file: *const gapkit_file,
    numbers: *mut *const i64,
    count: *mut usize,
) -> gapkit_status {
    guard(|| {
        let file = FILES.get(file)?;
        // SAFETY: the caller's pointers, as the header asks.
        let (out, size) = unsafe { (Out::new("numbers", numbers)?, Out::new("count", count)?) };
        out.set(file.node_numbers.as_ptr());
        size.set(file.node_numbers.len());
        Ok(())
    })
}

/// Frees a file; NULL is fine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_file_free(file: *mut gapkit_file) -> gapkit_status {
    guard(|| FILES.remove(file))
}
