//! What is carried from one detection to the next: ages, and numbers of the host.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::scene::contact::Contact;
use crate::scene::update::Change;

/// Jobs of threads are no smaller than this.
const MIN_CONTACTS_PER_JOB: usize = 2048;

/// What a contact is found again by, apart from the contacts, which are large.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(in crate::scene) struct Mark {
    pub(in crate::scene) id: u64,
    pub(in crate::scene) age: u32,
}

#[derive(Debug)]
pub(in crate::scene) struct History {
    pub(in crate::scene) contacts: Vec<Contact>,
    pub(in crate::scene) values: Vec<f64>,
    /// One for each contact.
    marks: Vec<Mark>,
    each: usize,
    /// Whether each contact was closed when it was detected, and how it has changed since; empty if
    /// the contacts are as they were detected.
    closed: Vec<bool>,
    pub(in crate::scene) changes: Vec<Change>,
    /// The contacts of the detection before, if facets have been numbered anew since: they are found
    /// again by their ids.
    pub(in crate::scene) retired: Option<Retired>,
    /// Those before, to save allocations.
    spare_marks: Vec<Mark>,
    spare_values: Vec<f64>,
}

/// Contacts that were put aside.
#[derive(Debug, Clone, Default, PartialEq)]
pub(in crate::scene) struct Retired {
    pub(in crate::scene) marks: Vec<Mark>,
    pub(in crate::scene) values: Vec<f64>,
}

/// Ids are well mixed as they are.
#[derive(Debug, Default)]
struct Mixed(u64);

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.0 = self.0.rotate_left(8) ^ u64::from(*byte));
    }

    fn write_u64(&mut self, id: u64) {
        self.0 = id;
    }
}

impl Retired {
    /// Finds contacts again by their ids.
    fn take_over(
        &self,
        each: usize,
        contacts: &mut [Contact],
        marks: &mut [Mark],
        values: &mut [f64],
    ) {
        let places: HashMap<u64, usize, BuildHasherDefault<Mixed>> =
            self.marks.iter().enumerate().map(|(at, mark)| (mark.id, at)).collect();
        for (at, (contact, mark)) in contacts.iter_mut().zip(marks).enumerate() {
            if let Some(&old) = places.get(&contact.id) {
                contact.age = self.marks[old].age + 1;
                contact.previous = Some(old as u32);
                let own = &mut values[at * each..][..each];
                own.copy_from_slice(&self.values[old * each..][..each]);
            }
            *mark = Mark { id: contact.id, age: contact.age };
        }
    }
}

impl History {
    pub(in crate::scene) fn new(each: usize) -> Self {
        Self {
            contacts: Vec::new(),
            values: Vec::new(),
            marks: Vec::new(),
            each,
            closed: Vec::new(),
            changes: Vec::new(),
            retired: None,
            spare_marks: Vec::new(),
            spare_values: Vec::new(),
        }
    }

    pub(in crate::scene) fn values(&self, contact: usize) -> &[f64] {
        &self.values[contact * self.each..][..self.each]
    }

    pub(in crate::scene) fn values_mut(&mut self, contact: usize) -> &mut [f64] {
        &mut self.values[contact * self.each..][..self.each]
    }

    /// Goes back to earlier contacts and numbers, or to those that had been put aside.
    pub(in crate::scene) fn restore(
        &mut self,
        contacts: &[Contact],
        values: &[f64],
        retired: &Retired,
    ) {
        self.end_update();
        self.retired = (!retired.marks.is_empty()).then(|| retired.clone());
        self.contacts.clear();
        self.contacts.extend_from_slice(contacts);
        self.values.clear();
        self.values.extend_from_slice(values);
        self.marks.clear();
        self.marks.extend(contacts.iter().map(|c| Mark { id: c.id, age: c.age }));
    }

    /// Takes over the contacts of a detection. Those that were there before are older by one and
    /// keep their numbers; the numbers of the others are 0. Both lists are in the order of keys.
    /// Returns the list before.
    pub(in crate::scene) fn take(&mut self, mut contacts: Vec<Contact>) -> Vec<Contact> {
        self.end_update();
        let mut marks = std::mem::take(&mut self.spare_marks);
        marks.resize(contacts.len(), Mark::default());
        let mut values = std::mem::take(&mut self.spare_values);
        values.clear();
        values.resize(contacts.len() * self.each, 0.0);
        match self.retired.take() {
            Some(retired) => retired.take_over(self.each, &mut contacts, &mut marks, &mut values),
            None => self.take_over(&mut contacts, &mut marks, &mut values),
        }
        self.spare_marks = std::mem::replace(&mut self.marks, marks);
        self.spare_values = std::mem::replace(&mut self.values, values);
        std::mem::replace(&mut self.contacts, contacts)
    }

    /// Puts the contacts aside until the next detection, since they refer to facets that have other
    /// numbers.
    pub(in crate::scene) fn retire(&mut self) {
        self.end_update();
        self.contacts.clear();
        let (marks, values) = (std::mem::take(&mut self.marks), std::mem::take(&mut self.values));
        self.retired.get_or_insert(Retired { marks, values });
    }

    /// The contacts, whether each was closed when it was detected, and how it changes.
    pub(in crate::scene) fn begin_update(&mut self) -> (&mut [Contact], &[bool], &mut [Change]) {
        if self.changes.is_empty() {
            self.closed.extend(self.contacts.iter().map(|contact| contact.gap <= 0.0));
            self.changes.resize(self.contacts.len(), Change::None);
        }
        (&mut self.contacts, &self.closed, &mut self.changes)
    }

    fn end_update(&mut self) {
        self.closed.clear();
        self.changes.clear();
    }

    /// Finds contacts again, halved among the threads.
    fn take_over(&self, contacts: &mut [Contact], marks: &mut [Mark], values: &mut [f64]) {
        if contacts.len() > MIN_CONTACTS_PER_JOB {
            let half = contacts.len() / 2;
            let (contacts, high_contacts) = contacts.split_at_mut(half);
            let (marks, high_marks) = marks.split_at_mut(half);
            let (values, high_values) = values.split_at_mut(half * self.each);
            rayon::join(
                || self.take_over(contacts, marks, values),
                || self.take_over(high_contacts, high_marks, high_values),
            );
            return;
        }
        let Some(first) = contacts.first().map(Contact::key) else { return };
        let mut old = self.contacts.partition_point(|contact| contact.key() < first);
        let mut at = 0;
        while at < contacts.len() {
            let count = self.find_again(&mut contacts[at..], &mut marks[at..], old);
            let own = &mut values[at * self.each..][..count * self.each];
            own.copy_from_slice(&self.values[old * self.each..][..count * self.each]);
            (at, old) = (at + count, old + count);
            let Some(contact) = contacts.get(at) else { return };
            // The next one of the old list is no more, or this one is new.
            if self.contacts.get(old).is_some_and(|before| before.key() < contact.key()) {
                old += 1;
            } else {
                marks[at] = Mark { id: contact.id, age: contact.age };
                at += 1;
            }
        }
    }

    /// Finds the first of some contacts again, as long as they are those of the old list from `old`
    /// on: mostly all of them. Returns how many they are.
    fn find_again(&self, contacts: &mut [Contact], marks: &mut [Mark], old: usize) -> usize {
        let places = contacts.iter_mut().zip(marks).zip(&self.marks[old..]);
        let mut previous = old as u32;
        for ((contact, mark), before) in places {
            if before.id != contact.id {
                break;
            }
            contact.age = before.age + 1;
            contact.previous = Some(previous);
            *mark = Mark { id: before.id, age: contact.age };
            previous += 1;
        }
        previous as usize - old
    }
}
