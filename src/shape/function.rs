//! A shape given by a function of the user.

use std::fmt;

use super::{NO_VERTEX, Support, SupportMap};
use crate::Vec3;
use crate::error::{Error, check_position};

/// A convex body given by a function that returns its farthest point along a direction.
///
/// The function gets directions of any length but zero and must return a point of the body, or of
/// its boundary, for each of them. One that breaks its word, by points that are not finite or that
/// belong to no convex body, gets [`Outcome::IterationLimit`](crate::Outcome::IterationLimit) or a
/// wrong answer, but never a panic or an endless search.
///
/// ```
/// use gapkit::shape::{Function, Sphere};
/// use gapkit::Vec3;
///
/// let octahedron = Function::new([0.0; 3], |d: &Vec3| {
///     let axis = d.iamax();
///     Vec3::ith(axis, d[axis].signum())
/// })?;
/// let answer = gapkit::distance(&octahedron, &Sphere::new([0.0, 3.0, 0.0], 1.0)?);
/// assert_eq!(answer.distance, 1.0);
/// # Ok::<(), gapkit::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Function<F> {
    farthest: F,
    center: Vec3,
    extent: f64,
}

impl<F: Fn(&Vec3) -> Vec3> Function<F> {
    /// The body with this farthest point, and a point in or near it. The function is tried along
    /// the three axes and refused if it returns points that are not finite.
    pub fn new(center: impl Into<Vec3>, farthest: F) -> Result<Self, Error> {
        let center = check_position("centre of the function's body", center.into())?;
        let mut extent: f64 = 0.0;
        for axis in [Vec3::x(), Vec3::y(), Vec3::z()] {
            let point = check_position("coordinate returned by the function", farthest(&axis))?;
            extent = extent.max((point - center).amax());
        }
        Ok(Self { farthest, center, extent })
    }
}

impl<F: Fn(&Vec3) -> Vec3> SupportMap for Function<F> {
    #[inline]
    fn support(&self, direction: &Vec3, origin: &Vec3, _hint: u32) -> Support {
        Support { point: (self.farthest)(direction) - origin, vertex: NO_VERTEX, visited: 1 }
    }

    fn center(&self) -> Vec3 {
        self.center
    }

    fn extent(&self) -> f64 {
        self.extent
    }
}

impl<F> fmt::Debug for Function<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Function").field("center", &self.center).finish_non_exhaustive()
    }
}
