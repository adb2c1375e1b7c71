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
//! - Only regions that touch the newest vertex are looked at; the first face that holds the
//!   projection wins, and edges compete by the squared length they take off, `t^2 / e.e`.
//! - A cofactor that is zero or not a number fails the `> 0` test and falls through to the edges
//!   and the vertex, which are always defined.

use super::super::simplex::{Simplex, Solution};
use super::SubDistance;
use crate::Vec3;

/// Signed Volumes in the tuned form.
#[derive(Debug, Clone, Copy, Default)]
pub struct SignedVolumes;

impl SubDistance for SignedVolumes {
    #[inline(always)]
    fn solve(&self, simplex: &Simplex) -> Option<Solution> {
        let s = simplex.slots();
        Some(match simplex.rank() {
            1 => Solution::vertex(0, s[0]),
            2 => s1d(s),
            3 => s2d(s),
            _ => s3d(s, simplex.orientation()),
        })
    }
}

/// The newest vertex `d` and one old one.
#[inline(always)]
fn s1d(s: &[Vec3; 4]) -> Solution {
    let d = s[1];
    let e = s[0] - d;
    let t = -d.dot(&e);
    if t > 0.0 {
        Solution::edge([0, 1], [t, e.dot(&e) - t], e.cross(&d).cross(&e))
    } else {
        Solution::vertex(1, d)
    }
}

/// The newest vertex `d` and two old ones.
#[inline(always)]
fn s2d(s: &[Vec3; 4]) -> Solution {
    let d = s[2];
    let e = [s[0] - d, s[1] - d];
    let q = [e[0].cross(&d), e[1].cross(&d)];
    let n = e[0].cross(&e[1]);
    let (alpha, beta) = (n.dot(&q[1]), -n.dot(&q[0]));
    if alpha > 0.0 && beta > 0.0 {
        let orientation = if n.dot(&d) >= 0.0 { 1.0 } else { -1.0 };
        let weights = [alpha, beta, n.dot(&n) - alpha - beta];
        return Solution::face([0, 1, 2], weights, n * orientation, orientation);
    }
    let mut best = BestEdge::new(2, d);
    best.offer(0, &e[0], &q[0]);
    best.offer(1, &e[1], &q[1]);
    best.solution()
}

/// The newest vertex `d` and three old ones, whose face had the search direction as
/// `orientation` times its normal.
#[inline(always)]
fn s3d(s: &[Vec3; 4], orientation: f64) -> Solution {
    let d = s[3];
    let e = [s[0] - d, s[1] - d, s[2] - d];
    let q = [e[0].cross(&d), e[1].cross(&d), e[2].cross(&d)];
    // Signed volumes over the three faces at d: positive if the origin is outside that face. The
    // sign of the fourth, and of the whole, follows from the previous direction.
    let c01 = orientation * e[0].dot(&q[1]);
    let c12 = orientation * e[1].dot(&q[2]);
    let c20 = orientation * e[2].dot(&q[0]);
    if c01 <= 0.0 && c12 <= 0.0 && c20 <= 0.0 {
        let whole = orientation * e[0].dot(&e[1].cross(&e[2]));
        return Solution::inside([-c12, -c20, -c01, whole + c01 + c12 + c20]);
    }
    let mut best = BestEdge::new(3, d);
    for (c, i, j) in [(c01, 0, 1), (c12, 1, 2), (c20, 2, 0)] {
        if c > 0.0 {
            let n = e[i].cross(&e[j]);
            let (alpha, beta) = (n.dot(&q[j]), -n.dot(&q[i]));
            if alpha > 0.0 && beta > 0.0 {
                let weights = [alpha, beta, n.dot(&n) - alpha - beta];
                return Solution::face([i, j, 3], weights, n * orientation, orientation);
            }
        }
    }
    for i in 0..3 {
        best.offer(i, &e[i], &q[i]);
    }
    best.solution()
}

/// The edge at the newest vertex that takes most off its distance, if any does.
struct BestEdge {
    newest: usize,
    d: Vec3,
    old: usize,
    t: f64,
    length2: f64,
    e: Vec3,
    q: Vec3,
}

impl BestEdge {
    #[inline(always)]
    fn new(newest: usize, d: Vec3) -> Self {
        let zero = Vec3::zeros();
        Self { newest, d, old: newest, t: 0.0, length2: 1.0, e: zero, q: zero }
    }

    #[inline(always)]
    fn offer(&mut self, old: usize, e: &Vec3, q: &Vec3) {
        let t = -self.d.dot(e);
        let length2 = e.dot(e);
        if t > 0.0 && t * t * self.length2 > self.t * self.t * length2 {
            (self.old, self.t, self.length2, self.e, self.q) = (old, t, length2, *e, *q);
        }
    }

    #[inline(always)]
    fn solution(self) -> Solution {
        if self.old == self.newest {
            return Solution::vertex(self.newest, self.d);
        }
        let weights = [self.t, self.length2 - self.t];
        Solution::edge([self.old, self.newest], weights, self.q.cross(&self.e))
    }
}

/// The solution in which every vertex of the simplex takes part, if there is one.
///
/// Unlike a step of the search, it takes no vertex for the newest: all signs are checked.
#[inline(always)]
pub(crate) fn whole(simplex: &Simplex) -> Option<Solution> {
    let s = simplex.slots();
    let solution = match simplex.rank() {
        1 => return Some(Solution::vertex(0, s[0])),
        2 => s1d(s),
        3 => s2d(s),
        _ => {
            let (e, d) = ([s[0] - s[3], s[1] - s[3], s[2] - s[3]], s[3]);
            let volume = e[0].dot(&e[1].cross(&e[2]));
            let orientation = if volume >= 0.0 { 1.0 } else { -1.0 };
            let side = |i: usize, j: usize| -orientation * d.dot(&e[i].cross(&e[j]));
            let weights = [side(1, 2), side(2, 0), side(0, 1)];
            let rest = orientation * volume - weights[0] - weights[1] - weights[2];
            Solution::inside([weights[0], weights[1], weights[2], rest])
        }
    };
    let positive = solution.weights[..simplex.rank()].iter().all(|&weight| weight > 0.0);
    (solution.len == simplex.rank() && positive).then_some(solution)
}
