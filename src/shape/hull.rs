//! The convex hull of points, exactly.
//!
//! C. B. Barber, D. P. Dobkin and H. Huhdanpaa, The quickhull algorithm for convex hulls, ACM
//! Transactions on Mathematical Software 22, 1996, doi:10.1145/235815.235821. Where we deviate, and
//! why: whether a point is outside a face is decided by the exact orientation of `robust`, so no
//! face is ever thick, and points in the plane of a face are not outside it. Such points can become
//! vertices before the corners of their face are known; they are left out in a second pass, so that
//! the vertices are the extreme points and no others.

use robust::{Coord3D, orient3d};

use crate::error::{Error, Reason};
use crate::num::PowersOfTwo;

/// A triangle of the hull, counterclockwise as seen from outside.
#[derive(Debug)]
struct Triangle {
    corners: [u32; 3],
    /// The triangles beyond the edges that begin at each corner.
    beyond: [u32; 3],
    /// Points outside it that are on no other list.
    outside: Vec<u32>,
    is_gone: bool,
}

/// An edge of the border of what a point sees, and the triangle that it does not see there.
struct BorderEdge {
    ends: [u32; 2],
    hidden: u32,
}

/// The hull of the points so far.
struct Growing {
    points: Vec<Coord3D<f64>>,
    triangles: Vec<Triangle>,
}

/// The extreme points of some points, by their numbers, and the triangles of their hull, of the
/// numbers of these.
pub(super) fn hull(points: &[[f64; 3]]) -> Result<(Vec<u32>, Vec<[u32; 3]>), Error> {
    let limit = u32::MAX as usize / 8;
    if points.len() > limit {
        return Err(Reason::TooMany { count: points.len(), limit }.into());
    }
    let all: Vec<u32> = (0..points.len() as u32).collect();
    let extreme = Growing::around(points, &all)?.extreme_points();
    let kept = Growing::around(points, &extreme)?;
    let number = |v: u32| extreme.binary_search(&v).unwrap_or(0) as u32;
    let faces = kept.left().map(|triangle| triangle.corners.map(number)).collect();
    Ok((extreme, faces))
}

impl Growing {
    /// The hull of some of the points, in coordinates that the exact predicate can multiply without
    /// overflow.
    fn around(points: &[[f64; 3]], chosen: &[u32]) -> Result<Self, Error> {
        let max = points.iter().flatten().fold(0.0, |max: f64, c| max.max(c.abs()));
        let [first, second] = PowersOfTwo::of(max).inverse;
        let scaled = |p: &[f64; 3]| {
            let [x, y, z] = p.map(|c| c * first * second);
            Coord3D { x, y, z }
        };
        let points: Vec<_> = points.iter().map(scaled).collect();
        let mut hull = Self { points, triangles: Vec::new() };
        let simplex = hull.simplex(chosen)?;
        hull.start(simplex, chosen);
        let mut next = 0;
        // New triangles come behind all others.
        while next < hull.triangles.len() {
            match hull.farthest(next) {
                Some(point) => hull.add(next as u32, point),
                None => next += 1,
            }
        }
        Ok(hull)
    }

    /// Positive if a point is behind the triangle of three others, exactly.
    fn depth(&self, [a, b, c]: [u32; 3], point: u32) -> f64 {
        let at = |v: u32| self.points[v as usize];
        orient3d(at(a), at(b), at(c), at(point))
    }

    /// Four points that are not in one plane, the first three clockwise as seen from the fourth.
    fn simplex(&self, chosen: &[u32]) -> Result<[u32; 4], Error> {
        let flat = || Error::from(Reason::FlatHull { count: chosen.len() });
        let at = |v: u32| self.points[v as usize];
        let first = *chosen.first().ok_or_else(flat)?;
        let squared = |v: u32| {
            let (p, q) = (at(first), at(v));
            (p.x - q.x).powi(2) + (p.y - q.y).powi(2) + (p.z - q.z).powi(2)
        };
        let by_distance = |v: &&u32, w: &&u32| squared(**v).total_cmp(&squared(**w));
        let second = *chosen.iter().max_by(by_distance).ok_or_else(flat)?;
        let is_off = |v: u32| {
            let [p, q, r] = [at(first), at(second), at(v)];
            let flat2 = |f: fn(Coord3D<f64>) -> [f64; 2]| {
                let [a, b, c] = [p, q, r].map(f).map(|[x, y]| robust::Coord { x, y });
                robust::orient2d(a, b, c) == 0.0
            };
            !(flat2(|c| [c.x, c.y]) && flat2(|c| [c.y, c.z]) && flat2(|c| [c.z, c.x]))
        };
        let third = chosen.iter().copied().find(|&v| is_off(v)).ok_or_else(flat)?;
        let base = [first, second, third];
        let height = |v: u32| self.depth(base, v);
        let by_height = |v: &&u32, w: &&u32| height(**v).abs().total_cmp(&height(**w).abs());
        let fourth = *chosen.iter().max_by(by_height).ok_or_else(flat)?;
        match height(fourth) {
            h if h > 0.0 => Ok([first, second, third, fourth]),
            h if h < 0.0 => Ok([first, third, second, fourth]),
            _ => Err(flat()),
        }
    }

    /// The four triangles of a simplex; all other points go to the lists of those that they are
    /// outside of.
    fn start(&mut self, [a, b, c, d]: [u32; 4], chosen: &[u32]) {
        // The fourth is behind the first triangle.
        let faces = [[a, b, c], [a, d, b], [b, d, c], [c, d, a]];
        let beyond = [[1, 2, 3], [3, 2, 0], [1, 3, 0], [2, 1, 0]];
        for (corners, beyond) in faces.into_iter().zip(beyond) {
            self.triangles.push(Triangle { corners, beyond, outside: Vec::new(), is_gone: false });
        }
        chosen.iter().for_each(|&point| self.sort_in(point, 0));
    }

    /// Puts a point on the list of the first triangle from `first` on that it is outside of.
    fn sort_in(&mut self, point: u32, first: usize) {
        let at = (first..self.triangles.len())
            .find(|&t| self.depth(self.triangles[t].corners, point) < 0.0);
        if let Some(at) = at {
            self.triangles[at].outside.push(point);
        }
    }

    /// The point of a triangle's list that is farthest from it.
    fn farthest(&self, triangle: usize) -> Option<u32> {
        let Triangle { corners, outside, is_gone, .. } = &self.triangles[triangle];
        let depth = |v: u32| self.depth(*corners, v);
        let by_depth = |v: &&u32, w: &&u32| depth(**v).total_cmp(&depth(**w));
        if *is_gone { None } else { outside.iter().min_by(by_depth).copied() }
    }

    /// Makes a point that is outside a triangle a vertex.
    fn add(&mut self, triangle: u32, point: u32) {
        let mut border = Vec::new();
        let mut orphans = Vec::new();
        self.take_away(triangle, point, &mut border, &mut orphans);
        // The border is closed, and each of its vertices begins one edge.
        let first = self.triangles.len();
        border.sort_unstable_by_key(|edge| edge.ends[0]);
        let starting = |v: u32| border.partition_point(|edge| edge.ends[0] < v);
        for (i, BorderEdge { ends: [from, to], hidden }) in border.iter().enumerate() {
            let next = starting(*to) as u32;
            let before = border.iter().position(|edge| edge.ends[1] == *from).unwrap_or(i) as u32;
            let beyond = [*hidden, first as u32 + next, first as u32 + before];
            let corners = [*from, *to, point];
            self.triangles.push(Triangle { corners, beyond, outside: Vec::new(), is_gone: false });
            let other = &mut self.triangles[*hidden as usize];
            let k = other.corners.iter().position(|corner| corner == to).unwrap_or(0);
            other.beyond[k] = (first + i) as u32;
        }
        for orphan in orphans.into_iter().filter(|&orphan| orphan != point) {
            self.sort_in(orphan, first);
        }
    }

    /// Takes away the triangles that a point sees, from one of them on, with their lists.
    fn take_away(
        &mut self,
        triangle: u32,
        point: u32,
        border: &mut Vec<BorderEdge>,
        orphans: &mut Vec<u32>,
    ) {
        let mut left = vec![triangle];
        self.triangles[triangle as usize].is_gone = true;
        while let Some(at) = left.pop() {
            let Triangle { corners, beyond, outside, .. } = &mut self.triangles[at as usize];
            orphans.append(outside);
            let (corners, beyond) = (*corners, *beyond);
            for k in 0..3 {
                let other = beyond[k];
                if self.triangles[other as usize].is_gone {
                    continue;
                }
                if self.depth(self.triangles[other as usize].corners, point) < 0.0 {
                    self.triangles[other as usize].is_gone = true;
                    left.push(other);
                } else {
                    let ends = [corners[k], corners[(k + 1) % 3]];
                    border.push(BorderEdge { ends, hidden: other });
                }
            }
        }
    }

    fn left(&self) -> impl Iterator<Item = &Triangle> {
        self.triangles.iter().filter(|triangle| !triangle.is_gone)
    }

    /// The vertices that are not inside a face or an edge, in order: those where at least three
    /// planes meet.
    fn extreme_points(&self) -> Vec<u32> {
        let mut corners: Vec<(u32, u32)> = Vec::new();
        for (triangle, number) in self.triangles.iter().zip(0..) {
            if !triangle.is_gone {
                corners.extend(triangle.corners.map(|corner| (corner, number)));
            }
        }
        corners.sort_unstable();
        let groups = corners.chunk_by(|one, two| one.0 == two.0);
        groups.filter(|around| self.planes(around) > 2).map(|around| around[0].0).collect()
    }

    /// The number of different planes of the triangles around a vertex, up to three.
    fn planes(&self, around: &[(u32, u32)]) -> usize {
        let mut planes: Vec<u32> = Vec::new();
        for &(_, triangle) in around {
            let corners = self.triangles[triangle as usize].corners;
            let is_in = |plane: &u32| {
                let other = self.triangles[*plane as usize].corners;
                corners.iter().all(|&corner| self.depth(other, corner) == 0.0)
            };
            if planes.len() < 3 && !planes.iter().any(is_in) {
                planes.push(triangle);
            }
        }
        planes.len()
    }
}
