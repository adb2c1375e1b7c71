//! A sphere: a point with a radius.

use super::{Support, SupportMap};
use crate::Vec3;
use crate::error::{Error, check_length, check_position};
use crate::num::dd::Dd3;

/// A sphere. Its core is its centre, so its distances are as exact as those of a point.
///
/// ```
/// use gapkit::shape::Sphere;
///
/// let (a, b) = (Sphere::new([0.0; 3], 1.0)?, Sphere::new([3.0, 4.0, 0.0], 2.0)?);
/// assert_eq!(gapkit::distance(&a, &b).distance, 2.0);
/// # Ok::<(), gapkit::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sphere {
    center: [[f64; 3]; 1],
    radius: f64,
}

impl Sphere {
    /// The sphere around `center`; with radius 0, a point.
    pub fn new(center: impl Into<Vec3>, radius: f64) -> Result<Self, Error> {
        let center = check_position("sphere centre", center.into())?;
        let radius = check_length("sphere radius", radius, false)?;
        Ok(Self { center: [center.into()], radius })
    }
}

impl SupportMap for Sphere {
    #[inline]
    fn support(&self, _direction: &Vec3, origin: &Vec3, _hint: u32) -> Support {
        Support { point: self.center() - origin, vertex: 0, visited: 1 }
    }

    #[inline]
    fn center(&self) -> Vec3 {
        self.center[0].into()
    }

    #[inline]
    fn radius(&self) -> f64 {
        self.radius
    }

    fn extent(&self) -> f64 {
        0.0
    }

    fn vertex(&self, index: u32, origin: &Vec3) -> Option<Vec3> {
        self.center.get(index as usize).map(|p| Vec3::from(*p) - origin)
    }

    fn exact_vertex(&self, index: u32) -> Option<Dd3> {
        self.center.get(index as usize).map(|p| Dd3::from(*p))
    }

    fn vertex_count(&self) -> usize {
        1
    }

    fn points(&self) -> Option<&[[f64; 3]]> {
        Some(&self.center)
    }

    #[inline]
    fn as_sphere(&self) -> Option<&Sphere> {
        Some(self)
    }
}
