//! The second pass, in double-double arithmetic, over the candidates that the first one left open.

use crate::convex::depth::tolerances::{DEPTH_ROUNDING, EXACT_FACET, PARALLEL_EDGES, PLAIN_FACET};
use std::ops::{Add, Mul, Sub};

use super::MAX_VERTICES;
use super::axis::{Edges, FaceSpan, each_triple};
use super::screen::Screened;
use crate::Vec3;
use crate::num::dd::{Dd, Dd3};
use crate::shape::LEAST_SQUARE;

/// The nearest face of the difference.
pub(super) struct NearestFace {
    pub(super) depth: Dd,
    pub(super) axis: FaceSpan,
    /// The unit normal out of the difference.
    pub(super) normal: Vec3,
}

/// Vectors of one arithmetic.
trait Space: Copy + Sub<Output = Self> {
    type Number: Copy
        + PartialOrd
        + Add<Output = Self::Number>
        + Sub<Output = Self::Number>
        + Mul<Output = Self::Number>;
    fn by(self, other: Self) -> Self;
    fn along(self, other: Self) -> Self::Number;
}

impl Space for Vec3 {
    type Number = f64;
    fn by(self, other: Self) -> Self {
        self.cross(&other)
    }
    fn along(self, other: Self) -> f64 {
        self.dot(&other)
    }
}

impl Space for Dd3 {
    type Number = Dd;
    fn by(self, other: Self) -> Self {
        self.cross(other)
    }
    fn along(self, other: Self) -> Dd {
        self.dot(other)
    }
}

/// One side of a candidate: `h` of the normal, the least of its own vertices, and how far these are
/// below the others.
struct CandidateSide<N> {
    h: N,
    own: N,
    excess: N,
}

/// A candidate, with its normal and with that turned over.
struct Measured<V: Space> {
    n: V,
    nn: V::Number,
    lengths: V::Number,
    sides: [CandidateSide<V::Number>; 2],
}

fn extremes<V: Space>(points: &[V], n: V) -> (V::Number, V::Number) {
    let first = n.along(points[0]);
    points.iter().fold((first, first), |(low, high), p| {
        let value = n.along(*p);
        (if value < low { value } else { low }, if value > high { value } else { high })
    })
}

/// The candidate spanned by vertices of two bodies: three of the first, or two of each.
fn measure<V: Space>(x: &[V], y: &[V], own_x: &[u8], own_y: &[u8], band: V::Number) -> Measured<V> {
    let at = |points: &[V], i: u8| points[usize::from(i)];
    let e = at(x, own_x[1]) - at(x, own_x[0]);
    let f = if own_x.len() == 3 {
        at(x, own_x[2]) - at(x, own_x[0])
    } else {
        at(y, own_y[1]) - at(y, own_y[0])
    };
    let n = e.by(f);
    let own = |points: &[V], ids: &[u8]| {
        let first = n.along(at(points, ids[0]));
        ids.iter().fold((first, first), |(low, high), &i| {
            let value = n.along(at(points, i));
            (if value < low { value } else { low }, if value > high { value } else { high })
        })
    };
    let ((low, high), (y_low, y_high)) = (extremes(x, n), extremes(y, n));
    let (own_low, own_high) = own(x, own_x);
    let (mut top, mut bottom) = (y_low, y_high);
    let (mut above, mut below) = (high - own_low, own_high - low);
    if own_y.is_empty() {
        for p in y {
            let value = n.along(*p);
            top = if value - y_low <= band && value > top { value } else { top };
            bottom = if y_high - value <= band && value < bottom { value } else { bottom };
        }
    } else {
        (bottom, top) = own(y, own_y);
        (above, below) = (above + (top - y_low), below + (y_high - bottom));
    }
    let plus = CandidateSide { h: high - y_low, own: own_low - top, excess: above };
    let minus = CandidateSide { h: y_high - low, own: bottom - own_high, excess: below };
    let lengths = e.along(e) * f.along(f);
    Measured { n, nn: n.along(n), lengths, sides: [plus, minus] }
}

/// The candidate in the arithmetic of the points; the sign that its normal has in the difference.
fn measure_axis<V: Space>(a: &[V], b: &[V], axis: FaceSpan, band: V::Number) -> (Measured<V>, f64) {
    match axis {
        FaceSpan::Edges(p, q) => (measure(a, b, &p, &q, band), 1.0),
        FaceSpan::FaceOfA(p) => (measure(a, b, &p, &[], band), 1.0),
        FaceSpan::FaceOfB(p) => (measure(b, a, &p, &[], band), -1.0),
    }
}

/// The nearest face of the difference, if it has any.
#[cold]
#[inline(never)]
pub(super) fn nearest(a: &[[f64; 3]], b: &[[f64; 3]], screened: &Screened) -> Option<NearestFace> {
    let mut exact = [[Dd3::ZERO; MAX_VERTICES]; 2];
    let mut plain = [[Vec3::zeros(); MAX_VERTICES]; 2];
    for (side, points) in [a, b].into_iter().enumerate() {
        for (i, p) in points.iter().enumerate() {
            exact[side][i] = screened.frame.exact(Dd3::from(*p));
            plain[side][i] = exact[side][i].round();
        }
    }
    let (na, nb) = (a.len(), b.len());
    let mut search = FaceSearch {
        exact: [&exact[0][..na], &exact[1][..nb]],
        plain: [&plain[0][..na], &plain[1][..nb]],
        extent: screened.extent,
        best: None,
        offset_limit: screened.upper + 2.0 * DEPTH_ROUNDING * f64::EPSILON * screened.extent,
    };
    each_triple(na, |triple| search.at(FaceSpan::FaceOfA(triple)));
    each_triple(nb, |triple| search.at(FaceSpan::FaceOfB(triple)));
    let all = na.max(nb) <= 4;
    let [pa, pb] = if all { [[u16::MAX; MAX_VERTICES]; 2] } else { screened.adjacent };
    let (ea, eb) = (Edges::of(&pa, na), Edges::of(&pb, nb));
    for &p in &ea.list[..ea.len] {
        for &q in &eb.list[..eb.len] {
            search.at(FaceSpan::Edges(p, q));
        }
    }
    search.best
}

/// The pair, and the nearest face so far.
struct FaceSearch<'a> {
    exact: [&'a [Dd3]; 2],
    plain: [&'a [Vec3]; 2],
    extent: f64,
    best: Option<NearestFace>,
    offset_limit: f64,
}

impl FaceSearch<'_> {
    fn at(&mut self, axis: FaceSpan) {
        let volume = self.extent * self.extent * self.extent;
        let band = PLAIN_FACET * volume;
        let (rough, _) = measure_axis(self.plain[0], self.plain[1], axis, band);
        let offset_limit = self.offset_limit * rough.nn.sqrt();
        // A normal of no length passes, and so does what is not a number.
        let open = |side: &CandidateSide<f64>| !(side.excess > band || side.own > offset_limit);
        if rough.sides.iter().any(open) {
            self.closely(axis, Dd::from(EXACT_FACET * volume));
        }
    }

    fn closely(&mut self, axis: FaceSpan, band: Dd) {
        let (measured, sign) = measure_axis(self.exact[0], self.exact[1], axis, band);
        let parallel = PARALLEL_EDGES * PARALLEL_EDGES * measured.lengths.hi;
        // Also a face so small that its neighbours are as deep.
        if measured.nn.hi <= parallel + LEAST_SQUARE {
            return;
        }
        let length = measured.nn.sqrt();
        for (side, sign) in measured.sides.iter().zip([sign, -sign]) {
            if side.excess > band {
                continue;
            }
            let depth = side.h / length;
            if self.best.as_ref().is_none_or(|best| depth < best.depth) {
                let normal = measured.n.times(Dd::from(sign) / length).round();
                self.best = Some(NearestFace { depth, axis, normal });
            }
        }
    }
}
