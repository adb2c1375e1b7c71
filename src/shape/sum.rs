//! The Minkowski sum of two shapes.

use super::{NO_VERTEX, Support, SupportMap, length};
use crate::Vec3;
use crate::error::{Error, Reason};
use crate::num::dd::Dd3;

/// All sums of a point of one shape and a point of another: a body with the other swept all around
/// it, the space that a tool takes up while its tip is anywhere in a body.
///
/// Where both have vertices, vertex `i` of the first and `j` of the second are number
/// `i * count + j` of the sum, of `count` vertices of the second; many of those lie inside. With a
/// smooth shape the sum is smooth. Radii add.
///
/// ```
/// use gapkit::shape::{Cuboid, Cylinder, MinkowskiSum, Sphere};
///
/// let slot = MinkowskiSum::new(Cuboid::new([0.0; 3], [2.0, 0.0, 0.0])?, Cylinder::new(0.5, 1.0)?)?;
/// let answer = gapkit::distance(&slot, &Sphere::new([4.0, 0.0, 0.0], 0.5)?);
/// assert!((answer.distance - 1.0).abs() < 1e-15);
/// # Ok::<(), gapkit::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MinkowskiSum<A, B> {
    a: A,
    b: B,
    /// How many vertices `b` has, and both together; 0 if one of them has none.
    count: u32,
    total: u32,
}

impl<A: SupportMap, B: SupportMap> MinkowskiSum<A, B> {
    /// The sum of two shapes.
    ///
    /// # Errors
    /// If there are more than 65,536 pairs of their vertices: searches in double-double arithmetic go
    /// through all of them.
    pub fn new(a: A, b: B) -> Result<Self, Error> {
        let count = a.vertex_count().saturating_mul(b.vertex_count());
        let limit = 1 << 16;
        if count > limit {
            return Err(Reason::TooMany { count, limit }.into());
        }
        let of_b = if count > 0 { b.vertex_count() as u32 } else { 0 };
        Ok(Self { a, b, count: of_b, total: count as u32 })
    }

    /// The vertices of the two shapes that make up one of the sum.
    #[inline(always)]
    fn parts(&self, index: u32) -> Option<[u32; 2]> {
        (index < self.total).then(|| [index / self.count, index % self.count])
    }
}

impl<A: SupportMap, B: SupportMap> SupportMap for MinkowskiSum<A, B> {
    #[inline]
    fn support(&self, direction: &Vec3, origin: &Vec3, hint: u32) -> Support {
        let [hint_a, hint_b] = self.parts(hint).unwrap_or_default();
        let a = self.a.support(direction, origin, hint_a);
        let b = self.b.support(direction, &Vec3::zeros(), hint_b);
        let vertex = if self.total > 0 { a.vertex * self.count + b.vertex } else { NO_VERTEX };
        Support { point: a.point + b.point, vertex, visited: a.visited + b.visited }
    }

    fn center(&self) -> Vec3 {
        self.a.center() + self.b.center()
    }

    fn radius(&self) -> f64 {
        self.a.radius() + self.b.radius()
    }

    fn extent(&self) -> f64 {
        self.a.extent() + self.b.extent()
    }

    fn bounding_radius(&self) -> f64 {
        if self.total == 0 {
            return self.a.bounding_radius() + self.b.bounding_radius();
        }
        let center = self.center();
        let vertices = (0..self.total).filter_map(|i| self.vertex(i, &center));
        vertices.map(|vertex| length(&vertex)).fold(0.0, f64::max) + self.radius()
    }

    fn vertex(&self, index: u32, origin: &Vec3) -> Option<Vec3> {
        let [a, b] = self.parts(index)?;
        Some(self.a.vertex(a, origin)? + self.b.vertex(b, &Vec3::zeros())?)
    }

    fn exact_vertex(&self, index: u32) -> Option<Dd3> {
        let [a, b] = self.parts(index)?;
        Some(self.a.exact_vertex(a)? + self.b.exact_vertex(b)?)
    }

    fn vertex_count(&self) -> usize {
        self.total as usize
    }
}
