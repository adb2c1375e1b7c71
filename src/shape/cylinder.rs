//! A cylinder.

use super::{NO_VERTEX, Support, SupportMap, unit};
use crate::Vec3;
use crate::error::{Error, check_length};

/// A cylinder around the z axis with its middle at the origin; [`Posed`](super::Posed) moves it.
///
/// ```
/// use gapkit::shape::{Cylinder, Sphere};
///
/// let drum = Cylinder::new(2.0, 1.0)?;
/// let answer = gapkit::distance(&drum, &Sphere::new([5.0, 0.0, 5.0], 0.0)?);
/// assert!((answer.distance - 5.0).abs() < 1e-15);
/// # Ok::<(), gapkit::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cylinder {
    radius: f64,
    half_height: f64,
}

impl Cylinder {
    /// The cylinder from `z = -half_height` to `z = half_height`; with a half height of 0, a disc.
    pub fn new(radius: f64, half_height: f64) -> Result<Self, Error> {
        let radius = check_length("cylinder radius", radius, false)?;
        let half_height = check_length("half height of the cylinder", half_height, false)?;
        Ok(Self { radius, half_height })
    }
}

impl SupportMap for Cylinder {
    /// A point of a rim. Along the axis it is the middle of the cap, square to the axis the middle
    /// of the side line: where a whole face is farthest, its middle serves the search best.
    #[inline]
    fn support(&self, direction: &Vec3, origin: &Vec3, _hint: u32) -> Support {
        let mut point = around_axis(direction) * self.radius;
        point.z = self.half_height * sign(direction.z);
        Support { point: point - origin, vertex: NO_VERTEX, visited: 1 }
    }

    fn center(&self) -> Vec3 {
        Vec3::zeros()
    }

    fn extent(&self) -> f64 {
        self.radius.max(self.half_height)
    }

    fn bounding_radius(&self) -> f64 {
        self.radius.hypot(self.half_height)
    }
}

/// The unit vector along the part of the direction that is square to the z axis; zero if there is
/// none.
#[inline]
pub(super) fn around_axis(direction: &Vec3) -> Vec3 {
    unit(&Vec3::new(direction.x, direction.y, 0.0)).unwrap_or_else(Vec3::zeros)
}

/// The sign of a number, 0 for zero and what is not a number.
#[inline]
fn sign(number: f64) -> f64 {
    f64::from(i8::from(number > 0.0) - i8::from(number < 0.0))
}
