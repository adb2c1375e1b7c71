//! Vertices as integers: every f64 is an integer times a power of two, so on a common exponent all
//! coordinates of a pair are integers and nothing is ever rounded.

use std::cmp::Ordering;

use dashu_int::IBig;
use dashu_int::ops::BitTest;

use crate::Vec3;

/// A vector of integers.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Int3(pub(crate) [IBig; 3]);

impl Int3 {
    pub(super) fn dot(&self, b: &Self) -> IBig {
        let [p, q] = [&self.0, &b.0];
        &p[0] * &q[0] + &p[1] * &q[1] + &p[2] * &q[2]
    }

    pub(super) fn cross(&self, b: &Self) -> Self {
        let [p, q] = [&self.0, &b.0];
        let minor = |i: usize, j: usize| &p[i] * &q[j] - &p[j] * &q[i];
        Self([minor(1, 2), minor(2, 0), minor(0, 1)])
    }

    pub(crate) fn minus(&self, b: &Self) -> Self {
        Self(std::array::from_fn(|i| &self.0[i] - &b.0[i]))
    }

    pub(super) fn plus(&self, b: &Self) -> Self {
        Self(std::array::from_fn(|i| &self.0[i] + &b.0[i]))
    }

    /// The vector times the power of two that makes it about as long as `b`, if it is shorter.
    pub(super) fn scaled_like(&self, b: &Self) -> Self {
        let exponent = b.bits().saturating_sub(self.bits());
        Self(self.0.each_ref().map(|c| c << exponent))
    }

    pub(super) fn is_zero(&self) -> bool {
        self.0.iter().all(IBig::is_zero)
    }

    /// The bits of the largest coordinate.
    fn bits(&self) -> usize {
        self.0.iter().map(BitTest::bit_len).max().unwrap_or(0)
    }

    /// The vector scaled to about this power of two, as the sum of two f64 vectors. Each coordinate
    /// keeps its own exponent, so small ones do not vanish beside large ones.
    pub(super) fn rounded(&self, power: i32) -> [Vec3; 2] {
        // More than two f64 hold; what is cut off does not matter to them.
        const BITS: usize = 160;
        let mut parts = [Vec3::zeros(); 2];
        for (i, c) in self.0.iter().enumerate() {
            let drop = c.bit_len().saturating_sub(BITS);
            let whole = c >> drop;
            let high = nearest(&whole);
            let low = nearest(&(whole - exactly(high)));
            let exponent = drop as i32 - self.bits() as i32 + power;
            (parts[0][i], parts[1][i]) = (scaled(high, exponent), scaled(low, exponent));
        }
        parts
    }
}

/// The number times two to this power, which may be far below the range of f64: in steps, each of
/// which is in range.
fn scaled(mut x: f64, mut exponent: i32) -> f64 {
    while exponent < -1000 && x != 0.0 {
        x *= f64::powi(0.5, 1000);
        exponent += 1000;
    }
    x * f64::powi(2.0, exponent)
}

/// The f64 nearest to an integer of at most a few hundred bits.
fn nearest(c: &IBig) -> f64 {
    c.to_f64().value()
}

/// An f64 that is a whole number, as an integer.
fn exactly(x: f64) -> IBig {
    let (mantissa, exponent) = decode(x);
    if mantissa == 0 { IBig::ZERO } else { IBig::from(mantissa) << exponent as usize }
}

/// The odd mantissa of a number, or zero, and its exponent.
fn decode(x: f64) -> (i64, i32) {
    let bits = x.to_bits();
    let biased = ((bits >> 52) & 0x7ff) as i32;
    let fraction = (bits & ((1 << 52) - 1)) as i64;
    let (mantissa, exponent) =
        if biased == 0 { (fraction, -1074) } else { (fraction | 1 << 52, biased - 1075) };
    if mantissa == 0 {
        return (0, i32::MAX);
    }
    let zeros = mantissa.trailing_zeros() as i32;
    let mantissa = mantissa >> zeros;
    (if x < 0.0 { -mantissa } else { mantissa }, exponent + zeros)
}

/// The vertices of both bodies as integers, on a common exponent.
pub(crate) fn integers(a: &[[f64; 3]], b: &[[f64; 3]]) -> [Vec<Int3>; 2] {
    let exponent = least_exponent(a.iter().chain(b));
    [a, b].map(|points| points.iter().map(|p| whole(p, exponent)).collect())
}

/// How the boundary of a polygon turns at the second of three vertices: greater to the left.
pub(crate) fn turn(corners: [[f64; 2]; 3]) -> Ordering {
    let corners = corners.map(|[x, y]| [x, y, 0.0]);
    let exponent = least_exponent(corners.iter());
    let [p, q, r] = corners.map(|corner| whole(&corner, exponent));
    let ([e, f, _], [g, h, _]) = (q.minus(&p).0, r.minus(&p).0);
    (e * h).cmp(&(f * g))
}

/// A vector of f64, times a power of two, as integers.
pub(super) fn direction(u: &Vec3) -> Int3 {
    let u = [u.x, u.y, u.z];
    whole(&u, least_exponent([u].iter()))
}

/// The sum of two vectors of f64, times a power of two, as integers.
pub(super) fn sum(u: &Vec3, v: &Vec3) -> Int3 {
    let parts = [[u.x, u.y, u.z], [v.x, v.y, v.z]];
    let exponent = least_exponent(parts.iter());
    whole(&parts[0], exponent).plus(&whole(&parts[1], exponent))
}

fn least_exponent<'a>(points: impl Iterator<Item = &'a [f64; 3]>) -> i32 {
    points.flatten().map(|&c| decode(c).1).min().filter(|&e| e != i32::MAX).unwrap_or(0)
}

fn whole(point: &[f64; 3], exponent: i32) -> Int3 {
    Int3(point.each_ref().map(|&c| {
        let (mantissa, own) = decode(c);
        if mantissa == 0 { IBig::ZERO } else { IBig::from(mantissa) << (own - exponent) as usize }
    }))
}
