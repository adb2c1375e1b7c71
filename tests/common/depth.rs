//! The exact depth of two point sets, in integer arithmetic.
//!
//! The depth is the least of `h(n)` over the face normals of the difference. All triples of
//! vertices of a body and all pairs of edges give a superset of them, and no other direction can
//! have less. Plain arithmetic with a bound on its error rules out most; the others are compared as
//! fractions of integers.

use std::cmp::Ordering;

use dashu::base::UnsignedAbs;
use dashu::integer::{IBig, UBig};
use gapkit::Vec3;
use gapkit::num::dd::{Dd, Dd3};

use super::oracle::{Int3, decode, integers, root};

/// What rounding does to a normal, in eps times the size and the lengths of its two edges: exact
/// coordinates, rounded differences, two products and a sum, with a factor of two to spare.
const NORMAL: f64 = 8.0;

/// The exact depth: its square is `num / den`, times four to the power of `exponent`.
#[derive(Debug, Clone)]
pub struct ExactDepth {
    num: UBig,
    den: UBig,
    exponent: i32,
    /// The depth to more than 100 bits; 0 for bodies that do not overlap.
    pub depth: Dd,
    /// How many directions were measured exactly.
    pub measured: usize,
}

impl ExactDepth {
    /// How a number, at least 0, compares with the depth.
    pub fn compare(&self, x: f64) -> Ordering {
        let (mantissa, own) = decode(x);
        if mantissa == 0 {
            return if self.num.is_zero() { Ordering::Equal } else { Ordering::Less };
        }
        let square = IBig::from(mantissa) * IBig::from(mantissa);
        let shift = 2 * (own - self.exponent);
        let (mut left, mut right) =
            (square * IBig::from(self.den.clone()), IBig::from(self.num.clone()));
        if shift >= 0 {
            left <<= shift as usize;
        } else {
            right <<= -shift as usize;
        }
        left.cmp(&right)
    }
}

/// A direction: the exact edges whose cross product it is.
#[derive(Clone, Copy)]
enum Pair {
    FaceOfA(usize, usize, usize),
    FaceOfB(usize, usize, usize),
    Edges([usize; 2], [usize; 2]),
}

/// The directions of a pair, each with the edges it is made of.
fn directions(na: usize, nb: usize) -> Vec<Pair> {
    let mut all = Vec::new();
    let edges = |n: usize| (0..n).flat_map(move |i| (i + 1..n).map(move |j| [i, j]));
    for [i, j] in edges(na) {
        all.extend((j + 1..na).map(|k| Pair::FaceOfA(i, j, k)));
        all.extend(edges(nb).map(|edge| Pair::Edges([i, j], edge)));
    }
    for [i, j] in edges(nb) {
        all.extend((j + 1..nb).map(|k| Pair::FaceOfB(i, j, k)));
    }
    all
}

/// The least `h(n)` and the greatest that it can be, for `n` and `-n`; infinite if the direction is
/// not known.
fn screen(a: &[Vec3], b: &[Vec3], pair: Pair, size: f64) -> [(f64, f64); 2] {
    let (e, f) = match pair {
        Pair::FaceOfA(i, j, k) => (a[j] - a[i], a[k] - a[i]),
        Pair::FaceOfB(i, j, k) => (b[j] - b[i], b[k] - b[i]),
        Pair::Edges([i, j], [k, l]) => (a[j] - a[i], b[l] - b[k]),
    };
    let n = e.cross(&f);
    let doubt = NORMAL * f64::EPSILON * size * (e.norm() + f.norm());
    let length = n.norm();
    if length <= 4.0 * doubt {
        return [(f64::NEG_INFINITY, f64::INFINITY); 2];
    }
    let extremes = |points: &[Vec3]| {
        points.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), p| {
            let value = n.dot(p);
            (low.min(value), high.max(value))
        })
    };
    let ((a_low, a_high), (b_low, b_high)) = (extremes(a), extremes(b));
    // The normal is off by `doubt`, the vertices by an eps of the size, the sums by a few.
    let error = 4.0 * size * doubt / length + 16.0 * f64::EPSILON * size;
    [(a_high - b_low) / length, (b_high - a_low) / length].map(|h| {
        let error = error + 2.0 * doubt / length * h.abs();
        (h - error, h + error)
    })
}

/// The square of `h(n)` as a fraction, with the sign of `h`, for `n` and `-n`.
fn exact(a: &[Int3], b: &[Int3], pair: Pair) -> Option<[(IBig, IBig); 2]> {
    let (e, f) = match pair {
        Pair::FaceOfA(i, j, k) => (&a[j] - &a[i], &a[k] - &a[i]),
        Pair::FaceOfB(i, j, k) => (&b[j] - &b[i], &b[k] - &b[i]),
        Pair::Edges([i, j], [k, l]) => (&a[j] - &a[i], &b[l] - &b[k]),
    };
    let n = e.cross(&f);
    if n.is_zero() {
        return None;
    }
    let extremes = |points: &[Int3]| {
        let values: Vec<IBig> = points.iter().map(|p| n.dot(p)).collect();
        (values.iter().min().cloned(), values.iter().max().cloned())
    };
    let ((a_low, a_high), (b_low, b_high)) = (extremes(a), extremes(b));
    let den = n.dot(&n);
    Some([(a_high? - b_low?, den.clone()), (b_high? - a_low?, den)])
}

/// The exact depth of the hulls of `a` and `b`; zero where they do not overlap.
pub fn depth(a: &[[f64; 3]], b: &[[f64; 3]]) -> ExactDepth {
    let size = super::Pair { family: "", a: a.to_vec(), b: b.to_vec() }.size();
    // Near one, so that products neither overflow nor underflow.
    let exponent = (((size.to_bits() >> 52) as i32) - 1023).clamp(-1000, 1000);
    let factor = if size == 0.0 { 1.0 } else { super::power_of_two(-exponent) };
    let local = |points: &[[f64; 3]]| -> Vec<Vec3> {
        let origin = a[0];
        let place = |p: &[f64; 3]| Vec3::from_fn(|i, _| (p[i] - origin[i]) * factor);
        points.iter().map(place).collect()
    };
    let (fa, fb) = (local(a), local(b));
    let all = directions(a.len(), b.len());
    let screened: Vec<_> = all.iter().map(|&p| screen(&fa, &fb, p, size * factor)).collect();
    let least = screened.iter().flatten().fold(f64::INFINITY, |least, s| least.min(s.1));
    let (ia, ib, exponent) = integers(a, b);
    let mut best: Option<(IBig, IBig)> = None;
    let mut measured = 0;
    for (&pair, screened) in all.iter().zip(&screened) {
        if !screened.iter().any(|s| s.0 <= least) {
            continue;
        }
        measured += 1;
        for (h, den) in exact(&ia, &ib, pair).into_iter().flatten() {
            if h <= IBig::ZERO {
                // Not overlapping, and there is no less than that.
                return ExactDepth {
                    num: UBig::ZERO,
                    den: UBig::ONE,
                    exponent,
                    depth: Dd::ZERO,
                    measured,
                };
            }
            let num = &h * &h;
            if best.as_ref().is_none_or(|(n, d)| &num * d < n * &den) {
                best = Some((num, den));
            }
        }
    }
    let (num, den) = best.unwrap_or((IBig::ZERO, IBig::ONE));
    let (num, den) = (num.unsigned_abs(), den.unsigned_abs());
    let depth = if num.is_zero() { Dd::ZERO } else { root(&num, &den, exponent) };
    ExactDepth { num, den, exponent, depth, measured }
}

/// `h(n)` of the difference along a vector, in units of its length, to double-double precision.
pub fn support_along(a: &[[f64; 3]], b: &[[f64; 3]], n: &Vec3) -> Dd {
    let u = Dd3::from(*n);
    let along = |p: &[f64; 3]| {
        let [x, y, z] = std::array::from_fn(|i| Dd::difference(p[i], a[0][i]));
        u.dot(Dd3 { x, y, z })
    };
    let most = |x: Dd, y: Dd| if y > x { y } else { x };
    let high = a.iter().map(along).reduce(most).expect("a body has vertices");
    let low = b.iter().map(|p| -along(p)).reduce(most).expect("a body has vertices");
    (high + low) / u.dot(u).sqrt()
}
