//! The time of impact of nodes with facets and of edges with edges, each node moving straight.
//!
//! Moving features can only meet when their four nodes are coplanar: at a root of a polynomial of
//! degree 3 (X. Provot, Collision and self-collision handling in cloth model dedicated to design
//! garments, Graphics Interface 1997, 177-189). The roots are isolated in f64 with bounds on all
//! rounding, and whether the features meet there is told by areas with such bounds. Where that
//! leaves a doubt, as it does for all degenerate input, everything is computed again in integers,
//! so that the answer is right: features are closed sets, and those that share a single point at
//! a single time meet.

use super::Outcome;
use super::exact;
use super::filter::{self, Meeting};
use super::pair::{Features, Relative};
use crate::error::{Error, check_point};
use crate::shape::PointSet;
use crate::{Query, Vec3};

/// How early [`NodalImpact::time`] can be, in steps: below 1e-9.
pub const TIME_TOLERANCE: f64 = f64::from_bits((1023 - 30) << 52);

/// When and where two features first meet.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NodalImpact {
    /// Whether they meet: never [`Outcome::Unresolved`]. This is exact.
    pub outcome: Outcome,
    /// When, from 0 to 1: never late, and early by less than [`TIME_TOLERANCE`]. Infinity if they
    /// do not meet.
    pub time: f64,
    /// The weights of the four nodes, in their order, where they meet: 1 and those in the facet, or
    /// those along the first and along the second edge.
    pub weights: [f64; 4],
    /// Where they meet.
    pub point: Vec3,
    /// The unit normal of the facet or of both edges, turned so that the second feature comes from
    /// its positive side: its velocity relative to the first is not along it. Where there is none
    /// or the features move in one plane, it is opposite to that velocity; zero without one.
    pub normal: Vec3,
}

impl NodalImpact {
    /// The features do not meet.
    const NONE: Self = Self {
        outcome: Outcome::None,
        time: f64::INFINITY,
        weights: [0.0; 4],
        point: Vec3::new(0.0, 0.0, 0.0),
        normal: Vec3::new(0.0, 0.0, 0.0),
    };
}

impl Default for NodalImpact {
    fn default() -> Self {
        Self::NONE
    }
}

/// When a node first meets a facet. The node comes first, the nodes of the facet follow; all move
/// straight from `start` to `end`. A facet may be degenerate.
///
/// ```
/// use gapkit::impact::{Outcome, node_facet};
///
/// let (a, b, c) = ([0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]);
/// // Along the plane of the facet, over its corner.
/// let impact = node_facet(&[[-1.0, 1.0, 0.0], a, b, c], &[[1.0, -1.0, 0.0], a, b, c])?;
/// assert_eq!((impact.outcome, impact.time), (Outcome::Impact, 0.5));
/// # Ok::<(), gapkit::Error>(())
/// ```
///
/// # Errors
/// If a coordinate is not finite or beyond 2^1000 in magnitude.
pub fn node_facet(start: &[[f64; 3]; 4], end: &[[f64; 3]; 4]) -> Result<NodalImpact, Error> {
    checked(start, end)?;
    Ok(impact(Features::NodeFacet, start, end))
}

/// When two edges first meet. The nodes of the first edge come first; all move straight from
/// `start` to `end`. Edges may be parallel, or points.
///
/// ```
/// use gapkit::impact::edge_edge;
///
/// let (a, b) = ([-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]);
/// let start = [a, b, [0.5, -1.0, 2.0], [0.5, 1.0, 2.0]];
/// let impact = edge_edge(&start, &[a, b, [0.5, -1.0, -2.0], [0.5, 1.0, -2.0]])?;
/// assert!(impact.time <= 0.5 && impact.time > 0.5 - 1e-9);
/// assert!((impact.weights[1] - 0.75).abs() < 1e-8 && (impact.weights[3] - 0.5).abs() < 1e-8);
/// assert_eq!(impact.normal.z, 1.0);
/// # Ok::<(), gapkit::Error>(())
/// ```
///
/// # Errors
/// If a coordinate is not finite or beyond 2^1000 in magnitude.
pub fn edge_edge(start: &[[f64; 3]; 4], end: &[[f64; 3]; 4]) -> Result<NodalImpact, Error> {
    checked(start, end)?;
    Ok(impact(Features::EdgeEdge, start, end))
}

fn checked(start: &[[f64; 3]; 4], end: &[[f64; 3]; 4]) -> Result<(), Error> {
    start.iter().enumerate().try_for_each(|(i, point)| check_point(i, point))?;
    end.iter().enumerate().try_for_each(|(i, point)| check_point(i, point))
}

#[inline(always)]
fn impact(features: Features, start: &[[f64; 3]; 4], end: &[[f64; 3]; 4]) -> NodalImpact {
    match filter::impact(features, &Relative::new(start, end)) {
        Ok(None) => NodalImpact::NONE,
        Ok(Some(Meeting { time, weights: [p, q, r] })) => {
            let weights = match features {
                Features::NodeFacet => [1.0, p, q, r],
                Features::EdgeEdge => [1.0 - p, p, 1.0 - q, q],
            };
            located(features, [start, end], (Outcome::Impact, time), weights)
        }
        Err(_) => exact_impact(features, start, end),
    }
}

#[cold]
#[inline(never)]
fn exact_impact(features: Features, start: &[[f64; 3]; 4], end: &[[f64; 3]; 4]) -> NodalImpact {
    let Some((time, is_start)) = exact::impact(features, start, end) else {
        return NodalImpact::NONE;
    };
    let outcome = if is_start { Outcome::AtStart } else { Outcome::Impact };
    let weights = nearest(features, &at(time, start, end));
    located(features, [start, end], (outcome, time), weights)
}

/// Where the nodes are at a time within the step.
fn at(time: f64, start: &[[f64; 3]; 4], end: &[[f64; 3]; 4]) -> [[f64; 3]; 4] {
    let between = |i: usize, k: usize| start[i][k] * (1.0 - time) + end[i][k] * time;
    [0, 1, 2, 3].map(|i| [0, 1, 2].map(|k| between(i, k)))
}

/// The weights of the nodes at the points of the features that are nearest to each other: features
/// that meet may be degenerate, and are rounded apart.
fn nearest(features: Features, nodes: &[[f64; 3]; 4]) -> [f64; 4] {
    let split = if features == Features::NodeFacet { 1 } else { 2 };
    let (a, b) = nodes.split_at(split);
    let mut weights = [0.0; 4];
    let (Ok(first), Ok(second)) = (PointSet::new(a), PointSet::new(b)) else { return weights };
    let answer = Query::default().distance(&first, &second);
    for i in 0..answer.vertex_count {
        weights[answer.vertex_a[i] as usize] += answer.weight[i];
        weights[split + answer.vertex_b[i] as usize] += answer.weight[i];
    }
    weights
}

/// The impact with its point and its normal.
#[inline(always)]
fn located(
    features: Features,
    [start, end]: [&[[f64; 3]; 4]; 2],
    (outcome, time): (Outcome, f64),
    weights: [f64; 4],
) -> NodalImpact {
    let nodes = at(time, start, end).map(Vec3::from);
    let velocity = [0, 1, 2, 3].map(|i| Vec3::from(end[i]) - Vec3::from(start[i]));
    let blend = |of: &[Vec3; 4], range: std::ops::Range<usize>| {
        range.fold(Vec3::zeros(), |sum, i| sum + of[i] * weights[i])
    };
    let split = if features == Features::NodeFacet { 1 } else { 2 };
    let approach = blend(&velocity, split..4) - blend(&velocity, 0..split);
    let [a, b, c, d] = nodes;
    let normal = match features {
        Features::NodeFacet => (c - b).cross(&(d - b)),
        Features::EdgeEdge => (b - a).cross(&(d - c)),
    };
    let normal = turned(normal, approach);
    NodalImpact { outcome, time, weights, point: blend(&nodes, 0..split), normal }
}

/// The unit vector along a normal against the approach; or straight against it.
fn turned(normal: Vec3, approach: Vec3) -> Vec3 {
    let unit = |v: Vec3| {
        let length = v.norm();
        if length > 0.0 && length.is_finite() { v / length } else { Vec3::zeros() }
    };
    let (normal, against) = (unit(normal), -unit(approach));
    let along = normal.dot(&against);
    if normal == Vec3::zeros() || (along.abs() <= IN_PLANE && against != Vec3::zeros()) {
        return against;
    }
    if along < 0.0 { -normal } else { normal }
}

/// The sine of the angle below which features approach each other in their plane: more than
/// rounding makes of a motion in a plane.
const IN_PLANE: f64 = 1e-12;
