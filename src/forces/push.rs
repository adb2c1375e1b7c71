//! What contacts do: pressure, damping and friction of each.

use rayon::prelude::*;

use super::ContactForces;
use super::force::Force;
use super::lever::Lever;
use super::link::Link;
use super::memory::Memory;
use super::motion::{Motion, Time};
use super::pairs::{Pair, PairLaw};
use super::penalty::Penalty;
use crate::Vec3;
use crate::scene::{Contact, Kind};

/// Number of contacts per parallel job.
const CONTACTS_PER_JOB: usize = 128;

/// The largest force on a node by which friction may turn its facet, in parts of the friction.
/// Facets whose heights are a few times the gap need a tenth of it.
const MAX_LEVERAGE: f64 = 1.0;

/// A contact slides if its friction is as large as it may be, but for rounding.
const SLIDING: f64 = 1.0 - 1e-9;

/// What the force of a contact depends on beside the contact.
struct Laws<'a> {
    penalty: &'a Penalty,
    pairs: &'a [Pair],
    motion: &'a Motion<'a>,
    time: Time,
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

impl Laws<'_> {
    /// The force of a contact whose gap is this by now.
    fn force(&self, contact: &Contact, link: &Link, gap: f64, memory: &mut Memory) -> Force {
        if contact.kind == Kind::Deep {
            return Force::default();
        }
        let Pair { law, bodies, .. } = &self.pairs[link.pair as usize];
        let dt = self.time.step();
        let kappa = law.layer.kappa;
        let (closure, normal) = (self.penalty.offset - gap, contact.normal);
        let point = contact.point_a;
        let velocity =
            link.relative(self.motion.v) + self.motion.rigid_at(*bodies, link.is_mesh, point);
        let closing = -velocity.dot(&normal);
        let stiffness = self.penalty.stiffness_ahead(kappa, closure, closing * dt);
        if closure <= 0.0 {
            memory.leave();
            let area = contact.area;
            let stiffness = stiffness * area;
            return Force { closure, closing, area, stiffness, point, normal, ..Force::default() };
        }
        let area = if contact.kind == Kind::Corner {
            let is_arriving = dt == 0.0 || closure - closing * dt <= 0.0;
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
            point,
            normal,
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
            velocity += arms.levers[k] * normal.dot(&self.motion.v[link.nodes[k] as usize]);
        }
        let motion = [normal, velocity];
        let traction =
            friction.traction(motion, self.time.advance(), layer, touch.pressure, memory);
        force.is_sliding = traction.norm() >= SLIDING * friction.limit(velocity, touch.pressure);
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
        let corners = || link.side(side).map(|node| self.motion.x[node as usize].into());
        link.is_facet[side].then(|| Lever::new(corners(), normal)).flatten()
    }
}

impl ContactForces {
    /// The force of each contact, in parallel.
    pub(super) fn push(&mut self, contacts: &[Contact], motion: &Motion, time: Time) {
        let Self { penalty, pairs, of_contacts, .. } = self;
        let laws = Laws { penalty, pairs: &pairs.list, motion, time };
        of_contacts.resize(contacts.len(), Force::default());
        let memories = self.memories.list.par_chunks_mut(CONTACTS_PER_JOB);
        let found = of_contacts.par_chunks_mut(CONTACTS_PER_JOB);
        let gaps = self.gaps.par_chunks(CONTACTS_PER_JOB);
        let links = self.links.par_chunks(CONTACTS_PER_JOB);
        let jobs =
            contacts.par_chunks(CONTACTS_PER_JOB).zip(links).zip(gaps).zip(memories).zip(found);
        jobs.for_each(|((((contacts, links), gaps), memories), found)| {
            for (i, contact) in contacts.iter().enumerate() {
                found[i] = laws.force(contact, &links[i], gaps[i], &mut memories[i]);
            }
        });
    }

    /// The powers of the forces at other velocities.
    pub fn update_powers(&mut self, motion: &Motion) {
        let Self { pairs, of_contacts, links, .. } = self;
        let found = of_contacts.par_chunks_mut(CONTACTS_PER_JOB);
        let jobs = links.par_chunks(CONTACTS_PER_JOB).zip(found);
        jobs.for_each(|(links, found)| {
            for (link, force) in links.iter().zip(found) {
                if force.closure > 0.0 {
                    force.update_powers(link, pairs.list[link.pair as usize].bodies, motion);
                }
            }
        });
    }
}
