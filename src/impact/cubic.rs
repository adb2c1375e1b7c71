//! Roots of a polynomial of degree 3 whose coefficients are known up to rounding.
//!
//! The coefficients are those of Bernstein on the step from 0 to 1. A part of the step has no root
//! if all of them are clearly of one sign, and one root if they clearly change sign once
//! (Descartes' rule). What is not clear is not decided here.

/// A polynomial of degree 3 in Bernstein form, and what each coefficient, and a value computed from
/// them, may be off.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cubic {
    pub(super) coefficients: [f64; 4],
    pub(super) uncertainty: f64,
}

/// A part of the step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Part {
    pub(super) from: f64,
    pub(super) to: f64,
}

/// Nothing can be said in f64.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Unclear;

/// How often a part of the step is split: the uncertainty of the coefficients allows for it.
pub(super) const MAX_SPLITS: u32 = 10;

/// Where a part is split: not in the middle, since roots of degenerate input like to be there.
const SPLIT: f64 = 29.0 / 64.0;

/// Steps of the root search; each at least halves the part or its value.
const MAX_STEPS: usize = 100;

/// How near the ends of the answer are brought at first, and how far they may be apart, in steps
/// of time. With more than 2^-31, answers would not be within `TIME_TOLERANCE`.
const NEAR: f64 = f64::from_bits((1023 - 50) << 52);
const FAR: f64 = f64::from_bits((1023 - 32) << 52);

impl Cubic {
    /// The value at a time; it may be off by twice the uncertainty.
    #[inline(always)]
    pub(super) fn value(&self, t: f64) -> f64 {
        let [a, b, c, d] = self.coefficients;
        let s = 1.0 - t;
        s * s * (s * a + 3.0 * t * b) + t * t * (3.0 * s * c + t * d)
    }

    #[inline(always)]
    fn slope(&self, t: f64) -> f64 {
        let [a, b, c, d] = self.coefficients;
        let s = 1.0 - t;
        3.0 * (s * s * (b - a) + 2.0 * s * t * (c - b) + t * t * (d - c))
    }

    /// Whether there is clearly no root.
    #[inline(always)]
    pub(super) fn has_no_root(&self) -> bool {
        let e = self.uncertainty;
        let [a, b, c, d] = self.coefficients;
        (a > e && b > e && c > e && d > e) || (a < -e && b < -e && c < -e && d < -e)
    }

    /// Whether there is clearly one root, and not at an end.
    #[inline(always)]
    fn has_one_root(&self) -> bool {
        let e = self.uncertainty;
        let [a, b, c, d] = self.coefficients;
        (a > e && d < -e && (b > e || c < -e)) || (a < -e && d > e && (b < -e || c > e))
    }

    /// The two parts of the polynomial (de Casteljau).
    #[inline(always)]
    fn split(&self) -> [Self; 2] {
        let mix = |a: f64, b: f64| a * (1.0 - SPLIT) + b * SPLIT;
        let [a, b, c, d] = self.coefficients;
        let (ab, bc, cd) = (mix(a, b), mix(b, c), mix(c, d));
        let (abc, bcd) = (mix(ab, bc), mix(bc, cd));
        let middle = mix(abc, bcd);
        [[a, ab, abc, middle], [middle, bcd, cd, d]]
            .map(|coefficients| Self { coefficients, ..*self })
    }

    /// Calls `found` with a short part of the step around each root, in order, until it returns an
    /// answer.
    #[inline(always)]
    pub(super) fn search<T>(
        &self,
        mut found: impl FnMut(Part) -> Result<Option<T>, Unclear>,
    ) -> Result<Option<T>, Unclear> {
        // What is still to be looked at, the latest first.
        let mut parts = [(*self, Part { from: 0.0, to: 1.0 }, 0); MAX_SPLITS as usize + 1];
        let mut count = 1;
        while count > 0 {
            count -= 1;
            let (local, part, splits) = parts[count];
            if local.has_no_root() {
                continue;
            }
            if local.has_one_root() {
                if let Some(answer) = found(self.refine(part)?)? {
                    return Ok(Some(answer));
                }
                continue;
            }
            if splits == MAX_SPLITS {
                return Err(Unclear);
            }
            let [first, second] = local.split();
            let middle = part.from + SPLIT * (part.to - part.from);
            parts[count] = (second, Part { from: middle, ..part }, splits + 1);
            parts[count + 1] = (first, Part { to: middle, ..part }, splits + 1);
            count += 2;
        }
        Ok(None)
    }

    /// A short part around the only root in a part, with clear signs at its ends.
    fn refine(&self, part: Part) -> Result<Part, Unclear> {
        let sign = if self.value(part.from) < self.value(part.to) { 1.0 } else { -1.0 };
        let root = self.near_root(part, sign);
        // What the value may be off is what the root may be off, times the slope.
        let slope = self.slope(root) * sign;
        let clear = 2.0 * self.uncertainty;
        let mut by = 2.0 * clear / slope + NEAR;
        // Written so that a slope of zero or less is unclear.
        while by > 0.0 && by <= FAR {
            let near = Part { from: root - by, to: root + by };
            let inside = near.from >= part.from && near.to <= part.to;
            if inside && self.value(near.from) * sign < -clear && self.value(near.to) * sign > clear
            {
                return Ok(near);
            }
            by *= 2.0;
        }
        Err(Unclear)
    }

    /// Newton's method, kept inside a part whose ends have different signs by halving it.
    fn near_root(&self, part: Part, sign: f64) -> f64 {
        let Part { mut from, mut to } = part;
        let mut t = 0.5 * (from + to);
        for _ in 0..MAX_STEPS {
            let value = self.value(t) * sign;
            if value < 0.0 {
                from = t;
            } else {
                to = t;
            }
            let newton = t - value / (self.slope(t) * sign);
            let next = if newton > from && newton < to { newton } else { 0.5 * (from + to) };
            if (next - t).abs() <= NEAR {
                return next;
            }
            t = next;
        }
        t
    }
}
