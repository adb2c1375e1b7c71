//! The options of a partition.

use crate::error::{Error, check_parameter};

/// The default tolerance. A concavity of a millionth of an edge is what single precision leaves of
/// a flat side, about 16 edges from the origin; without it, rounding would decide what is flat, and
/// a block that was rotated would fall into hundreds of pieces.
pub const ROUND_OFF: f64 = 1e-6;

/// How the pieces are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Build {
    /// Each tetrahedron is a piece.
    Trivial,
    /// Pieces grow from the boundary inwards, in nearly linear time.
    #[default]
    Fast,
    /// Convex unions are enumerated and packed. This takes far longer than [`Build::Fast`] and gives
    /// fewer pieces that own a part of the boundary.
    Optimised,
}

impl Build {
    /// Every way.
    pub const ALL: [Self; 3] = [Self::Trivial, Self::Fast, Self::Optimised];
}

/// The options of a partition. The default is a fast build with the tolerance [`ROUND_OFF`] and no
/// caps.
///
/// ```
/// use gapkit::partition::{Build, Options};
/// let options = Options::default().with_tolerance(0.1)?.with_build(Build::Optimised);
/// # Ok::<(), gapkit::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Options {
    pub(super) limits: Limits,
    pub(super) build: Build,
    pub(super) seed: u64,
}

/// What a piece must keep to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Limits {
    pub(super) tolerance: f64,
    pub(super) max_tets: usize,
    pub(super) max_vertices: usize,
}

impl Default for Options {
    fn default() -> Self {
        let limits =
            Limits { tolerance: ROUND_OFF, max_tets: usize::MAX, max_vertices: usize::MAX };
        Self { limits, build: Build::default(), seed: 0 }
    }
}

impl Options {
    /// How deep a hinge of a piece may be bent inwards, in mean edges of the piece; 0 means that
    /// every piece is convex by the exact predicate.
    pub fn with_tolerance(mut self, tolerance: f64) -> Result<Self, Error> {
        self.limits.tolerance = check_parameter("tolerance", tolerance, false)?;
        Ok(self)
    }

    /// The most tetrahedra a piece may have; at least one is allowed.
    #[must_use]
    pub fn with_max_tets(mut self, most: usize) -> Self {
        self.limits.max_tets = most.max(1);
        self
    }

    /// The most nodes a piece may have, those inside it too; at least four are allowed.
    #[must_use]
    pub fn with_max_vertices(mut self, most: usize) -> Self {
        self.limits.max_vertices = most.max(4);
        self
    }

    /// How the pieces are found.
    #[must_use]
    pub fn with_build(self, build: Build) -> Self {
        Self { build, ..self }
    }

    /// Where the random numbers of the optimised build start. The same seed gives the same pieces.
    #[must_use]
    pub fn with_seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// The tolerance, in mean edges of a piece.
    #[must_use]
    pub fn tolerance(&self) -> f64 {
        self.limits.tolerance
    }

    /// How the pieces are found.
    #[must_use]
    pub fn build(&self) -> Build {
        self.build
    }
}
