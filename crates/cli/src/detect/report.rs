//! What there is to tell about a detection.

use std::collections::BTreeMap;

use gapkit::scene::{Contact, Scene};

use super::bodies::{Body, File};
use super::{Args, ResolutionArg};

/// Everything that a run came to.
pub(super) struct Report<'a> {
    pub(super) args: &'a Args,
    pub(super) files: &'a [File],
    pub(super) bodies: &'a [Body],
    pub(super) scene: &'a Scene,
    pub(super) margin: Margin,
    pub(super) resolution: ResolutionArg,
    /// For reading and partition, and for the detection.
    pub(super) seconds: [f64; 2],
}

impl Report<'_> {
    /// The exposed facets and the pieces of a body.
    pub(super) fn size(&self, body: usize) -> [usize; 2] {
        const ADDED: &str = "invariant: every body was added to the scene";
        let body = body as u32;
        [self.scene.facet_count(body).expect(ADDED), self.scene.piece_count(body).expect(ADDED)]
    }

    /// The exposed facets and the pieces of all bodies.
    pub(super) fn sizes(&self) -> [usize; 2] {
        let sizes = (0..self.bodies.len()).map(|body| self.size(body));
        sizes.fold([0; 2], |[facets, pieces], [f, p]| [facets + f, pieces + p])
    }
}

/// The largest gap that is reported.
pub(super) struct Margin {
    pub(super) value: f64,
    /// The body that it was taken from, where none was given.
    pub(super) of: Option<usize>,
}

/// The share of the diagonal of the smallest body that is the margin where none is given.
const SHARE: f64 = 0.01;

impl Margin {
    pub(super) fn new(given: Option<f64>, bodies: &[Body]) -> Self {
        if let Some(value) = given {
            return Self { value, of: None };
        }
        let diagonals = bodies.iter().map(Body::diagonal).enumerate();
        let smallest = diagonals.min_by(|(_, a), (_, b)| a.total_cmp(b));
        let (body, diagonal) = smallest.expect("invariant: there is a body");
        Self { value: SHARE * diagonal, of: Some(body) }
    }
}

/// The contacts of two bodies, or of one with itself.
#[derive(Default)]
pub(super) struct Pair {
    pub(super) contacts: usize,
    /// The smallest gap where the bodies are apart.
    pub(super) gap: Option<f64>,
    /// The largest overlap.
    pub(super) depth: Option<f64>,
    pub(super) area: f64,
}

impl Pair {
    fn add(&mut self, contact: &Contact) {
        self.contacts += 1;
        self.area += contact.area;
        if contact.gap < 0.0 {
            self.depth = Some(self.depth.unwrap_or(0.0).max(-contact.gap));
        } else {
            self.gap = Some(self.gap.unwrap_or(f64::INFINITY).min(contact.gap));
        }
    }
}

/// The pairs of bodies that have contacts.
pub(super) fn pairs(contacts: &[Contact]) -> BTreeMap<[usize; 2], Pair> {
    let mut pairs: BTreeMap<_, Pair> = BTreeMap::new();
    for contact in contacts {
        let bodies = contact.sides.each_ref().map(|side| side.body as usize);
        pairs.entry(bodies).or_default().add(contact);
    }
    pairs
}
