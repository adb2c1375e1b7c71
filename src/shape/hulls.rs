//! Many sets of points in one array.

use super::PointSet;
use crate::error::{Error, ErrorKind, check_points};

/// The convex hulls of points that lie one set after the other in the caller's array, as hosts have them that
/// ask for many pairs at once. Nothing is copied; all coordinates are checked once, here.
///
/// ```
/// use gapkit::shape::Hulls;
///
/// let points = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [5.0, 0.0, 0.0]];
/// let hulls = Hulls::new(&points, &[0, 2, 3])?;
/// assert_eq!(hulls.len(), 2);
/// assert_eq!(gapkit::distance(&hulls.get(0), &hulls.get(1)).distance, 4.0);
/// assert!(Hulls::new(&points, &[0, 2, 2, 3]).is_err());
/// # Ok::<(), gapkit::Error>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Hulls<'a> {
    points: &'a [[f64; 3]],
    offsets: &'a [usize],
}

impl<'a> Hulls<'a> {
    /// Set i is made of the points `offsets[i]..offsets[i + 1]`.
    ///
    /// # Errors
    /// Names the coordinate that is not finite, or the set that is empty or not within the array.
    pub fn new(points: &'a [[f64; 3]], offsets: &'a [usize]) -> Result<Self, Error> {
        check_points("array of point sets", points)?;
        let count = points.len();
        for (set, ends) in offsets.windows(2).enumerate() {
            if ends[0] >= ends[1] || ends[1] > count {
                let (from, to) = (ends[0], ends[1]);
                return Err(ErrorKind::Offsets { set, from, to, count }.into());
            }
        }
        Ok(Self { points, offsets })
    }

    /// How many sets there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.offsets.len().saturating_sub(1)
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A set.
    ///
    /// # Panics
    /// If there is no such set.
    #[inline]
    #[must_use]
    pub fn get(&self, set: usize) -> PointSet<'a> {
        PointSet::checked(&self.points[self.offsets[set]..self.offsets[set + 1]])
    }
}
