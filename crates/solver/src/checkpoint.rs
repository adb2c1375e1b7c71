//! The state of a run, from which it can be continued.
//!
//! It has everything that the next step depends on: also where the contacts were found, and what
//! became of them since. So taking it changes nothing, and a run that goes on from it has the same
//! bits as one that was never stopped, whenever it is taken.

use super::error::Error;
use super::leapfrog::Solver;
use super::ledger::Work;
use super::state_file::{Reader, Writer, fingerprint};
use super::tally::Tally;
use gapkit::Vec3;
use gapkit::forces::ForceState;
use gapkit::scene::State;

/// Which of the numbers of a state is the last time step.
const LAST_DT: usize = 2;

/// The state of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Checkpoint {
    /// Text of the host that is kept with the state.
    note: String,
    /// The fingerprint of the model.
    model: u64,
    step: u64,
    /// Time, time step, the last time step, works, energies, the highest frequency of an element
    /// squared, the largest closure.
    numbers: [f64; 9],
    /// The element that limits the time step.
    element: u64,
    has_start: bool,
    /// Whether contacts and forces are those of the present positions.
    is_detected: bool,
    is_current: bool,
    deep: u64,
    tally: [u64; 6],
    x: Vec<[f64; 3]>,
    v: Vec<[f64; 3]>,
    /// Where the nodes were when contacts were found.
    detected: Vec<[f64; 3]>,
    scene: State,
    forces: ForceState,
}

impl Solver {
    /// The state at this moment. Nothing is changed by it.
    ///
    /// # Errors
    /// None so far.
    pub fn save(&mut self) -> Result<Checkpoint, Error> {
        if !self.is_ready {
            self.prepare()?;
        }
        let (step, work, tally) = (&self.time_step, &self.work, &self.tally);
        Ok(Checkpoint {
            note: String::new(),
            model: self.fingerprint(),
            step: self.step,
            numbers: [
                self.time,
                step.dt,
                self.last_dt,
                work.damping,
                work.external,
                self.start_energy.unwrap_or(0.0),
                self.largest_energy,
                step.elements.0,
                self.closest,
            ],
            element: u64::from(step.elements.1),
            has_start: self.start_energy.is_some(),
            is_detected: self.is_detected,
            is_current: self.is_current,
            deep: self.deep,
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
            detected: self.scene.all_positions().to_vec(),
            scene: self.scene.save(),
            forces: self.contacts.save(),
        })
    }

    /// Continues from a state of the same model. Threads, sub-algorithm and broad phase may differ.
    ///
    /// What only saves work is not in the state, so counts of work may differ from then on. They do
    /// not if the run that was saved has itself gone on from its state by this.
    ///
    /// # Errors
    /// If the state is one of another model, or nodes have no finite positions in it.
    pub fn restore(&mut self, state: &Checkpoint) -> Result<(), Error> {
        let (given, count) = (state.x.len(), self.x.len());
        if given != count {
            return Err(Error::State(format!("it has {given} nodes, the model has {count}")));
        }
        if state.model != self.fingerprint() {
            return Err(Error::State("it is one of another model".to_owned()));
        }
        self.invalidate()?;
        self.x.copy_from_slice(&state.detected);
        self.scene.forget_candidates();
        self.detect()?;
        // The same contacts, as old as they were.
        self.scene.restore(&state.scene)?;
        self.contacts.restore(&self.scene, &state.forces)?;
        self.x.copy_from_slice(&state.x);
        self.v = state.v.iter().map(|&v| Vec3::from(v)).collect();
        (self.is_detected, self.is_current) = (state.is_detected, false);
        self.step = state.step;
        if state.is_current {
            // As before, but that friction must not advance twice; the ledger is restored
            // afterwards.
            self.last_dt = state.numbers[LAST_DT];
            self.is_repeated = true;
            let evaluated = self.evaluate();
            self.is_repeated = false;
            evaluated?;
        }
        self.restore_ledger(state);
        self.contacts.restore_pairs(&self.scene, &state.forces);
        Ok(())
    }

    fn restore_ledger(&mut self, state: &Checkpoint) {
        let [time, dt, last_dt, damping, external, start, largest, frequency, closest] =
            state.numbers;
        self.time_step.elements = (frequency, state.element as u32);
        (self.time, self.time_step.dt, self.last_dt) = (time, dt, last_dt);
        self.work = Work { damping, external };
        self.start_energy = state.has_start.then_some(start);
        (self.largest_energy, self.closest, self.deep) = (largest, closest, state.deep);
        let [detections, queries, sub_calls, backup_calls, facet_pairs, rebuilds] = state.tally;
        self.tally = Tally { detections, queries, sub_calls, backup_calls, facet_pairs, rebuilds };
    }

    /// Hash that tells models apart: meshes, materials, planes, and all settings on which the
    /// motion depends.
    fn fingerprint(&self) -> u64 {
        let Self { bodies, settings, .. } = self;
        let super::Settings { penalty, gravity, damping, safety, reuse, scaled_step, .. } =
            settings;
        let materials: Vec<_> =
            bodies.list.iter().map(|body| (body.material, body.is_rigid, &body.nodes)).collect();
        let frictions = self.contacts.frictions();
        // What is written for debugging has every field and all digits of numbers.
        let text = format!(
            "{penalty:?}{gravity:?}{damping:?}{safety:?}{reuse:?}{scaled_step:?}{materials:?}{frictions:?}"
        );
        let rest_positions =
            bodies.rest_positions.iter().flatten().flat_map(|x| x.to_bits().to_le_bytes());
        let tets = bodies.elements.iter().flat_map(|element| element.nodes);
        let planes = bodies.planes.iter().flat_map(|(point, normal)| [*point, *normal]);
        let planes: Vec<f64> = planes.flat_map(|v| [v.x, v.y, v.z]).collect();
        let planes = planes.iter().flat_map(|x| x.to_bits().to_le_bytes());
        let bytes =
            text.bytes().chain(rest_positions).chain(tets.flat_map(u32::to_le_bytes)).chain(planes);
        fingerprint(bytes)
    }
}

impl Checkpoint {
    /// The state with a note, for instance the options of the run, which is kept with it.
    #[must_use]
    pub fn with_note(self, note: impl Into<String>) -> Self {
        Self { note: note.into(), ..self }
    }

    /// The note; empty if there is none.
    #[must_use]
    pub fn note(&self) -> &str {
        &self.note
    }

    /// The state as bytes, for a file. They end with a checksum.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Writer::new();
        out.text(&self.note);
        out.word(self.model);
        out.word(self.step);
        out.reals(&self.numbers);
        out.word(self.element);
        let flags = [self.has_start, self.is_detected, self.is_current];
        flags.into_iter().for_each(|flag| out.word(u64::from(flag)));
        out.word(self.deep);
        self.tally.iter().for_each(|&count| out.word(count));
        for list in [&self.x, &self.v, &self.detected] {
            out.word(list.len() as u64);
            list.iter().for_each(|vector| out.reals(vector));
        }
        out.bytes(&self.scene.to_bytes());
        let words = self.forces.to_words();
        out.word(words.len() as u64);
        words.into_iter().for_each(|word| out.word(word));
        out.finish()
    }

    /// The state from bytes.
    ///
    /// # Errors
    /// If the bytes are not those of a state, or were damaged: a single byte that is another is
    /// always noticed.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let mut from = Reader::new(bytes)?;
        let state = Self {
            note: from.text()?,
            model: from.word()?,
            step: from.word()?,
            numbers: from.reals()?,
            element: from.word()?,
            has_start: from.word()? != 0,
            is_detected: from.word()? != 0,
            is_current: from.word()? != 0,
            deep: from.word()?,
            tally: from.words()?,
            x: from.vectors()?,
            v: from.vectors()?,
            detected: from.vectors()?,
            scene: State::from_bytes(from.bytes()?)?,
            forces: saved_forces(&mut from)?,
        };
        from.finish()?;
        let nodes = state.x.len();
        if state.v.len() != nodes || state.detected.len() != nodes {
            return Err(Error::State("its lists differ in length".to_owned()));
        }
        Ok(state)
    }
}

fn saved_forces(from: &mut Reader<'_>) -> Result<ForceState, Error> {
    let mut words = Vec::new();
    for _ in 0..from.word()? {
        words.push(from.word()?);
    }
    Ok(ForceState::from_words(&words)?)
}
