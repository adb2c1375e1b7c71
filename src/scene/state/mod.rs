//! States to go back to, and which scene they belong to.

mod bytes;

use super::Scene;
use super::body::{Body, Geometry, Presence};
use super::config::Resolution;
use super::contact::{Contact, Part, Side};
use super::contacts::history::Retired;
use super::hash::Fnv;
use super::world::{Span, World};
use crate::error::{Error, Reason};
use crate::shape::SupportMap;

/// The contacts, their ages and the host's values at some time, and the identity of their scene.
#[derive(Debug, Clone, PartialEq)]
pub struct State {
    pub(super) contacts: Vec<Contact>,
    pub(super) values: Vec<f64>,
    /// How many values each contact has.
    pub(super) each: usize,
    /// What is left of the contacts where elements have been switched off or on since.
    retired: Retired,
    identity: Identity,
    /// What others keep with the state.
    attachment: Vec<u64>,
}

impl State {
    /// The contacts.
    #[must_use]
    pub fn contacts(&self) -> &[Contact] {
        &self.contacts
    }

    /// The state with words of others, such as [`ForceState::to_words`], which are kept with it.
    ///
    /// [`ForceState::to_words`]: crate::forces::ForceState::to_words
    #[must_use]
    pub fn with_attachment(self, attachment: Vec<u64>) -> Self {
        Self { attachment, ..self }
    }

    /// The words that others keep with the state; none if there are none.
    #[must_use]
    pub fn attachment(&self) -> &[u64] {
        &self.attachment
    }
}

/// The identity of a scene as far as the numbers in contacts go. Two scenes that were built alike
/// have the same one, so that a state fits a scene that was built again; positions do not count.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Identity {
    resolution: Resolution,
    /// A hash for each body.
    bodies: Vec<u64>,
}

impl Identity {
    pub(super) fn new(resolution: Resolution) -> Self {
        Self { resolution, bodies: Vec::new() }
    }

    pub(super) fn push(&mut self, world: &World, body: &Body) {
        self.bodies.push(hash(world, self.bodies.len(), body, self.resolution));
    }

    /// Updates the hash of a body whose pieces have changed.
    pub(super) fn renew(&mut self, world: &World, number: usize, body: &Body) {
        self.bodies[number] = hash(world, number, body, self.resolution);
    }

    /// How a state differs that is not of this scene. Bodies may have been added since.
    fn differs(&self, state: &Self) -> Option<String> {
        if self.resolution != state.resolution {
            return Some(format!(
                "its resolution is {:?}, here it is {:?}",
                state.resolution, self.resolution
            ));
        }
        let counts = [state.bodies.len(), self.bodies.len()];
        if counts[0] > counts[1] {
            return Some(format!("it has {} bodies, here there are {}", counts[0], counts[1]));
        }
        let other = self.bodies.iter().zip(&state.bodies).position(|(one, two)| one != two);
        other.map(|body| format!("its body {body} is another one"))
    }
}

/// What the numbers in contacts refer to: nodes, tetrahedra, elements, pieces.
fn hash(world: &World, number: usize, body: &Body, resolution: Resolution) -> u64 {
    let Body { geometry, options, presence } = body;
    let mut fnv = Fnv::new();
    fnv.reals(&[options.thickness]);
    fnv.add(u64::from(options.self_contact));
    fnv.add(u64::from(options.groups) << 32 | u64::from(options.mask));
    if *presence != Presence::On {
        fnv.add(u64::from(u32::MAX));
    }
    match geometry {
        Geometry::Mesh(mesh) => {
            fnv.add(mesh.rest.len() as u64);
            if let Some(eroded) = &mesh.eroded {
                eroded.off().for_each(|element| fnv.add(u64::from(element)));
            }
            let span = &world.spans[number];
            let Span { nodes, tets, .. } = span;
            let corners = world.tets[tets.clone()].as_flattened().iter();
            corners.for_each(|corner| fnv.add(u64::from(*corner) - nodes.start as u64));
            fnv.numbers(&world.elements[tets.clone()]);
            if resolution == Resolution::Piece {
                fnv.numbers(mesh.cells.tet_pieces());
            }
            if span.is_hollow() {
                let corners = world.facets[span.facets.clone()].as_flattened().iter();
                corners.for_each(|corner| fnv.add(u64::from(*corner) - nodes.start as u64));
                fnv.reals(&world.facet_thinner[span.facets.clone()]);
                let ends = world.beams.nodes[span.segments.clone()].as_flattened().iter();
                ends.for_each(|end| fnv.add(u64::from(*end) - nodes.start as u64));
                fnv.reals(&world.beams.radius[span.segments.clone()]);
            }
        }
        Geometry::Shape(shape) => {
            let shape = shape.posed.shape();
            fnv.add(1 << 32 | shape.vertex_count() as u64);
            fnv.reals(&[shape.radius()]);
            fnv.reals(shape.center().as_slice());
        }
        Geometry::Plane(plane) => {
            fnv.add(2 << 32);
            fnv.reals(plane.point.as_slice());
            fnv.reals(plane.normal.as_slice());
        }
    }
    fnv.value()
}

impl Scene {
    /// The identity as bodies are now.
    fn present_identity(&self) -> Identity {
        let mut identity = self.identity.clone();
        for &body in &self.renewed {
            identity.renew(&self.world, body as usize, &self.bodies[body as usize]);
        }
        identity
    }

    /// Contacts, ages and the host's numbers, to go back to.
    #[must_use]
    pub fn save(&self) -> State {
        let (contacts, values) = (self.history.contacts.clone(), self.history.values.clone());
        State {
            contacts,
            values,
            each: self.config.history,
            retired: self.history.retired.clone().unwrap_or_default(),
            identity: self.present_identity(),
            attachment: Vec::new(),
        }
    }

    /// Goes back to a state: a detection at the same positions then gives the same answer again.
    /// The state is that of this scene, or of one that was made alike: with the same resolution and
    /// history and the same bodies in the same order, except that bodies may have been added since.
    /// Where they are does not count.
    ///
    /// # Errors
    /// If the state is that of another scene. Nothing has changed then.
    pub fn restore(&mut self, state: &State) -> Result<(), Error> {
        let (each, own) = (state.each, self.config.history);
        let differs = if each == own {
            self.present_identity().differs(&state.identity)
        } else {
            Some(format!("its contacts have {each} values each, here they have {own}"))
        };
        if let Some(how) = differs.or_else(|| self.missing_part(state)) {
            return Err(Reason::ForeignState { how }.into());
        }
        self.history.restore(&state.contacts, &state.values, &state.retired);
        Ok(())
    }

    /// What contacts of a state refer to and is not there, as in bytes that were made up.
    fn missing_part(&self, state: &State) -> Option<String> {
        let has_side = |side: &Side| {
            self.world.spans.get(side.body as usize).is_some_and(|span| {
                let part = match side.part {
                    Part::Whole => true,
                    Part::Piece(piece) => (piece as usize) < span.pieces.len(),
                    Part::Facet(facet) => (facet as usize) < span.facets.len(),
                    Part::Segment(segment) => (segment as usize) < span.segments.len(),
                };
                part && side.nodes().iter().all(|node| (*node as usize) < span.nodes.len())
            })
        };
        let lacks = |contact: &Contact| !contact.sides.iter().all(has_side);
        let contact = state.contacts.iter().position(lacks)?;
        Some(format!("its contact {contact} refers to what is not there"))
    }

    /// Forgets where candidates were found and what was measured since, which only saves work: the
    /// contacts of the next detection are the same without. Two scenes that forget at the same
    /// positions do the same from there on, to the last count of [`Statistics`], whatever they did
    /// before.
    ///
    /// [`Statistics`]: super::Statistics
    pub fn forget_candidates(&mut self) {
        self.candidates.forget();
        self.is_laid_out = false;
    }
}
