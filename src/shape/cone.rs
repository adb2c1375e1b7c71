//! A cone.

use super::cylinder::around_axis;
use super::{NO_VERTEX, Support, SupportMap, usual_factor};
use crate::Vec3;
use crate::error::{Error, check_length};

/// A cone around the z axis, its base at `z = -half_height` and its apex at `z = half_height`;
/// [`Posed`](super::Posed) moves it.
///
/// ```
/// use gapkit::shape::{Cone, Sphere};
///
/// let hat = Cone::new(1.0, 1.5)?;
/// let answer = gapkit::distance(&hat, &Sphere::new([0.0, 0.0, 4.0], 0.5)?);
/// assert!((answer.distance - 2.0).abs() < 1e-15);
/// # Ok::<(), gapkit::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cone {
    radius: f64,
    half_height: f64,
    /// Radius and height brought near one where products with them would lose digits.
    relative: [f64; 2],
}

impl Cone {
    /// The cone with this radius at the base.
    pub fn new(radius: f64, half_height: f64) -> Result<Self, Error> {
        let radius = check_length("cone radius", radius, false)?;
        let half_height = check_length("half height of the cone", half_height, false)?;
        let factor = usual_factor(radius.max(half_height));
        let relative = [radius * factor, 2.0 * (half_height * factor)];
        Ok(Self { radius, half_height, relative })
    }
}

impl SupportMap for Cone {
    /// The apex, a point of the rim, or, straight down, the middle of the base.
    #[inline]
    fn support(&self, direction: &Vec3, origin: &Vec3, _hint: u32) -> Support {
        let rim = around_axis(direction);
        let [radius, height] = self.relative;
        let up = height * direction.z;
        let out = radius * rim.dot(direction);
        let point = if up > out {
            Vec3::new(0.0, 0.0, self.half_height)
        } else {
            Vec3::new(self.radius * rim.x, self.radius * rim.y, -self.half_height)
        };
        Support { point: point - origin, vertex: NO_VERTEX, visited: 1 }
    }

    fn center(&self) -> Vec3 {
        Vec3::new(0.0, 0.0, -0.5 * self.half_height)
    }

    fn extent(&self) -> f64 {
        self.radius.max(1.5 * self.half_height)
    }

    fn bounding_radius(&self) -> f64 {
        self.radius.hypot(0.5 * self.half_height).max(1.5 * self.half_height)
    }
}
