//! Sub-distance algorithms: the point of a simplex nearest to the origin.
//!
//! A sub-algorithm is a pure function of the simplex: one to four points in (newest last), the
//! kept vertices with barycentric weights and a search direction out. None of them shuffles
//! vertices; the simplex compacts itself in one place. All are listed in [`SubAlgorithm::ALL`] and
//! run through the same tests and benchmarks.

pub mod backup;
pub mod barycode;
pub mod exact_signs;
pub mod johnson;
pub mod johnson_backup;
pub mod least_squares;
pub mod literal;
pub mod point;
pub mod signed_volumes;

mod blend;

use std::fmt;
use std::str::FromStr;

use super::search::{Face, Vertex};
use super::simplex::{Simplex, Solution};
use crate::error::{Error, Reason};

/// One way to find the point of a simplex nearest to the origin.
pub trait SubDistance {
    /// Whether the direction is `v = sum(lambda s)` itself and not just a multiple of it. Its
    /// length then tells when the origin is reached (eq. 9 of Montanari et al. 2017).
    const DIRECTION_IS_NEAREST_POINT: bool = false;

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

/// Any sub-algorithm as it was published, chosen at run time: the search is compiled once for all
/// of them and not once for each, since they differ in one call.
pub(crate) struct Published(pub(crate) SubAlgorithm);

impl SubDistance for Published {
    /// That of all of them; the tuned Signed Volumes, which has it not, is not called through here.
    const DIRECTION_IS_NEAREST_POINT: bool = true;

    #[inline]
    fn solve(&self, simplex: &Simplex) -> Option<Solution> {
        self.0.solve(simplex)
    }
}

impl Step for Published {}

/// The sub-algorithms to choose from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum SubAlgorithm {
    /// Signed Volumes in the tuned form: the default.
    #[default]
    SignedVolumes,
    /// Signed Volumes as printed by Montanari et al. 2017: see [`literal`].
    LiteralSignedVolumes,
    /// Signed Volumes with the signs decided by adaptive predicates: see [`exact_signs`].
    ExactSigns,
    /// Signed Volumes with the barycode search in its faces: see [`barycode`].
    Barycode,
    /// Johnson's algorithm, which may fail: see [`johnson`].
    Johnson,
    /// Johnson's algorithm with the backup procedure where it fails: see [`johnson_backup`].
    JohnsonBackup,
    /// The backup procedure alone: see [`backup`].
    Backup,
    /// Least squares by divide and conquer: see [`least_squares`].
    LeastSquares,
}

impl SubAlgorithm {
    /// Every sub-algorithm, the default first.
    pub const ALL: [Self; 8] = [
        Self::SignedVolumes,
        Self::LiteralSignedVolumes,
        Self::ExactSigns,
        Self::Barycode,
        Self::Johnson,
        Self::JohnsonBackup,
        Self::Backup,
        Self::LeastSquares,
    ];

    /// One step of this algorithm: see [`SubDistance::solve`].
    #[must_use]
    pub fn solve(self, simplex: &Simplex) -> Option<Solution> {
        match self {
            Self::SignedVolumes => signed_volumes::SignedVolumes.solve(simplex),
            Self::LiteralSignedVolumes => literal::LiteralSignedVolumes.solve(simplex),
            Self::ExactSigns => exact_signs::ExactSigns.solve(simplex),
            Self::Barycode => barycode::Barycode.solve(simplex),
            Self::Johnson => johnson::Johnson.solve(simplex),
            Self::JohnsonBackup => johnson_backup::JohnsonBackup.solve(simplex),
            Self::Backup => backup::Backup.solve(simplex),
            Self::LeastSquares => least_squares::LeastSquares.solve(simplex),
        }
    }

    /// The name used on the command line and in tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::SignedVolumes => "signed-volumes",
            Self::LiteralSignedVolumes => "literal-signed-volumes",
            Self::ExactSigns => "exact-signs",
            Self::Barycode => "barycode",
            Self::Johnson => "johnson",
            Self::JohnsonBackup => "johnson-backup",
            Self::Backup => "backup",
            Self::LeastSquares => "least-squares",
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
            Reason::UnknownName { what: "sub-algorithm", given: given.into(), known }.into()
        })
    }
}
