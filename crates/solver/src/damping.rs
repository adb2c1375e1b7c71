//! Damping of deformation that leaves rigid motion alone.
//!
//! Each body's velocity field is split into its rigid part, which has all of the linear and angular
//! momentum, and the rest, which is damped in proportion to mass. So a falling or spinning body is
//! not braked, and the damping forces of a body have neither resultant nor moment.

use std::ops::Range;

use nalgebra::Matrix3;

use gapkit::Vec3;

/// The rigid motion with the momentum of a velocity field.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RigidMotion {
    /// The mass.
    pub mass: f64,
    /// The centre of mass.
    pub center: Vec3,
    /// Its velocity.
    pub velocity: Vec3,
    /// The angular velocity.
    pub spin: Vec3,
}

impl RigidMotion {
    /// Of nodes with these masses, positions and velocities.
    pub(super) fn of(mass: &[f64], x: &[[f64; 3]], v: &[Vec3]) -> Self {
        let total: f64 = mass.iter().sum();
        // As seen from the first node: far from the origin, places are rounded by more than arms.
        let first = x.first().map_or(Vec3::zeros(), |x| Vec3::from(*x));
        let (mut middle, mut velocity) = (Vec3::zeros(), Vec3::zeros());
        for i in 0..mass.len() {
            middle += (Vec3::from(x[i]) - first) * mass[i];
            velocity += v[i] * mass[i];
        }
        middle /= total;
        velocity /= total;
        let (mut moment, mut inertia) = (Vec3::zeros(), Matrix3::zeros());
        for i in 0..mass.len() {
            let arm = Vec3::from(x[i]) - first - middle;
            moment += arm.cross(&(v[i] - velocity)) * mass[i];
            inertia += (Matrix3::identity() * arm.norm_squared() - arm * arm.transpose()) * mass[i];
        }
        let center = first + middle;
        let spin = inertia.try_inverse().map_or(Vec3::zeros(), |inverse| inverse * moment);
        Self { mass: total, center, velocity, spin }
    }

    /// The velocity of a point.
    #[must_use]
    pub fn at(&self, point: Vec3) -> Vec3 {
        self.velocity + self.spin.cross(&(point - self.center))
    }
}

/// Adds the damping forces of one body.
pub(super) fn damp(
    rate: f64,
    nodes: Range<usize>,
    mass: &[f64],
    x: &[[f64; 3]],
    v: &[Vec3],
    forces: &mut [Vec3],
) {
    let motion = RigidMotion::of(&mass[nodes.clone()], &x[nodes.clone()], &v[nodes.clone()]);
    for i in nodes {
        forces[i] -= (v[i] - motion.at(x[i].into())) * (rate * mass[i]);
    }
}
