//! The penalty force of a contact.
//!
//! A contact pushes as soon as its gap is less than the offset: the force is `k (offset - gap)`
//! along the normal, so that surfaces are at rest a little apart and hardly ever overlap. The
//! stiffness belongs to the *nodes* and never changes: bulk modulus times tributary area over the
//! depth of the elements below the surface, no more than the time step allows. A node that slides
//! from facet to facet keeps its spring, so that the energy `k/2 (offset - gap)²` is continuous,
//! and the sum over a face does not depend on the mesh (the soft-constraint form of J. Hallquist,
//! LS-DYNA Theory Manual, 2006, section 26.6).

use super::carry::Touch;
use super::error::{Error, check};
use super::friction::Friction;
use gapkit::Vec3;

/// Contacts are detected up to this many offsets, before they push: so their stiffness limits the
/// time step before it acts.
pub(super) const DETECTION_FACTOR: f64 = 1.5;

/// How contacts push.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Penalty {
    pub(super) offset: f64,
    pub(super) factor: f64,
    pub(super) soft: f64,
    pub(super) damping: f64,
    pub(super) friction: Friction,
}

impl Penalty {
    /// Contacts that push at gaps below the offset; the stiffness factor is 1, and there is neither
    /// friction nor damping.
    ///
    /// # Errors
    /// If the offset is not positive.
    pub fn new(offset: f64) -> Result<Self, Error> {
        let offset = check("contact offset", offset, false)?;
        Ok(Self { offset, factor: 1.0, soft: 0.5, damping: 0.0, friction: Friction::NONE })
    }

    /// Sets the ratio of the stiffness of contacts to that of the elements below them.
    ///
    /// # Errors
    /// If the factor is not positive.
    pub fn with_factor(self, factor: f64) -> Result<Self, Error> {
        Ok(Self { factor: check("stiffness factor", factor, false)?, ..self })
    }

    /// The stiffness of a node is at most this times its mass over the square of the time step that
    /// the elements allow.
    ///
    /// # Errors
    /// If it is not positive.
    pub fn with_soft_bound(self, soft: f64) -> Result<Self, Error> {
        Ok(Self { soft: check("soft-constraint bound", soft, false)?, ..self })
    }

    /// Damps the normal motion, as a share of the critical damping.
    ///
    /// # Errors
    /// If it is negative.
    pub fn with_damping(self, share: f64) -> Result<Self, Error> {
        Ok(Self { damping: check("contact damping", share, true)?, ..self })
    }

    /// Adds friction.
    #[must_use]
    pub fn with_friction(self, friction: Friction) -> Self {
        Self { friction, ..self }
    }

    /// The gap below which contacts push.
    #[must_use]
    pub fn offset(&self) -> f64 {
        self.offset
    }

    /// The stiffness of a node: `K A / h`, but at most the soft bound times the inertial stiffness
    /// `m / dt²`. `h` is one for the whole body, so that
    /// the pressure between flat faces is uniform.
    pub(super) fn node_stiffness(&self, bulk: f64, area: f64, depth: f64, inertial: f64) -> f64 {
        (self.factor * bulk * area / depth).min(self.soft * inertial)
    }
}

/// The forces of a contact in this step.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Force {
    /// The spring along the normal; on B, and the opposite on A.
    pub spring: Vec3,
    /// The dashpot along the normal.
    pub dashpot: Vec3,
    /// The friction.
    pub friction: Vec3,
    /// The stiffness along the normal.
    pub stiffness: f64,
    /// Offset less gap; negative where the contact does not push.
    pub closure: f64,
}

impl Force {
    /// All of it, on B.
    #[must_use]
    pub fn total(&self) -> Vec3 {
        self.spring + self.dashpot + self.friction
    }

    /// The energy in the spring.
    #[must_use]
    pub fn energy(&self) -> f64 {
        let closure = self.closure.max(0.0);
        0.5 * self.stiffness * closure * closure
    }
}

impl Penalty {
    /// The forces of a contact with this relative velocity. The slip is the state of the friction
    /// spring; `dt` is the time since the last call.
    pub(super) fn force(
        &self,
        touch: &Touch,
        stiffness: f64,
        inverse_mass: f64,
        velocity: Vec3,
        dt: f64,
        slip: &mut [f64],
    ) -> Force {
        let closure = self.offset - touch.gap;
        if closure <= 0.0 || stiffness <= 0.0 {
            slip.fill(0.0);
            return Force { stiffness, closure, ..Force::default() };
        }
        // Spring and dashpot along the normal.
        let normal = touch.normal;
        let elastic = stiffness * closure;
        let approach = -velocity.dot(&normal);
        let critical = 2.0 * (stiffness / inverse_mass).sqrt();
        // The damped force never pulls.
        let viscous = (self.damping * critical * approach).max(-elastic);
        // Friction, limited by the normal force.
        let pressing = elastic + viscous;
        let friction = self.friction.force(
            normal,
            velocity,
            dt,
            self.friction.stiffness * stiffness,
            pressing,
            slip,
        );
        Force { spring: normal * elastic, dashpot: normal * viscous, friction, stiffness, closure }
    }
}
