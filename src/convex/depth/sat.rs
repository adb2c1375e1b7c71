//! Separating axes: the depth of small point sets by measuring every face that their difference
//! can have.
//!
//! A face of P = A - B is a face of A, a face of B, or spanned by an edge of each. Since `h(n)` is
//! an upper bound of the depth for any unit vector, a superset of the face normals will do, and no
//! hull is needed: all triples of vertices, and all pairs of edges that can be on the hulls. For
//! tetrahedra these are 8 and 36 normals, four of which are measured in one go.
//!
//! The lower bound does not hang on the accuracy of the normals. If a candidate is the face of P
//! with the foot of the origin, then the foot is a blend of the vertices that span the candidate,
//! and its distance is at least the least of `n.s` over these, for any unit vector `n`. Candidates
//! that are no faces, beyond doubt, are left out. Where the two bounds do not meet (edges that are
//! parallel up to rounding have a normal that is noise), the uncertain candidates are tested
//! again in double-double arithmetic.

mod axis;
mod exact;
mod screen;
mod tetrahedra;

use super::answer::Found;
use super::epa::{Expansion, ExpansionEnd};
use super::feet::{Feet, assemble, met};
use super::gap::SignedGap;
use super::witness::blend;
use crate::Vec3;
use crate::convex::depth::tolerances::{CLEAR_DEPTH, DEPTH_GAP, DEPTH_ROUNDING, WITNESS_MISS};
use crate::convex::difference::support::{Indexed, SupportDifference};
use crate::convex::difference::{Difference, Frame};
use crate::shape::{PointSet, SupportMap};
use crate::simd::{self, Available};
use axis::FaceSpan;
use screen::Screened;

/// The most vertices of a body whose axes are all measured: 16 have 560 triples, and up to 120
/// edges to be paired.
pub const MAX_VERTICES: usize = 16;

/// The gap of point sets that overlap beyond doubt; `None` if they do not, or if a first pass is
/// not enough to tell how much.
pub(crate) fn clear_overlap(a: &[[f64; 3]], b: &[[f64; 3]], isa: Available) -> Option<SignedGap> {
    let screened = simd::dispatch(isa, screen::Screen { a, b });
    let unit = f64::EPSILON * screened.extent;
    let closed = screened.upper - screened.lower <= DEPTH_GAP * unit;
    let clear = screened.lower > CLEAR_DEPTH * unit;
    if !(closed && clear && screened.upper < f64::INFINITY) {
        return None;
    }
    let normal = screened.normal(a, b);
    let end = Expansion {
        end: ExpansionEnd::Closed,
        normal,
        upper: screened.upper,
        lower: screened.lower,
        iterations: 0,
    };
    Some(report(a, b, &screened, &end, screened.axis, false))
}

/// The gap of point sets that overlap, in double-double arithmetic; `None` if their difference has
/// no face.
#[cold]
#[inline(never)]
pub(crate) fn overlap(a: &[[f64; 3]], b: &[[f64; 3]], isa: Available) -> Option<SignedGap> {
    let screened = simd::dispatch(isa, screen::Screen { a, b });
    let exact::NearestFace { depth, axis, normal } = exact::nearest(a, b, &screened)?;
    let end = Expansion {
        end: ExpansionEnd::Closed,
        normal,
        upper: depth.hi,
        lower: depth.hi,
        iterations: 0,
    };
    Some(report(a, b, &screened, &end, axis, true))
}

/// The gap with witness points on the face that the axis stands on.
fn report(
    a: &[[f64; 3]],
    b: &[[f64; 3]],
    screened: &Screened,
    end: &Expansion,
    axis: FaceSpan,
    refined: bool,
) -> SignedGap {
    let rounding = if refined { 1.0 } else { DEPTH_ROUNDING };
    let miss = WITNESS_MISS * f64::EPSILON * screened.extent;
    let feet = feet(a, b, &screened.frame, end, axis);
    let gap = match feet {
        Some((feet, off)) if off <= miss => {
            assemble(&screened.frame, screened.extent, end, &feet, rounding, refined)
        }
        _ => elsewhere(a, b, screened, end, rounding, refined, feet.map(|(feet, _)| feet)),
    };
    SignedGap { found: Found::Sat, ..gap }
}

/// The same with witness points from a search: the foot is on another part of a larger face.
#[cold]
fn elsewhere(
    a: &[[f64; 3]],
    b: &[[f64; 3]],
    screened: &Screened,
    end: &Expansion,
    rounding: f64,
    refined: bool,
    feet: Option<Feet>,
) -> SignedGap {
    let (pa, pb) = (PointSet::checked(a), PointSet::checked(b));
    let (pa, pb): (&dyn SupportMap, &dyn SupportMap) = (&pa, &pb);
    let mut difference = SupportDifference::<_, _, Indexed>::new(pa, pb, [0; 2]);
    let factor = screened.frame.inverse * difference.frame().factor;
    let (upper, lower) = (end.upper * factor, end.lower * factor);
    let local = Expansion { upper, lower, ..*end };
    let extent = screened.extent * factor;
    match (met(&mut difference, &local, WITNESS_MISS * f64::EPSILON * extent), feet) {
        (Some(feet), _) => assemble(&difference.frame(), extent, &local, &feet, rounding, refined),
        (None, Some(feet)) => {
            assemble(&screened.frame, screened.extent, end, &feet, rounding, refined)
        }
        (None, None) => {
            let feet = Feet::at(&mut difference);
            assemble(&difference.frame(), extent, &local, &feet, rounding, refined)
        }
    }
}

/// A vertex in the frame.
#[inline(always)]
fn local(points: &[[f64; 3]], i: u8, frame: &Frame) -> Vec3 {
    // Lanes past the last vertex repeat the first.
    let p = points.get(usize::from(i)).unwrap_or(&points[0]);
    (Vec3::from(*p) - frame.origin) * frame.factor
}

impl Screened {
    /// The unit normal out of the difference.
    fn normal(&self, a: &[[f64; 3]], b: &[[f64; 3]]) -> Vec3 {
        let of = |points, i, j| local(points, j, &self.frame) - local(points, i, &self.frame);
        let (e, f, sign) = match self.axis {
            FaceSpan::Edges([i, j], [k, l]) => (of(a, i, j), of(b, k, l), 1.0),
            FaceSpan::FaceOfA([i, j, k]) => (of(a, i, j), of(a, i, k), 1.0),
            FaceSpan::FaceOfB([i, j, k]) => (of(b, i, j), of(b, i, k), -1.0),
        };
        let n = e.cross(&f);
        let sign: f64 = if self.flip { -sign } else { sign };
        n * (sign / n.norm())
    }
}

/// The vertex pairs of a face with the weights of the foot of the origin, and how far they miss it.
fn feet(
    a: &[[f64; 3]],
    b: &[[f64; 3]],
    frame: &Frame,
    end: &Expansion,
    axis: FaceSpan,
) -> Option<(Feet, f64)> {
    let t = end.normal * end.upper;
    match axis {
        FaceSpan::Edges(p, q) => Some(on_edges(a, b, frame, &t, p, q)),
        FaceSpan::FaceOfA(p) => Some(on_face(a, b, frame, end, &t, p, false)),
        FaceSpan::FaceOfB(p) => Some(on_face(b, a, frame, end, &t, p, true)),
    }
}

fn on_edges(
    a: &[[f64; 3]],
    b: &[[f64; 3]],
    frame: &Frame,
    t: &Vec3,
    [i, j]: [u8; 2],
    [k, l]: [u8; 2],
) -> (Feet, f64) {
    let (p, q) = (local(a, i, frame), local(a, j, frame));
    let (r, s) = (local(b, k, frame), local(b, l, frame));
    let (e, f) = (q - p, s - r);
    let n = e.cross(&f);
    let rest = p - r - t;
    let part = |x: f64| if x > 0.0 { if x < 1.0 { x } else { 1.0 } } else { 0.0 };
    let nn = n.dot(&n);
    let (lambda, mu) = (part(-rest.cross(&f).dot(&n) / nn), part(-rest.cross(&e).dot(&n) / nn));
    let feet = Feet {
        len: 4,
        ids: [[i, k], [j, k], [i, l], [j, l]].map(|pair| pair.map(u32::from)),
        pairs: [(p, r), (q, r), (p, s), (q, s)],
        weights: [
            (1.0 - lambda) * (1.0 - mu),
            lambda * (1.0 - mu),
            (1.0 - lambda) * mu,
            lambda * mu,
        ],
    };
    (feet, (rest + e * lambda - f * mu).amax())
}

/// A face of one body and the vertex of the other that is deepest below it.
fn on_face(
    x: &[[f64; 3]],
    y: &[[f64; 3]],
    frame: &Frame,
    end: &Expansion,
    t: &Vec3,
    face: [u8; 3],
    swapped: bool,
) -> (Feet, f64) {
    let sign = if swapped { -1.0 } else { 1.0 };
    let n = end.normal * sign;
    let (mut least, mut at) = (f64::INFINITY, 0);
    for i in 0..y.len() {
        let height = n.dot(&local(y, i as u8, frame));
        (least, at) = if height < least { (height, i as u8) } else { (least, at) };
    }
    let corners = face.map(|i| local(x, i, frame));
    let other = local(y, at, frame);
    let [p, q, r] = corners.map(|corner| (corner - other) * sign);
    let (weights, miss) = blend(&p, &q, &r, t);
    let mut feet = Feet::new(weights);
    for i in 0..3 {
        let (ids, pair) = ([face[i].into(), at.into()], (corners[i], other));
        feet.ids[i] = if swapped { [ids[1], ids[0]] } else { ids };
        feet.pairs[i] = if swapped { (pair.1, pair.0) } else { pair };
    }
    (feet, miss)
}
