//! What can go wrong in a run: every error names the culprit.

/// Why a model was refused or a run ended.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A parameter that makes no sense.
    #[error("{name} is {value}; it must be {limit}")]
    Parameter {
        /// Its name.
        name: &'static str,
        /// What was given.
        value: f64,
        /// What would do.
        limit: &'static str,
    },
    /// An element was turned inside out: the load is too much for the mesh.
    #[error("element {element} of body {body} is inverted at time {time}")]
    Inverted {
        /// The body, as it was numbered when it was added.
        body: u32,
        /// The tetrahedron, as its mesh numbers it.
        element: u32,
        /// The simulated time.
        time: f64,
    },
    /// A node flew away: the run has become unstable.
    #[error("node {node} of body {body} has no finite position at time {time}")]
    NotFinite {
        /// The body, as it was numbered when it was added.
        body: u32,
        /// The node, as its mesh numbers it.
        node: u32,
        /// The simulated time.
        time: f64,
    },
    /// There is no such body or node.
    #[error("there is no {what} {number}; there are {count}")]
    Missing {
        /// What was requested.
        what: &'static str,
        /// The number that was given.
        number: usize,
        /// How many there are.
        count: usize,
    },
    /// A saved state that belongs to another model.
    #[error("the saved state does not fit: {0}")]
    State(String),
    /// The threads could not be started.
    #[error("{0} threads could not be started")]
    Threads(usize),
    /// What the scene says.
    #[error(transparent)]
    Scene(#[from] gapkit::Error),
}

/// Checks that a parameter is finite and positive, or at least 0 where `zero` is allowed.
pub(super) fn check(name: &'static str, value: f64, zero: bool) -> Result<f64, Error> {
    let is_good = value.is_finite() && (value > 0.0 || (zero && value == 0.0));
    let limit = if zero { "finite and >= 0" } else { "finite and > 0" };
    if is_good { Ok(value) } else { Err(Error::Parameter { name, value, limit }) }
}
