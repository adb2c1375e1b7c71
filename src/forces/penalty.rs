//! The force of a contact: pressure times area.
//!
//! A contact stands for a part of the area that two surfaces have in common. It pushes as soon as
//! its gap is less than the offset `h`, so that surfaces are at rest a little apart and hardly ever
//! overlap. With the closure `c = h - gap` the pressure is `kappa c² / h` up to `c = h` and goes on
//! along the tangent from there, `kappa (2 c - h)`: a stiffness that began with a jump would make
//! energy wherever contacts begin and end. The force is pressure times area along the normal,
//! spread over the nodes of both sides by their weights. Over flat faces in contact it is the
//! integral of a linear pressure, whatever the two meshes, which is what a patch test asks for.

use super::friction::Friction;
use super::layer::Layer;
use crate::error::{Error, check_parameter};

/// Contacts are detected up to this many offsets, before they push.
pub const DETECTION_FACTOR: f64 = 1.5;

/// The stiffness of a contact limits the time step as if it were closed by so many offsets more,
/// and by two steps at its velocity: before it acts.
const AHEAD: f64 = 0.25;

/// Default ratio of the stiffness of contacts to that of the elements below them.
const FACTOR: f64 = 16.0;

/// Default bound on the stiffness of contacts from mass and time step.
pub(super) const SOFT_BOUND: f64 = 32.0;

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
    /// Contacts that push at gaps below the offset. They are 16 times as stiff as the elements
    /// below them, as far as the soft bound of 32 allows; there is neither friction nor damping.
    ///
    /// # Errors
    /// If the offset is not positive.
    pub fn new(offset: f64) -> Result<Self, Error> {
        let offset = check_parameter("contact offset", offset, true)?;
        Ok(Self {
            offset,
            factor: FACTOR,
            soft: SOFT_BOUND,
            damping: 0.0,
            friction: Friction::NONE,
        })
    }

    /// Sets the ratio of the stiffness of contacts to that of the elements below them.
    ///
    /// # Errors
    /// If the factor is not positive.
    pub fn with_factor(self, factor: f64) -> Result<Self, Error> {
        Ok(Self { factor: check_parameter("stiffness factor", factor, true)?, ..self })
    }

    /// The stiffness `2 kappa` of closed contacts is at most this times `m / (A dt²)`: the mean mass
    /// of nodes of the surface over their mean area, and the time step that the elements allow. So
    /// contacts cost no more than a known part of the time step. Nodes with less mass than the mean
    /// are safe too: the time step takes each of them into account.
    ///
    /// # Errors
    /// If it is not positive.
    pub fn with_soft_bound(self, soft: f64) -> Result<Self, Error> {
        Ok(Self { soft: check_parameter("soft-constraint bound", soft, true)?, ..self })
    }

    /// Damps the normal motion, as a share of the critical damping of the layer of nodes at the
    /// surface. The damped pressure is never less than 0.
    ///
    /// # Errors
    /// If it is negative.
    pub fn with_damping(self, share: f64) -> Result<Self, Error> {
        Ok(Self { damping: check_parameter("contact damping", share, false)?, ..self })
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

    /// Up to which gap contacts have to be detected: somewhat more than the offset, so that they are
    /// known before they push.
    #[must_use]
    pub fn detection_distance(&self) -> f64 {
        DETECTION_FACTOR * self.offset
    }

    /// The pressure at a closure.
    pub(super) fn pressure(&self, kappa: f64, closure: f64) -> f64 {
        let c = closure.max(0.0);
        if c <= self.offset { kappa * c * c / self.offset } else { kappa * (2.0 * c - self.offset) }
    }

    /// The energy per area at a closure: the integral of the pressure.
    pub(super) fn energy(&self, kappa: f64, closure: f64) -> f64 {
        let (c, h) = (closure.max(0.0), self.offset);
        if c <= h { kappa * c * c * c / (3.0 * h) } else { kappa * (c * c - h * c + h * h / 3.0) }
    }

    /// The stiffness per area at a closure.
    fn stiffness(&self, kappa: f64, closure: f64) -> f64 {
        2.0 * kappa * (closure / self.offset).clamp(0.0, 1.0)
    }

    /// The largest stiffness per area that a contact with this closure may have in the next steps,
    /// if it closes by so much in one.
    pub(super) fn stiffness_ahead(&self, kappa: f64, closure: f64, closing: f64) -> f64 {
        self.stiffness(kappa, closure + AHEAD * self.offset + 2.0 * closing.max(0.0))
    }

    /// The viscosity per area at a closure. It grows with the stiffness, so that bodies of little
    /// weight, whose contacts are hardly closed, come to rest as well as heavy ones.
    pub(super) fn viscosity(&self, layer: &Layer, closure: f64) -> f64 {
        2.0 * self.damping * (self.stiffness(layer.kappa, closure) * layer.mass).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pressure_is_the_slope_of_the_energy_and_has_no_kink() {
        const STEP: f64 = 1e-6;
        let penalty = Penalty::new(0.5).unwrap();
        for closure in [-0.1, 0.0, 0.1, 0.3, 0.5 - STEP, 0.5, 0.5 + STEP, 0.8, 3.0] {
            let [below, above] = [-STEP, STEP].map(|step| penalty.energy(7.0, closure + step));
            let slope = (above - below) / (2.0 * STEP);
            let pressure = penalty.pressure(7.0, closure);
            assert!((slope - pressure).abs() < 1e-8, "{closure}: {slope} {pressure}");
            let [below, above] = [-STEP, STEP].map(|step| penalty.pressure(7.0, closure + step));
            let stiffness = 2.0 * 7.0 * (closure / 0.5).clamp(0.0, 1.0);
            assert!(((above - below) / (2.0 * STEP) - stiffness).abs() < 1e-4, "{closure}");
        }
    }
}
