//! The checks on a closed triangle surface, and its vertex adjacency.
//!
//! A closed surface bounds a convex body if and only if every face is turned away from one inner
//! point, the faces wrap around that point once, and no edge is reflex: the first two make it
//! star-shaped, the third then makes it convex (after K. Mehlhorn et al., Checking geometric
//! programs or verification of geometric structures, Computational Geometry 12, 1999, 85-103).
//! The cost is that of sorting the edges; testing every vertex against every face is left to the
//! search for a culprit.

use robust::{Coord3D, orient3d};

use crate::Vec3;
use crate::error::{Error, Reason};
use crate::num::{Lists, PowersOfTwo};

/// A directed edge of a face, and the face's third vertex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct HalfEdge {
    from: u32,
    to: u32,
    face: u32,
    opposite: u32,
}

/// Checks that the faces are the boundary of a convex body, and returns the neighbours of each
/// vertex in ascending order.
pub(super) fn adjacency(points: &[[f64; 3]], faces: &[[u32; 3]]) -> Result<Lists<u32>, Error> {
    if faces.is_empty() {
        return Err(Reason::LooseVertex { vertex: 0 }.into());
    }
    // Three half-edges per face are counted in u32.
    let limit = u32::MAX as usize / 3;
    if faces.len() > limit {
        return Err(Reason::TooMany { count: faces.len(), limit }.into());
    }
    check_indices(points.len(), faces)?;
    let edges = half_edges(faces);
    check_edges(&edges)?;
    let neighbours = Lists::grouped(points.len(), edges.iter().map(|edge| (edge.from, edge.to)));
    if let Some(vertex) = neighbours.iter().position(<[u32]>::is_empty) {
        return Err(Reason::LooseVertex { vertex }.into());
    }
    Surface::new(points, faces).check(&edges)?;
    Ok(neighbours)
}

fn check_indices(count: usize, faces: &[[u32; 3]]) -> Result<(), Error> {
    for (face, &[a, b, c]) in faces.iter().enumerate() {
        if let Some(vertex) = [a, b, c].into_iter().find(|&v| v as usize >= count) {
            return Err(Reason::FaceIndex { face, vertex: vertex as usize, count }.into());
        }
        if a == b || b == c || c == a {
            let vertex = if a == b { a } else { c } as usize;
            return Err(Reason::FaceDegenerate { face, vertex }.into());
        }
    }
    Ok(())
}

/// The half-edges of all faces, sorted by their vertices.
fn half_edges(faces: &[[u32; 3]]) -> Vec<HalfEdge> {
    let mut edges = Vec::with_capacity(3 * faces.len());
    for (face, &[a, b, c]) in faces.iter().enumerate() {
        for (from, to, opposite) in [(a, b, c), (b, c, a), (c, a, b)] {
            edges.push(HalfEdge { from, to, face: face as u32, opposite });
        }
    }
    edges.sort_unstable();
    edges
}

/// The half-edge in the opposite sense.
fn twin<'e>(edges: &'e [HalfEdge], edge: &HalfEdge) -> Option<&'e HalfEdge> {
    let at = edges.partition_point(|e| (e.from, e.to) < (edge.to, edge.from));
    edges.get(at).filter(|e| (e.from, e.to) == (edge.to, edge.from))
}

fn check_edges(edges: &[HalfEdge]) -> Result<(), Error> {
    for (i, edge) in edges.iter().enumerate() {
        let again = edges.get(i + 1).is_some_and(|e| (e.from, e.to) == (edge.from, edge.to));
        if again || twin(edges, edge).is_none() {
            let HalfEdge { from, to, face, .. } = *edge;
            let (face, from, to) = (face as usize, from as usize, to as usize);
            return Err(Reason::OpenEdge { face, from, to }.into());
        }
    }
    Ok(())
}

/// The surface in coordinates that the exact predicate can multiply without overflow.
struct Surface<'a> {
    points: Vec<Coord3D<f64>>,
    faces: &'a [[u32; 3]],
    inner: Coord3D<f64>,
}

impl<'a> Surface<'a> {
    fn new(points: &[[f64; 3]], faces: &'a [[u32; 3]]) -> Self {
        let max = points.iter().flatten().fold(0.0, |max: f64, c| max.max(c.abs()));
        let [first, second] = PowersOfTwo::of(max).inverse;
        let scaled = |p: &[f64; 3]| p.map(|c| c * first * second);
        let share = 1.0 / points.len() as f64;
        let mut inner = [0.0; 3];
        for p in points.iter().map(scaled) {
            for axis in 0..3 {
                inner[axis] += p[axis] * share;
            }
        }
        let coord = |[x, y, z]: [f64; 3]| Coord3D { x, y, z };
        let points = points.iter().map(|p| coord(scaled(p))).collect();
        Self { points, faces, inner: coord(inner) }
    }

    /// Positive if the point lies behind the face, exactly.
    fn depth(&self, face: usize, point: Coord3D<f64>) -> f64 {
        let [a, b, c] = self.faces[face].map(|v| self.points[v as usize]);
        orient3d(a, b, c, point)
    }

    fn check(&self, edges: &[HalfEdge]) -> Result<(), Error> {
        for face in 0..self.faces.len() {
            if self.depth(face, self.inner) <= 0.0 {
                return Err(self.culprit(face).unwrap_or(Reason::FlatFace { face }.into()));
            }
        }
        let across = |edge: &HalfEdge| twin(edges, edge).map_or(edge.opposite, |e| e.opposite);
        for edge in edges {
            let (face, vertex) = (edge.face as usize, across(edge) as usize);
            if self.depth(face, self.points[vertex]) < 0.0 {
                return Err(Reason::NotConvex { face, vertex }.into());
            }
        }
        let turns = self.turns().round();
        if turns != 1.0 {
            let culprit = (0..self.faces.len()).find_map(|face| self.culprit(face));
            return Err(culprit.unwrap_or(Reason::Wrapped { turns: turns as i64 }.into()));
        }
        Ok(())
    }

    /// A vertex that lies outside the face.
    fn culprit(&self, face: usize) -> Option<Error> {
        let vertex = (0..self.points.len()).find(|&v| self.depth(face, self.points[v]) < 0.0)?;
        Some(Reason::NotConvex { face, vertex }.into())
    }

    /// How often the faces wrap around the inner point: a whole number but for rounding. The solid
    /// angle of each face is that of A. Van Oosterom and J. Strackee, IEEE Transactions on
    /// Biomedical Engineering 30(2), 1983, 125-126.
    fn turns(&self) -> f64 {
        let from_inside = |v: u32| {
            let p = self.points[v as usize];
            Vec3::new(p.x - self.inner.x, p.y - self.inner.y, p.z - self.inner.z).normalize()
        };
        let mut angle = 0.0;
        for face in self.faces {
            let [a, b, c] = face.map(from_inside);
            let turned = 1.0 + a.dot(&b) + b.dot(&c) + c.dot(&a);
            angle += 2.0 * a.dot(&b.cross(&c)).atan2(turned);
        }
        angle / (4.0 * std::f64::consts::PI)
    }
}
