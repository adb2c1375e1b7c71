//! Ages and values of all contacts: for a hash, and to go on from on another number of ranks.

use super::contact::Contact;
use super::memory::Entry;
use super::plain::{self, Plain};
use super::report::Report;
use super::scene::Scene;
use crate::error::{Error, Reason};

/// The ages and values of all contacts of a scene, on any number of ranks.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct State {
    entries: Vec<Entry>,
    each: usize,
}

impl State {
    /// The state as bytes, to be written to a file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        (self.each as u64).put(&mut bytes);
        (self.entries.len() as u64).put(&mut bytes);
        self.entries.iter().for_each(|entry| put(entry, &mut bytes));
        bytes
    }

    /// The state that these bytes are.
    ///
    /// # Errors
    /// If they are not those of a state.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let read = || {
            let mut bytes = bytes.strip_prefix(&MAGIC)?;
            let each = usize::try_from(u64::take(&mut bytes)?).ok()?;
            let count = usize::try_from(u64::take(&mut bytes)?).ok()?;
            let size = each.checked_mul(8)?.checked_add(12)?;
            (size.checked_mul(count)? == bytes.len()).then_some(())?;
            let entries = bytes.chunks_exact(size).map(take).collect::<Option<_>>()?;
            Some(Self { entries, each })
        };
        let what = || Reason::DamagedState { what: "they are cut, or others".to_owned() };
        read().ok_or_else(|| what().into())
    }
}

/// What the bytes of a state begin with; the last one is the version.
const MAGIC: [u8; 8] = *b"gapkitR\x01";

fn put(entry: &Entry, bytes: &mut Vec<u8>) {
    entry.id.put(bytes);
    entry.age.put(bytes);
    entry.values.iter().for_each(|value| value.put(bytes));
}

fn take(mut bytes: &[u8]) -> Option<Entry> {
    let (id, age) = (u64::take(&mut bytes)?, u32::take(&mut bytes)?);
    Some(Entry { id, age, values: plain::decode(bytes)? })
}

impl Scene {
    /// A hash of all contacts on all ranks, with their ages and values: the same on all ranks, for any
    /// number of them. Collective.
    ///
    /// # Errors
    /// If ranks cannot communicate.
    pub fn hash(&mut self) -> Result<u64, Error> {
        let each = self.config.history();
        let of =
            |(i, contact): (usize, &Contact)| contact.hash(&self.report.values[i * each..][..each]);
        let own = self.report.contacts.iter().enumerate().map(of).fold(0, u64::wrapping_add);
        let all = self.channel.gather(&[own])?;
        Ok(all.into_iter().fold(0, u64::wrapping_add))
    }

    pub(super) fn gather_entries(&mut self) -> Result<Vec<Entry>, Error> {
        let each = self.config.history();
        let mut bytes = Vec::new();
        for (i, contact) in self.report.contacts.iter().enumerate() {
            let values = self.report.values[i * each..][..each].to_vec();
            put(&Entry { id: contact.id, age: contact.age, values }, &mut bytes);
        }
        let lists = vec![bytes; self.size()];
        let all = self.channel.all_to_all(&lists)?.concat();
        let entries: Option<Vec<Entry>> = all.chunks(12 + 8 * each).map(take).collect();
        entries.ok_or_else(|| self.channel.garbled())
    }

    /// The ages and values of all contacts, the same on all ranks. Collective.
    ///
    /// # Errors
    /// If ranks cannot communicate.
    pub fn state(&mut self) -> Result<State, Error> {
        let each = self.config.history();
        let mut entries = self.gather_entries()?;
        entries.sort_by_key(|entry| entry.id);
        Ok(State { entries, each })
    }

    /// Goes on from a state, of a scene of the same bodies on any number of ranks: contacts that the
    /// next detection finds, and that are in the state, have their ages and values. Collective.
    ///
    /// # Errors
    /// If contacts of the state have another number of values.
    pub fn restore(&mut self, state: &State) -> Result<(), Error> {
        let each = self.config.history();
        let fault = if state.each == each {
            Ok(())
        } else {
            let how = format!("contacts have {} values, not {each}", state.each);
            Err(Reason::ForeignState { how }.into())
        };
        self.channel.agree(fault)?;
        if let Some(plan) = self.plan.take() {
            self.idle = Some(plan.scene);
        }
        self.report = Report::default();
        self.memory.replace(state.entries.iter().cloned());
        Ok(())
    }
}
