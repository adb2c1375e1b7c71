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

use super::super::search::{State, Vertex};
use super::super::simplex::{Simplex, Solution};
use super::{Step, SubDistance};
use crate::Vec3;

/// Signed Volumes in the tuned form.
#[derive(Debug, Clone, Copy, Default)]
pub struct SignedVolumes;

impl SubDistance for SignedVolumes {
    fn solve(&self, simplex: &Simplex) -> Option<Solution> {
        let s = simplex.slots();
        let keep = |solution: &Solution| *solution;
        Some(match simplex.rank() {
            1 => Solution::vertex(0, s[0]),
            2 => s1d(s, keep),
            3 => s2d(s, keep),
            // The old face was the answer, so the origin is on the newest vertex's side of it.
            _ => {
                let n = (s[0] - s[2]).cross(&(s[1] - s[2]));
                s3d(s, if n.dot(&(s[2] - s[3])) >= 0.0 { 1.0 } else { -1.0 }, keep)
            }
        })
    }
}

impl Step for SignedVolumes {
    /// Keeps the vertices where each case is decided: the copies are then known to the compiler,
    /// and the search has no second decision to mispredict.
    #[inline(always)]
    fn step<T: Copy>(&self, state: &mut State<T>, newest: Vertex<T>) -> Option<usize> {
        let [v0, v1, v2] = state.kept;
        let orientation = state.orientation;
        Some(match state.len {
            1 => {
                let all = [v0, newest, newest, newest];
                s1d(&all.map(|v| v.s), |solution| keep(state, &all, solution))
            }
            2 => {
                let all = [v0, v1, newest, newest];
                s2d(&all.map(|v| v.s), |solution| keep(state, &all, solution))
            }
            _ => {
                let all = [v0, v1, v2, newest];
                s3d(&all.map(|v| v.s), orientation, |solution| keep(state, &all, solution))
            }
        })
    }
}

#[inline(always)]
fn keep<T: Copy>(state: &mut State<T>, all: &[Vertex<T>; 4], solution: &Solution) -> usize {
    state.take(all, solution);
    solution.len
}

/// The newest vertex `d` and one old one.
#[inline(always)]
fn s1d<R>(s: &[Vec3; 4], keep: impl FnOnce(&Solution) -> R) -> R {
    let d = s[1];
    let e = s[0] - d;
    let t = -d.dot(&e);
    if t > 0.0 {
        keep(&Solution::edge([0, 1], [t, e.dot(&e) - t], e.cross(&d).cross(&e)))
    } else {
        keep(&Solution::vertex(1, d))
    }
}

/// The newest vertex `d` and two old ones.
#[inline(always)]
fn s2d<R>(s: &[Vec3; 4], keep: impl FnOnce(&Solution) -> R) -> R {
    let d = s[2];
    let e = [s[0] - d, s[1] - d];
    let q = [e[0].cross(&d), e[1].cross(&d)];
    let n = e[0].cross(&e[1]);
    let (alpha, beta) = (n.dot(&q[1]), -n.dot(&q[0]));
    if (alpha > 0.0) & (beta > 0.0) {
        let orientation = if n.dot(&d) >= 0.0 { 1.0 } else { -1.0 };
        let weights = [alpha, beta, n.dot(&n) - alpha - beta];
        let face = Solution::face([0, 1, 2], weights, n * orientation);
        return keep(&Solution { orientation, ..face });
    }
    best_edge([Edge::new(&d, &e[0], 0), Edge::new(&d, &e[1], 1)], &d, 2, keep)
}

/// The newest vertex `d` and three old ones, whose face had the search direction as
/// `orientation` times its normal.
#[inline(always)]
fn s3d<R>(s: &[Vec3; 4], orientation: f64, keep: impl FnOnce(&Solution) -> R) -> R {
    let d = s[3];
    let e = [s[0] - d, s[1] - d, s[2] - d];
    let q = [e[0].cross(&d), e[1].cross(&d), e[2].cross(&d)];
    // Signed volumes over the three faces at d: positive if the origin is outside that face. The
    // sign of the fourth, and of the whole, follows from the previous direction.
    let c01 = orientation * e[0].dot(&q[1]);
    let c12 = orientation * e[1].dot(&q[2]);
    let c20 = orientation * e[2].dot(&q[0]);
    if (c01 <= 0.0) & (c12 <= 0.0) & (c20 <= 0.0) {
        let whole = orientation * e[0].dot(&e[1].cross(&e[2]));
        return keep(&Solution::inside([-c12, -c20, -c01, whole + c01 + c12 + c20]));
    }
    macro_rules! face {
        ($c:ident, $i:literal, $j:literal) => {
            if $c > 0.0 {
                let n = e[$i].cross(&e[$j]);
                let (alpha, beta) = (n.dot(&q[$j]), -n.dot(&q[$i]));
                if (alpha > 0.0) & (beta > 0.0) {
                    let weights = [alpha, beta, n.dot(&n) - alpha - beta];
                    let face = Solution::face([$i, $j, 3], weights, n * orientation);
                    return keep(&Solution { orientation, ..face });
                }
            }
        };
    }
    face!(c01, 0, 1);
    face!(c12, 1, 2);
    face!(c20, 2, 0);
    let edges = [Edge::new(&d, &e[0], 0), Edge::new(&d, &e[1], 1), Edge::new(&d, &e[2], 2)];
    best_edge(edges, &d, 3, keep)
}

/// An edge from the newest vertex to an old one.
#[derive(Clone, Copy)]
struct Edge {
    old: usize,
    e: Vec3,
    /// The weight of the old vertex, times `e.e`.
    t: f64,
    ee: f64,
}

impl Edge {
    #[inline(always)]
    fn new(d: &Vec3, e: &Vec3, old: usize) -> Self {
        Self { old, e: *e, t: -d.dot(e), ee: e.dot(e) }
    }
}

/// The edge that takes most off the distance of the newest vertex `d`, or that vertex.
#[inline(always)]
fn best_edge<R, const N: usize>(
    edges: [Edge; N],
    d: &Vec3,
    newest: usize,
    keep: impl FnOnce(&Solution) -> R,
) -> R {
    // What an edge takes off the squared distance is t^2 / e.e.
    let mut best = Edge { old: newest, e: *d, t: 0.0, ee: 1.0 };
    for edge in edges {
        if edge.t > 0.0 && edge.t * edge.t * best.ee > best.t * best.t * edge.ee {
            best = edge;
        }
    }
    if best.old == newest {
        return keep(&Solution::vertex(newest, *d));
    }
    let direction = best.e.cross(d).cross(&best.e);
    keep(&Solution::edge([best.old, newest], [best.t, best.ee - best.t], direction))
}

/// The solution in which every vertex of the simplex takes part, if there is one.
///
/// Unlike a step of the search, it takes no vertex for the newest: all signs are checked.
#[inline(always)]
pub(crate) fn whole(simplex: &Simplex) -> Option<Solution> {
    let s = simplex.slots();
    let solution = if simplex.rank() < 4 {
        SignedVolumes.solve(simplex)?
    } else {
        let d = s[3];
        let e = [s[0] - d, s[1] - d, s[2] - d];
        let n = [e[1].cross(&e[2]), e[2].cross(&e[0]), e[0].cross(&e[1])];
        let volume = e[0].dot(&n[0]);
        let orientation = if volume >= 0.0 { 1.0 } else { -1.0 };
        let weights = n.map(|n| -orientation * d.dot(&n));
        let rest = orientation * volume - weights[0] - weights[1] - weights[2];
        Solution::inside([weights[0], weights[1], weights[2], rest])
    };
    let positive = solution.weights[..simplex.rank()].iter().all(|&weight| weight > 0.0);
    (solution.len == simplex.rank() && positive).then_some(solution)
}
