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
        let inertia = inertia(mass, x, motion.center);
        let compliance = inertia.try_inverse().unwrap_or_else(Matrix3::zeros);
        Self { motion, compliance, moment: inertia * motion.spin }
    }

    /// The angular velocity with the same angular momentum after a rotation.
    fn spin_after(&self, turn: &Rotation3<f64>) -> Vec3 {
        turn * (self.compliance * (turn.inverse() * self.moment))
    }

    /// Moves nodes on by a step, and gives them the velocities of the motion after it. Their inertia is
    /// that of where they are: rotations are rounded, and in each step a little in the same sense.
    pub(super) fn advance(&self, dt: f64, mass: &[f64], x: &mut [[f64; 3]], v: &mut [Vec3]) {
        let half = Rotation3::new(self.motion.spin * (0.5 * dt));
        let turn = Rotation3::new(self.spin_after(&half) * dt);
        let center = self.motion.center + self.motion.velocity * dt;
        for x in x.iter_mut() {
            *x = (center + turn * (Vec3::from(*x) - self.motion.center)).into();
        }
        let after = inertia(mass, x, center).try_inverse();
        let spin = after.map_or(Vec3::zeros(), |compliance| compliance * self.moment);
        let after = RigidMotion { center, spin, ..self.motion };
        after.give(mass, x, v);
    }
}

impl RigidMotion {
    /// Gives nodes the velocities of the motion. What the rounding of places makes of its momenta is
    /// mended: it is much the same in each step, and would add up.
    fn give(&self, mass: &[f64], x: &[[f64; 3]], v: &mut [Vec3]) {
        v.iter_mut().zip(x).for_each(|(v, x)| *v = self.at(Vec3::from(*x)));
        let given = Self::of(mass, x, v);
        let missing = Self {
            velocity: self.velocity - given.velocity,
            spin: self.spin - given.spin,
            ..given
        };
        v.iter_mut().zip(x).for_each(|(v, x)| *v += missing.at(Vec3::from(*x)));
    }
}

/// The inertia of nodes about a centre.
fn inertia(mass: &[f64], x: &[[f64; 3]], center: Vec3) -> Matrix3<f64> {
    let mut sum = Matrix3::zeros();
    for (mass, x) in mass.iter().zip(x) {
        let arm = Vec3::from(*x) - center;
        sum += (Matrix3::identity() * arm.norm_squared() - arm * arm.transpose()) * *mass;
    }
    sum
}

impl Solver {
    /// Gives rigid bodies the velocities of rigid motions with the momenta that their nodes have.
    pub(super) fn stiffen(&mut self) {
        let Self { bodies, x, v, .. } = self;
        for body in bodies.list.iter().filter(|body| body.is_rigid) {
            let nodes = body.nodes();
            let (mass, x) = (&bodies.mass[nodes.clone()], &x[nodes.clone()]);
            RigidMotion::of(mass, x, &v[nodes.clone()]).give(mass, x, &mut v[nodes]);
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
                let mass = &bodies.mass[nodes];
                Turn::of(mass, x, v).advance(dt, mass, x, v);
            } else {
                x.iter_mut().zip(v).for_each(|(x, v)| *x = (Vec3::from(*x) + *v * dt).into());
            }
        }
    }
}
