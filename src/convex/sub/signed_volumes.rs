//! Signed Volumes, tuned: the default sub-algorithm.
//!
//! M. Montanari, N. Petrinic, E. Barbieri, Improving the GJK algorithm for faster and more
//! reliable distance queries between convex objects, ACM Transactions on Graphics 36(3), 2017,
//! doi:10.1145/3083724. The region is found top-down by comparing signed volumes, areas and
//! lengths with those of the simplices in which the origin replaces a vertex.
//!
//! Where we deviate, and why (the literal algorithm is in [`super::literal`]):
//! - The vertices are taken relative to the newest one, `e_i = s_i - d`, and all measures follow
//!   from `q_i = e_i x d` and the face normal `n`; nothing is projected onto a coordinate plane,
//!   and nothing is divided.
//! - The direction is `n`, or `q x e` on an edge, and never the blended point, which loses its
//!   direction when the gap is small against the bodies.
//! - Only regions that touch the newest vertex are tested; the first face that holds the
//!   projection wins, and edges compete by the squared length they take off, `t^2 / e.e`.
//! - A cofactor that is zero or not a number fails the `> 0` test and falls through to the edges
//!   and the vertex, which are always defined.

use super::super::search::{Face, Vertex};
use super::super::simplex::{Simplex, Solution};
use super::{Step, SubDistance};
use crate::Vec3;

/// Signed Volumes in the tuned form.
#[derive(Debug, Clone, Copy, Default)]
pub struct SignedVolumes;

impl SubDistance for SignedVolumes {
    fn solve(&self, simplex: &Simplex) -> Option<Solution> {
        let s = simplex.slots();
        let v = [0, 1, 2, 3].map(|i| Vertex { s: s[i], tag: i as u8 });
        let face = match simplex.rank() {
            1 => Face::vertex(v[0]),
            2 => s1d(v[0], v[1]),
            3 => s2d(v[0], v[1], v[2]),
            // The old face was the answer, so the origin is on the newest vertex's side of it.
            _ => {
                let n = (s[0] - s[2]).cross(&(s[1] - s[2]));
                let orientation = if n.dot(&(s[2] - s[3])) >= 0.0 { 1.0 } else { -1.0 };
                s3d(v[0], v[1], v[2], v[3], orientation)
            }
        };
        Some(Solution {
            keep: face.vertices().map(|vertex| vertex.tag),
            len: face.len,
            weights: face.weights,
            direction: face.direction,
            backup: false,
        })
    }
}

impl Step for SignedVolumes {
    #[inline(always)]
    fn step<T: Copy>(&self, face: &Face<T>, d: Vertex<T>, _: &mut u32) -> Option<Face<T>> {
        let [a, b, c] = face.kept;
        Some(match face.len {
            1 => s1d(a, d),
            2 => s2d(a, b, d),
            _ => s3d(a, b, c, d, face.orientation),
        })
    }
}

/// The newest vertex `d` and one old one.
#[inline(always)]
fn s1d<T: Copy>(a: Vertex<T>, d: Vertex<T>) -> Face<T> {
    let e = a.s - d.s;
    let t = -d.s.dot(&e);
    if t > 0.0 {
        Face::edge(a, d, [t, e.dot(&e) - t], e.cross(&d.s).cross(&e))
    } else {
        Face::vertex(d)
    }
}

/// The newest vertex `d` and two old ones.
#[inline(always)]
fn s2d<T: Copy>(a: Vertex<T>, b: Vertex<T>, d: Vertex<T>) -> Face<T> {
    let (ea, eb) = (a.s - d.s, b.s - d.s);
    let (qa, qb) = (ea.cross(&d.s), eb.cross(&d.s));
    let n = ea.cross(&eb);
    let (alpha, beta) = (n.dot(&qb), -n.dot(&qa));
    if (alpha > 0.0) & (beta > 0.0) {
        let orientation = if n.dot(&d.s) >= 0.0 { 1.0 } else { -1.0 };
        return triangle([a, b, d], &n, [alpha, beta], orientation);
    }
    BestEdge::none().offer(a, &ea, &d).offer(b, &eb, &d).face(d)
}

/// The newest vertex `d` and three old ones, whose face had the search direction as
/// `orientation` times its normal.
#[inline(always)]
fn s3d<T: Copy>(
    a: Vertex<T>,
    b: Vertex<T>,
    c: Vertex<T>,
    d: Vertex<T>,
    orientation: f64,
) -> Face<T> {
    let (ea, eb, ec) = (a.s - d.s, b.s - d.s, c.s - d.s);
    let (qa, qb, qc) = (ea.cross(&d.s), eb.cross(&d.s), ec.cross(&d.s));
    // Signed volumes over the three faces at d: positive if the origin is outside that face. The
    // sign of the fourth, and of the whole, follows from the previous direction.
    let ab = orientation * ea.dot(&qb);
    let bc = orientation * eb.dot(&qc);
    let ca = orientation * ec.dot(&qa);
    if (ab <= 0.0) & (bc <= 0.0) & (ca <= 0.0) {
        let whole = orientation * ea.dot(&eb.cross(&ec));
        let weights = [-bc, -ca, -ab, whole + ab + bc + ca];
        let direction = Vec3::zeros();
        return Face { kept: [a, b, c], last: d, len: 4, weights, direction, orientation };
    }
    // Spelled out, not looped over: an index would send the vertices through memory.
    if ab > 0.0 {
        let n = ea.cross(&eb);
        let (alpha, beta) = (n.dot(&qb), -n.dot(&qa));
        if (alpha > 0.0) & (beta > 0.0) {
            return triangle([a, b, d], &n, [alpha, beta], orientation);
        }
    }
    if bc > 0.0 {
        let n = eb.cross(&ec);
        let (alpha, beta) = (n.dot(&qc), -n.dot(&qb));
        if (alpha > 0.0) & (beta > 0.0) {
            return triangle([b, c, d], &n, [alpha, beta], orientation);
        }
    }
    if ca > 0.0 {
        let n = ec.cross(&ea);
        let (alpha, beta) = (n.dot(&qa), -n.dot(&qc));
        if (alpha > 0.0) & (beta > 0.0) {
            return triangle([c, a, d], &n, [alpha, beta], orientation);
        }
    }
    BestEdge::none().offer(a, &ea, &d).offer(b, &eb, &d).offer(c, &ec, &d).face(d)
}

#[inline(always)]
fn triangle<T: Copy>(
    kept: [Vertex<T>; 3],
    n: &Vec3,
    [alpha, beta]: [f64; 2],
    orientation: f64,
) -> Face<T> {
    let weights = [alpha, beta, n.dot(n) - alpha - beta, 0.0];
    Face { kept, last: kept[2], len: 3, weights, direction: n * orientation, orientation }
}

/// The edge from the newest vertex that takes most off its squared distance, `t^2 / e.e`.
#[derive(Clone, Copy)]
struct BestEdge<T> {
    old: Option<Vertex<T>>,
    e: Vec3,
    /// The weight of the old vertex, times `e.e`.
    t: f64,
    ee: f64,
}

impl<T: Copy> BestEdge<T> {
    #[inline(always)]
    fn none() -> Self {
        Self { old: None, e: Vec3::zeros(), t: 0.0, ee: 1.0 }
    }

    #[inline(always)]
    fn offer(self, old: Vertex<T>, e: &Vec3, d: &Vertex<T>) -> Self {
        let (t, ee) = (-d.s.dot(e), e.dot(e));
        if t > 0.0 && t * t * self.ee > self.t * self.t * ee {
            Self { old: Some(old), e: *e, t, ee }
        } else {
            self
        }
    }

    /// The edge, or the newest vertex if none takes anything off.
    #[inline(always)]
    fn face(self, d: Vertex<T>) -> Face<T> {
        let Some(old) = self.old else {
            return Face::vertex(d);
        };
        let direction = self.e.cross(&d.s).cross(&self.e);
        Face::edge(old, d, [self.t, self.ee - self.t], direction)
    }
}

/// The face in which every one of these vertices takes part, if there is one.
///
/// Unlike a step of the search, it takes no vertex for the newest: all signs are checked.
#[inline(always)]
pub(crate) fn whole<T: Copy>(vertices: &[Vertex<T>; 4], len: usize) -> Option<Face<T>> {
    let [a, b, c, d] = *vertices;
    let face = match len {
        1 => return Some(Face::vertex(a)),
        2 => s1d(a, b),
        3 => s2d(a, b, c),
        _ => tetrahedron([a, b, c], d),
    };
    let [p, q, r, t] = face.weights;
    let positive = (p > 0.0) & (q > 0.0) & ((len < 3) | (r > 0.0)) & ((len < 4) | (t > 0.0));
    if face.len == len && positive { Some(face) } else { None }
}

/// The tetrahedron with its volume weights, whatever their signs.
fn tetrahedron<T: Copy>(kept: [Vertex<T>; 3], last: Vertex<T>) -> Face<T> {
    let d = last.s;
    let (ea, eb, ec) = (kept[0].s - d, kept[1].s - d, kept[2].s - d);
    let n = [eb.cross(&ec), ec.cross(&ea), ea.cross(&eb)];
    let volume = ea.dot(&n[0]);
    let orientation = if volume >= 0.0 { 1.0 } else { -1.0 };
    let (p, q, r) =
        (-orientation * d.dot(&n[0]), -orientation * d.dot(&n[1]), -orientation * d.dot(&n[2]));
    let weights = [p, q, r, orientation * volume - p - q - r];
    Face { kept, last, len: 4, weights, direction: Vec3::zeros(), orientation }
}

/// A tetrahedron that holds the origin, with its weights corrected for what they miss it by: in a
/// flat one the volumes lose digits that the blended point still shows.
pub(crate) fn refined<T: Copy>(face: &Face<T>, lambda: &[f64; 4]) -> Face<T> {
    let d = face.last.s;
    let [ea, eb, ec] = face.kept.map(|vertex| vertex.s - d);
    let v = d + ea * lambda[0] + eb * lambda[1] + ec * lambda[2];
    let n = [eb.cross(&ec), ec.cross(&ea), ea.cross(&eb)];
    let volume = ea.dot(&n[0]);
    let correct = |i: usize| lambda[i] - v.dot(&n[i]) / volume;
    let (p, q, r) = (correct(0), correct(1), correct(2));
    Face { weights: [p, q, r, 1.0 - p - q - r], ..*face }
}
