//! When bodies that move meet: the time of impact within a step.
//!
//! Time runs from 0 at the start of the step to 1 at its end. Answers are never late: before
//! [`NodalImpact::time`] and [`RigidImpact::time`] nothing meets.
//!
//! | query | motion | how |
//! |---|---|---|
//! | [`node_facet`], [`edge_edge`] | each node moves straight | roots of the volume of the four nodes, exact where f64 leaves a doubt |
//! | [`time_of_impact`] | two convex shapes that move and turn | conservative advancement on certified distances |
//!
//! A node that goes through a facet within the step:
//!
//! ```
//! use gapkit::impact::{Outcome, node_facet};
//!
//! let facet = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
//! let [a, b, c] = facet;
//! let impact = node_facet(&[[0.25, 0.25, 1.0], a, b, c], &[[0.25, 0.25, -3.0], a, b, c])?;
//! assert_eq!(impact.outcome, Outcome::Impact);
//! assert!(impact.time <= 0.25 && impact.time > 0.25 - 1e-9);
//! # Ok::<(), gapkit::Error>(())
//! ```

mod cubic;
mod exact;
mod filter;
mod nodal;
mod pair;
mod rigid;

pub use nodal::{NodalImpact, TIME_TOLERANCE, edge_edge, node_facet};
pub use rigid::{MAX_ROTATION, Motion, RigidImpact, time_of_impact};

/// Whether bodies meet within a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(i32)]
pub enum Outcome {
    /// They do not.
    None = 0,
    /// They do, after its start.
    Impact = 1,
    /// They touch or overlap at its start.
    AtStart = 2,
    /// They do not before the time that is told; what comes after it was not decided.
    Unresolved = 3,
}
