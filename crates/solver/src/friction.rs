//! Coulomb friction, regularised by a spring that slips.
//!
//! While a contact sticks, a tangential spring remembers how far it has been dragged; where its
//! force would pass the friction coefficient times the normal force, it slips along. Its state is
//! the slip, three numbers carried with the contact: P. Cundall, O. Strack, A discrete numerical
//! model for granular assemblies, Géotechnique 29(1), 1979, 47-65, doi:10.1680/geot.1979.29.1.47.

use super::error::{Error, check};
use gapkit::Vec3;

/// How many numbers are carried along with each contact.
pub const HISTORY: usize = 3;

/// The friction of a contact.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Friction {
    coefficient: f64,
    /// The stiffness of the tangential spring, in parts of the normal one.
    pub(super) stiffness: f64,
}

impl Friction {
    /// No friction.
    pub const NONE: Self = Self { coefficient: 0.0, stiffness: 0.0 };

    /// Friction with this coefficient; while it sticks, a contact is half as stiff along the
    /// surface as across.
    ///
    /// # Errors
    /// If the coefficient is negative.
    pub fn new(coefficient: f64) -> Result<Self, Error> {
        Ok(Self { coefficient: check("friction coefficient", coefficient, true)?, stiffness: 0.5 })
    }

    /// The force on B. `velocity` is that of B as seen from A.
    pub(super) fn force(
        &self,
        normal: Vec3,
        velocity: Vec3,
        dt: f64,
        stiffness: f64,
        pressing: f64,
        slip: &mut [f64],
    ) -> Vec3 {
        if self.coefficient == 0.0 {
            return Vec3::zeros();
        }
        if dt == 0.0 {
            // A second call at the same time: the slip is up to date.
            return Vec3::from_column_slice(slip) * -stiffness;
        }
        let dragged = Vec3::from_column_slice(slip) + velocity * dt;
        // The tangent plane has turned since the last time.
        let mut along = dragged - normal * normal.dot(&dragged);
        let max_slip = self.coefficient * pressing / stiffness;
        let length = along.norm();
        if length > max_slip {
            along *= max_slip / length;
        }
        slip.copy_from_slice(along.as_slice());
        along * -stiffness
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_contact_sticks_first_and_then_slips() {
        let friction = Friction::new(0.5).unwrap();
        let mut slip = [0.0; HISTORY];
        let mut pull = |dt: f64| {
            let velocity = Vec3::new(1.0, 0.0, -3.0);
            friction.force(Vec3::z(), velocity, dt, 10.0, 4.0, &mut slip)
        };
        assert!((pull(0.1) - Vec3::new(-1.0, 0.0, 0.0)).norm() < 1e-14);
        assert!((pull(0.05) - Vec3::new(-1.5, 0.0, 0.0)).norm() < 1e-14);
        assert!((pull(1.0) - Vec3::new(-2.0, 0.0, 0.0)).norm() < 1e-14);
        assert!((pull(1.0) - Vec3::new(-2.0, 0.0, 0.0)).norm() < 1e-14);
        assert!((slip[0] - 0.2).abs() < 1e-14);
    }
}
