//! The simplex of the search: up to four points of the Minkowski difference, newest last.

use crate::Vec3;

/// One to four points of the Minkowski difference A - B.
#[derive(Debug, Clone, Copy)]
pub struct Simplex {
    s: [Vec3; 4],
    len: usize,
    /// +1 or -1, so that `orientation * (s0 - s2) x (s1 - s2)` is the search direction of the
    /// first three points; 0 where that is not known.
    orientation: f64,
}

impl Simplex {
    /// The simplex of these one to four points, newest last.
    ///
    /// # Panics
    /// If there are no points or more than four.
    #[must_use]
    pub fn new(points: &[Vec3]) -> Self {
        assert!((1..=4).contains(&points.len()), "a simplex has 1 to 4 points");
        let mut s = [Vec3::zeros(); 4];
        s[..points.len()].copy_from_slice(points);
        let mut orientation = 0.0;
        if points.len() == 4 {
            let n = (s[0] - s[2]).cross(&(s[1] - s[2]));
            orientation = if n.dot(&s[2]) >= 0.0 { 1.0 } else { -1.0 };
        }
        Self { s, len: points.len(), orientation }
    }

    /// The points, newest last.
    #[inline(always)]
    #[must_use]
    pub fn points(&self) -> &[Vec3] {
        &self.s[..self.len]
    }

    /// The number of points.
    #[inline(always)]
    #[must_use]
    pub fn rank(&self) -> usize {
        self.len
    }

    /// All four slots; those past [`rank`](Self::rank) hold old values.
    #[inline(always)]
    pub(crate) fn slots(&self) -> &[Vec3; 4] {
        &self.s
    }

    #[inline(always)]
    pub(crate) fn orientation(&self) -> f64 {
        self.orientation
    }

    /// The newest point.
    #[inline(always)]
    #[must_use]
    pub fn newest(&self) -> Vec3 {
        self.s[(self.len - 1) & 3]
    }

    /// Adds a point; the simplex must have fewer than four.
    #[inline(always)]
    pub(crate) fn push(&mut self, w: Vec3) {
        self.s[self.len & 3] = w;
        self.len += 1;
    }

    /// Keeps the points that the solution names, in its order.
    #[inline(always)]
    pub(crate) fn compact(&mut self, solution: &Solution) {
        let s = self.s;
        for i in 0..3 {
            self.s[i] = s[(solution.keep[i] & 3) as usize];
        }
        if solution.len == 4 {
            self.s[3] = s[3];
        }
        self.len = solution.len;
        self.orientation = solution.orientation;
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
    /// A positive multiple of the vector from the origin to the nearest point: the face's normal
    /// or the edge's, not the blended point, which loses its direction near contact. Not used when
    /// the simplex holds the origin.
    pub direction: Vec3,
    /// See [`Simplex`]; 0 where the sub-algorithm does not care.
    pub orientation: f64,
    /// Whether the backup procedure was called for.
    pub backup: bool,
}

impl Solution {
    /// The nearest point is the vertex at this position.
    #[inline(always)]
    #[must_use]
    pub fn vertex(position: usize, direction: Vec3) -> Self {
        Self {
            keep: [position as u8, 0, 0, 0],
            len: 1,
            weights: [1.0, 0.0, 0.0, 0.0],
            direction,
            orientation: 0.0,
            backup: false,
        }
    }

    /// The nearest point is on the edge between these positions.
    #[inline(always)]
    #[must_use]
    pub fn edge(keep: [usize; 2], weights: [f64; 2], direction: Vec3) -> Self {
        Self {
            keep: [keep[0] as u8, keep[1] as u8, 0, 0],
            len: 2,
            weights: [weights[0], weights[1], 0.0, 0.0],
            direction,
            orientation: 0.0,
            backup: false,
        }
    }

    /// The nearest point is on the face between these positions.
    #[inline(always)]
    #[must_use]
    pub fn face(keep: [usize; 3], weights: [f64; 3], direction: Vec3, orientation: f64) -> Self {
        Self {
            keep: [keep[0] as u8, keep[1] as u8, keep[2] as u8, 0],
            len: 3,
            weights: [weights[0], weights[1], weights[2], 0.0],
            direction,
            orientation,
            backup: false,
        }
    }

    /// The tetrahedron holds the origin.
    #[inline(always)]
    #[must_use]
    pub fn inside(weights: [f64; 4]) -> Self {
        Self {
            keep: [0, 1, 2, 3],
            len: 4,
            weights,
            direction: Vec3::zeros(),
            orientation: 0.0,
            backup: false,
        }
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
