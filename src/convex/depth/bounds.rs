//! Bounds of the depth from the last simplex of the distance search alone.
//!
//! S. Cameron, Enhancing GJK: computing minimum and penetration distances between convex
//! polyhedra, ICRA 1997, section 5, doi:10.1109/ROBOT.1997.606761. The simplex S that holds the
//! origin lies inside the difference P, and its vertices `x` lie on the boundary of P, so the depth
//! is at least the distance from the origin to the faces of S, and at most the least `|x|`. If the
//! nearest face of S turns out to be a face of P, which one support call tells, the depth is known:
//! the usual case for bodies that have only just come to overlap.
//!
//! Where we deviate: the support along each of the four face normals is an upper bound too,
//! whether or not the face is one of P, and all bounds are rounded outwards.

use super::kernel::{Kernel, Plain};
use super::scratch::Scratch;
use crate::convex::certificate::{bounds as proof, verdict};
use crate::convex::depth::tolerances::{DEPTH_GAP, DEPTH_ROUNDING};
use crate::convex::difference::{Difference, Resolve};
use crate::convex::output::Full;
use crate::convex::search::{self, State, Stop};
use crate::convex::solve::{self, Points, Strategy, any_sub, conclude, limits};
use crate::convex::sub::Step;
use crate::convex::{Outcome, Query};
use crate::shape::{PointSet, SupportMap};

/// Two numbers with the depth between them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bracket {
    /// The bodies overlap at least so much; 0 if they do not.
    pub lower_bound: f64,
    /// The bodies overlap at most so much; 0 if they are apart for certain.
    pub upper_bound: f64,
    /// Whether the nearest face of the simplex is a face of the difference, so that the bounds
    /// differ by rounding only.
    pub closed: bool,
    /// How the bodies lie to each other.
    pub outcome: Outcome,
}

/// Bounds of the depth for the price of a distance query and four support calls.
///
/// ```
/// use gapkit::penetration::bounds;
/// use gapkit::shape::Cuboid;
///
/// let a = Cuboid::new([0.0; 3], [1.0; 3])?;
/// let b = Cuboid::new([1.75, 0.5, 0.125], [1.0; 3])?;
/// let bracket = bounds(&a, &b);
/// assert!(bracket.lower_bound <= 0.25 && 0.25 <= bracket.upper_bound);
/// # Ok::<(), gapkit::Error>(())
/// ```
#[must_use]
pub fn bounds<A: SupportMap, B: SupportMap>(a: &A, b: &B) -> Bracket {
    let core = solve::core(&Query::default(), a, b, BracketSearch);
    let both = a.radius() + b.radius();
    if both == 0.0 { core.bracket() } else { core.rounded(both) }
}

/// The bounds of minus the gap, which is the depth of overlapping bodies.
#[derive(Debug, Clone, Copy)]
struct Signed {
    lower: f64,
    upper: f64,
    closed: bool,
    outcome: Outcome,
}

impl Signed {
    fn bracket(self) -> Bracket {
        let positive = |x: f64| if x > 0.0 { x } else { 0.0 };
        Bracket {
            lower_bound: positive(self.lower),
            upper_bound: positive(self.upper),
            closed: self.closed,
            outcome: self.outcome,
        }
    }

    /// The same with radii that sum up to `both`.
    fn rounded(self, both: f64) -> Bracket {
        let uncertainty = 2.0 * f64::EPSILON * both.max(self.upper.abs()).max(self.lower.abs());
        let (lower, upper) = (self.lower + both - uncertainty, self.upper + both + uncertainty);
        let outcome = match self.outcome {
            Outcome::Unproven if lower <= 0.0 && upper >= 0.0 => self.outcome,
            _ if lower > 0.0 => Outcome::Overlapping,
            _ if upper < 0.0 => Outcome::Separated,
            _ => Outcome::Touching,
        };
        Self { lower, upper, outcome, ..self }.bracket()
    }
}

/// Searches for the distance and brackets the depth. The search is compiled once, for shapes of any
/// kind.
struct BracketSearch;

impl Strategy for BracketSearch {
    type Output = Signed;

    fn run<D: Resolve, S: Step>(self, query: &Query, difference: &mut D, sub: &S) -> Signed {
        let limits = limits(query, difference);
        let start = difference.start();
        let state = search::begin(difference, &limits, start);
        let state = search::run(difference, sub, &limits, state);
        if state.stop == Stop::OriginInside
            && verdict(&state, &proof(&state), difference.extent(), 0.0).is_some()
        {
            return inside(difference, &state);
        }
        let answer = conclude::<D, Full>(query, difference, &limits, &state);
        if answer.outcome == Outcome::Overlapping {
            return inside(difference, &state);
        }
        let (frame, unit) = (difference.frame(), f64::EPSILON * difference.extent());
        let h = answer.direction.dot(&difference.support(&-answer.direction).s);
        let rounding = DEPTH_ROUNDING * unit * frame.inverse;
        let is_apart = answer.outcome == Outcome::Separated && answer.lower_bound > 0.0;
        let upper = if is_apart { -answer.lower_bound } else { h * frame.inverse + rounding };
        let lower = -(answer.distance + rounding);
        Signed { lower, upper, closed: true, outcome: answer.outcome }
    }

    fn on_points(self, query: &Query, a: Points, b: Points) -> Signed {
        any_sub(query, &PointSet::checked(a), &PointSet::checked(b), self)
    }

    fn on_shapes(self, query: &Query, a: &dyn SupportMap, b: &dyn SupportMap) -> Signed {
        any_sub(query, a, b, self)
    }
}

/// The bounds from a simplex that holds the origin, or whose face does.
fn inside<D: Difference>(difference: &mut D, state: &State<D::Tag>) -> Signed {
    let (frame, unit) = (difference.frame(), f64::EPSILON * difference.extent());
    let vertices = state.face.vertices();
    let norms = vertices[..state.face.len].iter().map(|vertex| vertex.s.norm());
    let mut upper = norms.fold(f64::INFINITY, f64::min);
    let (mut lower, mut closed) = (0.0, false);
    if state.face.len == 4 {
        let mut scratch = Scratch::<Plain, 4, 4, 4>::new();
        let mut polytope = scratch.polytope(difference.extent());
        polytope.tetrahedron(vertices.map(|vertex| vertex.s));
        for (plane, _) in polytope.faces() {
            let h = plane.n.dot(&difference.support(&-plane.n).s);
            upper = upper.min(h);
        }
        if polytope.holds_origin() {
            lower = Plain::offset(&polytope.nearest());
        }
        closed = upper - lower <= DEPTH_GAP * unit;
    }
    let rounding = DEPTH_ROUNDING * unit;
    Signed {
        lower: (lower - rounding).max(0.0) * frame.inverse,
        upper: (upper + rounding) * frame.inverse,
        closed,
        outcome: Outcome::Overlapping,
    }
}
