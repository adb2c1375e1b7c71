//! Roots of forms inside a step, as intervals that can be made as short as need be.
//!
//! Isolation by halving and Descartes' rule (G. E. Collins, A. G. Akritas, Polynomial real root
//! isolation using Descartes' rule of signs, SYMSAC 1976, 272-275, doi:10.1145/800205.806346);
//! refinement by J. Abbott, Quadratic interval refinement for real roots, ACM Communications in
//! Computer Algebra 48 (2014), 3-12, doi:10.1145/2644288.2644291.

use std::cmp::Ordering;

use dashu_int::IBig;

use super::form::{Form, sign};

/// A root of a form, in a part of the step that has no other root of it.
#[derive(Debug, Clone)]
pub(super) struct Root {
    /// The form, with the root once and none at the ends of the part.
    form: Form,
    /// The part goes from `at / 2^level` to `(at + 1) / 2^level`, or is the former point.
    at: IBig,
    level: usize,
    is_point: bool,
}

/// The largest share of a part that is tried at once, as a power of two.
const MAX_LEAP: usize = 32;

/// Halvings before the greatest common divisor tells whether two forms share a root.
const PATIENCE: usize = 3;

/// All different roots of a form that is not zero everywhere, in order.
pub(super) fn roots(form: &Form) -> Vec<Root> {
    let mut found = Vec::new();
    if form.0[0].is_zero() {
        found.push(Root::point(form, IBig::ZERO, 0));
    }
    let mut inside = form.inside();
    if inside.variations() > 1 {
        inside = inside.square_free();
    }
    isolate(&inside, (IBig::ZERO, 0), &mut found);
    if form.0[form.degree()].is_zero() {
        found.push(Root::point(form, IBig::ONE, 0));
    }
    found
}

/// Adds the roots inside a part of the step, at whose ends the form has none.
fn isolate(form: &Form, (at, level): (IBig, usize), found: &mut Vec<Root>) {
    let part = Root { form: form.clone(), at, level, is_point: false };
    match part.local(form).variations() {
        0 => return,
        1 => {
            found.push(part);
            return;
        }
        _ => {}
    }
    let (left, level) = (part.at << 1, level + 1);
    let middle = &left + IBig::ONE;
    let [s, t] = coordinates(&middle, level);
    if !form.at(&s, &t).is_zero() {
        isolate(form, (left, level), found);
        return isolate(form, (middle, level), found);
    }
    // The rest of the form has no root there.
    let others = form.quotient(&Form::linear(-t, s));
    isolate(&others, (left, level), found);
    found.push(Root::point(form, middle.clone(), level));
    isolate(&others, (middle, level), found);
}

/// What is left of the step at the time `at / 2^level`, and that time, times a power of two.
fn coordinates(at: &IBig, level: usize) -> [IBig; 2] {
    [(IBig::ONE << level) - at, at.clone()]
}

impl Root {
    fn point(form: &Form, at: IBig, level: usize) -> Self {
        Self { form: form.clone(), at, level, is_point: true }
    }

    /// The start of the step.
    pub(super) fn start() -> Self {
        Self::point(&Form::linear(IBig::ZERO, IBig::ONE), IBig::ZERO, 0)
    }

    /// Whether it is the start of the step.
    pub(super) fn is_start(&self) -> bool {
        self.is_point && self.at.is_zero()
    }

    /// The sign of another form at the root.
    pub(super) fn sign_of(&self, other: &Form) -> Ordering {
        if other.is_zero() {
            return Ordering::Equal;
        }
        let mut here = self.clone();
        let mut halvings = 0;
        while !here.is_point {
            if let Some(sign) = here.local(other).sign_inside() {
                return sign;
            }
            if halvings == PATIENCE && here.shares(other) {
                return Ordering::Equal;
            }
            here.halve();
            halvings += 1;
        }
        let [s, t] = coordinates(&here.at, here.level);
        sign(&other.at(&s, &t))
    }

    /// Another form on the part of the step.
    fn local(&self, other: &Form) -> Form {
        let [s0, t0] = coordinates(&self.at, self.level);
        let [s1, t1] = coordinates(&(&self.at + IBig::ONE), self.level);
        other.on(&[s0, s1], &[t0, t1])
    }

    /// The form at the time `at / 2^level`, times a positive number.
    fn value(&self, at: &IBig, level: usize) -> IBig {
        let [s, t] = coordinates(at, level);
        self.form.at(&s, &t)
    }

    /// Whether another form has the same root.
    fn shares(&self, other: &Form) -> bool {
        let common = self.form.common(&other.inside());
        // A divisor of the form has the root once, or no root here.
        let of = |at: &IBig| {
            let [s, t] = coordinates(at, self.level);
            sign(&common.at(&s, &t))
        };
        of(&self.at) != of(&(&self.at + IBig::ONE))
    }

    fn halve(&mut self) {
        let start = sign(&self.value(&self.at, self.level));
        let middle = (&self.at << 1) + IBig::ONE;
        self.level += 1;
        self.at = match sign(&self.value(&middle, self.level)) {
            Ordering::Equal => {
                self.is_point = true;
                middle
            }
            here if here == start => middle,
            _ => middle - IBig::ONE,
        };
    }

    /// Makes the part of the step `2^-level` long, or less.
    pub(super) fn refine(&mut self, level: usize) {
        let mut leap = 2;
        while !self.is_point && self.level < level {
            if leap > 1 && self.leap(leap.min(level - self.level)) {
                leap = (2 * leap).min(MAX_LEAP);
            } else {
                leap /= 2;
                self.halve();
            }
        }
    }

    /// Tries the one of `2^by` shares of the part where the line between its ends has its root.
    fn leap(&mut self, by: usize) -> bool {
        let [start, end] = [&self.at, &(&self.at + IBig::ONE)].map(|at| self.value(at, self.level));
        let count = 1_u64 << by;
        let cell = ((Form::share(&start, &end) * count as f64) as u64).min(count - 1);
        let level = self.level + by;
        let at = (&self.at << by) + IBig::from(cell);
        let next = &at + IBig::ONE;
        let [before, after] = [&at, &next].map(|at| sign(&self.value(at, level)));
        if before == after {
            return false;
        }
        self.is_point = before == Ordering::Equal || after == Ordering::Equal;
        (self.at, self.level) = (if after == Ordering::Equal { next } else { at }, level);
        true
    }

    /// A time that is not later than the root, nor earlier by more than the length of the part
    /// (for levels up to 53).
    pub(super) fn time(&self) -> f64 {
        let drop = self.level.saturating_sub(53);
        let at = (&self.at >> drop).to_f64().value();
        at * 0.5_f64.powi((self.level - drop) as i32)
    }
}
