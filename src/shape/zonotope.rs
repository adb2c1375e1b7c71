//! Zonotopes: sums of segments.

use super::{Support, SupportMap};
use crate::Vec3;
use crate::error::{Error, Reason, check_length, check_position};
use crate::num::dd::Dd3;

/// The points `center + sum(t_k * generator_k)` with all `t_k` from -1 to 1: a point, a segment, a
/// box in any orientation, a rhombic dodecahedron, and as bounding volume closer than a box.
///
/// L. J. Guibas, A. Nguyen, L. Zhang, Zonotopes as bounding volumes, SODA 2003. Its support map
/// costs one product for each generator. Bit `k` of a vertex index tells the sign of generator `k`;
/// some of these points lie inside.
///
/// ```
/// use gapkit::shape::{Sphere, Zonotope};
///
/// let diagonals = [[1.0, 1.0, 1.0], [1.0, 1.0, -1.0], [1.0, -1.0, 1.0], [-1.0, 1.0, 1.0]];
/// let dodecahedron = Zonotope::new([0.0; 3], &diagonals)?;
/// let answer = gapkit::distance(&dodecahedron, &Sphere::new([0.0, 0.0, 6.0], 1.0)?);
/// assert_eq!(answer.distance, 1.0);
/// # Ok::<(), gapkit::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Zonotope {
    center: Vec3,
    generators: Vec<Vec3>,
    max_coordinates: Vec3,
}

impl Zonotope {
    /// The most generators: each one doubles the number of points that can be a vertex.
    pub const MAX_GENERATORS: usize = 16;

    /// The zonotope around `center`; without generators it is a point.
    ///
    /// # Errors
    /// For more than [`MAX_GENERATORS`](Self::MAX_GENERATORS) generators, and where a coordinate of
    /// one, or of the vertices, is not finite or too large.
    pub fn new(center: impl Into<Vec3>, generators: &[[f64; 3]]) -> Result<Self, Error> {
        let center = check_position("centre of the zonotope", center.into())?;
        if generators.len() > Self::MAX_GENERATORS {
            let (name, value) = ("number of generators", generators.len() as f64);
            return Err(Reason::BadParameter { name, value, limit: "<= 16" }.into());
        }
        let generators: Vec<Vec3> = generators
            .iter()
            .map(|&generator| check_position("generator", generator.into()))
            .collect::<Result<_, _>>()?;
        let max_coordinates = generators.iter().fold(Vec3::zeros(), |max, g| max + g.abs());
        for &length in &max_coordinates {
            check_length("sum of the generators", length, false)?;
        }
        Ok(Self { center, generators, max_coordinates })
    }

    /// The sum of all generators with the signs of this index.
    #[inline]
    fn offset(&self, index: usize) -> Vec3 {
        let signed = |(k, g): (usize, &Vec3)| if index >> k & 1 == 1 { *g } else { -g };
        self.generators.iter().enumerate().map(signed).fold(Vec3::zeros(), |sum, g| sum + g)
    }
}

impl SupportMap for Zonotope {
    #[inline]
    fn support(&self, direction: &Vec3, origin: &Vec3, _hint: u32) -> Support {
        let (mut offset, mut vertex) = (Vec3::zeros(), 0);
        for (k, g) in self.generators.iter().enumerate() {
            let up = direction.dot(g) >= 0.0;
            vertex |= u32::from(up) << k;
            offset += if up { *g } else { -g };
        }
        Support { point: (self.center - origin) + offset, vertex, visited: 1 }
    }

    fn center(&self) -> Vec3 {
        self.center
    }

    fn extent(&self) -> f64 {
        self.max_coordinates.amax()
    }

    fn vertex(&self, index: u32, origin: &Vec3) -> Option<Vec3> {
        let index = index as usize;
        (index < self.vertex_count()).then(|| (self.center - origin) + self.offset(index))
    }

    fn exact_vertex(&self, index: u32) -> Option<Dd3> {
        let index = index as usize;
        let signed = |(k, g): (usize, &Vec3)| Dd3::from(if index >> k & 1 == 1 { *g } else { -g });
        let sum = |sum, g| sum + g;
        let all = || self.generators.iter().enumerate().map(signed);
        (index < self.vertex_count()).then(|| all().fold(Dd3::from(self.center), sum))
    }

    fn vertex_count(&self) -> usize {
        1 << self.generators.len()
    }
}
