//! The energy ledger: where the energy is, where it went, and whether the balance holds.

use std::fmt::Write as _;

use super::damping::RigidMotion;
use super::error::Error;
use super::leapfrog::Solver;
use super::time_step::Controller;
use gapkit::Vec3;

/// What has been done by forces that are not those of a potential.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Work {
    /// The damping of bodies.
    pub(super) damping: f64,
    pub(super) external: f64,
}

impl Work {
    /// Adds the energy that damping takes from nodes with these velocities.
    pub(super) fn add_damping(&mut self, forces: &[Vec3], v: &[Vec3], dt: f64) {
        self.damping -= forces.iter().zip(v).map(|(f, v)| f.dot(v)).sum::<f64>() * dt;
    }
}

/// An entry of the energy ledger.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Entry {
    /// How many steps have been done.
    pub step: u64,
    /// The simulated time.
    pub time: f64,
    /// The time step.
    pub dt: f64,
    /// What limits the time step.
    pub controller: Controller,
    /// The kinetic energy, of velocities at this moment.
    pub kinetic: f64,
    /// The elastic energy.
    pub elastic: f64,
    /// The potential energy since the start.
    pub gravity: f64,
    /// The elastic energy of contacts, as far as they may give it back.
    pub contact: f64,
    /// The energy taken by friction, that in sticking contacts included.
    pub friction: f64,
    /// The energy taken by damping, in bodies and in contacts.
    pub damping: f64,
    /// The work of nodes with prescribed velocities.
    pub external: f64,
    /// The sum: energy that is there and was taken, less what was put in.
    pub total: f64,
    /// How much the sum differs from that at the start, in percent of the largest energy that has
    /// been kinetic, elastic and in contacts so far.
    pub error: f64,
    /// Part of that error: what contacts hold less what they took up. Areas and normals
    /// that change under load do work that is in no force.
    pub contact_error: f64,
    /// The linear momentum.
    pub momentum: Vec3,
    /// The angular momentum about the origin.
    pub angular_momentum: Vec3,
    /// The deepest overlap of surfaces in all steps since the last entry, over the shortest edge of
    /// all bodies.
    pub penetration: f64,
    /// The largest closure of a contact since the last entry, over the offset; above 1 surfaces
    /// overlap.
    pub closure: f64,
    /// The contacts that push.
    pub contacts: usize,
    /// The most overlaps at a time, since the last entry, that are so deep that no contact pushes
    /// against them. There should be none.
    pub deep: u64,
    /// The worst convexity defect of a piece, in mean edges.
    pub defect: f64,
}

impl Solver {
    /// The ledger entry at the current time.
    ///
    /// # Errors
    /// If an element is inverted or a node has flown away.
    pub fn entry(&mut self) -> Result<Entry, Error> {
        self.detect()?;
        self.evaluate()?;
        let (kinetic, momentum, angular_momentum) = self.motion();
        let (elastic, gravity) = (self.elastic_energy(), self.gravity_energy());
        let contact: f64 = self.contacts.pairs().iter().map(|pair| pair.energy).sum();
        let Work { damping, external } = self.work;
        let [taken, damped, friction] = self.contacts.work();
        let damping = damping + damped;
        let total = kinetic + elastic + gravity + contact + friction + damping - external;
        let start = *self.start_energy.get_or_insert(total);
        self.largest_energy = self.largest_energy.max(kinetic + elastic + contact);
        let percent = 100.0 / self.largest_energy.max(f64::MIN_POSITIVE);
        let offset = self.settings.penalty.offset();
        let closest = self.closest;
        self.closest = self.contacts.max_closure();
        let edges = self.bodies.list.iter().map(|body| body.shortest_edge);
        Ok(Entry {
            step: self.step,
            time: self.time,
            dt: if self.last_dt > 0.0 { self.last_dt } else { self.time_step.dt },
            controller: self.time_step.controller(&self.bodies),
            kinetic,
            elastic,
            gravity,
            contact,
            friction,
            damping,
            external,
            total,
            error: (total - start) * percent,
            contact_error: (contact - taken) * percent,
            momentum,
            angular_momentum,
            penetration: (closest - offset).max(0.0) / edges.fold(f64::INFINITY, f64::min),
            closure: closest / offset,
            contacts: self
                .contacts
                .of_contacts()
                .iter()
                .filter(|force| force.closure > 0.0)
                .count(),
            deep: std::mem::take(&mut self.deep),
            defect: self.defect()?,
        })
    }

    /// The velocity of a node at the present moment, half a step after the last.
    pub(super) fn velocity_now(&self, node: usize) -> Vec3 {
        let acceleration = self.force_on(node) / self.bodies.mass[node] + self.settings.gravity;
        self.v[node] + acceleration * (0.5 * self.last_dt)
    }

    /// The kinetic energy and the momenta. What is held has no acceleration but that of its hold.
    fn motion(&self) -> (f64, Vec3, Vec3) {
        let mut motion = (0.0, Vec3::zeros(), Vec3::zeros());
        for body in &self.bodies.list {
            let nodes = body.nodes();
            if !body.is_rigid {
                let add = |node| self.add_motion(node, self.velocity_now(node), 1.0, &mut motion);
                nodes.for_each(add);
                continue;
            }
            let v: Vec<Vec3> = nodes.clone().map(|node| self.velocity_now(node)).collect();
            let x = &self.x[nodes.clone()];
            let rigid = RigidMotion::of(&self.bodies.mass[nodes.clone()], x, &v);
            for node in nodes {
                self.add_motion(node, rigid.at(self.x[node].into()), 1.0, &mut motion);
            }
        }
        for &(node, direction) in &self.guided {
            let node = node as usize;
            let free = self.velocity_now(node);
            self.add_motion(node, free, -1.0, &mut motion);
            self.add_motion(node, free - direction * direction.dot(&free), 1.0, &mut motion);
        }
        for &(node, velocity) in &self.held {
            let node = node as usize;
            self.add_motion(node, self.velocity_now(node), -1.0, &mut motion);
            self.add_motion(node, velocity, 1.0, &mut motion);
        }
        motion
    }

    fn add_motion(&self, node: usize, v: Vec3, sign: f64, motion: &mut (f64, Vec3, Vec3)) {
        let mass = sign * self.bodies.mass[node];
        motion.0 += 0.5 * mass * v.norm_squared();
        motion.1 += v * mass;
        motion.2 += Vec3::from(self.x[node]).cross(&v) * mass;
    }

    fn elastic_energy(&self) -> f64 {
        let energy = |(number, element): (usize, &super::element::Tet)| {
            if self.bodies.is_rigid(number) {
                return None;
            }
            let material = self.bodies.material(number)?;
            Some(element.volume * material.energy(&element.gradient(&self.x)))
        };
        self.bodies.elements.iter().enumerate().filter_map(energy).sum()
    }

    fn gravity_energy(&self) -> f64 {
        let Self { x, bodies, settings, .. } = self;
        let fallen = |node: usize| Vec3::from(x[node]) - Vec3::from(bodies.rest_positions[node]);
        (0..x.len()).map(|node| -bodies.mass[node] * settings.gravity.dot(&fallen(node))).sum()
    }

    fn defect(&self) -> Result<f64, Error> {
        let mut worst: f64 = 0.0;
        for body in &self.bodies.list {
            if let Some(partition) = &body.partition {
                let defects = partition.defects(&self.x[body.nodes()])?;
                worst = defects.into_iter().fold(worst, f64::max);
            }
        }
        Ok(worst)
    }
}

/// The columns of [`Entry::row`].
pub const COLUMNS: &str = "step,time,dt,controller,kinetic,elastic,gravity,contact,friction,damping,\
    external,total,error_percent,contact_error_percent,momentum_x,momentum_y,momentum_z,\
    angular_x,angular_y,angular_z,penetration_over_edge,closure_over_offset,contacts,\
    deep_overlaps,convexity_defect";

impl Entry {
    /// The entry as a line of numbers between commas.
    #[must_use]
    pub fn row(&self) -> String {
        let controller = match self.controller {
            Controller::Element(body, element) => format!("body {body} element {element}"),
            Controller::Contact(body, node) => format!("contact at body {body} node {node}"),
            Controller::Approach(a, b) => format!("approach of bodies {a} and {b}"),
        };
        let mut row = format!("{},{},{},{controller}", self.step, self.time, self.dt);
        let numbers = [
            self.kinetic,
            self.elastic,
            self.gravity,
            self.contact,
            self.friction,
            self.damping,
            self.external,
            self.total,
            self.error,
            self.contact_error,
        ];
        let vectors = self.momentum.iter().chain(&self.angular_momentum);
        for number in numbers.iter().chain(vectors).chain(&[self.penetration, self.closure]) {
            // Writing to a string does not fail.
            let _ = write!(row, ",{number}");
        }
        let _ = write!(row, ",{},{},{}", self.contacts, self.deep, self.defect);
        row
    }
}
