//! What can be wrong with the input: every error names the culprit.

use crate::Vec3;

/// An input that was refused. Nothing has been changed when one is returned.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{kind}")]
pub struct Error {
    kind: ErrorKind,
}

impl Error {
    /// The same error, with the node that it names, if any, called by another number: hosts have
    /// their own, of which the scene knows nothing. Errors of meshes that were read from a file
    /// have the numbers of the file already.
    ///
    /// ```
    /// use gapkit::mesh::bodies;
    /// use gapkit::scene::{BodyOptions, Config, Scene};
    ///
    /// let mut scene = Scene::new(Config::new(0.1)?)?;
    /// let body = scene.add_mesh(&bodies::block([1; 3], [1.0; 3])?, BodyOptions::default())?;
    /// let mut positions = scene.positions(body)?.to_vec();
    /// positions[3][1] = 1e60;
    /// let error = scene.set_positions(body, &positions).unwrap_err();
    /// assert!(error.to_string().starts_with("coordinate y of node 3 is 1e60;"));
    /// let error = error.with_node_numbers(|node| 100 + node);
    /// assert!(error.to_string().starts_with("coordinate y of node 103 is 1e60;"));
    /// # Ok::<(), gapkit::Error>(())
    /// ```
    #[must_use]
    pub fn with_node_numbers(mut self, number: impl FnOnce(u64) -> u64) -> Self {
        if let ErrorKind::NodeValue { node, .. } = &mut self.kind {
            *node = number(*node);
        }
        self
    }
}

impl From<ErrorKind> for Error {
    fn from(kind: ErrorKind) -> Self {
        Self { kind }
    }
}

#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub(crate) enum ErrorKind {
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
    #[error("this machine has no {isa:?} instructions")]
    NoIsa { isa: crate::simd::Isa },
    #[error("{which} is not a {what}, which this test needs")]
    WrongShape { which: &'static str, what: &'static str },
    #[error("{which} is a flat tetrahedron, which this test cannot tell the faces of")]
    FlatTetrahedron { which: &'static str },
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
    #[error("there is no body {body}; the scene has {count}")]
    NoBody { body: u32, count: usize },
    #[error("body {body} is not {wanted}")]
    WrongBody { body: u32, wanted: &'static str },
    #[error("{threads} threads could not be started")]
    NoThreads { threads: usize },
    #[error(transparent)]
    Mesh(#[from] crate::mesh::Fault),
}

impl From<crate::mesh::Fault> for Error {
    fn from(fault: crate::mesh::Fault) -> Self {
        ErrorKind::from(fault).into()
    }
}

/// 2^1000: differences of larger coordinates could overflow.
pub(crate) const MOST: f64 = f64::from_bits((1000 + 1023) << 52);

/// Checks that every coordinate is finite and that there is at least one point.
pub(crate) fn check_points(what: &'static str, points: &[[f64; 3]]) -> Result<(), Error> {
    check_coordinates(what, points)
}

/// The same for points of the plane.
pub(crate) fn check_plane_points(what: &'static str, points: &[[f64; 2]]) -> Result<(), Error> {
    check_coordinates(what, points)
}

fn check_coordinates<const N: usize>(what: &'static str, points: &[[f64; N]]) -> Result<(), Error> {
    const LIMIT: usize = u32::MAX as usize;
    if points.is_empty() {
        return Err(ErrorKind::Empty { what }.into());
    }
    if points.len() >= LIMIT {
        return Err(ErrorKind::TooMany { count: points.len(), limit: LIMIT }.into());
    }
    points.iter().enumerate().try_for_each(|(index, point)| check_point(index, point))
}

/// Checks one of several points.
pub(crate) fn check_point<const N: usize>(index: usize, point: &[f64; N]) -> Result<(), Error> {
    for (axis, &value) in ['x', 'y', 'z'].into_iter().zip(point) {
        if !value.is_finite() {
            return Err(ErrorKind::PointNotFinite { index, axis, value }.into());
        }
        if value.abs() > MOST {
            return Err(ErrorKind::PointTooLarge { index, axis, value }.into());
        }
    }
    Ok(())
}

/// Checks a scalar parameter of a shape or query: finite and `>= 0`, or `> 0` where `positive`.
pub(crate) fn check_parameter(
    name: &'static str,
    value: f64,
    positive: bool,
) -> Result<f64, Error> {
    let good = value.is_finite() && if positive { value > 0.0 } else { value >= 0.0 };
    let limit = if positive { "> 0" } else { ">= 0" };
    if good { Ok(value) } else { Err(ErrorKind::BadParameter { name, value, limit }.into()) }
}

/// Checks a length of a shape as [`check_parameter`] does, and that it leaves room for sums.
pub(crate) fn check_length(name: &'static str, value: f64, positive: bool) -> Result<f64, Error> {
    check_parameter(name, value, positive)?;
    check_magnitude(name, value)
}

/// Checks the coordinates of a position of a shape.
pub(crate) fn check_position(name: &'static str, position: Vec3) -> Result<Vec3, Error> {
    for &value in &position {
        check_magnitude(name, value)?;
    }
    Ok(position)
}

fn check_magnitude(name: &'static str, value: f64) -> Result<f64, Error> {
    let limit = "at most 2^1000 in magnitude";
    // Written so that a value that is not a number is refused.
    if value.abs() <= MOST {
        Ok(value)
    } else {
        Err(ErrorKind::BadParameter { name, value, limit }.into())
    }
}
