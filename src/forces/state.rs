//! What is carried from one step to the next, to go back to.

use std::collections::HashMap;

use super::ContactForces;
use super::force::Force;
use super::link;
use super::memory::Memory;
use super::pairs::Pair;
use crate::Vec3;
use crate::error::{Error, Reason};
use crate::scene::Scene;

/// The words of a contact and of a pair of bodies.
const CONTACT_WORDS: usize = 11;
const PAIR_WORDS: usize = 9;

/// What contacts remember, and what pairs of bodies took so far.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ForceState {
    contacts: Vec<SavedContact>,
    pairs: Vec<SavedPair>,
}

/// What is carried along with a contact.
#[derive(Debug, Clone, Copy, PartialEq)]
struct SavedContact {
    id: u64,
    gap: f64,
    memory: Memory,
}

/// What two bodies took so far: by normal forces, friction and damping; since they came into touch;
/// how fast they approached; and the share of forces that is left.
#[derive(Debug, Clone, Copy, PartialEq)]
struct SavedPair {
    bodies: [u32; 2],
    numbers: [f64; 7],
}

impl ContactForces {
    /// What is carried to the next step.
    #[must_use]
    pub fn save(&self) -> ForceState {
        let contacts = self.memories.ids.iter().zip(&self.gaps).zip(&self.memories.list);
        let saved = |((&id, &gap), &memory)| SavedContact { id, gap, memory };
        let pair = |pair: &Pair| {
            let Pair { bodies, normal, friction, damping, held, speed, share, relief, .. } = *pair;
            let numbers = [normal, friction, damping, held, speed, share, relief];
            SavedPair { bodies, numbers }
        };
        ForceState {
            contacts: contacts.map(saved).collect(),
            pairs: self.pairs.list.iter().map(pair).collect(),
        }
    }

    /// Goes back to a state, with the contacts of a scene that are those of the state.
    ///
    /// # Errors
    /// If it is of bodies that are not there. Nothing has changed then.
    pub fn restore(&mut self, scene: &Scene, state: &ForceState) -> Result<(), Error> {
        state.check_bodies(scene)?;
        self.take(scene);
        let known: HashMap<u64, &SavedContact> = state.contacts.iter().map(|m| (m.id, m)).collect();
        for (i, id) in self.memories.ids.iter().enumerate() {
            let saved = known.get(id);
            self.memories.list[i] = saved.map_or(Memory::default(), |m| m.memory);
            self.gaps[i] = saved.map_or(self.gaps[i], |m| m.gap);
        }
        self.restore_pairs(scene, state);
        // They are those of other contacts.
        self.of_contacts.clear();
        self.of_contacts.resize(self.links.len(), Force::default());
        Ok(())
    }

    /// Restores the pairs of bodies, those that are not in touch too.
    pub fn restore_pairs(&mut self, scene: &Scene, state: &ForceState) {
        let scale = self.pairs.scale;
        for SavedPair { bodies, numbers } in &state.pairs {
            let pair = self.pairs.get_or_insert(*bodies);
            [pair.normal, pair.friction, pair.damping, pair.held, ..] = *numbers;
            [.., pair.speed, pair.share, pair.relief] = *numbers;
            pair.set_layer(scale);
            pair.set_energy();
        }
        link::link(scene, &mut self.pairs, &mut self.links);
    }
}

impl ForceState {
    /// Checks that the bodies of all pairs are there.
    pub(crate) fn check_bodies(&self, scene: &Scene) -> Result<(), Error> {
        let count = scene.body_count();
        let missing = |pair: &&SavedPair| pair.bodies.iter().any(|&body| body as usize >= count);
        let Some(pair) = self.pairs.iter().find(missing) else { return Ok(()) };
        let how = format!("its forces are of bodies {:?}, here there are {count}", pair.bodies);
        Err(Reason::ForeignState { how }.into())
    }

    /// The state as words, for a file.
    #[must_use]
    pub fn to_words(&self) -> Vec<u64> {
        let mut words = vec![self.contacts.len() as u64, self.pairs.len() as u64];
        for SavedContact { id, gap, memory } in &self.contacts {
            words.push(*id);
            let areas = memory.areas.unwrap_or_default();
            let numbers = [gap].into_iter().chain(&memory.slip).chain(&memory.traction);
            words.extend(numbers.chain(&areas).map(|number| number.to_bits()));
            words.push(u64::from(memory.areas.is_some()));
        }
        for SavedPair { bodies, numbers } in &self.pairs {
            words.extend(bodies.map(u64::from));
            words.extend(numbers.map(f64::to_bits));
        }
        words
    }

    /// The state that was written as these words.
    ///
    /// # Errors
    /// If they are not as many as they say.
    pub fn from_words(words: &[u64]) -> Result<Self, Error> {
        let damaged = || Reason::DamagedState { what: "its forces are cut off".to_owned() };
        let (&[contacts, pairs], rest) = words.split_first_chunk::<2>().ok_or_else(damaged)?;
        // What is more than all words cannot be a count of anything in them.
        let [contacts, pairs] =
            [contacts, pairs].map(|count| count.min(words.len() as u64) as usize);
        let (of_contacts, of_pairs) =
            rest.split_at_checked(contacts * CONTACT_WORDS).ok_or_else(damaged)?;
        if of_pairs.len() != pairs * PAIR_WORDS {
            return Err(damaged().into());
        }
        Ok(Self {
            contacts: of_contacts.chunks_exact(CONTACT_WORDS).map(SavedContact::read).collect(),
            pairs: of_pairs.chunks_exact(PAIR_WORDS).map(SavedPair::read).collect(),
        })
    }
}

impl SavedContact {
    fn read(words: &[u64]) -> Self {
        let real = |at: usize| f64::from_bits(words[at]);
        let vector = |at: usize| Vec3::new(real(at), real(at + 1), real(at + 2));
        let areas = (words[10] != 0).then(|| [real(8), real(9)]);
        let memory = Memory { slip: vector(2), traction: vector(5), areas };
        Self { id: words[0], gap: real(1), memory }
    }
}

impl SavedPair {
    fn read(words: &[u64]) -> Self {
        // Bodies that do not exist are noticed when the state is restored.
        let bodies = [0, 1].map(|at| u32::try_from(words[at]).unwrap_or(u32::MAX));
        Self { bodies, numbers: [2, 3, 4, 5, 6, 7, 8].map(|at| f64::from_bits(words[at])) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_are_cut_or_too_many_are_refused() {
        let memory = Memory { slip: Vec3::x(), traction: Vec3::y(), areas: Some([1.0, 0.5]) };
        let contacts = vec![SavedContact { id: 7, gap: -0.1, memory }; 3];
        let pairs =
            vec![SavedPair { bodies: [0, 4], numbers: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0] }];
        let state = ForceState { contacts, pairs };
        let words = state.to_words();
        assert_eq!(ForceState::from_words(&words).unwrap(), state);
        for cut in 0..words.len() {
            assert!(ForceState::from_words(&words[..cut]).is_err(), "{cut}");
        }
        assert!(ForceState::from_words(&[&words[..], &[0]].concat()).is_err());
        assert!(ForceState::from_words(&[u64::MAX, u64::MAX]).is_err());
    }
}
