//! Numbers that a rule can be evaluated with: with their derivatives, and in tests in extended
//! precision.

use std::ops::{Add, Div, Mul, Neg, Sub};

/// How many numbers a contact depends on: the coordinates of three nodes on each side.
pub(super) const COLUMNS: usize = 18;

/// A real number.
pub(super) trait Real:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    /// A number that depends on nothing.
    fn constant(value: f64) -> Self;

    fn value(self) -> f64;

    fn sqrt(self) -> Self;

    fn max(self, other: Self) -> Self {
        if other.value() > self.value() { other } else { self }
    }

    fn min(self, other: Self) -> Self {
        if other.value() < self.value() { other } else { self }
    }
}

/// A number and its derivatives by the coordinates of the nodes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Dual {
    pub(super) value: f64,
    pub(super) slopes: [f64; COLUMNS],
}

impl Dual {
    /// The coordinate of a column.
    pub(super) fn variable(value: f64, column: usize) -> Self {
        let mut slopes = [0.0; COLUMNS];
        slopes[column] = 1.0;
        Self { value, slopes }
    }

    /// A function of two numbers, with its derivatives by them.
    fn of_two(value: f64, one: (&Self, f64), two: (&Self, f64)) -> Self {
        let mut slopes = [0.0; COLUMNS];
        for (k, slope) in slopes.iter_mut().enumerate() {
            *slope = one.0.slopes[k] * one.1 + two.0.slopes[k] * two.1;
        }
        Self { value, slopes }
    }
}

impl Add for Dual {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self::of_two(self.value + other.value, (&self, 1.0), (&other, 1.0))
    }
}

impl Sub for Dual {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self::of_two(self.value - other.value, (&self, 1.0), (&other, -1.0))
    }
}

impl Mul for Dual {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        Self::of_two(self.value * other.value, (&self, other.value), (&other, self.value))
    }
}

impl Div for Dual {
    type Output = Self;

    fn div(self, other: Self) -> Self {
        let value = self.value / other.value;
        Self::of_two(value, (&self, 1.0 / other.value), (&other, -value / other.value))
    }
}

impl Neg for Dual {
    type Output = Self;

    fn neg(self) -> Self {
        Self { value: -self.value, slopes: self.slopes.map(|slope| -slope) }
    }
}

impl Real for Dual {
    fn constant(value: f64) -> Self {
        Self { value, slopes: [0.0; COLUMNS] }
    }

    fn value(self) -> f64 {
        self.value
    }

    fn sqrt(self) -> Self {
        let value = self.value.sqrt();
        Self { value, slopes: self.slopes.map(|slope| slope / (2.0 * value)) }
    }
}

/// A vector in space.
#[derive(Debug, Clone, Copy)]
pub(super) struct Vector<R>(pub(super) [R; 3]);

impl<R: Real> Vector<R> {
    pub(super) fn constant(numbers: [f64; 3]) -> Self {
        Self(numbers.map(R::constant))
    }

    pub(super) fn dot(&self, other: &Self) -> R {
        let ([a, b, c], [x, y, z]) = (self.0, other.0);
        a * x + b * y + c * z
    }

    pub(super) fn cross(&self, other: &Self) -> Self {
        let ([a, b, c], [x, y, z]) = (self.0, other.0);
        Self([b * z - c * y, c * x - a * z, a * y - b * x])
    }

    pub(super) fn times(&self, factor: R) -> Self {
        Self(self.0.map(|x| x * factor))
    }

    pub(super) fn norm(&self) -> R {
        self.dot(self).sqrt()
    }

    pub(super) fn unit(&self) -> Self {
        self.times(R::constant(1.0) / self.norm())
    }
}

impl<R: Real> Add for Vector<R> {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let ([a, b, c], [x, y, z]) = (self.0, other.0);
        Self([a + x, b + y, c + z])
    }
}

impl<R: Real> Sub for Vector<R> {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        let ([a, b, c], [x, y, z]) = (self.0, other.0);
        Self([a - x, b - y, c - z])
    }
}
