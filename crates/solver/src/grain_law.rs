//! How grains push: a linear spring, or elastic spheres.
//!
//! H. Hertz, Über die Berührung fester elastischer Körper, Journal für die reine und angewandte
//! Mathematik 92, 1881, 156-171; along the surface R. D. Mindlin, H. Deresiewicz, Elastic spheres in
//! contact under varying oblique forces, Journal of Applied Mechanics 20, 1953, 327-344, without slip
//! in parts of the contact. The dashpot is that of Y. Tsuji, T. Tanaka, T. Ishida, Lagrangian numerical
//! simulation of plug flow of cohesionless particles in a horizontal pipe, Powder Technology 71, 1992,
//! 239-250, doi:10.1016/0032-5910(92)88030-L: grains of either law bounce back with the same part of
//! their speed, however fast they are.

use super::error::{Error, check};
use super::grain::Grain;

/// Steps per half period of the stiffest contact. A grain has up to a dozen contacts, each of which
/// adds to the stiffness that it feels.
const STEPS_PER_HALF_PERIOD: f64 = 20.0;

/// The part of the time in which a wave runs along the surface of a grain.
const PART_OF_WAVE: f64 = 0.1;

/// The spring between two grains.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum GrainLaw {
    /// A force that grows with the overlap.
    Linear {
        /// The force per overlap.
        stiffness: f64,
    },
    /// Elastic spheres, with the radii of spheres of the same mass and moments of inertia; walls are of
    /// the same material.
    Hertz {
        /// Young's modulus.
        young: f64,
        /// Poisson's ratio.
        poisson: f64,
    },
}

/// Two grains, or a grain and a wall.
#[derive(Debug, Clone, Copy)]
pub(super) struct Couple {
    /// One over the sum of the inverse radii, and of the inverse masses.
    pub(super) radius: f64,
    pub(super) mass: f64,
}

/// What a spring does at an overlap.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Spring {
    pub(super) force: f64,
    pub(super) energy: f64,
    /// The stiffness across and along the surface.
    pub(super) across: f64,
    pub(super) along: f64,
    /// The dashpots of critical damping.
    pub(super) dashpots: [f64; 2],
}

impl GrainLaw {
    pub(super) fn check(&self) -> Result<(), Error> {
        match *self {
            Self::Linear { stiffness } => check("contact stiffness", stiffness, false),
            Self::Hertz { young, poisson } => {
                check("Young's modulus", young, false)?;
                // Below 1/2; what is negative is rare, and refused by it too.
                check("Poisson's ratio", poisson, true)?;
                check("one half less Poisson's ratio", 0.5 - poisson, true)
            }
        }
        .map(|_| ())
    }

    /// The spring of two grains. `ratio` is that of the stiffness along the surface to that across, of
    /// linear springs.
    #[inline]
    pub(super) fn spring(&self, couple: &Couple, overlap: f64, ratio: f64) -> Spring {
        let (force, energy, across, along, share) = match *self {
            Self::Linear { stiffness } => {
                let force = stiffness * overlap;
                (force, 0.5 * force * overlap, stiffness, ratio * stiffness, 1.0)
            }
            Self::Hertz { young, poisson } => {
                let plane = 0.5 * young / (1.0 - poisson * poisson);
                let shear = 0.25 * young / ((2.0 - poisson) * (1.0 + poisson));
                let reach = (couple.radius * overlap).sqrt();
                let force = 4.0 / 3.0 * plane * reach * overlap;
                let slopes = [2.0 * plane * reach, 8.0 * shear * reach];
                (force, 0.4 * force * overlap, slopes[0], slopes[1], (5.0_f64 / 6.0).sqrt())
            }
        };
        let dashpots = [across, along].map(|slope| 2.0 * share * (slope * couple.mass).sqrt());
        Spring { force, energy, across, along, dashpots }
    }

    /// The time step that a grain allows.
    pub(super) fn time_step(&self, grain: &Grain) -> f64 {
        use std::f64::consts::PI;
        match *self {
            Self::Linear { stiffness } => {
                PI * (grain.mass / stiffness).sqrt() / STEPS_PER_HALF_PERIOD
            }
            Self::Hertz { young, poisson } => {
                let radius = grain.radius();
                let density = 0.75 * grain.mass / (PI * radius.powi(3));
                let shear = 0.5 * young / (1.0 + poisson);
                // Lord Rayleigh's waves, with the usual fit of their speed.
                let wave = PI * radius * (density / shear).sqrt() / (0.1631 * poisson + 0.8766);
                PART_OF_WAVE * wave
            }
        }
    }
}

impl Spring {
    /// The part of it that a contact has which shares it with others.
    #[inline]
    pub(super) fn shared(self, share: f64) -> Self {
        Self {
            force: self.force * share,
            energy: self.energy * share,
            across: self.across * share,
            along: self.along * share,
            dashpots: self.dashpots.map(|dashpot| dashpot * share),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forces_are_the_slopes_of_energies() {
        const STEP: f64 = 1e-6;
        let couple = Couple { radius: 0.3, mass: 2.0 };
        for law in
            [GrainLaw::Linear { stiffness: 7.0 }, GrainLaw::Hertz { young: 5.0, poisson: 0.3 }]
        {
            for overlap in [0.01, 0.1, 0.2] {
                let [low, at, high] =
                    [-STEP, 0.0, STEP].map(|step| law.spring(&couple, overlap + step, 0.5));
                assert!(((high.energy - low.energy) / (2.0 * STEP) - at.force).abs() < 1e-8);
                assert!(((high.force - low.force) / (2.0 * STEP) - at.across).abs() < 1e-7);
            }
        }
    }

    #[test]
    fn elastic_spheres_are_those_of_hertz() {
        // A modulus of 2 of each, and 1 of both together, on a plane.
        let law = GrainLaw::Hertz { young: 2.0 * 0.91, poisson: 0.3 };
        let spring = law.spring(&Couple { radius: 1.0, mass: 1.0 }, 0.01, 0.5);
        assert!((spring.force - 4.0 / 3.0 * 1e-3).abs() < 1e-15, "{spring:?}");
        // Mindlin's ratio of the stiffness along to that across.
        let ratio = 2.0 * (1.0 - 0.3) / (2.0 - 0.3);
        assert!((spring.along / spring.across - ratio).abs() < 1e-14, "{spring:?}");
        assert!(GrainLaw::Hertz { young: 1.0, poisson: 0.6 }.check().is_err());
        assert!(GrainLaw::Hertz { young: 0.0, poisson: 0.3 }.check().is_err());
    }
}
