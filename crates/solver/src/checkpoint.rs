//! The state of a run, to go on from later.
//!
//! It is taken where the books are made, right after a detection, so that a run that goes on from there has
//! the same bits as one that was never stopped.

use super::error::Error;
use super::friction::HISTORY;
use super::leapfrog::Solver;
use super::ledger::Work;
use super::tally::Tally;
use gapkit::Vec3;

/// What a file with a state begins with; the last byte is its version.
const MAGIC: &[u8; 8] = b"GAPKIT\0\x01";

/// The state of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Checkpoint {
    step: u64,
    /// Time, time step, the last time step, works, energies, the vote of the elements.
    numbers: [f64; 10],
    /// The element that has the say in the time step.
    element: u64,
    has_start: bool,
    tally: [u64; 6],
    x: Vec<[f64; 3]>,
    v: Vec<[f64; 3]>,
    /// What contacts remember, by their identities.
    memories: Vec<(u64, [f64; HISTORY])>,
}

impl Solver {
    /// The state at this moment.
    ///
    /// # Errors
    /// If an element is inverted or a node has flown away.
    pub fn save(&mut self) -> Result<Checkpoint, Error> {
        self.detect()?;
        self.evaluate()?;
        let memory = |(i, contact): (usize, &gapkit::scene::Contact)| {
            let mut values = [0.0; HISTORY];
            values.copy_from_slice(self.scene.values(i));
            (contact.id, values)
        };
        let (step, work, tally) = (&self.time_step, &self.work, &self.tally);
        Ok(Checkpoint {
            step: self.step,
            numbers: [
                self.time,
                step.dt,
                self.last_dt,
                work.friction,
                work.damping,
                work.external,
                work.contact,
                self.start_energy.unwrap_or(0.0),
                self.largest_energy,
                step.elements.0,
            ],
            element: u64::from(step.elements.1),
            has_start: self.start_energy.is_some(),
            tally: [
                tally.detections,
                tally.queries,
                tally.sub_calls,
                tally.backup_calls,
                tally.facet_pairs,
                tally.rebuilds,
            ],
            x: self.x.clone(),
            v: self.v.iter().map(|&v| v.into()).collect(),
            memories: self.scene.contacts().iter().enumerate().map(memory).collect(),
        })
    }

    /// Goes on from a state of the same model.
    ///
    /// # Errors
    /// If the state has another number of nodes.
    pub fn restore(&mut self, state: &Checkpoint) -> Result<(), Error> {
        let (given, count) = (state.x.len(), self.x.len());
        if given != count {
            return Err(Error::State(format!("it has {given} nodes, the model has {count}")));
        }
        self.x.copy_from_slice(&state.x);
        self.v = state.v.iter().map(|&v| Vec3::from(v)).collect();
        self.renew();
        self.detect()?;
        for i in 0..self.scene.contacts().len() {
            let id = self.scene.contacts()[i].id;
            let memory = state.memories.iter().find(|memory| memory.0 == id);
            self.scene.values_mut(i).copy_from_slice(&memory.map_or([0.0; HISTORY], |m| m.1));
        }
        // Friction must not move on twice: the forces are found with no time gone by, and the books are
        // set afterwards.
        self.last_dt = 0.0;
        self.step = state.step;
        self.evaluate()?;
        let [time, dt, last_dt, friction, damping, external, contact, start, largest, vote] =
            state.numbers;
        self.time_step.elements = (vote, state.element as u32);
        (self.time, self.time_step.dt, self.last_dt) = (time, dt, last_dt);
        self.work = Work { friction, damping, external, contact };
        self.start_energy = state.has_start.then_some(start);
        self.largest_energy = largest;
        let [detections, queries, sub_calls, backup_calls, facet_pairs, rebuilds] = state.tally;
        self.tally = Tally { detections, queries, sub_calls, backup_calls, facet_pairs, rebuilds };
        Ok(())
    }
}

impl Checkpoint {
    /// The state as bytes, for a file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let mut put = |word: u64| bytes.extend(word.to_le_bytes());
        put(self.step);
        self.numbers.iter().for_each(|number| put(number.to_bits()));
        put(self.element);
        put(u64::from(self.has_start));
        self.tally.iter().for_each(|&count| put(count));
        put(self.x.len() as u64);
        self.x.iter().chain(&self.v).flatten().for_each(|number| put(number.to_bits()));
        put(self.memories.len() as u64);
        for (id, values) in &self.memories {
            put(*id);
            values.iter().for_each(|value| put(value.to_bits()));
        }
        bytes
    }

    /// The state from bytes.
    ///
    /// # Errors
    /// If the bytes are not those of a state.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let bad = |what: &str| Error::State(what.to_owned());
        let words = bytes.strip_prefix(MAGIC).ok_or_else(|| bad("it is not one of gapkit"))?;
        let mut words = words.chunks_exact(8).map(|chunk| {
            let mut word = [0; 8];
            word.copy_from_slice(chunk);
            u64::from_le_bytes(word)
        });
        let mut next = || words.next().ok_or_else(|| bad("it ends too early"));
        let step = next()?;
        let mut numbers = [0.0; 10];
        for number in &mut numbers {
            *number = f64::from_bits(next()?);
        }
        let element = next()?;
        let has_start = next()? != 0;
        let mut tally = [0; 6];
        for count in &mut tally {
            *count = next()?;
        }
        let mut vectors = [Vec::new(), Vec::new()];
        let count = next()?;
        for list in &mut vectors {
            for _ in 0..count {
                list.push([next()?, next()?, next()?].map(f64::from_bits));
            }
        }
        let mut memories = Vec::new();
        for _ in 0..next()? {
            memories.push((next()?, [next()?, next()?, next()?].map(f64::from_bits)));
        }
        let [x, v] = vectors;
        Ok(Self { step, numbers, element, has_start, tally, x, v, memories })
    }
}
