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
//! depth over the radius of curvature. Where they shrink slowly, the rest of them is taken at once, as
//! the sum of a geometric series (A. C. Aitken, On Bernoulli's numerical solution of algebraic
//! equations, Proc. R. Soc. Edinburgh 46, 1926), if that leads lower.

use super::epa::{Expansion, ExpansionEnd};
use super::feet::{Feet, assemble};
use super::gap::SignedGap;
use super::grow::{APART, LowFaces};
use crate::Vec3;
use crate::convex::certificate;
use crate::convex::contact::search_moved;
use crate::convex::depth::tolerances::{DEPTH_ROUNDING, WALK_BEYOND, WALK_TURN};
use crate::convex::difference::Difference;
use crate::convex::search::{Limits, State};
use crate::shape::unit;

/// Steps of a walk, and supports of each search.
const STEPS: u32 = 32;
const SEARCH: u32 = 256;

/// Steps that lead no lower before a walk ends.
const MAX_LEVEL_STEPS: u32 = 1;

/// The most steps that are taken at once.
const MAX_AHEAD: f64 = 32.0;

/// Steps of the first walks, of which the one that led lowest goes on.
const FIRST_STEPS: u32 = 2;

/// How many walks start from directions all round.
const STARTS: usize = 3;

/// The tolerance of the searches of first walks: which valley is the lowest is seen from afar.
const ROUGHLY: f64 = 1e-4;

/// Steps of a walk from a face of the polytope, which shows the valley that it is in.
const FACE_STEPS: u32 = 1;

/// The gap of smooth bodies, if a walk finds one that is no larger: from the best normal of the
/// polytope, and, where that did not close, from the line of centres, which is near the normal of
/// bodies that hardly overlap, from the lowest of directions all round, since a polytope that
/// symmetry stalled says little of where the least is, and from its faces that are lower than what was
/// found: the least is beyond one of these.
pub(super) fn walked<D: Difference>(
    difference: &mut D,
    end: &Expansion,
    low: &LowFaces,
) -> Option<SignedGap> {
    let least = if end.end == ExpansionEnd::Closed {
        walk(difference, end.normal, STEPS, 0.0)?
    } else {
        search_all_round(difference, end.normal, low)?
    };
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

/// The lowest walk from several starts.
fn search_all_round<D: Difference>(
    difference: &mut D,
    normal: Vec3,
    low: &LowFaces,
) -> Option<Walked> {
    let mut starts = [Vec3::zeros(); 2 + STARTS];
    (starts[0], starts[1]) = (normal, -difference.start());
    lowest_all_round(difference, &mut starts[2..]);
    let mut least: Option<Walked> = None;
    let mut iterations = ALL_ROUND as u32;
    let unbounded = starts.iter().map(|start| (f64::NEG_INFINITY, *start, FIRST_STEPS));
    let faces = low.iter().map(|(offset, normal)| (*offset, *normal, FACE_STEPS));
    for (bound, start, steps) in unbounded.chain(faces) {
        let is_lower = |bound: f64| least.as_ref().is_none_or(|least| bound < least.upper);
        if !is_lower(bound) {
            continue;
        }
        let Some(walked) = walk(difference, start, steps, ROUGHLY) else { continue };
        iterations += walked.iterations;
        if is_lower(walked.upper) {
            least = Some(walked);
        }
    }
    let least = least?;
    let last = walk(difference, least.normal, STEPS, 0.0).unwrap_or(least);
    Some(Walked { iterations: iterations + last.iterations, ..last })
}

/// The vectors of whole numbers up to 2 without a common factor: their directions are spread evenly
/// enough, and the same on every machine.
const ALL_ROUND: usize = 98;

fn all_round() -> impl Iterator<Item = Vec3> {
    let whole = (0..125).map(|i| [i % 5, i / 5 % 5, i / 25].map(|x| x - 2));
    let primitive = whole.filter(|v: &[i32; 3]| v.iter().any(|x| x % 2 != 0));
    primitive.map(|v| Vec3::from(v.map(f64::from)))
}

/// Fills the list with the directions of least `h` that are apart from each other.
fn lowest_all_round<D: Difference>(difference: &mut D, lowest: &mut [Vec3]) {
    let mut heights = [f64::INFINITY; ALL_ROUND];
    for (at, v) in all_round().enumerate() {
        heights[at] = height(difference, v.normalize());
    }
    for i in 0..lowest.len() {
        let mut best = (f64::INFINITY, Vec3::zeros());
        for (v, h) in all_round().zip(heights) {
            let v = v.normalize();
            if h < best.0 && lowest[..i].iter().all(|other| v.dot(other) < APART) {
                best = (h, v);
            }
        }
        lowest[i] = best.1;
    }
}

/// Where a walk ended: the normal, its `h`, and the vertices that carry the point with that normal.
struct Walked {
    normal: Vec3,
    upper: f64,
    feet: Feet,
    iterations: u32,
}

/// Walks from a normal to a least `h`, by searches of this tolerance; `None` where the first search
/// finds no direction.
fn walk<D: Difference>(
    difference: &mut D,
    from: Vec3,
    steps: u32,
    tolerance: f64,
) -> Option<Walked> {
    let rounding = DEPTH_ROUNDING * f64::EPSILON * difference.extent();
    let mut start = unit(&from)?;
    let mut normal = start;
    let mut upper = height(difference, start);
    let (mut below, mut last, mut before, mut iterations) = (upper, None, None, 1);
    let mut level_steps = 0;
    for _ in 0..steps {
        let beyond = below + WALK_BEYOND * difference.extent();
        let state = nearest(difference, start * -beyond, tolerance);
        iterations += state.iterations + 1;
        let Some(next) = unit(&-state.face.direction) else { break };
        let found = height(difference, next);
        if found.is_nan() || found > upper + rounding {
            break;
        }
        let step = next - start;
        let turned = step.norm();
        // A direction is noise where the heights along it and beside it are the same number.
        let is_level = upper - found <= f64::EPSILON * difference.extent();
        level_steps = if is_level { level_steps + 1 } else { 0 };
        (normal, upper, last) = (next, found, Some(state));
        if turned <= WALK_TURN || level_steps > MAX_LEVEL_STEPS {
            break;
        }
        (start, below) = (next, found);
        if let Some(ahead) = before.and_then(|before| sum_of_steps(&next, &step, turned / before)) {
            let lower = height(difference, ahead);
            iterations += 1;
            // The steps from there are no continuation of those before.
            before = None;
            if lower < found {
                (start, below) = (ahead, lower);
                continue;
            }
        }
        before = Some(turned);
    }
    Some(Walked { normal, upper, feet: feet_of(difference, &last?)?, iterations })
}

/// Where steps lead that shrink by this ratio; `None` if they do not shrink.
fn sum_of_steps(next: &Vec3, step: &Vec3, ratio: f64) -> Option<Vec3> {
    let ahead = (ratio / (1.0 - ratio)).min(MAX_AHEAD);
    if ratio < 1.0 { unit(&(next + step * ahead)) } else { None }
}

/// How far the difference goes along a unit normal.
fn height<D: Difference>(difference: &mut D, normal: Vec3) -> f64 {
    normal.dot(&difference.support(&-normal).s)
}

/// The search for the point of the moved difference that is nearest to the origin.
fn nearest<D: Difference>(difference: &mut D, shift: Vec3, tolerance: f64) -> State<D::Tag> {
    let limits = Limits { tolerance, bound: f64::INFINITY, iterations: SEARCH };
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
