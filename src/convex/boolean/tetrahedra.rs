//! Two tetrahedra by separating axes: the baseline of the decision sphere search paper.
//!
//! S. Hornus 2017 (doi:10.1016/j.cad.2017.05.009), section 6.1. First the planes of the eight
//! faces, then the vector products of edge pairs, of which only those count whose edges are
//! silhouettes of each other: the heights above the faces, known by then, tell. At most 44 axes.
//!
//! The normal of a face is off by eps over the sine of its least angle, so that thin tetrahedra at
//! gaps below that may be taken for intersecting. Flat ones have no faces to speak of and are
//! refused.

use super::decision::{Axis, Decision};
use crate::Vec3;
use crate::convex::difference::Frame;
use crate::convex::search::beyond;
use crate::convex::tolerances::LOWER_BOUND_ROUNDING;
use crate::error::{Error, Reason};

/// The vertices of each face, opposite to the vertex with its number.
const FACES: [[usize; 3]; 4] = [[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]];

/// The ends of each edge; the two other vertices number the faces it belongs to.
const EDGES: [([usize; 2], [usize; 2]); 6] = [
    ([0, 1], [2, 3]),
    ([0, 2], [1, 3]),
    ([0, 3], [1, 2]),
    ([1, 2], [0, 3]),
    ([1, 3], [0, 2]),
    ([2, 3], [0, 1]),
];

/// A tetrahedron with the outward normals of its faces.
struct Tetrahedron {
    vertices: [Vec3; 4],
    normals: [Vec3; 4],
}

impl Tetrahedron {
    fn new(vertices: [Vec3; 4], which: &'static str) -> Result<Self, Error> {
        let mut normals = [Vec3::zeros(); 4];
        for (f, [i, j, k]) in FACES.into_iter().enumerate() {
            let [p, q, r] = [vertices[i], vertices[j], vertices[k]];
            let normal = (q - p).cross(&(r - p));
            let inwards = normal.dot(&(vertices[f] - p));
            if inwards == 0.0 {
                return Err(Reason::FlatTetrahedron { which }.into());
            }
            normals[f] = if inwards > 0.0 { -normal } else { normal };
        }
        Ok(Self { vertices, normals })
    }

    /// The heights of the other's vertices above each face.
    fn heights(&self, other: &Self) -> [[f64; 4]; 4] {
        std::array::from_fn(|f| {
            let foot = self.vertices[FACES[f][0]];
            other.vertices.map(|p| self.normals[f].dot(&(p - foot)))
        })
    }
}

/// The test.
pub(super) fn decide(a: &[[f64; 3]], b: &[[f64; 3]]) -> Result<Decision, Error> {
    let origin = Vec3::from(a[0]);
    let relative = |p: &[f64; 3]| Vec3::from(*p) - origin;
    let extent = a.iter().chain(b).map(|p| relative(p).amax()).fold(0.0, f64::max);
    let Frame { factor, .. } = Frame::new(origin, extent);
    let vertices = |points: &[[f64; 3]]| std::array::from_fn(|i| relative(&points[i]) * factor);
    let (a, b) = (Tetrahedron::new(vertices(a), "A")?, Tetrahedron::new(vertices(b), "B")?);
    Ok(search(&a, &b, LOWER_BOUND_ROUNDING * f64::EPSILON * extent * factor))
}

fn search(a: &Tetrahedron, b: &Tetrahedron, bound: f64) -> Decision {
    let above_a = a.heights(b);
    if let Some(f) = separating_face(a, &above_a, bound) {
        return Decision::disjoint(Axis::new(a.normals[f]), f as u32 + 1);
    }
    let above_b = b.heights(a);
    if let Some(f) = separating_face(b, &above_b, bound) {
        return Decision::disjoint(Axis::new(-b.normals[f]), f as u32 + 5);
    }
    let mut plane_tests = 8;
    for (ends_a, faces_a) in EDGES {
        for (ends_b, faces_b) in EDGES {
            if !is_silhouette(&above_a, faces_a, ends_b)
                || !is_silhouette(&above_b, faces_b, ends_a)
            {
                continue;
            }
            plane_tests += 1;
            let edge = |t: &Tetrahedron, [i, j]: [usize; 2]| t.vertices[j] - t.vertices[i];
            let n = edge(a, ends_a).cross(&edge(b, ends_b));
            if let Some(n) = oriented(a, b, n, bound) {
                return Decision::disjoint(Axis::new(n), plane_tests);
            }
        }
    }
    Decision::intersecting(plane_tests)
}

/// The face that has all the other's vertices above it.
fn separating_face(t: &Tetrahedron, heights: &[[f64; 4]; 4], bound: f64) -> Option<usize> {
    (0..4).find(|&f| {
        let lowest = heights[f].into_iter().fold(f64::INFINITY, f64::min);
        beyond(lowest, bound, t.normals[f].dot(&t.normals[f]))
    })
}

/// Whether one of the two faces sees the edge go up and the other sees it go down.
fn is_silhouette(heights: &[[f64; 4]; 4], faces: [usize; 2], [i, j]: [usize; 2]) -> bool {
    let climb = |f: usize| heights[f][j] - heights[f][i];
    climb(faces[0]) * climb(faces[1]) <= 0.0
}

/// The normal from A to B, if the plane separates them.
fn oriented(a: &Tetrahedron, b: &Tetrahedron, n: Vec3, bound: f64) -> Option<Vec3> {
    let range = |t: &Tetrahedron| {
        let heights = t.vertices.map(|p| n.dot(&p));
        let low = heights.into_iter().fold(f64::INFINITY, f64::min);
        (low, heights.into_iter().fold(f64::NEG_INFINITY, f64::max))
    };
    let ((low_a, high_a), (low_b, high_b)) = (range(a), range(b));
    let nn = n.dot(&n);
    if beyond(low_b - high_a, bound, nn) {
        return Some(n);
    }
    beyond(low_a - high_b, bound, nn).then_some(-n)
}
