//! The vertex of a polygon that is farthest along a direction, by a scan of the part of the boundary
//! that faces the direction.
//!
//! A climb has a branch at each edge that no processor foresees, and it leads far where the direction turns
//! much, as it does for polygons that touch or overlap. So a polygon of up to some hundred vertices is not
//! climbed step by step: the top lies between two of its extreme vertices at every 45 degrees, those whose
//! directions enclose the one that is asked for, and the short part of the boundary from one to the other
//! is scanned. Rounding of the extreme vertices between the axes moves them among vertices that
//! are level, which is all that it does to the top as well, or makes the part longer than it need be.

use super::support::{BLOCK, Find, Highest, scan};
use super::{Polygon, Vec2};

/// By a scan of the eighth of the boundary that faces the direction.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Facing;

impl Find for Facing {
    const JUMPS: bool = false;
    #[inline(always)]
    fn first(a: &Polygon, b: &Polygon, u: Vec2) -> [usize; 2] {
        [facing(a, -u), facing(b, u)]
    }
    #[inline(always)]
    fn next(a: &Polygon, b: &Polygon, u: Vec2, _: [usize; 2]) -> [usize; 2] {
        Self::first(a, b, u)
    }
}

/// Polygons of at most this many vertices are scanned whole: to pick a part of them takes as long as it
/// saves, by measurement.
const WHOLE: usize = 16;

/// The vertex farthest along `d`, by a scan of the eighth of the boundary that faces `d`.
#[inline(always)]
pub(crate) fn facing(polygon: &Polygon, d: Vec2) -> usize {
    let count = polygon.points.len();
    if count <= WHOLE {
        return scan(polygon, d);
    }
    let (left, down) = (usize::from(d.x < 0.0), usize::from(d.y < 0.0));
    let steep = usize::from(d.x.abs() < d.y.abs());
    let part = 2 * (left ^ (3 * down)) + (steep ^ left ^ down);
    let tip = |i: usize| polygon.tips[i & 7] as usize;
    let (mut here, end) = (tip(part), tip(part + 1));
    let mut left = if end < here { end + count - here } else { end - here };
    let mut highest = Highest::new(polygon, d);
    loop {
        highest.compare_block(here);
        let room = count - here;
        let step = if room < BLOCK { room } else { BLOCK };
        if left < step {
            return highest.vertex();
        }
        left -= step;
        here = if step == room { 0 } else { here + step };
    }
}

#[cfg(test)]
mod tests {
    use super::super::norm1;
    use super::super::support::tests::short;
    use super::*;

    /// Polygons of all sizes, at the origin and far from it, whatever vertex is the first and however often
    /// it is given, along all normals, which leave an edge level, and between them.
    #[test]
    fn the_part_that_faces_a_direction_has_the_top() {
        let mut checked = 0;
        for count in (3..40).chain([63, 64, 65, 257]) {
            for (offset, squeeze, size) in [
                (0.0, 1.0, 1.0),
                (100.0, 0.3, 1.0),
                (1e6, 1e-3, 1.0),
                (3.0, 0.5, 2f64.powi(900)),
                (3.0, 0.5, f64::MIN_POSITIVE),
            ] {
                let circle =
                    |k: usize| (k as f64 / count as f64 * std::f64::consts::TAU + 0.1).sin_cos();
                let corner = |k: usize| {
                    let (y, x) = circle(k);
                    [(offset + x) * size, (y * squeeze - offset) * size]
                };
                let mut points: Vec<_> = (0..count).map(corner).collect();
                if count % 3 == 0 {
                    points.insert(count / 2, points[count / 2]);
                }
                points.rotate_left(count / 3);
                // Rounding may bend an edge.
                let Ok(polygon) = Polygon::new(&points) else { continue };
                let all = points.len();
                let edge = |i: usize| Vec2::from(points[(i + 1) % all]) - Vec2::from(points[i]);
                let normals = (0..all).map(|i| super::super::right(edge(i)) / size);
                let between = (0..count).map(|k| Vec2::new(circle(k).1, circle(k).0));
                let axes = [[1.0, 0.0], [1.0, 1.0], [0.0, -1.0], [-1.0, 1.0], [-1.0, -0.0]];
                for d in normals.chain(between).chain(axes.map(Vec2::from)) {
                    let above = |p: &[f64; 2]| (Vec2::from(*p) - polygon.center).dot(&d);
                    let top = points.iter().map(above).fold(f64::NEG_INFINITY, f64::max);
                    let found = top - above(&points[facing(&polygon, d)]);
                    // The rounding of heights above the centre, of the scan, of the extreme vertices
                    // between the axes, and here: 2 each, for a polygon as wide as 2.
                    let rounding = 12.0 * f64::EPSILON * size * norm1(d);
                    assert!(found <= rounding, "{count} {offset} {d} {found:e}");
                    checked += 1;
                }
            }
        }
        assert!(checked > 10_000, "{checked}");
    }

    #[test]
    fn a_flat_polygon_may_have_its_tips_anywhere() {
        // Along y all are level, so that the tip is the first, which is in the middle.
        let mut points: Vec<[f64; 2]> = (10..20).map(|x| [f64::from(x), 1.0]).collect();
        points.extend((0..19).rev().map(|x| [f64::from(x), 1.0]));
        points.extend((1..10).map(|x| [f64::from(x), 1.0]));
        assert!(points.len() > WHOLE);
        let polygon = Polygon::new(&points).expect("flat");
        for d in [[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, 0.1], [-1.0, 0.1]] {
            assert_eq!(short(&points, d.into(), facing(&polygon, d.into())), 0.0, "{d:?}");
        }
    }
}
