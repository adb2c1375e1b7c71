//! The settings of a run.

use super::error::{Error, check};
use gapkit::Vec3;
use gapkit::broad;
use gapkit::forces::Penalty;
use gapkit::gjk::SubAlgorithm;
use gapkit::partition;

/// Default share of the proven stable time step.
const SAFETY: f64 = 0.9;

/// The pieces that the scene works on: a few tetrahedra each, hardly bent.
const PIECE_TETS: usize = 16;
const PIECE_TOLERANCE: f64 = 0.1;

/// The settings of a [`Solver`](super::Solver).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Settings {
    pub(super) penalty: Penalty,
    pub(super) gravity: Vec3,
    pub(super) damping: f64,
    /// The rate at which all motion fades.
    pub(super) drag: f64,
    pub(super) safety: f64,
    /// The time step that added mass allows; 0 without.
    pub(super) scaled_step: f64,
    pub(super) threads: usize,
    pub(super) sub: SubAlgorithm,
    pub(super) broad: broad::Method,
    pub(super) reuse: f64,
    pub(super) search: Option<f64>,
    pub(super) partition: partition::Options,
}

impl Settings {
    /// Contacts that push like this; no gravity, damping and drag.
    ///
    /// # Errors
    /// None that the default pieces could cause.
    pub fn new(penalty: Penalty) -> Result<Self, Error> {
        let partition = partition::Options::default()
            .with_tolerance(PIECE_TOLERANCE)?
            .with_max_tets(PIECE_TETS);
        Ok(Self {
            penalty,
            gravity: Vec3::zeros(),
            damping: 0.0,
            drag: 0.0,
            safety: SAFETY,
            scaled_step: 0.0,
            threads: 0,
            sub: SubAlgorithm::default(),
            broad: broad::Method::RTree,
            reuse: 0.0,
            search: None,
            partition,
        })
    }

    /// The acceleration of everything.
    #[must_use]
    pub fn with_gravity(self, gravity: impl Into<Vec3>) -> Self {
        Self { gravity: gravity.into(), ..self }
    }

    /// Damps deformation, but not rigid motion: velocities fade at this rate, per time.
    ///
    /// # Errors
    /// If the rate is negative.
    pub fn with_damping(self, rate: f64) -> Result<Self, Error> {
        Ok(Self { damping: check("damping rate", rate, true)?, ..self })
    }

    /// Damps all motion, as in a thin medium: velocities fade at this rate, per time. With about twice
    /// the lowest frequency of what sways, it is at rest soonest.
    ///
    /// # Errors
    /// If the rate is negative.
    pub fn with_drag(self, rate: f64) -> Result<Self, Error> {
        Ok(Self { drag: check("drag", rate, true)?, ..self })
    }

    /// Takes this share of the time step that is proven to be stable.
    ///
    /// # Errors
    /// If the share is not positive.
    pub fn with_safety(self, share: f64) -> Result<Self, Error> {
        Ok(Self { safety: check("share of the stable time step", share, false)?, ..self })
    }

    /// Adds mass to elements as much as each needs for this time
    /// step at rest: a few small elements then do not set the step of all. What is added has
    /// weight and inertia; [`Solver::added_mass`](super::Solver::added_mass) tells its share. For a whole
    /// part that is stiff, see [`Material::softened`](super::Material::softened).
    ///
    /// # Errors
    /// If the step is negative.
    pub fn with_mass_scaling(self, dt: f64) -> Result<Self, Error> {
        Ok(Self { scaled_step: check("time step of scaled masses", dt, true)?, ..self })
    }

    /// The threads of the solver and of its scene; 0, the default, means one for each processor. No
    /// result depends on it.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// The sub-algorithm of the scene's GJK queries.
    #[must_use]
    pub fn with_sub(self, sub: SubAlgorithm) -> Self {
        Self { sub, ..self }
    }

    /// How the scene finds candidates.
    #[must_use]
    pub fn with_broad(self, broad: broad::Method) -> Self {
        Self { broad, ..self }
    }

    /// Reuses contacts for several steps: they are detected again only when a node has moved by
    /// this share, from 0 to 1, of the displacement at which a contact could be missed. In between,
    /// each keeps its nodes, weights and normal, and its gap changes with the motion along the
    /// normal. With 0, the default, contacts are detected in each step, and angular momentum is
    /// conserved to rounding.
    ///
    /// # Errors
    /// If the share is not from 0 to 1.
    pub fn with_contact_reuse(self, share: f64) -> Result<Self, Error> {
        if !(0.0..=1.0).contains(&share) {
            let (name, limit) = ("contact reuse", "from 0 to 1");
            return Err(Error::Parameter { name, value: share, limit });
        }
        Ok(Self { reuse: share, ..self })
    }

    /// The distance up to which the scene lists candidates; it chooses one by itself unless told.
    ///
    /// # Errors
    /// If it is less than 1.5 offsets of contacts.
    pub fn with_search_distance(self, distance: f64) -> Result<Self, Error> {
        let value = check("search distance", distance, false)?;
        if value < self.penalty.detection_distance() {
            let (name, limit) = ("search distance", "at least 1.5 contact offsets");
            return Err(Error::Parameter { name, value, limit });
        }
        Ok(Self { search: Some(value), ..self })
    }

    /// Whether bodies are damped in any way.
    pub(super) fn is_damped(&self) -> bool {
        self.damping > 0.0 || self.drag > 0.0
    }
}
