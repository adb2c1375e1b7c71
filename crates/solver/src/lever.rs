//! Forces that act off the facet that carries them.
//!
//! The two points of a contact are apart by the gap, and friction that acted on each at its own
//! point would be a couple that turns everything. So both act at a common point. From there to the
//! facet the force has a moment, which the nodes take up by the forces of a rigid rotation: with
//! arms `r` from the centroid, `theta x r` where the inertia of the three points times `theta` is
//! the moment. The velocity at the common point is the dual of it, so that the work of friction is
//! that of the forces on the nodes.

use gapkit::Vec3;
use nalgebra::Matrix3;

/// A facet and how it turns.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lever {
    arms: [Vec3; 3],
    inverse_inertia: Matrix3<f64>,
}

impl Lever {
    /// `None` if the three points are on a line.
    pub(super) fn new(corners: [Vec3; 3]) -> Option<Self> {
        let arms = arms(&corners);
        let inertia: Matrix3<f64> = arms
            .iter()
            .map(|arm| Matrix3::identity() * arm.norm_squared() - arm * arm.transpose())
            .sum();
        Some(Self { arms, inverse_inertia: inertia.try_inverse()? })
    }

    /// The angular velocity of points with these velocities.
    pub(super) fn spin(&self, velocities: [Vec3; 3]) -> Vec3 {
        let moments = self.arms.iter().zip(&velocities).map(|(arm, v)| arm.cross(v));
        self.inverse_inertia * moments.sum::<Vec3>()
    }

    /// An upper bound of what a moment of 1 twists.
    pub(super) fn compliance(&self) -> f64 {
        self.inverse_inertia.norm()
    }

    /// An upper bound of the force on a point for a moment of 1.
    pub(super) fn turning(&self) -> f64 {
        self.compliance() * self.arms.iter().map(Vec3::norm).fold(0.0, f64::max)
    }

    /// What makes a moment: the force on each point is this vector times its arm.
    pub(super) fn twist(&self, moment: Vec3) -> Vec3 {
        self.inverse_inertia * moment
    }
}

/// From the centroid of three points to each of them.
pub(super) fn arms(corners: &[Vec3; 3]) -> [Vec3; 3] {
    let centroid = (corners[0] + corners[1] + corners[2]) / 3.0;
    corners.map(|corner| corner - centroid)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_twist_has_the_moment_and_its_work_is_that_of_the_spin() {
        let corners = [[0.1, 0.2, 0.3], [1.0, -0.1, 0.4], [0.3, 0.9, -0.2]].map(Vec3::from);
        let velocities = [[0.3, 0.1, 0.5], [-0.2, 0.7, 0.1], [0.4, -0.6, 0.9]].map(Vec3::from);
        let lever = Lever::new(corners).unwrap();
        let moment = Vec3::new(0.7, -0.3, 0.2);
        let forces = arms(&corners).map(|arm| lever.twist(moment).cross(&arm));
        let sum: Vec3 = forces.iter().sum();
        let turning: Vec3 = corners.iter().zip(&forces).map(|(x, f)| x.cross(f)).sum();
        assert!(sum.norm() < 1e-15 && (turning - moment).norm() < 1e-14);
        let power: f64 = forces.iter().zip(&velocities).map(|(f, v)| f.dot(v)).sum();
        assert!((power - moment.dot(&lever.spin(velocities))).abs() < 1e-14);
        assert!(Lever::new([Vec3::x(), Vec3::x() * 2.0, Vec3::x() * 4.0]).is_none());
    }
}
