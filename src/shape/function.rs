//! A shape given by a function of the user.

use std::fmt;

use super::{NO_VERTEX, Support, SupportMap};
use crate::Vec3;
use crate::error::{Error, check_position};

/// Range of the largest component of the directions that functions get: far from where squares
/// underflow or overflow.
const MIN_COMPONENT: f64 = f64::from_bits((1023 - 256) << 52);
const MAX_COMPONENT: f64 = f64::from_bits((1023 + 256) << 52);

/// A convex body given by a function that returns its farthest point along a direction.
///
/// The function gets directions that are finite, with the largest number between 2^-256 and 2^256
/// in magnitude, so that neither they nor their squares are zero or overflow. It must return a
/// point of the body, or of its boundary, for each of them. A function that violates this, by
/// points that are not finite or that belong to no convex body, gets
/// [`Outcome::Unproven`](crate::Outcome::Unproven) or a wrong answer, but never a panic
/// or an endless search.
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
        let point = (self.farthest)(&plain(direction));
        Support { point: point - origin, vertex: NO_VERTEX, visited: 1 }
    }

    fn center(&self) -> Vec3 {
        self.center
    }

    fn extent(&self) -> f64 {
        self.extent
    }
}

/// A direction that any function can divide by its length. Searches may ask along zero, where
/// bodies share a point, or along products of very small or large numbers.
#[inline]
fn plain(direction: &Vec3) -> Vec3 {
    let max = direction.amax();
    // NaN takes the other branch.
    let is_plain =
        (MIN_COMPONENT..=MAX_COMPONENT).contains(&max) && direction.iter().all(|x| x.abs() <= max);
    if is_plain { *direction } else { rescaled(direction) }
}

#[cold]
fn rescaled(direction: &Vec3) -> Vec3 {
    let max = direction.iter().fold(0.0, |max: f64, x| max.max(x.abs()));
    if max == 0.0 || !direction.iter().all(|x| x.is_finite()) {
        // Every point of the body is farthest along no direction.
        return Vec3::x();
    }
    // By powers of two, which keep the direction to the last bit where nothing underflows.
    let scaled = direction * if max < MIN_COMPONENT { MAX_COMPONENT } else { MIN_COMPONENT };
    plain(&scaled)
}

impl<F> fmt::Debug for Function<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Function").field("center", &self.center).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_can_be_divided_by_their_length() {
        let numbers = [0.0, -0.0, 1.0, -1e-30, 5e-324, -1e-300, 1e300, f64::MAX];
        let strange = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY];
        let all: Vec<f64> = numbers.into_iter().chain(strange).collect();
        for &x in &all {
            for &y in &all {
                let given = Vec3::new(x, y, 0.0);
                let got = plain(&given);
                let square = got.norm_squared();
                assert!(square > 0.0 && square.is_finite(), "{given:?} {got:?}");
                if given.norm_squared().is_normal() && (1e-30..1e30).contains(&given.amax()) {
                    assert_eq!(got, given);
                }
            }
        }
        // Very small ones keep their direction to the last bit.
        let small = Vec3::new(5e-324, -1.5e-323, 0.0);
        assert_eq!(plain(&small) / plain(&small).x, Vec3::new(1.0, -3.0, 0.0));
    }
}
