//! GJK at first, then decision sphere search.
//!
//! S. Hornus 2017, section 6.5.1: GJK is quick to approach a difference of simple shape (a large
//! body and a small one), but stumbles over rounding near contact, where the search on the sphere
//! does not. So GJK makes the first four steps, and if they decide nothing, the vertices of its
//! tetrahedron bound the region in which the sphere is searched.

use super::decision::Decision;
use super::dss;
use super::gjk::{begin, conclude};
use super::in_lanes;
use super::region::{Cut, Region};
use super::signs::{PlainSigns, Site};
use crate::convex::Query;
use crate::convex::difference::{Difference, Resolve};
use crate::convex::search::{self, Face, State, Stop};
use crate::convex::solve::{Points, Strategy, any_sub, limits};
use crate::convex::sub::Step;
use crate::convex::tolerances::LOWER_BOUND_ROUNDING;
use crate::shape::SupportMap;

/// Steps of GJK before the sphere is searched.
const GJK_STEPS: u32 = 4;

/// The search; the bound of the query is the radius around the difference.
#[derive(Debug, Clone, Copy)]
pub(super) struct HybridSearch;

impl Strategy for HybridSearch {
    type Output = Decision;

    #[inline(always)]
    fn run<D: Resolve, S: Step>(self, query: &Query, difference: &mut D, sub: &S) -> Decision {
        let mut limits = limits(query, difference);
        limits.iterations = limits.iterations.min(GJK_STEPS);
        let Some(state) = begin(difference, sub, &limits) else {
            return Decision::intersecting(1);
        };
        let state = search::run(difference, sub, &limits, state);
        if state.stop != Stop::IterationLimit {
            return conclude(query, difference, sub, &limits, &state);
        }
        on_sphere(query, difference, &state)
    }

    #[inline(never)]
    fn on_points(self, query: &Query, a: Points, b: Points) -> Decision {
        in_lanes(query, LOWER_BOUND_ROUNDING, a, b, self)
    }

    #[inline(never)]
    fn on_shapes(self, query: &Query, a: &dyn SupportMap, b: &dyn SupportMap) -> Decision {
        any_sub(query, a, b, self)
    }
}

/// Goes on from the vertices that GJK has found.
#[inline(always)]
fn on_sphere<D: Difference>(query: &Query, difference: &mut D, state: &State<D::Tag>) -> Decision {
    let radius = query.bound * difference.frame().factor;
    let mut plane_tests = state.iterations;
    let unit = f64::EPSILON * difference.extent();
    let mut region = Region::sphere();
    let Face { kept, len, .. } = &state.face;
    if radius == 0.0 {
        let newest = Site { s: state.w, ids: [u32::MAX; 2] };
        let known = kept[..*len].iter().map(|v| Site { s: v.s, ids: difference.ids(v.tag) });
        for site in known.chain([newest]) {
            if region.cut(&PlainSigns, &site, unit) == Cut::Empty {
                return Decision::intersecting(plane_tests);
            }
        }
    }
    let limits = dss::SphereLimits { radius, plane_tests: query.max_iterations };
    let end = dss::search(difference, &PlainSigns, &mut region, &limits, &mut plane_tests);
    dss::decision(&end, plane_tests)
}
