//! Boxes along the axes.

/// A box along the axes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    /// The least coordinates.
    pub min: [f64; 3],
    /// The largest coordinates.
    pub max: [f64; 3],
}

impl Default for Bounds {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl Bounds {
    /// The box that holds nothing.
    pub const EMPTY: Self = Self { min: [f64::INFINITY; 3], max: [f64::NEG_INFINITY; 3] };

    /// Whether it holds nothing.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.min[0] > self.max[0]
    }

    /// The smallest box around points.
    #[must_use]
    #[inline]
    pub fn around(points: impl IntoIterator<Item = [f64; 3]>) -> Self {
        points.into_iter().fold(Self::EMPTY, |mut bounds, point| {
            for k in 0..3 {
                bounds.min[k] = less(bounds.min[k], point[k]);
                bounds.max[k] = more(bounds.max[k], point[k]);
            }
            bounds
        })
    }

    /// The box with this much added on all sides.
    #[must_use]
    #[inline]
    pub fn grown(&self, by: f64) -> Self {
        Self { min: self.min.map(|x| x - by), max: self.max.map(|x| x + by) }
    }

    /// The smallest box around both.
    #[must_use]
    #[inline]
    pub fn joined(&self, other: &Self) -> Self {
        let k = [0, 1, 2];
        Self {
            min: k.map(|k| less(self.min[k], other.min[k])),
            max: k.map(|k| more(self.max[k], other.max[k])),
        }
    }

    /// The square of the distance of two boxes; 0 if they overlap.
    #[must_use]
    #[inline]
    pub fn distance_squared(&self, other: &Self) -> f64 {
        let mut sum = 0.0;
        for k in 0..3 {
            let gap = more(more(other.min[k] - self.max[k], self.min[k] - other.max[k]), 0.0);
            sum += gap * gap;
        }
        sum
    }

    /// How far two boxes are apart along the axis where that is most, negative if they overlap: a
    /// lower bound of their distance that costs less.
    #[must_use]
    #[inline]
    pub fn gap(&self, other: &Self) -> f64 {
        let along = |k: usize| more(other.min[k] - self.max[k], self.min[k] - other.max[k]);
        more(more(along(0), along(1)), along(2))
    }

    /// Whether two boxes have a point in common.
    #[must_use]
    #[inline]
    pub fn meets(&self, other: &Self) -> bool {
        (0..3).all(|k| self.min[k] <= other.max[k] && other.min[k] <= self.max[k])
    }

    /// Whether a point is in the box.
    #[must_use]
    #[inline]
    pub fn holds(&self, point: [f64; 3]) -> bool {
        (0..3).all(|k| self.min[k] <= point[k] && point[k] <= self.max[k])
    }

    /// The largest of its coordinates; 0 if it is empty.
    #[must_use]
    pub fn magnitude(&self) -> f64 {
        let coordinates = self.min.iter().chain(&self.max).filter(|x| x.is_finite());
        coordinates.fold(0.0, |max, x| x.abs().max(max))
    }

    /// The length of its diagonal; 0 if it is empty.
    #[must_use]
    pub fn diagonal(&self) -> f64 {
        let sum: f64 = (0..3).map(|k| (self.max[k] - self.min[k]).max(0.0).powi(2)).sum();
        sum.sqrt()
    }
}

/// The smaller of two numbers. Unlike [`f64::min`] it need not care about NaN, and is one
/// instruction.
#[inline]
pub(crate) fn less(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

/// The larger of two numbers, likewise.
#[inline]
pub(crate) fn more(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}
