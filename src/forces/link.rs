//! Contacts as forces see them: nodes of all bodies, with weights.

use rayon::prelude::*;

use super::pairs::Pairs;
use crate::Vec3;
use crate::scene::{Contact, Kind, Part, Scene, Side};

/// Number of contacts per parallel job.
pub(super) const CONTACTS_PER_JOB: usize = 256;

/// The nodes of a contact: three of A and three of B.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Link {
    /// Numbered through all bodies. A sharp node is there three times, a plane has node 0.
    pub(super) nodes: [u32; 6],
    /// Those of A are negative, so that sums are of B as seen from A; 0 for a plane.
    pub(super) weights: [f64; 6],
    /// The two bodies, among the pairs that have met.
    pub(super) pair: u32,
    /// Whether each side is a facet, which can take up a moment.
    pub(super) is_facet: [bool; 2],
    /// Whether each side is part of a mesh.
    pub(super) is_mesh: [bool; 2],
}

impl Link {
    fn new(scene: &Scene, contact: &Contact, pair: u32) -> Self {
        let mut link = Self { pair, ..Self::default() };
        let sharp = contact.node_side();
        for (i, sign) in [(0, -1.0), (1, 1.0)] {
            let side = &contact.sides[i];
            let Some(&first) = side.nodes().first() else { continue };
            link.is_mesh[i] = true;
            if matches!(contact.kind, Kind::Corner | Kind::Node) && i == sharp {
                let node = scene.node_range(side.body).start as u32 + first;
                link.nodes[3 * i..3 * i + 3].fill(node);
                link.weights[3 * i] = sign;
            } else {
                link.is_facet[i] = matches!(side.part, Part::Facet(_));
                let (nodes, weights) = on_facet(scene, side);
                link.nodes[3 * i..3 * i + 3].copy_from_slice(&nodes);
                (0..3).for_each(|k| link.weights[3 * i + k] = sign * weights[k]);
            }
        }
        link
    }

    /// A nodal vector at the point on B less that at the point on A.
    #[inline]
    pub(super) fn relative(&self, of_nodes: &[Vec3]) -> Vec3 {
        let mut sum = Vec3::zeros();
        for k in 0..6 {
            sum += of_nodes[self.nodes[k] as usize] * self.weights[k];
        }
        sum
    }

    /// The nodes of a side.
    #[inline]
    pub(super) fn side(&self, side: usize) -> [u32; 3] {
        [0, 1, 2].map(|k| self.nodes[3 * side + k])
    }
}

/// The nodes of the facet that carries a side, and the weights that the contact gives them.
fn on_facet(scene: &Scene, side: &Side) -> ([u32; 3], [f64; 3]) {
    let start = scene.node_range(side.body).start as u32;
    let facet = match side.part {
        Part::Facet(facet) => scene.facet_corners(side.body, facet),
        _ => return on_nodes(start, side),
    };
    let weight = |node: u32| {
        let known = side.nodes().iter().position(|n| start + n == node);
        known.map_or(0.0, |at| side.weights()[at])
    };
    (facet, facet.map(weight))
}

/// The nodes that carry a side, and others without weight.
fn on_nodes(start: u32, side: &Side) -> ([u32; 3], [f64; 3]) {
    let (mut nodes, mut weights) = ([start; 3], [0.0; 3]);
    for (at, (node, weight)) in side.nodes().iter().zip(side.weights()).enumerate() {
        (nodes[at], weights[at]) = (start + node, *weight);
    }
    (nodes, weights)
}

/// The links of all contacts, which are in the order of their bodies.
pub(super) fn link(scene: &Scene, pairs: &mut Pairs, links: &mut Vec<Link>) {
    let contacts = scene.contacts();
    pairs.meet(contacts);
    links.resize(contacts.len(), Link::default());
    let pairs = &*pairs;
    let jobs = contacts.par_chunks(CONTACTS_PER_JOB).zip(links.par_chunks_mut(CONTACTS_PER_JOB));
    jobs.for_each(|(contacts, links)| {
        let mut pair = (u32::MAX, [u32::MAX; 2]);
        for (contact, link) in contacts.iter().zip(links) {
            let of = contact.sides.each_ref().map(|side| side.body);
            if of != pair.1 {
                pair = (pairs.find(of), of);
            }
            *link = Link::new(scene, contact, pair.0);
        }
    });
}
