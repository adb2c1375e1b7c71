//! From overlapping bodies to their gap: the quick way, and what is done where it does not end.

use super::epa::{Expansion, ExpansionEnd, ExpansionGoal};
use super::feet::{Feet, assemble, met};
use super::gap::SignedGap;
use super::grow::{Grown, grow_in_double_double, grow_plainly};
use super::query::MAX_ITERATIONS;
use super::quick::{Closed, Quick, SMALL};
use super::start::span;
use super::walk::walked;
use crate::Vec3;
use crate::convex::Outcome;
use crate::convex::depth::tolerances::{
    CLEAR_DEPTH, DEPTH_GAP, DEPTH_ROUNDING, SMOOTH_TOLERANCE, WITNESS_MISS,
};
use crate::convex::difference::{Difference, Resolve, Side};
use crate::convex::search::{State, Vertex};

/// How much is done for an answer.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Effort {
    /// The largest gap of the bounds against the depth.
    pub(crate) tolerance: f64,
    /// The same for smooth shapes, if that is larger.
    pub(crate) smooth: f64,
    /// Supports in all, and those for smooth shapes.
    pub(crate) iterations: u32,
    pub(crate) smooth_iterations: u32,
    /// Supports made before.
    pub(crate) made: u32,
}

impl Effort {
    #[inline(always)]
    fn goal<D: Difference>(&self, difference: &D, units: f64) -> ExpansionGoal {
        let exact = difference.count(Side::A) > 0 && difference.count(Side::B) > 0;
        let tolerance = if exact { self.tolerance } else { self.tolerance.max(self.smooth) };
        let iterations = if exact { self.iterations } else { self.smooth_iterations };
        let width = units * f64::EPSILON * difference.extent();
        ExpansionGoal { width, tolerance, iterations }
    }
}

/// The gap of bodies whose difference seems to hold the origin in this simplex; `None` if they do
/// not overlap beyond doubt, or if the quick way does not end.
#[inline(always)]
pub(crate) fn overlap<D: Resolve>(
    difference: &mut D,
    quick: &mut Quick<D::Quad, D::Tag>,
    state: &State<D::Tag>,
    effort: &Effort,
    made: &mut u32,
) -> Option<SignedGap> {
    let extent = difference.extent();
    let goal = effort.goal(difference, DEPTH_GAP);
    quick.start(&state.face.vertices());
    let Closed { normal, upper, lower, corners } = quick.expand(difference, &goal, made)?;
    let unit = f64::EPSILON * extent;
    let t = normal * upper;
    let mut foot = quick.foot_on(corners, &t);
    if foot.miss > WITNESS_MISS * unit {
        foot = quick.foot(&t, upper + DEPTH_GAP * unit);
    }
    let clear = lower > CLEAR_DEPTH * unit;
    if !(clear && foot.miss <= WITNESS_MISS * unit) {
        return None;
    }
    let end = Expansion { end: ExpansionEnd::Closed, normal, upper, lower, iterations: *made };
    let mut feet = Feet::new(foot.weights);
    for i in 0..3 {
        feet.name(difference, i, quick.tags()[foot.corners[i]]);
    }
    Some(assemble(&difference.frame(), extent, &end, &feet, DEPTH_ROUNDING, false))
}

/// The gap of bodies that overlap, from where the quick way ended.
#[cold]
#[inline(never)]
pub(crate) fn overlap_slowly<D: Resolve>(
    difference: &mut D,
    quick: &Quick<D::Quad, D::Tag>,
    last: Vertex<D::Tag>,
    effort: &Effort,
) -> SignedGap {
    let mut points = [last; SMALL];
    let count = quick.tags().len();
    for i in 0..count {
        points[i] = Vertex { s: quick.points()[i], tag: quick.tags()[i] };
    }
    difference.deepen(effort, &points[..count])
}

/// The gap of bodies that overlap, from these points of their difference on.
#[cold]
#[inline(never)]
pub(crate) fn deepen<D: Difference>(
    difference: &mut D,
    effort: &Effort,
    points: &[Vertex<D::Tag>],
) -> SignedGap {
    let four = match span(difference, points) {
        Ok(four) => four,
        Err(normal) => return flat(difference, points[0], normal, effort.made),
    };
    let goal = effort.goal(difference, DEPTH_GAP);
    let plain = grow_plainly(difference, &four, points, &goal, effort.made);
    let exact = difference.count(Side::A) > 0 && difference.count(Side::B) > 0;
    if exact && plain.end.end == ExpansionEnd::Stalled {
        let iterations = goal.iterations.saturating_add(plain.end.iterations);
        let goal = ExpansionGoal { iterations, ..effort.goal(difference, 1.0) };
        let made = plain.end.iterations;
        if let Some(refined) = grow_in_double_double(difference, &four, points, &goal, made) {
            return conclude(difference, &refined, 1.0, true);
        }
    }
    // Who is content with a polytope that is farther from the surface, or limits the search, does
    // not wait for a walk.
    let is_enough = match plain.end.end {
        ExpansionEnd::Closed => goal.tolerance > SMOOTH_TOLERANCE,
        ExpansionEnd::Limit => effort.iterations < MAX_ITERATIONS,
        ExpansionEnd::Stalled | ExpansionEnd::Full => false,
    };
    if !exact
        && !is_enough
        && let Some(gap) = walked(difference, &plain.end, &plain.low)
    {
        return gap;
    }
    conclude(difference, &plain, DEPTH_ROUNDING, false)
}

/// The gap at the end of an expansion, with witness points that meet it.
fn conclude<D: Difference>(
    difference: &mut D,
    grown: &Grown<D::Tag>,
    rounding: f64,
    refined: bool,
) -> SignedGap {
    let (extent, end) = (difference.extent(), grown.end);
    let mut feet = Feet::new(grown.weights);
    for i in 0..3 {
        feet.name(difference, i, grown.tags[i]);
    }
    let miss = WITNESS_MISS * f64::EPSILON * extent;
    if grown.miss > miss
        && let Some(better) = met(difference, &end, miss)
    {
        feet = better;
    }
    assemble(&difference.frame(), extent, &end, &feet, rounding, refined)
}

/// Bodies that overlap without an inside in common: flat in one plane.
fn flat<D: Difference>(
    difference: &mut D,
    vertex: Vertex<D::Tag>,
    normal: Vec3,
    made: u32,
) -> SignedGap {
    let extent = difference.extent();
    let (up, down) = (-difference.support(&normal).s, difference.support(&-normal).s);
    let (up, down) = (normal.dot(&up), normal.dot(&down));
    let (normal, upper) = if up < down { (-normal, up) } else { (normal, down) };
    let end =
        Expansion { end: ExpansionEnd::Closed, normal, upper, lower: 0.0, iterations: made + 2 };
    let mut feet = Feet::new([1.0, 0.0, 0.0]);
    for i in 0..3 {
        feet.name(difference, i, vertex.tag);
    }
    let miss = WITNESS_MISS * f64::EPSILON * extent;
    let feet = met(difference, &end, miss).unwrap_or(feet);
    let gap = assemble(&difference.frame(), extent, &end, &feet, DEPTH_ROUNDING, false);
    SignedGap { outcome: Outcome::Touching, ..gap }
}
