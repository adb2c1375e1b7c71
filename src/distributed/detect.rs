//! A detection: the plan is made anew if it has to be, positions travel, contacts are found and go to
//! the ranks that report them.

use super::comm::{Reduction, Traffic};
use super::contact::Contact;
use super::given::Unit;
use super::plain::Plain;
use super::plan::{Plan, Situation};
use super::scene::Scene;
use super::statistics::Statistics;
use crate::Vec3;
use crate::error::{Error, Reason};
use crate::scene;

/// The first skin of a plan, its limits, and by how much it adapts; in sizes of units.
pub(super) const FIRST_SKIN: f64 = 0.4;
const SKINS: std::ops::Range<f64> = 0.1..3.0;
const ADAPTION: f64 = 1.5;

/// How many detections a plan should last for.
const LIFETIME: std::ops::Range<usize> = 32..512;

impl Scene {
    /// Finds the contacts at the present positions; those that this rank reports. Collective.
    ///
    /// # Errors
    /// What was wrong with positions, velocities or poses on any rank since the last detection, on
    /// all ranks; and if ranks cannot communicate. Contacts are as they were then.
    pub fn detect(&mut self) -> Result<&[Contact], Error> {
        self.channel.check()?;
        self.channel.traffic = Traffic::default();
        let step_bounds = self.step_bounds();
        let fault = self.fault.take().map_or(Ok(()), Err);
        let vote = self.channel.vote(fault.is_err());
        let far = self.plan.as_ref().map_or(f64::INFINITY, |plan| self.moved(plan, &step_bounds));
        let mut votes = [vote, far, self.dt, -self.dt];
        self.channel.reduce(&mut votes, Reduction::Max)?;
        self.channel.conclude(fault, votes[0])?;
        if votes[2] != -votes[3] {
            let (what, rank) = ("the time steps", self.rank());
            let own = if self.dt == votes[2] {
                Ok(())
            } else {
                Err(Reason::RanksDiffer { what, rank }.into())
            };
            return self.channel.agree(own).map(|()| &self.report.contacts[..]);
        }
        let is_stale = self.plan.as_ref().is_none_or(|plan| 2.0 * votes[1] >= plan.skin);
        if is_stale {
            self.make_plan(step_bounds)?;
        }
        self.step(is_stale)?;
        Ok(&self.report.contacts)
    }

    /// Upper bounds on the displacements of the nodes of this rank in the time step ahead.
    fn step_bounds(&self) -> Vec<f64> {
        let length = |velocity: &[f64; 3]| Vec3::from(velocity.map(|v| v * self.dt)).norm();
        self.given.velocities.iter().map(length).collect()
    }

    /// How far something has moved since the plan was made, and can move in the time step ahead
    /// beyond what it could then.
    fn moved(&self, plan: &Plan, step_bounds: &[f64]) -> f64 {
        let of_node = |&node: &u32| {
            let node = node as usize;
            let [now, then] = [&self.given.positions, &plan.positions].map(|x| Vec3::from(x[node]));
            (now - then).norm() + (step_bounds[node] - plan.step_bounds[node]).max(0.0)
        };
        let centers = self.bodies.centers();
        let shapes = centers.iter().zip(&plan.centers).map(|(now, then)| (now - then).norm());
        self.given.exposed.iter().map(of_node).chain(shapes).fold(0.0, f64::max)
    }

    /// Gives up the plan, and keeps ages and values until the next one. Collective.
    pub(super) fn drop_plan(&mut self) -> Result<(), Error> {
        if self.plan.is_none() {
            return Ok(());
        }
        self.return_values()?;
        let state = self.gather_entries()?;
        self.memory.replace(state.into_iter());
        self.idle = self.plan.take().map(|plan| plan.scene);
        Ok(())
    }

    /// The skin of a new plan, the same on all ranks.
    fn choose_skin(&mut self) -> Result<f64, Error> {
        if let Some(plan) = &self.plan {
            if plan.age < LIFETIME.start {
                self.relative_skin = (self.relative_skin * ADAPTION).min(SKINS.end);
            } else if plan.age > LIFETIME.end {
                self.relative_skin = (self.relative_skin / ADAPTION).max(SKINS.start);
            }
        }
        let size = |unit: &Unit| {
            let [a, b, c, _] = unit.nodes.map(|n| Vec3::from(self.given.positions[n as usize]));
            (b - a).norm().max((c - a).norm())
        };
        let mut sums =
            [self.given.units.iter().map(size).sum::<f64>(), self.given.units.len() as f64];
        self.channel.reduce(&mut sums, Reduction::Sum)?;
        Ok(if sums[1] > 0.0 { self.relative_skin * sums[0] / sums[1] } else { 1.0 })
    }

    fn make_plan(&mut self, step_bounds: Vec<f64>) -> Result<(), Error> {
        let skin = self.choose_skin()?;
        let each = self.config.history();
        let moving = match self.plan.take() {
            None => None,
            Some(plan) => {
                self.plan = Some(plan);
                self.return_values()?;
                let Some(plan) = self.plan.take() else { return Ok(()) };
                let entries = self.memory.send_to_givers(&mut self.channel, &plan, each)?;
                self.idle = Some(plan.scene);
                Some(entries)
            }
        };
        let threads = match self.idle.take() {
            Some(idle) => idle,
            None => scene::Scene::new(self.config.without_warnings())?,
        };
        let now = Situation { given: &self.given, bodies: &self.bodies, skin, step_bounds };
        let plan = Plan::new(&mut self.channel, now, threads)?;
        if let Some(entries) = moving {
            self.memory.send_home(&mut self.channel, entries, &plan.homes, each)?;
        }
        self.plan = Some(plan);
        self.statistics.plans += 1;
        Ok(())
    }

    /// Sends the values of contacts back to the ranks that found them.
    fn return_values(&mut self) -> Result<(), Error> {
        if self.config.history() == 0 || self.plan.is_none() {
            return Ok(());
        }
        self.travel(false)
    }

    /// Sends values of contacts back to the ranks that found them and, between plans, positions to the
    /// ranks that need them: one message for both.
    fn travel(&mut self, with_nodes: bool) -> Result<(), Error> {
        let Some(plan) = &mut self.plan else { return Ok(()) };
        let (own, each) = (self.channel.rank(), self.config.history());
        let has_velocities = with_nodes && self.dt > 0.0;
        let node_bytes = 24 * (usize::from(with_nodes) + usize::from(has_velocities));
        let mut outgoing = Vec::with_capacity(plan.outgoing.len());
        for route in &plan.outgoing {
            let mut bytes = Vec::new();
            for &node in route.nodes.iter().take(if with_nodes { usize::MAX } else { 0 }) {
                self.given.positions[node as usize].put(&mut bytes);
                if has_velocities {
                    self.given.velocities[node as usize].put(&mut bytes);
                }
            }
            if route.rank != own {
                self.channel.traffic.node_bytes += bytes.len() as u64;
            }
            let source = self.report.sources.iter().find(|source| source.rank == route.rank);
            for &contact in source.iter().flat_map(|source| &source.contacts) {
                let values = &self.report.values[contact as usize * each..][..each];
                values.iter().for_each(|value| value.put(&mut bytes));
            }
            outgoing.push((route.rank, bytes));
        }
        let mut incoming: Vec<(usize, Vec<u8>)> = Vec::with_capacity(plan.incoming.len());
        for route in &plan.incoming {
            let values = plan.sent.get(&route.rank).map_or(0, Vec::len) * each;
            incoming.push((route.rank, vec![0; node_bytes * route.nodes.len() + 8 * values]));
        }
        let own_message = outgoing.iter().position(|(rank, _)| *rank == own);
        if let Some(at) = own_message {
            let (_, bytes) = outgoing.remove(at);
            if let Some((_, place)) = incoming.iter_mut().find(|(rank, _)| *rank == own) {
                *place = bytes;
            }
        }
        let mut others: Vec<_> = incoming.extract_if(.., |(rank, _)| *rank != own).collect();
        self.channel.exchange(&outgoing, &mut others)?;
        incoming.append(&mut others);
        let garbled = plan.receive(&incoming, node_bytes, (&mut self.memory, each)).is_none();
        if garbled { Err(self.channel.garbled()) } else { Ok(()) }
    }

    /// A step of a plan: positions travel, contacts are found and go to those who report them.
    fn step(&mut self, is_new: bool) -> Result<(), Error> {
        if is_new {
            // Values were returned before the plan was made.
            self.report.sources.clear();
        }
        self.travel(true)?;
        let each = self.config.history();
        let (own, dt) = (self.channel.rank(), self.dt);
        let Some(plan) = &mut self.plan else { return Ok(()) };
        let moved = plan.place(&self.bodies, dt);
        let found = moved.map(|()| plan.scene.detect().len());
        let found = found.inspect_err(|_| self.channel.fail())?;
        self.memory.take(plan, each, own);
        let outgoing = plan.results(&self.memory.entries, own);
        let sources: Vec<usize> = plan.outgoing.iter().map(|route| route.rank).collect();
        let mut own_records = Vec::new();
        let mut others = Vec::new();
        for (rank, bytes) in outgoing {
            if rank == own { own_records = bytes } else { others.push((rank, bytes)) }
        }
        let sources: Vec<usize> = sources.into_iter().filter(|rank| *rank != own).collect();
        let mut incoming = self.channel.exchange_any(&others, &sources)?;
        incoming.push((own, own_records));
        incoming.sort_by_key(|(rank, _)| *rank);
        self.report.take(&mut self.channel, &self.given, &incoming, each)?;
        plan.age += 1;
        self.statistics = Statistics {
            planned: is_new,
            plans: self.statistics.plans,
            facets: plan.bodies.iter().map(|body| body.facets.len()).sum(),
            home_facets: plan.home_facets(),
            ghost_nodes: plan.ghosts,
            neighbors: plan.neighbors(own),
            facet_pairs: plan.scene.statistics().facet_pairs,
            found,
            traffic: self.channel.traffic,
        };
        Ok(())
    }
}
