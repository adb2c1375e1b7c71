//! How everything moves while forces are evaluated.

use crate::Vec3;

/// When forces are evaluated.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Time {
    /// At the start, when contacts hold what they hold.
    Start,
    /// Once more at the same time, after a step of this length: friction does not advance.
    Again(f64),
    /// After a step of this length.
    After(f64),
}

impl Time {
    /// The last time step; 0 at the start.
    pub(super) fn step(self) -> f64 {
        match self {
            Self::Start => 0.0,
            Self::Again(dt) | Self::After(dt) => dt,
        }
    }

    /// The time since forces were last evaluated.
    pub(super) fn advance(self) -> f64 {
        if let Self::After(dt) = self { dt } else { 0.0 }
    }
}

/// The motion of a rigid shape or of a half-space.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct RigidVelocity {
    /// The velocity of a point of the body.
    pub velocity: Vec3,
    /// The angular velocity.
    pub spin: Vec3,
    /// The point.
    pub point: Vec3,
}

impl RigidVelocity {
    /// The velocity at a point.
    #[must_use]
    pub fn at(&self, point: Vec3) -> Vec3 {
        self.velocity + self.spin.cross(&(point - self.point))
    }
}

/// Where the nodes of all meshes are and how they move, one body after the other.
#[derive(Debug, Clone, Copy)]
pub struct Motion<'a> {
    /// The positions.
    pub x: &'a [[f64; 3]],
    /// The velocities; of leapfrog schemes those half a step ago, which led to the positions.
    pub v: &'a [Vec3],
    /// How each body moves that is no mesh, in the order of all bodies; meshes have any entry. What
    /// is not there is at rest.
    pub rigid: &'a [RigidVelocity],
}

impl Motion<'_> {
    /// What bodies without nodes add to the velocity of B as seen from A at a point.
    #[inline]
    pub(super) fn rigid_at(&self, bodies: [u32; 2], is_mesh: [bool; 2], point: Vec3) -> Vec3 {
        let mut sum = Vec3::zeros();
        for (side, sign) in [(0, -1.0), (1, 1.0)] {
            if let (false, Some(motion)) = (is_mesh[side], self.rigid.get(bodies[side] as usize)) {
                sum += motion.at(point) * sign;
            }
        }
        sum
    }
}
