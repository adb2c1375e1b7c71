//! Whether and when a node meets a facet or an edge an edge, without rounding.
//!
//! Features can only meet when their four nodes are coplanar, which is a root of a polynomial of
//! degree 3. If they are always coplanar, they first meet when a node is on the line of an edge
//! (degree 2), and if it is always there, when two nodes are in one place (degree 1). So there are
//! finitely many times to look at, each a root of a form with integer coefficients, and whether the
//! features meet there is told by signs of other forms at the root, degenerate features included.

mod form;
mod root;

use std::cmp::Ordering::{self, Equal, Greater, Less};

use dashu_int::IBig;

use self::form::Form;
use self::root::{Root, roots};
use super::pair::Features;
use crate::convex::boolean::integers::integers;

/// How exactly the time is found, as a power of two.
const LEVEL: usize = 53;

/// The time of impact: not late, and early by at most `2^-53`; and whether it is the start of the
/// step. `None` if the features do not meet.
pub(super) fn impact(
    features: Features,
    start: &[[f64; 3]; 4],
    end: &[[f64; 3]; 4],
) -> Option<(f64, bool)> {
    let system = System::new(features, start, end);
    let volume = system.volume();
    if !volume.is_zero() {
        return roots(&volume).into_iter().find(|root| system.meets(root)).map(time);
    }
    if system.meets(&Root::start()) {
        return Some((0.0, true));
    }
    let planar = system.minors.iter().flatten().chain(&system.nodes);
    let times = planar
        .filter(|form| !form.is_zero())
        .flat_map(roots)
        .filter(|root| system.meets(root))
        .map(time);
    times.min_by(|a, b| a.0.total_cmp(&b.0))
}

fn time(mut root: Root) -> (f64, bool) {
    root.refine(LEVEL);
    (root.time(), root.is_start())
}

/// The polynomials that tell how four nodes lie to each other. Positions are relative to the first
/// node: `u`, `v` and `w`.
struct System {
    features: Features,
    /// The coordinates of `u`, `v` and `w`, and, for edges, of `v - u` and `w - u`.
    nodes: Vec<Form>,
    /// Twice the areas of triangles as seen along x, y and z: for a facet those of the node with
    /// each of its edges; for edges those of an edge with an end of the other, in pairs.
    minors: Vec<[Form; 3]>,
}

impl System {
    fn new(features: Features, start: &[[f64; 3]; 4], end: &[[f64; 3]; 4]) -> Self {
        let [start, end] = integers(start, end);
        let [[u0, u1], [v0, v1], [w0, w1]] =
            [1, 2, 3].map(|i| [start[i].minus(&start[0]).0, end[i].minus(&end[0]).0]);
        let vector = |[x0, y0, z0]: [IBig; 3], [x1, y1, z1]: [IBig; 3]| {
            [Form::linear(x0, x1), Form::linear(y0, y1), Form::linear(z0, z1)]
        };
        let [u, v, w] = [vector(u0, u1), vector(v0, v1), vector(w0, w1)];
        let (minors, nodes) = match features {
            Features::NodeFacet => {
                (vec![cross(&v, &w), cross(&w, &u), cross(&u, &v)], [u, v, w].concat())
            }
            Features::EdgeEdge => {
                let [p, q] = [&v, &w].map(|end| difference(end, &u));
                let minors = vec![cross(&u, &v), cross(&u, &w), cross(&v, &w), cross(&p, &q)];
                (minors, [u, v, w, p, q].concat())
            }
        };
        Self { features, nodes, minors }
    }

    /// Six times the volume of the tetrahedron of the nodes.
    fn volume(&self) -> Form {
        let [u, normal] = match self.features {
            Features::NodeFacet => [&self.nodes[0..3], &self.minors[0]],
            Features::EdgeEdge => [&self.nodes[0..3], &self.minors[2][..]],
        };
        u[0].times(&normal[0]).plus(&u[1].times(&normal[1])).plus(&u[2].times(&normal[2]))
    }

    /// Whether the features meet at this time, when their nodes are coplanar.
    fn meets(&self, root: &Root) -> bool {
        match self.features {
            Features::NodeFacet => self.node_is_in_facet(root),
            Features::EdgeEdge => self.edges_cross(root),
        }
    }

    fn node_is_in_facet(&self, root: &Root) -> bool {
        for k in 0..3 {
            let [a, b, c] = [0, 1, 2].map(|i| &self.minors[i][k]);
            let area = root.sign_of(&a.plus(b).plus(c));
            if area != Equal {
                return [a, b, c].iter().all(|form| root.sign_of(form) != area.reverse());
            }
        }
        // The facet is a segment or a point: the node must be on its line, and in its box.
        self.vanish(0..3, root)
            && (0..3).all(|k| {
                let signs = [0, 3, 6].map(|i| root.sign_of(&self.nodes[i + k]));
                !signs.iter().all(|&s| s == Less) && !signs.iter().all(|&s| s == Greater)
            })
    }

    fn edges_cross(&self, root: &Root) -> bool {
        for k in 0..3 {
            let [a, b, c, d] = [0, 1, 2, 3].map(|i| &self.minors[i][k]);
            if root.sign_of(&a.minus(b)) != Equal {
                return [[a, b], [c, d]].iter().all(|pair| {
                    let [one, two] = pair.map(|form| root.sign_of(form));
                    one == Equal || one != two
                });
            }
        }
        // Parallel, or points: an end of one edge must be on the other.
        let [u, v, w, p, q] = [0, 3, 6, 9, 12];
        let ends = [(0, [v, p]), (1, [w, q]), (2, [v, w]), (3, [p, q])];
        debug_assert_eq!(self.nodes.len(), u + 15);
        ends.into_iter().any(|(minor, pair)| {
            self.vanish(minor..minor + 1, root)
                && (0..3).all(|k| {
                    let [one, two] = pair.map(|i| root.sign_of(&self.nodes[i + k]));
                    one == Equal || one != two
                })
        })
    }

    /// Whether triangles have no area.
    fn vanish(&self, minors: std::ops::Range<usize>, root: &Root) -> bool {
        self.minors[minors].iter().flatten().all(|form| root.sign_of(form) == Ordering::Equal)
    }
}

fn cross(p: &[Form; 3], q: &[Form; 3]) -> [Form; 3] {
    let minor = |i: usize, j: usize| p[i].times(&q[j]).minus(&p[j].times(&q[i]));
    [minor(1, 2), minor(2, 0), minor(0, 1)]
}

fn difference(p: &[Form; 3], q: &[Form; 3]) -> [Form; 3] {
    [0, 1, 2].map(|k| p[k].minus(&q[k]))
}
