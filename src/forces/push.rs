//! What contacts do: pressure, damping and friction of each.

use rayon::prelude::*;

use super::ContactForces;
use super::force::Force;
use super::friction::{Along, Slip};
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

/// What the force of a contact depends on beside the contact.
struct Laws<'a> {
    penalty: &'a Penalty,
    pairs: &'a [Pair],
    motion: &'a Motion<'a>,
    time: Time,
}

/// What all contacts of a pair have in common.
#[derive(Clone, Copy)]
struct Rule {
    pair: u32,
    bodies: [u32; 2],
    law: PairLaw,
    along: Along,
}

/// A contact as it is by now.
#[derive(Clone, Copy)]
struct Known<'a> {
    contact: &'a Contact,
    link: &'a Link,
    gap: f64,
}

/// A contact that pushes.
#[derive(Clone, Copy)]
struct Touch<'a> {
    link: &'a Link,
    rule: &'a Rule,
    normal: Vec3,
    /// Of the point on B as seen from that on A.
    velocity: Vec3,
    gap: f64,
    pressure: f64,
}

/// How friction acts off the surfaces: at a common point of the gap.
#[derive(Debug, Clone, Copy, Default)]
struct Arms {
    /// What moves a force along the surface to the common point: see `lever`.
    levers: [Option<Lever>; 2],
    /// How far the point is from each facet along the normal. With signs, so that sums are of B as
    /// seen from A.
    lengths: [f64; 2],
    /// The largest force on a node of each side per friction.
    leverage: [f64; 2],
    /// The part of friction that the facets can take up.
    share: f64,
}

impl Laws<'_> {
    /// The rule of a pair, which is that of the contact before most of the time.
    fn rule<'r>(&self, last: &'r mut Option<Rule>, pair: u32) -> &'r Rule {
        if last.is_some_and(|rule| rule.pair != pair) {
            *last = None;
        }
        last.get_or_insert_with(|| {
            let Pair { law, bodies, .. } = self.pairs[pair as usize];
            Rule { pair, bodies, law, along: law.friction.along(&law.layer) }
        })
    }

    /// Finds the force of a contact.
    fn force(&self, known: &Known, rule: &Rule, memory: &mut Memory, force: &mut Force) {
        let &Known { contact, link, gap } = known;
        *force = Force::default();
        if contact.kind == Kind::Deep {
            return;
        }
        let Rule { law, bodies, .. } = rule;
        let dt = self.time.step();
        let kappa = law.layer.kappa;
        let (closure, normal) = (self.penalty.offset - gap, contact.normal);
        let point = contact.point_a;
        let velocity =
            link.relative(self.motion.v) + self.motion.rigid_at(*bodies, link.is_mesh, point);
        let closing = -velocity.dot(&normal);
        let stiffness = self.penalty.stiffness_ahead(kappa, closure, closing * dt);
        (force.closure, force.closing, force.point, force.normal) =
            (closure, closing, point, normal);
        if closure <= 0.0 {
            memory.leave();
            (force.area, force.stiffness) = (contact.area, stiffness * contact.area);
            return;
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
        force.spring = normal * (pressure * area);
        force.dashpot = normal * (viscous * area);
        force.area = area;
        force.energy = area * self.penalty.energy(kappa, closure);
        (force.stiffness, force.viscosity) = (stiffness * area, viscosity * area);
        force.powers = [-pressure * area * closing, -viscous * area * closing, 0.0];
        if law.friction.is_any() && area > 0.0 {
            let touch = Touch { link, rule, normal, velocity, gap, pressure: pressure + viscous };
            self.add_friction(&touch, memory, force);
        }
    }

    /// Adds friction, which acts on both sides at a common point of the gap.
    fn add_friction(&self, touch: &Touch, memory: &mut Memory, force: &mut Force) {
        let Touch { link, rule, normal, .. } = *touch;
        let arms = self.arms(link, normal, touch.gap);
        let mut velocity = touch.velocity - normal * normal.dot(&touch.velocity);
        for side in 0..2 {
            if let Some(lever) = &arms.levers[side] {
                let rising = |node: u32| normal.dot(&self.motion.v[node as usize]);
                velocity += lever.sum(link.side(side).map(rising)) * arms.lengths[side];
            }
        }
        let slip = Slip { normal, velocity, dt: self.time.advance(), pressure: touch.pressure };
        let friction = &rule.law.friction;
        let (traction, is_sliding) = friction.traction(&slip, &rule.along, memory);
        force.is_sliding = is_sliding;
        force.friction = traction * (-force.area * arms.share);
        for side in 0..2 {
            if let Some(lever) = &arms.levers[side] {
                let turns = lever.along(&(force.friction * arms.lengths[side]));
                force.turns[3 * side..3 * side + 3].copy_from_slice(&turns);
            }
        }
        force.powers[2] = force.friction.dot(&velocity);
        force.leverage = arms.leverage;
        let Along { stiffness, viscosity } = rule.along;
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
        arms.levers = [0, 1].map(|side| self.lever(link, side, normal));
        let turning = arms.levers.each_ref().map(|lever| lever.as_ref().map(Lever::turning));
        arms.lengths = match turning {
            [Some(a), Some(b)] => [b, a].map(|other| gap * other / (a + b)),
            [None, None] => return Arms { share: 0.0, ..arms },
            [a, b] => [a, b].map(|side| if side.is_some() { gap } else { 0.0 }),
        };
        arms.leverage = [0, 1].map(|side| arms.lengths[side].abs() * turning[side].unwrap_or(0.0));
        let most = arms.leverage[0].max(arms.leverage[1]);
        arms.share = (MAX_LEVERAGE / most).min(1.0);
        arms
    }

    /// The facet of a side that can take up a moment; none of a sharp node.
    #[inline]
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
            let mut rule = None;
            for (i, contact) in contacts.iter().enumerate() {
                let rule = laws.rule(&mut rule, links[i].pair);
                let known = Known { contact, link: &links[i], gap: gaps[i] };
                laws.force(&known, rule, &mut memories[i], &mut found[i]);
            }
        });
    }
}
