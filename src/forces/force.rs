//! The force of a contact.

use super::link::Link;
use super::motion::Motion;
use crate::Vec3;

/// The forces of a contact in this step.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Force {
    /// The elastic force along the normal; on B, and the opposite on A.
    pub spring: Vec3,
    /// The damping along the normal.
    pub dashpot: Vec3,
    /// The friction.
    pub friction: Vec3,
    /// Offset less gap; negative where the contact does not push.
    pub closure: f64,
    /// The area with which it pushes. That of a sharp node never grows while it is in contact.
    pub area: f64,
    /// The elastic energy.
    pub energy: f64,
    /// Where it acts: the point on A, and the normal of the contact.
    pub(super) point: Vec3,
    pub(super) normal: Vec3,
    /// The speed at which the surfaces approach.
    pub(super) closing: f64,
    /// The largest stiffness and viscosity across the surface, and both along it, for the time step.
    pub(super) stiffness: f64,
    pub(super) viscosity: f64,
    pub(super) along: [f64; 2],
    /// The forces along the normal on three nodes of A and three of B that move friction to the
    /// common point of both sides, and how large they are at most per friction: see `lever`.
    pub(super) turns: [f64; 6],
    pub(super) leverage: [f64; 2],
    /// Whether the contact slides, and the part by which its friction is less than that of the law.
    pub(super) is_sliding: bool,
    pub(super) relief: f64,
    /// What spring, dashpot and friction give to the bodies per time.
    pub(super) powers: [f64; 3],
}

impl Force {
    /// All of it, on B.
    #[must_use]
    #[inline]
    pub fn total(&self) -> Vec3 {
        self.spring + self.dashpot + self.friction
    }

    /// Gives the elastic force this share of what it was.
    pub(super) fn scale_spring(&mut self, share: f64) {
        self.spring *= share;
        self.powers[0] *= share;
    }

    /// Lessens friction by a part, whose power is counted as that of the spring.
    pub(super) fn relieve(&mut self, part: f64) {
        self.relief = part;
        self.friction *= 1.0 - part;
        self.turns.iter_mut().for_each(|turn| *turn *= 1.0 - part);
        self.powers[0] -= part * self.powers[2];
    }

    /// The powers at other velocities.
    pub(super) fn update_powers(&mut self, link: &Link, bodies: [u32; 2], motion: &Motion) {
        let velocity = link.relative(motion.v) + motion.rigid_at(bodies, link.is_mesh, self.point);
        self.powers = [&self.spring, &self.dashpot, &self.friction].map(|f| f.dot(&velocity));
        for k in 0..6 {
            self.powers[2] += self.turns[k] * self.normal.dot(&motion.v[link.nodes[k] as usize]);
        }
        self.powers[2] /= 1.0 - self.relief;
        self.powers[0] -= self.relief * self.powers[2];
    }
}
