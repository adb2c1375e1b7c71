//! Touching or overlapping: the plane between two bodies whose nearest points coincide.
//!
//! At contact the search has no direction to go on with, and the sign of a volume that rounding
//! made says nothing. So the difference is moved away from the origin by [`NUDGE`], along the line
//! from the origin to its centre: if the origin was on the boundary it is now outside and a search
//! finds the plane; if it was deeper inside, it still is. Bodies that are flat in one plane have no
//! inside at all, and touch along that plane.

use super::certificate;
use super::difference::{Difference, Side, forward_to_difference};
use super::double_double::{self, Goal};
use super::search::{self, Limits, State, Stop, Vertex};
use super::sub::signed_volumes::SignedVolumes;
use crate::Vec3;
use crate::convex::tolerances::{CLEAR_OVERLAP, CONTACT_DEPTH, NUDGE, THIN_SIMPLEX};
use crate::num::dd::Dd3;
use crate::shape::unit;

/// The normal of the plane between touching bodies, pointing from B to A; `None` if they overlap.
#[cold]
#[inline(never)]
pub(crate) fn plane<D: Difference>(difference: &mut D, limits: &Limits) -> Option<Vec3> {
    let extent = difference.extent();
    let (state, shift) = search_nudged(difference, limits, NUDGE * f64::EPSILON * extent);
    if state.stop != Stop::OriginInside
        && let Some(axis) = verified(difference, state.face.direction)
    {
        return Some(axis);
    }
    let (normal, width) = thinnest(difference);
    if width <= NUDGE * f64::EPSILON * extent {
        return Some(normal);
    }
    if width > THIN_SIMPLEX * extent
        && search_nudged(difference, limits, CLEAR_OVERLAP * extent).0.stop == Stop::OriginInside
    {
        return None;
    }
    let nudged = Nudged { difference, shift };
    let ids = state.face.vertices().map(|vertex| nudged.ids(vertex.tag));
    let refined = double_double::refine(&nudged, &ids[..state.face.len], Goal::Relative)?;
    let open = refined.len < 4 && !refined.zero;
    if open { verified(difference, refined.direction.round()) } else { None }
}

/// Searches the difference moved by this length away from the origin; also returns the shift.
fn search_nudged<D: Difference>(
    difference: &mut D,
    limits: &Limits,
    length: f64,
) -> (State<D::Tag>, Vec3) {
    let start = difference.start();
    let shift = start * (length / start.norm());
    let limits = Limits { tolerance: 0.0, bound: f64::INFINITY, ..*limits };
    (search_moved(difference, &limits, shift, start), shift)
}

/// Searches the difference moved by `shift` from the direction `start` on.
pub(crate) fn search_moved<D: Difference>(
    difference: &mut D,
    limits: &Limits,
    shift: Vec3,
    start: Vec3,
) -> State<D::Tag> {
    let mut nudged = Nudged { difference, shift };
    let state = search::begin(&mut nudged, limits, start);
    search::run(&mut nudged, &SignedVolumes, limits, state)
}

/// The unit vector along `u`, if the plane normal to it separates the bodies up to
/// [`CONTACT_DEPTH`].
fn verified<D: Difference>(difference: &mut D, u: Vec3) -> Option<Vec3> {
    let axis = unit(&u)?;
    let depth = -axis.dot(&difference.support(&axis).s);
    (depth <= CONTACT_DEPTH * f64::EPSILON * difference.extent()).then_some(axis)
}

/// Where the difference moved by `shift` meets the origin, if it does within `miss`: vertices with
/// weights.
#[cold]
#[inline(never)]
pub(crate) fn meeting<D: Difference>(
    difference: &mut D,
    limits: &Limits,
    shift: Vec3,
    miss: f64,
) -> Option<Meeting> {
    let start = difference.start();
    let state = search_moved(difference, limits, shift, start);
    let nudged = Nudged { difference, shift };
    let ids = state.face.vertices().map(|vertex| nudged.ids(vertex.tag));
    let bounds = certificate::bounds(&state);
    if bounds.convex && bounds.upper <= miss {
        return Some(Meeting { len: state.face.len, ids, lambda: bounds.lambda });
    }
    let refined = double_double::refine(&nudged, &ids[..state.face.len], Goal::Extent)?;
    let (ids, lambda) = (refined.corners.map(|c| c.ids), refined.lambda.map(|l| l.hi));
    (refined.upper.hi <= miss).then_some(Meeting { len: refined.len, ids, lambda })
}

/// A point of the difference as a blend of vertices.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Meeting {
    pub(crate) len: usize,
    pub(crate) ids: [[u32; 2]; 4],
    pub(crate) lambda: [f64; 4],
}

/// The direction in which the difference is thinnest, and how thin: right for flat and thin bodies,
/// a guess for others.
fn thinnest<D: Difference>(difference: &mut D) -> (Vec3, f64) {
    let mut across = |u: Vec3| difference.support(&-u).s - difference.support(&u).s;
    let longer = |p: Vec3, q: Vec3| if q.amax() > p.amax() { q } else { p };
    let axes = [Vec3::x(), Vec3::y(), Vec3::z()];
    let e = axes.map(&mut across).into_iter().fold(Vec3::zeros(), longer);
    if e == Vec3::zeros() {
        return (Vec3::x(), 0.0);
    }
    let side = Vec3::ith(e.iamin(), 1.0).cross(&e);
    let normals = [e.cross(&across(side)), e.cross(&across(side.cross(&e))), side];
    let known = normals.into_iter().filter_map(|n| unit(&n));
    let widths = known.map(|n| (n, n.dot(&across(n))));
    widths.fold((Vec3::x(), f64::INFINITY), |p, q| if q.1 < p.1 { q } else { p })
}

/// A difference moved by a constant vector.
struct Nudged<'d, D> {
    difference: &'d mut D,
    shift: Vec3,
}

impl<D: Difference> Difference for Nudged<'_, D> {
    forward_to_difference!();
    fn support(&mut self, u: &Vec3) -> Vertex<D::Tag> {
        let Vertex { s, tag } = self.difference.support(u);
        Vertex { s: s + self.shift, tag }
    }
    fn start(&self) -> Vec3 {
        self.difference.start()
    }
    fn revive(&mut self, ids: [u32; 2]) -> Option<Vertex<D::Tag>> {
        let Vertex { s, tag } = self.difference.revive(ids)?;
        Some(Vertex { s: s + self.shift, tag })
    }
    fn count(&self, side: Side) -> usize {
        self.difference.count(side)
    }
    fn exact(&self, side: Side, index: u32) -> Option<Dd3> {
        let point = self.difference.exact(side, index)?;
        Some(if side == Side::A { point + Dd3::from(self.shift) } else { point })
    }
}
