//! The search: one GJK loop over any Minkowski difference and any sub-algorithm.
//!
//! Algorithm 1 of Montanari et al. 2017, with these changes:
//! - The stop rule is the duality gap in a scale-free form: `u.(p - w)` against [`SEARCH_GAP`] eps
//!   times the extent of the pair, `u` being an unnormalised direction. It is eq. 10 without its
//!   dependence on `|v|`, so it also ends searches at contact.
//! - A repeated support vertex and a squared norm that does not decrease end the search, as the
//!   text of the paper asks and floating point needs.
//! - Eq. 9 compares with `(RELATIVE_ZERO eps)^2`: the printed form compares a square with an
//!   unsquared tolerance, which stops at the square root of the precision.

use super::difference::Difference;
use super::simplex::Solution;
use super::sub::Step;
use crate::Vec3;
use crate::convex::tolerances::{LEAST_HEIGHT, LOWER_BOUND_ROUNDING, RELATIVE_ZERO, SEARCH_GAP};

/// Why a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Stop {
    /// No vertex lies nearer along the direction by more than the tolerance.
    DualityGap,
    /// The support vertex was already in the simplex.
    RepeatedVertex,
    /// The norm of the nearest point did not decrease.
    NoDecrease,
    /// The simplex holds the origin in its inside.
    OriginInside,
    /// The nearest point of the simplex is the origin, up to rounding.
    RelativeZero,
    /// The lower bound passed the distance beyond which the caller does not care.
    BeyondBound,
    /// The iteration limit was reached.
    IterationLimit,
    /// The sub-algorithm failed.
    SubFailed,
}

/// When a search ends; all lengths in the local units of the pair.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    pub(crate) tolerance: f64,
    pub(crate) bound: f64,
    pub(crate) iterations: u32,
}

/// A point of the Minkowski difference with what names it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Vertex<T> {
    pub(crate) s: Vec3,
    pub(crate) tag: T,
}

/// The smallest face of a simplex that holds its nearest point.
///
/// The vertices are never indexed by a variable and never copied through memory, so that they live
/// in registers: a store that the next step must load again stalls it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Face<T> {
    /// The first three vertices, of which `len` count.
    pub(crate) kept: [Vertex<T>; 3],
    /// The last vertex, which is the fourth where there are four.
    pub(crate) last: Vertex<T>,
    pub(crate) len: usize,
    /// Barycentric weights of the vertices, up to a common factor; zero past `len`.
    pub(crate) weights: [f64; 4],
    /// The direction `u`, from the origin towards the nearest point.
    pub(crate) direction: Vec3,
    /// +1 or -1, so that `orientation * (s0 - s2) x (s1 - s2)` is the direction of three vertices;
    /// 0 from the sub-algorithms that do not use it.
    pub(crate) orientation: f64,
}

impl<T: Copy> Face<T> {
    #[inline(always)]
    pub(crate) fn vertex(d: Vertex<T>) -> Self {
        let weights = [1.0, 0.0, 0.0, 0.0];
        Self { kept: [d; 3], last: d, len: 1, weights, direction: d.s, orientation: 0.0 }
    }

    #[inline(always)]
    pub(crate) fn edge(a: Vertex<T>, d: Vertex<T>, weights: [f64; 2], direction: Vec3) -> Self {
        let weights = [weights[0], weights[1], 0.0, 0.0];
        Self { kept: [a, d, d], last: d, len: 2, weights, direction, orientation: 0.0 }
    }

    /// The vertices, of which `len` count.
    #[inline(always)]
    pub(crate) fn vertices(&self) -> [Vertex<T>; 4] {
        [self.kept[0], self.kept[1], self.kept[2], self.last]
    }

    /// The vertices with one more at the end; the slots past it repeat it.
    #[inline(always)]
    pub(crate) fn with(&self, newest: Vertex<T>) -> [Vertex<T>; 4] {
        let k = &self.kept;
        match self.len {
            1 => [k[0], newest, newest, newest],
            2 => [k[0], k[1], newest, newest],
            _ => [k[0], k[1], k[2], newest],
        }
    }

    /// The face that a solution names among these vertices.
    #[inline(always)]
    pub(crate) fn of(vertices: &[Vertex<T>; 4], solution: &Solution) -> Self {
        let last = (solution.len - 1) & 3;
        let at = |i: usize| vertices[usize::from(solution.keep[i.min(last)] & 3)];
        Self {
            kept: [at(0), at(1), at(2)],
            last: at(last),
            len: solution.len,
            weights: solution.weights,
            direction: solution.direction,
            orientation: 0.0,
        }
    }

    /// The same face with other names for its vertices.
    pub(crate) fn renamed<U: Copy>(&self, name: impl Fn(T) -> U) -> Face<U> {
        let rename = |vertex: Vertex<T>| Vertex { s: vertex.s, tag: name(vertex.tag) };
        Face {
            kept: self.kept.map(rename),
            last: rename(self.last),
            len: self.len,
            weights: self.weights,
            direction: self.direction,
            orientation: self.orientation,
        }
    }

    /// Whether the point is one of at most three vertices.
    #[inline(always)]
    fn has(&self, w: &Vec3) -> bool {
        // Slots past the end repeat the last vertex.
        same(&self.kept[0].s, w) || same(&self.kept[1].s, w) || same(&self.kept[2].s, w)
    }
}

impl<T: Copy> Face<T> {
    /// Whether one of at most three vertices is known to have this tag.
    #[inline(always)]
    fn has_tag<D: Difference<Tag = T>>(&self, tag: T) -> bool {
        let k = &self.kept;
        D::is_same(k[0].tag, tag) | D::is_same(k[1].tag, tag) | D::is_same(k[2].tag, tag)
    }
}

#[inline(always)]
fn same(s: &Vec3, w: &Vec3) -> bool {
    s.x == w.x && s.y == w.y && s.z == w.z
}

/// The state of a search, during it and at its end.
#[derive(Debug, Clone, Copy)]
pub(crate) struct State<T> {
    pub(crate) face: Face<T>,
    /// The support along the direction of the face.
    pub(crate) w: Vec3,
    pub(crate) stop: Stop,
    pub(crate) iterations: u32,
    pub(crate) sub_calls: u32,
    pub(crate) backup_calls: u32,
}

impl<T: Copy> State<T> {
    /// A search that starts from this face.
    #[inline(always)]
    pub(crate) fn new(face: Face<T>) -> Self {
        Self {
            face,
            w: face.last.s,
            stop: Stop::IterationLimit,
            iterations: 1,
            sub_calls: 0,
            backup_calls: 0,
        }
    }
}

/// The first step of a search: the support along `direction`, which may already be beyond the
/// bound. Otherwise the search goes on with [`run`].
#[inline(always)]
pub(crate) fn begin<D: Difference>(
    difference: &mut D,
    limits: &Limits,
    direction: Vec3,
) -> State<D::Tag> {
    let first = difference.support(&direction);
    let mut state = State::new(Face::vertex(first));
    let bound = limits.bound + LOWER_BOUND_ROUNDING * f64::EPSILON * difference.extent();
    if beyond(direction.dot(&first.s), bound, direction.dot(&direction)) {
        (state.face.direction, state.stop) = (direction, Stop::BeyondBound);
    }
    state
}

/// Whether the plane with normal `u` proves that the bodies are more than `bound` apart. The normal
/// of a tiny face, whose square has lost digits, proves nothing here: see [`LEAST_HEIGHT`].
#[inline(always)]
pub(crate) fn beyond(uw: f64, bound: f64, uu: f64) -> bool {
    uw > LEAST_HEIGHT && uw * uw > bound * bound * uu
}

/// Eq. 9: whether a nearest point of this squared norm is the origin, up to rounding.
fn is_zero<T: Copy>(vv: f64, face: &Face<T>) -> bool {
    // Slots past the end repeat the last vertex.
    let most = face.vertices().iter().fold(0.0, |most: f64, y| most.max(y.s.norm_squared()));
    vv <= (RELATIVE_ZERO * f64::EPSILON) * (RELATIVE_ZERO * f64::EPSILON) * most
}

/// Whether a gap is within the square root of one limit, or within the other: also one that is not
/// a number.
#[inline(always)]
fn is_closed(gap: f64, limit2: f64, relative: f64) -> bool {
    !(gap > 0.0 && gap * gap > limit2) || gap <= relative
}

/// Why a search ends with a gap that is closed, or else with a vertex that it had before.
#[inline(always)]
fn stop_of(closed: bool, uu: f64) -> Stop {
    if !closed {
        Stop::RepeatedVertex
    } else if uu == 0.0 {
        Stop::RelativeZero
    } else {
        Stop::DualityGap
    }
}

/// Runs a search from a simplex that holds its own nearest point to its end.
#[inline(always)]
pub(crate) fn run<D: Difference, S: Step>(
    difference: &mut D,
    sub: &S,
    limits: &Limits,
    mut state: State<D::Tag>,
) -> State<D::Tag> {
    if state.stop == Stop::BeyondBound {
        return state;
    }
    let bounded = limits.bound < f64::INFINITY;
    // The squared norm of the nearest point, as a fraction.
    let mut norm2 = (f64::INFINITY, 1.0);
    state.stop = loop {
        let u = state.face.direction;
        let newest = difference.support(&u);
        let (w, p) = (newest.s, state.face.last.s);
        state.w = w;
        state.iterations += 1;
        let (uu, up) = (u.dot(&u), u.dot(&p));
        let unit = f64::EPSILON * difference.extent();
        let tolerance = SEARCH_GAP * unit;
        if bounded && beyond(u.dot(&w), limits.bound + LOWER_BOUND_ROUNDING * unit, uu) {
            break Stop::BeyondBound;
        }
        // A revived simplex has its face normal for a direction, whatever the sub-algorithm.
        if S::DIRECTION_IS_NEAREST_POINT && state.sub_calls > 0 && is_zero(uu, &state.face) {
            break Stop::RelativeZero;
        }
        // The end of nearly every search, and a branch that is known long before the gap is: a
        // vertex that comes again ends the search, closed or not.
        let (limit2, relative) = (tolerance * tolerance * uu, limits.tolerance * up);
        if state.face.has_tag::<D>(newest.tag) {
            break stop_of(is_closed(u.dot(&(p - w)), limit2, relative), uu);
        }
        let closed = is_closed(u.dot(&(p - w)), limit2, relative);
        if closed || state.face.has(&w) {
            break stop_of(closed, uu);
        }
        if up * up * norm2.1 >= norm2.0 * uu {
            break Stop::NoDecrease;
        }
        norm2 = (up * up, uu);
        if state.iterations >= limits.iterations {
            break Stop::IterationLimit;
        }
        state.sub_calls += 1;
        let Some(face) = sub.step(&state.face, newest, &mut state.backup_calls) else {
            break Stop::SubFailed;
        };
        state.face = face;
        if face.len == 4 {
            // The simplex has no direction of its own; the last one is as good as any.
            state.face.direction = u;
            break Stop::OriginInside;
        }
    };
    state
}
