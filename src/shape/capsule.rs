//! A capsule: a segment with a radius.

use super::{Support, SupportMap};
use crate::Vec3;
use crate::error::{Error, check_length, check_position};
use crate::num::dd::Dd3;

/// A cylinder with round ends. Its core is the segment between its two vertices.
///
/// ```
/// use gapkit::shape::Capsule;
///
/// let a = Capsule::new([-1.0, 0.0, 0.0], [1.0, 0.0, 0.0], 0.5)?;
/// let b = Capsule::new([0.0, -1.0, 2.0], [0.0, 1.0, 2.0], 0.25)?;
/// assert_eq!(gapkit::distance(&a, &b).distance, 1.25);
/// # Ok::<(), gapkit::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Capsule {
    ends: [[f64; 3]; 2],
    radius: f64,
}

impl Capsule {
    /// All points within `radius` of the segment; equal ends make a sphere, radius 0 a segment.
    pub fn new(from: impl Into<Vec3>, to: impl Into<Vec3>, radius: f64) -> Result<Self, Error> {
        let from = check_position("capsule end", from.into())?;
        let to = check_position("capsule end", to.into())?;
        let radius = check_length("capsule radius", radius, false)?;
        Ok(Self { ends: [from.into(), to.into()], radius })
    }
}

impl SupportMap for Capsule {
    #[inline]
    fn support(&self, direction: &Vec3, origin: &Vec3, _hint: u32) -> Support {
        let [from, to] = self.ends.map(Vec3::from);
        let vertex = u32::from(direction.dot(&(to - from)) > 0.0);
        let point = if vertex == 1 { to } else { from } - origin;
        Support { point, vertex, visited: 2 }
    }

    fn center(&self) -> Vec3 {
        (Vec3::from(self.ends[0]) + Vec3::from(self.ends[1])) * 0.5
    }

    fn radius(&self) -> f64 {
        self.radius
    }

    fn extent(&self) -> f64 {
        (Vec3::from(self.ends[1]) - Vec3::from(self.ends[0])).amax()
    }

    fn vertex(&self, index: u32, origin: &Vec3) -> Option<Vec3> {
        self.ends.get(index as usize).map(|p| Vec3::from(*p) - origin)
    }

    fn exact_vertex(&self, index: u32) -> Option<Dd3> {
        self.ends.get(index as usize).map(|p| Dd3::from(*p))
    }

    fn vertex_count(&self) -> usize {
        2
    }

    fn points(&self) -> Option<&[[f64; 3]]> {
        Some(&self.ends)
    }
}
