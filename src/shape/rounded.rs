//! A shape with a radius around it.

use super::{Support, SupportMap};
use crate::Vec3;
use crate::error::{Error, check_length};
use crate::num::dd::Dd3;

/// All points within a radius of another shape: a plate with thickness, a box with round edges, a
/// contact offset. The radius adds to the one the shape already has.
///
/// ```
/// use gapkit::shape::{Cuboid, Rounded, Sphere};
///
/// let soft = Rounded::new(Cuboid::new([0.0; 3], [1.0; 3])?, 0.5)?;
/// let answer = gapkit::distance(&soft, &Sphere::new([4.0, 5.0, 0.0], 1.0)?);
/// assert_eq!(answer.distance, 3.5);
/// # Ok::<(), gapkit::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rounded<S> {
    shape: S,
    radius: f64,
}

impl<S: SupportMap> Rounded<S> {
    /// The shape with `radius` more around it.
    pub fn new(shape: S, radius: f64) -> Result<Self, Error> {
        Ok(Self { shape, radius: check_length("rounding radius", radius, false)? })
    }

    /// The shape inside.
    #[must_use]
    pub fn shape(&self) -> &S {
        &self.shape
    }
}

impl<S: SupportMap> SupportMap for Rounded<S> {
    #[inline]
    fn support(&self, direction: &Vec3, origin: &Vec3, hint: u32) -> Support {
        self.shape.support(direction, origin, hint)
    }

    fn center(&self) -> Vec3 {
        self.shape.center()
    }

    fn radius(&self) -> f64 {
        self.shape.radius() + self.radius
    }

    fn extent(&self) -> f64 {
        self.shape.extent()
    }

    fn bounding_radius(&self) -> f64 {
        self.shape.bounding_radius() + self.radius
    }

    fn vertex(&self, index: u32, origin: &Vec3) -> Option<Vec3> {
        self.shape.vertex(index, origin)
    }

    fn exact_vertex(&self, index: u32) -> Option<Dd3> {
        self.shape.exact_vertex(index)
    }

    fn vertex_count(&self) -> usize {
        self.shape.vertex_count()
    }

    fn points(&self) -> Option<&[[f64; 3]]> {
        self.shape.points()
    }
}
