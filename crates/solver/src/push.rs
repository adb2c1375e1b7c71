//! What contacts do: pressure, damping and friction of each.

use rayon::prelude::*;

use super::contact_force::{Force, Penalty};
use super::leapfrog::Solver;
use super::lever::Lever;
use super::link::Link;
use super::memory::Memory;
use super::pairs::{Pair, PairLaw, Time};
use gapkit::Vec3;
use gapkit::scene::{Contact, Kind};

/// Number of contacts per parallel job.
const CONTACTS_PER_JOB: usize = 128;

/// The largest force on a node by which friction may turn its facet, in parts of the friction.
/// Facets whose heights are a few times the gap need a tenth of it.
const MAX_LEVERAGE: f64 = 1.0;

/// What the force of a contact depends on beside the contact.
struct Motion<'a> {
    penalty: &'a Penalty,
    pairs: &'a [Pair],
    x: &'a [[f64; 3]],
    v: &'a [Vec3],
    /// The last time step, and the time since friction was last evaluated.
    dt: f64,
    slip_time: f64,
    is_first: bool,
}

/// A contact that pushes.
#[derive(Clone, Copy)]
struct Touch<'a> {
    link: &'a Link,
    law: &'a PairLaw,
    normal: Vec3,
    /// Of the point on B as seen from that on A.
    velocity: Vec3,
    gap: f64,
    pressure: f64,
}

/// How friction acts off the surfaces: at a common point of the gap.
#[derive(Debug, Clone, Copy, Default)]
struct Arms {
    /// What moves a force along the surface to the common point: see `lever`. With signs, so that
    /// sums are of B as seen from A.
    levers: [Vec3; 6],
    /// The largest length of the levers of each side.
    leverage: [f64; 2],
    /// The part of friction that the facets can take up.
    share: f64,
}

impl Motion<'_> {
    /// The force of a contact whose gap is this by now.
    fn force(&self, contact: &Contact, link: &Link, gap: f64, memory: &mut Memory) -> Force {
        if contact.kind == Kind::Deep {
            return Force::default();
        }
        let law = &self.pairs[link.pair as usize].law;
        let kappa = law.layer.kappa;
        let (closure, normal) = (self.penalty.offset - gap, contact.normal);
        let velocity = link.relative(self.v);
        let closing = -velocity.dot(&normal);
        let stiffness = self.penalty.stiffness_ahead(kappa, closure, closing * self.dt);
        if closure <= 0.0 {
            memory.leave();
            let area = contact.area;
            let stiffness = stiffness * area;
            return Force { closure, closing, area, stiffness, ..Force::default() };
        }
        let area = if contact.kind == Kind::Corner {
            let is_arriving = self.is_first || closure - closing * self.dt <= 0.0;
            memory.latch(contact.area, is_arriving)
        } else {
            contact.area
        };
        let pressure = self.penalty.pressure(kappa, closure);
        // The damped pressure never pulls.
        let viscosity = self.penalty.viscosity(&law.layer, closure);
        let viscous = (viscosity * closing).max(-pressure);
        let mut force = Force {
            spring: normal * (pressure * area),
            dashpot: normal * (viscous * area),
            closure,
            closing,
            area,
            energy: area * self.penalty.energy(kappa, closure),
            stiffness: stiffness * area,
            viscosity: viscosity * area,
            powers: [-pressure * area * closing, -viscous * area * closing, 0.0],
            ..Force::default()
        };
        if law.friction.is_any() && area > 0.0 {
            let touch = Touch { link, law, normal, velocity, gap, pressure: pressure + viscous };
            self.add_friction(&touch, memory, &mut force);
        }
        force
    }

    /// Adds friction, which acts on both sides at a common point of the gap.
    fn add_friction(&self, touch: &Touch, memory: &mut Memory, force: &mut Force) {
        let Touch { link, law: PairLaw { layer, friction, .. }, normal, .. } = *touch;
        let arms = self.arms(link, normal, touch.gap);
        let mut velocity = touch.velocity - normal * normal.dot(&touch.velocity);
        for k in 0..6 {
            velocity += arms.levers[k] * normal.dot(&self.v[link.nodes[k] as usize]);
        }
        let motion = [normal, velocity];
        let traction = friction.traction(motion, self.slip_time, layer, touch.pressure, memory);
        force.friction = traction * (-force.area * arms.share);
        force.turns = arms.levers.map(|lever| lever.dot(&force.friction));
        force.powers[2] = force.friction.dot(&velocity);
        force.leverage = arms.leverage;
        let [stiffness, viscosity] = friction.spring_and_dashpot(layer);
        force.along = [stiffness, viscosity].map(|value| value * force.area * arms.share);
    }

    /// Where friction acts. The common point is nearer to the facet that resists turning less; a
    /// sharp node does not resist at all. Against a plane it is on the facet, since what the plane
    /// does need not balance. Slivers, which would be torn apart, take a part of the friction only.
    fn arms(&self, link: &Link, normal: Vec3, gap: f64) -> Arms {
        let mut arms = Arms { share: 1.0, ..Arms::default() };
        if link.is_mesh != [true; 2] {
            return arms;
        }
        let levers = [0, 1].map(|side| self.lever(link, side, normal));
        let turning = levers.map(|lever| lever.map(|lever| lever.turning()));
        let shares = match turning {
            [Some(a), Some(b)] => [b / (a + b), a / (a + b)],
            [None, None] => return Arms { share: 0.0, ..arms },
            [a, b] => [a, b].map(|side| f64::from(u8::from(side.is_some()))),
        };
        for side in 0..2 {
            let (Some(lever), Some(turning)) = (levers[side], turning[side]) else { continue };
            let arm = gap * shares[side];
            arms.leverage[side] = arm.abs() * turning;
            (0..3).for_each(|k| arms.levers[3 * side + k] = lever.gradients[k] * arm);
        }
        let most = arms.leverage[0].max(arms.leverage[1]);
        arms.share = (MAX_LEVERAGE / most).min(1.0);
        arms
    }

    /// The facet of a side that can take up a moment; none of a sharp node.
    fn lever(&self, link: &Link, side: usize, normal: Vec3) -> Option<Lever> {
        let corners = || link.side(side).map(|node| self.x[node as usize].into());
        link.is_facet[side].then(|| Lever::new(corners(), normal)).flatten()
    }
}

impl Solver {
    /// The forces of all contacts. What each does is found in parallel, and added up in the order
    /// of the scene.
    pub(super) fn contact_forces(&mut self) {
        let Self { scene, of_contacts, v, x, settings, pool, pairs, links, .. } = self;
        let contacts = scene.contacts();
        let motion = Motion {
            penalty: &settings.penalty,
            pairs: &pairs.list,
            x,
            v,
            dt: self.last_dt,
            slip_time: if self.is_repeated { 0.0 } else { self.last_dt },
            is_first: self.step == 0,
        };
        of_contacts.resize(contacts.len(), Force::default());
        let memories = self.memories.list.par_chunks_mut(CONTACTS_PER_JOB);
        let found = of_contacts.par_chunks_mut(CONTACTS_PER_JOB);
        let gaps = self.gaps.par_chunks(CONTACTS_PER_JOB);
        let links = links.par_chunks(CONTACTS_PER_JOB);
        let jobs =
            contacts.par_chunks(CONTACTS_PER_JOB).zip(links).zip(gaps).zip(memories).zip(found);
        pool.install(|| {
            jobs.for_each(|((((contacts, links), gaps), memories), found)| {
                for (i, contact) in contacts.iter().enumerate() {
                    found[i] = motion.force(contact, &links[i], gaps[i], &mut memories[i]);
                }
            });
        });
        let time = match self.last_dt {
            _ if self.is_repeated => Time::Again,
            0.0 => Time::Start,
            dt => Time::After(dt),
        };
        pairs.limit(of_contacts, time);
        self.spread();
        self.limit_by_contacts();
    }

    /// The powers of the forces of contacts at the present velocities.
    pub(super) fn update_powers(&mut self) {
        let Self { scene, of_contacts, v, pool, links, .. } = self;
        let found = of_contacts.par_chunks_mut(CONTACTS_PER_JOB);
        let links = links.par_chunks(CONTACTS_PER_JOB);
        let jobs = scene.contacts().par_chunks(CONTACTS_PER_JOB).zip(links).zip(found);
        pool.install(|| {
            jobs.for_each(|((contacts, links), found)| {
                for (i, force) in found.iter_mut().enumerate() {
                    if force.closure > 0.0 {
                        force.update_powers(&links[i], contacts[i].normal, v);
                    }
                }
            });
        });
    }

    /// The highest frequency and damping rate of contacts, for the time step; the largest closure,
    /// and the overlaps that no contact pushes against.
    fn limit_by_contacts(&mut self) {
        let Self { rows, bodies, of_contacts, scene, .. } = self;
        let stiffest = |max: (f64, u32), (node, row): (usize, &[f64; 2])| {
            let squared = row[0] / bodies.mass[node];
            if squared > max.0 { (squared, node as u32) } else { max }
        };
        self.time_step.contacts = rows.iter().enumerate().fold((0.0, 0), stiffest);
        let rates = rows.iter().zip(&bodies.mass).map(|(row, mass)| row[1] / mass);
        self.time_step.damping = rates.fold(0.0, f64::max);
        let closest = |max: f64, force: &Force| force.closure.max(max);
        self.closest = of_contacts.iter().fold(self.closest, closest);
        let deep = scene.contacts().iter().filter(|contact| contact.kind == Kind::Deep).count();
        self.deep = self.deep.max(deep as u64);
    }
}
