//! A rigid body that moves freely.
//!
//! Angular momenta are kept in space: a grain that nothing acts on keeps its own to the last bit
//! while it tumbles.

use nalgebra::{Quaternion, Translation3, UnitQuaternion};

use gapkit::Vec3;
use gapkit::scene::Shape;
use gapkit::shape::Pose;

/// A rigid body.
#[derive(Clone)]
pub struct Grain {
    /// Its shape, around its centre of mass and along its principal axes.
    pub shape: Shape,
    /// Its mass.
    pub mass: f64,
    /// Its moments of inertia about the principal axes.
    pub inertia: Vec3,
    /// Where it is.
    pub pose: Pose,
    /// The velocity of its centre.
    pub velocity: Vec3,
    /// Its angular momentum, in space.
    pub spin: Vec3,
}

impl std::fmt::Debug for Grain {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Grain").field("mass", &self.mass).field("pose", &self.pose).finish()
    }
}

impl Grain {
    /// The angular velocity, in space.
    #[must_use]
    pub fn angular_velocity(&self) -> Vec3 {
        let body = self.pose.rotation.inverse() * self.spin;
        self.pose.rotation * body.component_div(&self.inertia)
    }

    /// The radius of a sphere of the same mass and mean moment of inertia.
    #[must_use]
    pub fn radius(&self) -> f64 {
        (2.5 * self.inertia.mean() / self.mass).sqrt()
    }

    /// The velocity at a point, with the angular velocity that is known.
    pub(super) fn velocity_at(&self, point: Vec3, angular_velocity: &Vec3) -> Vec3 {
        self.velocity + angular_velocity.cross(&(point - self.pose.translation.vector))
    }

    /// The kinetic energy.
    #[must_use]
    pub fn kinetic(&self) -> f64 {
        0.5 * (self.mass * self.velocity.norm_squared() + self.spin.dot(&self.angular_velocity()))
    }

    /// Moves the grain by one time step.
    pub(super) fn advance(&mut self, dt: f64) {
        self.pose.translation =
            Translation3::from(self.pose.translation.vector + self.velocity * dt);
        // Midpoint rule: the angular velocity is that at half the step.
        let start = self.pose.rotation;
        self.pose.rotation = turned(start, self.angular_velocity() * (0.5 * dt));
        let middle = self.angular_velocity();
        self.pose.rotation = turned(start, middle * dt);
    }
}

/// A rotation followed by one about a vector, whose length is the angle.
fn turned(rotation: UnitQuaternion<f64>, about: Vec3) -> UnitQuaternion<f64> {
    let turn = UnitQuaternion::from_scaled_axis(about);
    // Products of unit quaternions drift from unit length.
    let product: Quaternion<f64> = turn.into_inner() * rotation.into_inner();
    UnitQuaternion::new_normalize(product)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    fn brick() -> Grain {
        let shape = gapkit::shape::Cuboid::new([0.0; 3], [1.0, 2.0, 3.0]).unwrap();
        Grain {
            shape: Arc::new(shape),
            mass: 3.0,
            inertia: Vec3::new(13.0, 10.0, 5.0),
            pose: Pose::identity(),
            velocity: Vec3::zeros(),
            // Near the axis that is unstable.
            spin: Vec3::new(0.1, 10.0, 0.1),
        }
    }

    #[test]
    fn a_tumbling_brick_keeps_its_energy() {
        let mut grain = brick();
        let before = grain.kinetic();
        let mut max: f64 = 0.0;
        for _ in 0..20_000 {
            grain.advance(0.01);
            max = max.max((grain.kinetic() / before - 1.0).abs());
        }
        assert!(max < 1e-4, "{max}");
        // It turned over: about the unstable axis it does.
        assert!((grain.pose.rotation * Vec3::y()).y < 0.9999);
    }
}
