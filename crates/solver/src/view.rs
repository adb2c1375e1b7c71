//! Read access to the state of a run.

use super::body::Body;
use super::damping::RigidMotion;
use super::error::Error;
use super::leapfrog::Solver;
use super::tally::{Clock, Tally};
use gapkit::Vec3;
use gapkit::forces::{Force, Pair};
use gapkit::scene::{Contact, Scene};

impl Solver {
    /// The simulated time.
    #[must_use]
    pub fn time(&self) -> f64 {
        self.time
    }

    /// How many steps have been done.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.step
    }

    /// The last time step; 0 before the first.
    #[must_use]
    pub fn time_step(&self) -> f64 {
        self.last_dt
    }

    /// The bodies, planes among them, in the order in which they were added.
    #[must_use]
    pub fn bodies(&self) -> &[Body] {
        &self.bodies.list
    }

    /// The positions of all nodes at rest.
    #[must_use]
    pub fn rest_positions(&self) -> &[[f64; 3]] {
        &self.bodies.rest_positions
    }

    /// The positions of all nodes.
    #[must_use]
    pub fn positions(&self) -> &[[f64; 3]] {
        &self.x
    }

    /// The velocities of all nodes, half a step ago.
    #[must_use]
    pub fn velocities(&self) -> &[Vec3] {
        &self.v
    }

    /// The lumped masses of all nodes.
    #[must_use]
    pub fn masses(&self) -> &[f64] {
        &self.bodies.mass
    }

    /// The nodes of each element of all bodies.
    pub fn tets(&self) -> impl ExactSizeIterator<Item = [u32; 4]> {
        self.bodies.elements.iter().map(|element| element.nodes)
    }

    /// The equivalent stress of each element of all bodies.
    pub fn von_mises(&self) -> impl Iterator<Item = f64> {
        self.bodies.elements.iter().enumerate().map(|(number, element)| {
            let material = self.bodies.material(number);
            material.map_or(0.0, |material| material.von_mises(&element.gradient(&self.x)))
        })
    }

    /// The scene, with the contacts of the last detection.
    #[must_use]
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// The contacts and their forces, where the forces are known: after [`entry`](Self::entry), or
    /// those of the beginning of the last step.
    pub fn contacts(&self) -> impl Iterator<Item = (&Contact, &Force)> {
        self.scene.contacts().iter().zip(self.contacts.of_contacts())
    }

    /// The pairs of bodies that have met so far, in the order of their numbers, with the forces and
    /// energies of their contacts.
    #[must_use]
    pub fn pairs(&self) -> &[Pair] {
        self.contacts.pairs()
    }

    /// The share of all mass that [`Settings::with_mass_scaling`](super::Settings::with_mass_scaling)
    /// has added.
    #[must_use]
    pub fn added_mass(&self) -> f64 {
        let [added, all] = [&self.bodies.added, &self.bodies.mass].map(|m| m.iter().sum::<f64>());
        if all > 0.0 { added / all } else { 0.0 }
    }

    /// The force of all contacts on a body.
    #[must_use]
    pub fn contact_force(&self, body: u32) -> Vec3 {
        self.contacts().fold(Vec3::zeros(), |sum, (contact, force)| {
            let [a, b] = contact.sides.each_ref().map(|side| f64::from(side.body == body));
            sum + force.total() * (b - a)
        })
    }

    /// All forces on a node but gravity, among the nodes of all bodies; known when those of contacts
    /// are.
    #[must_use]
    pub fn nodal_force(&self, node: usize) -> Vec3 {
        self.force_on(node)
    }

    /// The rigid part of a body's motion, half a step ago.
    ///
    /// # Errors
    /// If there is no such body.
    pub fn rigid_motion(&self, body: u32) -> Result<RigidMotion, Error> {
        let (number, count) = (body as usize, self.bodies.list.len());
        let found = self.bodies.list.get(number);
        let nodes = found.ok_or(Error::Missing { what: "body", number, count })?.nodes();
        Ok(RigidMotion::of(
            &self.bodies.mass[nodes.clone()],
            &self.x[nodes.clone()],
            &self.v[nodes],
        ))
    }

    /// Where the time went.
    #[must_use]
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// What all detections did.
    #[must_use]
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// How many pairs of convex pieces there are: the number of GJK queries per step without a
    /// broad phase. A plane is a piece; the pieces of one body count as pairs only if
    /// `self_contact`.
    #[must_use]
    pub fn piece_pairs(&self, self_contact: bool) -> u64 {
        let count = |body: &Body| body.partition.as_ref().map_or(1, |pieces| pieces.len() as u64);
        let pairs = |n: u64| n * n.saturating_sub(1) / 2;
        let all: u64 = self.bodies.list.iter().map(count).sum();
        let within: u64 = self.bodies.list.iter().map(|body| pairs(count(body))).sum();
        pairs(all) - if self_contact { 0 } else { within }
    }
}
