//! What a body brings into its contacts: stiffness and mass of the layer at its surface.

use super::material::Material;
use super::penalty::Penalty;

/// The stiffness per mass of the surface and (speed / offset)² that stops it. The energy of a
/// contact that is closed by three quarters of the offset is `0.14 kappa h²`, so that 3.6 would stop
/// the nodes of the surface alone; what is behind them pushes on.
const STOPPING: f64 = 8.0;

/// Beyond this part of the offset in a step of the elements an approach is fast, and the stiffness
/// per mass grows by so much more: the first touch of a coarse ball has little area, and all the mass
/// of a node behind it.
pub(super) const FAST: f64 = 0.75;
const STOPPING_FAST: f64 = 30_000.0;

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
    /// That of a body of this material with this depth of surface elements, which allow the time
    /// step `dt`. It is one for the whole body: if it changed along the surface, so would the
    /// pressure between flat faces, and a body that slides would gain or lose energy.
    pub(super) fn new(penalty: &Penalty, material: &Material, depth: f64, dt: f64) -> Self {
        let mass = material.density * depth;
        let bound = 0.5 * penalty.soft * mass / (dt * dt);
        Self { kappa: (penalty.factor * material.bulk / depth).min(bound), mass, heaviest: mass }
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

#[cfg(test)]
mod tests {
    use super::super::penalty::SOFT_BOUND;
    use super::*;

    #[test]
    fn the_stiffness_is_bounded_by_mass_and_time_step() {
        let penalty = Penalty::new(0.5).unwrap().with_factor(3.0).unwrap();
        let (material, depth) = (Material::new(10.0, 2.0).unwrap(), 0.1);
        let slow = Layer::new(&penalty, &material, depth, 1e-3);
        assert_eq!(slow, Layer { kappa: 3.0 * 10.0 / depth, mass: 0.2, heaviest: 0.2 });
        let fast = Layer::new(&penalty, &material, depth, 0.2);
        assert!((2.0 * fast.kappa - SOFT_BOUND * 0.2 / 0.04).abs() < 1e-12, "{fast:?}");
        let soft = penalty.with_soft_bound(0.25).unwrap();
        assert_eq!(128.0 * Layer::new(&soft, &material, depth, 0.2).kappa, fast.kappa);
    }
}
