//! Polynomials of the time with integer coefficients.
//!
//! A polynomial of degree d is kept as the binary form `sum(c_i (1 - t)^(d - i) t^i)`: what is
//! linear in time is given by its values at the start and the end, products are plain
//! convolutions, and the coefficients are those of Bernstein up to positive factors. So by
//! Descartes' rule of signs there are at most as many roots inside the step as there are changes of
//! sign, and as many less an even number.

use std::cmp::Ordering;

use dashu_int::IBig;
use dashu_int::ops::BitTest;
use smallvec::{SmallVec, smallvec};

/// Coefficients from that of `(1 - t)^d` to that of `t^d`.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Form(pub(super) SmallVec<[IBig; 4]>);

/// The sign of a number.
pub(super) fn sign(x: &IBig) -> Ordering {
    x.cmp(&IBig::ZERO)
}

impl Form {
    /// What moves linearly between two values.
    pub(super) fn linear(start: IBig, end: IBig) -> Self {
        Self(smallvec![start, end])
    }

    pub(super) fn degree(&self) -> usize {
        self.0.len() - 1
    }

    pub(super) fn is_zero(&self) -> bool {
        self.0.iter().all(IBig::is_zero)
    }

    pub(super) fn times(&self, other: &Self) -> Self {
        let mut product = smallvec![IBig::ZERO; self.0.len() + other.0.len() - 1];
        for (i, a) in self.0.iter().enumerate() {
            for (j, b) in other.0.iter().enumerate() {
                product[i + j] += a * b;
            }
        }
        Self(product)
    }

    pub(super) fn plus(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(a, b)| a + b).collect())
    }

    pub(super) fn minus(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(a, b)| a - b).collect())
    }

    /// The form at a time `t / (s + t)`, times a positive number.
    pub(super) fn at(&self, s: &IBig, t: &IBig) -> IBig {
        let mut power = IBig::ONE;
        let mut sum = self.0[self.degree()].clone();
        // From the highest power of `t` down, with the powers of `s` going up.
        for c in self.0.iter().rev().skip(1) {
            power *= s;
            sum = sum * t + c * &power;
        }
        sum
    }

    /// The same polynomial on a part of the step, from `t[0] / (s[0] + t[0])` to `t[1] / (s[1] +
    /// t[1])`.
    pub(super) fn on(&self, s: &[IBig; 2], t: &[IBig; 2]) -> Self {
        let [s, t] = [s, t].map(|[start, end]| Self::linear(start.clone(), end.clone()));
        let mut power = Self(smallvec![IBig::ONE]);
        let mut sum = Self(smallvec![self.0[self.degree()].clone()]);
        for c in self.0.iter().rev().skip(1) {
            power = power.times(&s);
            let scaled = Self(power.0.iter().map(|p| p * c).collect());
            sum = sum.times(&t).plus(&scaled);
        }
        sum
    }

    /// How often the sign changes from one coefficient to the next, zeros left out.
    pub(super) fn variations(&self) -> usize {
        let signs = self.0.iter().map(sign).filter(|&s| s != Ordering::Equal);
        let mut last = None;
        signs.filter(|&s| last.replace(s).is_some_and(|before| before != s)).count()
    }

    /// The sign that the form has everywhere inside the step, where its coefficients tell.
    pub(super) fn sign_inside(&self) -> Option<Ordering> {
        let mut signs = self.0.iter().map(sign).filter(|&s| s != Ordering::Equal);
        let Some(first) = signs.next() else { return Some(Ordering::Equal) };
        signs.all(|s| s == first).then_some(first)
    }

    /// The form without its roots at the start and at the end of the step.
    pub(super) fn inside(&self) -> Self {
        let from = self.0.iter().position(|c| !c.is_zero()).unwrap_or(0);
        let to = self.0.iter().rposition(|c| !c.is_zero()).unwrap_or(0);
        Self(self.0[from..=to].iter().cloned().collect())
    }

    /// The form without its repeated roots, if it has none at the start and at the end.
    pub(super) fn square_free(&self) -> Self {
        // With `1 - t = 1` it is a polynomial of the same degree, positive roots are those inside.
        let derivative =
            self.0.iter().enumerate().skip(1).map(|(i, c)| c * IBig::from(i)).collect();
        let common = self.common(&Self(derivative));
        self.quotient(&common)
    }

    /// The greatest common divisor of two forms without roots at the start and the end, up to a
    /// factor.
    pub(super) fn common(&self, other: &Self) -> Self {
        let (mut a, mut b) = (self.clone(), other.clone());
        if a.degree() < b.degree() {
            std::mem::swap(&mut a, &mut b);
        }
        while !b.is_zero() {
            let rest = a.remainder(&b);
            (a, b) = (b, rest);
        }
        a
    }

    /// The remainder of a division of polynomials, times a number, without the factors that are
    /// common to its coefficients (Euclid's algorithm with primitive remainders).
    fn remainder(&self, by: &Self) -> Self {
        let mut rest = self.trimmed();
        let by = by.trimmed();
        let lead = &by.0[by.degree()];
        while !rest.is_zero() && rest.degree() >= by.degree() {
            let shift = rest.degree() - by.degree();
            let top = rest.0[rest.degree()].clone();
            for c in &mut rest.0 {
                *c *= lead;
            }
            for (i, c) in by.0.iter().enumerate() {
                rest.0[i + shift] -= c * &top;
            }
            rest = rest.trimmed();
        }
        rest.primitive()
    }

    /// The quotient of polynomials, of which one divides the other, times a number.
    pub(super) fn quotient(&self, by: &Self) -> Self {
        let by = by.trimmed();
        if by.degree() == 0 {
            return self.clone();
        }
        let lead = &by.0[by.degree()];
        let mut rest = self.clone();
        let mut quotient: SmallVec<[IBig; 4]> = smallvec![];
        for shift in (0..=self.degree() - by.degree()).rev() {
            let top = rest.0[shift + by.degree()].clone();
            rest.0.iter_mut().chain(&mut quotient).for_each(|c| *c *= lead);
            for (i, c) in by.0.iter().enumerate() {
                rest.0[i + shift] -= c * &top;
            }
            quotient.push(top);
        }
        quotient.reverse();
        Self(quotient)
    }

    /// Without zeros at the end.
    fn trimmed(&self) -> Self {
        let to = self.0.iter().rposition(|c| !c.is_zero()).unwrap_or(0);
        Self(self.0[..=to].iter().cloned().collect())
    }

    /// Divided by the factor that all coefficients have in common.
    fn primitive(mut self) -> Self {
        use dashu_int::ops::Gcd;
        let factor = self.0.iter().fold(IBig::ZERO, |g, c| match (g.is_zero(), c.is_zero()) {
            (_, true) => g,
            (true, false) => c.clone(),
            (false, false) => IBig::from(g.gcd(c)),
        });
        if !factor.is_zero() {
            self.0.iter_mut().for_each(|c| *c /= &factor);
        }
        self
    }

    /// Of two numbers of opposite sign, the share of the first in the sum of their magnitudes: the
    /// root of the line between them, roughly.
    pub(super) fn share(start: &IBig, end: &IBig) -> f64 {
        let drop = start.bit_len().max(end.bit_len()).saturating_sub(64);
        let [start, end] = [start, end].map(|c| (c >> drop).to_f64().value().abs());
        start / (start + end)
    }
}
