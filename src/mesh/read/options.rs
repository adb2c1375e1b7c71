//! How files are read.

use std::path::Path;

use super::error::{Problem, ReadError, ReadFault};
use super::{Contents, Format, MESHES, load, mesh, points, some_elements, some_points};

/// The maximum expansion unless told. A million equal tetrahedra that VTK
/// compresses by LZMA expand 14 times.
const MAX_EXPANSION: u64 = 256;

/// How files are read: how much compressed ones may expand.
///
/// ```no_run
/// use gapkit::mesh::read::Options;
///
/// let mesh = Options::default().with_max_expansion(2000).read("sparse.vtu")?;
/// # Ok::<(), gapkit::mesh::ReadError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    pub(super) max_expansion: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self { max_expansion: MAX_EXPANSION }
    }
}

impl Options {
    /// How many times its size a file may expand to, 256 unless told: a small file could fill the
    /// memory. Up to 64 MiB it may in any case.
    #[must_use]
    pub fn with_max_expansion(self, ratio: u64) -> Self {
        Self { max_expansion: ratio }
    }

    /// Reads a mesh.
    ///
    /// # Errors
    ///
    /// As [`read`](super::read()).
    pub fn read(&self, path: impl AsRef<Path>) -> Result<Contents, ReadError> {
        let path = path.as_ref();
        self.parse(path, &load(path)?)
    }

    /// Reads a mesh from the content of a file; the path is for its extension and for messages.
    ///
    /// # Errors
    ///
    /// As [`read`](super::read()).
    pub fn parse(&self, path: impl AsRef<Path>, bytes: &[u8]) -> Result<Contents, ReadError> {
        let path = path.as_ref();
        let contents = match Format::of(path, bytes) {
            Some(format) => mesh(format, bytes, self).and_then(some_elements),
            None => Err(ReadFault::whole(Problem::UnknownKind { known: MESHES })),
        };
        contents.map_err(|fault| ReadError::new(path, bytes, fault))
    }

    /// Reads the points of a surface, or the nodes of a mesh.
    ///
    /// # Errors
    ///
    /// As [`read_points`](super::read_points).
    pub fn read_points(&self, path: impl AsRef<Path>) -> Result<Vec<[f64; 3]>, ReadError> {
        let path = path.as_ref();
        self.parse_points(path, &load(path)?)
    }

    /// Reads points from the content of a file; the path is for its extension and for messages.
    ///
    /// # Errors
    ///
    /// As [`read_points`](super::read_points).
    pub fn parse_points(
        &self,
        path: impl AsRef<Path>,
        bytes: &[u8],
    ) -> Result<Vec<[f64; 3]>, ReadError> {
        let path = path.as_ref();
        let points = match (points::SurfaceFormat::of(path, bytes), Format::of(path, bytes)) {
            (Some(format), _) => points::read(format, bytes),
            (None, Some(format)) => {
                mesh(format, bytes, self).map(|contents| contents.elements.nodes)
            }
            (None, None) => Err(ReadFault::whole(Problem::UnknownKind { known: points::KNOWN })),
        };
        points.and_then(some_points).map_err(|fault| ReadError::new(path, bytes, fault))
    }
}
