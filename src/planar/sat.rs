//! Separating axes: the test over the edge normals, and the depth of penetration.
//!
//! S. Gottschalk, Separating axis theorem, Technical Report TR96-024, Department of Computer
//! Science, UNC Chapel Hill, 1996. Convex polygons that do not overlap have an edge with the other
//! polygon in front of it. Where they overlap, the smallest overlap along these normals is the
//! depth of penetration: the shortest translation that separates them.
//!
//! The normals of a polygon turn in one sense, and so does the vertex of the other one that lies
//! deepest: it is climbed to from the last, so that the test is linear in the number of vertices.

use super::pair::{Pair, extent};
use super::support::{Climb, Find, climb, scan, tip};
use super::tolerances::SUPPORT_ROUNDING;
use super::{Answer, Polygon, Vec2, distance, right};
use crate::convex::Outcome;
use crate::num::PowersOfTwo;

/// Normals that are shorter are made about as long as one, so that products of them with the edges that
/// are climbed along have all their digits.
const SHORT: f64 = 1e-140;

/// How deep two polygons overlap.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Depth {
    /// The smallest overlap over all axes: B moved by `depth * normal` touches A. Negative for
    /// polygons that are apart; these are at least `-depth` apart, and if a vertex is nearest to a
    /// vertex, farther.
    pub depth: f64,
    /// The unit vector of the axis, from A to B.
    pub normal: Vec2,
    /// The point of A that lies deepest in B along the normal, or the point opposite to `point_b`.
    pub point_a: Vec2,
    /// The point of B likewise: `point_a - point_b = depth * normal`, up to rounding.
    pub point_b: Vec2,
    /// How the polygons lie to each other.
    pub outcome: Outcome,
}

/// The best axis, in local units.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BestAxis {
    /// The signed width of the gap along the normal; negative for overlap.
    pub(crate) separation: f64,
    /// The unit vector from A to B.
    pub(crate) normal: Vec2,
    /// The vertex that decides, and whether it is one of A.
    vertex: usize,
    of_a: bool,
}

/// The unit vector of an axis that separates the polygons, from A to B; `None` if they touch or
/// overlap.
///
/// ```
/// use gapkit::planar::{Polygon, sat};
/// let (a, b) = ([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]], [[3.0, 0.0], [4.0, 0.0], [3.0, 1.0]]);
/// let (a, b) = (Polygon::new(&a)?, Polygon::new(&b)?);
/// let axis = sat::separating_axis(&a, &b).expect("they are apart");
/// assert!(axis.x > 0.0);
/// assert_eq!(sat::separating_axis(&a, &a), None);
/// # Ok::<(), gapkit::Error>(())
/// ```
#[must_use]
pub fn separating_axis(a: &Polygon, b: &Polygon) -> Option<Vec2> {
    let pair = Pair::<Climb, true>::new(a, b, extent(a, b));
    let line = SUPPORT_ROUNDING * pair.unit();
    let mut uncertain = false;
    let found = axes(&pair, |axis| {
        let beyond = axis.gap * axis.gap > line * line * axis.n.dot(&axis.n);
        uncertain |= !beyond;
        axis.gap > 0.0 && beyond
    });
    match found {
        Some(axis) => axis.towards_b().try_normalize(0.0),
        None if uncertain => apart(a, b, line * pair.inverse).map(|answer| answer.direction),
        None => None,
    }
}

/// The answer of the search, if it proves that the polygons are farther apart than this: a needle
/// may end far from the other polygon and have no edge that tells so by more than rounding.
#[cold]
#[inline(never)]
fn apart(a: &Polygon, b: &Polygon, by: f64) -> Option<Answer> {
    let apart = |answer: &Answer| answer.outcome == Outcome::Separated && answer.lower_bound > by;
    Some(distance(a, b)).filter(apart)
}

/// How deep the polygons overlap, by the best of their axes.
///
/// ```
/// use gapkit::planar::{Polygon, sat};
/// let a = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]];
/// let b = a.map(|[x, y]| [x + 3.0, y + 1.0]);
/// let depth = sat::depth(&Polygon::new(&a)?, &Polygon::new(&b)?);
/// assert_eq!((depth.depth, depth.normal.x, depth.normal.y), (1.0, 1.0, 0.0));
/// # Ok::<(), gapkit::Error>(())
/// ```
#[must_use]
pub fn depth(a: &Polygon, b: &Polygon) -> Depth {
    let pair = Pair::<Climb, true>::new(a, b, extent(a, b));
    let BestAxis { separation, normal, vertex, of_a } = best_axis(&pair);
    let line = SUPPORT_ROUNDING * pair.unit();
    let outcome = if separation > line {
        Outcome::Separated
    } else if separation < -line {
        Outcome::Overlapping
    } else if let Some(answer) = apart(a, b, line * pair.inverse) {
        let Answer { distance, direction: normal, point_a, point_b, outcome, .. } = answer;
        return Depth { depth: -distance, normal, point_a, point_b, outcome };
    } else {
        Outcome::Touching
    };
    let depth = -separation * pair.inverse;
    let (point_a, point_b) = if of_a {
        (a.at(vertex), a.at(vertex) - normal * depth)
    } else {
        (b.at(vertex) + normal * depth, b.at(vertex))
    };
    Depth { depth, normal, point_a, point_b, outcome }
}

/// An axis: an outward normal, not normalised, of one polygon, and the vertex of the other that is
/// lowest along it.
#[derive(Debug, Clone, Copy)]
struct Axis {
    n: Vec2,
    /// How far that vertex is in front of the edge, times the length of the normal.
    gap: f64,
    vertex: usize,
    /// Whether the edge belongs to A.
    on_a: bool,
}

impl Axis {
    fn towards_b(&self) -> Vec2 {
        if self.on_a { self.n } else { -self.n }
    }
}

/// The axis along which the polygons are farthest apart, or overlap by the smallest amount.
pub(crate) fn best_axis<F: Find, const SCALED: bool>(pair: &Pair<F, SCALED>) -> BestAxis {
    let mut best =
        BestAxis { separation: f64::NEG_INFINITY, normal: Vec2::x(), vertex: 0, of_a: false };
    axes(pair, |axis| {
        // Scaled first: the square of a very short normal could underflow.
        let max = axis.n.amax();
        let n = axis.n / max;
        let inverse = 1.0 / n.norm();
        let separation = axis.gap / max * inverse;
        if separation > best.separation {
            let normal = axis.towards_b() / max * inverse;
            best = BestAxis { separation, normal, vertex: axis.vertex, of_a: !axis.on_a };
        }
        false
    });
    best
}

/// Goes through the axes of both polygons; returns the first that is accepted.
#[inline(always)]
fn axes<F: Find, const SCALED: bool>(
    pair: &Pair<F, SCALED>,
    mut accepts: impl FnMut(&Axis) -> bool,
) -> Option<Axis> {
    axes_of(pair, true, &mut accepts)
        .or_else(|| axes_of(pair, false, &mut accepts))
        .or_else(|| flat_axes(pair, &mut accepts))
}

/// A normal of the pair, as long as needs be for products with it to have all their digits: also where
/// it vanishes in the units of a pair that is much larger than the edge.
#[inline(always)]
fn long(normal: Vec2, factor: f64) -> Vec2 {
    let n = normal * factor;
    if n.amax() >= SHORT {
        return n;
    }
    let [first, second] = PowersOfTwo::of(normal.amax()).inverse;
    normal * first * second
}

/// The edge normals of one polygon.
#[inline(always)]
fn axes_of<F: Find, const SCALED: bool>(
    pair: &Pair<F, SCALED>,
    on_a: bool,
    accepts: &mut impl FnMut(&Axis) -> bool,
) -> Option<Axis> {
    let (own, other) = if on_a { (pair.a, pair.b) } else { (pair.b, pair.a) };
    let mut vertex = None;
    let mut from = *own.points.last()?;
    for &to in own.points {
        let n = long(right(Vec2::from(to) - Vec2::from(from)), pair.factor);
        if n != Vec2::zeros() {
            let down = -pair.among_vertices(n);
            let j = climb(other, down, vertex.unwrap_or_else(|| tip(other, down)));
            vertex = Some(j);
            let gap = n.dot(&((other.at(j) - Vec2::from(from)) * pair.factor));
            let axis = Axis { n, gap, vertex: j, on_a };
            if accepts(&axis) {
                return Some(axis);
            }
        }
        from = to;
    }
    None
}

/// Along a segment, and between two points: the difference of flat polygons may be flat itself, and
/// its ends have no edges.
#[inline(always)]
fn flat_axes<F: Find, const SCALED: bool>(
    pair: &Pair<F, SCALED>,
    accepts: &mut impl FnMut(&Axis) -> bool,
) -> Option<Axis> {
    if !(pair.a.flat && pair.b.flat) {
        return None;
    }
    let along = |polygon: &Polygon| {
        let [right, _, up, _, left, _, down, _] = polygon.tips.map(|tip| polygon.at(tip as usize));
        let (across, along) = (right - left, up - down);
        if across.amax() > along.amax() { across } else { along }
    };
    let between = pair.b.at(0) - pair.a.at(0);
    for e in [along(pair.a), along(pair.b), between, Vec2::x()] {
        for n in [e, -e].map(|n| long(n, pair.factor)) {
            if n == Vec2::zeros() {
                continue;
            }
            let up = pair.among_vertices(n);
            let (i, j) = (scan(pair.a, up), scan(pair.b, -up));
            let gap = n.dot(&((pair.b.at(j) - pair.a.at(i)) * pair.factor));
            let axis = Axis { n, gap, vertex: j, on_a: true };
            if accepts(&axis) {
                return Some(axis);
            }
        }
    }
    None
}
