//! Rigid bodies: meshes that move and turn, and do not deform.
//!
//! Contacts push on the nodes of a rigid body as on those of any other. What they change of its
//! linear and angular momentum is kept, and the rest of it is not: velocities of nodes are those of
//! the rigid motion with the same momenta. That is the motion of all constraint forces that do no
//! work. Nodes are turned about the centre of mass, with the angular momentum as it is: the rate of
//! turning is that of the middle of the step, so that the scheme is of second order. Momenta and shape
//! are kept to a small multiple of rounding in each step.

use nalgebra::{Matrix3, Rotation3};

use super::damping::RigidMotion;
use super::leapfrog::Solver;
use gapkit::Vec3;

/// A rigid body within a step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Turn {
    motion: RigidMotion,
    /// The inverse of the inertia about the centre, and the angular momentum.
    compliance: Matrix3<f64>,
    moment: Vec3,
}

impl Turn {
    /// Of nodes with these masses, positions and velocities.
    pub(super) fn of(mass: &[f64], x: &[[f64; 3]], v: &[Vec3]) -> Self {
        let motion = RigidMotion::of(mass, x, v);
        let mut inertia = Matrix3::zeros();
        for (mass, x) in mass.iter().zip(x) {
            let arm = Vec3::from(*x) - motion.center;
            inertia += (Matrix3::identity() * arm.norm_squared() - arm * arm.transpose()) * *mass;
        }
        let compliance = inertia.try_inverse().unwrap_or_else(Matrix3::zeros);
        Self { motion, compliance, moment: inertia * motion.spin }
    }

    /// The angular velocity with the same angular momentum after a rotation.
    fn spin_after(&self, turn: &Rotation3<f64>) -> Vec3 {
        turn * (self.compliance * (turn.inverse() * self.moment))
    }

    /// Moves nodes on by a step, and gives them the velocities of the motion after it.
    pub(super) fn advance(&self, dt: f64, x: &mut [[f64; 3]], v: &mut [Vec3]) {
        let half = Rotation3::new(self.motion.spin * (0.5 * dt));
        let turn = Rotation3::new(self.spin_after(&half) * dt);
        let center = self.motion.center + self.motion.velocity * dt;
        let after = RigidMotion { center, spin: self.spin_after(&turn), ..self.motion };
        for (x, v) in x.iter_mut().zip(v) {
            let place = center + turn * (Vec3::from(*x) - self.motion.center);
            (*x, *v) = (place.into(), after.at(place));
        }
    }
}

impl Solver {
    /// Gives rigid bodies the velocities of rigid motions with the momenta that their nodes have.
    pub(super) fn stiffen(&mut self) {
        let Self { bodies, x, v, .. } = self;
        for body in bodies.list.iter().filter(|body| body.is_rigid) {
            let nodes = body.nodes();
            let of = nodes.clone();
            let motion = RigidMotion::of(&bodies.mass[of.clone()], &x[of.clone()], &v[of]);
            nodes.for_each(|node| v[node] = motion.at(x[node].into()));
        }
    }

    /// Moves all nodes on by a step. Those of rigid bodies are turned, and have the velocities of the
    /// motion after it.
    pub(super) fn drift(&mut self, dt: f64) {
        let Self { bodies, x, v, .. } = self;
        for body in &bodies.list {
            let nodes = body.nodes();
            let (x, v) = (&mut x[nodes.clone()], &mut v[nodes.clone()]);
            if body.is_rigid {
                Turn::of(&bodies.mass[nodes], x, v).advance(dt, x, v);
            } else {
                x.iter_mut().zip(v).for_each(|(x, v)| *x = (Vec3::from(*x) + *v * dt).into());
            }
        }
    }
}
