//! Signed Volumes as printed, for the reproduction of the paper.
//!
//! M. Montanari, N. Petrinic, E. Barbieri, Improving the GJK algorithm for faster and more
//! reliable distance queries between convex objects, ACM Transactions on Graphics 36(3), 2017,
//! doi:10.1145/3083724, Algorithms 2 to 5.
//!
//! The paper's `s1` is the newest vertex, which is our last. The direction is `v = sum(lambda s)`.
//! What the printed pseudocode has wrong is corrected:
//! - A vertex is discarded whenever `CompareSigns(det, C_j)` is 0, as the text says; the printed
//!   `CompareSigns(det, -C_j)` enters no branch where a cofactor is zero or not a number.
//! - The projection onto an edge is `s2 - (s2.t / t.t) t` (eq. 27 and Algorithm 5 add).
//! - `C_j` of a triangle has the projected origin in place of `s_j` (the indices of Algorithm 4
//!   start with the wrong pair), and its vertex `s1` gets the rest of the weights.
//! - Where only the newest vertex could be discarded, which rounding alone can bring about and for
//!   which nothing is printed, the answer is sought on the old face.

use super::super::simplex::{Simplex, Solution};
use super::SubDistance;
use super::blend::Blend;
use crate::Vec3;

/// Signed Volumes as printed.
#[derive(Debug, Clone, Copy, Default)]
pub struct LiteralSignedVolumes;

impl SubDistance for LiteralSignedVolumes {
    const DIRECTION_IS_NEAREST_POINT: bool = true;

    fn solve(&self, simplex: &Simplex) -> Option<Solution> {
        Some(signed_volumes::<Printed>(simplex).solution())
    }
}

/// How the signed volumes and areas are computed.
pub(super) trait Measures {
    /// `det M` of eq. 23 and its cofactors `C_{4,j}`.
    fn volumes(s: [Vec3; 4]) -> (f64, [f64; 4]);
    /// Twice the signed area of a triangle in a coordinate plane.
    fn area(a: [f64; 2], b: [f64; 2], c: [f64; 2]) -> f64;
}

/// The formulas of the paper.
pub(super) struct Printed;

impl Measures for Printed {
    fn volumes([s1, s2, s3, s4]: [Vec3; 4]) -> (f64, [f64; 4]) {
        let minor = |a: Vec3, b: Vec3, c: Vec3| a.dot(&b.cross(&c));
        let c = [-minor(s2, s3, s4), minor(s1, s3, s4), -minor(s1, s2, s4), minor(s1, s2, s3)];
        (c[0] + c[1] + c[2] + c[3], c)
    }

    fn area(a: [f64; 2], b: [f64; 2], c: [f64; 2]) -> f64 {
        b[0] * c[1] + a[0] * b[1] + c[0] * a[1] - b[0] * a[1] - c[0] * b[1] - a[0] * c[1]
    }
}

/// Eq. 22: whether both are positive or both negative; not so where one is not a number.
pub(super) fn compare_signs(a: f64, b: f64) -> bool {
    (a > 0.0 && b > 0.0) || (a < 0.0 && b < 0.0)
}

/// Algorithm 2.
pub(super) fn signed_volumes<M: Measures>(simplex: &Simplex) -> Blend {
    let s = simplex.slots();
    match simplex.rank() {
        1 => Blend::vertex(s, 0),
        2 => s1d(s, [1, 0]),
        3 => s2d::<M>(s, [2, 1, 0]),
        _ => s3d::<M>(s, |face| s2d::<M>(s, face)),
    }
}

/// Algorithm 3, with Algorithm 4 or another one for the faces.
pub(super) fn s3d<M: Measures>(s: &[Vec3; 4], s2d: impl Fn([usize; 3]) -> Blend) -> Blend {
    let (det, c) = M::volumes([s[3], s[2], s[1], s[0]]);
    let same = c.map(|c| compare_signs(det, c));
    if same == [true; 4] {
        return Blend::on(s, [3, 2, 1, 0], c.map(|c| c / det));
    }
    let faces = [(1, [3, 1, 0]), (2, [3, 2, 0]), (3, [3, 2, 1])];
    let left = faces.into_iter().filter(|&(j, _)| !same[j]);
    left.map(|(_, face)| s2d(face)).reduce(Blend::nearer).unwrap_or_else(|| s2d([2, 1, 0]))
}

/// The projection of the origin onto the plane of a triangle (eq. 25); not a number where there
/// is no plane.
pub(super) fn project_onto_plane(s1: &Vec3, s2: &Vec3, s3: &Vec3) -> Vec3 {
    let n = (s2 - s1).cross(&(s3 - s1));
    n * (s1.dot(&n) / n.norm_squared())
}

/// The coordinate plane on which the triangle has the largest shade, and twice its signed area
/// there.
pub(super) fn widest_plane<M: Measures>(triangle: [Vec3; 3]) -> (f64, [usize; 2]) {
    let mut widest = (0.0_f64, [0, 1]);
    for plane in [[1, 2], [2, 0], [0, 1]] {
        let [a, b, c] = triangle.map(|s| shade(&s, plane));
        let mu = M::area(a, b, c);
        if mu.abs() > widest.0.abs() {
            widest = (mu, plane);
        }
    }
    widest
}

/// The two coordinates of a point in a coordinate plane.
pub(super) fn shade(s: &Vec3, [k, l]: [usize; 2]) -> [f64; 2] {
    [s[k], s[l]]
}

/// Algorithm 4 on the vertices at these positions, the newest first.
fn s2d<M: Measures>(s: &[Vec3; 4], face: [usize; 3]) -> Blend {
    let triangle = face.map(|i| s[i]);
    let [s1, s2, s3] = triangle;
    let p = project_onto_plane(&s1, &s2, &s3);
    let (mu, plane) = widest_plane::<M>(triangle);
    let [a, b, c] = triangle.map(|s| shade(&s, plane));
    let p = shade(&p, plane);
    let (c2, c3) = (M::area(a, p, c), M::area(a, b, p));
    let same = [compare_signs(mu, c2), compare_signs(mu, c3)];
    if same == [true, true] {
        let (lambda2, lambda3) = (c2 / mu, c3 / mu);
        return Blend::on(s, face, [1.0 - lambda2 - lambda3, lambda2, lambda3]);
    }
    let edge = |j: usize| s1d(s, [face[0], face[j]]);
    match same {
        [false, true] => edge(2),
        [true, false] => edge(1),
        _ => edge(2).nearer(edge(1)),
    }
}

/// Algorithm 5 on the vertices at these positions, the newest first.
fn s1d(s: &[Vec3; 4], edge: [usize; 2]) -> Blend {
    let [s1, s2] = edge.map(|i| s[i]);
    let t = s2 - s1;
    let p = s2 - t * (s2.dot(&t) / t.dot(&t));
    let axis = t.iamax();
    let mu = s1[axis] - s2[axis];
    let (c1, c2) = (p[axis] - s2[axis], s1[axis] - p[axis]);
    if compare_signs(mu, c1) && compare_signs(mu, c2) {
        Blend::on(s, edge, [c1 / mu, c2 / mu])
    } else {
        Blend::vertex(s, edge[0])
    }
}
