//! From the ends of searches to answers that are proven, and to lanes that are not.

use super::super::answer::{Answer, Outcome};
use super::super::search::{Limits, Stop};
use super::block::Block;
use super::ends::{Ends, Write};
use super::search::{REASONS, State, search};
use crate::Vec3;
use crate::convex::tolerances::{
    BOUNDS_WIDTH, CONTACT_ZERO, DEEP_INSIDE, LOWER_BOUND_ROUNDING, NEGATIVE_WEIGHT,
};
use crate::shape::LEAST_SQUARE;
use crate::simd::{MAX_LANES, Part, Quad3, Records, Wide};

/// The bounds of a search and what they prove: see [`certificate`](super::super::certificate).
struct Proof<W: Wide> {
    lambda: [W; 4],
    upper: W,
    lower: W,
    axis: Quad3<W>,
    beyond: W::Mask,
    overlapping: W::Mask,
    touching: W::Mask,
    /// Where the nearest points coincide up to rounding, touching or overlapping.
    contact: W::Mask,
    /// Where something was proven.
    given: W::Mask,
}

/// What the ends of searches prove.
#[inline(always)]
fn prove<W: Wide>(block: &Block<W>, state: &State<W>, tolerance: f64) -> Proof<W> {
    let (zero, one) = (W::all(0.0), W::all(1.0));
    let face = &state.face;
    let (inside, beyond) = (face.whole, state.beyond);
    let last = state.last();
    let [p, q, r, t] = face.weights(&last);
    let sum = (p + q) + (r + t);
    let (p, q, r, t) = (p / sum, q / sum, r / sum, if W::any(inside) { t / sum } else { zero });
    let d = last.s;
    let kept = [face.kept[0].s - d, face.kept[1].s - d, face.kept[2].s - d];
    let v = d + kept[0].times(p) + kept[1].times(q);
    let v = Quad3::select(inside, &(v + kept[2].times(r)), &v);
    let upper = v.dot(&v).sqrt();

    let least = W::all(NEGATIVE_WEIGHT);
    let convex =
        zero.less(sum) & least.at_most(p) & least.at_most(q) & least.at_most(r) & least.at_most(t);
    let (p, q, r, t) = (p.max(zero), q.max(zero), r.max(zero), t.max(zero));

    let u = face.direction;
    let square = u.dot(&u);
    let length = square.sqrt();
    let known = W::all(LEAST_SQUARE).at_most(square);
    let inverse = one / length;
    let axis = Quad3::select(known, &u.times(inverse), &Quad3::splat(0.0, 0.0, 0.0));
    let lower = u.dot(&state.w.s) * inverse;
    let lower = W::select(known & !inside, lower, W::all(f64::NEG_INFINITY));

    let unit = W::all(f64::EPSILON) * block.extent;
    let zero_width = upper.at_most(W::all(CONTACT_ZERO) * unit);
    let volume = kept[0].dot(&kept[1].cross(&kept[2])).abs();
    let extent = unit * W::all(1.0 / f64::EPSILON);
    let smallest = p.min(q).min(r.min(t));
    let deep = (W::all(DEEP_INSIDE) * unit * extent * extent).less(smallest * volume);
    let overlapping = inside & convex & zero_width & deep;
    let width = W::all(BOUNDS_WIDTH) * unit;
    let touching = convex & !inside & zero_width & (-width).at_most(lower);
    let separated = convex & !inside & (upper - lower).at_most(width + W::all(tolerance) * upper);
    // A direction so short that its square has lost digits is left to a single query.
    let given = beyond | (known & (overlapping | touching | separated));
    let contact = convex & zero_width;
    Proof {
        lambda: [p, q, r, t],
        upper,
        lower,
        axis,
        beyond,
        overlapping,
        touching,
        contact,
        given,
    }
}

/// Searches in each lane that is to `go`, and tells what is proven.
pub(super) struct Prove<'a, W: Wide> {
    pub(super) block: &'a Block<W>,
    pub(super) limits: &'a Limits,
    pub(super) go: W::Mask,
}

/// The lanes in which bodies are beyond the bound, those in which they touch or overlap, and those
/// in which something was proven.
pub(super) struct Proven<W: Wide> {
    pub(super) beyond: W::Mask,
    pub(super) contact: W::Mask,
    pub(super) given: W::Mask,
}

impl<W: Wide> Prove<'_, W> {
    /// In a function for the number of corners.
    #[inline(always)]
    pub(super) fn prove(self) -> Proven<W> {
        match self.block.counts() {
            [4, 4] => W::apart(ProveOf::<W, 4, 4>(self)),
            [3, 3] => W::apart(ProveOf::<W, 3, 3>(self)),
            _ => W::apart(ProveOf::<W, 0, 0>(self)),
        }
    }
}

/// For bodies of so many corners; zero if that is not known where it is compiled.
struct ProveOf<'a, W: Wide, const A: usize, const B: usize>(Prove<'a, W>);

impl<W: Wide, const A: usize, const B: usize> Part for ProveOf<'_, W, A, B> {
    type Output = Proven<W>;

    #[inline(always)]
    fn run(self) -> Proven<W> {
        let Prove { block, limits, go } = self.0;
        let state = search::<W, A, B>(block, limits, go);
        let Proof { beyond, contact, given, .. } = prove(block, &state, limits.tolerance);
        Proven { beyond, contact: contact & !beyond, given }
    }
}

/// Searches in each lane that is to `go`, proves what can be proven and writes the answers of the
/// first lanes; tells where it did.
pub(super) struct Finish<'a, W: Wide, T> {
    pub(super) block: &'a Block<W>,
    pub(super) limits: &'a Limits,
    pub(super) go: W::Mask,
    pub(super) answers: &'a mut [T],
    /// What becomes of the others.
    pub(super) ends: &'a mut Ends,
}

impl<'a, W: Wide, T: From<Answer>> Finish<'a, W, T> {
    /// In a function for the number of corners.
    #[inline(always)]
    pub(super) fn finish(self) -> W::Mask {
        match self.block.counts() {
            [4, 4] => W::apart(FinishOf::<W, T, 4, 4>(self)),
            [3, 3] => W::apart(FinishOf::<W, T, 3, 3>(self)),
            _ => W::apart(FinishOf::<W, T, 0, 0>(self)),
        }
    }
}

/// For bodies of so many corners; zero if that is not known where it is compiled.
struct FinishOf<'a, W: Wide, T, const A: usize, const B: usize>(Finish<'a, W, T>);

impl<W: Wide, T: From<Answer>, const A: usize, const B: usize> Part for FinishOf<'_, W, T, A, B> {
    type Output = W::Mask;

    #[inline(always)]
    fn run(self) -> W::Mask {
        let Finish { block, limits, go, answers, ends } = self.0;
        let state = search::<W, A, B>(block, limits, go);
        let proof = prove(block, &state, limits.tolerance);
        if W::any(proof.given) {
            report::<W, T, A, B>(block, &state, &proof, answers);
        }
        if W::any(go & !proof.given) {
            // A copy: the address of the state itself must not leave the search.
            W::apart(Write { state, ends });
        }
        proof.given
    }
}

/// Adding it to a number below brings that into the lowest bits.
const LOWEST_BITS: f64 = (1u64 << 52) as f64;

/// Writes the answers of the first lanes.
#[inline(always)]
fn report<W: Wide, T: From<Answer>, const A: usize, const B: usize>(
    block: &Block<W>,
    state: &State<W>,
    proof: &Proof<W>,
    answers: &mut [T],
) {
    let [point_a, point_b] = witness::<W, A, B>(block, state, proof);
    let zero = W::all(0.0);
    let lower = proof.lower - W::all(LOWER_BOUND_ROUNDING * f64::EPSILON) * block.extent;
    let lower = W::select(zero.less(lower) & !proof.overlapping, lower, zero);
    let distance = W::select(proof.overlapping, zero, proof.upper);
    let (a, b, u) = (point_a, point_b, -proof.axis);
    let mut lengths = Records::EMPTY;
    W::records(&[distance, lower, a.x, a.y, a.z, b.x, b.y, b.z], &mut lengths);
    let mut rest = Records::EMPTY;
    let [p, q, r, t] = proof.lambda;
    W::records(&[u.x, u.y, u.z, p, q, r, t, code(state)], &mut rest);

    let overlapping = W::bits(proof.overlapping);
    let touching = W::bits(proof.touching & !proof.beyond);
    let corners = block.corners();
    // Pairs out of the range of plain arithmetic are refused, whatever seems to be proven of them.
    let given = W::bits(proof.given & block.usual());
    let mut extents = [0.0; MAX_LANES];
    if cfg!(debug_assertions) {
        block.extent.store(&mut extents);
    }
    for (lane, answer) in answers.iter_mut().enumerate() {
        let outcome = match (overlapping >> lane & 1, touching >> lane & 1) {
            (1, _) => Outcome::Overlapping,
            (_, 1) => Outcome::Touching,
            _ => Outcome::Separated,
        };
        let found = together(&lengths.0[lane], &rest.0[lane], outcome, corners);
        // What was not proven is answered later.
        let proven = given >> lane & 1 == 1;
        *answer = if proven { found.checked(extents[lane], 1.0) } else { found }.into();
    }
}

/// Names of vertices, how many there are, why a search ended and after how many steps, all as bits
/// of one number.
#[inline(always)]
pub(super) fn code<W: Wide>(state: &State<W>) -> W {
    let face = &state.face;
    let [a, b, c] = [face.kept[0].name, face.kept[1].name, face.kept[2].name];
    let names = a.join(b.moved(8)).join(c.moved(16));
    let names = names.join(state.last().name.moved(24));
    let counts = state.end + W::all(8.0) * face.len();
    names.join((counts + W::all(LOWEST_BITS)).moved(32))
}

/// What a code tells.
pub(super) struct Decoded {
    pub(super) vertex_count: usize,
    pub(super) vertex_a: [u32; 4],
    pub(super) vertex_b: [u32; 4],
    pub(super) stop: Stop,
    pub(super) iterations: u32,
    pub(super) sub_calls: u32,
}

#[inline(always)]
pub(super) fn decode(code: f64) -> Decoded {
    let code = code.to_bits();
    let [i, j, k, l] = (code as u32).to_le_bytes();
    let stop = REASONS[(code >> 32 & 7) as usize % REASONS.len()];
    let iterations = (code >> 38) as u32;
    Decoded {
        vertex_count: (code >> 35 & 7) as usize,
        vertex_a: [u32::from(i & 15), u32::from(j & 15), u32::from(k & 15), u32::from(l & 15)],
        vertex_b: [u32::from(i >> 4), u32::from(j >> 4), u32::from(k >> 4), u32::from(l >> 4)],
        stop,
        iterations,
        sub_calls: (iterations - 1).saturating_sub(u32::from(stop != Stop::OriginInside)),
    }
}

#[inline(always)]
fn together(lengths: &[f64; 8], rest: &[f64; 8], outcome: Outcome, corners: u32) -> Answer {
    let [distance, lower_bound, a0, a1, a2, b0, b1, b2] = *lengths;
    let [u0, u1, u2, p, q, r, t, code] = *rest;
    let Decoded { vertex_count, vertex_a, vertex_b, stop, iterations, sub_calls } = decode(code);
    Answer {
        distance,
        lower_bound,
        point_a: Vec3::new(a0, a1, a2),
        point_b: Vec3::new(b0, b1, b2),
        direction: Vec3::new(u0, u1, u2),
        vertex_count,
        vertex_a,
        vertex_b,
        weight: [p, q, r, t],
        outcome,
        stop,
        iterations,
        sub_calls,
        backup_calls: 0,
        refined: false,
        visited: iterations * corners,
    }
}

/// The witness points of A and B.
#[inline(always)]
fn witness<W: Wide, const A: usize, const B: usize>(
    block: &Block<W>,
    state: &State<W>,
    proof: &Proof<W>,
) -> [Quad3<W>; 2] {
    let face = &state.face;
    let [a, b] = block.pair::<A, B>(state.last().name);
    let [ap, bp] = block.pair::<A, B>(face.kept[0].name);
    let [aq, bq] = block.pair::<A, B>(face.kept[1].name);
    let [p, q, r, _] = proof.lambda;
    let mut point_a = a + (ap - a).times(p) + (aq - a).times(q);
    let mut point_b = b + (bp - b).times(p) + (bq - b).times(q);
    let inside = face.whole;
    if W::any(inside) {
        let [ar, br] = block.pair::<A, B>(face.kept[2].name);
        point_a = Quad3::select(inside, &(point_a + (ar - a).times(r)), &point_a);
        point_b = Quad3::select(inside, &(point_b + (br - b).times(r)), &point_b);
    }
    [block.origin + point_a, block.origin + point_b]
}
