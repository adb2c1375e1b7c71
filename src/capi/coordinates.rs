//! Coordinates in the arrays of the host.

use super::pointer::{present, slice};
use super::status::{Failure, GAPKIT_BAD_ARGUMENT};

/// Coordinates in the arrays of the host.
pub(super) struct Coordinates<'a> {
    axes: [&'a [f64]; 3],
    stride: usize,
    /// The points, where the three coordinates of each are side by side without anything between.
    pub(super) points: Option<&'a [[f64; 3]]>,
}

impl<'a> Coordinates<'a> {
    /// # Safety
    /// Pointers that are not NULL must be valid for reading `count` numbers, `stride` apart.
    pub(super) unsafe fn new(
        [x, y, z]: [*const f64; 3],
        stride: usize,
        count: usize,
    ) -> Result<Self, Failure> {
        let bad = |text: String| Failure::new(GAPKIT_BAD_ARGUMENT, text);
        present("x", x)?;
        if y.is_null() != z.is_null() {
            return Err(bad("only one of `y` and `z` is NULL".into()));
        }
        let min_stride = if y.is_null() { 3 } else { 1 };
        if stride < min_stride {
            return Err(bad(format!("`stride` is {stride}; it must be at least {min_stride}")));
        }
        if count == 0 || u32::try_from(count).is_err() {
            return Err(bad(format!("there are {count} nodes; there must be 1 to 2^32 - 1")));
        }
        let len = (count - 1).checked_mul(stride).and_then(|len| len.checked_add(1));
        let len = len.ok_or_else(|| bad(format!("`stride` is {stride}")))?;
        let (y, z) = if y.is_null() { (x.wrapping_add(1), x.wrapping_add(2)) } else { (y, z) };
        let packed = stride == 3 && y == x.wrapping_add(1) && z == x.wrapping_add(2);
        // SAFETY: the caller's promise; where packed, three numbers are laid out as a point.
        unsafe {
            let axes = [slice("x", x, len)?, slice("y", y, len)?, slice("z", z, len)?];
            let points = packed.then(|| slice("x", x.cast::<[f64; 3]>(), count)).transpose()?;
            Ok(Self { axes, stride, points })
        }
    }

    #[inline]
    pub(super) fn at(&self, node: usize) -> [f64; 3] {
        self.axes.map(|axis| axis[node * self.stride])
    }
}
