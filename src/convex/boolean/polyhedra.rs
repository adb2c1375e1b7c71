//! Two polyhedra by all axes that can separate them: the baseline "Generic" of the decision sphere
//! search paper.
//!
//! S. Hornus 2017 (doi:10.1016/j.cad.2017.05.009), section 6: all faces as separating planes, for
//! each of which only the vertices of the other body are looked at; then all pairs of an edge of
//! each that are outlines of each other, for each of which one height tells. The cost is that of
//! the product of the numbers of edges.
//!
//! A plane that seems to separate is tested on all vertices of both before it is believed, so the
//! axis is a proof. The normal of a face is off by eps over the sine of its least angle: bodies
//! with faces that are needles may be taken for intersecting while they are farther apart than
//! [`ROUNDING_BOUND`](super::ROUNDING_BOUND) says.

use super::decision::{Axis, Decision};
use crate::Vec3;
use crate::convex::boolean::tolerances::FACET_ROUNDING;
use crate::shape::{Edge, Facets, Plane};

/// Two bodies as seen from the origin of the first.
pub(super) struct Pair<'f> {
    a: &'f Facets,
    b: &'f Facets,
    /// From the origin of A to that of B.
    apart: Vec3,
    /// What a height is off by for a direction whose coordinates sum to 1.
    unit: f64,
}

impl<'f> Pair<'f> {
    pub(super) fn new(a: &'f Facets, b: &'f Facets) -> Self {
        let apart = b.origin - a.origin;
        let size = apart.amax() + a.max_coordinate() + b.max_coordinate();
        Self { a, b, apart, unit: rounding(size) }
    }

    fn is_clear(&self, height: f64, n: &Vec3) -> bool {
        is_clear(height, n, self.unit)
    }

    /// Whether every point of A is lower along `n` than every point of B.
    fn is_proof(&self, n: &Vec3) -> bool {
        let high = highest(&self.a.vertices, n);
        let low = -highest(&self.b.vertices, &-n) + n.dot(&self.apart);
        self.is_clear(low - high, n)
    }

    /// A face of A with all of B above it.
    fn face_of_a(&self, plane_tests: &mut u32) -> Option<Vec3> {
        self.a.planes.iter().find_map(|&Plane { normal: n, foot }| {
            *plane_tests += 1;
            let height = n.dot(&(self.apart - foot)) - highest(&self.b.vertices, &-n);
            (self.is_clear(height, &n) && self.is_proof(&n)).then_some(n)
        })
    }

    /// A face of B with all of A above it; the normal points from A to B.
    fn face_of_b(&self, plane_tests: &mut u32) -> Option<Vec3> {
        self.b.planes.iter().find_map(|&Plane { normal: n, foot }| {
            *plane_tests += 1;
            let height = -n.dot(&(self.apart + foot)) - highest(&self.a.vertices, &-n);
            (self.is_clear(height, &n) && self.is_proof(&-n)).then_some(-n)
        })
    }

    /// A plane along an edge of each that separates.
    fn edges(&self, plane_tests: &mut u32) -> Option<Vec3> {
        for p in &self.a.edges {
            for q in &self.b.edges {
                if !(is_outline(p, &q.along) && is_outline(q, &p.along)) {
                    continue;
                }
                *plane_tests += 1;
                let n = outwards(p, p.along.cross(&q.along));
                let height = n.dot(&(q.foot + self.apart - p.foot));
                if self.is_clear(height, &n) && self.is_proof(&n) {
                    return Some(n);
                }
            }
        }
        None
    }
}

/// What a height is off by in a pair of this size, for a direction whose coordinates sum to 1.
pub(super) fn rounding(size: f64) -> f64 {
    // Products of numbers near the least are off by more than eps.
    (FACET_ROUNDING * f64::EPSILON * size).max(f64::MIN_POSITIVE)
}

/// Whether a height along `n` is more than rounding, of a pair with this [`rounding`].
pub(super) fn is_clear(height: f64, n: &Vec3, unit: f64) -> bool {
    height > unit * (n.x.abs() + n.y.abs() + n.z.abs())
}

/// The greatest height of some points along a direction.
pub(super) fn highest(points: &[Vec3], n: &Vec3) -> f64 {
    points.iter().map(|p| n.dot(p)).fold(f64::NEG_INFINITY, f64::max)
}

/// Whether one of the two faces sees the direction go up and the other sees it go down.
pub(super) fn is_outline(edge: &Edge, along: &Vec3) -> bool {
    edge.normals[0].dot(along) * edge.normals[1].dot(along) <= 0.0
}

/// The normal of a plane through an edge, turned away from the body.
pub(super) fn outwards(edge: &Edge, n: Vec3) -> Vec3 {
    let [one, other] = edge.normals.map(|normal| normal.dot(&n));
    if one + other < 0.0 { -n } else { n }
}

/// The test.
pub(super) fn decide(a: &Facets, b: &Facets) -> Decision {
    let pair = Pair::new(a, b);
    let mut plane_tests = 0;
    let found = pair
        .face_of_a(&mut plane_tests)
        .or_else(|| pair.face_of_b(&mut plane_tests))
        .or_else(|| pair.edges(&mut plane_tests));
    match found {
        Some(n) => Decision::disjoint(Axis::new(n), plane_tests),
        None => Decision::intersecting(plane_tests),
    }
}
