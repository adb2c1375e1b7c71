//! An axis, linear or logarithmic, with round numbers at its ticks.

use std::ops::Range;

use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};

use crate::table::number;

/// How an axis is divided, and what is written along it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Axis {
    pub(crate) label: &'static str,
    pub(crate) log: bool,
}

impl Axis {
    pub(crate) fn linear(label: &'static str) -> Self {
        Self { label, log: false }
    }

    pub(crate) fn log(label: &'static str) -> Self {
        Self { label, log: true }
    }

    /// Whether a value has a place on the axis.
    pub(super) fn takes(&self, value: f64) -> bool {
        value.is_finite() && (!self.log || value > 0.0)
    }
}

/// The range of an axis.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scale {
    low: f64,
    high: f64,
    log: bool,
}

impl Scale {
    /// Holds all these values, and zero where the axis is linear.
    pub(super) fn around(axis: &Axis, values: impl Iterator<Item = f64>) -> Self {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values.filter(|&value| axis.takes(value)) {
            (low, high) = (low.min(value), high.max(value));
        }
        if low > high {
            (low, high) = (1.0, 10.0);
        }
        if axis.log {
            let padding = (high / low).max(1.5).powf(0.04);
            return Self { low: low / padding, high: high * padding, log: true };
        }
        let (low, high) = (low.min(0.0), high.max(0.0));
        let padding = 0.05 * (high - low).max(f64::MIN_POSITIVE);
        Self { low: if low < 0.0 { low - padding } else { 0.0 }, high: high + padding, log: false }
    }

    /// Between two values, with nothing beyond.
    pub(super) fn exactly(axis: &Axis, low: f64, high: f64) -> Self {
        Self { low, high, log: axis.log }
    }

    fn place(&self, value: f64) -> f64 {
        if self.log { value.log10() } else { value }
    }

    /// From 0 to 1 along the axis.
    pub(super) fn share(&self, value: f64) -> f64 {
        let (low, high) = (self.place(self.low), self.place(self.high));
        (self.place(value) - low) / (high - low)
    }

    /// Powers of ten, and 2 and 5 times those where they are few.
    fn decades(&self, max_ticks: usize) -> Vec<f64> {
        let (first, last) = (self.low.log10().floor() as i32, self.high.log10().ceil() as i32);
        let count = (last - first) as usize;
        let stride = count.div_ceil(max_ticks.clamp(2, 9)).max(1);
        let factors: &[f64] = if count <= 3 { &[1.0, 2.0, 5.0] } else { &[1.0] };
        (first..=last)
            .filter(|power| power.rem_euclid(stride as i32) == 0)
            .flat_map(|power| factors.iter().map(move |factor| factor * 10f64.powi(power)))
            .filter(|&tick| tick >= 0.999 * self.low && tick <= 1.001 * self.high)
            .collect()
    }

    fn rounds(&self, max_ticks: usize) -> Vec<f64> {
        let raw = (self.high - self.low) / max_ticks.clamp(2, 10) as f64;
        let power = 10f64.powf(raw.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power);
        let step = step.into_iter().find(|&step| step >= raw).unwrap_or(raw);
        let first = (self.low / step).ceil() as i64;
        let last = (self.high / step).floor() as i64;
        (first..=last).map(|i| i as f64 * step).collect()
    }
}

impl Ranged for Scale {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, (from, to): (i32, i32)) -> i32 {
        from + (self.share(*value) * f64::from(to - from)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        // Light lines between the ticks are not drawn.
        let max_ticks = hint.bold_points();
        if self.log { self.decades(max_ticks) } else { self.rounds(max_ticks) }
    }

    fn range(&self) -> Range<f64> {
        self.low..self.high
    }
}

impl ValueFormatter<f64> for Scale {
    fn format_ext(&self, value: &f64) -> String {
        let power = value.log10().round();
        if self.log && !(-2.5..4.5).contains(&power) {
            let factor = (value / 10f64.powf(power)).round();
            return format!("{factor}e{power}");
        }
        let text = number(*value);
        let short = text.trim_end_matches('0').trim_end_matches('.');
        if text.contains('.') { short.to_owned() } else { text }
    }
}
