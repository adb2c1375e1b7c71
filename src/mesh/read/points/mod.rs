//! Files of surfaces, read as point sets.

mod obj;
mod ply;
mod stl;

use std::path::Path;

use super::error::Parsed;
use super::extension;

pub(super) const KNOWN: &str = ".stl, .obj, .ply, .vtu, .vtk, .msh, .inp, .k and .bdf";

/// A format of surfaces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SurfaceFormat {
    Stl,
    Obj,
    Ply,
}

impl SurfaceFormat {
    /// The format of a file by its extension, or by its content where that is unmistakable.
    pub(super) fn of(path: &Path, bytes: &[u8]) -> Option<Self> {
        match extension(path).as_str() {
            "stl" => Some(Self::Stl),
            "obj" => Some(Self::Obj),
            "ply" => Some(Self::Ply),
            _ if bytes.starts_with(b"ply\n") || bytes.starts_with(b"ply\r\n") => Some(Self::Ply),
            _ => None,
        }
    }
}

/// Reads the points of a file.
pub(super) fn read(format: SurfaceFormat, bytes: &[u8]) -> Parsed<Vec<[f64; 3]>> {
    match format {
        SurfaceFormat::Stl => stl::read(bytes),
        SurfaceFormat::Obj => obj::read(bytes),
        SurfaceFormat::Ply => ply::read(bytes),
    }
}
