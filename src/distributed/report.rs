//! The contacts that this rank reports: those whose first node belongs to it.

use std::collections::HashMap;

use super::comm::Channel;
use super::contact::{Contact, Node, Record};
use super::given::Given;
use super::plain::{self, Plain};
use crate::error::Error;

/// A node of another rank that carries contacts of this one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Ghost {
    /// Which of the ranks that records came from, by its place in their list.
    pub(super) source: usize,
    /// The number of the node in the plan of that rank.
    pub(super) planned: u32,
}

/// The records of one rank.
#[derive(Debug)]
pub(super) struct Source {
    pub(super) rank: usize,
    /// The index of the contact of each record.
    pub(super) contacts: Vec<u32>,
}

#[derive(Debug, Default)]
pub(super) struct Report {
    pub(super) contacts: Vec<Contact>,
    pub(super) values: Vec<f64>,
    keys: Vec<[u64; 7]>,
    pub(super) sources: Vec<Source>,
    pub(super) ghosts: Vec<Ghost>,
}

/// Records with their values as bytes.
pub(super) fn encode(records: &[(Record, &[f64])]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (record, values) in records {
        record.put(&mut bytes);
        values.iter().for_each(|value| value.put(&mut bytes));
    }
    bytes
}

impl Report {
    /// Takes over the records of a detection, from the ranks that found them.
    pub(super) fn take(
        &mut self,
        channel: &mut Channel,
        given: &Given,
        incoming: &[(usize, Vec<u8>)],
        each: usize,
    ) -> Result<(), Error> {
        let mut all: Vec<(Record, usize, usize)> = Vec::new();
        let mut values: Vec<Vec<f64>> = Vec::new();
        for (source, (_, bytes)) in incoming.iter().enumerate() {
            for mut bytes in bytes.chunks(Record::SIZE + 8 * each) {
                let record = Record::take(&mut bytes).ok_or_else(|| channel.garbled())?;
                all.push((record, source, values.len()));
                values.push(plain::decode(bytes).ok_or_else(|| channel.garbled())?);
            }
        }
        let counts = incoming.iter().map(|(rank, bytes)| Source {
            rank: *rank,
            contacts: vec![0; bytes.len() / (Record::SIZE + 8 * each)],
        });
        self.sources = counts.collect();
        let firsts: Vec<usize> = self
            .sources
            .iter()
            .scan(0, |at, source| {
                *at += source.contacts.len();
                Some(*at - source.contacts.len())
            })
            .collect();
        all.sort_by_cached_key(|(record, ..)| record.key());
        self.list(channel.rank(), given, &all);
        self.values.clear();
        for (at, (_, source, place)) in all.iter().enumerate() {
            self.values.extend(&values[*place]);
            self.sources[*source].contacts[place - firsts[*source]] = at as u32;
        }
        Ok(())
    }

    /// Lists contacts that are in order, and finds those of the list before again.
    fn list(&mut self, rank: usize, given: &Given, all: &[(Record, usize, usize)]) {
        let old_keys = std::mem::take(&mut self.keys);
        let old = std::mem::take(&mut self.contacts);
        self.ghosts.clear();
        let mut known: HashMap<Ghost, u32> = HashMap::new();
        let mut before = 0;
        for (record, source, _) in all {
            let ghosts = &mut self.ghosts;
            let mut contact = record.contact(|k, i| {
                let (number, owner) = (record.numbers[k][i], record.owners[k][i]);
                let index = if owner as usize == rank {
                    Some(record.indices[k][i])
                } else {
                    given.find(record.bodies[k], number)
                };
                let first = given.starts.get(record.bodies[k] as usize).copied().unwrap_or(0);
                let ghost = index.is_none().then(|| {
                    let ghost = Ghost { source: *source, planned: record.planned[k][i] };
                    *known.entry(ghost).or_insert_with(|| {
                        ghosts.push(ghost);
                        ghosts.len() as u32 - 1
                    })
                });
                let index = index.map(|index| index - first as u32);
                Node { number, owner, index, ghost }
            });
            let key = record.key();
            while old_keys.get(before).is_some_and(|old| *old < key) {
                before += 1;
            }
            if old_keys.get(before) == Some(&key) && old[before].id == contact.id {
                contact.previous = Some(before as u32);
            }
            self.keys.push(key);
            self.contacts.push(contact);
        }
    }
}
