//! What is carried from one detection to the next: ages, and numbers of the host.

use crate::scene::contact::{Contact, Key};

#[derive(Debug)]
pub(in crate::scene) struct History {
    pub(in crate::scene) contacts: Vec<Contact>,
    pub(in crate::scene) values: Vec<f64>,
    each: usize,
}

impl History {
    pub(in crate::scene) fn new(each: usize) -> Self {
        Self { contacts: Vec::new(), values: Vec::new(), each }
    }

    pub(in crate::scene) fn values(&self, contact: usize) -> &[f64] {
        &self.values[contact * self.each..][..self.each]
    }

    pub(in crate::scene) fn values_mut(&mut self, contact: usize) -> &mut [f64] {
        &mut self.values[contact * self.each..][..self.each]
    }

    /// Takes over the contacts of a detection. Those that were there before are older by one and
    /// keep their numbers; the numbers of the others are 0. Both lists are in the order of keys.
    /// Returns the list before.
    pub(in crate::scene) fn take(&mut self, mut contacts: Vec<Contact>) -> Vec<Contact> {
        let mut values = vec![0.0; contacts.len() * self.each];
        let mut old = (0..self.contacts.len()).peekable();
        let key = |i: usize| -> Key { self.contacts[i].key() };
        for (i, contact) in contacts.iter_mut().enumerate() {
            let own = contact.key();
            while old.next_if(|&j| key(j) < own).is_some() {}
            if let Some(j) = old.next_if(|&j| key(j) == own) {
                contact.age = self.contacts[j].age + 1;
                contact.previous = Some(j as u32);
                values[i * self.each..][..self.each].copy_from_slice(self.values(j));
            }
        }
        self.values = values;
        std::mem::replace(&mut self.contacts, contacts)
    }
}
