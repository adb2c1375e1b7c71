//! Double-double arithmetic: a number as the unevaluated sum of two f64, about 32 digits.
//!
//! T. J. Dekker, A floating-point technique for extending the available precision, Numerische
//! Mathematik 18 (1971), 224-242, doi:10.1007/BF01397083. Products are split by Dekker's method
//! and not by a fused multiply-add, so that every machine gives the same bits without a slow
//! software fallback. Overflow of the split needs numbers beyond 2^996; the search works on
//! coordinates scaled to within 2^±32.

use std::cmp::Ordering;
use std::ops::{Add, Div, Mul, Neg, Sub};

use crate::Vec3;

/// A double-double number, `hi + lo` with `|lo| <= ulp(hi) / 2`.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Dd {
    /// The number rounded to nearest.
    pub hi: f64,
    /// What the rounding left out.
    pub lo: f64,
}

/// The exact sum of two numbers, for `|a| >= |b|`.
fn quick_two_sum(a: f64, b: f64) -> Dd {
    let hi = a + b;
    Dd { hi, lo: b - (hi - a) }
}

/// The exact sum of two numbers.
fn two_sum(a: f64, b: f64) -> Dd {
    let hi = a + b;
    let bb = hi - a;
    Dd { hi, lo: (a - (hi - bb)) + (b - bb) }
}

/// Splits a number into two halves of 26 bits each.
fn split(a: f64) -> (f64, f64) {
    const SPLITTER: f64 = 134_217_729.0; // 2^27 + 1
    let t = SPLITTER * a;
    let hi = t - (t - a);
    (hi, a - hi)
}

/// The exact product of two numbers.
fn two_prod(a: f64, b: f64) -> Dd {
    let hi = a * b;
    let ((ah, al), (bh, bl)) = (split(a), split(b));
    Dd { hi, lo: ((ah * bh - hi) + ah * bl + al * bh) + al * bl }
}

impl Dd {
    /// Zero.
    pub const ZERO: Self = Self { hi: 0.0, lo: 0.0 };

    /// The exact difference `a - b`.
    #[must_use]
    pub fn difference(a: f64, b: f64) -> Self {
        two_sum(a, -b)
    }

    /// The square root; 0 for zero and for negative numbers.
    #[must_use]
    pub fn sqrt(self) -> Self {
        if self.hi <= 0.0 {
            return Self::ZERO;
        }
        // One Newton step on 1/sqrt doubles the correct digits of the f64 root.
        let root = self.hi.sqrt();
        let rest = self - two_prod(root, root);
        two_sum(root, rest.hi / (2.0 * root))
    }

    /// The number times a power of two, or any factor for which the products are exact.
    #[must_use]
    pub fn scale(self, factor: f64) -> Self {
        Self { hi: self.hi * factor, lo: self.lo * factor }
    }
}

impl From<f64> for Dd {
    fn from(hi: f64) -> Self {
        Self { hi, lo: 0.0 }
    }
}

impl Add for Dd {
    type Output = Self;
    fn add(self, b: Self) -> Self {
        let s = two_sum(self.hi, b.hi);
        let t = two_sum(self.lo, b.lo);
        let s = quick_two_sum(s.hi, s.lo + t.hi);
        quick_two_sum(s.hi, s.lo + t.lo)
    }
}

impl Neg for Dd {
    type Output = Self;
    fn neg(self) -> Self {
        Self { hi: -self.hi, lo: -self.lo }
    }
}

impl Sub for Dd {
    type Output = Self;
    fn sub(self, b: Self) -> Self {
        self + -b
    }
}

impl Mul for Dd {
    type Output = Self;
    fn mul(self, b: Self) -> Self {
        let p = two_prod(self.hi, b.hi);
        quick_two_sum(p.hi, p.lo + (self.hi * b.lo + self.lo * b.hi))
    }
}

impl Div for Dd {
    type Output = Self;
    fn div(self, b: Self) -> Self {
        let q1 = self.hi / b.hi;
        let r = self - b * q1.into();
        let q2 = r.hi / b.hi;
        let r = r - b * q2.into();
        let q = quick_two_sum(q1, q2);
        q + Self::from(r.hi / b.hi)
    }
}

impl PartialOrd for Dd {
    fn partial_cmp(&self, b: &Self) -> Option<Ordering> {
        match self.hi.partial_cmp(&b.hi) {
            Some(Ordering::Equal) => self.lo.partial_cmp(&b.lo),
            other => other,
        }
    }
}

/// A vector of double-double numbers.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Dd3 {
    /// The first coordinate.
    pub x: Dd,
    /// The second coordinate.
    pub y: Dd,
    /// The third coordinate.
    pub z: Dd,
}

impl Dd3 {
    /// The zero vector.
    pub const ZERO: Self = Self { x: Dd::ZERO, y: Dd::ZERO, z: Dd::ZERO };

    /// The inner product.
    #[must_use]
    pub fn dot(self, b: Self) -> Dd {
        self.x * b.x + self.y * b.y + self.z * b.z
    }

    /// The vector product.
    #[must_use]
    pub fn cross(self, b: Self) -> Self {
        Self {
            x: self.y * b.z - self.z * b.y,
            y: self.z * b.x - self.x * b.z,
            z: self.x * b.y - self.y * b.x,
        }
    }

    /// The vector times a number.
    #[must_use]
    pub fn times(self, b: Dd) -> Self {
        Self { x: self.x * b, y: self.y * b, z: self.z * b }
    }

    /// The vector times a power of two.
    #[must_use]
    pub fn scale(self, factor: f64) -> Self {
        Self { x: self.x.scale(factor), y: self.y.scale(factor), z: self.z.scale(factor) }
    }

    /// The vector rounded to f64.
    #[must_use]
    pub fn round(self) -> Vec3 {
        Vec3::new(self.x.hi, self.y.hi, self.z.hi)
    }
}

impl From<[f64; 3]> for Dd3 {
    fn from([x, y, z]: [f64; 3]) -> Self {
        Self { x: x.into(), y: y.into(), z: z.into() }
    }
}

impl From<Vec3> for Dd3 {
    fn from(v: Vec3) -> Self {
        Self::from([v.x, v.y, v.z])
    }
}

impl Add for Dd3 {
    type Output = Self;
    fn add(self, b: Self) -> Self {
        Self { x: self.x + b.x, y: self.y + b.y, z: self.z + b.z }
    }
}

impl Sub for Dd3 {
    type Output = Self;
    fn sub(self, b: Self) -> Self {
        Self { x: self.x - b.x, y: self.y - b.y, z: self.z - b.z }
    }
}

impl Neg for Dd3 {
    type Output = Self;
    fn neg(self) -> Self {
        Self { x: -self.x, y: -self.y, z: -self.z }
    }
}
