//! The distance by bisection, each step of which asks decision sphere search.
//!
//! S. Hornus 2017 (doi:10.1016/j.cad.2017.05.009), section 7: bodies are nearer than `r` if the
//! difference with a ball of radius `r` around it holds the origin, and to blow it up so is a sum in
//! the support map. The paper finds it hard to make that competitive with GJK, and so it is: a bit of
//! the distance costs a decision. It needs no sub-algorithm and no simplex, though, and so is a
//! check on [`crate::gjk`] that has next to nothing in common with it.
//!
//! Where we deviate, and why: the axis of a step that finds the bodies apart proves a distance of its
//! own, which is never less than what the step asked for, and the lower bound is that.

use super::decision::Verdict;
use super::{ROUNDING_BOUND, dss};
use crate::Vec3;
use crate::convex::Query;
use crate::convex::boolean::tolerances::{BISECTED, GAP_ROUNDING};
use crate::convex::solve::core;
use crate::shape::{SupportMap, length, unit as unit_vector};

/// Bounds of a distance.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bisection {
    /// The bodies are at least this far apart.
    pub lower_bound: f64,
    /// They are at most this far apart.
    pub upper_bound: f64,
    /// How many decisions it took.
    pub decisions: u32,
    /// How many planes were tested in all of them.
    pub plane_tests: u32,
}

/// Bounds of the distance of two bodies, by bisection.
///
/// Of the query, the tolerance and the iteration limit count; each decision has the latter to
/// itself. Without a tolerance the bounds are some tens of eps of the size of the pair apart.
///
/// ```
/// use gapkit::{Query, shape::Cuboid};
/// let (a, b) = (Cuboid::new([0.0; 3], [1.0; 3])?, Cuboid::new([3.0, 4.0, 0.0], [1.0; 3])?);
/// let found = gapkit::boolean::bisection(&Query::default(), &a, &b);
/// assert!(found.lower_bound <= 5f64.sqrt() && 5f64.sqrt() <= found.upper_bound);
/// assert!(found.upper_bound - found.lower_bound < 1e-13);
/// # Ok::<(), gapkit::Error>(())
/// ```
#[must_use]
pub fn bisection<A: SupportMap, B: SupportMap>(query: &Query, a: &A, b: &B) -> Bisection {
    let origin = a.center();
    let radius = a.radius() + b.radius();
    let apart = b.center() - origin;
    let size = apart.amax() + a.extent() + b.extent() + radius;
    let mut search = Search { query, a, b, radius, decisions: 0, plane_tests: 0 };
    let unit = f64::EPSILON * size;
    // Points of both are at most as near as their bodies are.
    let between = |n: &Vec3| b.support(&-n, &origin, 0).point - a.support(n, &origin, 0).point;
    // Along a direction of usual length: sizes may be such that their products are no normal numbers.
    let first = between(&unit_vector(&apart).unwrap_or_else(Vec3::x));
    let (mut low, mut high) = (0.0, (length(&first) - radius).max(0.0));
    let mut middle = 0.0;
    loop {
        match search.decide(middle) {
            Verdict::Disjoint(axis) => {
                let n = axis.unit();
                let gap = n.dot(&between(&n)) - radius - GAP_ROUNDING * unit;
                low = f64::max(middle, gap);
            }
            Verdict::Intersecting => high = middle,
            Verdict::Undecided => break,
        }
        if high - low <= (BISECTED * unit).max(query.tolerance * high) {
            break;
        }
        middle = low + 0.5 * (high - low);
    }
    Bisection {
        lower_bound: low,
        upper_bound: high.max(low) + ROUNDING_BOUND * unit,
        decisions: search.decisions,
        plane_tests: search.plane_tests,
    }
}

/// The bodies, and what was asked so far.
struct Search<'s, A, B> {
    query: &'s Query,
    a: &'s A,
    b: &'s B,
    radius: f64,
    decisions: u32,
    plane_tests: u32,
}

impl<A: SupportMap, B: SupportMap> Search<'_, A, B> {
    /// Whether the bodies are more than this far apart.
    fn decide(&mut self, distance: f64) -> Verdict {
        let search = dss::PlainSearch { radius: self.radius + distance };
        let decision = core(&dss::query(self.query), self.a, self.b, search);
        self.decisions += 1;
        self.plane_tests += decision.plane_tests;
        decision.verdict
    }
}
