//! Convex polygons in space, clipped by half-spaces (I. E. Sutherland, G. W. Hodgman, Reentrant
//! polygon clipping, Comm. ACM 17(1), 1974, doi:10.1145/360767.360802), and their moments.

use crate::Vec3;

/// A triangle that is clipped by five planes has eight vertices; the rest is room for rounding.
const MAX_VERTICES: usize = 12;

/// A convex polygon.
#[derive(Debug, Clone, Copy)]
pub(super) struct Polygon {
    vertices: [Vec3; MAX_VERTICES],
    len: usize,
}

impl Polygon {
    pub(super) fn triangle(corners: &[Vec3; 3]) -> Self {
        let mut vertices = [Vec3::zeros(); MAX_VERTICES];
        vertices[..3].copy_from_slice(corners);
        Self { vertices, len: 3 }
    }

    pub(super) fn vertices(&self) -> &[Vec3] {
        &self.vertices[..self.len]
    }

    #[inline]
    fn push(&mut self, vertex: Vec3) {
        if self.len < MAX_VERTICES {
            self.vertices[self.len] = vertex;
            self.len += 1;
        }
    }

    /// Keeps the part where an affine function is not negative. An edge is cut only where its ends
    /// have strictly opposite signs, so that nothing is made of a polygon that is merely touched.
    #[inline]
    pub(super) fn clip(&mut self, side: impl Fn(&Vec3) -> f64) {
        let mut sides = [0.0; MAX_VERTICES];
        let mut is_cut = false;
        for (value, vertex) in sides.iter_mut().zip(self.vertices()) {
            *value = side(vertex);
            is_cut |= *value < 0.0 || value.is_nan();
        }
        if !is_cut {
            return;
        }
        let whole = *self;
        self.len = 0;
        for i in 0..whole.len {
            let next = if i + 1 < whole.len { i + 1 } else { 0 };
            let (p, q) = (whole.vertices[i], whole.vertices[next]);
            let (from, to) = (sides[i], sides[next]);
            if from >= 0.0 {
                self.push(p);
            }
            if from * to < 0.0 {
                self.push(p + (q - p) * (from / (from - to)));
            }
        }
    }

    /// The area as seen along a unit vector, the centroid, and the covariance in two axes across
    /// that vector.
    pub(super) fn moments(&self, normal: &Vec3, [u, v]: [&Vec3; 2]) -> Moments {
        let Some((&origin, others)) = self.vertices().split_first() else {
            return Moments::default();
        };
        let mut area = 0.0;
        // First and second moments about the first vertex, by triangles of a fan.
        let (mut first, mut second) = (Vec3::zeros(), [0.0; 3]);
        for pair in others.windows(2) {
            let [p, q] = [pair[0] - origin, pair[1] - origin];
            let part = 0.5 * normal.dot(&p.cross(&q));
            area += part;
            first += (p + q) * (part / 3.0);
            let sum = p + q;
            for x in [p, q, sum] {
                let (along, across) = (x.dot(u), x.dot(v));
                second[0] += part / 12.0 * along * along;
                second[1] += part / 12.0 * along * across;
                second[2] += part / 12.0 * across * across;
            }
        }
        let mean = first / area;
        let (along, across) = (mean.dot(u), mean.dot(v));
        let covariance = [
            second[0] / area - along * along,
            second[1] / area - along * across,
            second[2] / area - across * across,
        ];
        Moments { area, centroid: origin + mean, covariance }
    }
}

/// Moments of a polygon.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Moments {
    pub(super) area: f64,
    pub(super) centroid: Vec3,
    /// uu, uv, vv.
    pub(super) covariance: [f64; 3],
}

impl Moments {
    /// Three points of equal weight with the centroid and the covariance of the polygon: they
    /// integrate quadratic functions over it exactly. The ellipse they lie on is inscribed in every
    /// convex body, so that they are never outside.
    pub(super) fn points(&self, [u, v]: [&Vec3; 2]) -> [Vec3; 3] {
        let [uu, uv, vv] = self.covariance;
        // The Cholesky factor.
        let first = uu.max(0.0).sqrt();
        let mixed = if first > 0.0 { uv / first } else { 0.0 };
        let second = (vv - mixed * mixed).max(0.0).sqrt();
        let root = std::f64::consts::SQRT_2;
        let half_root_three = 0.5 * 3.0f64.sqrt();
        [[1.0, 0.0], [-0.5, half_root_three], [-0.5, -half_root_three]].map(|[x, y]| {
            self.centroid + u * (root * first * x) + v * (root * (mixed * x + second * y))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AXES: [Vec3; 2] = [Vec3::new(1.0, 0.0, 0.0), Vec3::new(0.0, 1.0, 0.0)];

    fn moments(polygon: &Polygon) -> Moments {
        polygon.moments(&Vec3::z(), AXES.each_ref())
    }

    /// A unit square, by clipping a large triangle.
    fn square() -> Polygon {
        let corners = [[-1.0, -1.0, 0.0], [5.0, -1.0, 0.0], [-1.0, 5.0, 0.0]].map(Vec3::from);
        let mut polygon = Polygon::triangle(&corners);
        polygon.clip(|x| x.x);
        polygon.clip(|x| x.y);
        polygon.clip(|x| 1.0 - x.x);
        polygon.clip(|x| 1.0 - x.y);
        polygon
    }

    #[test]
    fn a_square_has_its_moments() {
        let square = square();
        assert_eq!(square.vertices().len(), 4);
        let Moments { area, centroid, covariance } = moments(&square);
        assert!((area - 1.0).abs() < 1e-15, "{area}");
        assert!((centroid - Vec3::new(0.5, 0.5, 0.0)).norm() < 1e-15, "{centroid}");
        for (found, wanted) in covariance.into_iter().zip([1.0 / 12.0, 0.0, 1.0 / 12.0]) {
            assert!((found - wanted).abs() < 1e-15, "{covariance:?}");
        }
    }

    #[test]
    fn points_integrate_quadratic_functions() {
        let mut polygon = square();
        polygon.clip(|x| 1.3 - x.x - 0.7 * x.y);
        let found = moments(&polygon);
        let points = found.points(AXES.each_ref());
        let mean = |f: &dyn Fn(&Vec3) -> f64| points.iter().map(f).sum::<f64>() / 3.0;
        // By brute force, over a fine grid of the square.
        let cells = 2000;
        let mut sums = [0.0; 6];
        for i in 0..cells * cells {
            let place = |k: usize| (k as f64 + 0.5) / cells as f64;
            let (x, y) = (place(i % cells), place(i / cells));
            if 1.3 - x - 0.7 * y >= 0.0 {
                for (sum, value) in sums.iter_mut().zip([1.0, x, y, x * x, x * y, y * y]) {
                    *sum += value;
                }
            }
        }
        let terms: [&dyn Fn(&Vec3) -> f64; 5] =
            [&|p| p.x, &|p| p.y, &|p| p.x * p.x, &|p| p.x * p.y, &|p| p.y * p.y];
        for (term, sum) in terms.into_iter().zip(&sums[1..]) {
            assert!((mean(term) - sum / sums[0]).abs() < 2e-5);
        }
        assert!((found.area - sums[0] / (cells * cells) as f64).abs() < 2e-5);
    }

    #[test]
    fn points_of_a_triangle_touch_its_edges() {
        let corners = [[0.0, 0.0, 0.0], [3.0, 0.0, 0.0], [1.0, 2.0, 0.0]].map(Vec3::from);
        for point in moments(&Polygon::triangle(&corners)).points(AXES.each_ref()) {
            // The inscribed ellipse of Steiner: on the border or inside.
            let least = (0..3).map(|k| {
                let (p, q) = (corners[k], corners[(k + 1) % 3]);
                (q - p).cross(&(point - p)).z
            });
            assert!(least.fold(f64::INFINITY, f64::min) > -1e-14);
        }
    }

    #[test]
    fn what_is_only_touched_is_gone() {
        let mut polygon = square();
        polygon.clip(|x| -x.x);
        assert!(moments(&polygon).area == 0.0 || polygon.vertices().len() < 3);
        let mut polygon = square();
        polygon.clip(|_| f64::NAN);
        assert!(polygon.vertices().is_empty());
    }
}
