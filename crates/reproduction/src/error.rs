//! What can go wrong in a reproduction.

use gapkit::mesh::ReadError;

/// Why there is no result, or not the one that was expected.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The results, for people, of experiments in which a claim does not hold.
    #[error("{0}")]
    Claims(String),
    /// A file that cannot be written, or a plot that cannot be drawn.
    #[error("{0}")]
    Files(String),
    /// The mesh of the bunny is not what it was.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// What the library says of a body.
    #[error(transparent)]
    Body(gapkit::Error),
    /// What the solver says.
    #[error(transparent)]
    Solver(#[from] gapkit_solver::Error),
}
