//! A box along the axes.

use nalgebra::Matrix3;

use super::{Support, SupportMap};
use crate::Vec3;
use crate::error::{Error, check_length, check_position};
use crate::num::dd::Dd3;

/// A box with faces along the axes; [`Posed`](super::Posed) turns it.
///
/// Bits 0, 1 and 2 of a vertex index tell whether the vertex is on the positive side in x, y and z.
///
/// ```
/// use gapkit::shape::{Cuboid, Sphere};
///
/// let cube = Cuboid::new([0.0; 3], [1.0; 3])?;
/// let answer = gapkit::distance(&cube, &Sphere::new([0.0, 4.0, 5.0], 1.0)?);
/// assert_eq!(answer.distance, 4.0);
/// # Ok::<(), gapkit::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cuboid {
    vertices: [[f64; 3]; 8],
    center: Vec3,
    half: Vec3,
}

impl Cuboid {
    /// The box that reaches `half_extents` from its centre; those of 0 make it a plate, a bar or a
    /// point.
    pub fn new(center: impl Into<Vec3>, half_extents: impl Into<Vec3>) -> Result<Self, Error> {
        let center = check_position("box centre", center.into())?;
        let half = half_extents.into();
        for &h in &half {
            check_length("half extent of the box", h, false)?;
        }
        let side = |bit: usize, axis: usize| {
            if bit >> axis & 1 == 1 { center[axis] + half[axis] } else { center[axis] - half[axis] }
        };
        let vertices = std::array::from_fn(|i| [side(i, 0), side(i, 1), side(i, 2)]);
        Ok(Self { vertices, center, half })
    }
}

/// A box in any orientation, for tests that are made for boxes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OrientedBox {
    /// The centre.
    pub center: Vec3,
    /// Its axes as the columns of a rotation.
    pub axes: Matrix3<f64>,
    /// How far it reaches from the centre along each axis.
    pub half: Vec3,
}

impl SupportMap for Cuboid {
    #[inline]
    fn support(&self, direction: &Vec3, origin: &Vec3, _hint: u32) -> Support {
        let bit = |axis: usize| usize::from(direction[axis] >= 0.0) << axis;
        let vertex = bit(0) | bit(1) | bit(2);
        let point = Vec3::from(self.vertices[vertex]) - origin;
        Support { point, vertex: vertex as u32, visited: 1 }
    }

    fn center(&self) -> Vec3 {
        self.center
    }

    fn extent(&self) -> f64 {
        self.half.amax()
    }

    fn vertex(&self, index: u32, origin: &Vec3) -> Option<Vec3> {
        self.vertices.get(index as usize).map(|p| Vec3::from(*p) - origin)
    }

    fn exact_vertex(&self, index: u32) -> Option<Dd3> {
        self.vertices.get(index as usize).map(|p| Dd3::from(*p))
    }

    fn vertex_count(&self) -> usize {
        8
    }

    fn points(&self) -> Option<&[[f64; 3]]> {
        Some(&self.vertices)
    }

    fn oriented_box(&self) -> Option<OrientedBox> {
        Some(OrientedBox { center: self.center, axes: Matrix3::identity(), half: self.half })
    }
}
