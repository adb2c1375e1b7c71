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

/// How far the corners of a box may be off those of an exact one, in eps times the largest
/// coordinate: each is the rounded sum of a centre and three rounded products.
const CORNER_ROUNDING: f64 = 16.0;

impl OrientedBox {
    /// The box that has these corners, in any order, up to their rounding; `None` if there is none,
    /// or it is flat. It holds all of them.
    #[must_use]
    pub fn of_corners(corners: &[[f64; 3]; 8]) -> Option<Self> {
        let corners = corners.map(Vec3::from);
        let largest = corners.iter().map(Vec3::amax).fold(0.0, f64::max);
        let rounding = CORNER_ROUNDING * f64::EPSILON * largest;
        let edges = corners.map(|corner| corner - corners[0]);
        // The nearest corner is at the end of an edge, and so is the nearest of those that are square
        // to it; the third edge is square to both.
        let mut axes = [Vec3::zeros(); 3];
        for known in 0..3 {
            let found = &axes[..known];
            let is_square =
                |edge: &&Vec3| found.iter().all(|a| a.dot(edge).abs() <= 4.0 * rounding);
            let long = edges[1..].iter().filter(|edge| edge.norm() > 4.0 * rounding);
            let nearest = long
                .filter(is_square)
                .min_by(|a, b| a.norm_squared().total_cmp(&b.norm_squared()))?;
            axes[known] = nearest.normalize();
        }
        let axes = Matrix3::from_columns(&axes);
        let local = edges.map(|edge| axes.tr_mul(&edge));
        let zero = (Vec3::zeros(), Vec3::zeros());
        let (low, high) = local.iter().fold(zero, |(low, high), p| (low.inf(p), high.sup(p)));
        let is_at = |p: &Vec3, bits: usize| {
            let off = |k: usize| p[k] - if bits >> k & 1 == 1 { high[k] } else { low[k] };
            (0..3).all(|k| off(k).abs() <= 2.0 * rounding)
        };
        let are_all = (0..8).all(|bits| local.iter().any(|p| is_at(p, bits)));
        let half = (high - low) * 0.5 + Vec3::repeat(4.0 * rounding);
        let center = corners[0] + axes * ((high + low) * 0.5);
        are_all.then_some(Self { center, axes, half })
    }
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
