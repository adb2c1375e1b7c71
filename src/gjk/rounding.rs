//! Radii, applied after the search on the core shapes.

use super::answer::{Answer, Outcome};
use super::certificate::reported_lower;

/// The answer for the core shapes with radii around them.
///
/// Cores at distance `d` with radii `ra` and `rb` are `d - ra - rb` apart; the witness points move
/// along the direction onto the rounded surfaces. Where the rounded bodies overlap, both witness
/// points become one common point, halfway between the surfaces.
pub(crate) fn apply(core: Answer, ra: f64, rb: f64) -> Answer {
    let both = ra + rb;
    let distance = core.distance - both;
    let extent = both.max(core.distance);
    let noise = 4.0 * f64::EPSILON * extent;
    let outcome = match core.outcome {
        Outcome::Separated if distance > noise => Outcome::Separated,
        Outcome::Separated | Outcome::Touching if distance >= -noise => Outcome::Touching,
        Outcome::Separated | Outcome::Touching => Outcome::Overlapping,
        other => other,
    };
    let lower_bound = reported_lower(core.lower_bound - both, extent);
    if core.outcome == Outcome::IterationLimit {
        return Answer { distance: distance.max(0.0), lower_bound, ..core };
    }
    let (mut reach_a, mut reach_b) = (ra, rb);
    if outcome == Outcome::Overlapping {
        let middle = (ra + (core.distance - rb)) / 2.0;
        (reach_a, reach_b) = (middle, core.distance - middle);
    }
    Answer {
        distance: distance.max(0.0),
        lower_bound,
        point_a: core.point_a + core.direction * reach_a,
        point_b: core.point_b - core.direction * reach_b,
        outcome,
        ..core
    }
}
