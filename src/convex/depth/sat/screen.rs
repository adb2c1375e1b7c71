//! The first pass over all candidates, four at a time, with bounds that hold.

use crate::convex::depth::tolerances::SCREENED_FACET;
use std::mem::MaybeUninit;

use super::MAX_VERTICES;
use super::axis::{Adjacent, Edges, FaceSpan};
use super::tetrahedra::tetrahedra;
use crate::Vec3;
use crate::convex::difference::Frame;
use crate::convex::tolerances::LEAST_HEIGHT;
use crate::simd::{Lanes, Quad, Quad3, Soa, Task};

/// Two point sets of up to [`MAX_VERTICES`] vertices.
pub(super) struct Screen<'a> {
    pub(super) a: &'a [[f64; 3]],
    pub(super) b: &'a [[f64; 3]],
}

/// The bounds of the depth in local units.
pub(super) struct Screened {
    pub(super) frame: Frame,
    pub(super) extent: f64,
    /// The least `h(n)`, and where it was found.
    pub(super) upper: f64,
    pub(super) axis: FaceSpan,
    pub(super) flip: bool,
    /// The depth is at least this, up to the rounding of `n.s`.
    pub(super) lower: f64,
    /// The edges that can be on the hulls; only for more than four vertices.
    pub(super) adjacent: [Adjacent; 2],
}

impl Task for Screen<'_> {
    type Output = Screened;
    #[inline(always)]
    fn run<L: Lanes>(self) -> Screened {
        if self.a.len().max(self.b.len()) <= 4 {
            tetrahedra::<L>(self.a, self.b)
        } else {
            polytopes::<L>(self.a, self.b)
        }
    }
}

/// The pair in local coordinates with the first vertex of A as the origin.
#[inline(always)]
pub(super) fn place<'r, L: Lanes, const N: usize>(
    a: &[[f64; 3]],
    b: &[[f64; 3]],
    [scratch_a, scratch_b]: &'r mut [MaybeUninit<Soa<N>>; 2],
) -> (&'r Soa<N>, &'r Soa<N>, Frame, f64) {
    let origin = Vec3::from(a[0]);
    let a = L::fill(a, &origin, N, scratch_a);
    let b = L::fill(b, &origin, N, scratch_b);
    let extent = L::max_coordinate(a, b, N);
    let frame = Frame::new(origin, extent);
    if frame.factor != 1.0 {
        a.scale(frame.factor);
        b.scale(frame.factor);
    }
    (a, b, frame, extent * frame.factor)
}

#[inline(always)]
fn polytopes<L: Lanes>(a: &[[f64; 3]], b: &[[f64; 3]]) -> Screened {
    let (na, nb) = (a.len(), b.len());
    let mut scratch = [const { MaybeUninit::uninit() }; 2];
    let (a, b, frame, extent) = place::<L, MAX_VERTICES>(a, b, &mut scratch);
    // One for the normals and one for those turned over: two chains of comparisons are shorter.
    let mut best = [Best::<L::Quad>::new(extent), Best::new(extent)];
    let mut adjacent = [[0; MAX_VERTICES]; 2];
    all_faces(a, na, b, nb, FACES_A, &mut adjacent[0], &mut best);
    all_faces(b, nb, a, na, FACES_B, &mut adjacent[1], &mut best);
    let (ea, eb) = (Edges::of(&adjacent[0], na), Edges::of(&adjacent[1], nb));
    for k in (0..eb.len).step_by(4) {
        let last = eb.len - 1;
        let at = |j: usize| eb.list[j.min(last)];
        let edges = FourEdges::new(b, &[at(k), at(k + 1), at(k + 2), at(k + 3)]);
        for i in 0..ea.len {
            edge_pairs(a, na, ea.list[i], b, nb, &edges, (i * ROW + k) as f64, &mut best);
        }
    }
    let (upper, code, lower) = result(&best);
    if upper == f64::INFINITY {
        // No candidate at all: points and segments.
        let (axis, flip) = (FaceSpan::FaceOfA([0; 3]), false);
        return Screened { frame, extent, upper, axis, flip, lower, adjacent };
    }
    let (axis, flip) =
        decode(code, &ea.list[..ea.len], &eb.list[..eb.len], |i| triple(i, na), |i| triple(i, nb));
    Screened { frame, extent, upper, axis, flip, lower, adjacent }
}

/// The bounds so far, as squares over the squared lengths of the normals: a division for every
/// candidate would take as long as everything else. A candidate is named by a number: twice its
/// place in the list, plus one where its normal is turned over.
pub(super) struct Best<Q> {
    /// The least `h(n)` of what can be a face.
    h: Q,
    h_normal: Q,
    code: Q,
    /// The least height of vertices that span what can be a face.
    own: Q,
    own_normal: Q,
    /// The least such height before it is squared.
    sign: Q,
    facet: Q,
}

/// The candidates of the lists: pairs of edges in rows, then the triples.
pub(super) const ROW: usize = 128;
pub(super) const FACES_A: f64 = (ROW * ROW) as f64;
pub(super) const FACES_B: f64 = (2 * ROW * ROW) as f64;

impl<Q: Quad> Best<Q> {
    #[inline(always)]
    pub(super) fn new(extent: f64) -> Self {
        let (none, one) = (Q::all(f64::INFINITY), Q::all(1.0));
        let facet = Q::all(SCREENED_FACET * f64::EPSILON * extent * extent * extent);
        let code = Q::all(0.0);
        Self { h: none, h_normal: one, code, own: none, own_normal: one, sign: none, facet }
    }

    /// A candidate: the squared length of its normal, `h`, and the least of its own vertices. How
    /// far these are below the others is the difference of the two.
    #[inline(always)]
    fn offer(&mut self, nn: Q, h: Q, own: Q, code: Q) {
        let none = Q::all(f64::INFINITY);
        // A face this small is as deep as its neighbours, and squares of its heights are no numbers.
        let excess = nn.within(Q::all(LEAST_HEIGHT), none, h - own);
        let hh = excess.within(self.facet, h * h, none);
        // Written so that what is not a number is no better.
        let (left, right) = (hh * self.h_normal, self.h * nn);
        self.h = left.below(right, hh, self.h);
        self.h_normal = left.below(right, nn, self.h_normal);
        self.code = left.below(right, code, self.code);
        let square = excess.within(self.facet, own * own, none);
        let (left, right) = (square * self.own_normal, self.own * nn);
        self.own = left.below(right, square, self.own);
        self.own_normal = left.below(right, nn, self.own_normal);
        self.sign = excess.within(self.facet, own, none).min(self.sign);
    }

    /// Candidates without a normal prove nothing, unless an edge has no length.
    #[inline(always)]
    fn mark_uncertain(&mut self, nn: Q, lengths: Q) {
        let none = Q::all(f64::INFINITY);
        let uncertainty = lengths.within(Q::all(0.0), none, -none);
        self.sign = nn.within(Q::all(0.0), uncertainty, none).min(self.sign);
    }

    /// The bounds and the code of the first. Bodies that do not overlap have no lower bound.
    #[inline(always)]
    fn result(&self) -> (f64, f64, f64) {
        let (h, h_normal, code) = (self.h.numbers(), self.h_normal.numbers(), self.code.numbers());
        let (own, own_normal) = (self.own.numbers(), self.own_normal.numbers());
        let (mut upper, mut found, mut lower) = (f64::INFINITY, 0.0, f64::INFINITY);
        for i in 0..4 {
            let value = h[i] / h_normal[i];
            (upper, found) = if value < upper { (value, code[i]) } else { (upper, found) };
            let value = own[i] / own_normal[i];
            lower = if value < lower { value } else { lower };
        }
        let lower = if self.sign.least() > 0.0 { lower } else { f64::NEG_INFINITY };
        (upper, found, lower)
    }
}

/// The bounds and the code of the first.
#[inline(always)]
pub(super) fn result<Q: Quad>(best: &[Best<Q>; 2]) -> (f64, usize, f64) {
    let (p, q) = (best[0].result(), best[1].result());
    let (upper, code) = if p.0 < q.0 { (p.0, p.1) } else { (q.0, q.1) };
    let lower = if p.2 < q.2 { p.2 } else { q.2 };
    (upper.sqrt(), code as usize, if lower > 0.0 { lower.sqrt() } else { lower })
}

pub(super) fn decode(
    code: usize,
    ea: &[[u8; 2]],
    eb: &[[u8; 2]],
    of_a: impl Fn(usize) -> [u8; 3],
    of_b: impl Fn(usize) -> [u8; 3],
) -> (FaceSpan, bool) {
    let (place, flip) = (code / 2, code % 2 == 1);
    let (kind, place) = (place / (ROW * ROW), place % (ROW * ROW));
    let axis = match kind {
        // A number past the end stands for the last one.
        0 => FaceSpan::Edges(ea[place / ROW], eb[(place % ROW).min(eb.len() - 1)]),
        1 => FaceSpan::FaceOfA(of_a(place)),
        _ => FaceSpan::FaceOfB(of_b(place)),
    };
    (axis, flip)
}

/// The triple with this number.
fn triple(number: usize, count: usize) -> [u8; 3] {
    let (mut found, mut i) = ([0; 3], 0);
    super::axis::each_triple(count, |triple| {
        if i <= number {
            found = triple;
        }
        i += 1;
    });
    found
}

/// The two codes of a candidate and the normal turned over.
#[inline(always)]
fn codes<Q: Quad>(first: f64) -> (Q, Q) {
    let code = Q::all(2.0 * first) + Q::of([0.0, 2.0, 4.0, 6.0]);
    (code, code + Q::all(1.0))
}

/// The heights of all vertices along the normals, and their extremes.
#[inline(always)]
fn heights<Q: Quad, const N: usize>(soa: &Soa<N>, count: usize, n: &Quad3<Q>) -> ([Q; N], Q, Q) {
    let mut all = [Q::all(0.0); N];
    let (mut low, mut high) = (Q::all(f64::INFINITY), Q::all(f64::NEG_INFINITY));
    for i in 0..if N == 4 { N } else { count } {
        all[i] = n.dot(&Quad3::all(&soa.get(i)));
        (low, high) = (low.min(all[i]), high.max(all[i]));
    }
    (all, low, high)
}

/// The corners with this number of four triples.
#[inline(always)]
fn corners<Q: Quad, const N: usize>(x: &Soa<N>, t: &[[u8; 3]; 4], k: usize) -> Quad3<Q> {
    let [p, q, r, s] = [t[0][k], t[1][k], t[2][k], t[3][k]];
    Quad3::of([x.get(p.into()), x.get(q.into()), x.get(r.into()), x.get(s.into())])
}

/// What four triples have to do with the vertices.
pub(super) struct Seen<Q, const N: usize> {
    /// How far vertices of the body lie above and below each.
    above: Q,
    below: Q,
    /// The heights of the vertices of the other body along the normals.
    pub(super) others: [Q; N],
}

/// Four triples of the first body, which is A or B by the codes.
#[inline(always)]
pub(super) fn faces<Q: Quad, const N: usize>(
    x: &Soa<N>,
    nx: usize,
    y: &Soa<N>,
    ny: usize,
    t: &[[u8; 3]; 4],
    first: f64,
    best: &mut [Best<Q>; 2],
) -> Seen<Q, N> {
    let (p, q, r) = (corners::<Q, N>(x, t, 0), corners(x, t, 1), corners(x, t, 2));
    let (e, f) = (q - p, r - p);
    let n = e.cross(&f);
    let nn = n.dot(&n);
    let own = [n.dot(&p), n.dot(&q), n.dot(&r)];
    let own_low = own[0].min(own[1]).min(own[2]);
    let own_high = own[0].max(own[1]).max(own[2]);
    let (_, low, high) = heights(x, nx, &n);
    let (of_y, y_low, y_high) = heights(y, ny, &n);
    // Rounding of the normal may have picked another vertex of the other body: all that come near
    // count as its own.
    let (mut top, mut bottom) = (y_low, y_high);
    for i in 0..if N == 4 { N } else { ny } {
        top = top.max((of_y[i] - y_low).within(best[0].facet, of_y[i], y_low));
        bottom = bottom.min((y_high - of_y[i]).within(best[0].facet, of_y[i], y_high));
    }
    let (code, turned) = codes(first);
    let (above, below) = (high - own_low, own_high - low);
    // A face of the body or none: how near the other one comes does not make a difference.
    let none = Q::all(f64::INFINITY);
    let h = above.within(best[0].facet, high - y_low, none);
    let h_turned = below.within(best[0].facet, y_high - low, none);
    best[0].offer(nn, h, (own_low - top).max(h - best[0].facet), code);
    best[1].offer(nn, h_turned, (bottom - own_high).max(h_turned - best[0].facet), turned);
    best[0].mark_uncertain(nn, e.dot(&e) * f.dot(&f));
    Seen { above, below, others: of_y }
}

/// All triples of a body; marks the edges of those that can be faces of its hull.
#[inline(always)]
fn all_faces<Q: Quad>(
    x: &Soa<MAX_VERTICES>,
    nx: usize,
    y: &Soa<MAX_VERTICES>,
    ny: usize,
    base: f64,
    adjacent: &mut Adjacent,
    best: &mut [Best<Q>; 2],
) {
    if nx <= 4 {
        *adjacent = [u16::MAX; MAX_VERTICES];
    }
    let mut triples = [[0; 3]; MAX_VERTICES * (MAX_VERTICES - 1) * (MAX_VERTICES - 2) / 6];
    let mut count = 0;
    super::axis::each_triple(nx, |triple| {
        triples[count] = triple;
        count += 1;
    });
    for k in (0..count).step_by(4) {
        let at = |i: usize| triples[i.min(count - 1)];
        let four = [at(k), at(k + 1), at(k + 2), at(k + 3)];
        let seen = faces(x, nx, y, ny, &four, base + k as f64, best);
        let (above, below) = (seen.above.numbers(), seen.below.numbers());
        let facet = best[0].facet.numbers();
        for i in 0..4 {
            if above[i] <= facet[i] || below[i] <= facet[i] {
                let [p, q, r] = four[i];
                adjacent[usize::from(p)] |= 1 << q | 1 << r;
                adjacent[usize::from(q)] |= 1 << r;
            }
        }
    }
}

/// Four edges of B.
struct FourEdges<Q> {
    from: Quad3<Q>,
    to: Quad3<Q>,
    f: Quad3<Q>,
    ff: Q,
}

impl<Q: Quad> FourEdges<Q> {
    #[inline(always)]
    fn new<const N: usize>(b: &Soa<N>, edges: &[[u8; 2]; 4]) -> Self {
        let [p, q, r, s] = *edges;
        let from = Quad3::of([
            b.get(p[0].into()),
            b.get(q[0].into()),
            b.get(r[0].into()),
            b.get(s[0].into()),
        ]);
        let to = Quad3::of([
            b.get(p[1].into()),
            b.get(q[1].into()),
            b.get(r[1].into()),
            b.get(s[1].into()),
        ]);
        let f = to - from;
        Self { from, to, f, ff: f.dot(&f) }
    }
}

/// An edge of A with four edges of B.
#[inline(always)]
#[expect(clippy::too_many_arguments, reason = "in registers, not through memory")]
fn edge_pairs<Q: Quad, const N: usize>(
    a: &Soa<N>,
    na: usize,
    edge: [u8; 2],
    b: &Soa<N>,
    nb: usize,
    edges: &FourEdges<Q>,
    first: f64,
    best: &mut [Best<Q>; 2],
) {
    let (from, to) = (a.get(usize::from(edge[0])), a.get(usize::from(edge[1])));
    let e = Quad3::all(&(to - from));
    let n = e.cross(&edges.f);
    let nn = n.dot(&n);
    let (_, a_low, a_high) = heights(a, na, &n);
    let (_, b_low, b_high) = heights(b, nb, &n);
    let own_a = [n.dot(&Quad3::all(&from)), n.dot(&Quad3::all(&to))];
    let own_b = [n.dot(&edges.from), n.dot(&edges.to)];
    let (oa_low, oa_high) = (own_a[0].min(own_a[1]), own_a[0].max(own_a[1]));
    let (ob_low, ob_high) = (own_b[0].min(own_b[1]), own_b[0].max(own_b[1]));
    let (code, turned) = codes(first);
    best[0].offer(nn, a_high - b_low, oa_low - ob_high, code);
    best[1].offer(nn, b_high - a_low, ob_low - oa_high, turned);
    best[0].mark_uncertain(nn, e.dot(&e) * edges.ff);
}
