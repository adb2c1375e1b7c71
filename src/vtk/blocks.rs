//! Several files as one: `.vtm`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use super::error::WriteError;
use super::file::escape;
use super::place;

/// Files by name, which ParaView opens together and shows as blocks.
///
/// ```no_run
/// use gapkit::vtk::{Blocks, Surface};
///
/// let points = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
/// Surface::new(&points).triangles(&[[0, 1, 2]]).write("out/lid.vtp")?;
/// Surface::new(&points).vertices().write("out/points.vtp")?;
/// Blocks::new("out.vtm").block("lid", "out/lid.vtp").block("points", "out/points.vtp").write()?;
/// # Ok::<(), gapkit::vtk::WriteError>(())
/// ```
#[derive(Debug, Clone)]
#[must_use = "nothing is written before `write` is called"]
pub struct Blocks {
    path: PathBuf,
    entries: String,
    count: usize,
}

impl Blocks {
    /// No blocks yet.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into(), entries: String::new(), count: 0 }
    }

    /// Adds a file that has been written.
    pub fn block(mut self, name: &str, file: impl AsRef<Path>) -> Self {
        let file = place::relative(&self.path, file.as_ref());
        // Writing to a string does not fail.
        let _ = writeln!(
            self.entries,
            "    <DataSet index=\"{}\" name=\"{}\" file=\"{}\"/>",
            self.count,
            escape(name),
            escape(&file)
        );
        self.count += 1;
        self
    }

    /// Writes the list of blocks.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn write(&self) -> Result<(), WriteError> {
        let kind = "vtkMultiBlockDataSet";
        let text = format!(
            "<?xml version=\"1.0\"?>\n<VTKFile type=\"{kind}\" version=\"1.0\" \
             byte_order=\"LittleEndian\">\n  <{kind}>\n{}  </{kind}>\n</VTKFile>\n",
            self.entries
        );
        place::write(&self.path, |writer| Ok(writer.write_all(text.as_bytes())?))
            .map_err(|error: WriteError| error.at(&self.path))
    }
}
