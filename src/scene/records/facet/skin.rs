//! Which points are inside a closed surface without a volume, by exact signs.
//!
//! A ray goes from the point along x. Each facet that it leaves the body through counts 1, each that
//! it enters through -1; inside the sum is positive. The ray is moved up by less than any number, so
//! that it meets no node; an edge that it meets is on the same side of it for both facets.

use robust::{Coord, orient2d};

use super::locate::side;
use crate::scene::world::World;

/// Whether a point is inside the closed surface of a body, or on it; never if the surface is open.
pub(in crate::scene) fn is_in_skin(world: &World, body: u32, point: [f64; 3]) -> bool {
    let span = &world.spans[body as usize];
    if span.is_open {
        return false;
    }
    let mut turns = 0;
    for facet in span.facets.clone() {
        let bounds = &world.boxes[facet];
        let is_beside = |k: usize| point[k] < bounds.min[k] || point[k] > bounds.max[k];
        if is_beside(1) || is_beside(2) || point[0] > bounds.max[0] {
            continue;
        }
        let triangle = world.facets[facet].map(|node| world.nodes[node as usize]);
        let behind = side(triangle, point);
        if behind == 0.0 && (0..3).any(|axis| is_in_plane_triangle(triangle, point, axis)) {
            return true;
        }
        let way = crossing(triangle, point);
        if (way > 0 && behind > 0.0) || (way < 0 && behind < 0.0) {
            turns += way;
        }
    }
    turns > 0
}

/// 1 if the line along x through a point meets a triangle that is counterclockwise as seen from the
/// far end, -1 if it is clockwise, 0 if they do not meet.
fn crossing(triangle: [[f64; 3]; 3], point: [f64; 3]) -> i32 {
    let is_above = triangle.map(|corner| corner[2] > point[2]);
    let flat = |x: [f64; 3]| Coord { x: x[1], y: x[2] };
    let (mut rises_right, mut falls_right) = (false, false);
    for k in 0..3 {
        let next = (k + 1) % 3;
        let (from, to) = (flat(triangle[k]), flat(triangle[next]));
        match [is_above[k], is_above[next]] {
            [false, true] => rises_right = orient2d(from, to, flat(point)) > 0.0,
            [true, false] => falls_right = orient2d(to, from, flat(point)) > 0.0,
            _ => {}
        }
    }
    i32::from(rises_right) - i32::from(falls_right)
}

/// Whether a point in the plane of a triangle is in it or on its border, as seen along an axis;
/// never if the triangle has no area so.
fn is_in_plane_triangle(triangle: [[f64; 3]; 3], point: [f64; 3], axis: usize) -> bool {
    let flat = |x: [f64; 3]| Coord { x: x[(axis + 1) % 3], y: x[(axis + 2) % 3] };
    let ([a, b, c], p) = (triangle.map(flat), flat(point));
    let turn = orient2d(a, b, c);
    let is_inside = |[x, y]: [Coord<f64>; 2]| orient2d(x, y, p) * turn.signum() >= 0.0;
    turn != 0.0 && [[a, b], [b, c], [c, a]].into_iter().all(is_inside)
}
