//! A step of Signed Volumes in all lanes at once, by selection instead of branches.
//!
//! The same operations in the same order as in
//! [`signed_volumes`](super::super::sub::signed_volumes), so that each lane gets the bits of a
//! single query. Weights are left to the end of the search: no step needs those of the one before.

use super::block::Vertex;
use crate::simd::{Quad3, Wide};

/// The smallest faces that hold the nearest points: see [`Face`](super::super::search::Face).
#[derive(Clone, Copy)]
pub(super) struct Face<W: Wide> {
    /// The first three vertices. Slots past `len` repeat the last vertex, which is the newest.
    pub(super) kept: [Vertex<W>; 3],
    /// How many vertices there are, up to three.
    len: W,
    /// Where there are four vertices: these three, and the support along the direction, which is
    /// the newest.
    pub(super) whole: W::Mask,
    /// The direction `u`.
    pub(super) direction: Quad3<W>,
    /// Which way the normal of three vertices points, +1 or -1; used for those only.
    orientation: W,
}

/// The edge from the newest vertex `d` to an old one.
struct Edge<W: Wide> {
    e: Quad3<W>,
    /// `e x d`.
    q: Quad3<W>,
    /// The weight of the old vertex, times `-ee`.
    minus_t: W,
    ee: W,
}

impl<W: Wide> Edge<W> {
    #[inline(always)]
    fn new(old: &Vertex<W>, d: &Vertex<W>) -> Self {
        let e = old.s - d.s;
        Self { e, q: e.cross(&d.s), minus_t: d.s.dot(&e), ee: e.dot(&e) }
    }

    #[inline(always)]
    fn select(mask: W::Mask, yes: &Self, no: &Self) -> Self {
        Self {
            e: Quad3::select(mask, &yes.e, &no.e),
            q: Quad3::select(mask, &yes.q, &no.q),
            minus_t: W::select(mask, yes.minus_t, no.minus_t),
            ee: W::select(mask, yes.ee, no.ee),
        }
    }

    /// Where the nearest point is not the newest vertex, among these lanes.
    #[inline(always)]
    fn goes_on(&self, lanes: W::Mask) -> W::Mask {
        lanes & self.minus_t.less(W::all(0.0))
    }

    /// Where this edge takes something off the squared distance of the newest vertex, among these
    /// lanes.
    #[inline(always)]
    fn helps(&self, lanes: W::Mask) -> W::Mask {
        self.goes_on(lanes) & W::all(0.0).less(self.minus_t * self.minus_t)
    }

    /// Where this edge takes more off than the best one so far, which helps in the lanes `known`,
    /// among `lanes`.
    #[inline(always)]
    fn beats(&self, best: &Self, known: W::Mask, lanes: W::Mask) -> W::Mask {
        let tt = self.minus_t * self.minus_t;
        let more = (best.minus_t * best.minus_t * self.ee).less(tt * best.ee);
        self.helps(lanes) & (more | !known)
    }

    /// The direction to the nearest point.
    #[inline(always)]
    fn direction(&self) -> Quad3<W> {
        self.q.cross(&self.e)
    }
}

/// A face of the newest vertex and two old ones.
struct SideFace<W: Wide> {
    n: Quad3<W>,
    alpha: W,
    minus_beta: W,
}

impl<W: Wide> SideFace<W> {
    #[inline(always)]
    fn new(a: &Edge<W>, b: &Edge<W>) -> Self {
        let n = a.e.cross(&b.e);
        Self { n, alpha: n.dot(&b.q), minus_beta: n.dot(&a.q) }
    }

    /// Where it holds the projection of the origin.
    #[inline(always)]
    fn holds(&self) -> W::Mask {
        W::all(0.0).less(self.alpha) & self.minus_beta.less(W::all(0.0))
    }
}

impl<W: Wide> Face<W> {
    #[inline(always)]
    pub(super) fn vertex(d: Vertex<W>) -> Self {
        let (orientation, none) = (W::all(0.0), W::all(0.0).less(W::all(0.0)));
        Self { kept: [d; 3], len: W::all(1.0), whole: none, direction: d.s, orientation }
    }

    /// How many vertices there are.
    #[inline(always)]
    pub(super) fn len(&self) -> W {
        W::select(self.whole, W::all(4.0), self.len)
    }

    /// The newest vertex, if this is the support along the direction.
    #[inline(always)]
    pub(super) fn last(&self, support: &Vertex<W>) -> Vertex<W> {
        Vertex::select(self.whole, support, &self.kept[2])
    }

    /// Where the point is one of the vertices before the newest of at most `RANK`, in the lanes
    /// that are asked.
    #[inline(always)]
    pub(super) fn has<const RANK: usize>(&self, w: &Quad3<W>, asked: W::Mask) -> W::Mask {
        let [a, b] = [&self.kept[0].s, &self.kept[if RANK > 2 { 1 } else { 0 }].s];
        let (in_a, in_b) = (asked & a.x.equals(w.x), asked & b.x.equals(w.x));
        // Seldom, so that a branch costs nothing.
        if W::any(in_a | in_b) { same(a, w, in_a) | same(b, w, in_b) } else { in_a }
    }

    /// The step from one vertex, in the lanes that `go` on.
    #[inline(always)]
    pub(super) fn step_from_vertex(&mut self, d: &Vertex<W>, go: W::Mask) {
        let edge = Edge::new(&self.kept[0], d);
        self.set_edge(&edge, edge.goes_on(go), d, go);
        self.kept[2] = Vertex::select(go, d, &self.kept[2]);
    }

    /// The step from up to two vertices.
    #[inline(always)]
    pub(super) fn step_from_edge(&mut self, d: &Vertex<W>, go: W::Mask) {
        let [a, b, _] = self.kept;
        let (ea, eb) = (Edge::new(&a, d), Edge::new(&b, d));
        let single = self.len.equals(W::all(1.0));
        let ab = SideFace::new(&ea, &eb);
        let face = go & !single & ab.holds();
        let left = go & !face;

        if W::any(left) {
            let on_a = ea.goes_on(left & single) | ea.helps(left);
            let on_b = eb.beats(&ea, on_a, left);
            self.kept[0] = Vertex::select(on_b, &b, &a);
            self.set_edge(&Edge::select(on_b, &eb, &ea), on_a | on_b, d, left);
        }
        self.kept[2] = Vertex::select(go, d, &self.kept[2]);
        self.set_side(&ab.n, sign(&ab.n, d), face);
    }

    /// The step from up to three vertices. Where the simplex holds the origin the answer is yes,
    /// the face is the whole of it, and the direction stays.
    #[inline(always)]
    pub(super) fn step(&mut self, d: &Vertex<W>, go: W::Mask) -> W::Mask {
        let zero = W::all(0.0);
        let [a, b, c] = self.kept;
        let (ea, eb, ec) = (Edge::new(&a, d), Edge::new(&b, d), Edge::new(&c, d));
        let single = self.len.equals(W::all(1.0));
        let double = go & self.len.equals(W::all(2.0));
        let triple = go & W::all(2.0).less(self.len);

        let [bc, ca, ab] = volumes(&ea, &eb, &ec, self.orientation);
        let out_ab = triple & zero.less(ab);
        let (out_bc, out_ca) = (triple & zero.less(bc), triple & zero.less(ca));
        let inside = triple & !(out_ab | out_bc | out_ca);
        let (side_ab, side_bc, side_ca) =
            (SideFace::new(&ea, &eb), SideFace::new(&eb, &ec), SideFace::new(&ec, &ea));
        let on_ab = (double | out_ab) & side_ab.holds();
        let on_bc = out_bc & side_bc.holds() & !on_ab;
        let on_ca = out_ca & side_ca.holds() & !(on_ab | on_bc);
        let face = on_ab | on_bc | on_ca;
        let left = go & !(inside | face);

        self.kept[0] = Vertex::select(on_ca, &c, &Vertex::select(on_bc, &b, &a));
        self.kept[1] = Vertex::select(on_ca, &a, &Vertex::select(on_bc, &c, &b));
        self.kept[2] = Vertex::select(go & !inside, d, &c);
        if W::any(left) {
            let on_a = ea.goes_on(left & single) | ea.helps(left);
            let on_b = eb.beats(&ea, on_a, left);
            let edge = Edge::select(on_b, &eb, &ea);
            let on_c = ec.beats(&edge, on_a | on_b, left);
            let edge = Edge::select(on_c, &ec, &edge);
            let first = Vertex::select(on_b, &b, &self.kept[0]);
            self.kept[0] = Vertex::select(on_c, &c, &first);
            self.set_edge(&edge, on_a | on_b | on_c, d, left);
        }
        let n = Quad3::select(on_bc, &side_bc.n, &side_ab.n);
        let n = Quad3::select(on_ca, &side_ca.n, &n);
        let orientation = W::select(double, sign(&side_ab.n, d), self.orientation);
        self.set_side(&n, orientation, face);
        self.whole = self.whole | inside;
        inside
    }

    /// Makes the face an edge in some of the lanes that are `left`, and the newest vertex in the
    /// others. The old vertex is in its place.
    #[inline(always)]
    fn set_edge(&mut self, edge: &Edge<W>, on_edge: W::Mask, d: &Vertex<W>, left: W::Mask) {
        let direction = Quad3::select(on_edge, &edge.direction(), &d.s);
        self.kept[0] = Vertex::select(left & !on_edge, d, &self.kept[0]);
        self.kept[1] = Vertex::select(left, d, &self.kept[1]);
        self.direction = Quad3::select(left, &direction, &self.direction);
        let len = W::select(on_edge, W::all(2.0), W::all(1.0));
        self.len = W::select(left, len, self.len);
    }

    /// Makes the face a triangle in some lanes. Its vertices are in their places.
    #[inline(always)]
    fn set_side(&mut self, n: &Quad3<W>, orientation: W, face: W::Mask) {
        self.direction = Quad3::select(face, &n.times(orientation), &self.direction);
        self.orientation = W::select(face, orientation, self.orientation);
        self.len = W::select(face, W::all(3.0), self.len);
    }

    /// Barycentric weights of the vertices, of which the newest is given, up to a common factor.
    #[inline(always)]
    pub(super) fn weights(&self, d: &Vertex<W>) -> [W; 4] {
        let (zero, one) = (W::all(0.0), W::all(1.0));
        let [a, b, c] = self.kept;
        let (ea, eb) = (Edge::new(&a, d), Edge::new(&b, d));
        let side = SideFace::new(&ea, &eb);
        let (alpha, beta) = (side.alpha, -side.minus_beta);
        let rest = side.n.dot(&side.n) - alpha - beta;
        let t = -ea.minus_t;
        let (two, three) = (one.less(self.len), W::all(2.0).less(self.len));
        let mut weights = [
            W::select(three, alpha, W::select(two, t, one)),
            W::select(three, beta, W::select(two, ea.ee - t, zero)),
            W::select(three, rest, zero),
            zero,
        ];
        let four = self.whole;
        if W::any(four) {
            let ec = Edge::new(&c, d);
            let [bc, ca, ab] = volumes(&ea, &eb, &ec, self.orientation);
            let whole = self.orientation * ea.e.dot(&eb.e.cross(&ec.e));
            weights[0] = W::select(four, -bc, weights[0]);
            weights[1] = W::select(four, -ca, weights[1]);
            weights[2] = W::select(four, -ab, weights[2]);
            weights[3] = W::select(four, whole + ab + bc + ca, zero);
        }
        weights
    }
}

/// The signed volumes over the faces `bc`, `ca` and `ab` of the newest vertex.
#[inline(always)]
fn volumes<W: Wide>(a: &Edge<W>, b: &Edge<W>, c: &Edge<W>, orientation: W) -> [W; 3] {
    [orientation * b.e.dot(&c.q), orientation * c.e.dot(&a.q), orientation * a.e.dot(&b.q)]
}

/// The orientation of a face with this normal.
#[inline(always)]
fn sign<W: Wide>(n: &Quad3<W>, d: &Vertex<W>) -> W {
    W::select(n.dot(&d.s).less(W::all(0.0)), W::all(-1.0), W::all(1.0))
}

#[inline(always)]
/// Where points with the same x are the same, among these lanes.
fn same<W: Wide>(a: &Quad3<W>, b: &Quad3<W>, lanes: W::Mask) -> W::Mask {
    lanes & a.y.equals(b.y) & a.z.equals(b.z)
}
