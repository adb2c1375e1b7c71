//! Radii, applied after the search on the core shapes.

use super::answer::{Answer, Outcome};
use super::certificate::reported_lower;
use super::search::Stop;
use crate::Vec3;
use crate::convex::tolerances::{WITNESS, WITNESS_ROUNDING};
use crate::shape::length;

/// The answer for the core shapes with radii around them; `exact` if the search was asked for
/// machine precision.
///
/// Cores at distance `d` with radii `ra` and `rb` are `d - ra - rb` apart; the witness points move
/// along the direction onto the rounded surfaces. Where the rounded bodies overlap, both witness
/// points become one common point, in the middle of what the balls around them share.
pub(crate) fn apply(core: Answer, ra: f64, rb: f64, exact: bool) -> Answer {
    let both = ra + rb;
    let distance = core.distance - both;
    let extent = both.max(core.distance);
    let lower_bound = reported_lower(core.lower_bound - both, extent);
    if core.outcome == Outcome::Unproven {
        return Answer { distance: distance.max(0.0), lower_bound, ..core };
    }
    // The gap of the bounds tells how well the core distance is known: the radii may be small
    // against the core shapes. A search that ended early by intent says nothing of rounding.
    let width = if exact { core.distance - core.lower_bound } else { 0.0 };
    let noise = 4.0 * f64::EPSILON * extent + width;
    let outcome = if core.outcome == Outcome::Overlapping || distance < -noise {
        Outcome::Overlapping
    } else if core.stop == Stop::BeyondBound || lower_bound > 0.0 || distance > noise {
        Outcome::Separated
    } else {
        Outcome::Touching
    };
    let axis = from_core_to_core(&core, both);
    let (mut reach_a, mut reach_b) = (ra, rb);
    if outcome == Outcome::Overlapping {
        let from = (-ra).max(core.distance - rb);
        let to = ra.min(core.distance + rb);
        reach_a = (from + to) / 2.0;
        reach_b = core.distance - reach_a;
    }
    Answer {
        distance: distance.max(0.0),
        lower_bound,
        point_a: core.point_a + axis * reach_a,
        point_b: core.point_b - axis * reach_b,
        outcome,
        ..core
    }
}

/// The unit vector along which the witness points leave the cores. The normal of the plane is it, up
/// to rounding, or up to the square root of that where a search ends with a normal and a blend that
/// are as good as they can be, each for itself: then the points on the surface that are as far apart
/// as the distance says lie on the line between those of the cores.
fn from_core_to_core(core: &Answer, both: f64) -> Vec3 {
    let between = core.point_b - core.point_a;
    let apart = length(&between);
    let off = between - core.direction * core.distance;
    let rounding = WITNESS_ROUNDING * core.point_a.amax().max(core.point_b.amax());
    let unit = f64::EPSILON * (WITNESS * both.max(core.distance) + rounding);
    let is_known = apart > 0.0 && apart < f64::INFINITY;
    if off.amax() > unit && is_known { between / apart } else { core.direction }
}
