//! How large the numbers of a scene may be.

use crate::error::{Error, Reason};
use crate::shape::Pose;

/// The largest magnitude of a coordinate in a scene, of a thickness and of what a node moves in a
/// time step. The square of a height over a facet, times the square of twice its area, is a product
/// of six differences of coordinates (`facets::node_facet::measure_point`): at this limit it is at
/// most 1e305.
pub const MAX_COORDINATE: f64 = 1e50;

/// The largest magnitude of a component of a velocity: its square is a number.
pub const MAX_VELOCITY: f64 = 1e150;

const LIMIT: &str = "at most 1e50 in magnitude";

/// Checks the coordinates of nodes.
pub(crate) fn check_coordinates(nodes: &[[f64; 3]]) -> Result<(), Error> {
    check("coordinate", nodes.iter().copied(), MAX_COORDINATE)
}

/// Checks velocities, and how far they move the nodes in a time step.
pub(crate) fn check_velocities(velocities: &[[f64; 3]], dt: f64) -> Result<(), Error> {
    check("velocity", velocities.iter().copied(), MAX_VELOCITY)?;
    let steps = velocities.iter().map(|velocity| velocity.map(|v| v * dt));
    check("displacement", steps, MAX_COORDINATE)
}

/// Checks where a pose takes the nodes of a body, none of which is farther from the origin than
/// `radius`.
pub(super) fn check_pose(nodes: &[[f64; 3]], radius: f64, pose: &Pose) -> Result<(), Error> {
    // What is added is above the rounding of the pose.
    if pose.translation.vector.amax() + 1.5 * radius <= MAX_COORDINATE {
        return Ok(());
    }
    let posed = nodes.iter().map(|node| pose.transform_point(&(*node).into()).into());
    check("coordinate", posed, MAX_COORDINATE)
}

/// Checks a length or coordinate that belongs to no node.
pub(super) fn check_value(name: &'static str, value: f64) -> Result<f64, Error> {
    // Written so that a value that is not a number is refused.
    if value.abs() <= MAX_COORDINATE {
        Ok(value)
    } else {
        Err(Reason::BadParameter { name, value, limit: LIMIT }.into())
    }
}

fn check(
    what: &'static str,
    vectors: impl Iterator<Item = [f64; 3]>,
    limit: f64,
) -> Result<(), Error> {
    for (vector, node) in vectors.zip(0..) {
        for (axis, value) in ['x', 'y', 'z'].into_iter().zip(vector) {
            if value.is_nan() || value.abs() > limit {
                return Err(Reason::NodeValue { what, node, axis, value, limit }.into());
            }
        }
    }
    Ok(())
}
