//! Sub-distance algorithms: the point of a simplex nearest to the origin.
//!
//! A sub-algorithm is a pure function of the simplex: one to four points in (newest last), the
//! kept vertices with barycentric weights and a search direction out. None of them shuffles
//! vertices; the simplex compacts itself in one place. All are listed in [`SubAlgorithm::ALL`] and
//! run through the same tests and benchmarks.

pub mod signed_volumes;

use std::fmt;
use std::str::FromStr;

use super::search::{Face, Vertex};
use super::simplex::{Simplex, Solution};
use crate::error::{Error, ErrorKind};

/// One way to find the point of a simplex nearest to the origin.
pub trait SubDistance {
    /// The smallest face that holds the nearest point, or `None` where the algorithm fails.
    ///
    /// In the search, every point but the newest belonged to the previous answer, and the newest
    /// lies nearer to the origin along the previous direction: an algorithm may rely on it.
    fn solve(&self, simplex: &Simplex) -> Option<Solution>;
}

/// One step of the search.
pub(crate) trait Step: SubDistance {
    /// The face that holds the nearest point of a face and one more vertex; `None` where the
    /// algorithm failed. Calls of the backup procedure are counted.
    #[inline(always)]
    fn step<T: Copy>(
        &self,
        face: &Face<T>,
        newest: Vertex<T>,
        backup_calls: &mut u32,
    ) -> Option<Face<T>> {
        let vertices = face.with(newest);
        let simplex = Simplex::of(&vertices.map(|vertex| vertex.s)[..=face.len])?;
        let solution = self.solve(&simplex)?;
        *backup_calls += u32::from(solution.backup);
        Some(Face::of(&vertices, &solution))
    }
}

/// The sub-algorithms to choose from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum SubAlgorithm {
    /// Signed Volumes in the tuned form: the default.
    #[default]
    SignedVolumes,
}

impl SubAlgorithm {
    /// Every sub-algorithm, the default first.
    pub const ALL: [Self; 1] = [Self::SignedVolumes];

    /// Solves one simplex; see [`SubDistance::solve`].
    #[must_use]
    pub fn solve(self, simplex: &Simplex) -> Option<Solution> {
        match self {
            Self::SignedVolumes => signed_volumes::SignedVolumes.solve(simplex),
        }
    }

    /// The name used on the command line and in tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::SignedVolumes => "signed-volumes",
        }
    }
}

impl fmt::Display for SubAlgorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for SubAlgorithm {
    type Err = Error;
    fn from_str(given: &str) -> Result<Self, Error> {
        Self::ALL.into_iter().find(|sub| sub.name() == given).ok_or_else(|| {
            let known = Self::ALL.map(Self::name).join(", ");
            ErrorKind::UnknownName { what: "sub-algorithm", given: given.into(), known }.into()
        })
    }
}
