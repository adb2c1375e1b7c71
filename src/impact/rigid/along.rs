//! How smooth bodies that turn lie at a time, from where they were near before.
//!
//! To know a tiny distance of smooth bodies takes a distance that is exact to the last digits, and
//! a search for it does not use that the bodies all but touch at a known place. A ray against the
//! set of differences (`straight`) along the direction in which they were near tells it as well, in
//! a quarter of the time: by how far one body has to be moved along the direction until they meet,
//! which is an upper bound of the distance, and the plane at which they meet, which keeps them
//! apart now.

use super::straight::Ray;
use super::turned::Turned;
use super::{Lie, Pair};
use crate::Vec3;
use crate::shape::SupportMap;

impl<A: SupportMap, B: SupportMap> Pair<'_, A, B> {
    /// How the bodies lie at a time as seen along a direction; `None` of bodies with vertices or
    /// radii, for which distances are as fast, and where the ray tells nothing.
    pub(super) fn along(&self, time: f64, n: &Vec3) -> Option<Lie> {
        let (a, b) = (&self.a, &self.b);
        let have_vertices = a.vertices.count > 0 && b.vertices.count > 0;
        if have_vertices || a.radius + b.radius > 0.0 {
            return None;
        }
        // From so far that they are apart whatever rounding makes of it.
        let back = 0.5 * self.extent;
        let away = self.between[0] + self.between[1] * time + n * back;
        let bodies =
            (&Turned::new(a.shape, a.rotation(time)), &Turned::new(b.shape, b.rotation(time)));
        let ray = Ray::new(bodies, [away, n * (-2.0 * back)], self.extent);
        let (share, lie) = ray.enter().ok()?;
        let moved = (2.0 * share - 1.0) * back;
        let left = (lie.point_b - lie.point_a).norm();
        Some(Lie { distance: moved + left, point_b: lie.point_b + n * moved, ..lie })
    }
}
