//! A step of Signed Volumes in all lanes at once, by selection instead of branches.
//!
//! The same operations in the same order as in [`signed_volumes`](super::super::sub::signed_volumes), so that each
//! lane gets the bits of a single query.

use super::block::Vertex;
use crate::simd::{Quad3, Wide};

/// The smallest faces that hold the nearest points: see [`Face`](super::super::search::Face).
#[derive(Clone, Copy)]
pub(super) struct Face<W: Wide> {
    /// The first three vertices; those past `len` repeat the last.
    pub(super) kept: [Vertex<W>; 3],
    /// The last vertex, always the newest.
    pub(super) last: Vertex<W>,
    pub(super) len: W,
    /// Barycentric weights of the vertices, up to a common factor; zero past `len`.
    pub(super) weights: [W; 4],
    /// The direction `u`.
    pub(super) direction: Quad3<W>,
    /// Which way the normal of three vertices points; used for those only.
    orientation: W,
}

/// The edge from an old vertex to the newest, which offers itself as the smallest face.
struct Edge<W: Wide> {
    e: Quad3<W>,
    /// `e x d`.
    q: Quad3<W>,
    /// The weight of the old vertex, times `ee`.
    t: W,
    ee: W,
}

impl<W: Wide> Edge<W> {
    #[inline(always)]
    fn new(old: &Vertex<W>, d: &Vertex<W>) -> Self {
        let e = old.s - d.s;
        Self { e, q: e.cross(&d.s), t: -d.s.dot(&e), ee: e.dot(&e) }
    }

    #[inline(always)]
    fn select(mask: W::Mask, yes: &Self, no: &Self) -> Self {
        Self {
            e: Quad3::select(mask, &yes.e, &no.e),
            q: Quad3::select(mask, &yes.q, &no.q),
            t: W::select(mask, yes.t, no.t),
            ee: W::select(mask, yes.ee, no.ee),
        }
    }

    /// Where this edge takes something off the squared distance of the newest vertex.
    #[inline(always)]
    fn helps(&self) -> W::Mask {
        let zero = W::all(0.0);
        zero.less(self.t) & zero.less(self.t * self.t)
    }

    /// Where this edge takes more off than the best one so far, which helps in the lanes `known`.
    #[inline(always)]
    fn beats(&self, best: &Self, known: W::Mask) -> W::Mask {
        let more = (best.t * best.t * self.ee).less(self.t * self.t * best.ee);
        self.helps() & (more | !known)
    }
}

/// A face of the newest vertex and two old ones.
struct Side<W: Wide> {
    n: Quad3<W>,
    alpha: W,
    beta: W,
}

impl<W: Wide> Side<W> {
    #[inline(always)]
    fn new(a: &Edge<W>, b: &Edge<W>) -> Self {
        let n = a.e.cross(&b.e);
        Self { n, alpha: n.dot(&b.q), beta: -n.dot(&a.q) }
    }

    /// Where it holds the projection of the origin.
    #[inline(always)]
    fn holds(&self) -> W::Mask {
        let zero = W::all(0.0);
        zero.less(self.alpha) & zero.less(self.beta)
    }

    #[inline(always)]
    fn select(mask: W::Mask, yes: &Self, no: &Self) -> Self {
        Self {
            n: Quad3::select(mask, &yes.n, &no.n),
            alpha: W::select(mask, yes.alpha, no.alpha),
            beta: W::select(mask, yes.beta, no.beta),
        }
    }
}

impl<W: Wide> Face<W> {
    #[inline(always)]
    pub(super) fn vertex(d: Vertex<W>) -> Self {
        let (zero, one) = (W::all(0.0), W::all(1.0));
        let weights = [one, zero, zero, zero];
        Self { kept: [d; 3], last: d, len: one, weights, direction: d.s, orientation: zero }
    }

    /// Where the point is one of at most three vertices.
    #[inline(always)]
    pub(super) fn has(&self, w: &Quad3<W>) -> W::Mask {
        same(&self.kept[0].s, w) | same(&self.kept[1].s, w) | same(&self.kept[2].s, w)
    }

    /// The step from one vertex, in the lanes that `go` on.
    #[inline(always)]
    pub(super) fn step_from_vertex(&mut self, d: &Vertex<W>, go: W::Mask) {
        let edge = Edge::new(&self.kept[0], d);
        let on_edge = go & W::all(0.0).less(edge.t);
        self.finish_edge(&edge, on_edge, d, go);
        self.kept[2] = Vertex::select(go, d, &self.kept[2]);
        self.last = Vertex::select(go, d, &self.last);
    }

    /// The step from up to two vertices.
    #[inline(always)]
    pub(super) fn step_from_edge(&mut self, d: &Vertex<W>, go: W::Mask) {
        let [a, b, _] = self.kept;
        let (ea, eb) = (Edge::new(&a, d), Edge::new(&b, d));
        let single = self.len.equals(W::all(1.0));
        let ab = Side::new(&ea, &eb);
        let face = go & !single & ab.holds();
        let left = go & !face;

        let on_a = (single & W::all(0.0).less(ea.t)) | ea.helps();
        let on_b = eb.beats(&ea, on_a);
        let edge = Edge::select(on_b, &eb, &ea);
        self.kept[0] = Vertex::select(left & on_b, &b, &self.kept[0]);
        self.finish_edge(&edge, left & (on_a | on_b), d, left);

        self.kept[2] = Vertex::select(go, d, &self.kept[2]);
        self.last = Vertex::select(go, d, &self.last);
        let minus = ab.n.dot(&d.s).less(W::all(0.0));
        let orientation = W::select(minus, W::all(-1.0), W::all(1.0));
        self.finish_side(&ab, orientation, face);
    }

    /// The step from up to three vertices. Where the simplex holds the origin the answer is yes, the face is the
    /// whole of it, and the direction stays.
    #[inline(always)]
    pub(super) fn step(&mut self, d: &Vertex<W>, go: W::Mask) -> W::Mask {
        let zero = W::all(0.0);
        let [a, b, c] = self.kept;
        let (ea, eb, ec) = (Edge::new(&a, d), Edge::new(&b, d), Edge::new(&c, d));
        let single = self.len.equals(W::all(1.0));
        let double = self.len.equals(W::all(2.0));
        let triple = go & W::all(2.0).less(self.len);

        let o = self.orientation;
        let ab = o * ea.e.dot(&eb.q);
        let bc = o * eb.e.dot(&ec.q);
        let ca = o * ec.e.dot(&ea.q);
        let inside = triple & ab.at_most(zero) & bc.at_most(zero) & ca.at_most(zero);

        let (side_ab, side_bc, side_ca) =
            (Side::new(&ea, &eb), Side::new(&eb, &ec), Side::new(&ec, &ea));
        let on_ab = ((go & double) | (triple & zero.less(ab))) & side_ab.holds();
        let on_bc = triple & zero.less(bc) & side_bc.holds() & !on_ab;
        let on_ca = triple & zero.less(ca) & side_ca.holds() & !on_ab & !on_bc;
        let side = Side::select(on_bc, &side_bc, &side_ab);
        let side = Side::select(on_ca, &side_ca, &side);
        let minus = double & side_ab.n.dot(&d.s).less(zero);
        let plus = double & !minus;
        let orientation = W::select(minus, W::all(-1.0), W::select(plus, W::all(1.0), o));
        let face = on_ab | on_bc | on_ca;
        let left = go & !inside & !face;

        let on_a = (single & zero.less(ea.t)) | ea.helps();
        let on_b = eb.beats(&ea, on_a);
        let edge = Edge::select(on_b, &eb, &ea);
        let on_c = ec.beats(&edge, on_a | on_b);
        let edge = Edge::select(on_c, &ec, &edge);

        let first = Vertex::select(on_bc | (left & on_b), &b, &a);
        self.kept[0] = Vertex::select(on_ca | (left & on_c), &c, &first);
        let second = Vertex::select(on_bc, &c, &b);
        self.kept[1] = Vertex::select(on_ca, &a, &second);
        self.finish_edge(&edge, left & (on_a | on_b | on_c), d, left);
        self.kept[2] = Vertex::select(go & !inside, d, &c);
        self.last = Vertex::select(go, d, &self.last);
        self.finish_side(&side, orientation, face);

        let whole = o * ea.e.dot(&eb.e.cross(&ec.e));
        let rest = whole + ab + bc + ca;
        self.set_weights(inside, [-bc, -ca, -ab, rest]);
        self.len = W::select(inside, W::all(4.0), self.len);
        inside
    }

    #[inline(always)]
    fn set_weights(&mut self, mask: W::Mask, weights: [W; 4]) {
        self.weights[0] = W::select(mask, weights[0], self.weights[0]);
        self.weights[1] = W::select(mask, weights[1], self.weights[1]);
        self.weights[2] = W::select(mask, weights[2], self.weights[2]);
        self.weights[3] = W::select(mask, weights[3], self.weights[3]);
    }

    /// Makes the face an edge in some lanes that are `left`, and the newest vertex in the others. The old vertex is in its
    /// place.
    #[inline(always)]
    fn finish_edge(&mut self, edge: &Edge<W>, on_edge: W::Mask, d: &Vertex<W>, left: W::Mask) {
        let (zero, one) = (W::all(0.0), W::all(1.0));
        let on_vertex = left & !on_edge;
        let along = edge.q.cross(&edge.e);
        let direction = Quad3::select(on_edge, &along, &d.s);
        let (w0, w1) = (
            W::select(on_edge, edge.t, one),
            W::select(on_edge, edge.ee - edge.t, zero),
        );
        self.kept[0] = Vertex::select(on_vertex, d, &self.kept[0]);
        self.kept[1] = Vertex::select(left, d, &self.kept[1]);
        self.set_weights(left, [w0, w1, zero, zero]);
        self.direction = Quad3::select(left, &direction, &self.direction);
        self.len = W::select(left, W::select(on_edge, W::all(2.0), one), self.len);
    }

    /// Makes the face a triangle in some lanes. Its vertices are in their places.
    #[inline(always)]
    fn finish_side(&mut self, side: &Side<W>, orientation: W, face: W::Mask) {
        let rest = side.n.dot(&side.n) - side.alpha - side.beta;
        self.set_weights(face, [side.alpha, side.beta, rest, W::all(0.0)]);
        let direction = side.n.times(orientation);
        self.direction = Quad3::select(face, &direction, &self.direction);
        self.orientation = W::select(face, orientation, self.orientation);
        self.len = W::select(face, W::all(3.0), self.len);
    }
}

#[inline(always)]
fn same<W: Wide>(a: &Quad3<W>, b: &Quad3<W>) -> W::Mask {
    a.x.equals(b.x) & a.y.equals(b.y) & a.z.equals(b.z)
}
