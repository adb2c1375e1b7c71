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

/// The gradients of the weights of a facet along the surface: its edges, each opposite to its node,
/// turned by a right angle about the normal, over twice the area that is seen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Lever {
    edges: [Vec3; 3],
    normal: Vec3,
    scale: f64,
}

impl Lever {
    /// `None` if the facet is flat, or is seen from aside.
    #[inline]
    pub(super) fn new([a, b, c]: [Vec3; 3], normal: Vec3) -> Option<Self> {
        let cross = (b - a).cross(&(c - a));
        let seen = cross.dot(&normal);
        // Written so that a NaN has no lever.
        let is_faced = seen * seen > MIN_COSINE * MIN_COSINE * cross.norm_squared();
        is_faced.then(|| Self { edges: [b - c, c - a, a - b], normal, scale: 1.0 / seen })
    }

    /// An upper bound of the force on a node per force and arm.
    #[inline]
    pub(super) fn turning(&self) -> f64 {
        let along = |edge: &Vec3| {
            let across = edge.dot(&self.normal);
            edge.norm_squared() - across * across
        };
        self.edges.iter().map(along).fold(0.0, f64::max).sqrt() * self.scale.abs()
    }

    /// The sum of the gradients times these numbers of nodes.
    #[inline]
    pub(super) fn sum(&self, of_nodes: [f64; 3]) -> Vec3 {
        let [a, b, c] = [0, 1, 2].map(|k| self.edges[k] * of_nodes[k]);
        (a + b + c).cross(&self.normal) * self.scale
    }

    /// The gradients along a vector.
    #[inline]
    pub(super) fn along(&self, vector: &Vec3) -> [f64; 3] {
        let turned = self.normal.cross(vector) * self.scale;
        self.edges.map(|edge| edge.dot(&turned))
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
        let forces = lever.along(&force).map(|along| normal * (-arm * along));
        let sum: Vec3 = forces.iter().sum();
        let moment: Vec3 = corners.iter().zip(&forces).map(|(x, f)| x.cross(f)).sum();
        assert!(sum.norm() < 1e-15 && (moment - (normal * arm).cross(&force)).norm() < 1e-15);
        assert!(forces.iter().all(|f| f.norm() <= arm * lever.turning() * force.norm()));
        // The sum is the dual of it.
        let numbers = [0.3, -0.8, 0.5];
        let sum = (0..3).map(|k| numbers[k] * lever.along(&force)[k]).sum::<f64>();
        assert!((lever.sum(numbers).dot(&force) - sum).abs() < 1e-14);
        assert!(Lever::new([Vec3::x(), Vec3::x() * 2.0, Vec3::x() * 4.0], Vec3::z()).is_none());
        assert!(Lever::new([Vec3::x(), Vec3::y(), Vec3::zeros()], Vec3::x()).is_none());
    }
}
