//! An ellipsoid.

use super::{NO_VERTEX, Support, SupportMap};
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
}

impl Ellipsoid {
    /// The ellipsoid with these half axes; one of 0 makes it a disc.
    pub fn new(half_axes: impl Into<Vec3>) -> Result<Self, Error> {
        let half_axes = half_axes.into();
        for &h in &half_axes {
            check_length("half axis of the ellipsoid", h, false)?;
        }
        Ok(Self { half_axes })
    }
}

impl SupportMap for Ellipsoid {
    /// The map to the unit sphere takes the direction `d` to `r d`, so the point is
    /// `r (r d) / |r d|`, component by component.
    #[inline]
    fn support(&self, direction: &Vec3, origin: &Vec3, _hint: u32) -> Support {
        let unit = unit(&self.half_axes.component_mul(direction)).unwrap_or_else(|| {
            let direction = unit(direction).unwrap_or_else(Vec3::x);
            unit(&self.half_axes.component_mul(&direction)).unwrap_or_else(Vec3::zeros)
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

/// The vector scaled to unit length, whatever its size; `None` if it is zero or not finite.
#[inline]
pub(super) fn unit(v: &Vec3) -> Option<Vec3> {
    let square = v.dot(v);
    // Within these bounds the squares of all components that matter are normal numbers.
    if square > 1e-280 && square < 1e280 {
        return Some(v / square.sqrt());
    }
    unit_of_extreme(v)
}

#[cold]
fn unit_of_extreme(v: &Vec3) -> Option<Vec3> {
    let max = v.amax();
    // Divided, not multiplied by the inverse: that of a denormal number is infinite.
    let scaled = v / max;
    (max > 0.0 && scaled.iter().all(|c| c.is_finite())).then(|| scaled / scaled.norm())
}
