//! The simplex of the search: up to four points of the Minkowski difference, newest last.

use crate::Vec3;

/// One to four points of the Minkowski difference A - B, newest last.
#[derive(Debug, Clone, Copy)]
pub struct Simplex {
    s: [Vec3; 4],
    len: usize,
}

impl Simplex {
    /// The simplex of these points, newest last; `None` unless they are one to four.
    #[inline(always)]
    #[must_use]
    pub fn of(points: &[Vec3]) -> Option<Self> {
        let mut s = [*points.first()?; 4];
        s.get_mut(..points.len())?.copy_from_slice(points);
        Some(Self { s, len: points.len() })
    }

    /// The points, newest last.
    #[inline(always)]
    #[must_use]
    pub fn points(&self) -> &[Vec3] {
        &self.s[..self.len]
    }

    /// All four slots; those past [`rank`](Self::rank) repeat the first point.
    #[inline(always)]
    pub(crate) fn slots(&self) -> &[Vec3; 4] {
        &self.s
    }

    /// The number of points.
    #[inline(always)]
    #[must_use]
    pub fn rank(&self) -> usize {
        self.len
    }
}

/// What a sub-algorithm finds: the smallest face of the simplex that holds its point nearest to
/// the origin.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Solution {
    /// The vertices of that face, as positions in the simplex; the first `len` count. With four
    /// of them the order is that of the simplex.
    pub keep: [u8; 4],
    /// How many vertices the face has; 4 means that the simplex holds the origin.
    pub len: usize,
    /// Barycentric weights of the kept vertices, in the order of `keep`, up to a common positive
    /// factor.
    pub weights: [f64; 4],
    /// A positive multiple of the vector from the origin to the nearest point: at best the face's
    /// normal or the edge's, for the blended point, which the published algorithms take, loses its
    /// direction near contact. Not used when the simplex holds the origin.
    pub direction: Vec3,
    /// Whether the backup procedure was called for.
    pub backup: bool,
}

impl Solution {
    /// The nearest point is the vertex at this position.
    #[inline(always)]
    #[must_use]
    pub fn vertex(position: usize, direction: Vec3) -> Self {
        let weights = [1.0, 0.0, 0.0, 0.0];
        let keep = [position as u8, 0, 0, 0];
        Self { keep, len: 1, weights, direction, backup: false }
    }

    /// The nearest point is on the edge between these positions.
    #[inline(always)]
    #[must_use]
    pub fn edge(keep: [usize; 2], weights: [f64; 2], direction: Vec3) -> Self {
        let weights = [weights[0], weights[1], 0.0, 0.0];
        let keep = [keep[0] as u8, keep[1] as u8, 0, 0];
        Self { keep, len: 2, weights, direction, backup: false }
    }

    /// The nearest point is on the face between these positions.
    #[inline(always)]
    #[must_use]
    pub fn face(keep: [usize; 3], weights: [f64; 3], direction: Vec3) -> Self {
        let weights = [weights[0], weights[1], weights[2], 0.0];
        let keep = [keep[0] as u8, keep[1] as u8, keep[2] as u8, 0];
        Self { keep, len: 3, weights, direction, backup: false }
    }

    /// The tetrahedron holds the origin.
    #[inline(always)]
    #[must_use]
    pub fn inside(weights: [f64; 4]) -> Self {
        let (keep, direction) = ([0, 1, 2, 3], Vec3::zeros());
        Self { keep, len: 4, weights, direction, backup: false }
    }

    /// The weights scaled to the sum of one.
    #[must_use]
    pub fn normalised(&self) -> [f64; 4] {
        let sum: f64 = self.weights[..self.len].iter().sum();
        let mut weights = [0.0; 4];
        for i in 0..self.len {
            weights[i] = self.weights[i] / sum;
        }
        weights
    }
}
