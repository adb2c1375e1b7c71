//! The penalty force of a contact.
//!
//! A contact pushes as soon as its gap is less than the offset: the force is `k (offset - gap)` along the
//! normal, so that surfaces come to rest a little apart and hardly ever overlap. The stiffness belongs to
//! the *nodes* and never changes: bulk modulus times tributary area over the depth of the elements
//! below the surface, no more than the time step allows. A node that slides from facet to facet keeps its spring, so that
//! the energy `k/2 (offset - gap)²` is continuous, and the sum over a face does not depend on the
//! mesh (the soft-constraint form of J. Hallquist, LS-DYNA Theory Manual, 2006, section 26.6).

use super::error::{Error, check};
use super::friction::Friction;
use crate::Vec3;
use crate::scene::{Contact, Feature, Side};

/// Contacts are known before they push, from so many offsets on: their stiffness has its say in the time
/// step before it acts, lest a body dive in with a step that is too long.
pub(super) const FORESIGHT: f64 = 1.5;

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

    /// Makes the contacts so many times as stiff as the elements below them.
    ///
    /// # Errors
    /// If the factor is not positive.
    pub fn with_factor(self, factor: f64) -> Result<Self, Error> {
        Ok(Self { factor: check("stiffness factor", factor, false)?, ..self })
    }

    /// The stiffness of a node is at most this times its mass over the square of the time step that the
    /// elements allow.
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

    /// The stiffness of a node: `K A / h`, but at most the soft bound. `h` is one for the whole body, so that
    /// the pressure between flat faces is uniform.
    pub(super) fn node_stiffness(&self, bulk: f64, area: f64, depth: f64, most: f64) -> f64 {
        (self.factor * bulk * area / depth).min(self.soft * most)
    }
}

/// What a contact does in this step.
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
    /// By how much the gap is less than the offset; negative where the contact is only near.
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

/// The share of a contact in the stiffness of its nodes: where two meshes meet, each of the
/// two surfaces carries half.
const SHARE: f64 = 0.5;

/// The stiffness of crossings of edges, in parts of that of nodes. Crossings come and go under load, which costs
/// energy in proportion to their stiffness; but where no node is near, they alone keep bodies apart.
const CROSSING: f64 = 0.5;

/// The stiffness of a contact, from that of the nodes. Nodes push with their own stiffness if they may;
/// where there is no node, the mean over both sides counts by the weight of the crossing.
pub(super) fn stiffness(
    contact: &Contact,
    pushes: [bool; 2],
    weight: f64,
    of_node: impl Fn(u32, u32) -> f64,
) -> f64 {
    // Not by the weights of the contact, which change as it slides.
    let mean = |side: &Side| -> f64 {
        let sum: f64 = side.nodes().iter().map(|&node| of_node(side.body, node)).sum();
        sum / side.nodes().len().max(1) as f64
    };
    let [a, b] = &contact.sides;
    let is = |feature: Feature| [a.feature() == feature, b.feature() == feature];
    if is(Feature::Shape) != [false; 2] {
        return mean(a) + mean(b);
    }
    if is(Feature::Node) == [false; 2] {
        return CROSSING * SHARE * (mean(a) + mean(b)) * weight;
    }
    let of = |side: &Side, pushes: bool| if pushes { SHARE * mean(side) } else { 0.0 };
    of(a, pushes[0]) + of(b, pushes[1])
}

/// The inverse of the mass that a contact moves: a force of 1 is shared by the weights.
pub(super) fn inverse_mass(contact: &Contact, of_node: impl Fn(u32, u32) -> f64) -> f64 {
    let side = |side: &Side| -> f64 {
        let pairs = side.nodes().iter().zip(side.weights());
        pairs.map(|(&node, w)| w * w * of_node(side.body, node)).sum()
    };
    contact.sides.iter().map(side).sum()
}

/// The motion of a contact: how the point on B moves as seen from that on A.
pub(super) fn relative(contact: &Contact, of_node: impl Fn(u32, u32) -> Vec3) -> Vec3 {
    let side = |side: &Side| {
        let pairs = side.nodes().iter().zip(side.weights());
        pairs.fold(Vec3::zeros(), |sum, (&node, &w)| sum + of_node(side.body, node) * w)
    };
    side(&contact.sides[1]) - side(&contact.sides[0])
}

impl Penalty {
    /// The forces of a contact that moves like this. The slip is what friction remembers; `dt` is the
    /// time since it was last asked.
    pub(super) fn force(
        &self,
        contact: &Contact,
        stiffness: f64,
        inverse_mass: f64,
        velocity: Vec3,
        dt: f64,
        slip: &mut [f64],
    ) -> Force {
        let closure = self.offset - contact.gap;
        if closure <= 0.0 || stiffness == 0.0 {
            slip.fill(0.0);
            return Force { stiffness, closure, ..Force::default() };
        }
        let normal = contact.normal;
        let elastic = stiffness * closure;
        let approach = -velocity.dot(&normal);
        let critical = 2.0 * (stiffness / inverse_mass).sqrt();
        // Surfaces do not stick together.
        let viscous = (self.damping * critical * approach).max(-elastic);
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
