//! What can go wrong when a file is written.

use std::io;
use std::path::{Path, PathBuf};

/// A file that was not written. What had that name before is still there.
///
/// ```
/// use gapkit::vtk::Volume;
///
/// let nodes = [[0.0; 3]; 4];
/// let volume = Volume::tets(&nodes, &[[0, 1, 2, 3]]).cell_data("body", &[1_u32, 2]);
/// let error = volume.write_to(&mut Vec::new()).unwrap_err();
/// assert_eq!(error.to_string(), "`body` has 2 values, but there are 1 cells");
/// ```
#[derive(Debug, thiserror::Error)]
#[error("{}{problem}", at(.path.as_deref()))]
pub struct WriteError {
    path: Option<PathBuf>,
    #[source]
    problem: Problem,
}

impl WriteError {
    pub(super) fn at(self, path: &Path) -> Self {
        Self { path: Some(path.to_path_buf()), ..self }
    }
}

impl From<Problem> for WriteError {
    fn from(problem: Problem) -> Self {
        Self { path: None, problem }
    }
}

impl From<crate::Error> for WriteError {
    fn from(error: crate::Error) -> Self {
        Problem::Input(error).into()
    }
}

impl From<io::Error> for WriteError {
    fn from(error: io::Error) -> Self {
        Problem::Unwritable(error).into()
    }
}

fn at(path: Option<&Path>) -> String {
    path.map(|path| format!("{}: ", path.display())).unwrap_or_default()
}

#[derive(Debug, thiserror::Error)]
pub(super) enum Problem {
    #[error("{0}")]
    Unwritable(io::Error),
    #[error("{0}")]
    Input(crate::Error),
    #[error("`{name}` has {given} values, but there are {count} {of}")]
    Length { name: String, given: usize, of: &'static str, count: usize },
    #[error("cell {cell} refers to point {point}, but there are {count} points")]
    NoPoint { cell: usize, point: u32, count: usize },
    #[error("the elements have {given} nodes together, but their kinds need {wanted}")]
    Connectivity { given: usize, wanted: usize },
    #[cfg(feature = "vtkio")]
    #[error("vtkio cannot write this: {0}")]
    Model(String),
    #[error("time {time} is not a finite number")]
    Time { time: f64 },
}
