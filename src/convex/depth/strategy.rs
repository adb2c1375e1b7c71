//! The distance search, and what follows where it finds an overlap.

use super::answer::Found;
use super::deep::{Effort, overlap, overlap_slowly};
use super::gap::SignedGap;
use super::quick::Quick;
use crate::convex::certificate::{bounds, verdict};
use crate::convex::depth::tolerances::DEPTH_ROUNDING;
use crate::convex::difference::Resolve;
use crate::convex::output::Full;
use crate::convex::search::{self, State, Stop};
use crate::convex::solve::{Points, Strategy, any_sub, conclude, limits, small};
use crate::convex::sub::Step;
use crate::convex::{Answer, Outcome, Query};
use crate::shape::SupportMap;

/// Searches for the distance, and for the depth where there is none; `None` where the bodies
/// overlap and the caller finds the depth by other means.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Deep {
    pub(crate) effort: Effort,
    pub(crate) distance_only: bool,
}

impl Strategy for Deep {
    type Output = Option<SignedGap>;

    #[inline(always)]
    fn run<D: Resolve, S: Step>(
        self,
        query: &Query,
        difference: &mut D,
        sub: &S,
    ) -> Option<SignedGap> {
        let limits = limits(query, difference);
        let start = difference.start();
        let state = search::begin(difference, &limits, start);
        let state = search::run(difference, sub, &limits, state);
        let effort = &self.effort;
        if state.stop == Stop::OriginInside && !self.distance_only {
            let mut quick = Quick::new(difference.extent());
            let mut made = state.iterations;
            let gap = overlap(difference, &mut quick, &state, effort, &mut made);
            if gap.is_some() {
                return gap;
            }
            if proves_overlap(difference, &state) {
                let effort = &Effort { made, ..*effort };
                return Some(overlap_slowly(difference, &quick, state.face.last, effort));
            }
        }
        if self.distance_only && proves_overlap(difference, &state) {
            return None;
        }
        let answer = conclude::<D, Full>(query, difference, &limits, &state);
        if answer.outcome != Outcome::Overlapping {
            return Some(apart(difference, &answer));
        }
        if self.distance_only {
            return None;
        }
        let effort = Effort { made: answer.iterations, ..*effort };
        let vertices = state.face.vertices();
        Some(difference.deepen(&effort, &vertices[..state.face.len]))
    }

    #[inline(never)]
    fn on_points(self, query: &Query, a: Points, b: Points) -> Option<SignedGap> {
        small(query, a, b, self)
    }

    #[inline(never)]
    fn on_shapes(self, query: &Query, a: &dyn SupportMap, b: &dyn SupportMap) -> Option<SignedGap> {
        any_sub(query, a, b, self)
    }
}

/// Whether the simplex holds the origin beyond doubt.
#[inline(always)]
fn proves_overlap<D: Resolve>(difference: &D, state: &State<D::Tag>) -> bool {
    state.stop == Stop::OriginInside
        && verdict(state, &bounds(state), difference.extent(), 0.0) == Some(Outcome::Overlapping)
}

/// The gap of bodies that do not overlap, as far as the distance search can tell.
#[inline(always)]
fn apart<D: Resolve>(difference: &mut D, answer: &Answer) -> SignedGap {
    let inverse = difference.frame().inverse;
    let rounding = DEPTH_ROUNDING * f64::EPSILON * difference.extent();
    if answer.outcome == Outcome::Separated && answer.lower_bound > 0.0 {
        let upper_bound = answer.distance + rounding * inverse;
        return SignedGap { upper_bound, ..gap(answer) }.aligned();
    }
    // At contact the plane tells more than the nearest points do, and may be passed a little, also
    // where the points are apart by no more than they are rounded.
    let h = answer.direction.dot(&difference.rare_support(&-answer.direction));
    at_contact(answer, h, rounding, inverse)
}

/// The gap at contact, where the plane normal to the direction is passed by `h`.
#[cold]
#[inline(never)]
fn at_contact(answer: &Answer, h: f64, rounding: f64, inverse: f64) -> SignedGap {
    let mut gap = gap(answer);
    gap.lower_bound = -(h + rounding) * inverse;
    if answer.outcome == Outcome::Touching {
        gap.gap = -h * inverse;
    }
    gap.upper_bound = gap.gap.max(answer.distance) + rounding * inverse;
    gap.aligned()
}

/// The distance as a gap.
#[inline(always)]
fn gap(answer: &Answer) -> SignedGap {
    SignedGap {
        gap: answer.distance,
        lower_bound: answer.lower_bound,
        upper_bound: answer.distance,
        normal: answer.direction,
        point_a: answer.point_a,
        point_b: answer.point_b,
        vertex_count: answer.vertex_count,
        vertex_a: answer.vertex_a,
        vertex_b: answer.vertex_b,
        weight: answer.weight,
        outcome: answer.outcome,
        iterations: answer.iterations,
        found: Found::Gjk,
        refined: answer.refined,
    }
}
