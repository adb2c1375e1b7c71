//! What can be wrong with a mesh.

use std::fmt;

/// An element as its host calls it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Name {
    /// `tet4`, `hex8`, ...
    pub(crate) kind: &'static str,
    pub(crate) number: u64,
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind, self.number)
    }
}

/// A fault of a mesh, with the element or the node that has it.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub(crate) enum Fault {
    #[error("the mesh has no elements")]
    NoElements,
    #[error("the mesh has {count} {what}; the limit is {limit}")]
    TooMany { what: &'static str, count: usize, limit: usize },
    #[error("the elements have {needed} nodes by their kinds, but the connectivity has {given}")]
    Connectivity { needed: usize, given: usize },
    #[error("there are {count} {of}, but {given} {what}")]
    Length { of: &'static str, what: &'static str, count: usize, given: usize },
    #[error("two nodes have the number {number}")]
    NumberTwice { number: u64 },
    #[error("coordinate {axis} of node {node} is {value}, not a finite number")]
    NotFinite { node: u64, axis: char, value: f64 },
    #[error(
        "coordinate {axis} of node {node} is {value}; magnitudes beyond 2^1000 are not supported"
    )]
    TooLarge { node: u64, axis: char, value: f64 },
    #[error("local node {local} of {element} is {node}, but there are {count} nodes")]
    Index { element: Name, local: usize, node: u32, count: usize },
    #[error("{element} uses node {node} twice")]
    Repeated { element: Name, node: u64 },
    #[error(
        "{element} is inverted: in the node order of VTK its volume is negative \
         (repairing the orientation would swap it)"
    )]
    Inverted { element: Name },
    #[error("{element} is flat: its volume is zero")]
    Flat { element: Name },
    #[error("{element} is distorted: the tetrahedron of its nodes {nodes:?} is {how}")]
    Distorted { element: Name, nodes: [u64; 4], how: &'static str },
    #[error("{second} has the same nodes as {first}")]
    Duplicate { first: Name, second: Name },
    #[error(
        "the face with nodes {face:?} belongs to more than two tetrahedra: of {a}, {b} and {c}"
    )]
    Crowded { face: [u64; 3], a: Name, b: Name, c: Name },
    #[error(
        "{first} and {second} overlap: they lie on the same side of the face with nodes {face:?}"
    )]
    SameSide { face: [u64; 3], first: Name, second: Name },
    #[error(
        "the face with nodes {face:?} of {element} is covered by faces of other elements, as {other}, that \
         do not share it: at hanging nodes, or where a quadrangle is cut along two diagonals"
    )]
    Covered { face: [u64; 3], element: Name, other: Name },
    #[error("{element} has no area")]
    NoArea { element: Name },
    #[error("{element} has no length")]
    NoLength { element: Name },
    #[error(
        "the surface is not closed: the edge from node {} to {} of face {face} is not that of one \
         other face in the other direction", edge[0], edge[1]
    )]
    OpenEdge { edge: [u64; 2], face: u64 },
    #[error(
        "the surface is inside out: the volume inside is {volume}; faces must be counterclockwise as \
         seen from outside"
    )]
    InsideOut { volume: f64 },
    #[error("{name} is {value}; it must be {limit}")]
    Count { name: &'static str, value: usize, limit: &'static str },
    #[error(
        "p and q of a torus knot are {p} and {q}; they must be positive and have no common factor"
    )]
    NotAKnot { p: u32, q: u32 },
    #[error("the tooth is {how}: at radius {radius} its half angle is {angle} rad")]
    Tooth { how: &'static str, radius: f64, angle: f64 },
}

impl Fault {
    /// Calls the faces and nodes of a surface as the host calls them.
    pub(super) fn rename(&mut self, face: impl Fn(u64) -> u64, node: impl Fn(u64) -> u64) {
        match self {
            Self::NoArea { element } | Self::NoLength { element } => {
                element.number = face(element.number);
            }
            Self::Repeated { element, node: own } => {
                (element.number, *own) = (face(element.number), node(*own));
            }
            Self::Duplicate { first, second } => {
                (first.number, second.number) = (face(first.number), face(second.number));
            }
            Self::OpenEdge { edge, face: own } => {
                *edge = edge.map(&node);
                *own = face(*own);
            }
            Self::NotFinite { node: own, .. } | Self::TooLarge { node: own, .. } => {
                *own = node(*own);
            }
            _ => {}
        }
    }
}
