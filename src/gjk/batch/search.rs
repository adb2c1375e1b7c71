//! The search in all lanes at once: in lock step, until the last lane has ended.
//!
//! The loop of [`search`](super::super::search) with its tests in the same order. All lanes that still go on
//! have made the same number of steps, so the first two steps know how many vertices there can be.

use super::super::search::{GAP, Limits, ROUNDING, Stop};
use super::block::{Block, Vertex};
use super::face::Face;
use crate::simd::{Quad3, Wide};

/// A search in each lane, during it and at its end.
pub(super) struct State<W: Wide> {
    pub(super) face: Face<W>,
    /// The support along the direction of the face.
    pub(super) w: Vertex<W>,
    /// Why it ended, and [`SUPPORT`] times how many supports it took.
    pub(super) end: W,
    /// Where it ended beyond the bound.
    pub(super) beyond: W::Mask,
}

impl<W: Wide> State<W> {
    /// The newest vertex.
    #[inline(always)]
    pub(super) fn last(&self) -> Vertex<W> {
        self.face.last(&self.w)
    }
}

/// A cold search in each lane that is to `go`, for bodies of so many corners; zero if that is not known where it is
/// compiled.
#[inline(always)]
pub(super) fn search<W: Wide, const A: usize, const B: usize>(
    block: &Block<W>,
    limits: &Limits,
    go: W::Mask,
) -> State<W> {
    let (mut state, go) = begin::<W, A, B>(block, limits, &start::<W, A, B>(block), go);
    run::<W, A, B>(block, limits, &mut state, go, 1);
    state
}

/// A reason to stop as a number in lanes.
#[inline(always)]
fn number<W: Wide>(stop: Stop) -> W {
    W::all(f64::from(stop as u8))
}

/// What a support adds to the number that tells the end of a search: there is room for the reason below it, and for the
/// number of vertices.
const SUPPORT: f64 = 64.0;

/// The reason with this number.
pub(super) const REASONS: [Stop; 7] = [
    Stop::DualityGap,
    Stop::RepeatedVertex,
    Stop::NoDecrease,
    Stop::OriginInside,
    Stop::RelativeZero,
    Stop::BeyondBound,
    Stop::IterationLimit,
];

/// Where the plane with normal `u` proves that the bodies are more than `bound` apart.
#[inline(always)]
pub(super) fn beyond<W: Wide>(uw: W, bound: W, uu: W) -> W::Mask {
    W::all(0.0).less(uw) & (bound * bound * uu).less(uw * uw)
}

/// Where a cold search starts: from the centre of B to the centre of A.
#[inline(always)]
pub(super) fn start<W: Wide, const A: usize, const B: usize>(block: &Block<W>) -> Quad3<W> {
    let apart = block.apart::<A, B>();
    let known = W::all(0.0).less(apart.dot(&apart));
    Quad3::select(known, &apart, &Quad3::splat(1.0, 0.0, 0.0))
}

/// The first step: the support along `direction`, which may already be beyond the bound. Also returns
/// the lanes in which the search goes on.
#[inline(always)]
pub(super) fn begin<W: Wide, const A: usize, const B: usize>(
    block: &Block<W>,
    limits: &Limits,
    direction: &Quad3<W>,
    mut go: W::Mask,
) -> (State<W>, W::Mask) {
    let first = block.support::<A, B>(direction);
    let mut face = Face::vertex(first);
    let mut end = number::<W>(Stop::IterationLimit) + W::all(SUPPORT);
    let mut beyond_bound = go & !go;
    if limits.bound < f64::INFINITY {
        let bound = W::all(limits.bound) + W::all(ROUNDING * f64::EPSILON) * block.extent;
        let far = beyond(direction.dot(&first.s), bound, direction.dot(direction));
        face.direction = Quad3::select(far, direction, &face.direction);
        end = W::select(far, number::<W>(Stop::BeyondBound) + W::all(SUPPORT), end);
        (beyond_bound, go) = (far, go & !far);
    }
    (State { face, w: first, end, beyond: beyond_bound }, go)
}

/// Runs the searches that `go` on to their ends, from faces of up to `rank` vertices.
#[inline(always)]
pub(super) fn run<W: Wide, const A: usize, const B: usize>(
    block: &Block<W>,
    limits: &Limits,
    state: &mut State<W>,
    mut go: W::Mask,
    mut rank: usize,
) {
    let bounded = limits.bound < f64::INFINITY;
    let unit = W::all(f64::EPSILON) * block.extent;
    let bound = W::all(limits.bound) + W::all(ROUNDING) * unit;
    let tolerance = W::all(GAP) * unit;
    let tolerance = tolerance * tolerance;
    let zero = W::all(0.0);
    let mut norm2 = (W::all(f64::INFINITY), W::all(1.0));
    let mut iterations = 1;
    while W::any(go) {
        // Lanes that have ended keep their direction, and so their support.
        let u = state.face.direction;
        let newest = block.support::<A, B>(&u);
        let (w, p) = (newest.s, state.face.kept[2].s);
        state.w = newest;
        iterations += 1;
        let supports = W::all(SUPPORT * f64::from(iterations));

        let (uu, up) = (u.dot(&u), u.dot(&p));
        let gap = u.dot(&(p - w));
        let mut open = go & zero.less(gap) & (tolerance * uu).less(gap * gap);
        if limits.tolerance > 0.0 {
            open = open & !gap.at_most(W::all(limits.tolerance) * up);
        }
        // Where the newest vertex comes again, the gap is zero.
        let repeated = state.face.has(&w, open);
        let mut on = open & !repeated & !(norm2.0 * uu).at_most(up * up * norm2.1);
        norm2 = (up * up, uu);

        // The reasons in turn, the one that is asked first last; where a search goes on, it is not yet the last word.
        let mut reason =
            W::select(repeated, number(Stop::RepeatedVertex), number(Stop::NoDecrease));
        reason = W::select(open, reason, number(Stop::DualityGap));
        reason = W::select(!open & uu.equals(zero), number(Stop::RelativeZero), reason);
        if bounded {
            let far = go & beyond(u.dot(&w), bound, uu);
            reason = W::select(far, number(Stop::BeyondBound), reason);
            (state.beyond, on) = (state.beyond | far, on & !far);
        }
        state.end = W::select(go, reason + supports, state.end);
        go = on;
        if iterations >= limits.iterations {
            state.end = W::select(go, number::<W>(Stop::IterationLimit) + supports, state.end);
            return;
        }
        if !W::any(go) {
            return;
        }
        match rank {
            1 => state.face.step_from_vertex(&newest, go),
            2 => state.face.step_from_edge(&newest, go),
            _ => {
                let inside = state.face.step(&newest, go);
                state.end =
                    W::select(inside, number::<W>(Stop::OriginInside) + supports, state.end);
                go = go & !inside;
            }
        }
        rank += 1;
    }
}
