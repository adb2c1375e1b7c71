//! Bytes as decisions and numbers: what is past the end is zero, so that every input means something.

/// Reads what a target needs from the bytes that it is given.
pub(crate) struct Input<'a> {
    bytes: &'a [u8],
}

/// Numbers among which something special happens.
const SPECIAL: [f64; 16] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    2.0,
    1.0 + f64::EPSILON,
    5e-324,
    f64::MIN_POSITIVE,
    1e-160,
    1e-20,
    1e20,
    1e154,
    1e232,
    -1e300,
    f64::MAX,
];

impl<'a> Input<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes }
    }

    /// What was not read yet.
    pub(crate) fn rest(&self) -> &'a [u8] {
        self.bytes
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    pub(crate) fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.bytes.split_first() else { return 0 };
        self.bytes = rest;
        first
    }

    /// A number below `count`.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        usize::from(self.byte()) % count.max(1)
    }

    pub(crate) fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    /// One time in so many.
    pub(crate) fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == times - 1
    }

    fn word(&mut self) -> u64 {
        u64::from_le_bytes(std::array::from_fn(|_| self.byte()))
    }

    /// Any number at all: eight bytes as they are.
    pub(crate) fn raw(&mut self) -> f64 {
        f64::from_bits(self.word())
    }

    /// A number on a grid between -4 and 4, on which degenerate places are common.
    pub(crate) fn grid(&mut self) -> f64 {
        f64::from(self.byte() as i8) / 32.0
    }

    /// A number between -1 and 1 with all its digits.
    pub(crate) fn fraction(&mut self) -> f64 {
        let word = self.word();
        (word >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    /// A number of one of these kinds.
    pub(crate) fn number(&mut self, kind: Kind) -> f64 {
        match kind {
            Kind::Grid => self.grid(),
            Kind::Fraction => self.fraction(),
            Kind::Special => self.pick(&SPECIAL),
            Kind::Raw => self.raw(),
            Kind::Nearly => {
                let (x, ulps) = (self.grid(), i64::from(self.byte() as i8) / 16);
                f64::from_bits(x.to_bits().wrapping_add_signed(ulps))
            }
        }
    }

    pub(crate) fn point(&mut self, kind: Kind) -> [f64; 3] {
        [self.number(kind), self.number(kind), self.number(kind)]
    }

    pub(crate) fn kind(&mut self) -> Kind {
        self.pick(&[Kind::Grid, Kind::Nearly, Kind::Fraction, Kind::Special, Kind::Raw])
    }
}

/// Kinds of numbers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Kind {
    /// Eighths of a few: flush faces and shared corners.
    Grid,
    /// The same, off by some units in the last place.
    Nearly,
    /// All digits, of about unit size.
    Fraction,
    /// The ends of the range, and where arithmetic changes.
    Special,
    /// Any bits.
    Raw,
}
