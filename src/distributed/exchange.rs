//! What travels in every step of a plan: positions to the ranks that find contacts, contacts to the
//! ranks that report them, values of the host back.

use std::collections::BTreeMap;

use super::body::{Bodies, BodyKind};
use super::contact::Record;
use super::memory::{Entry, Memory};
use super::plain::Plain;
use super::plan::Plan;
use super::report;
use crate::error::Error;

impl Plan {
    /// Reads the messages of a step: `node_bytes` for each node, then values of contacts. `None` if
    /// they are not that.
    pub(super) fn receive(
        &mut self,
        incoming: &[(usize, Vec<u8>)],
        node_bytes: usize,
        (memory, each): (&mut Memory, usize),
    ) -> Option<()> {
        for (rank, bytes) in incoming {
            let mut bytes = &bytes[..];
            let route = self.incoming.iter().find(|route| route.rank == *rank)?;
            for &node in route.nodes.iter().filter(|_| node_bytes > 0) {
                self.positions_here[node as usize] = Plain::take(&mut bytes)?;
                if node_bytes > 24 {
                    self.velocities_here[node as usize] = Plain::take(&mut bytes)?;
                }
            }
            for &contact in self.sent.get(rank).into_iter().flatten().filter(|_| each > 0) {
                let entry = memory.entries.get_mut(contact as usize)?.as_mut()?;
                for value in &mut entry.values {
                    *value = f64::take(&mut bytes)?;
                }
            }
        }
        Some(())
    }

    /// Moves the bodies of the scene of the plan to where they are now.
    pub(super) fn place(&mut self, bodies: &Bodies, dt: f64) -> Result<(), Error> {
        self.follow();
        for (own, number) in self.bodies.iter().zip(0..) {
            match bodies.kind(own.body) {
                BodyKind::Mesh => {
                    let nodes = own.nodes.clone();
                    self.scene.set_positions(number, &self.positions_here[nodes.clone()])?;
                    if dt > 0.0 {
                        self.scene.set_velocities(number, &self.velocities_here[nodes], dt)?;
                    }
                }
                BodyKind::Shape { pose, .. } => self.scene.set_pose(number, pose)?,
                BodyKind::Plane { .. } => {}
            }
        }
        Ok(())
    }

    /// The contacts that this rank has found and keeps, as messages to the ranks that report them.
    /// Contacts without nodes are reported where they are.
    pub(super) fn results(
        &mut self,
        entries: &[Option<Entry>],
        own: usize,
    ) -> Vec<(usize, Vec<u8>)> {
        let mut lists: BTreeMap<usize, Vec<(Record, &[f64])>> = BTreeMap::new();
        self.incoming.iter().for_each(|route| drop(lists.insert(route.rank, Vec::new())));
        self.sent.clear();
        for (at, (contact, entry)) in self.scene.contacts().iter().zip(entries).enumerate() {
            let Some(entry) = entry else { continue };
            let record = Record::new(self, contact, entry.age);
            let rank = record.reporter().unwrap_or(own);
            lists.entry(rank).or_default().push((record, &entry.values));
            self.sent.entry(rank).or_default().push(at as u32);
        }
        lists.into_iter().map(|(rank, records)| (rank, report::encode(&records))).collect()
    }

    /// How many facets have their contacts found here.
    pub(super) fn home_facets(&self) -> usize {
        let facets = self.bodies.iter().flat_map(|body| &body.facets);
        facets.filter(|facet| facet.is_home).count()
    }

    /// How many other ranks this one exchanges positions with.
    pub(super) fn neighbors(&self, own: usize) -> usize {
        let all = self.outgoing.iter().chain(&self.incoming).map(|route| route.rank);
        let mut ranks: Vec<usize> = all.filter(|rank| *rank != own).collect();
        ranks.sort_unstable();
        ranks.dedup();
        ranks.len()
    }
}
