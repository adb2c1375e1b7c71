//! The first look at two tetrahedra.
//!
//! Which pairs of edges can be faces of the difference is told by the signs of 96 products: the
//! other vertices of a tetrahedron are seen from an edge pair as a face normal of it is from the
//! edge of the other one, `(e x f).p = f.(p x e)`. These are the arcs of the Gauss map that cross.
//! Only the handful of pairs that pass are looked at one by one.

use std::mem::MaybeUninit;

use super::MOST;
use super::axis::{CORNERS, EDGES, TRIPLES};
use super::screen::{Best, FACES_A, FACES_B, FACET, ROW, Screened, decode, faces, place, result};
use crate::Vec3;
use crate::simd::{Lanes, Quad, Quad3, Soa};

/// Places of the pairs in a mask: eight for each edge of A, of which six count.
const PLACES: usize = 8;
const SIX: u64 = 0x3f3f_3f3f_3f3f;

#[inline(always)]
pub(super) fn tetrahedra<L: Lanes>(a: &[[f64; 3]], b: &[[f64; 3]]) -> Screened {
    let mut room = [const { MaybeUninit::uninit() }; 2];
    let (a, b, frame, extent) = place::<L, 4>(a, b, &mut room);
    let mut best = [Best::<L::Quad>::new(extent), Best::new(extent)];
    faces(a, 4, b, 4, &TRIPLES, FACES_A, &mut best);
    faces(b, 4, a, 4, &TRIPLES, FACES_B, &mut best);
    let facet = FACET * f64::EPSILON * extent * extent * extent;
    let masks = crossing::<L::Quad>(a, b, facet);
    let (upper, code, lower) = result(&best);
    let (upper, code, lower) = edge_pairs(a, b, masks, facet, (upper, code, lower));
    let (axis, flip) = decode(code, &EDGES, &EDGES, |i| TRIPLES[i & 3], |i| TRIPLES[i & 3]);
    Screened { frame, extent, upper, axis, flip, lower, adjacent: [[0; MOST]; 2] }
}

/// An edge with the normals of its two faces, up to sign: `p x e` for the other vertices `p`.
#[derive(Clone, Copy)]
struct Arc {
    e: Vec3,
    ends: [Vec3; 2],
}

impl Arc {
    #[inline(always)]
    fn new(soa: &Soa<4>, [i, j, k, l]: [usize; 4]) -> Self {
        let from = soa.get(i);
        let e = soa.get(j) - from;
        Self { e, ends: [(soa.get(k) - from).cross(&e), (soa.get(l) - from).cross(&e)] }
    }
}

/// The vertices with this number of the four edges from `k` on: start, end, and the two others.
#[inline(always)]
fn corners<Q: Quad>(b: &Soa<4>, k: usize, number: usize) -> Quad3<Q> {
    let at = [
        CORNERS[k][number],
        CORNERS[k + 1][number],
        CORNERS[k + 2][number],
        CORNERS[k + 3][number],
    ];
    Quad3::of([b.get(at[0]), b.get(at[1]), b.get(at[2]), b.get(at[3])])
}

/// The pairs of edges that can be faces, with the normal `e x f` and with that turned over.
#[inline(always)]
fn crossing<Q: Quad>(a: &Soa<4>, b: &Soa<4>, facet: f64) -> [u64; 2] {
    let limit = Q::all(facet);
    let mut masks = [0; 2];
    let arcs = [
        Arc::new(a, CORNERS[0]),
        Arc::new(a, CORNERS[1]),
        Arc::new(a, CORNERS[2]),
        Arc::new(a, CORNERS[3]),
        Arc::new(a, CORNERS[4]),
        Arc::new(a, CORNERS[5]),
    ];
    for k in [0, 4] {
        let from = corners::<Q>(b, k, 0);
        let f = corners::<Q>(b, k, 1) - from;
        let ends =
            [f.cross(&(corners::<Q>(b, k, 2) - from)), f.cross(&(corners::<Q>(b, k, 3) - from))];
        for i in 0..6 {
            let Arc { e, ends: [p, q] } = &arcs[i];
            let (p, q) = (f.dot(&Quad3::all(p)), f.dot(&Quad3::all(q)));
            let e = Quad3::all(e);
            let (r, s) = (e.dot(&ends[0]), e.dot(&ends[1]));
            // A below the plane and B above it; then the other way round.
            let above = p.max(q).max(-(r.min(s)));
            let below = (-(p.min(q))).max(r.max(s));
            let place = i * PLACES + k;
            masks[0] |= above.bits_within(limit) << place;
            masks[1] |= below.bits_within(limit) << place;
        }
    }
    [masks[0] & SIX, masks[1] & SIX]
}

/// A pair of edges that can be a face: the height of its first vertices along the normal, and the
/// square of the normal's length.
#[derive(Clone, Copy, Default)]
struct Pair {
    place: usize,
    turned: usize,
    between: f64,
    nn: f64,
}

/// The bounds with the pairs of edges taken into account, and the code of the first.
#[inline(always)]
fn edge_pairs(
    a: &Soa<4>,
    b: &Soa<4>,
    masks: [u64; 2],
    facet: f64,
    (mut upper, mut code, mut lower): (f64, usize, f64),
) -> (f64, usize, f64) {
    let mut pairs = [Pair::default(); 2 * PLACES * 6];
    let mut count = 0;
    let mut square = upper * upper;
    for turned in 0..2 {
        let mut mask = masks[turned];
        while mask != 0 {
            let place = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            let ([i, j, ..], [k, l, ..]) = (CORNERS[place / PLACES], CORNERS[place % PLACES]);
            let (p, r) = (a.get(i), b.get(k));
            let n = (a.get(j) - p).cross(&(b.get(l) - r));
            let between = n.dot(&(p - r));
            let between = if turned == 1 { -between } else { between };
            let nn = n.dot(&n);
            pairs[count] = Pair { place, turned, between, nn };
            count += 1;
            let value = between * between / nn;
            square = if value < square { value } else { square };
        }
    }
    // Pairs that are farther for certain do not matter; the others are looked at more closely.
    for pair in &pairs[..count] {
        let sure = pair.between - facet;
        if sure > 0.0 && sure * sure > square * pair.nn {
            continue;
        }
        let Some((h, own)) = closely(a, b, pair) else {
            lower = f64::NEG_INFINITY;
            continue;
        };
        if h < upper {
            (upper, code) =
                (h, 2 * (pair.place / PLACES * ROW + pair.place % PLACES) + pair.turned);
        }
        lower = if own < lower { own } else { lower };
    }
    (upper, code, lower)
}

/// `h` of the normal of a pair, and the least of the vertices that span it, both over the length of
/// the normal; `None` if it has none and the edges may still not be parallel.
fn closely(a: &Soa<4>, b: &Soa<4>, pair: &Pair) -> Option<(f64, f64)> {
    let (on_a, on_b) = (CORNERS[pair.place / PLACES], CORNERS[pair.place % PLACES]);
    let (from_a, from_b) = (a.get(on_a[0]), b.get(on_b[0]));
    let (e, f) = (a.get(on_a[1]) - from_a, b.get(on_b[1]) - from_b);
    let n = if pair.turned == 1 { f.cross(&e) } else { e.cross(&f) };
    if pair.nn == 0.0 {
        // An edge that both have in common is parallel to itself, for certain.
        let (to_a, to_b) = (a.get(on_a[1]), b.get(on_b[1]));
        let common = (from_a == from_b && to_a == to_b) || (from_a == to_b && to_a == from_b);
        let nothing = common || e.dot(&e) * f.dot(&f) == 0.0;
        return nothing.then_some((f64::INFINITY, f64::INFINITY));
    }
    let between = n.dot(&(from_a - from_b));
    let (end_a, end_b) = (n.dot(&e), n.dot(&f));
    let mut high = end_a.max(0.0);
    let mut low = end_b.min(0.0);
    for i in 2..4 {
        high = high.max(n.dot(&(a.get(on_a[i]) - from_a)));
        low = low.min(n.dot(&(b.get(on_b[i]) - from_b)));
    }
    let own = between + (end_a.min(0.0) - end_b.max(0.0));
    let inverse = 1.0 / pair.nn.sqrt();
    Some(((between + (high - low)) * inverse, own * inverse))
}
