//! Four numbers at a time, in plain Rust that the compiler turns into lanes of whatever the caller
//! runs on.

use std::ops::{Add, Mul, Neg, Sub};

use crate::Vec3;

/// Four numbers.
#[derive(Debug, Clone, Copy, PartialEq)]
#[repr(align(32))]
pub(crate) struct Four(pub(crate) [f64; 4]);

/// Spelled out lane by lane: a loop or a closure might not be inlined where the instruction set is.
macro_rules! each {
    ($i:ident => $value:expr) => {
        Four([
            {
                const $i: usize = 0;
                $value
            },
            {
                const $i: usize = 1;
                $value
            },
            {
                const $i: usize = 2;
                $value
            },
            {
                const $i: usize = 3;
                $value
            },
        ])
    };
}

impl Four {
    #[inline(always)]
    pub(crate) fn all(x: f64) -> Self {
        Self([x; 4])
    }

    #[inline(always)]
    pub(crate) fn min(self, b: Self) -> Self {
        each!(I => if self.0[I] < b.0[I] { self.0[I] } else { b.0[I] })
    }

    #[inline(always)]
    pub(crate) fn max(self, b: Self) -> Self {
        each!(I => if self.0[I] > b.0[I] { self.0[I] } else { b.0[I] })
    }

    /// `yes` where `self <= limit`, and `no` elsewhere, also where one of them is not a number.
    #[inline(always)]
    pub(crate) fn within(self, limit: Self, yes: Self, no: Self) -> Self {
        each!(I => if self.0[I] <= limit.0[I] { yes.0[I] } else { no.0[I] })
    }

    /// One over the square root.
    #[inline(always)]
    pub(crate) fn inverse_root(self) -> Self {
        each!(I => 1.0 / self.0[I].sqrt())
    }

    /// The least of the four.
    #[inline(always)]
    pub(crate) fn least(self) -> f64 {
        let [a, b, c, d] = self.0;
        let (p, q) = (if a < c { a } else { c }, if b < d { b } else { d });
        if p < q { p } else { q }
    }
}

impl Add for Four {
    type Output = Self;
    #[inline(always)]
    fn add(self, b: Self) -> Self {
        each!(I => self.0[I] + b.0[I])
    }
}

impl Sub for Four {
    type Output = Self;
    #[inline(always)]
    fn sub(self, b: Self) -> Self {
        each!(I => self.0[I] - b.0[I])
    }
}

impl Mul for Four {
    type Output = Self;
    #[inline(always)]
    fn mul(self, b: Self) -> Self {
        each!(I => self.0[I] * b.0[I])
    }
}

impl Neg for Four {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        each!(I => -self.0[I])
    }
}

/// Four vectors.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Four3 {
    pub(crate) x: Four,
    pub(crate) y: Four,
    pub(crate) z: Four,
}

impl Four3 {
    #[inline(always)]
    pub(crate) fn all(v: &Vec3) -> Self {
        Self { x: Four::all(v.x), y: Four::all(v.y), z: Four::all(v.z) }
    }

    #[inline(always)]
    pub(crate) fn of([a, b, c, d]: [Vec3; 4]) -> Self {
        let x = Four([a.x, b.x, c.x, d.x]);
        let y = Four([a.y, b.y, c.y, d.y]);
        Self { x, y, z: Four([a.z, b.z, c.z, d.z]) }
    }

    #[inline(always)]
    pub(crate) fn dot(&self, b: &Self) -> Four {
        self.x * b.x + self.y * b.y + self.z * b.z
    }

    #[inline(always)]
    pub(crate) fn cross(&self, b: &Self) -> Self {
        Self {
            x: self.y * b.z - self.z * b.y,
            y: self.z * b.x - self.x * b.z,
            z: self.x * b.y - self.y * b.x,
        }
    }
}

impl Sub for Four3 {
    type Output = Self;
    #[inline(always)]
    fn sub(self, b: Self) -> Self {
        Self { x: self.x - b.x, y: self.y - b.y, z: self.z - b.z }
    }
}
