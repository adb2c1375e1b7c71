//! What a contact remembers from one step to the next: the least area of a sharp node, and the slip
//! of friction.

use gapkit::Vec3;
use gapkit::scene::Contact;

/// What is carried along with a contact.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Memory {
    /// How far the contact was dragged along the surface while it stuck.
    pub(super) slip: Vec3,
    /// The friction per area at the end of the last step.
    pub(super) traction: Vec3,
    /// The least area of a sharp node since it came within the offset.
    pub(super) least_area: Option<f64>,
}

impl Memory {
    /// The area with which a sharp node pushes.
    ///
    /// The weight in the area of a sharp node depends on directions, and the work of its change is
    /// not in the force. With an area that may fall and never rises, energy can be lost by that but
    /// not be made. So a node that has no weight when it comes within the offset has none until it
    /// has left. `is_arriving` tells a node that comes from outside from one that appears within.
    pub(super) fn latch(&mut self, area: f64, is_arriving: bool) -> f64 {
        let first = if is_arriving { area } else { 0.0 };
        let least = self.least_area.map_or(first, |least| least.min(area));
        self.least_area = Some(least);
        least
    }

    /// The contact has left.
    pub(super) fn forget(&mut self) {
        *self = Self::default();
    }
}

/// The memories of all contacts, in their order.
#[derive(Debug, Default)]
pub(super) struct Memories {
    pub(super) list: Vec<Memory>,
    /// That before, whose storage is used again.
    spare: Vec<Memory>,
}

impl Memories {
    /// Takes over what is known of contacts that were there before.
    pub(super) fn carry_to(&mut self, contacts: &[Contact]) {
        let Self { list, spare } = self;
        spare.clear();
        let known = |contact: &Contact| contact.previous.and_then(|i| list.get(i as usize));
        spare.extend(contacts.iter().map(|contact| known(contact).copied().unwrap_or_default()));
        std::mem::swap(list, spare);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_area_of_a_sharp_node_never_rises_until_it_has_left() {
        let mut memory = Memory::default();
        assert_eq!(memory.latch(2.0, true), 2.0);
        assert_eq!(memory.latch(3.0, true), 2.0);
        assert_eq!(memory.latch(1.0, false), 1.0);
        assert_eq!(memory.latch(2.0, false), 1.0);
        memory.forget();
        assert_eq!(memory.latch(2.0, false), 0.0);
        assert_eq!(memory.latch(2.0, true), 0.0);
    }
}
