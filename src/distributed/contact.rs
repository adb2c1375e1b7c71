//! Contacts of a distributed scene: by numbers that mean the same on all ranks.

use super::plain::plain_struct;
use super::plan::Plan;
use crate::Vec3;
use crate::scene::{self, Kind, Part};

/// A node that carries a contact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Node {
    /// The number of the host.
    pub number: u64,
    /// The rank that it belongs to: the lowest of those that have it.
    pub owner: u32,
    /// Its index in the arrays that this rank gave for the body; `None` if this rank does not have
    /// it.
    pub index: Option<u32>,
    /// Its index among the ghosts of this rank, if this rank does not have it.
    pub ghost: Option<u32>,
}

/// One side of a contact.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Side {
    /// The body, as it was numbered when it was added.
    pub body: u32,
    /// The number of the element; `None` for shapes and planes.
    pub element: Option<u64>,
    /// The place of the facet among the faces of the tetrahedra of its element.
    pub place: u32,
    count: u8,
    nodes: [Node; 3],
    weights: [f64; 3],
}

impl Side {
    /// The nodes that carry the contact, in ascending order of their numbers; none for shapes.
    #[must_use]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes[..self.count as usize]
    }

    /// Their weights: positive, with sum 1.
    #[must_use]
    pub fn weights(&self) -> &[f64] {
        &self.weights[..self.count as usize]
    }
}

/// A contact; see [`scene::Contact`](crate::scene::Contact) for what its fields mean.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Contact {
    /// The sides A and B. `a.body <= b.body`.
    pub sides: [Side; 2],
    /// The point on the surface of A.
    pub point_a: Vec3,
    /// The point on the surface of B.
    pub point_b: Vec3,
    /// The unit vector from A to B.
    pub normal: Vec3,
    /// The distance of the surfaces; negative where the bodies overlap.
    pub gap: f64,
    /// The share of the contact area that belongs to this contact.
    pub area: f64,
    /// How it came about.
    pub kind: Kind,
    /// The number of the point among those of the same features.
    pub point: u32,
    /// A number that stays the same while the features are in contact, on any number of ranks.
    pub id: u64,
    /// For how many detections before this one the features have been in contact.
    pub age: u32,
    /// The index of the same contact in the list of the detection before on this rank; `None` if it
    /// is new, or was on another rank.
    pub previous: Option<u32>,
}

plain_struct! {
    /// A contact as it travels from the rank that found it.
    Record {
        bodies: [u32; 2],
        elements: [u64; 2],
        places: [u32; 2],
        counts: [u8; 2],
        kind: u8,
        point: u32,
        id: u64,
        age: u32,
        gap: f64,
        area: f64,
        normal: [f64; 3],
        point_a: [f64; 3],
        point_b: [f64; 3],
        weights: [[f64; 3]; 2],
        numbers: [[u64; 3]; 2],
        owners: [[u32; 3]; 2],
        /// The indices of the nodes on their owners.
        indices: [[u32; 3]; 2],
        /// Their numbers in the plan of the rank that found the contact.
        planned: [[u32; 3]; 2],
    }
}

/// Stands for the element of a shape.
const NO_ELEMENT: u64 = u64::MAX;

const KINDS: [Kind; 6] =
    [Kind::Nearest, Kind::Area, Kind::Corner, Kind::Deep, Kind::Fallback, Kind::Node];

impl Record {
    /// The record of a contact of the scene of a plan.
    pub(super) fn new(plan: &Plan, contact: &scene::Contact, age: u32) -> Self {
        let mut record = Self {
            kind: contact.kind as u8,
            point: contact.point,
            id: contact.id,
            age,
            gap: contact.gap,
            area: contact.area,
            normal: contact.normal.into(),
            point_a: contact.point_a.into(),
            point_b: contact.point_b.into(),
            ..Self::default()
        };
        for (k, side) in contact.sides.iter().enumerate() {
            let body = &plan.bodies[side.body as usize];
            record.bodies[k] = body.body;
            (record.elements[k], record.places[k]) = match side.part {
                Part::Facet(facet) => {
                    let facet = &body.facets[facet as usize];
                    (facet.element, facet.place)
                }
                _ => (NO_ELEMENT, 0),
            };
            record.counts[k] = side.nodes().len() as u8;
            for (i, (&node, &weight)) in side.nodes().iter().zip(side.weights()).enumerate() {
                let planned = body.nodes.start as u32 + node;
                let node = &plan.nodes[planned as usize];
                record.weights[k][i] = weight;
                record.numbers[k][i] = node.number;
                record.owners[k][i] = node.home.rank;
                record.indices[k][i] = node.home.index;
                record.planned[k][i] = planned;
            }
        }
        record
    }

    /// The rank that reports the contact: that of its first node; `None` without nodes.
    pub(super) fn reporter(&self) -> Option<usize> {
        (0..2).find(|&k| self.counts[k] > 0).map(|k| self.owners[k][0] as usize)
    }

    /// The contact, given what this rank knows of its nodes: body, number, place on the side.
    pub(super) fn contact(&self, mut node: impl FnMut(usize, usize) -> Node) -> Contact {
        let mut side = |k: usize| {
            let mut nodes = [Node::default(); 3];
            (0..self.counts[k] as usize).for_each(|i| nodes[i] = node(k, i));
            Side {
                body: self.bodies[k],
                element: (self.elements[k] != NO_ELEMENT).then_some(self.elements[k]),
                place: self.places[k],
                count: self.counts[k],
                nodes,
                weights: self.weights[k],
            }
        };
        Contact {
            sides: [side(0), side(1)],
            point_a: self.point_a.into(),
            point_b: self.point_b.into(),
            normal: self.normal.into(),
            gap: self.gap,
            area: self.area,
            kind: KINDS.into_iter().find(|kind| *kind as u8 == self.kind).unwrap_or(Kind::Nearest),
            point: self.point,
            id: self.id,
            age: self.age,
            previous: None,
        }
    }

    /// What contacts are in the order of: as in a scene whose elements and nodes ascend.
    pub(super) fn key(&self) -> [u64; 7] {
        let bodies = u64::from(self.bodies[0]) << 32 | u64::from(self.bodies[1]);
        let code = u64::from(self.kind);
        if self.kind == Kind::Corner as u8 {
            let side = self.point as usize & 1;
            return [bodies, code, side as u64, self.numbers[side][0], 0, 0, 0];
        }
        let [a, b] = [0, 1].map(|k| [self.elements[k].wrapping_add(1), self.places[k].into()]);
        [bodies, code, a[0], a[1], b[0], b[1], self.point.into()]
    }
}

/// The parameters of FNV-1a with 64 bits, as in `scene::hash`.
const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0000_0100_0000_01b3;

impl Contact {
    /// A hash of all that does not depend on the ranks, and of the values of the host.
    pub(super) fn hash(&self, values: &[f64]) -> u64 {
        let mut hash = OFFSET;
        let mut add = |word: u64| {
            for byte in word.to_le_bytes() {
                hash = (hash ^ u64::from(byte)).wrapping_mul(PRIME);
            }
        };
        for side in &self.sides {
            add(side.body.into());
            add(side.element.unwrap_or(NO_ELEMENT));
            add(side.place.into());
            add(side.count.into());
            for (node, weight) in side.nodes().iter().zip(side.weights()) {
                add(node.number);
                add(weight.to_bits());
            }
        }
        let vectors = [self.point_a, self.point_b, self.normal];
        vectors.iter().for_each(|vector| vector.iter().for_each(|x| add(x.to_bits())));
        [self.gap, self.area].iter().for_each(|x| add(x.to_bits()));
        add(self.kind as u64);
        add(self.point.into());
        add(self.id);
        add(self.age.into());
        values.iter().for_each(|value| add(value.to_bits()));
        hash
    }
}
