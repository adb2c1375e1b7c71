//! Divide and conquer: least squares on the whole simplex, else the nearest of its facets.
//!
//! J. Wedekind, A divide-and-conquer implementation of the GJK algorithm, 2018,
//! <https://www.wedesoft.de/simulation/2018/08/20/gjk-algorithm/>: with `H` the edges from one
//! vertex `b`, the weights are `t = -(H^T H)^-1 H^T b`; where some `t` is not positive or their sum
//! not below one, all simplices with one vertex less are tried in the same way.
//!
//! It visits edges up to two and points up to three times, and the normal equations square the
//! condition of the simplex; it relies on no order of the vertices, which makes it an independent
//! check on the others. The inverse is Cramer's; where there is none, the weights are not numbers
//! and fail the test. The direction is `v = sum(lambda s)`.

use super::super::simplex::{Simplex, Solution};
use super::SubDistance;
use super::blend::Blend;
use crate::Vec3;

/// Least squares by divide and conquer.
#[derive(Debug, Clone, Copy, Default)]
pub struct LeastSquares;

impl SubDistance for LeastSquares {
    const DIRECTION_IS_NEAREST_POINT: bool = true;

    fn solve(&self, simplex: &Simplex) -> Option<Solution> {
        let s = simplex.slots();
        let nearest = match simplex.rank() {
            1 => Blend::vertex(s, 0),
            2 => edge(s, [1, 0]),
            3 => triangle(s, [2, 1, 0]),
            _ => tetrahedron(s),
        };
        Some(nearest.solution())
    }
}

fn tetrahedron(s: &[Vec3; 4]) -> Blend {
    let b = s[3];
    let h = [s[2] - b, s[1] - b, s[0] - b];
    let g = |i: usize, j: usize| h[i].dot(&h[j]);
    let rows = [0, 1, 2].map(|i| Vec3::new(g(i, 0), g(i, 1), g(i, 2)));
    let right = Vec3::new(-h[0].dot(&b), -h[1].dot(&b), -h[2].dot(&b));
    let inverse = [rows[1].cross(&rows[2]), rows[2].cross(&rows[0]), rows[0].cross(&rows[1])];
    let det = rows[0].dot(&inverse[0]);
    // The matrix is symmetric, so the rows of its inverse are these vectors.
    let t = inverse.map(|row| row.dot(&right) / det);
    if let Some(found) = inside(s, [3, 2, 1, 0], [t[0], t[1], t[2]]) {
        return found;
    }
    let facets = [[2, 1, 0], [3, 1, 0], [3, 2, 0], [3, 2, 1]];
    let [a, b, c, d] = facets.map(|facet| triangle(s, facet));
    a.nearer(b).nearer(c).nearer(d)
}

fn triangle(s: &[Vec3; 4], at @ [i, j, k]: [usize; 3]) -> Blend {
    let b = s[i];
    let h = [s[j] - b, s[k] - b];
    let (g00, g01, g11) = (h[0].dot(&h[0]), h[0].dot(&h[1]), h[1].dot(&h[1]));
    let right = [-h[0].dot(&b), -h[1].dot(&b)];
    let det = g00 * g11 - g01 * g01;
    let t = [(g11 * right[0] - g01 * right[1]) / det, (g00 * right[1] - g01 * right[0]) / det];
    inside(s, at, t).unwrap_or_else(|| {
        let [a, b, c] = [[j, k], [i, k], [i, j]].map(|facet| edge(s, facet));
        a.nearer(b).nearer(c)
    })
}

fn edge(s: &[Vec3; 4], at @ [i, j]: [usize; 2]) -> Blend {
    let h = s[j] - s[i];
    let t = -h.dot(&s[i]) / h.dot(&h);
    inside(s, at, [t]).unwrap_or_else(|| Blend::vertex(s, j).nearer(Blend::vertex(s, i)))
}

/// The blend with these weights of all vertices but the first, if it lies inside.
fn inside<const N: usize, const T: usize>(
    s: &[Vec3; 4],
    at: [usize; N],
    t: [f64; T],
) -> Option<Blend> {
    let first = 1.0 - t.iter().sum::<f64>();
    let mut lambda = [first; N];
    lambda[N - T..].copy_from_slice(&t);
    lambda.iter().all(|&weight| weight > 0.0).then(|| Blend::on(s, at, lambda))
}
