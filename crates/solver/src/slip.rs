//! Friction between grains: a spring for each contact, which has no area.

use gapkit::Vec3;
use gapkit::forces::Friction;

/// How many numbers are carried along with each contact of grains.
pub const HISTORY: usize = 3;

/// The force on B with a stiffness along the surface, at a normal force `pressing`. `velocity` is that
/// of B as seen from A.
pub(super) fn force(
    friction: &Friction,
    [normal, velocity]: [Vec3; 2],
    dt: f64,
    [stiffness, pressing]: [f64; 2],
    slip: &mut [f64],
) -> Vec3 {
    if !friction.is_any() {
        return Vec3::zeros();
    }
    if dt == 0.0 {
        // A second call at the same time: the slip is up to date.
        return Vec3::from_column_slice(slip) * -stiffness;
    }
    let dragged = Vec3::from_column_slice(slip) + velocity * dt;
    // The tangent plane has turned since the last time.
    let mut along = dragged - normal * normal.dot(&dragged);
    let speed = (velocity - normal * normal.dot(&velocity)).norm();
    let max_slip = friction.coefficient_at(speed) * pressing / stiffness;
    let length = along.norm();
    if length > max_slip {
        along *= max_slip / length;
    }
    slip.copy_from_slice(along.as_slice());
    along * -stiffness
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
            force(&friction, [Vec3::z(), velocity], dt, [10.0, 4.0], &mut slip)
        };
        assert!((pull(0.1) - Vec3::new(-1.0, 0.0, 0.0)).norm() < 1e-14);
        assert!((pull(0.05) - Vec3::new(-1.5, 0.0, 0.0)).norm() < 1e-14);
        assert!((pull(1.0) - Vec3::new(-2.0, 0.0, 0.0)).norm() < 1e-14);
        assert!((pull(1.0) - Vec3::new(-2.0, 0.0, 0.0)).norm() < 1e-14);
        assert!((slip[0] - 0.2).abs() < 1e-14);
    }
}
