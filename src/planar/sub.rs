//! The sub-algorithm: the nearest face of a simplex that has just got a new vertex.
//!
//! Algorithms 3 to 5 of the paper, for a simplex whose order is known. A triangle is `P, Q` and the
//! newest vertex `W`: the origin is on the left of the edge from `P` to `Q`, and so is `W`, or it
//! would not have been found there. So the triangle is counter-clockwise and the bit of `W` is set;
//! the other two bits are the signs of the areas opposite `P` and `Q`.

use super::pair::Vertex;
use super::tolerances::ON_EDGE;
use super::{Vec2, cross, norm1, right};

/// The face of a simplex that holds its nearest point: an edge with the origin on its left or on
/// it, or a vertex, which is given twice.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Face {
    pub(crate) p: Vertex,
    pub(crate) q: Vertex,
    /// The direction to search: the normal of the edge to the right, or the vertex.
    pub(crate) u: Vec2,
    pub(crate) is_edge: bool,
}

impl Face {
    #[inline(always)]
    pub(crate) fn vertex(p: Vertex) -> Self {
        Self { p, q: p, u: p.s, is_edge: false }
    }

    #[inline(always)]
    fn edge(p: Vertex, q: Vertex, along: Vec2) -> Self {
        Self { p, q, u: right(along), is_edge: true }
    }
}

/// Algorithm 2: the nearest face with the newest vertex; `None` if the triangle holds the origin.
#[inline(always)]
pub(crate) fn step(face: &Face, w: Vertex, unit: f64) -> Option<Face> {
    if face.is_edge { s2d(face.p, face.q, w, unit) } else { Some(s1d(face.p, w)) }
}

/// Algorithm 5, S1D: the newest vertex `W` after the vertex `P`, to which it is opposite.
#[inline(always)]
fn s1d(p: Vertex, w: Vertex) -> Face {
    let e = w.s - p.s;
    if w.s.dot(&e) > 0.0 {
        // The origin is on the left of the edge in one of its two directions.
        return if cross(p.s, e) >= 0.0 { Face::edge(p, w, e) } else { Face::edge(w, p, -e) };
    }
    Face::vertex(w)
}

/// Algorithms 3 and 4, S2D and ConeRegion: the newest vertex `W` after the edge from `P` to `Q`.
///
/// The angle at `W` need not be tested: where it is acute and the origin lies in the cone behind
/// `W`, neither inner product is positive.
#[inline(always)]
fn s2d(p: Vertex, q: Vertex, w: Vertex, unit: f64) -> Option<Face> {
    let (f, g) = (w.s - p.s, w.s - q.s);
    let near = ON_EDGE * unit;
    let inside_p = cross(f, w.s) > near * norm1(f);
    let inside_q = cross(w.s, g) > near * norm1(g);
    if inside_p && inside_q {
        return None;
    }
    if !inside_p && w.s.dot(&f) > 0.0 {
        return Some(Face::edge(p, w, f));
    }
    if !inside_q && w.s.dot(&g) > 0.0 {
        return Some(Face::edge(w, q, -g));
    }
    Some(Face::vertex(w))
}

/// Whether the origin is on the left of the edge by more than [`ON_EDGE`].
#[inline(always)]
pub(crate) fn is_left_of(p: Vec2, q: Vec2, unit: f64) -> bool {
    let e = q - p;
    cross(p, e) > ON_EDGE * unit * norm1(e)
}
