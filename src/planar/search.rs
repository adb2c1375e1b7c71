//! The search: Algorithm 1 of the paper on one or two vertices and the newest.

use super::boolean::{Aim, encloses};
use super::pair::{Pair, Vertex};
use super::sub::{Face, is_left_of, step};
use super::support::Find;
use super::tolerances::{CONTACT_RADIUS, DUALITY_GAP, SUPPORT_ROUNDING};
use super::{Vec2, cross};

/// The opposite side is searched next if the origin is this far inside the first support line, as a
/// share of the distance of the centres. Only the time depends on it, and little: half and twice as
/// much are within 10 % in the benchmark.
const OPPOSITE_FROM: f64 = 0.25;

/// Why a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stop {
    /// The bounds are as close as the search brings them.
    Converged,
    /// A line separates the polygons, which is all that was asked for.
    Line,
    /// The polygons have a common point up to rounding, which is all that was asked for.
    Contact,
    /// The triangle holds the origin, well away from all edges.
    Inside,
    /// The triangle holds the origin, but it is near to the edge that was there first.
    InsideEdge,
    /// The iteration limit was reached.
    Limit,
}

/// The simplex at the end of a search: one to three vertices, the first `len` of which count.
#[derive(Debug, Clone, Copy)]
pub(crate) struct End {
    pub(crate) len: usize,
    pub(crate) p: Vertex,
    pub(crate) q: Vertex,
    pub(crate) r: Vertex,
    /// The direction, from the origin towards the nearest point.
    pub(crate) u: Vec2,
    /// The vertex that is lowest along the direction.
    pub(crate) w: Vec2,
    pub(crate) stop: Stop,
    pub(crate) iterations: u32,
}

/// Runs a search to its end.
#[inline(always)]
pub(crate) fn run<A: Aim, F: Find, const SCALED: bool>(pair: &Pair<F, SCALED>, limit: u32) -> End {
    let unit = pair.unit();
    let square = |x: f64| x * x;
    // Squared tolerances: of the duality gap, of a separating line, of a point in the origin.
    let (gap2, line2) = (square(DUALITY_GAP * unit), square(SUPPORT_ROUNDING * unit));
    let zero2 = square(CONTACT_RADIUS * unit);
    let start = pair.start();
    let first = pair.first(start);
    let along = start.dot(&first.s);
    let mut face = Face { u: start, ..Face::vertex(first) };
    if A::LINE && passes(along, line2, start.dot(&start)) {
        return End::new(face, first, Stop::Line, 1);
    }
    // A vertex in the origin: the direction it was found in proves that the polygons touch.
    if first.s.norm_squared() <= zero2 {
        return End::new(face, first, Stop::Contact, 1);
    }
    face.u = first.s;
    let (mut w, mut iterations, mut before) = (first, 1, start);
    // Where the centres are well inside, the vertex opposite to the first is as good as the one
    // that it leads to, and need not wait for it.
    if along < -OPPOSITE_FROM * start.dot(&start) {
        before = -start;
        w = pair.first(before);
        iterations = 2;
        face = step(&face, w, unit).unwrap_or(face);
    }
    // The squared norm of the nearest point, as a fraction.
    let mut norm2 = (f64::INFINITY, 1.0);
    loop {
        // Contact, or the iteration limit, before another support.
        let Face { p, q, u, is_edge } = face;
        let (uu, up) = (u.dot(&u), u.dot(&p.s));
        let contact = up * up <= zero2 * uu;
        if A::CONTACT && contact {
            return End::new(face, w, Stop::Contact, iterations);
        }
        if iterations >= limit {
            return End::new(face, w, Stop::Limit, iterations);
        }
        // The next support: it may show a separating line, or lie in the origin.
        w = if F::JUMPS && turned(u, before) { pair.first(u) } else { pair.support(u, &w) };
        before = u;
        iterations += 1;
        if A::LINE && passes(u.dot(&w.s), line2, uu) {
            return End::new(face, w, Stop::Line, iterations);
        }
        if w.s.norm_squared() <= zero2 {
            return End::new(Face { u, ..Face::vertex(w) }, w, Stop::Contact, iterations);
        }
        // Convergence: a small duality gap, or a norm that no longer decreases.
        let gap = u.dot(&(p.s - w.s));
        // At contact the norm is noise, but the vertices go around the origin in one sense.
        let decrease =
            if contact { !(same(&w, &p) | same(&w, &q)) } else { up * up * norm2.1 < norm2.0 * uu };
        // Written so that a gap that is not a number also ends the search.
        if !(gap > 0.0 && gap * gap > gap2 * uu && decrease) {
            return End::new(face, w, Stop::Converged, iterations);
        }
        norm2 = (up * up, uu);
        // The nearest face of the simplex with the new vertex.
        if is_edge && A::CONTACT && encloses(&p, &q, &w) {
            return End::inside(face, w, Stop::Contact, iterations);
        }
        let Some(next) = step(&face, w, unit) else {
            let deep = is_left_of(p.s, q.s, unit);
            let stop = if deep { Stop::Inside } else { Stop::InsideEdge };
            return End::inside(face, w, stop, iterations);
        };
        face = next;
    }
}

impl End {
    /// The end of a search with a vertex or an edge.
    #[inline(always)]
    fn new(Face { p, q, u, is_edge }: Face, w: Vertex, stop: Stop, iterations: u32) -> Self {
        let len = if is_edge { 2 } else { 1 };
        Self { len, p, q, r: q, u, w: w.s, stop, iterations }
    }

    /// The end of a search with the triangle of an edge and the newest vertex.
    #[inline(always)]
    fn inside(Face { p, q, u, .. }: Face, w: Vertex, stop: Stop, iterations: u32) -> Self {
        Self { len: 3, p, q, r: w, u, w: w.s, stop, iterations }
    }
}

/// Whether the direction has turned by more than half a right angle: then the last support is no
/// good start for the next.
#[inline(always)]
fn turned(u: Vec2, before: Vec2) -> bool {
    u.dot(&before) < cross(u, before).abs()
}

/// Whether these are the same vertices of A and B.
#[inline(always)]
fn same(p: &Vertex, q: &Vertex) -> bool {
    (p.a == q.a) & (p.b == q.b)
}

/// Whether the line normal to a direction, of squared length `uu`, separates the polygons by more
/// than the square root of `bound2`.
#[inline(always)]
fn passes(uw: f64, bound2: f64, uu: f64) -> bool {
    uw > 0.0 && uw * uw > bound2 * uu
}
