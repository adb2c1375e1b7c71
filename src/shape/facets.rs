//! The faces and edges of a convex polyhedron, for tests that go through all of them.

use std::collections::HashMap;

use robust::{Coord3D, orient3d};

use super::hull::hull;
use super::points::mean;
use crate::Vec3;
use crate::error::Error;
use crate::num::PowersOfTwo;

/// The plane of a face.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Plane {
    /// Outwards; the largest coordinate is 1.
    pub(crate) normal: Vec3,
    /// A vertex of the face.
    pub(crate) foot: Vec3,
}

/// An edge between two faces that are not in one plane.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Edge {
    /// A vertex of the edge.
    pub(crate) foot: Vec3,
    /// Along the edge; the largest coordinate is 1.
    pub(crate) along: Vec3,
    /// The normals of the two faces.
    pub(crate) normals: [Vec3; 2],
    /// Bits 0, 1 and 2: the edge can be seen against the sky along x, y and z.
    pub(crate) outlines: u8,
}

/// The faces and edges of a convex polyhedron.
///
/// Faces are polygons: triangles that lie in one plane, exactly, are one face.
#[derive(Debug, Clone)]
pub struct Facets {
    /// What all points are relative to.
    pub(crate) origin: Vec3,
    pub(crate) vertices: Vec<Vec3>,
    pub(crate) planes: Vec<Plane>,
    pub(crate) edges: Vec<Edge>,
    /// The box along the axes around it.
    pub(crate) low: Vec3,
    pub(crate) high: Vec3,
}

impl Facets {
    /// Those of the hull of points, relative to their mean.
    ///
    /// # Errors
    /// If all points lie in one plane.
    pub(crate) fn of_hull(points: &[[f64; 3]]) -> Result<Self, Error> {
        Self::around(mean(points), points)
    }

    /// Those of the hull of points, relative to this origin.
    fn around(origin: Vec3, points: &[[f64; 3]]) -> Result<Self, Error> {
        let (extreme, triangles) = hull(points)?;
        let corners: Vec<[f64; 3]> = extreme.iter().map(|&v| points[v as usize]).collect();
        let vertices: Vec<Vec3> = corners.iter().map(|p| Vec3::from(*p) - origin).collect();
        let beyond = beyond(&triangles);
        let face_of = faces(&corners, &triangles, &beyond);
        let planes = planes(&vertices, &triangles, &face_of);
        let edges = edges(&vertices, &triangles, &beyond, &face_of, &planes);
        let (low, high) = vertices
            .iter()
            .fold((vertices[0], vertices[0]), |(low, high), p| (low.inf(p), high.sup(p)));
        Ok(Self { origin, vertices, planes, edges, low, high })
    }

    /// Those of the hull of points that are given relative to an origin.
    ///
    /// # Errors
    /// If all points lie in one plane.
    pub(crate) fn of_relative(origin: Vec3, points: &[[f64; 3]]) -> Result<Self, Error> {
        Ok(Self { origin, ..Self::around(Vec3::zeros(), points)? })
    }

    /// How many faces there are.
    #[must_use]
    pub fn face_count(&self) -> usize {
        self.planes.len()
    }

    /// How many edges there are.
    #[must_use]
    pub fn edge_count(&self) -> usize {
        self.edges.len()
    }

    /// The largest coordinate relative to the origin.
    pub(crate) fn max_coordinate(&self) -> f64 {
        self.low.amax().max(self.high.amax())
    }
}

/// The triangle beyond each side of each triangle; the side begins at the corner with its number.
fn beyond(triangles: &[[u32; 3]]) -> Vec<[usize; 3]> {
    let sides = |[a, b, c]: [u32; 3]| [(a, b), (b, c), (c, a)];
    let mut owners = HashMap::new();
    for (t, corners) in triangles.iter().enumerate() {
        owners.extend(sides(*corners).map(|side| (side, t)));
    }
    let other = |(from, to): (u32, u32)| owners.get(&(to, from)).copied().unwrap_or(0);
    triangles.iter().map(|corners| sides(*corners).map(other)).collect()
}

/// The face that each triangle is in, numbered from 0.
fn faces(points: &[[f64; 3]], triangles: &[[u32; 3]], beyond: &[[usize; 3]]) -> Vec<usize> {
    // In coordinates that the exact predicate can multiply without overflow.
    let max = points.iter().flatten().fold(0.0, |max: f64, c| max.max(c.abs()));
    let [first, second] = PowersOfTwo::of(max).inverse;
    let at = |v: u32| {
        let [x, y, z] = points[v as usize].map(|c| c * first * second);
        Coord3D { x, y, z }
    };
    let are_level = |s: usize, t: usize| {
        let [a, b, c] = triangles[s].map(at);
        triangles[t].iter().all(|&v| orient3d(a, b, c, at(v)) == 0.0)
    };
    let none = usize::MAX;
    let mut face_of = vec![none; triangles.len()];
    let mut count = 0;
    for t in 0..triangles.len() {
        if face_of[t] != none {
            continue;
        }
        let mut left = vec![t];
        face_of[t] = count;
        while let Some(at) = left.pop() {
            for &next in &beyond[at] {
                if face_of[next] == none && are_level(t, next) {
                    face_of[next] = count;
                    left.push(next);
                }
            }
        }
        count += 1;
    }
    face_of
}

/// The vector made so long that its largest coordinate is 1; zero stays zero.
fn scaled(v: Vec3) -> Vec3 {
    let amax = v.amax();
    if amax > 0.0 { v / amax } else { v }
}

/// The plane of each face, by its largest triangle.
fn planes(vertices: &[Vec3], triangles: &[[u32; 3]], face_of: &[usize]) -> Vec<Plane> {
    let count = face_of.iter().max().map_or(0, |last| last + 1);
    let size = vertices.iter().map(|p| p.amax()).fold(0.0, f64::max);
    let mut planes = vec![Plane { normal: Vec3::zeros(), foot: Vec3::zeros() }; count];
    for (triangle, &face) in triangles.iter().zip(face_of) {
        let [a, b, c] = triangle.map(|v| vertices[v as usize]);
        let normal = ((b - a) / size).cross(&((c - a) / size));
        if normal.amax() > planes[face].normal.amax() {
            planes[face] = Plane { normal, foot: a };
        }
    }
    for plane in &mut planes {
        plane.normal = scaled(plane.normal);
    }
    planes
}

fn edges(
    vertices: &[Vec3],
    triangles: &[[u32; 3]],
    beyond: &[[usize; 3]],
    face_of: &[usize],
    planes: &[Plane],
) -> Vec<Edge> {
    let mut edges = Vec::new();
    for (t, corners) in triangles.iter().enumerate() {
        for k in 0..3 {
            let other = beyond[t][k];
            // Each edge once.
            if other < t || face_of[other] == face_of[t] {
                continue;
            }
            let [from, to] = [corners[k], corners[(k + 1) % 3]].map(|v| vertices[v as usize]);
            let normals = [t, other].map(|t| planes[face_of[t]].normal);
            let is_outline = |axis: usize| normals[0][axis] * normals[1][axis] <= 0.0;
            let outlines = (0..3).map(|axis| u8::from(is_outline(axis)) << axis).sum();
            edges.push(Edge { foot: from, along: scaled(to - from), normals, outlines });
        }
    }
    edges
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cube_has_six_faces_and_twelve_edges() {
        for scale in [1.0, 1e-200, 1e200] {
            let corner = |i: usize| [i & 1, i >> 1 & 1, i >> 2 & 1].map(|bit| bit as f64 * scale);
            let corners: Vec<[f64; 3]> = (0..8).map(corner).collect();
            let facets = Facets::of_hull(&corners).expect("not flat");
            assert_eq!((facets.face_count(), facets.edge_count()), (6, 12), "{scale}");
            for plane in &facets.planes {
                assert_eq!(plane.normal.amax(), 1.0);
                assert!(facets.vertices.iter().all(|p| plane.normal.dot(&(p - plane.foot)) <= 0.0));
            }
            // Square to each axis are the edges around the outline along it, and those along it
            // bound faces that it lies in.
            assert!(facets.edges.iter().all(|edge| edge.outlines != 0));
        }
    }

    #[test]
    fn euler_counts_faces_and_edges_of_random_hulls() {
        let mut state = 1u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 40) as f64 / f64::from(1u32 << 24) - 0.5
        };
        for count in [4, 5, 9, 30, 200] {
            let points: Vec<[f64; 3]> = (0..count).map(|_| [next(), next(), next()]).collect();
            let facets = Facets::of_hull(&points).expect("not flat");
            assert_eq!(facets.vertices.len() + facets.face_count(), facets.edge_count() + 2);
        }
    }
}
