//! Coulomb friction, regularised by a spring that slips.
//!
//! While a contact sticks, a tangential spring remembers how far it has been dragged; where its
//! force would pass the friction coefficient times the normal force, it slips along. Its state is
//! the slip, three numbers carried with the contact: P. Cundall, O. Strack, A discrete numerical
//! model for granular assemblies, Géotechnique 29(1), 1979, 47-65, doi:10.1680/geot.1979.29.1.47.
//!
//! Contacts of surfaces have tractions, and a spring and a dashpot per area. The dashpot lets a body
//! that sticks come to rest.

use super::layer::Layer;
use super::memory::Memory;
use crate::Vec3;
use crate::error::{Error, check_parameter};

/// The dashpot of contacts of surfaces while they stick, as a share of critical damping. Much more
/// would show in the energy ledger where sticking bodies move to and fro.
const DASHPOT: f64 = 0.2;

/// The stiffness of the tangential spring, in parts of the normal one.
const STIFFNESS: f64 = 0.5;

/// A contact slides if its friction is as large as it may be, but for rounding.
const SLIDING: f64 = 1.0 - 1e-9;

/// The friction of a contact: at most `mu` times the pressure, and at most a given stress, with
/// `mu = kinetic + (static - kinetic) exp(-decay speed)`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Friction {
    /// The coefficient at rest.
    coefficient: f64,
    kinetic: f64,
    /// Per speed.
    decay: f64,
    max_stress: f64,
    /// The stiffness of the tangential spring, in parts of the normal one.
    stiffness: f64,
}

impl Default for Friction {
    fn default() -> Self {
        Self::NONE
    }
}

impl Friction {
    /// No friction.
    pub const NONE: Self = Self {
        coefficient: 0.0,
        kinetic: 0.0,
        decay: 0.0,
        max_stress: f64::INFINITY,
        stiffness: 0.0,
    };

    /// Friction with this coefficient; while it sticks, a contact is half as stiff along the
    /// surface as across.
    ///
    /// # Errors
    /// If the coefficient is negative.
    pub fn new(coefficient: f64) -> Result<Self, Error> {
        let coefficient = check_parameter("friction coefficient", coefficient, false)?;
        Ok(Self { coefficient, kinetic: coefficient, stiffness: STIFFNESS, ..Self::NONE })
    }

    /// Another coefficient where surfaces slide. That of before counts at rest, and the difference
    /// falls to a part of 1/e at a slip speed of `1 / decay`.
    ///
    /// # Errors
    /// If the coefficient or the decay is negative.
    pub fn with_kinetic(self, coefficient: f64, decay: f64) -> Result<Self, Error> {
        let kinetic = check_parameter("kinetic friction coefficient", coefficient, false)?;
        Ok(Self {
            kinetic,
            decay: check_parameter("decay of friction with speed", decay, false)?,
            stiffness: STIFFNESS,
            ..self
        })
    }

    /// A limit on the friction per area, for instance the shear strength of the softer material.
    ///
    /// # Errors
    /// If the stress is not positive.
    pub fn with_max_stress(self, stress: f64) -> Result<Self, Error> {
        Ok(Self {
            max_stress: check_parameter("largest stress of friction", stress, true)?,
            ..self
        })
    }

    /// The stiffness of the tangential spring, in parts of the normal one.
    #[must_use]
    pub fn stiffness(&self) -> f64 {
        self.stiffness
    }

    /// Whether there is any.
    #[must_use]
    pub fn is_any(&self) -> bool {
        self.coefficient > 0.0 || self.kinetic > 0.0
    }

    /// The coefficient at a slip speed.
    #[must_use]
    pub fn coefficient_at(&self, speed: f64) -> f64 {
        if self.kinetic == self.coefficient {
            return self.coefficient;
        }
        self.kinetic + (self.coefficient - self.kinetic) * (-self.decay * speed).exp()
    }

    /// The spring and the dashpot of contacts that stick, with this layer behind them.
    pub(super) fn along(&self, layer: &Layer) -> Along {
        let stiffness = self.stiffness * layer.kappa;
        Along { stiffness, viscosity: DASHPOT * 2.0 * (stiffness * layer.mass).sqrt() }
    }

    /// The largest friction per area at a velocity along the surface.
    fn limit(&self, velocity: &Vec3, pressure: f64) -> f64 {
        let is_constant = self.kinetic == self.coefficient;
        let speed = if is_constant { 0.0 } else { velocity.norm() };
        (self.coefficient_at(speed) * pressure).min(self.max_stress)
    }

    /// The force per area on A, and whether it is as large as it may be, so that the contact slides.
    pub(super) fn traction(&self, now: &Slip, along: &Along, memory: &mut Memory) -> (Vec3, bool) {
        let &Slip { normal, velocity, dt, pressure } = now;
        let limit = self.limit(&velocity, pressure);
        if dt == 0.0 {
            // A second call at the same time: the slip is up to date.
            let least = SLIDING * limit;
            return (memory.traction, memory.traction.norm_squared() >= least * least);
        }
        let dashpot = velocity * along.viscosity;
        let slip = turned(memory.slip, normal) + velocity * dt;
        let (traction, is_sliding) = at_most(slip * along.stiffness + dashpot, limit);
        let (spring, _) = at_most(traction - dashpot, limit);
        memory.slip = spring * (1.0 / along.stiffness);
        memory.traction = traction;
        (traction, is_sliding)
    }
}

/// The spring and the dashpot along the surface of contacts that stick, per area.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Along {
    pub(super) stiffness: f64,
    pub(super) viscosity: f64,
}

/// How a contact moves along the surface.
#[derive(Debug, Clone, Copy)]
pub(super) struct Slip {
    pub(super) normal: Vec3,
    /// That of B as seen from A, along the surface.
    pub(super) velocity: Vec3,
    /// For how long it has been so; 0 for a second call at the same time.
    pub(super) dt: f64,
    pub(super) pressure: f64,
}

/// A slip in the tangent plane of now, which has turned since the last time, with its length.
fn turned(slip: Vec3, normal: Vec3) -> Vec3 {
    let along = slip - normal * normal.dot(&slip);
    let squared = along.norm_squared();
    if squared > 0.0 { along * (slip.norm_squared() / squared).sqrt() } else { along }
}

/// A vector, shortened to a length, and whether it is that long, but for rounding.
fn at_most(vector: Vec3, limit: f64) -> (Vec3, bool) {
    let squared = vector.norm_squared();
    if squared > limit * limit {
        return (vector * (limit / squared.sqrt()), true);
    }
    let least = SLIDING * limit;
    (vector, squared >= least * least)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_traction_sticks_slips_and_keeps_its_length_as_the_surface_turns() {
        let friction = Friction::new(0.5).unwrap();
        // A stiffness of 10 and a viscosity of 0.4 * sqrt(10 * 0.1) along the surface.
        let layer = Layer { kappa: 20.0, mass: 0.1, heaviest: 0.1 };
        let mut memory = Memory::default();
        let mut pull = |normal: Vec3, velocity: [f64; 3], dt: f64| {
            let slip = Slip { normal, velocity: velocity.into(), dt, pressure: 4.0 };
            friction.traction(&slip, &friction.along(&layer), &mut memory).0
        };
        assert!((pull(Vec3::z(), [1.0, 0.0, 0.0], 0.1) - Vec3::x() * 1.4).norm() < 1e-14);
        assert!((pull(Vec3::z(), [0.0; 3], 0.1) - Vec3::x()).norm() < 1e-14);
        assert!((pull(Vec3::x(), [0.0, 1.0, 0.0], 0.1) - Vec3::y() * 1.4).norm() < 1e-14);
        assert!((pull(Vec3::z(), [0.0, 1.0, 0.0], 9.0) - Vec3::y() * 2.0).norm() < 1e-14);
        // Asked again at the same time.
        assert!((pull(Vec3::z(), [0.0, 1.0, 0.0], 0.0) - Vec3::y() * 2.0).norm() < 1e-14);
        assert!((memory.slip - Vec3::y() * 0.16).norm() < 1e-14);
    }

    #[test]
    fn the_coefficient_falls_with_speed_and_the_stress_is_limited() {
        let friction = Friction::new(0.5).unwrap().with_kinetic(0.2, 3.0).unwrap();
        let layer = Layer { kappa: 20.0, mass: 0.0, heaviest: 0.0 };
        let slide = |friction: Friction, speed: f64, pressure: f64| {
            let velocity = Vec3::new(speed, 0.0, 0.0);
            let memory = &mut Memory::default();
            let slip = Slip { normal: Vec3::z(), velocity, dt: 1e9, pressure };
            let (traction, is_sliding) = friction.traction(&slip, &friction.along(&layer), memory);
            assert!(is_sliding);
            traction.x
        };
        for speed in [1e-6_f64, 0.1, 1.0, 100.0] {
            let expected = 0.2 + 0.3 * (-3.0 * speed).exp();
            assert!((slide(friction, speed, 4.0) / 4.0 - expected).abs() < 1e-14, "{speed}");
        }
        // What sticks with nothing at rest, and rubs as soon as it moves.
        let viscous = Friction::NONE.with_kinetic(0.2, 3.0).unwrap();
        assert!((slide(viscous, 100.0, 4.0) - 0.8).abs() < 1e-14);
        let weak = friction.with_max_stress(0.9).unwrap();
        assert!((slide(weak, 100.0, 4.0) - 0.8).abs() < 1e-14);
        assert!((slide(weak, 100.0, 40.0) - 0.9).abs() < 1e-14);
        assert!(
            friction.with_kinetic(-0.1, 1.0).is_err() && friction.with_max_stress(0.0).is_err()
        );
    }
}
