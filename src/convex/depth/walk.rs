//! The depth of smooth shapes, from where their polytope ended.
//!
//! Where two smooth bodies hardly overlap, the faces of the polytope near the origin are as small
//! as rounding, and their normals are anything. Where they overlap more, it ends with a face that is
//! within the tolerance of the boundary, and a normal within its square root. But the least `h(n)` can also be walked to from
//! outside: a point beyond the plane of some normal `n`, at `(h(n) + d) n`, is outside of the
//! difference for certain, the distance search finds the point of the difference that is nearest to
//! it, and the direction between the two is a normal with an `h` no larger: with `o` the point, `q`
//! the nearest one and `m` that direction, `h(m) = m.q = m.o - |o - q|`, which is at most
//! `h(n) + d - d`. For bodies that overlap little, each step shrinks the angle that is left by the
//! depth over the radius of curvature.

use super::deep::{Feet, assemble};
use super::epa::{Expansion, ExpansionEnd};
use super::gap::SignedGap;
use crate::Vec3;
use crate::convex::certificate;
use crate::convex::contact::search_moved;
use crate::convex::depth::tolerances::{DEPTH_ROUNDING, WALK_BEYOND, WALK_TURN};
use crate::convex::difference::Difference;
use crate::convex::search::{Limits, State};

/// Steps of a walk, and supports of each search.
const STEPS: u32 = 32;
const SEARCH: u32 = 256;

/// The gap of smooth bodies, if a walk finds one that is no larger: from the best normal of the
/// polytope, and, where that did not close, from the line of centres, which is near the normal of
/// bodies that hardly overlap.
pub(super) fn walked<D: Difference>(difference: &mut D, end: &Expansion) -> Option<SignedGap> {
    let starts = [end.normal, -difference.start()];
    let count = if end.end == ExpansionEnd::Closed { 1 } else { 2 };
    let walks = starts[..count].iter().filter_map(|&start| walk(difference, start));
    let least = walks.reduce(|one, two| if two.upper < one.upper { two } else { one })?;
    // Heights are compared as they are rounded: one that is larger by no more is as good.
    if least.upper > end.upper + DEPTH_ROUNDING * f64::EPSILON * difference.extent() {
        return None;
    }
    let Walked { normal, upper, feet, iterations } = least;
    let iterations = end.iterations.saturating_add(iterations);
    let end = Expansion { normal, upper, iterations, ..*end };
    let extent = difference.extent();
    Some(assemble(&difference.frame(), extent, &end, &feet, DEPTH_ROUNDING, false))
}

/// Where a walk ended: the normal, its `h`, and the vertices that carry the point with that normal.
struct Walked {
    normal: Vec3,
    upper: f64,
    feet: Feet,
    iterations: u32,
}

/// Walks from a normal to a least `h`; `None` where the first search finds no direction.
fn walk<D: Difference>(difference: &mut D, from: Vec3) -> Option<Walked> {
    let mut normal = from.try_normalize(0.0)?;
    let mut upper = height(difference, normal);
    let (mut last, mut iterations) = (None, 1);
    for _ in 0..STEPS {
        let beyond = upper + WALK_BEYOND * difference.extent();
        let state = nearest(difference, normal * -beyond);
        iterations += state.iterations + 1;
        let Some(next) = (-state.face.direction).try_normalize(0.0) else { break };
        let found = height(difference, next);
        if found.is_nan() || found > upper + DEPTH_ROUNDING * f64::EPSILON * difference.extent() {
            break;
        }
        let turned = (next - normal).norm();
        (normal, upper, last) = (next, found, Some(state));
        if turned <= WALK_TURN {
            break;
        }
    }
    Some(Walked { normal, upper, feet: feet_of(difference, &last?)?, iterations })
}

/// How far the difference goes along a unit normal.
fn height<D: Difference>(difference: &mut D, normal: Vec3) -> f64 {
    normal.dot(&difference.support(&-normal).s)
}

/// The search for the point of the moved difference that is nearest to the origin.
fn nearest<D: Difference>(difference: &mut D, shift: Vec3) -> State<D::Tag> {
    let limits = Limits { tolerance: 0.0, bound: f64::INFINITY, iterations: SEARCH };
    search_moved(difference, &limits, shift, shift)
}

fn feet_of<D: Difference>(difference: &D, state: &State<D::Tag>) -> Option<Feet> {
    let bounds = certificate::bounds(state);
    if !bounds.convex {
        return None;
    }
    let mut feet = Feet::new([0.0; 3]);
    (feet.len, feet.weights) = (state.face.len, bounds.lambda);
    for (i, vertex) in state.face.vertices().into_iter().take(state.face.len).enumerate() {
        feet.name(difference, i, vertex.tag);
    }
    Some(feet)
}
