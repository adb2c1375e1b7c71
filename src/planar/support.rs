//! The vertex of a polygon that is farthest along a direction, by a scan or by hill climbing.
//!
//! Heights along the boundary of a convex polygon rise to one top and fall again, so a climb from
//! any vertex ends there. Rounding can end it early in two places only: within rounding of the top,
//! where no harm is done, and within rounding of the bottom, where two level edges seem to lead
//! down. So a climb that ends no higher than the centre is repeated as a scan; and a polygon with
//! vertices that are the same, or so near each other that the product of their difference with a
//! direction vanishes, is always scanned: such an edge leads nowhere.

use super::{Polygon, Vec2, norm1};

/// How to find the vertex of A that is lowest along a direction, and the vertex of B that is
/// farthest.
pub(crate) trait Find {
    /// Whether to start afresh where the direction has turned far.
    const JUMPS: bool;
    /// The two vertices, when none are known yet.
    fn first(a: &Polygon, b: &Polygon, u: Vec2) -> [usize; 2];
    /// The two vertices, starting from the last ones found.
    fn next(a: &Polygon, b: &Polygon, u: Vec2, last: [usize; 2]) -> [usize; 2];
}

/// By a scan.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Scan;

/// By hill climbing.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Climb;

impl Find for Scan {
    const JUMPS: bool = false;
    #[inline(always)]
    fn first(a: &Polygon, b: &Polygon, u: Vec2) -> [usize; 2] {
        [scan(a, -u), scan(b, u)]
    }
    #[inline(always)]
    fn next(a: &Polygon, b: &Polygon, u: Vec2, _: [usize; 2]) -> [usize; 2] {
        Self::first(a, b, u)
    }
}

impl Find for Climb {
    const JUMPS: bool = true;
    #[inline(always)]
    fn first(a: &Polygon, b: &Polygon, u: Vec2) -> [usize; 2] {
        [climb(a, -u, tip(a, -u)), climb(b, u, tip(b, u))]
    }
    #[inline(always)]
    fn next(a: &Polygon, b: &Polygon, u: Vec2, [i, j]: [usize; 2]) -> [usize; 2] {
        [climb(a, -u, i), climb(b, u, j)]
    }
}

/// By hill climbing on quadrilaterals, where the first support is a scan of all four vertices: a
/// climb from anywhere would visit most of them anyway.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ClimbQuads;

impl Find for ClimbQuads {
    const JUMPS: bool = false;
    #[inline(always)]
    fn first(a: &Polygon, b: &Polygon, u: Vec2) -> [usize; 2] {
        [scan_quad(a, -u), scan_quad(b, u)]
    }
    #[inline(always)]
    fn next(a: &Polygon, b: &Polygon, u: Vec2, [i, j]: [usize; 2]) -> [usize; 2] {
        [climb_quad(a, -u, i), climb_quad(b, u, j)]
    }
}

/// Number of vertices compared together, in chains that do not depend on each other.
pub(super) const BLOCK: usize = 4;

/// The vertex farthest along `d`, by a scan of all vertices.
#[inline(always)]
pub(crate) fn scan(polygon: &Polygon, d: Vec2) -> usize {
    let count = polygon.points.len();
    if count < BLOCK {
        return few(polygon, d);
    }
    let mut highest = Highest::new(polygon, d);
    let mut i = 0;
    while i < count {
        highest.compare_block(i);
        i += BLOCK;
    }
    highest.vertex()
}

/// The vertex of a quadrilateral farthest along `d`, by a scan.
#[inline(always)]
fn scan_quad(polygon: &Polygon, d: Vec2) -> usize {
    if polygon.points.len() != BLOCK {
        return scan_instead(polygon, d);
    }
    let mut highest = Highest::new(polygon, d);
    highest.compare_block(0);
    highest.vertex()
}

/// The vertex that is farthest along the axis nearest to `d`.
#[inline(always)]
pub(crate) fn tip(polygon: &Polygon, d: Vec2) -> usize {
    let upright = usize::from(d.x.abs() < d.y.abs());
    let along = if upright == 1 { d.y } else { d.x };
    polygon.tips[2 * upright + 4 * usize::from(along < 0.0)] as usize
}

/// The vertex farthest along `d`, by climbing from `start`.
#[inline(always)]
pub(crate) fn climb(polygon: &Polygon, d: Vec2, start: usize) -> usize {
    let last = polygon.points.len() - 1;
    let after = |i: usize| if i == last { 0 } else { i + 1 };
    let before = |i: usize| if i == 0 { last } else { i - 1 };
    let start = if start < last { start } else { last };
    climb_on(polygon, polygon.points, d, start, after, before)
}

/// The vertex of a quadrilateral farthest along `d`, by climbing; needs no test for the last
/// vertex.
#[inline(always)]
fn climb_quad(polygon: &Polygon, d: Vec2, start: usize) -> usize {
    match polygon.points.first_chunk::<4>() {
        Some(quad) => climb_on(polygon, quad, d, start & 3, |i| (i + 1) & 3, |i| (i + 3) & 3),
        None => scan_instead(polygon, d),
    }
}

/// Climbs on the vertices of the polygon, with these neighbours of a vertex.
#[inline(always)]
fn climb_on(
    polygon: &Polygon,
    points: &[[f64; 2]],
    d: Vec2,
    start: usize,
    after: impl Fn(usize) -> usize,
    before: impl Fn(usize) -> usize,
) -> usize {
    if polygon.has_twins {
        return scan_instead(polygon, d);
    }
    let rises = |p: &[f64; 2], q: &[f64; 2]| (q[0] - p[0]) * d.x + (q[1] - p[1]) * d.y > 0.0;
    let (mut here, mut p) = (start, &points[start]);
    // First along the boundary. Rounding can make a needle rise all around, so steps are counted.
    let mut left = points.len() - 1;
    let mut risen = false;
    loop {
        let next = after(here);
        let q = &points[next];
        if !rises(p, q) || left == 0 {
            break;
        }
        (here, p, left, risen) = (next, q, left - 1, true);
    }
    // Against the boundary, if the first direction did not lead up.
    if !risen {
        loop {
            let next = before(here);
            let q = &points[next];
            if !rises(p, q) || left == 0 {
                break;
            }
            (here, p, left) = (next, q, left - 1);
        }
    }
    // A top below the centre is none.
    let height = (p[0] - polygon.center.x) * d.x + (p[1] - polygon.center.y) * d.y;
    if height > polygon.height_error * norm1(d) {
        return here;
    }
    scan_instead(polygon, d)
}

#[cold]
#[inline(never)]
fn scan_instead(polygon: &Polygon, d: Vec2) -> usize {
    scan(polygon, d)
}

/// The vertex farthest along `d` of less than a block.
#[inline(always)]
fn few(polygon: &Polygon, d: Vec2) -> usize {
    let (mut best, mut at) = (f64::NEG_INFINITY, 0);
    for (i, p) in polygon.points.iter().enumerate() {
        let h = (p[0] - polygon.center.x) * d.x + (p[1] - polygon.center.y) * d.y;
        (best, at) = if h > best { (h, i) } else { (best, at) };
    }
    at
}

/// The highest vertices so far, one in each place of a block.
pub(super) struct Highest<'a> {
    points: &'a [[f64; 2]],
    center: Vec2,
    d: Vec2,
    best: [f64; BLOCK],
    at: [usize; BLOCK],
}

impl<'a> Highest<'a> {
    #[inline(always)]
    pub(super) fn new(polygon: &Polygon<'a>, d: Vec2) -> Self {
        let (best, at) = ([f64::NEG_INFINITY; BLOCK], [0; BLOCK]);
        Self { points: polygon.points, center: polygon.center, d, best, at }
    }

    /// Compares the block that starts at this vertex, or the last block.
    #[inline(always)]
    pub(super) fn compare_block(&mut self, i: usize) {
        let last = self.points.len() - BLOCK;
        let i = if i < last { i } else { last };
        let block = &self.points[i..i + BLOCK];
        for k in 0..BLOCK {
            let p = block[k];
            // Relative to the centre, so that polygons far from zero lose nothing.
            let h = (p[0] - self.center.x) * self.d.x + (p[1] - self.center.y) * self.d.y;
            let higher = h > self.best[k];
            self.best[k] = if higher { h } else { self.best[k] };
            self.at[k] = if higher { i + k } else { self.at[k] };
        }
    }

    #[inline(always)]
    pub(super) fn vertex(&self) -> usize {
        let (best, at) = (&self.best, &self.at);
        let pick = |p: usize, q: usize| {
            if best[q] > best[p] { (best[q], at[q]) } else { (best[p], at[p]) }
        };
        let (left, right) = (pick(0, 1), pick(2, 3));
        if right.0 > left.0 { right.1 } else { left.1 }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// How much farther the farthest vertex is than this one.
    pub(in crate::planar) fn short(points: &[[f64; 2]], d: Vec2, vertex: usize) -> f64 {
        let height = |p: &[f64; 2]| Vec2::from(*p).dot(&d);
        let max = points.iter().map(height).fold(f64::NEG_INFINITY, f64::max);
        max - height(&points[vertex])
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

    /// The product of their difference with a direction vanishes, or is anything.
    #[test]
    fn a_climb_does_not_stay_at_vertices_that_are_nearly_the_same() {
        for apart in [f64::from_bits(1), 1e-310, 1e-200, 1e-60] {
            let points =
                [[-1.0, -1.0], [0.5, -1.0], [1.0, 0.0], [1.0, apart], [0.5, 1.0], [-1.0, 1.0]];
            let polygon = Polygon::new(&points).expect("convex");
            for d in [[0.3, 0.2], [0.3, -0.2], [0.3, 1e-9]].map(Vec2::from) {
                for start in 0..points.len() {
                    assert_eq!(short(&points, d, climb(&polygon, d, start)), 0.0, "{apart:e}");
                }
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
