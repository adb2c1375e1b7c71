//! The vertex of a polygon that is farthest along a direction, by a scan or by hill climbing.
//!
//! Heights along the boundary of a convex polygon rise to one top and fall again, so a climb from
//! any vertex ends there. Rounding can end it early in two places only: within rounding of the top,
//! where no harm is done, and within rounding of the bottom, where two level edges look as if they
//! led down. So a climb that ends no higher than the centre is repeated as a scan.

use super::{Polygon, Vec2, reach};

/// A vertex is above the centre for certain if it is by this, in eps times the width of the polygon
/// and the reach of the direction: more than the rounding of the difference and its product, which
/// is 2.
const ABOVE: f64 = 4.0;

/// The vertex farthest along `d`, by looking at all of them.
#[inline(always)]
pub(crate) fn scan(polygon: &Polygon, d: Vec2) -> usize {
    let c = polygon.center;
    // Relative to the centre, so that polygons far from zero lose nothing.
    let height = |p: &[f64; 2]| (p[0] - c.x) * d.x + (p[1] - c.y) * d.y;
    let mut best = [f64::NEG_INFINITY; 2];
    let mut at = [0; 2];
    // Two chains, so that one comparison need not wait for the other.
    let pairs = polygon.points.chunks_exact(2);
    let rest = pairs.remainder();
    let mut i = 0;
    for pair in pairs {
        for k in 0..2 {
            let h = height(&pair[k]);
            let higher = h > best[k];
            best[k] = if higher { h } else { best[k] };
            at[k] = if higher { i + k } else { at[k] };
        }
        i += 2;
    }
    if let [last] = rest {
        let h = height(last);
        if h > best[0] {
            (best[0], at[0]) = (h, i);
        }
    }
    if best[1] > best[0] { at[1] } else { at[0] }
}

/// The vertex that is farthest along the axis nearest to `d`.
#[inline(always)]
pub(crate) fn tip(polygon: &Polygon, d: Vec2) -> usize {
    let (x, y) = if d.x > 0.0 { (0, d.x) } else { (2, -d.x) };
    let (p, q) = if d.y > 0.0 { (1, d.y) } else { (3, -d.y) };
    polygon.tips[if y > q { x } else { p }] as usize
}

/// The vertex farthest along `d`, by climbing from `start`.
#[inline(always)]
pub(crate) fn climb(polygon: &Polygon, d: Vec2, start: usize) -> usize {
    let points = polygon.points;
    let last = points.len() - 1;
    let rise = |from: usize, to: usize| {
        let (p, q) = (points[from], points[to]);
        (q[0] - p[0]) * d.x + (q[1] - p[1]) * d.y
    };
    let mut here = start.min(last);
    let mut risen = false;
    // Level edges are passed, since beyond a repeated vertex it may go on. The count ends the walk
    // around a polygon that is level all around.
    for _ in 0..=last {
        let next = if here == last { 0 } else { here + 1 };
        let up = rise(here, next);
        // Written so that a direction that is not a number ends the climb.
        if !(up >= 0.0) {
            break;
        }
        (here, risen) = (next, risen | (up > 0.0));
    }
    if !risen {
        for _ in 0..=last {
            let next = if here == 0 { last } else { here - 1 };
            if !(rise(here, next) >= 0.0) {
                break;
            }
            here = next;
        }
    }
    let height = (polygon.at(here) - polygon.center).dot(&d);
    if height > ABOVE * f64::EPSILON * polygon.width() * reach(d) {
        return here;
    }
    scan_again(polygon, d)
}

#[cold]
#[inline(never)]
fn scan_again(polygon: &Polygon, d: Vec2) -> usize {
    scan(polygon, d)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How much farther the farthest vertex is than this one.
    fn short(points: &[[f64; 2]], d: Vec2, vertex: usize) -> f64 {
        let height = |p: &[f64; 2]| Vec2::from(*p).dot(&d);
        let most = points.iter().map(height).fold(f64::NEG_INFINITY, f64::max);
        most - height(&points[vertex])
    }

    #[test]
    fn a_climb_finds_the_top_from_everywhere() {
        let square = [[0.0, 0.0], [0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]];
        let segment = [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [1.0, 0.0]];
        let point = [[1.0, 1.0], [1.0, 1.0], [1.0, 1.0]];
        for points in [&square[..], &segment, &point, &point[..1]] {
            let polygon = Polygon::new(points).expect("convex");
            for k in 0..64 {
                let (y, x) = (f64::from(k) * std::f64::consts::TAU / 64.0).sin_cos();
                // Also the exact axes.
                let d = Vec2::new(x, y).map(|c| if c.abs() < 1e-9 { 0.0 } else { c });
                for start in 0..points.len() {
                    assert_eq!(short(points, d, climb(&polygon, d, start)), 0.0);
                }
                assert_eq!(short(points, d, scan(&polygon, d)), 0.0);
            }
        }
    }

    /// Two long edges at the bottom that rise by less than rounding, and look as if they fell.
    #[test]
    fn a_climb_does_not_stay_at_the_bottom() {
        let mut stuck = 0;
        for k in 0..20_000 {
            let tilt = f64::from(k).mul_add(1e-4, 0.1);
            let (a, b) = (Vec2::new(1.0, tilt), Vec2::new(-1.0, -tilt));
            let up = Vec2::new(-tilt, 1.0);
            let third = up * 3.0;
            let points = [[0.0; 2], a.into(), third.into(), b.into()];
            let Ok(polygon) = Polygon::new(&points) else { continue };
            let found = climb(&polygon, up, 0);
            stuck += usize::from(found != 2);
        }
        assert_eq!(stuck, 0);
    }
}
