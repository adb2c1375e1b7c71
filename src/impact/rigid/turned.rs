//! A body that does not turn, or as it is turned at a time.

use nalgebra::Matrix3;

use super::gap::MAX_VERTICES;
use crate::Vec3;
use crate::shape::SupportMap;

/// So few vertices are gone through here; of more the shape knows the farthest sooner.
const FEW: usize = 4;

/// A body and its rotation.
pub(super) struct Turned<'a, S> {
    pub(super) shape: &'a S,
    /// Its vertices, if they are few.
    few: &'a [[f64; 3]],
    pub(super) turn: Matrix3<f64>,
}

impl<'a, S: SupportMap> Turned<'a, S> {
    /// A body that is turned by a rotation.
    #[inline(always)]
    pub(super) fn new(shape: &'a S, turn: Matrix3<f64>) -> Self {
        let few = shape.points().filter(|points| points.len() <= FEW).unwrap_or(&[]);
        Self { shape, few, turn }
    }

    /// No point of it is farther from the origin of its frame.
    #[inline(always)]
    pub(super) fn reach(&self) -> f64 {
        let points = self.shape.points().filter(|points| points.len() <= MAX_VERTICES);
        let Some(points) = points else {
            return self.shape.center().norm() + self.shape.bounding_radius();
        };
        let squares = points.iter().map(|p| Vec3::from(*p).norm_squared());
        squares.fold(0.0, f64::max).sqrt()
    }

    /// The point that is farthest along a direction, from the origin of its frame.
    #[inline(always)]
    pub(super) fn farthest(&self, n: &Vec3) -> Vec3 {
        let direction = self.turn.tr_mul(n);
        let mut found = (f64::NEG_INFINITY, [0.0; 3]);
        for &point in self.few {
            let height = direction.dot(&Vec3::from(point));
            if height > found.0 {
                found = (height, point);
            }
        }
        let point = match self.few {
            [] => self.shape.support(&direction, &Vec3::zeros(), 0).point,
            _ => Vec3::from(found.1),
        };
        self.turn * point
    }
}
