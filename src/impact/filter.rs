//! The time of impact of two features in f64, wherever that decides it beyond doubt.
//!
//! The bounds. Relative positions are at most `a`, `b` and `c` in each coordinate, and off by the
//! unit roundoff `r = eps / 2` of that. A coordinate of a vector product of two is at most `2bc` and
//! off by `8 r b c`; the mixed one has two products and is off by `20 r b c`. The coefficients of
//! the volume are sums of three such products with a position: those of Bernstein are at most
//! `6 abc` and off by `60 r abc`. Each split adds `18 r abc`, so after ten of them they are off by
//! at most `240 r abc`, and a value that is computed from them by as much and `42 r abc` more.

use super::cubic::{Cubic, Part, Unclear};
use super::pair::{Features, Relative};
use crate::Vec3;

/// What Bernstein coefficients of the volume may be off, in eps times the product of the largest
/// coordinates.
const VOLUME_ROUNDING: f64 = 128.0;

/// What a doubled area at a given time may be off, in eps times the product of the largest
/// coordinates: positions are off by 4 unit roundoffs, each of two products by 9, and their
/// difference by 2 more.
const AREA_ROUNDING: f64 = 10.0;

/// How fast a doubled area can change, per product of the largest coordinates and step: four
/// products, each with a position that changes by up to twice its magnitude.
const AREA_SLOPE: f64 = 8.0;

/// Products of three magnitudes in this range neither overflow nor lose digits below it.
const RANGE: std::ops::Range<f64> = 1e-270..1e290;

/// When and where the features meet.
#[derive(Debug, Clone, Copy)]
pub(super) struct Meeting {
    /// Not late.
    pub(super) time: f64,
    /// Of the three nodes of the facet; or of the second node of each edge.
    pub(super) weights: [f64; 3],
}

/// When the features first meet, or `None` if they clearly do not.
#[inline(always)]
pub(super) fn impact(features: Features, pair: &Relative) -> Result<Option<Meeting>, Unclear> {
    if pair.are_apart(features) {
        return Ok(None);
    }
    let magnitudes = pair.magnitudes();
    let product = magnitudes[0] * magnitudes[1] * magnitudes[2];
    if !RANGE.contains(&product) {
        return Err(Unclear);
    }
    let cubic = volume(pair, VOLUME_ROUNDING * f64::EPSILON * product);
    if cubic.has_no_root() {
        return Ok(None);
    }
    cubic.search(|part| meet(features, pair, &magnitudes, part))
}

/// Six times the volume of the tetrahedron of the nodes.
#[inline(always)]
fn volume(pair: &Relative, uncertainty: f64) -> Cubic {
    let ([u0, v0, w0], [u1, v1, w1]) = (pair.start, pair.end);
    let (first, last) = (v0.cross(&w0), v1.cross(&w1));
    let mixed = v0.cross(&w1) + v1.cross(&w0);
    let third = 1.0 / 3.0;
    let coefficients = [
        u0.dot(&first),
        (u1.dot(&first) + u0.dot(&mixed)) * third,
        (u1.dot(&mixed) + u0.dot(&last)) * third,
        u1.dot(&last),
    ];
    Cubic { coefficients, uncertainty }
}

/// Whether the features meet at the time of a root of the volume, when their nodes are coplanar.
#[inline(always)]
fn meet(
    features: Features,
    pair: &Relative,
    [a, b, c]: &[f64; 3],
    part: Part,
) -> Result<Option<Meeting>, Unclear> {
    let time = 0.5 * (part.from + part.to);
    let [u, v, w] = pair.at(time);
    let relative = AREA_ROUNDING * f64::EPSILON + AREA_SLOPE * (part.to - part.from);
    let areas = [v.cross(&w), w.cross(&u), u.cross(&v)];
    let uncertain = [b * c * relative, c * a * relative, a * b * relative];
    let weights = match features {
        Features::NodeFacet => in_facet(&areas, &uncertain),
        Features::EdgeEdge => crossing(&areas, &uncertain),
    }?;
    Ok(weights.map(|weights| Meeting { time: part.from, weights }))
}

/// The axis along which a vector is longest.
#[inline(always)]
fn longest(v: &Vec3) -> usize {
    let [x, y, z] = [v.x.abs(), v.y.abs(), v.z.abs()];
    if x >= y && x >= z {
        0
    } else if y >= z {
        1
    } else {
        2
    }
}

/// The weights of the node in the facet, from the areas of the triangles of the node with the edges,
/// as seen along the axis where the facet is largest; `None` if it is outside.
#[inline(always)]
fn in_facet(areas: &[Vec3; 3], uncertain: &[f64; 3]) -> Result<Option<[f64; 3]>, Unclear> {
    let normal = areas[0] + areas[1] + areas[2];
    let k = longest(&normal);
    let sign = if normal[k] > 0.0 { 1.0 } else { -1.0 };
    let seen = [0, 1, 2].map(|i| areas[i][k] * sign);
    let clear = |i: usize| seen[i] > uncertain[i];
    let [first, second, third] = [clear(0), clear(1), clear(2)];
    if first && second && third {
        return Ok(Some(seen.map(|area| area / (normal[k] * sign))));
    }
    let outside = |i: usize| seen[i] < -uncertain[i];
    if (first || second || third) && (outside(0) || outside(1) || outside(2)) {
        return Ok(None);
    }
    Err(Unclear)
}

/// Where two edges cross, as the weights of their second nodes; `None` if they do not. Each edge must
/// have the ends of the other on different sides.
#[inline(always)]
fn crossing(areas: &[Vec3; 3], uncertain: &[f64; 3]) -> Result<Option<[f64; 3]>, Unclear> {
    // Of the first edge with the ends of the second, and of the second with those of the first.
    let (with_v, with_w, first) = (areas[2], -areas[1], areas[0]);
    let second = first + with_v - with_w;
    let k = longest(&(with_w - with_v));
    let [p, q, r, s] = [with_v[k], with_w[k], first[k], second[k]];
    let [up, uq, ur] = [uncertain[2], uncertain[1], uncertain[0]];
    let us = 2.0 * (up + uq + ur);
    let [one, two] = [side([p, q], [up, uq]), side([r, s], [ur, us])];
    match (one, two) {
        (Side::Different, Side::Different) => Ok(Some([r / (r - s), p / (p - q), 0.0])),
        (Side::Same, _) | (_, Side::Same) => Ok(None),
        _ => Err(Unclear),
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Side {
    Same,
    Different,
    Unknown,
}

/// Whether two numbers clearly have the same sign, or different ones.
#[inline(always)]
fn side([x, y]: [f64; 2], [ux, uy]: [f64; 2]) -> Side {
    if x.abs() <= ux || y.abs() <= uy {
        Side::Unknown
    } else if (x > 0.0) == (y > 0.0) {
        Side::Same
    } else {
        Side::Different
    }
}
