//! One lane, in plain Rust: what runs in lanes also runs where there are none.

use super::{Numbers, Part, Several};

impl Numbers for f64 {}

impl Several for f64 {
    type Mask = bool;

    const LANES: usize = 1;

    #[inline(always)]
    fn all(x: f64) -> Self {
        x
    }

    #[inline(always)]
    fn load(numbers: &[f64]) -> Self {
        numbers[0]
    }

    #[inline(always)]
    fn store(self, numbers: &mut [f64]) {
        numbers[0] = self;
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        self.sqrt()
    }

    #[inline(always)]
    fn max(self, b: Self) -> Self {
        if self > b { self } else { b }
    }

    #[inline(always)]
    fn min(self, b: Self) -> Self {
        if self < b { self } else { b }
    }

    #[inline(always)]
    fn less(self, b: Self) -> bool {
        self < b
    }

    #[inline(always)]
    fn at_most(self, b: Self) -> bool {
        self <= b
    }

    #[inline(always)]
    fn equals(self, b: Self) -> bool {
        self == b
    }

    #[inline(always)]
    fn select(mask: bool, yes: Self, no: Self) -> Self {
        if mask { yes } else { no }
    }

    #[inline(always)]
    fn mask(bits: u32) -> bool {
        bits & 1 != 0
    }

    #[inline(always)]
    fn bits(mask: bool) -> u32 {
        u32::from(mask)
    }

    #[inline(always)]
    fn apart<P: Part>(part: P) -> P::Output {
        part.run()
    }
}
