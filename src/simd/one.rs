//! One lane, in plain Rust: what runs in lanes also runs where there are none.

use super::{MOST_WIDE, Numbers, Part, Quad3, Wide};

impl Numbers for f64 {}

impl Wide for f64 {
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
    fn records(numbers: &[Self; 8], records: &mut [[f64; 8]; MOST_WIDE]) {
        records[0] = *numbers;
    }

    #[inline(always)]
    fn points(points: &[&[f64; 4]]) -> Quad3<Self> {
        let [x, y, z, _] = *points[0];
        Quad3 { x, y, z }
    }

    #[inline(always)]
    fn strided(numbers: &[f64], _: usize) -> Quad3<Self> {
        Quad3 { x: numbers[0], y: numbers[1], z: numbers[2] }
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        self.sqrt()
    }

    #[inline(always)]
    fn abs(self) -> Self {
        self.abs()
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
    fn join(self, b: Self) -> Self {
        Self::from_bits(self.to_bits() | b.to_bits())
    }

    #[inline(always)]
    fn moved(self, by: i64) -> Self {
        Self::from_bits(self.to_bits() << by)
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
    fn has_bits(self, bits: u64, b: u64) -> bool {
        self.to_bits() & bits == b
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
