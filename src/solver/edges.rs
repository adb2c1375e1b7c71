//! Crossings of edges: how much they count, so that energy is continuous.
//!
//! Where ropes or ridges cross, edges meet edges and no node is near: they must push. But crossings come and go:
//! at the ends of the edges, where nodes take over, and where the normal comes to stand on one of the facets
//! beside an edge, which on a nearly flat face takes no more than a tremble. So the spring of a crossing has a
//! weight that is 0 there, and 1 in the middle of a sharp edge.
//!
//! Since the energy depends on the place of the crossing, it has a derivative along the edges, and so has the force.
//! The derivative by the turning of facets is left out on purpose: it would drive edges to lie along facets, where
//! no crossing counts.

use std::collections::HashMap;

use nalgebra::{Matrix2, Vector2};

use crate::Vec3;
use crate::mesh::TetMesh;
use crate::scene::Contact;

/// The edges of a surface, by their nodes in ascending order, with the third nodes of the facets on both
/// sides.
#[derive(Debug, Default)]
pub(super) struct Edges(HashMap<[u32; 2], [u32; 2]>);

impl Edges {
    pub(super) fn of(mesh: &TetMesh) -> Self {
        let mut edges = HashMap::new();
        for &[a, b, c] in mesh.boundary().facets() {
            for [from, to, far] in [[a, b, c], [b, c, a], [c, a, b]] {
                let sides = edges.entry([from.min(to), from.max(to)]).or_insert([far; 2]);
                sides[usize::from(from > to)] = far;
            }
        }
        Self(edges)
    }
}

/// An edge of a crossing.
#[derive(Debug, Clone, Copy)]
struct Edge {
    nodes: [usize; 2],
    /// The third nodes of the facets beside it.
    far: [usize; 2],
    /// Where it is crossed, from the first node to the second.
    place: f64,
}

/// How much of a crossing counts at this place along an edge, and the slope of that.
fn fade(place: f64) -> [f64; 2] {
    [4.0 * place * (1.0 - place), 4.0 * (1.0 - 2.0 * place)]
}

impl Edge {
    /// How much a crossing counts by how sharp the edge is as seen along the normal out of it: twice the harmonic
    /// mean of the sines by which both facets fall away, up to 1.
    fn ridge(&self, outward: Vec3, x: &[[f64; 3]]) -> f64 {
        let from = Vec3::from(x[self.nodes[0]]);
        let along = (Vec3::from(x[self.nodes[1]]) - from).normalize();
        let [one, two] = self.far.map(|far| {
            let q = Vec3::from(x[far]) - from;
            -outward.dot(&q) / (q - along * along.dot(&q)).norm()
        });
        if one <= 0.0 || two <= 0.0 { 0.0 } else { (4.0 * one * two / (one + two)).min(1.0) }
    }
}

/// Two edges that cross.
#[derive(Debug, Clone, Copy)]
pub(super) struct Crossing {
    edges: [Edge; 2],
    normal: Vec3,
}

impl Crossing {
    /// The crossing that a contact is, if it is one. `body` tells the edges of a body and its first node.
    pub(super) fn of<'a>(
        contact: &Contact,
        body: impl Fn(u32) -> (&'a Edges, usize),
    ) -> Option<Self> {
        let edge = |side: &crate::scene::Side| {
            let &[from, to] = side.nodes() else { return None };
            let (edges, first) = body(side.body);
            let number = |node: u32| first + node as usize;
            let far = edges.0.get(&[from, to])?.map(number);
            Some(Edge { nodes: [from, to].map(number), far, place: side.weights()[1] })
        };
        let [a, b] = &contact.sides;
        Some(Self { edges: [edge(a)?, edge(b)?], normal: contact.normal })
    }

    /// How much it counts, from 0 to 1.
    pub(super) fn weight(&self, x: &[[f64; 3]]) -> f64 {
        let [a, b] = &self.edges;
        let along = fade(a.place)[0] * fade(b.place)[0];
        along * a.ridge(self.normal, x) * b.ridge(-self.normal, x)
    }

    /// The derivative of the logarithm of the weight by the nodes of both edges, as the places change.
    ///
    /// With `P` and `Q` the points on the edges `u` and `w`, and `d = P - Q`, the places are where `d.u = d.w = 0`.
    /// The derivative of this gives two equations for the changes of the places.
    pub(super) fn slopes(&self, x: &[[f64; 3]]) -> [(usize, Vec3); 4] {
        let [a, b] = &self.edges;
        let [[a0, a1], [b0, b1]] = [a, b].map(|edge| edge.nodes.map(|node| Vec3::from(x[node])));
        let (s, t) = (a.place, b.place);
        let (u, w) = (a1 - a0, b1 - b0);
        let d = a0 + u * s - b0 - w * t;
        let equations = Matrix2::new(u.dot(&u), u.dot(&w), -u.dot(&w), -w.dot(&w));
        let right = Vector2::new(fade(s)[1] / fade(s)[0], fade(t)[1] / fade(t)[0]);
        let y = equations.try_inverse().map_or(Vector2::zeros(), |inverse| inverse * right);
        let g = u * y[0] + w * y[1];
        [
            (a.nodes[0], d * y[0] - g * (1.0 - s)),
            (a.nodes[1], -(g * s + d * y[0])),
            (b.nodes[0], g * (1.0 - t) + d * y[1]),
            (b.nodes[1], g * t - d * y[1]),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn crossing(x: &[[f64; 3]]) -> Crossing {
        let [a0, a1, b0, b1] = [0, 1, 2, 3].map(|i| Vec3::from(x[i]));
        let (u, w, r) = (a1 - a0, b1 - b0, a0 - b0);
        let lines = Matrix2::new(u.dot(&u), -u.dot(&w), u.dot(&w), -w.dot(&w));
        let places = lines.try_inverse().unwrap() * -Vector2::new(u.dot(&r), w.dot(&r));
        let edge = |nodes, far, place| Edge { nodes, far, place };
        let edges = [edge([0, 1], [4, 5], places[0]), edge([2, 3], [6, 7], places[1])];
        Crossing { edges, normal: u.cross(&w).normalize() }
    }

    fn ridges() -> Vec<[f64; 3]> {
        vec![
            [-1.0, 0.1, 0.0],
            [1.2, -0.2, 0.1],
            [0.2, -1.0, 0.4],
            [-0.3, 1.5, 0.6],
            [0.1, 0.7, -0.3],
            [-0.2, -0.8, -0.2],
            [-0.9, 0.1, 0.8],
            [0.8, 0.2, 0.7],
        ]
    }

    #[test]
    fn the_slopes_are_the_derivative_by_the_places() {
        let mut x = ridges();
        let along = |x: &[[f64; 3]]| {
            crossing(x).edges.map(|edge| fade(edge.place)[0].ln()).iter().sum::<f64>()
        };
        for (node, given) in crossing(&x).slopes(&x) {
            for axis in 0..3 {
                const STEP: f64 = 1e-6;
                let at = x[node][axis];
                x[node][axis] = at + STEP;
                let up = along(&x);
                x[node][axis] = at - STEP;
                let down = along(&x);
                x[node][axis] = at;
                let slope = (up - down) / (2.0 * STEP);
                assert!((slope - given[axis]).abs() < 1e-8, "node {node} axis {axis}");
            }
        }
    }

    #[test]
    fn the_slopes_have_neither_sum_nor_moment() {
        let x = ridges();
        let slopes = crossing(&x).slopes(&x);
        let moment = |(node, f): &(usize, Vec3)| Vec3::from(x[*node]).cross(f);
        assert!(slopes.iter().map(|slope| slope.1).sum::<Vec3>().norm() < 1e-14);
        assert!(slopes.iter().map(moment).sum::<Vec3>().norm() < 1e-14);
    }

    #[test]
    fn sharp_edges_count_and_flat_ones_do_not() {
        let mut x = ridges();
        assert!(crossing(&x).weight(&x) > 0.2);
        // The far nodes in the plane across the normal.
        let normal = crossing(&x).normal;
        for far in [4, 5] {
            let from = Vec3::from(x[0]);
            let q = Vec3::from(x[far]) - from;
            x[far] = (from + q - normal * normal.dot(&q)).into();
        }
        assert!(crossing(&x).weight(&x) < 1e-14);
    }
}
