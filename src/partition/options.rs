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
    /// Convex unions are enumerated and packed. This takes far longer than [`Build::Fast`] and
    /// gives fewer pieces that own a part of the boundary.
    Optimised,
}

impl Build {
    /// All build methods.
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
    /// How far a hull may stick out of the body, if that is the rule instead of the tolerance.
    pub(super) protrusion: Option<f64>,
    pub(super) max_tets: usize,
    pub(super) max_vertices: usize,
}

/// What makes a piece acceptable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rule {
    /// It is convex up to rounding.
    Convex,
    /// It is convex up to a tolerance.
    Tolerant,
    /// Its hull hardly sticks out of the body.
    Protrusion,
}

impl Limits {
    pub(super) fn rule(&self) -> Rule {
        match self.protrusion {
            Some(_) => Rule::Protrusion,
            None if self.tolerance > ROUND_OFF => Rule::Tolerant,
            None => Rule::Convex,
        }
    }
}

impl Default for Options {
    fn default() -> Self {
        let limits = Limits {
            tolerance: ROUND_OFF,
            protrusion: None,
            max_tets: usize::MAX,
            max_vertices: usize::MAX,
        };
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

    /// Makes pieces for a search only: instead of the piece being convex, its hull may stick out of
    /// the body, the union of all tetrahedra, by this many mean edges of the smallest tetrahedron
    /// of the piece. Whatever is deeper below the hull than that is inside the body, which is
    /// proven for each piece. The tolerance does not matter then, and pieces have at most 64
    /// tetrahedra.
    ///
    /// Such pieces are far from convex and their hulls overlap. [`Partition::defects`] and
    /// [`Partition::split`] still go by hinges, so they tell nothing about protrusion: partition
    /// anew after a large deformation. A climb over [`Piece::neighbours`] may end too early: scan
    /// all vertices.
    ///
    /// ```
    /// use gapkit::partition::Options;
    /// let options = Options::default().with_protrusion(0.05)?;
    /// assert_eq!(options.protrusion(), Some(0.05));
    /// assert!(options.with_protrusion(-1.0).is_err());
    /// # Ok::<(), gapkit::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the limit is not a finite number of at least 0.
    ///
    /// [`Partition::defects`]: super::Partition::defects
    /// [`Partition::split`]: super::Partition::split
    /// [`Piece::neighbours`]: super::Piece::neighbours
    pub fn with_protrusion(mut self, limit: f64) -> Result<Self, Error> {
        self.limits.protrusion = Some(check_parameter("protrusion", limit, false)?);
        Ok(self)
    }

    /// Sets the maximum number of tetrahedra per piece; at least one is allowed.
    #[must_use]
    pub fn with_max_tets(mut self, max_tets: usize) -> Self {
        self.limits.max_tets = max_tets.max(1);
        self
    }

    /// Sets the maximum number of nodes per piece, inner ones included; at least four are allowed.
    #[must_use]
    pub fn with_max_vertices(mut self, max_vertices: usize) -> Self {
        self.limits.max_vertices = max_vertices.max(4);
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

    /// How far a hull may stick out of the body, in mean edges, if that is the rule.
    #[must_use]
    pub fn protrusion(&self) -> Option<f64> {
        self.limits.protrusion
    }

    /// How the pieces are found.
    #[must_use]
    pub fn build(&self) -> Build {
        self.build
    }
}
