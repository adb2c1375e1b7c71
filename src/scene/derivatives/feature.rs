//! Nodes, edges and facets that are nearest to each other, for any kind of number.

use super::evaluated::Evaluated;
use super::real::{Real, Vector};
use crate::Vec3;

/// Features at a distance below this, relative to their size, have no direction if neither is a
/// facet and they are not two edges.
const NO_DIRECTION: f64 = 1e-9;

/// The contact of two features, each given by its nodes, with the thickness of both bodies
/// together. `normal` tells which of two opposite directions is meant, `area` is taken as it is.
/// `None` if the features do not tell a direction.
pub(super) fn between<R: Real>(
    [a, b]: [&[Vector<R>]; 2],
    normal: &Vec3,
    [area, thickness]: [f64; 2],
) -> Option<Evaluated<R>> {
    let along = Vector::<R>::constant((*normal).into());
    let turned = |unit: Vector<R>| {
        if unit.dot(&along).value() < 0.0 { unit.times(R::constant(-1.0)) } else { unit }
    };
    let (normal, weights) = match (a, b) {
        ([p], [q, r, s]) => {
            let normal = turned((*r - *q).cross(&(*s - *q)).unit());
            (normal, [node(), in_facet(p, [q, r, s])])
        }
        ([_, _] | [_, _, _], [_]) => {
            return Some(between([b, a], &-normal, [area, thickness])?.swapped());
        }
        ([p, q], [r, s]) => {
            let normal = turned((*q - *p).cross(&(*s - *r)).unit());
            (normal, on_edges([p, q], [r, s]))
        }
        ([p], [q, r]) => {
            let weights = on_edge(p, [q, r]);
            let offset = q.times(weights[0]) + r.times(weights[1]) - *p;
            (turned(direction(offset, *r - *q)?), [node(), weights])
        }
        ([p], [q]) => (turned(direction(*q - *p, *q - *p)?), [node(), node()]),
        _ => return None,
    };
    let [p, q] = [(a, &weights[0]), (b, &weights[1])].map(|(nodes, weights)| place(nodes, weights));
    let gap = normal.dot(&(q - p)) - R::constant(thickness);
    Some(Evaluated { gap, area: R::constant(area), normal, weights })
}

/// The contact of a node with a half-space, of which a point and the normal are given.
pub(super) fn on_plane<R: Real>(
    node_at: &Vector<R>,
    plane: [Vec3; 2],
    [area, thickness]: [f64; 2],
) -> Evaluated<R> {
    let [origin, up] = plane.map(|vector| Vector::<R>::constant(vector.into()));
    Evaluated {
        gap: up.dot(&(*node_at - origin)) - R::constant(thickness),
        area: R::constant(area),
        normal: up.times(R::constant(-1.0)),
        weights: [node(), [R::constant(0.0); 3]],
    }
}

fn place<R: Real>(nodes: &[Vector<R>], weights: &[R; 3]) -> Vector<R> {
    let zero = Vector([R::constant(0.0); 3]);
    nodes.iter().zip(weights).fold(zero, |sum, (node, weight)| sum + node.times(*weight))
}

/// The weights of a node.
fn node<R: Real>() -> [R; 3] {
    [1.0, 0.0, 0.0].map(R::constant)
}

/// The direction of an offset, unless it is too short, relative to a size, to have one.
fn direction<R: Real>(offset: Vector<R>, size: Vector<R>) -> Option<Vector<R>> {
    let is_long = offset.norm().value() > NO_DIRECTION * size.norm().value();
    is_long.then(|| offset.unit())
}

/// The weights of the foot of a perpendicular from a point onto a facet.
fn in_facet<R: Real>(p: &Vector<R>, [q, r, s]: [&Vector<R>; 3]) -> [R; 3] {
    let normal = (*r - *q).cross(&(*s - *q));
    let [a, b, c] = [q, r, s].map(|corner| *corner - *p);
    let shares = [b.cross(&c), c.cross(&a), a.cross(&b)].map(|cross| cross.dot(&normal));
    let sum = shares[0] + shares[1] + shares[2];
    shares.map(|share| share / sum)
}

/// The weights of the foot of a perpendicular from a point onto an edge.
fn on_edge<R: Real>(p: &Vector<R>, [q, r]: [&Vector<R>; 2]) -> [R; 3] {
    let along = *r - *q;
    let t = (*p - *q).dot(&along) / along.dot(&along);
    [R::constant(1.0) - t, t, R::constant(0.0)]
}

/// The weights of the points in which two edges are nearest to each other.
fn on_edges<R: Real>([p, q]: [&Vector<R>; 2], [r, s]: [&Vector<R>; 2]) -> [[R; 3]; 2] {
    let (one, two, offset) = (*q - *p, *s - *r, *r - *p);
    let (a, b, c) = (one.dot(&one), one.dot(&two), two.dot(&two));
    let (d, e) = (one.dot(&offset), two.dot(&offset));
    let determinant = a * c - b * b;
    let t = (d * c - b * e) / determinant;
    let u = (d * b - a * e) / determinant;
    [t, u].map(|x| [R::constant(1.0) - x, x, R::constant(0.0)])
}
