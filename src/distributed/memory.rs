//! What is carried from one detection to the next: ages and values of the host. They are kept by the
//! rank that finds a contact, so that they stay with it whichever rank reports it; when a plan moves a
//! unit to another rank, they move with it.

use std::collections::HashMap;

use super::comm::Channel;
use super::plain::{self, Plain};
use super::plan::{Plan, PlanFacet};
use crate::error::Error;
use crate::scene::{Contact, Kind, Part};

/// What is remembered of a contact.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Entry {
    pub(super) id: u64,
    pub(super) age: u32,
    pub(super) values: Vec<f64>,
}

/// The contacts that this rank found last, in the order of the scene of its plan.
#[derive(Debug, Default)]
pub(super) struct Memory {
    /// `None` for contacts that other ranks have found, too, and keep.
    pub(super) entries: Vec<Option<Entry>>,
    /// What came from other plans, until the first detection of this one.
    arrived: HashMap<u64, Entry>,
    /// Entries of contacts without facets, which stay where they are when a plan changes.
    staying: Vec<Entry>,
}

/// The facet whose home keeps a contact: that of a sharp node, else the first one.
fn keeper<'a>(plan: &'a Plan, contact: &Contact) -> Option<&'a PlanFacet> {
    let [a, b] = &contact.sides;
    let sides =
        if contact.kind == Kind::Corner && contact.node_side() == 1 { [b, a] } else { [a, b] };
    sides.into_iter().find_map(|side| match side.part {
        Part::Facet(facet) => Some(&plan.bodies[side.body as usize].facets[facet as usize]),
        _ => None,
    })
}

impl Memory {
    /// Remembers the contacts of a detection. Contacts without facets are kept by rank 0.
    pub(super) fn take(&mut self, plan: &Plan, values: usize, rank: usize) {
        let mut old = std::mem::take(&mut self.entries);
        let of = |contact: &Contact| {
            if !keeper(plan, contact).map_or(rank == 0, |facet| facet.is_home) {
                return None;
            }
            let before = match contact.previous {
                Some(at) => old.get_mut(at as usize).and_then(Option::take),
                None => self.arrived.remove(&contact.id),
            };
            let older = |entry: Entry| Entry { age: entry.age + 1, ..entry };
            let new = || Entry { id: contact.id, age: 0, values: vec![0.0; values] };
            Some(before.map_or_else(new, older))
        };
        self.entries = plan.scene.contacts().iter().map(of).collect();
        self.arrived.clear();
    }

    /// Forgets everything but these entries.
    pub(super) fn replace(&mut self, entries: impl Iterator<Item = Entry>) {
        self.entries.clear();
        self.arrived = entries.map(|entry| (entry.id, entry)).collect();
    }

    /// Moves entries to the homes that a new plan has for their units: by way of the ranks that gave
    /// these, which know. Collective.
    pub(super) fn send_to_givers(
        &mut self,
        channel: &mut Channel,
        plan: &Plan,
        values: usize,
    ) -> Result<Vec<(u32, Entry)>, Error> {
        let mut lists = vec![Vec::new(); channel.size()];
        for (entry, contact) in self.entries.drain(..).zip(plan.scene.contacts()) {
            let Some(entry) = entry else { continue };
            let Some(facet) = keeper(plan, contact) else {
                self.staying.push(entry);
                continue;
            };
            put(&entry, facet.slot, &mut lists[facet.giver as usize]);
        }
        let lists = channel.all_to_all(&lists)?;
        read(channel, &lists.concat(), values)
    }

    /// Sends the entries of units of this rank to the homes of these.
    pub(super) fn send_home(
        &mut self,
        channel: &mut Channel,
        entries: Vec<(u32, Entry)>,
        homes: &[Option<u32>],
        values: usize,
    ) -> Result<(), Error> {
        let mut lists = vec![Vec::new(); channel.size()];
        for (slot, entry) in entries {
            if let Some(Some(home)) = homes.get(slot as usize) {
                put(&entry, slot, &mut lists[*home as usize]);
            }
        }
        let lists = channel.all_to_all(&lists)?;
        let entries = read(channel, &lists.concat(), values)?;
        let staying = std::mem::take(&mut self.staying);
        self.replace(entries.into_iter().map(|(_, entry)| entry).chain(staying));
        Ok(())
    }
}

fn put(entry: &Entry, slot: u32, bytes: &mut Vec<u8>) {
    slot.put(bytes);
    entry.id.put(bytes);
    entry.age.put(bytes);
    entry.values.iter().for_each(|value| value.put(bytes));
}

fn read(channel: &mut Channel, bytes: &[u8], values: usize) -> Result<Vec<(u32, Entry)>, Error> {
    let one = |mut bytes: &[u8]| {
        let (slot, id) = (u32::take(&mut bytes)?, u64::take(&mut bytes)?);
        let age = u32::take(&mut bytes)?;
        Some((slot, Entry { id, age, values: plain::decode(bytes)? }))
    };
    let entries: Option<Vec<_>> = bytes.chunks(16 + 8 * values).map(one).collect();
    entries.ok_or_else(|| channel.garbled())
}
