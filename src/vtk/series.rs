//! Series in time: `.pvd`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use super::error::{Problem, WriteError};
use super::file::escape;
use super::place;

/// Which file belongs to which time.
///
/// The list is written anew with each file and is complete at any moment, so ParaView can open it
/// while it grows.
///
/// ```no_run
/// use gapkit::vtk::{Series, Volume};
///
/// let nodes = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
/// let mut series = Series::new("out/fall.pvd");
/// for step in 0..10 {
///     let file = format!("out/fall_{step:04}.vtu");
///     Volume::tets(&nodes, &[[0, 1, 2, 3]]).write(&file)?;
///     series.add(f64::from(step) * 1e-3, &file)?;
/// }
/// # Ok::<(), gapkit::vtk::WriteError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Series {
    path: PathBuf,
    entries: String,
}

impl Series {
    /// A series without files; nothing is written yet.
    #[must_use]
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into(), entries: String::new() }
    }

    /// Adds a file and writes the list.
    ///
    /// # Errors
    ///
    /// If the time is not finite, or if the list cannot be written.
    pub fn add(&mut self, time: f64, file: impl AsRef<Path>) -> Result<(), WriteError> {
        self.add_part(time, 0, file)
    }

    /// Adds one of several files of the same time, for bodies that have files of their own.
    ///
    /// # Errors
    ///
    /// As [`add`](Self::add).
    pub fn add_part(
        &mut self,
        time: f64,
        part: u32,
        file: impl AsRef<Path>,
    ) -> Result<(), WriteError> {
        self.list([(time, part, file.as_ref())])
    }

    /// Adds many files, of one time each, and writes the list once.
    ///
    /// # Errors
    ///
    /// As [`add`](Self::add); none of the files has been added then.
    pub fn extend(&mut self, files: &[(f64, PathBuf)]) -> Result<(), WriteError> {
        self.list(files.iter().map(|(time, file)| (*time, 0, file.as_path())))
    }

    fn list<'a>(
        &mut self,
        files: impl IntoIterator<Item = (f64, u32, &'a Path)>,
    ) -> Result<(), WriteError> {
        let before = self.entries.len();
        let listed = files.into_iter().try_for_each(|(time, part, file)| {
            if !time.is_finite() {
                return Err(WriteError::from(Problem::Time { time }).at(&self.path));
            }
            let name = escape(&place::relative(&self.path, file));
            // Writing to a string does not fail.
            let _ = writeln!(
                self.entries,
                "    <DataSet timestep=\"{time}\" group=\"\" part=\"{part}\" file=\"{name}\"/>"
            );
            Ok(())
        });
        let written = listed.and_then(|()| self.write());
        if written.is_err() {
            self.entries.truncate(before);
        }
        written
    }

    fn write(&self) -> Result<(), WriteError> {
        let head = "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\" \
                    byte_order=\"LittleEndian\">\n  <Collection>\n";
        place::write(&self.path, |writer| {
            writer.write_all(head.as_bytes())?;
            writer.write_all(self.entries.as_bytes())?;
            Ok(writer.write_all(b"  </Collection>\n</VTKFile>\n")?)
        })
        .map_err(|error: WriteError| error.at(&self.path))
    }
}
