//! How commands read meshes and points.

use std::path::Path;

use gapkit::mesh::ReadError;
use gapkit::mesh::read::{Contents, Options};

/// How files are read.
#[derive(Debug, Clone, Copy, clap::Args)]
pub(super) struct Reading {
    /// How many times its size a compressed file may expand to [default: 256; 64 MiB in any case].
    #[arg(long, value_name = "N")]
    max_expansion: Option<u64>,
}

impl Reading {
    fn options(self) -> Options {
        let options = Options::default();
        self.max_expansion.map_or(options, |ratio| options.with_max_expansion(ratio))
    }

    /// Reads a mesh.
    pub(super) fn mesh(self, path: &Path) -> Result<Contents, ReadError> {
        self.options().read(path)
    }

    /// Reads the points of a surface or a mesh.
    pub(super) fn points(self, path: &Path) -> Result<Vec<[f64; 3]>, ReadError> {
        self.options().read_points(path)
    }
}
