//! What a scene answers: contacts.

use super::tolerances::UNIT_ROUNDING;
use crate::Vec3;

use super::weights::{self, MAX_NODES, Weighted};

/// The part of a body that a contact is with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Part {
    /// A rigid shape or half-space as a whole.
    Whole,
    /// A piece of the partition of a mesh.
    Piece(u32),
    /// A facet of the boundary of a mesh; the first of those that hold the feature.
    Facet(u32),
    /// A segment of a beam; the first of those that hold the node.
    Segment(u32),
}

/// Which features meet. The number of nodes of a side tells the feature: 1 a node, 2 an edge, 3 a
/// facet; 0 where the side is a rigid shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Feature {
    /// A shape or plane, which has no nodes.
    Shape = 0,
    /// A node.
    Node = 1,
    /// The inside of an edge.
    Edge = 2,
    /// The inside of a facet.
    Facet = 3,
}

/// How a contact came about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Kind {
    /// Features, pieces or shapes that are locally nearest to each other.
    Nearest = 0,
    /// A point of the area that two facets have in common.
    Area = 1,
    /// A sharp node near a surface.
    Corner = 2,
    /// Bodies that overlap deeper than surface contacts see: a warning, with area 0.
    Deep = 3,
    /// Closed features with no normal in the normal cones of both, as deep inside a body: the
    /// nearest point of the surface.
    Fallback = 4,
    /// A node of one side of a one-sided pair and the nearest point of the other.
    Node = 5,
}

/// One side of a contact.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Side {
    /// The body, as it was numbered when it was added.
    pub body: u32,
    /// The piece or facet.
    pub part: Part,
    /// The element of the mesh that the part belongs to; `None` for shapes.
    pub element: Option<u32>,
    pub(super) count: u8,
    pub(super) nodes: [u32; MAX_NODES],
    pub(super) weights: [f64; MAX_NODES],
}

impl Side {
    /// A side that is carried by nodes with weights, or by none if it is a rigid shape.
    pub(super) fn new(body: u32, part: Part, element: Option<u32>, weighted: &Weighted) -> Self {
        let mut side = Self { body, part, element, count: 0, nodes: [0; 3], weights: [0.0; 3] };
        for &(node, weight) in weighted.pairs() {
            let at = side.count as usize;
            (side.nodes[at], side.weights[at]) = (node, weight);
            side.count += 1;
        }
        side
    }

    /// Drops the nodes of a facet that have no weight.
    #[inline]
    pub(super) fn drop_idle_nodes(&mut self) {
        (self.count, self.nodes, self.weights) = weights::positive(self.nodes, self.weights);
    }

    /// The nodes that carry the contact, as indices of the body, in ascending order of their
    /// numbers.
    #[must_use]
    pub fn nodes(&self) -> &[u32] {
        &self.nodes[..self.count as usize]
    }

    /// Their weights: positive, with sum 1. The weighted sum of the nodes is the point of the
    /// contact, before the thickness of the body is added.
    #[must_use]
    pub fn weights(&self) -> &[f64] {
        &self.weights[..self.count as usize]
    }

    /// The piece or facet, from 0 within its body; 0 for a whole body.
    fn number(&self) -> u32 {
        match self.part {
            Part::Whole => 0,
            Part::Piece(number) | Part::Facet(number) | Part::Segment(number) => number,
        }
    }

    /// The piece, or the nodes of the feature.
    fn features(&self) -> [u32; 4] {
        match self.part {
            Part::Piece(piece) => [PIECE, piece, 0, 0],
            _ => [u32::from(self.count), self.nodes[0], self.nodes[1], self.nodes[2]],
        }
    }

    /// The kind of feature.
    #[must_use]
    pub fn feature(&self) -> Feature {
        [Feature::Shape, Feature::Node, Feature::Edge, Feature::Facet][self.count as usize]
    }
}

/// A contact: two features that are nearer than the margin, or a point of the area that two facets
/// have in common.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Contact {
    /// The sides A and B. `a.body <= b.body`.
    pub sides: [Side; 2],
    /// The point on the surface of A.
    pub point_a: Vec3,
    /// The point on the surface of B: `point_b - point_a = gap * normal`.
    pub point_b: Vec3,
    /// The unit vector from A to B.
    pub normal: Vec3,
    /// The distance of the surfaces; negative where the bodies overlap.
    pub gap: f64,
    /// The share of the contact area that belongs to this contact. Over flat faces in contact the
    /// shares add up to the area in common.
    pub area: f64,
    /// How it came about.
    pub kind: Kind,
    /// The number of the point among those of the same features; of [`Kind::Corner`] and
    /// [`Kind::Node`] 0 if the node is that of A, 1 if it is that of B: the other side may be at a
    /// node, or an end of a beam, too.
    pub point: u32,
    /// A number that stays the same while the features are in contact, in any run.
    pub id: u64,
    /// For how many detections before this one the features have been in contact.
    pub age: u32,
    /// The index of the same contact in the list of the detection before; `None` if it is new.
    pub previous: Option<u32>,
}

/// What identifies a contact: bodies and nodes. Contacts are in the order of their keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Key {
    pub(super) bodies: [u32; 2],
    pub(super) parts: [[u32; 4]; 2],
}

/// What a key has instead of a count of nodes, where it is not nodes that identify a side.
pub(super) const PIECE: u32 = 4;
pub(super) const AREA: u32 = 5;
pub(super) const CORNER: u32 = 6;
pub(super) const DEEP: u32 = 7;
pub(super) const NODE: u32 = 8;

impl Contact {
    /// What fills a list before its contacts are written.
    pub(super) const NONE: Self = {
        let side = Side {
            body: 0,
            part: Part::Whole,
            element: None,
            count: 0,
            nodes: [0; MAX_NODES],
            weights: [0.0; MAX_NODES],
        };
        Self {
            sides: [side; 2],
            point_a: Vec3::new(0.0, 0.0, 0.0),
            point_b: Vec3::new(0.0, 0.0, 0.0),
            normal: Vec3::new(0.0, 0.0, 0.0),
            gap: 0.0,
            area: 0.0,
            kind: Kind::Area,
            point: 0,
            id: 0,
            age: 0,
            previous: None,
        }
    };

    /// Whether all of it is numbers, and the normal has length 1. Features so small that the
    /// squares of their lengths or areas are no normal numbers (below 1e-77 across) have no
    /// direction to go by, and make no contact.
    pub(super) fn is_sound(&self) -> bool {
        let has_nodes = |side: &Side| side.count > 0 || side.part == Part::Whole;
        let numbers = [self.point_a, self.point_b];
        self.gap.is_finite()
            && (self.normal.norm_squared() - 1.0).abs() <= UNIT_ROUNDING
            && numbers.iter().all(|vector| vector.iter().all(|x| x.is_finite()))
            && self.sides.iter().all(has_nodes)
    }

    /// The bodies of both sides.
    pub(super) fn bodies(&self) -> [u32; 2] {
        self.sides.each_ref().map(|side| side.body)
    }

    /// The side that is the node of a [`Kind::Corner`] or [`Kind::Node`].
    pub(crate) fn node_side(&self) -> usize {
        usize::from(self.point != 0)
    }

    pub(super) fn key(&self) -> Key {
        let [a, b] = &self.sides;
        let parts = match self.kind {
            Kind::Nearest | Kind::Fallback => [a.features(), b.features()],
            // By facets, then by points.
            Kind::Area => [[AREA, a.number(), b.number(), self.point], [0; 4]],
            // A node and a body, whichever of its facets is nearest.
            Kind::Corner | Kind::Node => {
                let code = if self.kind == Kind::Corner { CORNER } else { NODE };
                let own = self.node_side();
                [[code, own as u32, self.sides[own].nodes[0], 0], [0; 4]]
            }
            Kind::Deep => [[DEEP, a.number(), b.number(), 0], [0; 4]],
        };
        Key { bodies: self.bodies(), parts }
    }
}
