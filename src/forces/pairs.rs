//! Pairs of bodies that have met: how they push, what they exchange, and what they may give back.
//!
//! Where the area in common changes under load, or surfaces slide that are not parallel, some work
//! is in no force along the normals: it is lost where the area falls and made where it grows. In
//! the exact derivative of the energy it is a force along the surfaces. So it is here, for a pair
//! as a whole: where surfaces slide, they are held back less or more by what the pair took and its
//! contacts do not hold, or hold too much. That is not counted as friction. What is still lost when
//! bodies part, and where nothing rubs, is in the ledger. Nothing is made: a pair of bodies gives
//! back no more than it took up since it came into touch. When that is used up, it still pushes
//! where surfaces come nearer, and no longer where they part. B. Hannaford, J. Ryu, Time-domain
//! passivity control of haptic interfaces, IEEE Transactions on Robotics and Automation 18(1),
//! 2002, doi:10.1109/70.988969, guard virtual walls in the same way.

use std::ops::Range;

use super::force::Force;
use super::friction::Friction;
use super::layer::{FAST, Layer};
use super::link::Link;
use super::motion::{Motion, Time};
use super::sums::{self, Contacts, Sums, Total};
use crate::Vec3;
use crate::scene::Contact;

/// The steps over which a pair that has nearly used up what it took fades, and over which one gives
/// back what its areas lost.
const FADING_STEPS: f64 = 16.0;

/// A pair that holds at least this part of its elastic energy is left alone: at the end of a touch
/// both go to 0, and differ by what a time step is too long.
const BALANCED: f64 = 0.8;

/// The largest force along the surfaces by which changing areas do their work, in parts of the
/// friction: on the average of ropes with five sides it is a hundredth.
const MAX_RELIEF: f64 = 0.5;

/// The part of the speed of a fast approach that is forgotten in a step of the elements, while
/// bodies are out of touch: a ball that hits with one node and then with the next does not become
/// slow in between.
const CALMING: f64 = 0.02;

/// Two bodies that have met, or one that has met itself: forces and energies of their contacts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pair {
    /// The bodies, as they were numbered when they were added.
    pub bodies: [u32; 2],
    /// The force on the second, by which it is pushed off the first.
    pub force: Vec3,
    /// The contacts that push.
    pub contacts: usize,
    /// The elastic energy in the contacts, as far as they may give it back.
    pub energy: f64,
    /// What the normal forces held at the start and took so far. It differs from the elastic energy
    /// where areas change.
    pub normal: f64,
    /// What friction took so far.
    pub friction: f64,
    /// What the damping of contacts took so far.
    pub damping: f64,
    /// The elastic energy of the laws of force alone.
    pub(super) elastic: f64,
    /// The part of `normal` since the bodies came into touch, and what they held at the start.
    pub(super) held: f64,
    /// The largest speed at which they approached before they came into touch.
    pub(super) speed: f64,
    /// The part of elastic forces that is left where surfaces part.
    pub(super) share: f64,
    /// The part of the friction of what slides by which changing areas do their work.
    pub(super) relief: f64,
    /// The largest closure of a contact; 0 if none pushes.
    pub(super) closure: f64,
    /// What spring, dashpot and friction of all contacts give to the bodies per time.
    pub(super) powers: [f64; 3],
    pub(super) law: PairLaw,
}

/// How two bodies push.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct PairLaw {
    /// That of the materials, and that for the speed of the present touch.
    pub(super) base: Layer,
    pub(super) layer: Layer,
    pub(super) friction: Friction,
}

impl Pair {
    /// Takes over what its contacts do by their laws, and limits what it gives back.
    fn take(&mut self, sums: &Sums, scale: Scale, time: Time) {
        let was_apart = self.contacts == 0;
        (self.elastic, self.contacts, self.closure) = (sums.elastic, sums.pushing, sums.closure);
        if self.contacts == 0 {
            self.separate(sums.closing, scale, time);
        } else if was_apart && matches!(time, Time::After(_)) {
            self.touch(sums.closing, scale);
        }
        match time {
            Time::Start => (self.held, self.normal) = (self.elastic, self.elastic),
            Time::Again(_) => {}
            Time::After(dt) => {
                self.limit(sums, dt);
                self.relieve(sums, dt);
            }
        }
    }

    /// The bodies are out of touch, and begin anew with what they take and how fast they approach.
    fn separate(&mut self, closing: f64, scale: Scale, time: Time) {
        let dt = if let Time::After(dt) = time { dt } else { 0.0 };
        self.held = 0.0;
        let is_fast = self.is_fast(scale);
        let kept = (1.0 - CALMING * dt / scale.dt).max(0.0) * self.speed;
        self.speed = if is_fast { closing.max(kept) } else { closing };
        self.set_layer(scale);
    }

    /// The bodies come into touch. Where that was not foreseen, as of a host with long steps, they
    /// are as fast as they are now.
    fn touch(&mut self, closing: f64, scale: Scale) {
        if closing > self.speed && closing * scale.dt > FAST * scale.offset {
            self.speed = closing;
            self.set_layer(scale);
        }
    }

    /// Whether the bodies approached by much of the offset in a step of the elements.
    pub(super) fn is_fast(&self, scale: Scale) -> bool {
        self.speed * scale.dt > FAST * scale.offset
    }

    /// How stiff contacts are at the speed of the approach.
    pub(super) fn set_layer(&mut self, Scale { offset, dt }: Scale) {
        self.law.layer = self.law.base.stopping(self.speed / offset, dt);
    }

    /// What contacts may give back is what they hold.
    pub(super) fn set_energy(&mut self) {
        self.energy = self.elastic.min(self.held.max(0.0));
    }

    /// The share of elastic forces with which they give no more than is there.
    fn limit(&mut self, &Sums { given, taken, .. }: &Sums, dt: f64) {
        let soon = FADING_STEPS * dt;
        let is_made = self.held < BALANCED * self.elastic;
        let is_too_much = is_made && (given + taken) * soon > self.held;
        let allowed = (self.held.max(0.0) - taken * soon) / (given * soon);
        self.share = if is_too_much { allowed.min(1.0) } else { 1.0 };
    }

    /// The part of the friction of what slides by which, within some steps, the pair gives back
    /// what it took and its contacts do not hold, or takes what they hold too much.
    fn relieve(&mut self, &Sums { given, taken, rubbed, .. }: &Sums, dt: f64) {
        // With the half of the last step that is not yet in the books.
        let lost = self.held - 0.5 * (given + taken) * dt - self.elastic;
        let part = lost / (rubbed * FADING_STEPS * dt);
        // Written so that where nothing slides there is none.
        self.relief = if rubbed > 0.0 { part.clamp(-MAX_RELIEF, MAX_RELIEF) } else { 0.0 };
    }

    /// What is left of the force of a contact by these limits.
    fn apply(&self, force: &mut Force) {
        // What comes nearer is pushed off all the same.
        if self.share < 1.0 && force.powers[0] > 0.0 {
            force.scale_spring(self.share);
        }
        if self.relief != 0.0 && force.is_sliding {
            force.relieve(self.relief);
        }
    }
}

/// All pairs that have met.
#[derive(Debug, Default)]
pub(super) struct Pairs {
    /// In the order of their bodies.
    pub(super) list: Vec<Pair>,
    /// The contacts of each pair in the present list, which is in the same order.
    pub(super) ranges: Vec<Range<usize>>,
    /// The pairs of different bodies in the order of the second, then of the first.
    pub(super) by_second: Vec<u32>,
    /// Friction that was given for two bodies, in their order.
    pub(super) frictions: Vec<([u32; 2], Friction)>,
    /// The friction of all others, and what each body brings into contacts.
    pub(super) default: Friction,
    pub(super) layers: Vec<Option<Layer>>,
    pub(super) scale: Scale,
}

/// What speeds are compared with: the offset, and the time step of the elements at rest.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Scale {
    pub(super) offset: f64,
    pub(super) dt: f64,
}

impl Pairs {
    /// Sets the friction of two bodies.
    pub(super) fn set_friction(&mut self, bodies: [u32; 2], friction: Friction) {
        let bodies = [bodies[0].min(bodies[1]), bodies[0].max(bodies[1])];
        match self.frictions.binary_search_by_key(&bodies, |known| known.0) {
            Ok(at) => self.frictions[at].1 = friction,
            Err(at) => self.frictions.insert(at, (bodies, friction)),
        }
        self.list.iter_mut().filter(|p| p.bodies == bodies).for_each(|p| p.law.friction = friction);
    }

    /// Sets what each body brings into contacts; pairs that have met before have the new laws, too.
    pub(super) fn set_layers(&mut self, layers: Vec<Option<Layer>>) {
        self.layers = layers;
        let (layers, scale) = (&self.layers, self.scale);
        for pair in &mut self.list {
            pair.law.base = Layer::of_pair(pair.bodies.map(|body| layers[body as usize]));
            pair.set_layer(scale);
        }
    }

    /// Takes in pairs that are new, and finds which contacts belong to which.
    pub(super) fn meet(&mut self, contacts: &[Contact]) {
        self.ranges.iter_mut().for_each(|range| *range = 0..0);
        let bodies_of = |contact: &Contact| contact.sides.each_ref().map(|side| side.body);
        let (mut start, mut at) = (0, 0);
        let known = self.list.len();
        while let Some(first) = contacts.get(start) {
            let bodies = bodies_of(first);
            let count = contacts[start..].partition_point(|c| bodies_of(c) <= bodies);
            while self.list.get(at).is_some_and(|pair| pair.bodies < bodies) {
                at += 1;
            }
            if self.list.get(at).is_none_or(|pair| pair.bodies != bodies) {
                self.list.insert(at, self.pair(bodies));
                self.ranges.insert(at, 0..0);
            }
            self.ranges[at] = start..start + count;
            start += count;
        }
        if self.list.len() > known {
            self.sort_by_second();
        }
    }

    fn sort_by_second(&mut self) {
        let Self { list, by_second, .. } = self;
        by_second.clear();
        let different = |pair: &&Pair| pair.bodies[0] != pair.bodies[1];
        by_second.extend((0..).zip(&*list).filter(|(_, p)| different(p)).map(|(at, _)| at));
        by_second.sort_by_key(|&at| list[at as usize].bodies[1]);
    }

    /// The pairs of a body, in the order of all.
    pub(super) fn of_body(&self, body: u32) -> impl Iterator<Item = usize> {
        let Self { list, by_second, .. } = self;
        let second = |at: &u32| list[*at as usize].bodies[1];
        let start = by_second.partition_point(|at| second(at) < body);
        let count = by_second[start..].partition_point(|at| second(at) == body);
        let first = list.partition_point(|pair| pair.bodies[0] < body);
        let own = list[first..].partition_point(|pair| pair.bodies[0] == body);
        by_second[start..start + count].iter().map(|&at| at as usize).chain(first..first + own)
    }

    /// A pair, which is taken in if it is new.
    pub(super) fn get_or_insert(&mut self, bodies: [u32; 2]) -> &mut Pair {
        let at = self.find(bodies) as usize;
        if self.list.get(at).is_none_or(|pair| pair.bodies != bodies) {
            self.list.insert(at, self.pair(bodies));
            self.ranges.insert(at, 0..0);
            self.sort_by_second();
        }
        &mut self.list[at]
    }

    /// A pair that meets for the first time.
    fn pair(&self, bodies: [u32; 2]) -> Pair {
        let known = self.frictions.binary_search_by_key(&bodies, |known| known.0);
        let friction = known.map_or(self.default, |at| self.frictions[at].1);
        let layer = Layer::of_pair(bodies.map(|body| self.layers[body as usize]));
        Pair {
            bodies,
            force: Vec3::zeros(),
            contacts: 0,
            energy: 0.0,
            elastic: 0.0,
            normal: 0.0,
            friction: 0.0,
            damping: 0.0,
            held: 0.0,
            speed: 0.0,
            share: 1.0,
            relief: 0.0,
            closure: 0.0,
            powers: [0.0; 3],
            law: PairLaw { base: layer, layer, friction },
        }
    }

    /// The number of a pair that has met.
    pub(super) fn find(&self, bodies: [u32; 2]) -> u32 {
        self.list.partition_point(|pair| pair.bodies < bodies) as u32
    }

    /// Sums over the contacts of each pair, and limits what pairs give back.
    pub(super) fn limit(&mut self, links: &[Link], forces: &mut [Force], time: Time) {
        let scale = self.scale;
        self.for_each(links, forces, &|pair, contacts| {
            let sums = contacts.sum(&|_, force| Sums::of(force));
            pair.take(&sums, scale, time);
            let limited = &*pair;
            let total = contacts.sum(&|_, force| {
                limited.apply(force);
                Total { force: force.total(), powers: force.powers }
            });
            (pair.force, pair.powers) = (total.force, total.powers);
        });
    }

    /// The powers of the forces at other velocities.
    pub(super) fn update_powers(&mut self, links: &[Link], forces: &mut [Force], motion: &Motion) {
        self.for_each(links, forces, &|pair, contacts| {
            let bodies = pair.bodies;
            let total = contacts.sum(&|link, force| {
                if force.closure > 0.0 {
                    force.update_powers(link, bodies, motion);
                }
                Total { powers: force.powers, ..Total::default() }
            });
            pair.powers = total.powers;
        });
    }

    /// Does something with all pairs and their contacts, in parallel.
    fn for_each(
        &mut self,
        links: &[Link],
        forces: &mut [Force],
        job: &(impl Fn(&mut Pair, &mut Contacts) + Sync),
    ) {
        let contacts = Contacts { links, forces };
        sums::for_pairs(&mut self.list, &self.ranges, contacts, job);
    }

    /// Adds what the forces take in the time `dt` at their present powers.
    pub(super) fn add_work(&mut self, dt: f64) {
        for pair in &mut self.list {
            let [spring, dashpot, friction] = pair.powers.map(|power| power * dt);
            pair.normal -= spring;
            pair.held -= spring;
            pair.damping -= dashpot;
            pair.friction -= friction;
            pair.set_energy();
        }
    }

    /// What all pairs took by normal forces, damping and friction.
    pub(super) fn work(&self) -> [f64; 3] {
        self.list.iter().fold([0.0; 3], |[normal, damping, friction], pair| {
            [normal + pair.normal, damping + pair.damping, friction + pair.friction]
        })
    }
}
