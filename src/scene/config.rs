//! The settings of a scene.

use crate::broad;
use crate::convex::SubAlgorithm;
use crate::error::{Error, Reason, check_parameter};
use crate::partition;
use crate::penetration;
use crate::simd::{Available, Isa};

/// What a contact is between.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Resolution {
    /// One contact for each pair of pieces, as in Montanari et al. 2017: for rigid convex bodies.
    Piece,
    /// The list of locally nearest pairs of features: nodes, edges and facets of the surfaces. Good
    /// for geometry: where surfaces are nearest, how near, and along which normal. No list of nodes
    /// and edges can pass a patch test, so that a solver pushes with `Surface`.
    Facet,
    /// Points of the area that two facing facets have in common, and sharp nodes: to push with. A
    /// pressure times the area of each, along its normal, is continuous in the coordinates and
    /// passes the patch test. Facets that do not face each other, as crossing ridges at a distance,
    /// are not seen.
    #[default]
    Surface,
}

impl Resolution {
    /// Whether contacts are those of facets, for which pieces are only a filter.
    pub(super) fn is_of_facets(self) -> bool {
        self != Self::Piece
    }
}

/// How many contacts stand for the area that two facets have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Points {
    /// One, at the centroid: a third of the contacts. Constant pressure is integrated exactly.
    One,
    /// Three, with the moments of the area: linear pressure is integrated exactly.
    #[default]
    Three,
}

/// How much boxes are fattened, so that the list of candidates lasts for several steps.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Skin {
    /// Chosen from the size of the pieces and shapes, and adapted when the candidates are found
    /// anew too often or too seldom.
    #[default]
    Adaptive,
    /// A fixed length.
    Fixed(f64),
}

/// The settings of a [`Scene`](super::Scene).
///
/// ```
/// use gapkit::scene::{Config, Resolution};
/// let config = Config::new(0.01)?.with_resolution(Resolution::Facet).with_threads(2);
/// assert_eq!(config.margin(), 0.01);
/// # Ok::<(), gapkit::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Config {
    pub(super) margin: f64,
    pub(super) skin: Skin,
    pub(super) resolution: Resolution,
    pub(super) broad: broad::Method,
    pub(super) threads: usize,
    pub(super) history: usize,
    pub(super) areas: bool,
    pub(super) points: Points,
    pub(super) skipping: bool,
    /// As given; by default it depends on the resolution.
    partition: Option<partition::Options>,
    pub(super) sub: SubAlgorithm,
    pub(super) isa: Option<Available>,
    /// The query for signed gaps.
    pub(super) depth: penetration::Query,
    /// Whether overlaps that surface contacts do not see are looked for.
    pub(super) warns: bool,
}

impl Config {
    /// Contacts are reported where the gap is at most the margin, which may be 0.
    pub fn new(margin: f64) -> Result<Self, Error> {
        Ok(Self {
            margin: check_parameter("margin", margin, false)?,
            skin: Skin::Adaptive,
            resolution: Resolution::default(),
            broad: broad::Method::RTree,
            threads: 0,
            history: 0,
            areas: true,
            points: Points::default(),
            skipping: true,
            partition: None,
            sub: SubAlgorithm::default(),
            isa: None,
            depth: penetration::Query::default(),
            warns: true,
        })
    }

    /// The same settings with lengths limited to the size of the scene. Larger ones make no
    /// difference, but what is added to them would be lost in rounding.
    pub(super) fn within(self, size: f64) -> Self {
        let skin = match self.skin {
            Skin::Fixed(skin) => Skin::Fixed(skin.min(size)),
            Skin::Adaptive => Skin::Adaptive,
        };
        Self { margin: self.margin.min(size), skin, ..self }
    }

    /// The largest gap that is reported.
    #[must_use]
    pub fn margin(&self) -> f64 {
        self.margin
    }

    /// Bodies nearer than this are candidates. The list of candidates is good until something has
    /// moved by half of what this is above the margin.
    pub fn with_search_distance(self, distance: f64) -> Result<Self, Error> {
        let skin = check_parameter("search distance", distance, false)? - self.margin;
        if skin < 0.0 {
            let (name, limit) = ("search distance", "at least the margin");
            return Err(Reason::BadParameter { name, value: distance, limit }.into());
        }
        Ok(Self { skin: Skin::Fixed(skin), ..self })
    }

    /// Pieces, facets or surfaces.
    #[must_use]
    pub fn with_resolution(self, resolution: Resolution) -> Self {
        Self { resolution, ..self }
    }

    /// How candidates are found. [`Brute`](broad::Method::Brute) examines every pair of facets in
    /// every step, without pieces, tracking or skipping: the contacts are the same.
    #[must_use]
    pub fn with_broad(self, broad: broad::Method) -> Self {
        Self { broad, ..self }
    }

    /// The threads of the scene's own pool, at most 1024; 0, the default, means one for each
    /// processor. The contacts do not depend on it.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// How many numbers of the host are carried along with each contact.
    #[must_use]
    pub fn with_history(self, values: usize) -> Self {
        Self { history: values, ..self }
    }

    /// How many contacts stand for the area that two facets have in common, at
    /// [`Resolution::Surface`].
    #[must_use]
    pub fn with_points(self, points: Points) -> Self {
        Self { points, ..self }
    }

    /// Whether the tributary areas of contacts of facets are computed, which costs some time; else
    /// they are 0. Contacts of surfaces always have theirs.
    #[must_use]
    pub fn with_areas(self, areas: bool) -> Self {
        Self { areas, ..self }
    }

    /// Whether a pair that is certified to be too far apart may be skipped until it can have come
    /// near. The contacts do not depend on it.
    #[must_use]
    pub fn with_skipping(self, skipping: bool) -> Self {
        Self { skipping, ..self }
    }

    /// Whether pairs that cannot have come near are skipped: never by brute force, the reference
    /// for other methods.
    pub(super) fn skips(&self) -> bool {
        self.skipping && self.broad != broad::Method::Brute
    }

    /// The sub-algorithm of the GJK queries that decide which pieces and facets are near.
    #[must_use]
    pub fn with_sub(self, sub: SubAlgorithm) -> Self {
        Self { sub, ..self }
    }

    /// How bodies are partitioned: into larger pieces for contacts of facets, for which pieces are
    /// groups of facets and nothing more, than for contacts of pieces.
    #[must_use]
    pub fn partition(&self) -> partition::Options {
        let (tolerance, max_tets) = match self.resolution {
            Resolution::Facet | Resolution::Surface => FACET_PARTITION,
            Resolution::Piece => PIECE_PARTITION,
        };
        let preset = partition::Options::default().with_max_tets(max_tets);
        // Good tolerances, so never refused.
        self.partition.unwrap_or_else(|| preset.with_tolerance(tolerance).unwrap_or(preset))
    }

    /// The instruction set, where it should not be the fastest one: [`Isa::Portable`] under tools
    /// that do not know all instructions, as valgrind. Contacts do not depend on it.
    ///
    /// # Errors
    /// If this machine does not have it.
    pub fn with_isa(self, isa: Isa) -> Result<Self, Error> {
        Ok(Self { isa: Some(isa.required()?), depth: self.depth.with_isa(isa)?, ..self })
    }

    /// Without the search for deep overlaps, which needs whole bodies.
    pub(crate) fn without_warnings(self) -> Self {
        Self { warns: false, ..self }
    }

    /// What contacts are between.
    #[must_use]
    pub fn resolution(&self) -> Resolution {
        self.resolution
    }

    /// How many numbers of the host are carried along with each contact.
    #[must_use]
    pub fn history(&self) -> usize {
        self.history
    }

    /// How bodies are partitioned. `Surface` and `Facet` contacts do not depend on it.
    #[must_use]
    pub fn with_partition(self, partition: partition::Options) -> Self {
        Self { partition: Some(partition), ..self }
    }
}

/// Default tolerance of concavity, and the largest number of tetrahedra of a piece. For contacts of
/// facets pieces are only a filter, so a few larger ones are better than exact ones; but each facet
/// of a piece may be compared with each of another, so the pieces of structured meshes must not be
/// the whole body.
const FACET_PARTITION: (f64, usize) = (1.0, 128);

/// As [`FACET_PARTITION`], for contacts of pieces, which are those of their hulls.
const PIECE_PARTITION: (f64, usize) = (0.1, 16);
