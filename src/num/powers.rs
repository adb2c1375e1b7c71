//! Exact scaling by powers of two.

/// The power of two below a positive number, or 2^-1023 for zero and subnormal numbers, and its
/// inverse. Each is a product of two factors, because the inverse of a subnormal number is too
/// large for one.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PowersOfTwo {
    pub(crate) power: [f64; 2],
    pub(crate) inverse: [f64; 2],
}

impl PowersOfTwo {
    /// The powers for a number that is finite and not negative.
    pub(crate) fn of(value: f64) -> Self {
        let exponent = (value.to_bits() >> 52) as i32 - 1023;
        let halves = [exponent / 2, exponent - exponent / 2];
        let power = |exponent: i32| f64::from_bits(((1023 + exponent) as u64) << 52);
        Self { power: halves.map(power), inverse: halves.map(|half| power(-half)) }
    }
}
