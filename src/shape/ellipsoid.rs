//! An ellipsoid.

use super::{NO_VERTEX, Support, SupportMap, unit, usual_factor};
use crate::Vec3;
use crate::error::{Error, check_length};

/// An ellipsoid around the origin with its half axes along x, y and z; [`Posed`](super::Posed)
/// moves it. For a round one, [`Sphere`](super::Sphere) is faster and more exact.
///
/// ```
/// use gapkit::shape::{Ellipsoid, Sphere};
///
/// let egg = Ellipsoid::new([1.0, 2.0, 3.0])?;
/// let answer = gapkit::distance(&egg, &Sphere::new([0.0, 0.0, 5.0], 0.0)?);
/// assert!((answer.distance - 2.0).abs() < 1e-15);
/// # Ok::<(), gapkit::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ellipsoid {
    half_axes: Vec3,
    /// The half axes brought near one where products with them would lose digits.
    relative: Vec3,
}

impl Ellipsoid {
    /// The ellipsoid with these half axes; one of 0 makes it a disc.
    pub fn new(half_axes: impl Into<Vec3>) -> Result<Self, Error> {
        let half_axes = half_axes.into();
        for &h in &half_axes {
            check_length("half axis of the ellipsoid", h, false)?;
        }
        let relative = half_axes * usual_factor(half_axes.amax());
        Ok(Self { half_axes, relative })
    }
}

impl SupportMap for Ellipsoid {
    /// The map to the unit sphere takes the direction `d` to `r d`, so the point is
    /// `r (r d) / |r d|`, component by component.
    #[inline]
    fn support(&self, direction: &Vec3, origin: &Vec3, _hint: u32) -> Support {
        let unit = unit(&self.relative.component_mul(direction)).unwrap_or_else(|| {
            let direction = unit(direction).unwrap_or_else(Vec3::x);
            unit(&self.relative.component_mul(&direction)).unwrap_or_else(Vec3::zeros)
        });
        let point = self.half_axes.component_mul(&unit) - origin;
        Support { point, vertex: NO_VERTEX, visited: 1 }
    }

    fn center(&self) -> Vec3 {
        Vec3::zeros()
    }

    fn extent(&self) -> f64 {
        self.half_axes.amax()
    }

    fn bounding_radius(&self) -> f64 {
        self.half_axes.amax()
    }
}
