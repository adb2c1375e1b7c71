//! A box and a polyhedron: Greene's test, a baseline of the decision sphere search paper.
//!
//! N. Greene, Detecting intersection of a rectangular solid and a convex polyhedron, in: Graphics
//! Gems IV, Academic Press, 1994, I.7, 74-82. First the box around the polyhedron, then the plane
//! of each face, then in the views along each edge of the box the lines of the outline of the
//! polyhedron. Which edges are the outlines along x, y and z is known beforehand.
//!
//! Where we deviate, and why: boxes may have any orientation (extents and outlines along their axes
//! are then looked for in each query), and a plane that seems to separate is tested on all vertices
//! before it is believed, so that the axis is a proof.

use nalgebra::Matrix3;

use super::decision::{Axis, Decision};
use super::polyhedra::{highest, is_clear, is_outline, outwards, rounding};
use crate::Vec3;
use crate::shape::{Edge, Facets, OrientedBox, Plane};

/// A polyhedron and a box as seen from the origin of the polyhedron.
struct Pair<'f> {
    polyhedron: &'f Facets,
    center: Vec3,
    axes: &'f Matrix3<f64>,
    half: &'f Vec3,
    is_straight: bool,
    /// What a height is off by for a direction whose coordinates sum to 1.
    unit: f64,
}

impl<'f> Pair<'f> {
    fn new(polyhedron: &'f Facets, brick: &'f OrientedBox) -> Self {
        let OrientedBox { center, axes, half } = brick;
        let center = center - polyhedron.origin;
        let size = center.amax() + half.amax() + polyhedron.max_coordinate();
        let is_straight = *axes == Matrix3::identity();
        Self { polyhedron, center, axes, half, is_straight, unit: rounding(size) }
    }

    fn is_clear(&self, height: f64, n: &Vec3) -> bool {
        is_clear(height, n, self.unit)
    }

    /// The height along `n` of the lowest corner of the box.
    fn lowest(&self, n: &Vec3) -> f64 {
        let reach = |k: usize| self.half[k] * n.dot(&self.axes.column(k)).abs();
        n.dot(&self.center) - (reach(0) + reach(1) + reach(2))
    }

    /// Whether every point of the polyhedron is lower along `n` than every point of the box.
    fn is_proof(&self, n: &Vec3) -> bool {
        self.is_clear(self.lowest(n) - highest(&self.polyhedron.vertices, n), n)
    }

    /// A face of the box with all of the polyhedron beyond it.
    fn box_face(&self, plane_tests: &mut u32) -> Option<Vec3> {
        for k in 0..3 {
            for sign in [1.0, -1.0] {
                *plane_tests += 1;
                let n = Vec3::from(self.axes.column(k)) * sign;
                let high = match (self.is_straight, sign > 0.0) {
                    (true, true) => self.polyhedron.high[k],
                    (true, false) => -self.polyhedron.low[k],
                    (false, _) => highest(&self.polyhedron.vertices, &n),
                };
                if self.is_clear(self.lowest(&n) - high, &n) {
                    return Some(n);
                }
            }
        }
        None
    }

    /// A face of the polyhedron with all of the box beyond it.
    fn face(&self, plane_tests: &mut u32) -> Option<Vec3> {
        self.polyhedron.planes.iter().find_map(|&Plane { normal: n, foot }| {
            *plane_tests += 1;
            let is_found = self.is_clear(self.lowest(&n) - n.dot(&foot), &n);
            (is_found && self.is_proof(&n)).then_some(n)
        })
    }

    /// A plane along an edge of the outline and one of the box.
    fn outline(&self, plane_tests: &mut u32) -> Option<Vec3> {
        for k in 0..3 {
            let axis = Vec3::from(self.axes.column(k));
            let is_outline = |edge: &&Edge| match self.is_straight {
                true => edge.outlines >> k & 1 == 1,
                false => is_outline(edge, &axis),
            };
            for edge in self.polyhedron.edges.iter().filter(is_outline) {
                *plane_tests += 1;
                let n = outwards(edge, edge.along.cross(&axis));
                let is_found = self.is_clear(self.lowest(&n) - n.dot(&edge.foot), &n);
                if is_found && self.is_proof(&n) {
                    return Some(n);
                }
            }
        }
        None
    }
}

/// The test; the axis leads from the polyhedron to the box.
pub(super) fn decide(polyhedron: &Facets, brick: &OrientedBox) -> Decision {
    let pair = Pair::new(polyhedron, brick);
    let mut plane_tests = 0;
    let found = pair
        .box_face(&mut plane_tests)
        .or_else(|| pair.face(&mut plane_tests))
        .or_else(|| pair.outline(&mut plane_tests));
    match found {
        Some(n) => Decision::disjoint(Axis::new(n), plane_tests),
        None => Decision::intersecting(plane_tests),
    }
}
