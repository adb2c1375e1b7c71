//! The exact time at which features that move straight first meet.
//!
//! Not as the library does it: normals and areas are those in space, not seen along an axis, and
//! features that move in one plane are judged by squared lengths.

use dashu::rational::RBig;

use crate::polynomial::{Polynomial, Root};

type Nodes = [[f64; 3]; 4];
type Vector = [Polynomial; 3];

/// Which features four nodes are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Features {
    NodeFacet,
    EdgeEdge,
}

/// The nodes as polynomials of the time.
struct Moving {
    features: Features,
    nodes: [Vector; 4],
}

fn minus(p: &Vector, q: &Vector) -> Vector {
    [0, 1, 2].map(|k| p[k].minus(&q[k]))
}

fn dot(p: &Vector, q: &Vector) -> Polynomial {
    p[0].times(&q[0]).plus(&p[1].times(&q[1])).plus(&p[2].times(&q[2]))
}

fn cross(p: &Vector, q: &Vector) -> Vector {
    let minor = |i: usize, j: usize| p[i].times(&q[j]).minus(&p[j].times(&q[i]));
    [minor(1, 2), minor(2, 0), minor(0, 1)]
}

impl Moving {
    fn new(features: Features, start: &Nodes, end: &Nodes) -> Self {
        let exact = |x: f64| RBig::try_from(x).expect("finite");
        let moving = |x: f64, y: f64| Polynomial::new(vec![exact(x), exact(y) - exact(x)]);
        let nodes = [0, 1, 2, 3].map(|i| [0, 1, 2].map(|k| moving(start[i][k], end[i][k])));
        Self { features, nodes }
    }

    /// The first time, if the features meet at all.
    fn first(&self) -> Option<Root> {
        let [a, b, c, d] = &self.nodes;
        let volume = dot(&minus(b, a), &cross(&minus(c, a), &minus(d, a)));
        if !volume.is_zero() {
            return volume.roots().into_iter().find(|root| self.meet(root));
        }
        // At the start, or when a node comes to a line or to another node.
        let start = Polynomial::new(vec![RBig::ZERO, RBig::ONE]).roots();
        let pairs = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
        let squares = pairs.iter().flat_map(|&(i, j)| {
            let edge = minus(&self.nodes[j], &self.nodes[i]);
            let to_lines = (0..4).filter(move |&n| n != i && n != j).map({
                let edge = edge.clone();
                move |n| {
                    let area = cross(&edge, &minus(&self.nodes[n], &self.nodes[i]));
                    dot(&area, &area)
                }
            });
            to_lines.chain([dot(&edge, &edge)]).collect::<Vec<_>>()
        });
        let roots = squares.filter(|p| !p.is_zero()).flat_map(|p| p.roots());
        let met = start.into_iter().chain(roots).filter(|root| self.meet(root));
        met.reduce(|one, two| if two.is_before_root(&one) { two } else { one })
    }

    /// Whether the features share a point at this time, when they are coplanar.
    fn meet(&self, root: &Root) -> bool {
        let [a, b, c, d] = &self.nodes;
        match self.features {
            Features::NodeFacet => {
                let normal = cross(&minus(c, b), &minus(d, b));
                if root.sign_of(&dot(&normal, &normal)) > 0 {
                    return [[b, c], [c, d], [d, b]].iter().all(|[from, to]| {
                        let area = cross(&minus(to, from), &minus(a, from));
                        root.sign_of(&dot(&area, &normal)) >= 0
                    });
                }
                [[b, c], [c, d], [d, b]].iter().any(|[from, to]| is_on(a, from, to, root))
            }
            Features::EdgeEdge => {
                let (e, g, between) = (minus(b, a), minus(d, c), minus(c, a));
                let normal = cross(&e, &g);
                let square = dot(&normal, &normal);
                if root.sign_of(&square) > 0 {
                    return [&g, &e].iter().all(|other| {
                        let share = dot(&cross(&between, other), &normal);
                        root.sign_of(&share) >= 0 && root.sign_of(&square.minus(&share)) >= 0
                    });
                }
                let ends = [(a, c, d), (b, c, d), (c, a, b), (d, a, b)];
                ends.iter().any(|(end, from, to)| is_on(end, from, to, root))
            }
        }
    }
}

/// Whether a node is on an edge.
fn is_on(node: &Vector, from: &Vector, to: &Vector, root: &Root) -> bool {
    let area = cross(&minus(to, from), &minus(node, from));
    root.sign_of(&dot(&area, &area)) == 0
        && root.sign_of(&dot(&minus(node, from), &minus(node, to))) <= 0
}

/// Checks what is claimed of a pair: that the features do not meet before `time`, and do until
/// `early` after it; or that they do not meet at all.
pub(crate) fn check(
    features: Features,
    [start, end]: [&Nodes; 2],
    time: Option<f64>,
    early: f64,
) -> Result<(), String> {
    let first = Moving::new(features, start, end).first();
    let exact = |x: f64| RBig::try_from(x).expect("finite");
    match (first, time) {
        (None, None) => Ok(()),
        (None, Some(time)) => Err(format!("they do not meet, but {time:e} was told")),
        (Some(root), None) => Err(format!("missed: they meet at {root:?}")),
        (Some(root), Some(time)) => {
            if root.is_before(&exact(time)) {
                return Err(format!("{time:e} is late: {root:?}"));
            }
            if !root.is_before(&(exact(time) + exact(early))) {
                return Err(format!("{time:e} is early by more than {early:e}: {root:?}"));
            }
            Ok(())
        }
    }
}
