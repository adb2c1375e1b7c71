//! The distance of a point to a tetrahedron, a triangle, a segment or another point.
//!
//! M. Montanari, N. Petrinic, E. Barbieri, Improving the GJK algorithm for faster and more
//! reliable distance queries between convex objects, ACM Transactions on Graphics 36(3), 2017,
//! doi:10.1145/3083724.
//!
//! Where we deviate, and why: nothing is known of the order of the vertices here, so no region is
//! excluded beforehand. Every face whose signed volumes are all positive offers the point that they
//! blend, and the nearest wins. A flat simplex, the signs of which mean nothing, can then do no
//! harm: what it offers is one of its points, and its edges and vertices offer theirs. The weights
//! are refined once on what they leave over, or a thin tetrahedron would miss a point inside it.

use super::super::difference::Frame;
use crate::Vec3;
use crate::convex::tolerances::POINT_ZERO;
use crate::error::{Error, Reason, check_points};

/// The point of a simplex nearest to a given point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PointDistance {
    /// The nearest point of the simplex: `sum(weight * vertex)`.
    pub nearest: Vec3,
    /// Barycentric weights in the order of the vertices: `>= 0`, with sum 1, and zero for the
    /// vertices that do not carry the nearest point.
    pub weights: [f64; 4],
    /// The distance to it; zero if the simplex holds the point.
    pub distance: f64,
}

/// The nearest point of the simplex with these one to four vertices, which may be in any order,
/// repeated, or in one plane or line.
///
/// The distance is right to a few eps times the largest coordinate difference.
///
/// # Errors
/// If there are no vertices or more than four, or if a coordinate is not finite.
///
/// ```
/// use gapkit::Vec3;
/// use gapkit::gjk::nearest_on_simplex;
///
/// let triangle = [Vec3::new(0.0, 0.0, 0.0), Vec3::new(2.0, 0.0, 0.0), Vec3::new(0.0, 2.0, 0.0)];
/// let above = nearest_on_simplex(&Vec3::new(0.5, 0.5, 3.0), &triangle)?;
/// assert_eq!((above.distance, above.nearest), (3.0, Vec3::new(0.5, 0.5, 0.0)));
/// assert_eq!(above.weights, [0.5, 0.25, 0.25, 0.0]);
///
/// let beside = nearest_on_simplex(&Vec3::new(2.0, 2.0, 0.0), &triangle)?;
/// assert_eq!((beside.distance, beside.weights), (2f64.sqrt(), [0.0, 0.5, 0.5, 0.0]));
/// # Ok::<(), gapkit::Error>(())
/// ```
pub fn nearest_on_simplex(point: &Vec3, vertices: &[Vec3]) -> Result<PointDistance, Error> {
    check(point, vertices)?;
    let extent = vertices.iter().fold(0.0, |most: f64, vertex| most.max((vertex - point).amax()));
    let Frame { factor, .. } = Frame::new(*point, extent);
    let mut s = [Vec3::zeros(); 4];
    for (s, vertex) in s.iter_mut().zip(vertices) {
        *s = (vertex - point) * factor;
    }
    let all = (1 << vertices.len()) - 1;
    if let Some(inside) = (all == 0b1111).then(|| Blend::new(&s, all)).flatten()
        && inside.norm <= POINT_ZERO * f64::EPSILON * extent * factor
    {
        return Ok(PointDistance { nearest: *point, weights: inside.lambda, distance: 0.0 });
    }
    // The vertices come before the faces they carry, and of equal ones the first is kept.
    let blends = (1..=all).filter_map(|members| Blend::new(&s, members));
    let best = blends.reduce(|best, other| if other.norm < best.norm { other } else { best });
    let Blend { lambda, norm, last } =
        best.expect("invariant: a single vertex always has its projection");
    let mut nearest = vertices[last];
    for i in (0..vertices.len()).filter(|&i| i != last) {
        nearest += (vertices[i] - vertices[last]) * lambda[i];
    }
    Ok(PointDistance { nearest, weights: lambda, distance: norm / factor })
}

/// The projection of the origin onto a face, where it lies inside.
struct Blend {
    lambda: [f64; 4],
    norm: f64,
    /// The last vertex of the face.
    last: usize,
}

impl Blend {
    /// On the face of the vertices whose bits are set.
    fn new(s: &[Vec3; 4], members: usize) -> Option<Self> {
        let (mut at, mut len) = ([0; 4], 0);
        for i in (0..4).filter(|i| members >> i & 1 == 1) {
            at[len] = i;
            len += 1;
        }
        let last = at[len - 1];
        let mut e = [Vec3::zeros(); 3];
        for i in 0..len - 1 {
            e[i] = s[at[i]] - s[last];
        }
        let (mut weights, mut v) = ([0.0; 3], s[last]);
        for _ in 0..2 {
            let step = weights_to_origin(&e[..len - 1], &v);
            for i in 0..len - 1 {
                weights[i] += step[i];
                v += e[i] * step[i];
            }
        }
        let mut lambda = [0.0; 4];
        lambda[last] = 1.0 - weights[0] - weights[1] - weights[2];
        for i in 0..len - 1 {
            lambda[at[i]] = weights[i];
        }
        // Weights that are not numbers fail here, too: such a face has no projection.
        let inside = at[..len].iter().all(|&i| lambda[i] > 0.0);
        inside.then(|| Self { lambda, norm: v.norm(), last })
    }
}

/// The weights of the edges `e` that lead from `v` to the point of its face nearest to the origin:
/// ratios of signed lengths, areas or volumes.
fn weights_to_origin(e: &[Vec3], v: &Vec3) -> [f64; 3] {
    match *e {
        [] => [0.0; 3],
        [e] => [-e.dot(v) / e.dot(&e), 0.0, 0.0],
        [e0, e1] => {
            let n = e0.cross(&e1);
            let area2 = n.dot(&n);
            [n.dot(&e1.cross(v)) / area2, -n.dot(&e0.cross(v)) / area2, 0.0]
        }
        [e0, e1, e2, ..] => {
            let n = [e1.cross(&e2), e2.cross(&e0), e0.cross(&e1)];
            let volume = e0.dot(&n[0]);
            n.map(|n| -n.dot(v) / volume)
        }
    }
}

fn check(point: &Vec3, vertices: &[Vec3]) -> Result<(), Error> {
    if vertices.len() > 4 {
        return Err(Reason::TooMany { count: vertices.len(), limit: 4 }.into());
    }
    let mut points = [[0.0; 3]; 4];
    for (point, &vertex) in points.iter_mut().zip(vertices) {
        *point = vertex.into();
    }
    check_points("simplex", &points[..vertices.len()])?;
    let names = ["x of the given point", "y of the given point", "z of the given point"];
    for (name, &value) in names.into_iter().zip(point) {
        if check_points(name, &[[value; 3]]).is_err() {
            let limit = "at most 2^1000 in magnitude";
            return Err(Reason::BadParameter { name, value, limit }.into());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inside_a_tetrahedron_the_distance_is_zero() {
        let corners = [Vec3::zeros(), Vec3::x(), Vec3::y(), Vec3::z()];
        let found = nearest_on_simplex(&Vec3::repeat(0.25), &corners).expect("finite");
        assert_eq!((found.distance, found.weights), (0.0, [0.25; 4]));
        assert_eq!(found.nearest, Vec3::repeat(0.25));
    }

    #[test]
    fn coordinates_may_be_huge_or_tiny() {
        for scale in [2f64.powi(-990), 1.0, 2f64.powi(990)] {
            let corners = [Vec3::zeros(), Vec3::x(), Vec3::y(), Vec3::z()].map(|s| s * scale);
            let found = nearest_on_simplex(&(Vec3::repeat(1.0) * scale), &corners).expect("finite");
            let exact = (4.0 / 3.0_f64).sqrt() * scale;
            assert!((found.distance / exact - 1.0).abs() < 4.0 * f64::EPSILON, "{found:?}");
            assert!(found.weights[1..].iter().all(|w| (w * 3.0 - 1.0).abs() < 1e-15));
        }
    }

    #[test]
    fn refused_are_no_vertices_five_and_numbers_that_are_not_finite() {
        let message = |point: Vec3, vertices: &[Vec3]| {
            nearest_on_simplex(&point, vertices).expect_err("refused").to_string()
        };
        assert_eq!(message(Vec3::zeros(), &[]), "simplex has no points");
        assert_eq!(message(Vec3::zeros(), &[Vec3::x(); 5]), "too many points: 5, the limit is 4");
        let broken = [Vec3::x(), Vec3::new(0.0, f64::NAN, 0.0)];
        assert!(message(Vec3::zeros(), &broken).contains("coordinate y of point 1 is NaN"));
        let far = Vec3::new(0.0, 0.0, f64::INFINITY);
        assert!(message(far, &[Vec3::x()]).starts_with("z of the given point is inf"));
    }
}
