//! Four numbers at a time.

use std::ops::{Add, Div, Mul, Neg, Sub};

use crate::Vec3;

/// Several numbers that are added, multiplied and so on one by one.
pub(crate) trait Numbers:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
}

/// Four numbers, of which an instruction set has its own kind, all with the same bits.
pub(crate) trait Quad: Numbers {
    fn of(numbers: [f64; 4]) -> Self;

    fn numbers(self) -> [f64; 4];

    #[inline(always)]
    fn all(x: f64) -> Self {
        Self::of([x; 4])
    }

    /// The smaller ones, and those of `b` where one is not a number.
    fn min(self, b: Self) -> Self;

    /// The larger ones, and those of `b` where one is not a number.
    fn max(self, b: Self) -> Self;

    /// `yes` where `self <= limit`, and `no` elsewhere, also where one of them is not a number.
    fn within(self, limit: Self, yes: Self, no: Self) -> Self;

    /// A bit for each of the four, set where `self <= limit`.
    fn bits_within(self, limit: Self) -> u64;

    /// One over the square root.
    fn inverse_root(self) -> Self;

    /// `yes` where `self < limit`, and `no` elsewhere, also where one of them is not a number.
    fn below(self, limit: Self, yes: Self, no: Self) -> Self;

    /// The least of the four.
    #[inline(always)]
    fn least(self) -> f64 {
        let [a, b, c, d] = self.numbers();
        let (p, q) = (if a < c { a } else { c }, if b < d { b } else { d });
        if p < q { p } else { q }
    }
}

/// Four numbers in plain Rust.
#[derive(Debug, Clone, Copy, PartialEq)]
#[repr(align(32))]
pub(crate) struct Four([f64; 4]);

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

impl Numbers for Four {}

impl Quad for Four {
    #[inline(always)]
    fn of(numbers: [f64; 4]) -> Self {
        Self(numbers)
    }

    #[inline(always)]
    fn numbers(self) -> [f64; 4] {
        self.0
    }

    #[inline(always)]
    fn min(self, b: Self) -> Self {
        each!(I => if self.0[I] < b.0[I] { self.0[I] } else { b.0[I] })
    }

    #[inline(always)]
    fn max(self, b: Self) -> Self {
        each!(I => if self.0[I] > b.0[I] { self.0[I] } else { b.0[I] })
    }

    #[inline(always)]
    fn within(self, limit: Self, yes: Self, no: Self) -> Self {
        each!(I => if self.0[I] <= limit.0[I] { yes.0[I] } else { no.0[I] })
    }

    #[inline(always)]
    fn bits_within(self, limit: Self) -> u64 {
        let (a, b) = (self.0, limit.0);
        u64::from(a[0] <= b[0])
            | u64::from(a[1] <= b[1]) << 1
            | u64::from(a[2] <= b[2]) << 2
            | u64::from(a[3] <= b[3]) << 3
    }

    #[inline(always)]
    fn inverse_root(self) -> Self {
        each!(I => 1.0 / self.0[I].sqrt())
    }

    #[inline(always)]
    fn below(self, limit: Self, yes: Self, no: Self) -> Self {
        each!(I => if self.0[I] < limit.0[I] { yes.0[I] } else { no.0[I] })
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

impl Div for Four {
    type Output = Self;
    #[inline(always)]
    fn div(self, b: Self) -> Self {
        each!(I => self.0[I] / b.0[I])
    }
}

impl Neg for Four {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        each!(I => -self.0[I])
    }
}

/// As many vectors as there are numbers in `Q`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Quad3<Q> {
    pub(crate) x: Q,
    pub(crate) y: Q,
    pub(crate) z: Q,
}

impl<Q: Quad> Quad3<Q> {
    #[inline(always)]
    pub(crate) fn all(v: &Vec3) -> Self {
        Self { x: Q::all(v.x), y: Q::all(v.y), z: Q::all(v.z) }
    }

    #[inline(always)]
    pub(crate) fn of([a, b, c, d]: [Vec3; 4]) -> Self {
        let x = Q::of([a.x, b.x, c.x, d.x]);
        let y = Q::of([a.y, b.y, c.y, d.y]);
        Self { x, y, z: Q::of([a.z, b.z, c.z, d.z]) }
    }
}

impl<Q: Numbers> Quad3<Q> {
    #[inline(always)]
    pub(crate) fn dot(&self, b: &Self) -> Q {
        self.x * b.x + self.y * b.y + self.z * b.z
    }

    /// Each vector times a number.
    #[inline(always)]
    pub(crate) fn times(&self, by: Q) -> Self {
        Self { x: self.x * by, y: self.y * by, z: self.z * by }
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

impl<Q: Numbers> Sub for Quad3<Q> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, b: Self) -> Self {
        Self { x: self.x - b.x, y: self.y - b.y, z: self.z - b.z }
    }
}

impl<Q: Numbers> Add for Quad3<Q> {
    type Output = Self;
    #[inline(always)]
    fn add(self, b: Self) -> Self {
        Self { x: self.x + b.x, y: self.y + b.y, z: self.z + b.z }
    }
}

impl<Q: Numbers> Neg for Quad3<Q> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self { x: -self.x, y: -self.y, z: -self.z }
    }
}
