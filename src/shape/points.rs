//! The convex hull of a set of points, searched by a linear scan.

use super::{OrientedBox, Support, SupportMap};
use crate::Vec3;
use crate::error::{Error, check_points};
use crate::num::dd::Dd3;

/// The convex hull of points in the caller's array.
///
/// The points may be in any order, repeated, inside the hull, coplanar, collinear or a single one.
/// Nothing is copied; the coordinates are checked once, here.
#[derive(Debug, Clone, Copy)]
pub struct PointSet<'a> {
    pub(crate) points: &'a [[f64; 3]],
}

impl<'a> PointSet<'a> {
    /// Wraps the points, or says which coordinate is not finite.
    #[inline]
    pub fn new(points: &'a [[f64; 3]]) -> Result<Self, Error> {
        check_points("point set", points)?;
        Ok(Self { points })
    }

    /// Points that were checked before.
    pub(crate) fn checked(points: &'a [[f64; 3]]) -> Self {
        Self { points }
    }
}

/// The mean of points, up to rounding. Each is scaled before it is added, so that the sum of huge
/// coordinates does not overflow.
pub(super) fn mean(points: &[[f64; 3]]) -> Vec3 {
    let share = 1.0 / points.len() as f64;
    points.iter().fold(Vec3::zeros(), |sum, p| sum + Vec3::from(*p) * share)
}

impl SupportMap for PointSet<'_> {
    fn support(&self, direction: &Vec3, origin: &Vec3, _hint: u32) -> Support {
        let (mut best, mut vertex) = (f64::NEG_INFINITY, 0);
        for (i, p) in self.points.iter().enumerate() {
            let along = direction.dot(&(Vec3::from(*p) - origin));
            if along > best {
                (best, vertex) = (along, i);
            }
        }
        let visited = self.points.len() as u32;
        Support { point: Vec3::from(self.points[vertex]) - origin, vertex: vertex as u32, visited }
    }

    fn center(&self) -> Vec3 {
        mean(self.points)
    }

    fn extent(&self) -> f64 {
        let center = self.center();
        self.points.iter().fold(0.0, |max, p| (Vec3::from(*p) - center).amax().max(max))
    }

    fn vertex(&self, index: u32, origin: &Vec3) -> Option<Vec3> {
        self.points.get(index as usize).map(|p| Vec3::from(*p) - origin)
    }

    fn exact_vertex(&self, index: u32) -> Option<Dd3> {
        self.points.get(index as usize).map(|p| Dd3::from(*p))
    }

    fn vertex_count(&self) -> usize {
        self.points.len()
    }

    fn points(&self) -> Option<&[[f64; 3]]> {
        Some(self.points)
    }

    fn oriented_box(&self) -> Option<OrientedBox> {
        OrientedBox::of_corners(self.points.try_into().ok()?)
    }
}
