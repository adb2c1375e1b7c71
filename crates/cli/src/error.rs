//! What can go wrong in a command, with the file it is about.

use std::io;
use std::path::{Path, PathBuf};

use gapkit::mesh::ReadError;
use gapkit::vtk::WriteError;
use gapkit_reproduction::Error as ReproductionError;

use super::demo::interrupt;
use super::points;

/// Why a command gave no result.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    #[error(transparent)]
    Points(#[from] points::Error),
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error("{}: {source}", .path.display())]
    Mesh { path: PathBuf, source: gapkit::Error },
    /// What is wrong with a mesh, for people.
    #[error("{0}")]
    Faulty(String),
    /// A result that is to be printed as others are, though the input was refused.
    #[error("{0}")]
    Report(String),
    #[error(transparent)]
    Body(gapkit::Error),
    #[error("--out FILE is missing: a body is written to a file")]
    NoOut,
    /// What the library says about an option.
    #[error("{name}: {source}")]
    Argument { name: &'static str, source: gapkit::Error },
    /// A file that has but one body, and how else it may have more.
    #[error(
        "{}: {why}: give another MESH, or --self for contacts within the body{more}", .path.display()
    )]
    Alone { path: PathBuf, why: &'static str, more: String },
    #[error("{}: there are no bodies: no volumes, faces, or beams with a radius", .path.display())]
    NoBody { path: PathBuf },
    #[error("{}: --out is the input {}, which would be written over", .path.display(), .input.display())]
    SameFile { path: PathBuf, input: PathBuf },
    #[error("{}: {source}", .path.display())]
    Unwritable { path: PathBuf, source: io::Error },
    /// What the solver says.
    #[error(transparent)]
    Solver(#[from] gapkit_solver::Error),
    /// What went wrong with the files of a demo.
    #[error("{0}")]
    Demo(String),
    /// The results of a run until Ctrl-C.
    #[error("{0}")]
    Interrupted(String),
    /// What went wrong with a reproduction, or its results if a claim does not hold.
    #[error(transparent)]
    Reproduction(#[from] ReproductionError),
    #[error(transparent)]
    Write(#[from] WriteError),
}

impl Error {
    /// What is to be printed as results are.
    pub(crate) fn report(&self) -> Option<&str> {
        match self {
            Self::Report(text)
            | Self::Interrupted(text)
            | Self::Reproduction(ReproductionError::Claims(text)) => Some(text),
            _ => None,
        }
    }

    /// The exit code: that of input that was refused, the same as for a wrong option, unless the
    /// input was right and the result is not, or is not complete.
    pub(crate) fn code(&self) -> u8 {
        match self {
            Self::Reproduction(ReproductionError::Claims(_)) => 1,
            Self::Interrupted(_) => interrupt::CODE,
            _ => 2,
        }
    }

    /// What the library says about the mesh in a file.
    pub(super) fn mesh(path: &Path, source: gapkit::Error) -> Self {
        Self::Mesh { path: path.to_path_buf(), source }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claim_that_fails_gives_exit_code_1() {
        let error = Error::from(ReproductionError::Claims("| a-1 |".to_owned()));
        assert_eq!((error.code(), error.report()), (1, Some("| a-1 |")));
        let error = Error::from(ReproductionError::Files("no room".to_owned()));
        assert_eq!((error.code(), error.report()), (2, None));
    }
}
