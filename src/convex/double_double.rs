//! The double-double arithmetic: GJK in double-double arithmetic from the original vertices.
//!
//! It decides the few pairs whose bounds the f64 search cannot bring together (slivers and needles
//! near contact), and it is the `polish` option. Vertices of the difference are exact, every face,
//! edge, vertex and the tetrahedron itself compete for the nearest point, and their weights are
//! refined on the residual, so nothing hangs on the sign of an uncertain determinant.
//!
//! Smooth shapes have no exact vertices, but their support points will do: what the f64 search
//! loses on a cylinder next to a box is the normal of a face with one short edge, not the points.

use super::difference::{Difference, Side};
use crate::convex::tolerances::DOUBLE_DOUBLE_ZERO;
use crate::num::PowersOfTwo;
use crate::num::dd::{Dd, Dd3};

/// Iterations of the careful search; the worst of the extreme needles takes 77.
const LIMIT: usize = 200;

/// Searches that end without any progress after this many iterations have reached their best.
const STALLS: usize = 12;

/// How near the bounds must come.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Goal {
    /// Within eps of the extent of the pair.
    Extent,
    /// As near as the arithmetic allows: the direction is off by up to the square root of what is
    /// left between the bounds, so eps would not do.
    Relative,
    /// Within this many eps of the extent of the pair: the rounding of smooth shapes' points.
    Smooth(f64),
}

impl DdVertex {
    pub(crate) fn new(ids: [u32; 2], a: Dd3, b: Dd3) -> Self {
        Self { ids, a, b, s: a - b }
    }
}

impl Goal {
    fn width(self, extent: f64) -> f64 {
        match self {
            Self::Extent => f64::EPSILON * extent,
            Self::Relative => 0.0,
            Self::Smooth(width) => width * f64::EPSILON * extent,
        }
    }
}

/// A vertex of the difference.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct DdVertex {
    pub(crate) ids: [u32; 2],
    pub(crate) a: Dd3,
    pub(crate) b: Dd3,
    pub(crate) s: Dd3,
}

/// The end of a search in double-double arithmetic, in local units.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Refined {
    pub(crate) corners: [DdVertex; 4],
    pub(crate) lambda: [Dd; 4],
    pub(crate) len: usize,
    pub(crate) upper: Dd,
    /// The best lower bound found, and its direction.
    pub(crate) lower: Dd,
    pub(crate) direction: Dd3,
    /// The nearest point is the origin.
    pub(crate) zero: bool,
    /// The bounds met.
    pub(crate) proven: bool,
    pub(crate) iterations: u32,
}

/// Finishes the search that ended at these vertices.
#[cold]
#[inline(never)]
pub(crate) fn refine<D: Difference>(
    difference: &D,
    ids: &[[u32; 2]],
    goal: Goal,
) -> Option<Refined> {
    let extent = difference.extent();
    let mut corners = [DdVertex::default(); 4];
    for (corner, &ids) in corners.iter_mut().zip(ids) {
        *corner = corner_at(difference, ids)?;
    }
    finish(corners, ids.len(), goal, extent, |u| support(difference, u, extent))
}

/// Finishes the search on smooth shapes that ended at these points; `None` if the shapes return
/// points that are not finite.
#[cold]
#[inline(never)]
pub(crate) fn refine_smooth<D: Difference>(
    difference: &mut D,
    tags: &[D::Tag],
    width: f64,
) -> Option<Refined> {
    let extent = difference.extent();
    if extent == f64::INFINITY {
        return None;
    }
    let mut corners = [DdVertex::default(); 4];
    for (corner, &tag) in corners.iter_mut().zip(tags) {
        *corner = corner_of(difference, tag)?;
    }
    finish(corners, tags.len(), Goal::Smooth(width), extent, |u| {
        let tag = difference.support(&u.round()).tag;
        corner_of(difference, tag)
    })
}

fn corner_of<D: Difference>(difference: &D, tag: D::Tag) -> Option<DdVertex> {
    let (a, b) = difference.pair(tag);
    let finite = (a - b).iter().all(|c| c.is_finite());
    let (ids, a, b) = (difference.ids(tag), Dd3::from(a), Dd3::from(b));
    finite.then(|| DdVertex::new(ids, a, b))
}

/// The search from these corners, with the support along `u` as `support`.
pub(crate) fn finish(
    mut corners: [DdVertex; 4],
    rank: usize,
    goal: Goal,
    extent: f64,
    mut support: impl FnMut(Dd3) -> Option<DdVertex>,
) -> Option<Refined> {
    let mut face = nearest(&mut corners, rank, extent)?;
    let (mut lower, mut direction) = (Dd::from(f64::NEG_INFINITY), Dd3::ZERO);
    let (mut best, mut stalls, mut iterations) = (Dd::from(f64::INFINITY), 0, 0);
    loop {
        iterations += 1;
        let upper = face.norm2.sqrt();
        let zero = upper.hi <= DOUBLE_DOUBLE_ZERO * extent;
        let mut newcomer = None;
        let mut progress = upper < best;
        best = upper;
        if face.len < 4 && !zero {
            for u in [face.normal, near_one(face.v)] {
                let uu = u.dot(u);
                if uu.hi <= 0.0 {
                    continue;
                }
                let w = support(u)?;
                let bound = u.dot(w.s) / uu.sqrt();
                if bound > lower {
                    (lower, direction, progress) = (bound, u, true);
                }
                if !corners[..face.len].iter().any(|c| c.s == w.s) {
                    newcomer = newcomer.or(Some(w));
                }
            }
        }
        let enough = goal.width(extent);
        let proven = face.len == 4 || zero || (upper - lower).hi <= enough;
        stalls = if progress { 0 } else { stalls + 1 };
        let (true, Some(w)) =
            (!proven && stalls < STALLS && (iterations as usize) < LIMIT, newcomer)
        else {
            // A relative goal that rounding keeps out of reach still leaves a proven answer.
            let proven = proven || (upper - lower).hi <= f64::EPSILON * extent;
            let (lambda, len) = (face.lambda, face.len);
            return Some(Refined {
                corners,
                lambda,
                len,
                upper,
                lower,
                direction,
                zero,
                proven,
                iterations,
            });
        };
        corners[face.len] = w;
        let rank = face.len + 1;
        face = nearest(&mut corners, rank, extent)?;
    }
}

pub(crate) fn corner_at<D: Difference>(difference: &D, ids: [u32; 2]) -> Option<DdVertex> {
    let a = difference.exact(Side::A, ids[0])?;
    let b = difference.exact(Side::B, ids[1])?;
    Some(DdVertex::new(ids, a, b))
}

/// The vertex of the difference that is least along `u`.
pub(crate) fn support<D: Difference>(difference: &D, u: Dd3, extent: f64) -> Option<DdVertex> {
    let of = |side: Side, u: Dd3| {
        let count = difference.count(side) as u32;
        least(count, |i| difference.exact(side, i), u, extent)
    };
    corner_at(difference, [of(Side::A, u)?, of(Side::B, -u)?])
}

/// The one of `count` vertices that is least along `u`: f64 products rule out all but a few.
pub(crate) fn least(
    count: u32,
    exact: impl Fn(u32) -> Option<Dd3>,
    u: Dd3,
    extent: f64,
) -> Option<u32> {
    let rough = u.round();
    let along = |i: u32| exact(i).map(|p| rough.dot(&p.round()));
    let low = (0..count).filter_map(along).fold(f64::INFINITY, f64::min);
    // Three products and two sums of numbers up to `|u| extent`, on both sides of the comparison.
    let uncertainty = 16.0 * f64::EPSILON * rough.norm() * extent;
    let mut best: Option<(u32, Dd)> = None;
    for i in 0..count {
        if along(i)? <= low + uncertainty {
            let value = u.dot(exact(i)?);
            if best.is_none_or(|(_, least)| value < least) {
                best = Some((i, value));
            }
        }
    }
    best.map(|(i, _)| i)
}

/// A face of the simplex with its nearest point.
#[derive(Clone, Copy)]
struct Face {
    len: usize,
    lambda: [Dd; 4],
    v: Dd3,
    norm2: Dd,
    normal: Dd3,
}

/// The face that holds the nearest point; the corners are compacted to it.
///
/// Far from the origin against the gap, a step that matters may shorten the nearest point by less
/// than the arithmetic can tell. So the faces that are as near as the nearest, up to rounding,
/// compete by the plane they carry: the one with the other corners least in front of it wins.
/// `None` only where a shape returned points whose squares overflow.
fn nearest(corners: &mut [DdVertex; 4], rank: usize, extent: f64) -> Option<Face> {
    let mut faces: [Option<(Face, [DdVertex; 4])>; 16] = [None; 16];
    let mut least = f64::INFINITY;
    for mask in 1..1usize << rank {
        let mut members = [DdVertex::default(); 4];
        let mut len = 0;
        for i in (0..rank).filter(|i| mask >> i & 1 == 1) {
            members[len] = corners[i];
            len += 1;
        }
        faces[mask] = project(&members, len).map(|face| (face, members));
        if let Some((face, _)) = &faces[mask] {
            least = least.min(face.norm2.hi);
        }
    }
    let near = least.sqrt() * (1.0 + 4.0 * f64::EPSILON) + 100.0 * DOUBLE_DOUBLE_ZERO * extent;
    let mut best: Option<(Dd, Face, [DdVertex; 4])> = None;
    for (face, members) in faces.into_iter().flatten() {
        if face.norm2.hi <= near * near {
            let gap = local_gap(&face, &corners[..rank]);
            if best.as_ref().is_none_or(|(least, ..)| gap < *least) {
                best = Some((gap, face, members));
            }
        }
    }
    let (_, face, members) = best?;
    *corners = members;
    Some(face)
}

/// How far the norm of the face's nearest point is above the lower bound that its plane gives for
/// these corners.
fn local_gap(face: &Face, corners: &[DdVertex]) -> Dd {
    let upper = face.norm2.sqrt();
    let length = face.normal.dot(face.normal).sqrt();
    if face.len == 4 || length.hi <= 0.0 {
        return upper;
    }
    let least = |x: Dd, y: Dd| if y < x { y } else { x };
    let bound = corners.iter().map(|c| face.normal.dot(c.s)).fold(upper * length, least);
    upper - bound / length
}

/// The projection of the origin onto the hull of the members, if it lies inside.
fn project(members: &[DdVertex; 4], len: usize) -> Option<Face> {
    let s = members.map(|m| m.s);
    match len {
        1 => Some(blend(&s, 1, [Dd::from(1.0), Dd::ZERO, Dd::ZERO, Dd::ZERO], s[0])),
        2 => project_edge(&s),
        3 => project_triangle(&s),
        _ => project_tetrahedron(&s),
    }
}

fn blend(s: &[Dd3; 4], len: usize, lambda: [Dd; 4], normal: Dd3) -> Face {
    let last = len - 1;
    let mut v = s[last];
    for i in 0..last {
        v = v + (s[i] - s[last]).times(lambda[i]);
    }
    Face { len, lambda, v, norm2: v.dot(v), normal: near_one(normal) }
}

/// The vector times a power of two that brings it near one: the square of the normal of a tiny face
/// would be no normal number, nor the length of it the root of that.
fn near_one(v: Dd3) -> Dd3 {
    let exponent = PowersOfTwo::of(v.round().amax()).inverse;
    v.scale(exponent[0]).scale(exponent[1])
}

/// Adds the weights that the residual `v` still asks for, twice: each round multiplies the error
/// by the relative error of one solution.
fn refine_weights(s: &[Dd3; 4], len: usize, solve: impl Fn(Dd3) -> [Dd; 3]) -> Option<[Dd; 4]> {
    let last = len - 1;
    let mut lambda = [Dd::ZERO; 4];
    let mut v = s[last];
    for _ in 0..3 {
        let step = solve(v);
        for i in 0..last {
            lambda[i] = lambda[i] + step[i];
            v = v + (s[i] - s[last]).times(step[i]);
        }
    }
    let mut rest = Dd::from(1.0);
    for i in 0..last {
        rest = rest - lambda[i];
    }
    lambda[last] = rest;
    lambda[..len].iter().all(|l| l.hi > 0.0).then_some(lambda)
}

fn project_edge(s: &[Dd3; 4]) -> Option<Face> {
    let e = s[0] - s[1];
    let ee = e.dot(e);
    if ee.hi <= 0.0 {
        return None;
    }
    let lambda = refine_weights(s, 2, |v| [-(v.dot(e)) / ee, Dd::ZERO, Dd::ZERO])?;
    Some(blend(s, 2, lambda, e.cross(s[1]).cross(e)))
}

fn project_triangle(s: &[Dd3; 4]) -> Option<Face> {
    let (e0, e1) = (s[0] - s[2], s[1] - s[2]);
    let n = e0.cross(e1);
    let nn = n.dot(n);
    if nn.hi <= 0.0 {
        return None;
    }
    let solve = |v: Dd3| [n.dot(e1.cross(v)) / nn, -(n.dot(e0.cross(v))) / nn, Dd::ZERO];
    let lambda = refine_weights(s, 3, solve)?;
    let towards = if n.dot(s[2]).hi >= 0.0 { n } else { -n };
    Some(blend(s, 3, lambda, towards))
}

fn project_tetrahedron(s: &[Dd3; 4]) -> Option<Face> {
    let (e0, e1, e2) = (s[0] - s[3], s[1] - s[3], s[2] - s[3]);
    let (n0, n1, n2) = (e1.cross(e2), e2.cross(e0), e0.cross(e1));
    let whole = e0.dot(n0);
    if whole.hi == 0.0 {
        return None;
    }
    let solve = |v: Dd3| [-(v.dot(n0)) / whole, -(v.dot(n1)) / whole, -(v.dot(n2)) / whole];
    let lambda = refine_weights(s, 4, solve)?;
    Some(blend(s, 4, lambda, Dd3::ZERO))
}
