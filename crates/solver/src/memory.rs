//! What a contact remembers from one step to the next: the area of a sharp node, and the slip of
//! friction.

use gapkit::Vec3;
use gapkit::scene::Contact;

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
