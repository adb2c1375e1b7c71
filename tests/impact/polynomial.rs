//! Polynomials with rational coefficients: roots by Sturm's theorem, signs at roots by Tarski's.

use std::cmp::Ordering;

use dashu::rational::RBig;

/// Coefficients from the constant one up; the last one is not zero.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Polynomial(Vec<RBig>);

pub(crate) fn sign(x: &RBig) -> i32 {
    match x.cmp(&RBig::ZERO) {
        Ordering::Less => -1,
        Ordering::Equal => 0,
        Ordering::Greater => 1,
    }
}

impl Polynomial {
    pub(crate) fn new(mut coefficients: Vec<RBig>) -> Self {
        while coefficients.last().is_some_and(RBig::is_zero) {
            coefficients.pop();
        }
        Self(coefficients)
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn plus(&self, other: &Self) -> Self {
        let of = |p: &Self, i: usize| p.0.get(i).cloned().unwrap_or(RBig::ZERO);
        let len = self.0.len().max(other.0.len());
        Self::new((0..len).map(|i| of(self, i) + of(other, i)).collect())
    }

    pub(crate) fn scaled(&self, by: i32) -> Self {
        Self::new(self.0.iter().map(|c| c * RBig::from(by)).collect())
    }

    pub(crate) fn minus(&self, other: &Self) -> Self {
        self.plus(&other.scaled(-1))
    }

    pub(crate) fn times(&self, other: &Self) -> Self {
        let mut product = vec![RBig::ZERO; (self.0.len() + other.0.len()).saturating_sub(1)];
        for (i, a) in self.0.iter().enumerate() {
            for (j, b) in other.0.iter().enumerate() {
                product[i + j] += a * b;
            }
        }
        Self::new(product)
    }

    pub(crate) fn at(&self, t: &RBig) -> RBig {
        self.0.iter().rev().fold(RBig::ZERO, |sum, c| sum * t + c)
    }

    fn derivative(&self) -> Self {
        let terms = self.0.iter().enumerate().skip(1);
        Self::new(terms.map(|(i, c)| c * RBig::from(i)).collect())
    }

    fn remainder(&self, by: &Self) -> Self {
        let mut rest = self.clone();
        while rest.0.len() >= by.0.len() {
            let shift = rest.0.len() - by.0.len();
            let factor = rest.0.last().expect("terms") / by.0.last().expect("terms");
            for (i, c) in by.0.iter().enumerate() {
                rest.0[i + shift] -= c * &factor;
            }
            rest = Self::new(rest.0);
        }
        rest
    }

    /// The chain of Sturm for this polynomial and another one in place of its derivative.
    fn chain(&self, second: Self) -> Vec<Self> {
        let mut chain = vec![self.clone(), second];
        while !chain[chain.len() - 1].is_zero() {
            let n = chain.len();
            chain.push(chain[n - 2].remainder(&chain[n - 1]).scaled(-1));
        }
        chain.pop();
        chain
    }

    /// Different roots in `from < t <= to`, where neither the polynomial nor its derivative is zero
    /// at both ends: counted by Sturm's theorem, which holds for repeated roots too.
    fn count(chain: &[Self], from: &RBig, to: &RBig) -> i32 {
        variations(chain, from) - variations(chain, to)
    }

    /// Disjoint parts `from < t <= to` with one root each, in order, of those from 0 to 1.
    pub(crate) fn roots(&self) -> Vec<Root> {
        let chain = self.chain(self.derivative());
        let mut found = Vec::new();
        isolate(&chain, -RBig::ONE, RBig::ONE, &mut found);
        let mut roots: Vec<Root> = found
            .into_iter()
            .map(|(from, to)| Root { polynomial: self.clone(), chain: chain.clone(), from, to })
            .collect();
        roots.retain(|root| !root.is_before(&RBig::ZERO));
        roots
    }
}

fn variations(chain: &[Polynomial], t: &RBig) -> i32 {
    let signs = chain.iter().map(|p| sign(&p.at(t))).filter(|&s| s != 0).collect::<Vec<_>>();
    signs.windows(2).filter(|pair| pair[0] != pair[1]).count() as i32
}

fn isolate(chain: &[Polynomial], from: RBig, to: RBig, found: &mut Vec<(RBig, RBig)>) {
    // An end that is a root is moved a little, since the theorem asks for none there.
    match count_inside(chain, &from, &to) {
        0 => {}
        1 => found.push((from, to)),
        _ => {
            let middle = (&from + &to) / RBig::from(2);
            isolate(chain, from, middle.clone(), found);
            isolate(chain, middle, to, found);
        }
    }
}

/// Roots in `from < t <= to`. For chains that are divided by their last member, zeros at the ends
/// do not matter, so the last member is left out by its sign.
fn count_inside(chain: &[Polynomial], from: &RBig, to: &RBig) -> i32 {
    let last = chain.last().expect("a chain");
    // A repeated root at an end makes all members vanish: step aside, towards the inside for the
    // start and towards the outside for the end.
    let aside = |t: &RBig| {
        let mut t = t.clone();
        let mut by = RBig::ONE / RBig::from(1_u64 << 40);
        while sign(&last.at(&t)) == 0 {
            t += &by;
            by /= RBig::from(1_u64 << 20);
        }
        t
    };
    Polynomial::count(chain, &aside(from), &aside(to))
}

/// A root of a polynomial, the only one in `from < t <= to`.
#[derive(Debug, Clone)]
pub(crate) struct Root {
    polynomial: Polynomial,
    chain: Vec<Polynomial>,
    from: RBig,
    to: RBig,
}

impl Root {
    /// Whether the root is before a time.
    pub(crate) fn is_before(&self, time: &RBig) -> bool {
        if *time <= self.from {
            return false;
        }
        if *time > self.to {
            return true;
        }
        sign(&self.polynomial.at(time)) != 0 && count_inside(&self.chain, &self.from, time) == 1
    }

    /// The sign of another polynomial at the root (A. Tarski): the chain of `f` and `f' g` counts
    /// the roots with `g > 0` less those with `g < 0`.
    pub(crate) fn sign_of(&self, other: &Polynomial) -> i32 {
        if other.is_zero() {
            return 0;
        }
        if sign(&self.polynomial.at(&self.to)) == 0 {
            return sign(&other.at(&self.to));
        }
        let square_free = self.square_free();
        let second = square_free.derivative().times(other);
        let chain = square_free.chain(second);
        // The start may be a root that belongs to the part before.
        let mut from = self.from.clone();
        let mut by = (&self.to - &from) / RBig::from(2);
        while sign(&square_free.at(&from)) == 0 || self.is_before(&from) {
            from = &self.from + &by;
            by /= RBig::from(2);
        }
        Polynomial::count(&chain, &from, &self.to)
    }

    fn square_free(&self) -> Polynomial {
        let common = self.chain.last().expect("a chain");
        let mut quotient = vec![RBig::ZERO; self.polynomial.0.len() - common.0.len() + 1];
        let mut rest = self.polynomial.clone();
        while rest.0.len() >= common.0.len() {
            let shift = rest.0.len() - common.0.len();
            let factor = rest.0.last().expect("terms") / common.0.last().expect("terms");
            for (i, c) in common.0.iter().enumerate() {
                rest.0[i + shift] -= c * &factor;
            }
            quotient[shift] = factor;
            rest = Polynomial::new(rest.0);
        }
        Polynomial::new(quotient)
    }
}

impl Root {
    /// Whether the root is before another one, to 2^-60 of a step.
    pub(crate) fn is_before_root(&self, other: &Self) -> bool {
        self.middle() < other.middle()
    }

    fn middle(&self) -> RBig {
        let (mut from, mut to) = (self.from.clone(), self.to.clone());
        if sign(&self.polynomial.at(&to)) == 0 {
            return to;
        }
        for _ in 0..60 {
            let middle = (&from + &to) / RBig::from(2);
            if sign(&self.polynomial.at(&middle)) == 0 && !self.is_before(&middle) {
                return middle;
            }
            if self.is_before(&middle) { to = middle } else { from = middle }
        }
        from
    }
}
