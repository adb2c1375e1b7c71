//! What resists sliding and rolling of grains: a spring and a dashpot that give way at a limit.
//!
//! P. Cundall, O. Strack, A discrete numerical model for granular assemblies, Géotechnique 29(1), 1979,
//! 47-65, doi:10.1680/geot.1979.29.1.47. Rolling is the elastic-plastic model of J. Ai, J.-F. Chen,
//! J. M. Rotter, J. Y. Ooi, Assessment of rolling resistance models in discrete element simulations,
//! Powder Technology 206(3), 2011, 269-282, doi:10.1016/j.powtec.2010.09.030: a pile stands, where a
//! moment against the direction of rolling alone would let it creep.

use gapkit::Vec3;

/// How many numbers are carried along with each contact of grains: the slip, the stiffness along the
/// surface that it was stretched with, and how far it has rolled.
pub const HISTORY: usize = 7;

const SLIP: std::ops::Range<usize> = 0..3;
const STIFFNESS: usize = 3;
const ROLLED: std::ops::Range<usize> = 4..7;

/// A spring and a dashpot, and the most that they resist with.
#[derive(Debug, Clone, Copy)]
pub(super) struct Resistance {
    pub(super) stiffness: f64,
    pub(super) viscosity: f64,
    pub(super) limit: f64,
}

impl Resistance {
    /// What acts on B, whose rate as seen from A this is.
    fn against(&self, [normal, rate]: [Vec3; 2], dt: f64, stretch: &mut [f64]) -> Vec3 {
        let across = |v: Vec3| v - normal * normal.dot(&v);
        let rate = across(rate);
        let dashpot = rate * self.viscosity;
        // The tangent plane has turned since the last time.
        let stretched = across(Vec3::from_column_slice(stretch)) + rate * dt;
        let resisting = at_most(stretched * self.stiffness + dashpot, self.limit);
        let spring = at_most(resisting - dashpot, self.limit) / self.stiffness;
        stretch.copy_from_slice(spring.as_slice());
        -resisting
    }
}

/// The friction on B. A spring that becomes stiffer under load keeps its force: else it would make
/// energy.
pub(super) fn friction(
    resistance: &Resistance,
    motion: [Vec3; 2],
    dt: f64,
    history: &mut [f64],
) -> Vec3 {
    let last = std::mem::replace(&mut history[STIFFNESS], resistance.stiffness);
    if last > 0.0 && resistance.stiffness > last {
        history[SLIP].iter_mut().for_each(|slip| *slip *= last / resistance.stiffness);
    }
    resistance.against(motion, dt, &mut history[SLIP])
}

/// The moment on B that resists rolling.
pub(super) fn rolling(
    resistance: &Resistance,
    motion: [Vec3; 2],
    dt: f64,
    history: &mut [f64],
) -> Vec3 {
    resistance.against(motion, dt, &mut history[ROLLED])
}

/// A vector, shortened to a length.
fn at_most(vector: Vec3, limit: f64) -> Vec3 {
    let length = vector.norm();
    if length > limit { vector * (limit / length) } else { vector }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_contact_sticks_first_and_then_slips() {
        let resistance = Resistance { stiffness: 10.0, viscosity: 0.0, limit: 2.0 };
        let mut history = [0.0; HISTORY];
        let mut pull = |dt: f64| {
            let velocity = Vec3::new(1.0, 0.0, -3.0);
            friction(&resistance, [Vec3::z(), velocity], dt, &mut history)
        };
        assert!((pull(0.1) - Vec3::new(-1.0, 0.0, 0.0)).norm() < 1e-14);
        assert!((pull(0.05) - Vec3::new(-1.5, 0.0, 0.0)).norm() < 1e-14);
        assert!((pull(1.0) - Vec3::new(-2.0, 0.0, 0.0)).norm() < 1e-14);
        assert!((pull(1.0) - Vec3::new(-2.0, 0.0, 0.0)).norm() < 1e-14);
        assert!((history[0] - 0.2).abs() < 1e-14);
    }

    #[test]
    fn a_spring_that_stiffens_keeps_its_force_and_one_that_softens_loses_some() {
        let mut history = [0.0; HISTORY];
        let mut force = |stiffness: f64, velocity: f64| {
            let resistance = Resistance { stiffness, viscosity: 0.0, limit: 100.0 };
            friction(&resistance, [Vec3::z(), Vec3::x() * velocity], 1.0, &mut history).x
        };
        assert!((force(10.0, 1.0) + 10.0).abs() < 1e-14);
        assert!((force(20.0, 0.0) + 10.0).abs() < 1e-14);
        assert!((force(10.0, 0.0) + 5.0).abs() < 1e-14);
    }
}
