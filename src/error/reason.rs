//! What exactly was wrong, with the numbers that its text tells.

use super::{ErrorKind, Fault};

#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub(crate) enum Reason {
    #[error("{what} has no points")]
    Empty { what: &'static str },
    #[error("coordinate {axis} of point {index} is {value}, not a finite number")]
    PointNotFinite { index: usize, axis: char, value: f64 },
    #[error(
        "coordinate {axis} of point {index} is {value}; magnitudes beyond 2^1000 are not supported"
    )]
    PointTooLarge { index: usize, axis: char, value: f64 },
    #[error(
        "{what} {axis} of node {node} is {value:e}; it must be finite and at most {limit:e} in \
         magnitude"
    )]
    NodeValue { what: &'static str, node: u64, axis: char, value: f64, limit: f64 },
    #[error("{name} is {value}; it must be finite and {limit}")]
    BadParameter { name: &'static str, value: f64, limit: &'static str },
    #[error("face {face} refers to vertex {vertex}, but there are {count} vertices")]
    FaceIndex { face: usize, vertex: usize, count: usize },
    #[error("face {face} uses vertex {vertex} twice")]
    FaceDegenerate { face: usize, vertex: usize },
    #[error(
        "edge {from}-{to} of face {face} is not shared by exactly one other face of opposite sense"
    )]
    OpenEdge { face: usize, from: usize, to: usize },
    #[error("vertex {vertex} lies outside face {face}: the polyhedron is not convex")]
    NotConvex { face: usize, vertex: usize },
    #[error("vertex {vertex} belongs to no face")]
    LooseVertex { vertex: usize },
    #[error("face {face} has no area, or all vertices lie in its plane")]
    FlatFace { face: usize },
    #[error("all {count} points of the hull lie in one plane")]
    FlatHull { count: usize },
    #[error("the faces wrap around the inside {turns} times instead of once")]
    Wrapped { turns: i64 },
    #[error(
        "the polygon turns clockwise at vertex {vertex}; its vertices must be convex and \
         counter-clockwise"
    )]
    ClockwiseTurn { vertex: usize },
    #[error("the polygon begins to wind around a second time at vertex {vertex}")]
    WoundAgain { vertex: usize },
    #[error("unknown {what} `{given}`; known are {known}")]
    UnknownName { what: &'static str, given: String, known: String },
    #[error("this machine has no {isa} instructions")]
    NoIsa { isa: &'static str },
    #[error("{which} is not a {what}, which this test needs")]
    WrongShape { which: &'static str, what: &'static str },
    #[error("{which} is a flat tetrahedron, which this test cannot tell the faces of")]
    FlatTetrahedron { which: &'static str },
    #[error("{which} is flat, and has no faces that this test could use")]
    FlatBody { which: &'static str },
    #[error("{which} is not the hull of a plain array of points, which this test needs")]
    NotPoints { which: &'static str },
    #[error("too many points: {count}, the limit is {limit}")]
    TooMany { count: usize, limit: usize },
    #[error("set {set} goes from point {from} to {to}, but there are {count} points")]
    Offsets { set: usize, from: usize, to: usize, count: usize },
    #[error("sets of {size} points cannot be made of {total} {what}")]
    SetSize { size: usize, total: usize, what: &'static str },
    #[error("set {set} refers to node {index}, but there are {count} nodes")]
    SetIndex { set: usize, index: u32, count: usize },
    #[error("there are {a} bodies A, {b} bodies B and room for {answers} answers")]
    BatchCount { a: usize, b: usize, answers: usize },
    #[error("{given} positions were given for {count} nodes")]
    PositionCount { given: usize, count: usize },
    #[error("{given} forces were given for {count} contacts")]
    ForceCount { given: usize, count: usize },
    #[error("{given} forces were given for {count} ghosts")]
    GhostCount { given: usize, count: usize },
    #[error("there is no body {body}; the scene has {count}")]
    NoBody { body: u32, count: usize },
    #[error("another body has the number {number}")]
    BodyNumber { number: u64 },
    #[error("body {body} was removed")]
    RemovedBody { body: u32 },
    #[error("body {body} has no element {element}; it has {count}")]
    NoElement { body: u32, element: u64, count: usize },
    #[error("body {body} is not {wanted}")]
    WrongBody { body: u32, wanted: &'static str },
    #[error("body {body} has no material, from which the stiffness of its contacts would be taken")]
    NoMaterial { body: u32 },
    #[error(
        "the time step of the elements was set for {given} bodies, but the scene has {count}; it \
         must be set after the last body was added"
    )]
    NoTimeStep { given: usize, count: usize },
    #[error("{what} has contacts at the resolution of surfaces only")]
    NeedsSurfaceContacts { what: &'static str },
    #[error("{threads} threads could not be started")]
    NoThreads { threads: usize },
    #[error("the scene was made before a fork, and its threads are in the other process")]
    Forked,
    #[error("the state is that of another scene: {how}")]
    ForeignState { how: String },
    #[error("these bytes are not those of a state: {what}")]
    DamagedState { what: String },
    #[error("{text}")]
    Host { text: String },
    #[error("rank {rank}: {text}")]
    OfRank { rank: usize, kind: ErrorKind, text: String },
    #[error("rank {rank} could not communicate: {what}")]
    Communication { rank: usize, what: String },
    #[error("{what} of rank {rank} are not those of rank 0")]
    RanksDiffer { what: &'static str, rank: usize },
    #[error("scenes over several ranks have no {what}")]
    NotDistributed { what: &'static str },
    #[error("node {node} is at {other:?} on rank {rank}, and elsewhere on a lower one")]
    NodeApart { node: u64, other: [f64; 3], rank: usize },
    #[error("element {element} is given by rank {first} and by rank {second}")]
    ElementTwice { element: u64, first: u32, second: u32 },
    #[error(
        "the face with nodes {face:?} belongs to more than two tetrahedra: of elements {elements:?} \
         of ranks {ranks:?}"
    )]
    CrowdedRanks { face: [u64; 3], elements: Vec<u64>, ranks: Vec<u32> },
    #[error(
        "elements {elements:?} of ranks {ranks:?} overlap: they lie on the same side of the face \
         with nodes {face:?}"
    )]
    SameSideRanks { face: [u64; 3], elements: Vec<u64>, ranks: Vec<u32> },
    #[error("the detection was stopped; contacts are those of the one before")]
    Stopped,
    #[error(transparent)]
    Mesh(#[from] Fault),
}

impl Reason {
    pub(super) fn kind(&self) -> ErrorKind {
        match self {
            Self::PointNotFinite { .. }
            | Self::PointTooLarge { .. }
            | Self::NodeValue { .. }
            | Self::BadParameter { .. }
            | Self::BodyNumber { .. }
            | Self::Host { .. }
            | Self::NoMaterial { .. } => ErrorKind::Value,
            Self::Empty { .. }
            | Self::TooMany { .. }
            | Self::SetSize { .. }
            | Self::BatchCount { .. }
            | Self::PositionCount { .. }
            | Self::ForceCount { .. }
            | Self::GhostCount { .. }
            | Self::NoTimeStep { .. } => ErrorKind::Count,
            Self::FaceIndex { .. }
            | Self::Offsets { .. }
            | Self::SetIndex { .. }
            | Self::NoElement { .. } => ErrorKind::Index,
            Self::FaceDegenerate { .. }
            | Self::OpenEdge { .. }
            | Self::NotConvex { .. }
            | Self::LooseVertex { .. }
            | Self::FlatFace { .. }
            | Self::FlatHull { .. }
            | Self::Wrapped { .. }
            | Self::ClockwiseTurn { .. }
            | Self::WoundAgain { .. } => ErrorKind::Shape,
            Self::UnknownName { .. } => ErrorKind::Name,
            Self::NoIsa { .. }
            | Self::NeedsSurfaceContacts { .. }
            | Self::WrongShape { .. }
            | Self::FlatTetrahedron { .. }
            | Self::FlatBody { .. }
            | Self::NotPoints { .. } => ErrorKind::Unsupported,
            Self::NoBody { .. } | Self::RemovedBody { .. } => ErrorKind::NoBody,
            Self::WrongBody { .. } => ErrorKind::WrongBody,
            Self::NoThreads { .. } => ErrorKind::Threads,
            Self::Forked => ErrorKind::Forked,
            Self::ForeignState { .. } => ErrorKind::State,
            Self::DamagedState { .. } => ErrorKind::Damaged,
            Self::OfRank { kind, .. } => *kind,
            Self::Communication { .. } => ErrorKind::Communication,
            Self::RanksDiffer { .. } => ErrorKind::Value,
            Self::NotDistributed { .. } => ErrorKind::Unsupported,
            Self::NodeApart { .. }
            | Self::ElementTwice { .. }
            | Self::CrowdedRanks { .. }
            | Self::SameSideRanks { .. }
            | Self::Mesh(_) => ErrorKind::Mesh,
            Self::Stopped => ErrorKind::Stopped,
        }
    }
}
