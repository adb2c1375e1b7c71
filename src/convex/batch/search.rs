//! The search in all lanes at once: in lock step, until the last lane has ended.
//!
//! The loop of [`search`](super::super::search) with its tests in the same order. All lanes that
//! still go on have made the same number of steps, so the first two steps know how many vertices
//! there can be.

use super::super::search::{Limits, Stop};
use super::block::{Block, Vertex};
use super::face::Face;
use crate::convex::tolerances::{LEAST_HEIGHT, LOWER_BOUND_ROUNDING, SEARCH_GAP};
use crate::shape::LEAST_SQUARE;
use crate::simd::{Quad3, Wide};

/// A search in each lane, during it and at its end.
#[derive(Clone, Copy)]
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

/// A cold search in each lane that is to `go`, for bodies of so many corners; zero if that is not
/// known where it is compiled.
#[inline(always)]
pub(super) fn search<W: Wide, const A: usize, const B: usize>(
    block: &Block<W>,
    limits: &Limits,
    go: W::Mask,
) -> State<W> {
    let (mut state, go) = begin::<W, A, B>(block, limits, &start::<W, A, B>(block), go);
    run::<W, A, B, 1>(block, limits, &mut state, go);
    state
}

/// A reason to stop as a number in lanes.
#[inline(always)]
fn number<W: Wide>(stop: Stop) -> W {
    W::all(f64::from(stop as u8))
}

/// What a support adds to the number that tells the end of a search: there is room for the reason
/// below it, and for the number of vertices.
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
    W::all(LEAST_HEIGHT).less(uw) & (bound * bound * uu).less(uw * uw)
}

/// Where a cold search starts: from the centre of B to the centre of A.
#[inline(always)]
pub(super) fn start<W: Wide, const A: usize, const B: usize>(block: &Block<W>) -> Quad3<W> {
    let apart = block.apart::<A, B>();
    let known = W::all(LEAST_SQUARE).less(apart.dot(&apart));
    Quad3::select(known, &apart, &Quad3::splat(1.0, 0.0, 0.0))
}

/// The first step: the support along `direction`, which may already be beyond the bound. Also
/// returns the lanes in which the search goes on.
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
        let bound =
            W::all(limits.bound) + W::all(LOWER_BOUND_ROUNDING * f64::EPSILON) * block.extent;
        let far = beyond(direction.dot(&first.s), bound, direction.dot(direction));
        face.direction = Quad3::select(far, direction, &face.direction);
        end = W::select(far, number::<W>(Stop::BeyondBound) + W::all(SUPPORT), end);
        (beyond_bound, go) = (far, go & !far);
    }
    (State { face, w: first, end, beyond: beyond_bound }, go)
}

/// Runs the searches that `go` on to their ends, from faces of up to `RANK` vertices. The steps
/// from one vertex and from two are written out before the loop: they have less to ask and less to
/// carry.
#[inline(always)]
pub(super) fn run<W: Wide, const A: usize, const B: usize, const RANK: usize>(
    block: &Block<W>,
    limits: &Limits,
    state: &mut State<W>,
    mut go: W::Mask,
) {
    let mut steps = Steps::new(block, limits);
    if RANK == 1 && W::any(go) {
        go = steps.step::<A, B, 1>(state, go);
    }
    if RANK <= 2 && W::any(go) {
        go = steps.step::<A, B, 2>(state, go);
    }
    while W::any(go) {
        go = steps.step::<A, B, 3>(state, go);
    }
}

/// What the steps of a search share.
struct Steps<'a, W> {
    block: &'a Block<W>,
    limits: &'a Limits,
    bound: W,
    /// The square of the duality gap at which a search ends.
    tolerance: W,
    /// The squared norm of the nearest point, as a fraction.
    norm2: (W, W),
    supports: u32,
}

impl<'a, W: Wide> Steps<'a, W> {
    #[inline(always)]
    fn new(block: &'a Block<W>, limits: &'a Limits) -> Self {
        let unit = W::all(f64::EPSILON) * block.extent;
        let bound = W::all(limits.bound) + W::all(LOWER_BOUND_ROUNDING) * unit;
        let tolerance = W::all(SEARCH_GAP) * unit;
        let norm2 = (W::all(f64::INFINITY), W::all(1.0));
        Self { block, limits, bound, tolerance: tolerance * tolerance, norm2, supports: 1 }
    }

    /// A support, and a step from up to `RANK` vertices in the lanes that it does not end. Returns
    /// those that go on.
    #[inline(always)]
    fn step<const A: usize, const B: usize, const RANK: usize>(
        &mut self,
        state: &mut State<W>,
        go: W::Mask,
    ) -> W::Mask {
        let limits = self.limits;
        // Lanes that have ended keep their direction, and so their support.
        state.w = self.block.support::<A, B>(&state.face.direction);
        self.supports += 1;
        let supports = W::all(SUPPORT * f64::from(self.supports));
        let go = self.test::<RANK>(state, go, supports);
        if self.supports >= limits.iterations {
            let end = number::<W>(Stop::IterationLimit) + supports;
            state.end = W::select(go, end, state.end);
            return go & !go;
        }
        if !W::any(go) {
            return go;
        }
        let newest = state.w;
        match RANK {
            1 => state.face.step_from_vertex(&newest, go),
            2 => state.face.step_from_edge(&newest, go),
            _ => {
                let inside = state.face.step(&newest, go);
                let end = number::<W>(Stop::OriginInside) + supports;
                state.end = W::select(inside, end, state.end);
                return go & !inside;
            }
        }
        go
    }

    /// Which of the searches that `go` on do so after a support; why the others end.
    #[inline(always)]
    fn test<const RANK: usize>(
        &mut self,
        state: &mut State<W>,
        go: W::Mask,
        supports: W,
    ) -> W::Mask {
        let zero = W::all(0.0);
        let (u, w, p) = (state.face.direction, state.w.s, state.face.kept[2].s);
        let (uu, up) = (u.dot(&u), u.dot(&p));
        let gap = u.dot(&(p - w));
        let mut open = go & zero.less(gap) & (self.tolerance * uu).less(gap * gap);
        if self.limits.tolerance > 0.0 {
            open = open & !gap.at_most(W::all(self.limits.tolerance) * up);
        }
        // Where the newest vertex comes again, the gap is zero: of one vertex there is nothing else
        // to ask, and no norm before it.
        let (mut repeated, mut on) = (go & !go, open);
        if RANK > 1 {
            repeated = state.face.has::<RANK>(&w, open);
            let (last, uu_last) = self.norm2;
            on = open & !repeated & !(last * uu).at_most(up * up * uu_last);
        }
        self.norm2 = (up * up, uu);

        // The reasons in turn, the one that is asked first last; where a search goes on, it is not
        // yet the last word.
        let mut reason =
            W::select(repeated, number(Stop::RepeatedVertex), number(Stop::NoDecrease));
        reason = W::select(open, reason, number(Stop::DualityGap));
        reason = W::select(!open & uu.equals(zero), number(Stop::RelativeZero), reason);
        if self.limits.bound < f64::INFINITY {
            let far = go & beyond(u.dot(&w), self.bound, uu);
            reason = W::select(far, number(Stop::BeyondBound), reason);
            (state.beyond, on) = (state.beyond | far, on & !far);
        }
        state.end = W::select(go, reason + supports, state.end);
        on
    }
}
