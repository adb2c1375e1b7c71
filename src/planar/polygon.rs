//! Convex polygons: the check of the input, and what is kept for the searches.

use std::cmp::Ordering;

use robust::{Coord, orient2d};

use super::Vec2;
use super::tolerances::{HEIGHT_ROUNDING, TWINS};
use crate::convex::boolean::integers;
use crate::error::{Error, Reason, check_plane_points};
use crate::num::PowersOfTwo;

/// A convex polygon in the caller's array, in counter-clockwise order.
///
/// One point is a point, two are a segment. Consecutive vertices may be equal or lie on one line,
/// so a segment may also be given as a flat polygon that goes there and back. Nothing is copied;
/// the vertices are checked once, here.
///
/// ```
/// use gapkit::planar::Polygon;
///
/// let square = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
/// assert_eq!(Polygon::new(&square)?.vertices().len(), 4);
///
/// let clockwise = [[0.0, 0.0], [0.0, 1.0], [1.0, 0.0]];
/// let error = Polygon::new(&clockwise).expect_err("refused").to_string();
/// assert!(error.starts_with("the polygon turns clockwise at vertex 1"));
/// # Ok::<(), gapkit::Error>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Polygon<'a> {
    pub(crate) points: &'a [[f64; 2]],
    /// The mean of the vertices, up to rounding.
    pub(crate) center: Vec2,
    /// The smallest and the largest coordinates.
    pub(crate) low: Vec2,
    pub(crate) high: Vec2,
    /// The vertices that are farthest along +x, between +x and +y, along +y and so on, at every 45
    /// degrees: where climbs start, and the parts of the boundary that face a direction.
    pub(crate) tips: [u32; 8],
    /// Bound on the error of the height of a vertex above the centre, for a direction of 1-norm 1.
    pub(crate) height_error: f64,
    /// Whether a vertex is the same as the one before, or so near it that one cannot climb from it to
    /// the other.
    pub(crate) has_twins: bool,
    /// Whether it is a point or a segment.
    pub(crate) flat: bool,
}

impl<'a> Polygon<'a> {
    /// Checks the vertices and wraps them.
    ///
    /// # Errors
    /// If there are no points, if a coordinate is not finite or larger than 2^1000, if the boundary
    /// turns clockwise anywhere, or if it winds around more than once. The tests are exact, and the
    /// error names the vertex.
    pub fn new(points: &'a [[f64; 2]]) -> Result<Self, Error> {
        check_plane_points("polygon", points)?;
        let flat = check_turns(points)?;
        let share = 1.0 / points.len() as f64;
        let center = points.iter().fold(Vec2::zeros(), |sum, p| sum + Vec2::from(*p) * share);
        let tips = tips(points, center);
        let at = |tip: usize, axis: usize| points[tips[tip] as usize][axis];
        let (low, high) = (Vec2::new(at(4, 0), at(6, 1)), Vec2::new(at(0, 0), at(2, 1)));
        let width = (high - low).amax();
        let are_twins = |p: &[f64; 2], q: &[f64; 2]| {
            (q[0] - p[0]).abs() <= TWINS * width && (q[1] - p[1]).abs() <= TWINS * width
        };
        let has_twins = points.windows(2).any(|pair| are_twins(&pair[0], &pair[1]))
            || (points.len() > 1 && are_twins(&points[points.len() - 1], &points[0]));
        let height_error = HEIGHT_ROUNDING * f64::EPSILON * width;
        // Not zero: below the normal numbers, too, a level edge may seem to rise.
        let height_error = height_error.max(f64::from_bits(1));
        Ok(Self { points, center, low, high, tips, height_error, has_twins, flat })
    }

    /// The vertices.
    #[must_use]
    pub fn vertices(&self) -> &'a [[f64; 2]] {
        self.points
    }

    /// The vertex with this index.
    #[inline(always)]
    pub(crate) fn at(&self, index: usize) -> Vec2 {
        Vec2::from(self.points[index])
    }
}

/// The vertices that are farthest at every 45 degrees, the first ones where there are several. Along the
/// axes coordinates are compared as they are; between them heights above the centre, up to their rounding.
fn tips(points: &[[f64; 2]], center: Vec2) -> [u32; 8] {
    let height = |p: &[f64; 2], k: usize| {
        let [x, y] = *p;
        let (across, along) = (x - center.x, y - center.y);
        match k {
            0 => x,
            1 => across + along,
            2 => y,
            _ => along - across,
        }
    };
    let mut tips = [0; 8];
    for k in 0..4 {
        let (mut high, mut low) = (height(&points[0], k), height(&points[0], k));
        for (i, p) in points.iter().enumerate() {
            let h = height(p, k);
            if h > high {
                (high, tips[k]) = (h, i as u32);
            }
            if h < low {
                (low, tips[k + 4]) = (h, i as u32);
            }
        }
    }
    tips
}

/// Checks that the boundary never turns clockwise and winds around once; returns whether it is
/// flat.
///
/// A boundary that only turns to the left is convex if and only if its turns add up to one full
/// one. A turn is at most half a circle, so each full one shows as one step from an edge that leads
/// down to an edge that leads up, and no angle is needed to count them.
fn check_turns(points: &[[f64; 2]]) -> Result<bool, Error> {
    let scale = Scale::new(points);
    let count = points.len();
    // Vertices that differ from the one before.
    let mut corners = (0..count).filter(|&i| points[i] != points[(i + count - 1) % count]);
    let (Some(first), Some(second)) = (corners.next(), corners.next()) else { return Ok(true) };
    let (mut p, mut q, mut starts, mut flat) = (first, second, 0, true);
    let mut up = leads_up(points, p, q);
    for r in corners.chain([first, second]) {
        let turn = scale.turn(points, [p, q, r]);
        if turn < 0.0 {
            return Err(Reason::ClockwiseTurn { vertex: q }.into());
        }
        flat &= turn == 0.0;
        let rises = leads_up(points, q, r);
        if rises && !up {
            starts += 1;
            if starts > 1 {
                return Err(Reason::WoundAgain { vertex: q }.into());
            }
        }
        (p, q, up) = (q, r, rises);
    }
    Ok(flat)
}

/// Whether the edge leads up, or to the right if it is level.
fn leads_up(points: &[[f64; 2]], from: usize, to: usize) -> bool {
    let ([x, y], [to_x, to_y]) = (points[from], points[to]);
    to_y > y || (to_y == y && to_x > x)
}

/// A power of two, in two factors, that brings coordinates to where the exact predicate can
/// multiply them.
struct Scale([f64; 2]);

impl Scale {
    fn new(points: &[[f64; 2]]) -> Self {
        let max = points.iter().flatten().fold(0.0, |max: f64, c| max.max(c.abs()));
        Self(PowersOfTwo::of(max).inverse)
    }

    /// Positive if the boundary turns to the left at the second vertex, exactly.
    fn turn(&self, points: &[[f64; 2]], corners: [usize; 3]) -> f64 {
        let [first, second] = self.0;
        let corners = corners.map(|i| points[i]);
        let scaled = corners.map(|p| p.map(|c| c * first * second));
        // Zeros lose nothing.
        let is_lost = |(c, own): (&f64, &f64)| c.abs() < SMALL && *own != 0.0;
        if scaled.iter().flatten().zip(corners.iter().flatten()).any(is_lost) {
            return exact_turn(corners);
        }
        let [p, q, r] = scaled.map(|[x, y]| Coord { x, y });
        orient2d(p, q, r)
    }
}

/// Coordinates below this, against the largest, are too small for the exact predicate: 2^-400. Those
/// above are multiples of 2^-453, and the products of two differences are normal numbers.
const SMALL: f64 = f64::from_bits((1023 - 400) << 52);

/// The same for coordinates that are too far apart for that: in integers.
#[cold]
fn exact_turn(corners: [[f64; 2]; 3]) -> f64 {
    match integers::turn(corners) {
        Ordering::Less => -1.0,
        Ordering::Equal => 0.0,
        Ordering::Greater => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(points: &[[f64; 2]]) -> String {
        Polygon::new(points).expect_err("refused").to_string()
    }

    #[test]
    fn points_segments_and_repeated_vertices_are_polygons() {
        let flat: [&[[f64; 2]]; 6] = [
            &[[3.0, 4.0]],
            &[[3.0, 4.0], [3.0, 4.0]],
            &[[3.0, 4.0], [3.0, 4.0], [3.0, 4.0]],
            &[[0.0, 0.0], [1.0, 2.0]],
            &[[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [1.0, 0.0]],
            &[[0.0, 0.0], [0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [2.0, 2.0], [2.0, 2.0], [0.0, 2.0]],
        ];
        for points in flat {
            let polygon = Polygon::new(points).expect("allowed");
            for (tip, d) in (0..8).zip([[1, 0], [1, 1], [0, 1], [-1, 1]].iter().cycle()) {
                let sign = if tip < 4 { 1.0 } else { -1.0 };
                let height =
                    |p: &[f64; 2]| sign * (f64::from(d[0]) * p[0] + f64::from(d[1]) * p[1]);
                let max = points.iter().map(height).fold(f64::MIN, f64::max);
                assert_eq!(height(&points[polygon.tips[tip] as usize]), max, "{tip}");
            }
        }
    }

    #[test]
    fn a_turn_by_one_unit_in_the_last_place_is_seen() {
        // 2^-1060: `powi` loses subnormal powers where the compiler does not fold it.
        for scale in [f64::from_bits(1 << 14), 1.0, 2f64.powi(990)] {
            let up = 1.0 + f64::EPSILON;
            let good = [[0.0, 0.0], [2.0, 2.0], [up, up + f64::EPSILON]];
            let bad = [[0.0, 0.0], [2.0, 2.0], [up + f64::EPSILON, up]];
            // In multiples of 2^-52, so that the smallest scale keeps them as they are.
            let scaled = |p: [[f64; 2]; 3]| p.map(|p| p.map(|c| c * scale));
            if scale > 2f64.powi(-1000) {
                assert!(Polygon::new(&scaled(good)).is_ok());
                assert!(refusal(&scaled(bad)).contains("clockwise at vertex 1"));
            } else {
                assert!(Polygon::new(&[[0.0, 0.0], [scale, 0.0], [0.0, scale]]).is_ok());
                assert!(Polygon::new(&[[0.0, 0.0], [0.0, scale], [scale, 0.0]]).is_err());
            }
        }
    }

    #[test]
    fn a_turn_is_seen_at_an_edge_as_short_as_there_is() {
        let least = f64::from_bits(1);
        for up in [least, 1e-310, 1e-200] {
            // The edge leads up, and the one before it had led up to the left.
            let bad = [[3.0, -1.0], [0.0, 0.0], [0.0, up], [1.75, 1.5], [-3.0, 1.0]];
            assert!(refusal(&bad).contains("clockwise at vertex 1"), "{up:e}");
            let good = [[3.0, -1.0], [3.0, -1.0 + 1e-9], [0.0, 2.0], [-3.0, up], [-3.0, 0.0]];
            assert!(Polygon::new(&good).is_ok(), "{up:e}");
            // Small coordinates beside large ones, of which only the small ones decide.
            let wide = [[1.0, up], [0.0, 0.0], [up, 0.0]];
            assert!(Polygon::new(&wide).is_ok(), "{up:e}");
            let mut clockwise = wide;
            clockwise.reverse();
            assert!(refusal(&clockwise).contains("clockwise at vertex"), "{up:e}");
        }
    }

    #[test]
    fn a_zigzag_on_a_line_is_wound_twice() {
        let zigzag = [[0.0, 0.0], [2.0, 0.0], [1.0, 0.0], [3.0, 0.0]];
        assert!(refusal(&zigzag).contains("a second time at vertex"));
    }
}
