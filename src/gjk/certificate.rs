//! From the end of a search to an answer that is proven, or sent to the careful path.
//!
//! Nothing is believed because the search stopped: the witness points give an upper bound, the
//! plane normal to the direction a lower bound, and only where the two meet is the answer taken.

use super::answer::Outcome;
use super::difference::Difference;
use super::search::{self, GAP, Limits, State, Stop, Vertex};
use super::sub::signed_volumes::SignedVolumes;
use crate::Vec3;

/// The largest gap between the raw bounds that counts as proven, in eps times the extent. Eight
/// and the rounding of the lower bound ([`GAP`]) make the 12 that users are promised.
const WIDTH: f64 = 8.0;

/// A nearest point within this of the origin is contact, in eps times the extent; with more, the
/// error of reporting zero could pass the promised bound.
const ZERO: f64 = 4.0;

/// How far the bodies are moved apart to find the plane between touching ones, in eps times the
/// extent: less than the promised 12, more than the noise of the search.
const NUDGE: f64 = 8.0;

/// The bounds of a search in local units, before anything is concluded from them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bounds {
    /// Normalised weights of the simplex.
    pub(crate) lambda: [f64; 4],
    /// The norm of the blended point.
    pub(crate) upper: f64,
    /// The lower bound as computed; negative where the plane proves nothing.
    pub(crate) lower: f64,
    /// The unit vector along the direction `u`; zero if there is none.
    pub(crate) axis: Vec3,
    /// Whether the weights are a convex combination.
    pub(crate) convex: bool,
}

/// The bounds at the end of a search.
#[inline(always)]
pub(crate) fn bounds<T: Copy>(state: &State<T>) -> Bounds {
    let face = &state.face;
    let p = face.last.s;
    let weights = face.weights;
    let sum = (weights[0] + weights[1]) + (weights[2] + weights[3]);
    let lambda = weights.map(|weight| weight / sum);
    // Past the last vertex the weights are zero, and so is what they add.
    let mut v = p;
    for i in 0..3 {
        v += (face.kept[i].s - p) * lambda[i];
    }
    let least = -4.0 * f64::EPSILON;
    let convex = (sum > 0.0)
        & (lambda[0] >= least)
        & (lambda[1] >= least)
        & (lambda[2] >= least)
        & (lambda[3] >= least);
    let lambda = lambda.map(|l| if l > 0.0 { l } else { 0.0 });
    let length = face.direction.norm();
    let (axis, lower) = if length > 0.0 {
        let inverse = 1.0 / length;
        (face.direction * inverse, face.direction.dot(&state.w) * inverse)
    } else {
        (Vec3::zeros(), f64::NEG_INFINITY)
    };
    Bounds { lambda, upper: v.norm(), lower, axis, convex }
}

/// What the bounds prove; `None` if they prove nothing yet.
#[inline(always)]
pub(crate) fn verdict<T: Copy>(
    state: &State<T>,
    bounds: &Bounds,
    extent: f64,
    tolerance: f64,
) -> Option<Outcome> {
    let unit = f64::EPSILON * extent;
    // A shape returned a point that is not finite: nothing can be measured against it.
    if unit == f64::INFINITY {
        return None;
    }
    if state.stop == Stop::OriginInside {
        return (bounds.convex && bounds.upper <= 12.0 * unit).then_some(Outcome::Overlapping);
    }
    if !bounds.convex {
        return None;
    }
    if bounds.upper <= ZERO * unit && bounds.lower >= -WIDTH * unit {
        return Some(Outcome::Touching);
    }
    let width = WIDTH * unit + tolerance * bounds.upper;
    (bounds.upper - bounds.lower <= width).then_some(Outcome::Separated)
}

/// The lower bound that is reported: the computed one less its rounding.
#[inline(always)]
pub(crate) fn reported_lower(lower: f64, extent: f64) -> f64 {
    let lower = lower - GAP * f64::EPSILON * extent;
    if lower > 0.0 { lower } else { 0.0 }
}

/// Tells touching from overlapping where the nearest point is the origin itself, so that the
/// search has no direction to go on with.
///
/// The difference is moved away from the origin by [`NUDGE`], along the line from the origin to
/// its centre. If the origin was on the boundary it is now outside and the search finds the plane;
/// if it was deeper inside, it still is. Returns the unit normal of the plane for touching bodies.
#[cold]
#[inline(never)]
pub(crate) fn plane_at_contact<D: Difference>(difference: &mut D, limits: &Limits) -> Option<Vec3> {
    let start = difference.start();
    let extent = difference.extent();
    let shift = start * (NUDGE * f64::EPSILON * extent / start.norm());
    let limits = Limits { tolerance: 0.0, bound: f64::INFINITY, ..*limits };
    let mut nudged = Nudged { difference, shift };
    let state = search::begin(&mut nudged, &limits, start);
    let state = search::run(&mut nudged, &SignedVolumes, &limits, state);
    let bounds = bounds(&state);
    let on_plane = bounds.lower >= -WIDTH * f64::EPSILON * extent;
    (state.stop != Stop::OriginInside && on_plane).then_some(bounds.axis)
}

/// A difference moved by a constant vector.
struct Nudged<'d, D> {
    difference: &'d mut D,
    shift: Vec3,
}

impl<D: Difference> Difference for Nudged<'_, D> {
    type Tag = D::Tag;
    fn support(&mut self, u: &Vec3) -> Vertex<D::Tag> {
        let Vertex { s, tag } = self.difference.support(u);
        Vertex { s: s + self.shift, tag }
    }
    fn start(&self) -> Vec3 {
        self.difference.start()
    }
    fn extent(&self) -> f64 {
        self.difference.extent()
    }
    fn ids(&self, tag: D::Tag) -> [u32; 2] {
        self.difference.ids(tag)
    }
    fn pair(&self, tag: D::Tag) -> (Vec3, Vec3) {
        self.difference.pair(tag)
    }
    fn revive(&mut self, ids: [u32; 2]) -> Option<Vertex<D::Tag>> {
        let Vertex { s, tag } = self.difference.revive(ids)?;
        Some(Vertex { s: s + self.shift, tag })
    }
    fn count(&self, side: super::difference::Side) -> usize {
        self.difference.count(side)
    }
    fn exact(&self, side: super::difference::Side, index: u32) -> Option<super::dd::Dd3> {
        self.difference.exact(side, index)
    }
    fn frame(&self) -> super::difference::Frame {
        self.difference.frame()
    }
    fn visited(&self, calls: u32) -> u32 {
        self.difference.visited(calls)
    }
}
