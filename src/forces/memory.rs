//! What a contact remembers from one step to the next: the area of a sharp node, and the slip of
//! friction.

use std::collections::HashMap;

use rayon::prelude::*;

use super::link::CONTACTS_PER_JOB;
use crate::Vec3;
use crate::scene::Contact;

/// The part of its first area below which the area of a sharp node falls.
const FADING: f64 = 0.1;

/// What is carried along with a contact.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Memory {
    /// How far the contact was dragged along the surface while it stuck.
    pub(super) slip: Vec3,
    /// The friction per area at the end of the last step.
    pub(super) traction: Vec3,
    /// The area of a sharp node when it came within the offset, and the least since.
    pub(super) areas: Option<[f64; 2]>,
}

impl Memory {
    /// The area with which a sharp node pushes.
    ///
    /// The weight in the area of a sharp node depends on directions, and the work of its change is
    /// not in the force. So a node keeps the area with which it came within the offset until it has
    /// left, and one that has none then has none until it has left. Where facets around the node
    /// come to face the surface and carry the load, its weight falls to 0 and it is no longer
    /// listed; before that the area falls too, and does not rise again, so that energy can be lost
    /// by it but not be made. `is_arriving` tells a node that comes from outside from one that
    /// appears within.
    pub(super) fn latch(&mut self, area: f64, is_arriving: bool) -> f64 {
        let first = if is_arriving { area } else { 0.0 };
        let [first, least] =
            self.areas.map_or([first; 2], |[first, least]| [first, area.min(least)]);
        self.areas = Some([first, least]);
        first.min(least / FADING)
    }

    /// The contact has left.
    pub(super) fn leave(&mut self) {
        *self = Self::default();
    }
}

/// The memories of all contacts, in their order.
#[derive(Debug, Default)]
pub(super) struct Memories {
    pub(super) list: Vec<Memory>,
    /// The contacts that they are of.
    pub(super) ids: Vec<u64>,
    /// That before, whose storage is used again.
    spare: Vec<Memory>,
}

impl Memories {
    /// Takes over what is known of contacts that were there before. Lists of contacts may have been
    /// passed over in between, or be the same once more.
    pub(super) fn carry_to(&mut self, contacts: &[Contact]) {
        let Self { list, ids, spare } = self;
        let is_known = |(contact, id): (&Contact, &u64)| contact.id == *id;
        let known = contacts.par_iter().zip(&*ids).with_min_len(CONTACTS_PER_JOB);
        if contacts.len() == ids.len() && known.all(is_known) {
            return;
        }
        let is_next = |contact: &Contact| {
            contact.previous.is_none_or(|i| ids.get(i as usize) == Some(&contact.id))
        };
        spare.clear();
        if contacts.iter().all(is_next) {
            let known = |contact: &Contact| contact.previous.map(|i| list[i as usize]);
            spare.extend(contacts.iter().map(|contact| known(contact).unwrap_or_default()));
        } else {
            let by_id: HashMap<u64, Memory> =
                ids.iter().copied().zip(list.iter().copied()).collect();
            let known = |contact: &Contact| by_id.get(&contact.id).copied();
            spare.extend(contacts.iter().map(|contact| known(contact).unwrap_or_default()));
        }
        std::mem::swap(list, spare);
        ids.clear();
        ids.extend(contacts.iter().map(|contact| contact.id));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_area_of_a_sharp_node_is_kept_and_never_rises_until_it_has_left() {
        let mut memory = Memory::default();
        assert_eq!(memory.latch(2.0, true), 2.0);
        assert_eq!(memory.latch(3.0, true), 2.0);
        assert_eq!(memory.latch(0.5, false), 2.0);
        assert_eq!(memory.latch(0.5 * FADING, false), 0.5);
        assert_eq!(memory.latch(2.0, false), 0.5);
        memory.leave();
        assert_eq!(memory.latch(2.0, false), 0.0);
        assert_eq!(memory.latch(2.0, true), 0.0);
    }
}
