//! The search: one GJK loop over any Minkowski difference and any sub-algorithm.
//!
//! Algorithm 1 of Montanari et al. 2017, with these changes:
//! - The stop rule is the duality gap in a scale-free form: `u.(p - w)` against
//!   [`GAP`] eps times the extent of the pair, `u` being an unnormalised direction. It is eq. 10
//!   without its dependence on `|v|`, so it also ends searches at contact.
//! - A repeated support vertex and a squared norm that does not decrease end the search, as the
//!   text of the paper asks and floating point needs.
//! - Eq. 9 compares with `(RELATIVE_ZERO eps)^2`: the printed form compares a square with an
//!   unsquared tolerance, which stops at the square root of the precision.

use super::difference::Difference;
use super::simplex::{Simplex, Solution};
use super::sub::SubDistance;
use crate::Vec3;

/// The duality gap at which a search at machine precision ends, in eps times the extent.
/// Below 4 the rounding of the support keeps more searches going to the careful path (61 of
/// 76,000 hard pairs at 1, 14 at 4); at 16 the error grows from 2 to 9 eps.
pub(crate) const GAP: f64 = 4.0;

/// A nearest point within this many eps of zero, against the largest vertex norm, is zero
/// (Montanari et al. 2017, eq. 9).
pub(crate) const RELATIVE_ZERO: f64 = 1.0;

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

/// The state of a search, during it and at its end.
#[derive(Debug, Clone, Copy)]
pub(crate) struct State<T> {
    pub(crate) simplex: Simplex,
    pub(crate) tags: [T; 4],
    pub(crate) weights: [f64; 4],
    /// The direction `u`, from the origin towards the nearest point.
    pub(crate) direction: Vec3,
    /// The direction before this one, of use where the nearest point is the origin itself.
    pub(crate) previous: Vec3,
    /// The support along `direction`.
    pub(crate) w: Vec3,
    pub(crate) stop: Stop,
    pub(crate) iterations: u32,
    pub(crate) sub_calls: u32,
    pub(crate) backup_calls: u32,
}

impl<T: Copy> State<T> {
    /// A search that starts from one vertex, found along `direction`.
    #[inline(always)]
    pub(crate) fn new(direction: Vec3, w: Vec3, tag: T) -> Self {
        Self {
            simplex: Simplex::new(&[w]),
            tags: [tag; 4],
            weights: [1.0, 0.0, 0.0, 0.0],
            direction: w,
            previous: direction,
            w,
            stop: Stop::IterationLimit,
            iterations: 1,
            sub_calls: 0,
            backup_calls: 0,
        }
    }

    #[inline(always)]
    pub(crate) fn take(&mut self, solution: &Solution) {
        let tags = self.tags;
        for i in 0..3 {
            self.tags[i] = tags[(solution.keep[i] & 3) as usize];
        }
        self.simplex.compact(solution);
        self.weights = solution.weights;
        self.previous = self.direction;
        self.direction = solution.direction;
        self.backup_calls += u32::from(solution.backup);
    }

    #[inline(always)]
    fn end(mut self, stop: Stop) -> Self {
        self.stop = stop;
        self
    }
}

/// Starts a search from the first support along `direction` and runs it to its end.
#[inline(always)]
pub(crate) fn cold<D: Difference, S: SubDistance>(
    difference: &mut D,
    sub: &S,
    limits: &Limits,
    direction: Vec3,
) -> State<D::Tag> {
    let (w, tag) = difference.support(&direction);
    let state = State::new(direction, w, tag);
    let bound = limits.bound + GAP * f64::EPSILON * difference.extent();
    if beyond(direction.dot(&w), bound, direction.dot(&direction)) {
        return State { direction, ..state }.end(Stop::BeyondBound);
    }
    run(difference, sub, limits, state)
}

/// Whether the plane with normal `u` proves that the bodies are more than `bound` apart.
#[inline(always)]
fn beyond(uw: f64, bound: f64, uu: f64) -> bool {
    uw > 0.0 && uw * uw > bound * bound * uu
}

/// Eq. 9: whether a nearest point of this squared norm is the origin, up to rounding.
fn is_zero(vv: f64, simplex: &Simplex) -> bool {
    let most = simplex.points().iter().fold(0.0, |most: f64, y| most.max(y.norm_squared()));
    vv <= (RELATIVE_ZERO * f64::EPSILON) * (RELATIVE_ZERO * f64::EPSILON) * most
}

/// Runs a search from a simplex that holds its own nearest point.
#[inline(always)]
pub(crate) fn run<D: Difference, S: SubDistance>(
    difference: &mut D,
    sub: &S,
    limits: &Limits,
    mut state: State<D::Tag>,
) -> State<D::Tag> {
    // The squared norm of the nearest point, as a fraction.
    let mut norm2 = (f64::INFINITY, 1.0);
    loop {
        let u = state.direction;
        let (w, tag) = difference.support(&u);
        state.w = w;
        state.iterations += 1;
        let (uu, uw, up) = (u.dot(&u), u.dot(&w), u.dot(&state.simplex.newest()));
        let tolerance = GAP * f64::EPSILON * difference.extent();
        if beyond(uw, limits.bound + tolerance, uu) {
            return state.end(Stop::BeyondBound);
        }
        // A revived simplex has its face normal for a direction, whatever the sub-algorithm.
        if S::DIRECTION_IS_NEAREST_POINT && state.sub_calls > 0 && is_zero(uu, &state.simplex) {
            return state.end(Stop::RelativeZero);
        }
        let gap = u.dot(&(state.simplex.newest() - w));
        // Written so that a gap that is not a number also ends the search.
        if !(gap > 0.0 && gap * gap > tolerance * tolerance * uu) || gap <= limits.tolerance * up {
            let stop = if uu == 0.0 { Stop::RelativeZero } else { Stop::DualityGap };
            return state.end(stop);
        }
        if state.simplex.points().contains(&w) {
            return state.end(Stop::RepeatedVertex);
        }
        let before = std::mem::replace(&mut norm2, (up * up, uu));
        if norm2.0 * before.1 >= before.0 * norm2.1 {
            return state.end(Stop::NoDecrease);
        }
        if state.iterations >= limits.iterations {
            return state.end(Stop::IterationLimit);
        }
        state.tags[state.simplex.rank() & 3] = tag;
        let mut grown = state.simplex;
        grown.push(w);
        state.sub_calls += 1;
        match sub.solve(&grown) {
            None => return state.end(Stop::SubFailed),
            Some(solution) => {
                state.simplex = grown;
                state.take(&solution);
                if solution.len == 4 {
                    return state.end(Stop::OriginInside);
                }
            }
        }
    }
}
