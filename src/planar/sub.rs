//! The sub-algorithm: the nearest face of a simplex that has just got a new vertex.
//!
//! Algorithms 3 to 5 of the paper, for a simplex whose order is known. A triangle is `P, Q` and the
//! newest vertex `W`: the origin is on the left of the edge from `P` to `Q`, and so is `W`, or it
//! would not have been found there. So the triangle is counter-clockwise and the bit of `W` is set;
//! the other two bits are the signs of the areas opposite `P` and `Q`.

use super::pair::Vertex;
use super::{Vec2, cross, reach, right};

/// An origin within this of an edge lies on it, in eps times the extent and the reach of the edge:
/// more than the rounding of an area (4), and more than the 12 units by which touching polygons may
/// overlap, so that these end on the edge that touches.
const ON_EDGE: f64 = 16.0;

/// The face of a simplex that holds its nearest point, with the direction `u` to search.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Face {
    /// A vertex.
    Vertex(Vertex),
    /// An edge, with the origin on its left or on it, and its normal to the right.
    Edge(Vertex, Vertex, Vec2),
    /// The triangle holds the origin.
    Inside,
}

/// Algorithm 5, S1D: the newest vertex `W` after the vertex `P`, of which it is known that `W` is
/// nearer along it.
#[inline(always)]
pub(crate) fn s1d(p: Vertex, w: Vertex) -> Face {
    let e = w.s - p.s;
    if !(w.s.dot(&e) > 0.0) {
        return Face::Vertex(w);
    }
    // The origin is on the left of one of the two ways along the edge.
    let forward = cross(p.s, e) >= 0.0;
    let sign = if forward { 1.0 } else { -1.0 };
    let (from, to) = if forward { (p, w) } else { (w, p) };
    Face::Edge(from, to, right(e) * sign)
}

/// Algorithms 3 and 4, S2D and ConeRegion: the newest vertex `W` after the edge from `P` to `Q`.
///
/// The angle at `W` need not be looked at: where it is acute and the origin lies in the cone behind
/// `W`, neither inner product is positive.
#[inline(always)]
pub(crate) fn s2d(p: Vertex, q: Vertex, w: Vertex, unit: f64) -> Face {
    let (f, g) = (w.s - p.s, w.s - q.s);
    let near = ON_EDGE * unit;
    // Above zero where the origin is inside the edge.
    let (beside_p, beside_q) = (cross(f, w.s) - near * reach(f), cross(w.s, g) - near * reach(g));
    if beside_p > 0.0 && beside_q > 0.0 {
        return Face::Inside;
    }
    if !(beside_p > 0.0) && w.s.dot(&f) > 0.0 {
        return Face::Edge(p, w, right(f));
    }
    if !(beside_q > 0.0) && w.s.dot(&g) > 0.0 {
        return Face::Edge(w, q, right(-g));
    }
    Face::Vertex(w)
}

/// Whether the origin is on the left of the edge by more than [`ON_EDGE`].
#[inline(always)]
pub(crate) fn is_left_of(p: Vec2, q: Vec2, unit: f64) -> bool {
    let e = q - p;
    cross(p, e) > ON_EDGE * unit * reach(e)
}
