//! Forces that act off the facet that carries them.
//!
//! The two points of a contact are apart by the gap, and friction that acted on each at its own
//! point would be a couple that turns everything. So both act at a common point, at an arm `h` along
//! the normal `n` from each facet. With the gradients `g` of the facet's weights as seen along the
//! normal, the forces `-h (g . t) n` on its three nodes have no resultant, and move the force `t`
//! to the common point: `sum x (g . t) = t` on the facet, so that their moment is `h n x t`. The
//! velocity at the common point is the dual of it, so that the work of friction is that of the
//! forces on the nodes.

use crate::Vec3;

/// The cosine between a facet and a normal below which the facet cannot take up a moment. Facets
/// with an area in common have more than 0.7; sharp nodes may meet the rim of a facet from aside.
const MIN_COSINE: f64 = 0.3;

/// The gradients of the weights of a facet along the surface.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Lever {
    pub(super) gradients: [Vec3; 3],
}

impl Lever {
    /// `None` if the facet is flat, or is seen from aside.
    pub(super) fn new([a, b, c]: [Vec3; 3], normal: Vec3) -> Option<Self> {
        let cross = (b - a).cross(&(c - a));
        let seen = cross.dot(&normal);
        // Written so that a NaN has no lever.
        let is_faced = seen.abs() > MIN_COSINE * cross.norm();
        let gradient = |edge: Vec3| edge.cross(&normal) / seen;
        is_faced.then(|| Self { gradients: [b - c, c - a, a - b].map(gradient) })
    }

    /// An upper bound of the force on a node per force and arm.
    pub(super) fn turning(&self) -> f64 {
        self.gradients.iter().map(Vec3::norm_squared).fold(0.0, f64::max).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forces_on_nodes_have_the_moment_and_no_resultant() {
        let corners = [[0.1, 0.2, 0.3], [1.0, -0.1, 0.4], [0.3, 0.9, -0.2]].map(Vec3::from);
        let normal = Vec3::new(0.1, 0.3, 1.0).normalize();
        let along = Vec3::new(0.7, -0.4, 0.2);
        let force = along - normal * normal.dot(&along);
        let lever = Lever::new(corners, normal).unwrap();
        let arm = 0.02;
        let forces = lever.gradients.map(|g| normal * (-arm * g.dot(&force)));
        let sum: Vec3 = forces.iter().sum();
        let moment: Vec3 = corners.iter().zip(&forces).map(|(x, f)| x.cross(f)).sum();
        assert!(sum.norm() < 1e-15 && (moment - (normal * arm).cross(&force)).norm() < 1e-15);
        assert!(forces.iter().all(|f| f.norm() <= arm * lever.turning() * force.norm()));
        assert!(Lever::new([Vec3::x(), Vec3::x() * 2.0, Vec3::x() * 4.0], Vec3::z()).is_none());
        assert!(Lever::new([Vec3::x(), Vec3::y(), Vec3::zeros()], Vec3::x()).is_none());
    }
}
