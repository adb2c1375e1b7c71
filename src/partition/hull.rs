//! The convex hull of a few points, by exact signs.
//!
//! This is the algorithm of C. B. Barber, D. P. Dobkin and H. Huhdanpaa, The Quickhull algorithm
//! for convex hulls, ACM Transactions on Mathematical Software 22(4), 1996,
//! doi:10.1145/235815.235821: every point that is still outside waits at a face that it sees, and
//! the farthest one of a face replaces all that it sees. Which faces those are is decided by an
//! exact sign, so that no facet is merged and no tolerance is needed: a point in the plane of a
//! face does not see it, faces may lie in one plane, but none is flat.

use robust::{Coord, Coord3D, orient2d, orient3d};

use crate::Vec3;

/// Maximum number of times that a facet is split into four before it counts as deep.
const MAX_HALVINGS: usize = 8;

/// A face, counterclockwise as seen from outside.
struct HullFace {
    corners: [u32; 3],
    /// The faces behind the edges from each corner to the next.
    behind: [u32; 3],
    /// The points that wait here; each sees this face.
    waiting: Vec<u32>,
    gone: bool,
}

/// The hull of points.
pub(super) struct Hull {
    /// Its volume; flat hulls have none.
    pub(super) volume: f64,
    /// Outward normals of length one, and how far the faces are along them.
    planes: Vec<(Vec3, f64)>,
}

impl Hull {
    /// The hull of these points, any of which may be inside or occur twice.
    pub(super) fn new(points: &[[f64; 3]]) -> Self {
        let faces = Builder::start(points).map_or_else(Vec::new, Builder::finish);
        let origin = points.first().copied().map_or_else(Vec3::zeros, Vec3::from);
        let at = |i: u32| Vec3::from(points[i as usize]) - origin;
        let (mut six, mut planes) = (0.0, Vec::new());
        for [a, b, c] in faces.iter().map(|corners| corners.map(at)) {
            let normal = (b - a).cross(&(c - a));
            six += a.dot(&normal);
            // Products of very short edges may vanish, though the face is not flat.
            if let Some(normal) = normal.try_normalize(0.0) {
                planes.push((normal, normal.dot(&(a + origin))));
            }
        }
        Self { volume: six / 6.0, planes }
    }

    /// Whether no point of these facets, which are inside, is deeper below the surface than
    /// `limit`. The depth, the smallest distance from a plane, is concave; so on a facet it is at
    /// most the smallest of the bounds that each plane gives at the corners. Facets for which that
    /// says too little are halved.
    pub(super) fn is_near(&self, facets: &[[Vec3; 3]], limit: f64) -> bool {
        facets.iter().all(|&facet| self.is_near_facet(facet, limit, MAX_HALVINGS))
    }

    /// Whether a point is deeper below the surface than `limit`.
    pub(super) fn is_deep(&self, point: &Vec3, limit: f64) -> bool {
        self.planes.iter().all(|(normal, top)| top - normal.dot(point) > limit)
    }

    fn is_near_facet(&self, [a, b, c]: [Vec3; 3], limit: f64, halvings: usize) -> bool {
        let below = |p: &Vec3| self.planes.iter().any(|(n, top)| top - n.dot(p) <= limit);
        let proven =
            |&(n, top): &(Vec3, f64)| top - n.dot(&a).min(n.dot(&b)).min(n.dot(&c)) <= limit;
        if self.planes.iter().any(proven) {
            return true;
        }
        let [d, e, f] = [(b + c) / 2.0, (c + a) / 2.0, (a + b) / 2.0];
        let parts = [[a, f, e], [f, b, d], [e, d, c], [d, e, f]];
        halvings > 0
            && [d, e, f].iter().all(below)
            && parts.into_iter().all(|part| self.is_near_facet(part, limit, halvings - 1))
    }
}

struct Builder<'a> {
    points: &'a [[f64; 3]],
    faces: Vec<HullFace>,
    /// Faces that may have points waiting.
    open: Vec<u32>,
    /// For each point the new face whose first corner it is.
    starting: Vec<u32>,
}

impl<'a> Builder<'a> {
    /// The first four points that are not in one plane; none if all are.
    fn start(points: &'a [[f64; 3]]) -> Option<Self> {
        let all = || 0..points.len() as u32;
        let at = |i: u32| points[i as usize];
        let b = all().find(|&b| at(b) != at(0))?;
        let c = all().find(|&c| !in_line([at(0), at(b), at(c)]))?;
        let d = all().find(|&d| height([at(0), at(b), at(c), at(d)]) != 0.0)?;
        let above = height([at(0), at(b), at(c), at(d)]) > 0.0;
        let [b, c] = if above { [c, b] } else { [b, c] };
        let face = |corners, behind| HullFace { corners, behind, waiting: Vec::new(), gone: false };
        let faces = vec![
            face([0, b, c], [1, 2, 3]),
            face([b, 0, d], [0, 3, 2]),
            face([c, b, d], [0, 1, 3]),
            face([0, c, d], [0, 2, 1]),
        ];
        let starting = vec![0; points.len()];
        let mut builder = Self { points, faces, open: vec![0, 1, 2, 3], starting };
        builder.place(all(), 0);
        Some(builder)
    }

    fn at(&self, i: u32) -> [f64; 3] {
        self.points[i as usize]
    }

    fn height(&self, face: u32, point: u32) -> f64 {
        let [a, b, c] = self.faces[face as usize].corners;
        height([a, b, c, point].map(|i| self.at(i)))
    }

    /// Lets each point wait at the first of the faces from a number on that it sees. What sees none
    /// of them is inside.
    fn place(&mut self, points: impl Iterator<Item = u32>, from: u32) {
        let faces = from..self.faces.len() as u32;
        for point in points {
            if let Some(face) = faces.clone().find(|&face| self.height(face, point) > 0.0) {
                self.faces[face as usize].waiting.push(point);
            }
        }
    }

    /// The faces of the hull.
    fn finish(mut self) -> Vec<[u32; 3]> {
        while let Some(face) = self.open.pop() {
            let HullFace { waiting, gone, .. } = &self.faces[face as usize];
            if !gone && !waiting.is_empty() {
                let farthest = waiting.iter().map(|&point| (self.height(face, point), point));
                let farthest = farthest.max_by(|a, b| a.0.total_cmp(&b.0));
                let (_, point) = farthest.expect("invariant: a point is waiting");
                self.add(face, point);
            }
        }
        self.faces.iter().filter(|face| !face.gone).map(|face| face.corners).collect()
    }

    /// Replaces what a point sees, of which `face` is a part, by faces from that point.
    fn add(&mut self, face: u32, point: u32) {
        let (seen, horizon) = self.seen(face, point);
        let first = self.faces.len() as u32;
        for (number, &([a, b], behind)) in (first..).zip(&horizon) {
            self.starting[a as usize] = number;
            let back = &mut self.faces[behind as usize];
            let edge = back.corners.iter().position(|&corner| corner == b);
            back.behind[edge.expect("invariant: the edge has two faces")] = number;
            let (corners, behind) = ([a, b, point], [behind, 0, 0]);
            self.faces.push(HullFace { corners, behind, waiting: Vec::new(), gone: false });
            self.open.push(number);
        }
        for (number, &([_, b], _)) in (first..).zip(&horizon) {
            let next = self.starting[b as usize];
            self.faces[number as usize].behind[1] = next;
            self.faces[next as usize].behind[2] = number;
        }
        for face in seen {
            let waiting = std::mem::take(&mut self.faces[face as usize].waiting);
            self.place(waiting.into_iter().filter(|&other| other != point), first);
        }
    }

    /// The faces that a point sees, which are gone then, and the edges around them with the faces
    /// behind those.
    fn seen(&mut self, face: u32, point: u32) -> (Vec<u32>, Vec<([u32; 2], u32)>) {
        let (mut seen, mut edges) = (vec![face], Vec::new());
        self.faces[face as usize].gone = true;
        let mut next = 0;
        while next < seen.len() {
            let HullFace { corners, behind, .. } = self.faces[seen[next] as usize];
            for i in 0..3 {
                if self.faces[behind[i] as usize].gone {
                    continue;
                }
                if self.height(behind[i], point) > 0.0 {
                    self.faces[behind[i] as usize].gone = true;
                    seen.push(behind[i]);
                } else {
                    edges.push(([corners[i], corners[(i + 1) % 3]], behind[i]));
                }
            }
            next += 1;
        }
        (seen, edges)
    }
}

/// Positive where `p` is on the side of the triangle `abc` from which it is counterclockwise.
fn height(points: [[f64; 3]; 4]) -> f64 {
    let [a, b, c, p] = points.map(|[x, y, z]| Coord3D { x, y, z });
    -orient3d(a, b, c, p)
}

/// Whether three points are in one line: if they are as seen along each axis.
fn in_line(points: [[f64; 3]; 3]) -> bool {
    [[0, 1], [1, 2], [2, 0]].iter().all(|&[i, j]| {
        let [a, b, c] = points.map(|p| Coord { x: p[i], y: p[j] });
        orient2d(a, b, c) == 0.0
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::partition::random::Random;

    #[test]
    fn a_grid_with_every_point_twice_is_a_cube() {
        let mut points = Vec::new();
        for i in 0..64 {
            let point = [i % 4, i / 4 % 4, i / 16].map(f64::from);
            points.extend([point, point]);
        }
        let hull = Hull::new(&points);
        assert_eq!(hull.volume, 27.0);
        let middle = Vec3::repeat(1.5);
        let facet = [middle, Vec3::zeros(), Vec3::new(3.0, 0.0, 0.0)];
        assert!(hull.is_near(&[facet], 1.5) && !hull.is_near(&[facet], 1.4999));
    }

    #[test]
    fn flat_sets_have_no_volume() {
        let line: Vec<[f64; 3]> =
            (0..5).map(|i| [0.1, 0.3, 0.7].map(|x| x * f64::from(i))).collect();
        let flat: Vec<[f64; 3]> =
            (0..9).map(|i| [f64::from(i % 3), f64::from(i / 3), 2.0]).collect();
        for points in [&[], &line[..1], &line[1..], &flat] {
            assert_eq!(Hull::new(points).volume, 0.0);
        }
    }

    #[test]
    fn no_point_is_outside_and_faces_close_up() {
        let mut random = Random::new(1);
        for count in 4..60 {
            let points: Vec<[f64; 3]> = (0..count).map(|_| [0; 3].map(|_| random.unit())).collect();
            let hull = Hull::new(&points);
            let mut touching = 0;
            for point in points.iter().map(|&p| Vec3::from(p)) {
                let above = hull.planes.iter().map(|(n, top)| n.dot(&point) - top);
                let max = above.fold(f64::NEG_INFINITY, f64::max);
                assert!(max < 1e-12, "{count}");
                touching += usize::from(max > -1e-12);
            }
            // Euler: the number of triangles follows from that of corners, none of them flat.
            assert_eq!(hull.planes.len(), 2 * touching - 4, "{count}");
            assert!(hull.volume > 0.0 && hull.volume < 1.0);
        }
    }
}
