//! The first pass for two tetrahedra.
//!
//! Which pairs of edges can be faces of the difference is told by signs: the other vertices of a
//! tetrahedron are seen from an edge pair as a face normal of it is from the edge of the other one,
//! `(e x f).p = f.(p x e)`. These are the arcs of the Gauss map that cross. The products of edges
//! with the face normals of the other body are differences of vertex heights, which the pass over
//! the faces has found already. Only the handful of pairs that remain are measured one by one.

use crate::convex::depth::tolerances::SCREENED_FACET;
use std::mem::MaybeUninit;

use super::MAX_VERTICES;
use super::axis::{CORNERS, EDGES, TRIPLES};
use super::screen::{Best, FACES_A, FACES_B, ROW, Screened, decode, faces, place, result};
use crate::convex::tolerances::LEAST_HEIGHT;
use crate::simd::{Lanes, Quad, Soa};

/// Places of the pairs in a mask: eight for each edge of A, of which six count.
const PLACES: usize = 8;

#[inline(always)]
pub(super) fn tetrahedra<L: Lanes>(a: &[[f64; 3]], b: &[[f64; 3]]) -> Screened {
    let mut scratch = [const { MaybeUninit::uninit() }; 2];
    let (a, b, frame, extent) = place::<L, 4>(a, b, &mut scratch);
    let mut best = [Best::<L::Quad>::new(extent), Best::new(extent)];
    let of_b = faces(a, 4, b, 4, &TRIPLES, FACES_A, &mut best).others;
    let of_a = faces(b, 4, a, 4, &TRIPLES, FACES_B, &mut best).others;
    let facet = SCREENED_FACET * f64::EPSILON * extent * extent * extent;
    let masks = crossing(&of_b, &of_a, facet);
    let (upper, code, lower) = result(&best);
    let (upper, code, lower) = edge_pairs(a, b, masks, facet, (upper, code, lower));
    let (axis, flip) = decode(code, &EDGES, &EDGES, |i| TRIPLES[i & 3], |i| TRIPLES[i & 3]);
    Screened { frame, extent, upper, axis, flip, lower, adjacent: [[0; MAX_VERTICES]; 2] }
}

/// The pairs of edges that can be faces, with the normal `e x f` and with that turned over: from
/// the heights of the vertices of B along the face normals of A, and of those of A along B's.
#[inline(always)]
fn crossing<Q: Quad>(of_b: &[Q; 4], of_a: &[Q; 4], facet: f64) -> [u64; 2] {
    let (above_a, below_a) = passed(of_b, facet);
    let (above_b, below_b) = passed(of_a, facet);
    // Rows are edges of B where normals of A were passed, and edges of A where those of B were.
    [transposed(above_a) & above_b, transposed(below_a) & below_b]
}

/// For every edge between the vertices with these heights along four face normals, a row of bits:
/// the edges of the other body whose arc of normals it crosses, and those that it crosses turned
/// over.
#[inline(always)]
fn passed<Q: Quad>(heights: &[Q; 4], facet: f64) -> (u64, u64) {
    let limit = Q::all(facet);
    let (mut above, mut below) = (0, 0);
    for i in 0..6 {
        let [from, to] = EDGES[i].map(usize::from);
        let along = heights[to] - heights[from];
        let signs = along.bits_within(limit) | (-along).bits_within(limit) << 4;
        let [up, down] = ARCS[signs as usize & 0xff];
        above |= u64::from(up) << (i * PLACES);
        below |= u64::from(down) << (i * PLACES);
    }
    (above, below)
}

/// Which edges of a tetrahedron have a vector on the outer side of neither of their faces, and
/// which on the inner side of neither: by the signs of its products with the face normals, a bit
/// for each that is not positive and four bits on for each that is not negative, up to rounding.
const ARCS: [[u8; 2]; 256] = {
    let mut arcs = [[0; 2]; 256];
    let mut signs = 0;
    while signs < 256 {
        let mut edge = 0;
        while edge < 6 {
            let [i, j, k, l] = CORNERS[edge];
            let (p, q) = (side(signs, [i, j, k], l), side(signs, [i, j, l], k));
            arcs[signs][0] |= ((p[0] & q[0]) as u8) << edge;
            arcs[signs][1] |= ((p[1] & q[1]) as u8) << edge;
            edge += 1;
        }
        signs += 1;
    }
    arcs
};

/// Whether the vector is not below the face of these corners in this order, and not above it. The
/// face without a vertex is the triple with that number, which is in ascending order.
const fn side(signs: usize, [i, j, k]: [usize; 3], face: usize) -> [bool; 2] {
    let (low, high) = (signs >> face & 1 == 1, signs >> (face + 4) & 1 == 1);
    let even = (i < j) as u8 + (j < k) as u8 + (i < k) as u8;
    if even % 2 == 1 { [high, low] } else { [low, high] }
}

/// Rows of eight bits as columns.
#[inline(always)]
fn transposed(rows: u64) -> u64 {
    let swap = |x: u64, by: u32, mask: u64| {
        let moved = (x ^ x >> by) & mask;
        x ^ moved ^ moved << by
    };
    let x = swap(rows, 7, 0x00aa_00aa_00aa_00aa);
    let x = swap(x, 14, 0x0000_cccc_0000_cccc);
    swap(x, 28, 0x0000_0000_f0f0_f0f0)
}

/// A pair of edges that can be a face: its place in the masks and whether its normal is turned
/// over.
#[derive(Clone, Copy)]
struct EdgePair {
    place: usize,
    turned: bool,
}

/// The bounds with the code of the upper one.
type CodedBounds = (f64, usize, f64);

/// The bounds with the pairs of edges taken into account.
#[inline(always)]
fn edge_pairs(
    a: &Soa<4>,
    b: &Soa<4>,
    masks: [u64; 2],
    facet: f64,
    faces: CodedBounds,
) -> CodedBounds {
    let none = f64::INFINITY;
    // The squares of the nearest pair, and of all others less what rounding may have added.
    let (mut nearest, mut nearest_sure, mut others, mut at) = (none, none, none, 0);
    let mut is_tiny = false;
    let mut mask = masks[0] | masks[1];
    while mask != 0 {
        let place = mask.trailing_zeros() as usize;
        mask &= mask - 1;
        let (between, nn) = squared(a, b, place);
        let between = if masks[1] >> place & 1 == 1 { -between } else { between };
        is_tiny |= nn < LEAST_HEIGHT;
        let (sure, inverse) = (between - facet, 1.0 / nn);
        let value = between * between * inverse;
        // Nothing is sure about a normal that is none.
        let sure = if sure > 0.0 { sure * sure * inverse } else { 0.0 };
        let nearer = value < nearest;
        let other = if nearer { nearest_sure } else { sure };
        others = if other < others { other } else { others };
        (nearest, nearest_sure, at) =
            if nearer { (value, sure, place) } else { (nearest, nearest_sure, at) };
    }
    let most = faces.0 * faces.0;
    let least = if nearest < most { nearest } else { most };
    if is_tiny || masks[0] & masks[1] != 0 || others <= least {
        return several(a, b, masks, faces);
    }
    if nearest_sure > least {
        return faces;
    }
    refined(a, b, EdgePair { place: at, turned: masks[1] >> at & 1 == 1 }, faces)
}

/// The same where more than one pair may be the nearest.
#[cold]
fn several(a: &Soa<4>, b: &Soa<4>, masks: [u64; 2], mut bounds: CodedBounds) -> CodedBounds {
    for turned in [false, true] {
        let mut mask = masks[usize::from(turned)];
        while mask != 0 {
            let place = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            bounds = refined(a, b, EdgePair { place, turned }, bounds);
        }
    }
    bounds
}

/// The height of the first vertices of a pair along its normal, and the square of the normal's
/// length.
#[inline(always)]
fn squared(a: &Soa<4>, b: &Soa<4>, place: usize) -> (f64, f64) {
    let ([i, j, ..], [k, l, ..]) = (CORNERS[(place / PLACES) & 7], CORNERS[place % PLACES]);
    let (p, r) = (a.get(i), b.get(k));
    let n = (a.get(j) - p).cross(&(b.get(l) - r));
    (n.dot(&(p - r)), n.dot(&n))
}

/// The bounds after a pair was measured more closely.
#[inline(always)]
fn refined(
    a: &Soa<4>,
    b: &Soa<4>,
    pair: EdgePair,
    (upper, code, lower): CodedBounds,
) -> CodedBounds {
    let Some((h, own)) = closely(a, b, pair) else {
        return (upper, code, f64::NEG_INFINITY);
    };
    let lower = if own < lower { own } else { lower };
    if h < upper {
        let place = pair.place / PLACES * ROW + pair.place % PLACES;
        return (h, 2 * place + usize::from(pair.turned), lower);
    }
    (upper, code, lower)
}

/// `h` of the normal of a pair, and the least of the vertices that span it, both over the length of
/// the normal; `None` if it has none and the edges may still not be parallel.
fn closely(a: &Soa<4>, b: &Soa<4>, pair: EdgePair) -> Option<(f64, f64)> {
    let (on_a, on_b) = (CORNERS[pair.place / PLACES], CORNERS[pair.place % PLACES]);
    let (from_a, from_b) = (a.get(on_a[0]), b.get(on_b[0]));
    let (e, f) = (a.get(on_a[1]) - from_a, b.get(on_b[1]) - from_b);
    let n = if pair.turned { f.cross(&e) } else { e.cross(&f) };
    let nn = n.dot(&n);
    if nn == 0.0 {
        // An edge that both have in common is parallel to itself, for certain.
        let (to_a, to_b) = (a.get(on_a[1]), b.get(on_b[1]));
        let common = (from_a == from_b && to_a == to_b) || (from_a == to_b && to_a == from_b);
        let nothing = common || e.dot(&e) * f.dot(&f) == 0.0;
        return nothing.then_some((f64::INFINITY, f64::INFINITY));
    }
    if nn < LEAST_HEIGHT {
        // A face this small is as deep as its neighbours.
        return Some((f64::INFINITY, f64::INFINITY));
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
    let inverse = 1.0 / nn.sqrt();
    Some(((between + (high - low)) * inverse, own * inverse))
}
