//! Contacts as the host sees them.

use super::answer::plain;
use super::numbers::Numbers;
use crate::scene::{Contact, Kind, Part, Side};

/// Whether the bodies overlap at a contact: one of GAPKIT_CONTACT_...
pub type gapkit_contact_status = i32;

/// The gap is positive.
pub const GAPKIT_CONTACT_OPEN: gapkit_contact_status = 0;
/// The gap is zero or negative.
pub const GAPKIT_CONTACT_CLOSED: gapkit_contact_status = 1;
/// The bodies overlap deeper than surface contacts see: a warning, one for each such overlap, with
/// area 0.
pub const GAPKIT_CONTACT_DEEP: gapkit_contact_status = 2;

/// How a contact came about: one of GAPKIT_KIND_...
pub type gapkit_contact_kind = i32;

/// Features, pieces or shapes that are locally nearest to each other.
pub const GAPKIT_KIND_NEAREST: gapkit_contact_kind = 0;
/// A point of the area that two facets have in common, or of the length of a beam near something.
pub const GAPKIT_KIND_AREA: gapkit_contact_kind = 1;
/// A sharp node near a surface, or the end of a beam. Its area has a weight that depends on where it points: a force law
/// that keeps energy takes the least area since the contact came into being.
pub const GAPKIT_KIND_CORNER: gapkit_contact_kind = 2;
/// Bodies that overlap deeper than surface contacts see.
pub const GAPKIT_KIND_DEEP: gapkit_contact_kind = 3;
/// Closed features with no normal in the normal cones of both, as deep inside a body: the nearest
/// point of the surface.
pub const GAPKIT_KIND_FALLBACK: gapkit_contact_kind = 4;
/// A node of one side of a one-sided pair and the nearest point of the other side.
pub const GAPKIT_KIND_NODE: gapkit_contact_kind = 5;

/// A contact: a point of the area that two facets have in common, or two features that are nearer
/// than the margin. `body_a <= body_b`. Lengths are in the unit of the coordinates.
///
/// The nodes of a side tell where it is: on a node, an edge or a facet; none is a shape or plane. A force f along the normal is spread as f * weight over the nodes of B and as -f
/// * weight over those of A; this keeps linear and angular momentum.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct gapkit_contact {
    /// The distance of the surfaces; negative where the bodies overlap.
    pub gap: f64,
    /// The share of the contact area that belongs to this contact: a pressure times this is a force.
    pub area: f64,
    /// The unit vector from A to B.
    pub normal: [f64; 3],
    /// The point on the surface of A.
    pub point_a: [f64; 3],
    /// The point on the surface of B: point_b - point_a = gap * normal.
    pub point_b: [f64; 3],
    /// The weights of the nodes of A: > 0, with sum 1. The first `node_count_a` count; the others
    /// are 0.
    pub weight_a: [f64; 3],
    /// Those of B.
    pub weight_b: [f64; 3],
    /// The nodes of A, by the host's numbers, in ascending order; -1 beyond `node_count_a`.
    pub node_a: [i64; 3],
    /// Those of B.
    pub node_b: [i64; 3],
    /// The element of A, by the host's number; -1 for shapes and planes.
    pub element_a: i64,
    /// That of B.
    pub element_b: i64,
    /// The facet of the boundary of A, its segment if it is a beam, or its piece at
    /// GAPKIT_RESOLUTION_PIECE, from 0; -1 for shapes and planes.
    pub facet_a: i64,
    /// That of B.
    pub facet_b: i64,
    /// A number that stays the same while the features are in contact, in any run.
    pub id: u64,
    /// The index, from 0, of the same contact in the list of the detection before; -1 if it is new.
    pub previous: i64,
    /// The body A.
    pub body_a: u32,
    /// The body B.
    pub body_b: u32,
    /// How many nodes of A there are, 0 to 3.
    pub node_count_a: i32,
    /// Those of B.
    pub node_count_b: i32,
    /// For how many detections before this one the features have been in contact.
    pub age: u32,
    /// One of GAPKIT_CONTACT_...
    pub status: gapkit_contact_status,
    /// One of GAPKIT_KIND_...
    pub kind: gapkit_contact_kind,
    /// The number of the point among those of the same two facets, from 0; of GAPKIT_KIND_CORNER and
    /// GAPKIT_KIND_NODE 0 if the node is that of A, 1 if it is that of B.
    pub point: u32,
}

/// A side in the host's numbers.
struct Seen {
    nodes: [i64; 3],
    weights: [f64; 3],
    element: i64,
    part: i64,
}

fn seen(side: &Side, numbers: &Numbers) -> Seen {
    let (mut nodes, mut weights) = ([-1; 3], [0.0; 3]);
    for (i, (&node, &weight)) in side.nodes().iter().zip(side.weights()).enumerate() {
        (nodes[i], weights[i]) = (numbers.node(node), weight);
    }
    let part = match side.part {
        Part::Whole => -1,
        Part::Piece(number) | Part::Facet(number) | Part::Segment(number) => i64::from(number),
    };
    Seen { nodes, weights, element: side.element.map_or(-1, |e| numbers.element(e)), part }
}

impl gapkit_contact {
    pub(super) fn new(contact: &Contact, numbers: &[Numbers]) -> Self {
        let [a, b] = &contact.sides;
        let [one, two] = [a, b].map(|side| seen(side, &numbers[side.body as usize]));
        let status = match contact.kind {
            Kind::Deep => GAPKIT_CONTACT_DEEP,
            _ if contact.gap <= 0.0 => GAPKIT_CONTACT_CLOSED,
            _ => GAPKIT_CONTACT_OPEN,
        };
        Self {
            gap: contact.gap,
            area: contact.area,
            normal: plain(&contact.normal),
            point_a: plain(&contact.point_a),
            point_b: plain(&contact.point_b),
            weight_a: one.weights,
            weight_b: two.weights,
            node_a: one.nodes,
            node_b: two.nodes,
            element_a: one.element,
            element_b: two.element,
            facet_a: one.part,
            facet_b: two.part,
            id: contact.id,
            previous: contact.previous.map_or(-1, i64::from),
            body_a: a.body,
            body_b: b.body,
            node_count_a: a.nodes().len() as i32,
            node_count_b: b.nodes().len() as i32,
            age: contact.age,
            status,
            kind: kind_of(contact.kind),
            point: contact.point,
        }
    }
}

/// The constant of a kind.
pub(super) fn kind_of(kind: Kind) -> gapkit_contact_kind {
    match kind {
        Kind::Nearest => GAPKIT_KIND_NEAREST,
        Kind::Area => GAPKIT_KIND_AREA,
        Kind::Corner => GAPKIT_KIND_CORNER,
        Kind::Deep => GAPKIT_KIND_DEEP,
        Kind::Fallback => GAPKIT_KIND_FALLBACK,
        Kind::Node => GAPKIT_KIND_NODE,
    }
}
