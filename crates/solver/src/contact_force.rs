//! The force of a contact: pressure times area.
//!
//! A contact stands for a part of the area that two surfaces have in common. It pushes as soon as
//! its gap is less than the offset `h`, so that surfaces are at rest a little apart and hardly ever
//! overlap. With the closure `c = h - gap` the pressure is `kappa c² / h` up to `c = h` and goes on
//! along the tangent from there, `kappa (2 c - h)`: a stiffness that began with a jump would make
//! energy wherever contacts begin and end. The force is pressure times area along the normal,
//! spread over the nodes of both sides by their weights. Over flat faces in contact it is the
//! integral of a linear pressure, whatever the two meshes, which is what a patch test asks for.

use super::error::{Error, check};
use super::friction::Friction;
use super::link::Link;
use gapkit::Vec3;

/// Contacts are detected up to this many offsets, before they push.
pub(super) const DETECTION_FACTOR: f64 = 1.5;

/// The stiffness of a contact limits the time step as if it were closed by so many offsets more,
/// and by two steps at its velocity: before it acts.
const AHEAD: f64 = 0.25;

/// Default ratio of the stiffness of contacts to that of the elements below them.
const FACTOR: f64 = 16.0;

/// Default bound on the stiffness of contacts from mass and time step.
const SOFT_BOUND: f64 = 32.0;

/// The stiffness per mass of the surface and (speed / offset)² that stops it. The energy of a
/// contact that is closed by three quarters of the offset is `0.14 kappa h²`, so that 3.6 would stop
/// the nodes of the surface alone; what is behind them pushes on.
const STOPPING: f64 = 8.0;

/// Beyond this part of the offset in a step of the elements an approach is fast, and the stiffness
/// per mass grows by so much more: the first touch of a coarse ball has little area, and all the mass
/// of a node behind it.
pub(super) const FAST: f64 = 0.75;
const STOPPING_FAST: f64 = 3000.0;

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
        let offset = check("contact offset", offset, false)?;
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
        Ok(Self { factor: check("stiffness factor", factor, false)?, ..self })
    }

    /// The stiffness `2 kappa` of closed contacts is at most this times `m / (A dt²)`: the mean mass
    /// of nodes of the surface over their mean area, and the time step that the elements allow. So
    /// contacts cost no more than a known part of the time step. Nodes with less mass than the mean
    /// are safe too: the time step takes each of them into account.
    ///
    /// # Errors
    /// If it is not positive.
    pub fn with_soft_bound(self, soft: f64) -> Result<Self, Error> {
        Ok(Self { soft: check("soft-constraint bound", soft, false)?, ..self })
    }

    /// Damps the normal motion, as a share of the critical damping of the layer of nodes at the
    /// surface. The damped pressure is never less than 0.
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

/// What a body brings into a contact, or two bodies together.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Layer {
    /// Pressure per closure.
    pub(super) kappa: f64,
    /// The mass of the nodes of the surface per area.
    pub(super) mass: f64,
    /// The same of the heavier of two bodies.
    pub(super) heaviest: f64,
}

impl Layer {
    /// That of a body with this bulk modulus, density and depth of surface elements, whose elements
    /// allow the time step `dt`. It is one for the whole body: if it changed along the surface, so
    /// would the pressure between flat faces, and a body that slides would gain or lose energy.
    pub(super) fn new(penalty: &Penalty, bulk: f64, density: f64, depth: f64, dt: f64) -> Self {
        let mass = density * depth;
        let bound = 0.5 * penalty.soft * mass / (dt * dt);
        Self { kappa: (penalty.factor * bulk / depth).min(bound), mass, heaviest: mass }
    }

    /// That of two bodies: the softer and the lighter of both, which is safe for both. Planes bring
    /// nothing; two planes never meet.
    pub(super) fn of_pair(layers: [Option<Self>; 2]) -> Self {
        let both = layers.into_iter().flatten();
        let softer = |a: Self, b: Self| Self {
            kappa: a.kappa.min(b.kappa),
            mass: a.mass.min(b.mass),
            heaviest: a.heaviest.max(b.heaviest),
        };
        both.reduce(softer).unwrap_or(Self { kappa: 0.0, mass: 0.0, heaviest: 0.0 })
    }

    /// As stiff as it takes to stop the nodes of the surface within the offset, which they would
    /// pass `rate` times in a second, with a step `dt` of the elements.
    pub(super) fn stopping(self, rate: f64, dt: f64) -> Self {
        let excess = (rate - FAST / dt).max(0.0);
        let needed = STOPPING * rate * rate + STOPPING_FAST * excess * excess;
        Self { kappa: self.kappa.max(self.heaviest * needed), ..self }
    }
}

/// The forces of a contact in this step.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Force {
    /// The elastic force along the normal; on B, and the opposite on A.
    pub spring: Vec3,
    /// The damping along the normal.
    pub dashpot: Vec3,
    /// The friction.
    pub friction: Vec3,
    /// Offset less gap; negative where the contact does not push.
    pub closure: f64,
    /// The area with which it pushes. That of a sharp node never grows while it is in contact.
    pub area: f64,
    /// The elastic energy.
    pub energy: f64,
    /// The speed at which the surfaces approach.
    pub(super) closing: f64,
    /// The largest stiffness and viscosity across the surface, and both along it, for the time step.
    pub(super) stiffness: f64,
    pub(super) viscosity: f64,
    pub(super) along: [f64; 2],
    /// The forces along the normal on three nodes of A and three of B that move friction to the
    /// common point of both sides, and how large they are at most per friction: see `lever`.
    pub(super) turns: [f64; 6],
    pub(super) leverage: [f64; 2],
    /// What spring, dashpot and friction give to the bodies per time.
    pub(super) powers: [f64; 3],
}

impl Force {
    /// All of it, on B.
    #[must_use]
    #[inline]
    pub fn total(&self) -> Vec3 {
        self.spring + self.dashpot + self.friction
    }

    /// Gives the elastic force this share of what it was.
    pub(super) fn scale_spring(&mut self, share: f64) {
        self.spring *= share;
        self.powers[0] *= share;
    }

    /// The powers at other velocities of nodes.
    pub(super) fn update_powers(&mut self, link: &Link, normal: Vec3, v: &[Vec3]) {
        let velocity = link.relative(v);
        self.powers = [&self.spring, &self.dashpot, &self.friction].map(|f| f.dot(&velocity));
        for k in 0..6 {
            self.powers[2] += self.turns[k] * normal.dot(&v[link.nodes[k] as usize]);
        }
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

    #[test]
    fn the_stiffness_is_bounded_by_mass_and_time_step() {
        let penalty = Penalty::new(0.5).unwrap().with_factor(3.0).unwrap();
        let [bulk, density, depth] = [10.0, 2.0, 0.1];
        let slow = Layer::new(&penalty, bulk, density, depth, 1e-3);
        assert_eq!(slow, Layer { kappa: 3.0 * bulk / depth, mass: 0.2, heaviest: 0.2 });
        let fast = Layer::new(&penalty, bulk, density, depth, 0.2);
        assert!((2.0 * fast.kappa - SOFT_BOUND * 0.2 / 0.04).abs() < 1e-12, "{fast:?}");
        let soft = penalty.with_soft_bound(0.25).unwrap();
        assert_eq!(128.0 * Layer::new(&soft, bulk, density, depth, 0.2).kappa, fast.kappa);
    }
}
