//! Planes through three points of the difference, in f64 and in double-double arithmetic.

use crate::Vec3;
use crate::convex::depth::tolerances::{DETERMINANT, FLAT_TRIANGLE};
use crate::num::dd::{Dd, Dd3};
use crate::shape::{LEAST_SQUARE, unit};
use crate::simd::{Quad, Quad3};

/// Arithmetic for the faces of a polytope.
pub(crate) trait Kernel {
    type Point: Copy;
    type Plane: Copy;

    /// How far a point must lie above a face to see it, against the extent of the pair: more than
    /// the rounding of a height, so that points in the plane of a face leave it alone.
    const VISIBLE: f64;

    /// A plane that carries the triangle, counterclockwise as seen from outside, and whether the
    /// origin lies below the triangle beyond doubt.
    fn plane(p: &Self::Point, q: &Self::Point, r: &Self::Point) -> (Self::Plane, bool);

    /// How far the point lies above the plane.
    fn height(plane: &Self::Plane, point: &Self::Point) -> f64;

    /// The distance of the triangle from the origin is at least this, where it is positive.
    fn offset(plane: &Self::Plane) -> f64;

    /// Whether the origin is on the inner side of the triangle, or in its plane.
    fn holds_origin(p: &Self::Point, q: &Self::Point, r: &Self::Point) -> bool;

    fn same(p: &Self::Point, q: &Self::Point) -> bool;
}

/// Plain arithmetic: quick.
pub(crate) struct Plain;

/// Double-double arithmetic.
pub(crate) struct DoubleDouble;

/// The plane `n.x = d`, with a unit normal.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Plane<V, N> {
    pub(crate) n: V,
    pub(crate) d: N,
}

impl Plane<Vec3, f64> {
    pub(crate) const NONE: Self = Self { n: Vec3::new(0.0, 0.0, 0.0), d: 0.0 };
}

impl Plane<Dd3, Dd> {
    pub(crate) const NONE: Self = Self { n: Dd3::ZERO, d: Dd::ZERO };
}

impl Kernel for Plain {
    type Point = Vec3;
    type Plane = Plane<Vec3, f64>;
    const VISIBLE: f64 = 2.0 * f64::EPSILON;

    #[inline(always)]
    fn plane(p: &Vec3, q: &Vec3, r: &Vec3) -> (Self::Plane, bool) {
        let (e, f) = (q - p, r - p);
        let n = e.cross(&f);
        let (nn, lengths) = (n.dot(&n), e.dot(&e) * f.dot(&f));
        let flat = (FLAT_TRIANGLE * f64::EPSILON) * (FLAT_TRIANGLE * f64::EPSILON) * lengths;
        // So is one that is too small for the square of its normal.
        if nn <= flat + LEAST_SQUARE {
            return (segment(p, q, r), false);
        }
        let inverse = 1.0 / nn.sqrt();
        let heights = [n.dot(p), n.dot(q), n.dot(r)];
        let least = |x: f64, y: f64| if x < y { x } else { y };
        // The least of the three: a bound for the triangle, however far off its normal is.
        let d = least(least(heights[0], heights[1]), heights[2]);
        let uncertainty = (DETERMINANT * f64::EPSILON) * (DETERMINANT * f64::EPSILON);
        let sure = d > 0.0 && d * d > uncertainty * lengths * p.dot(p);
        (Plane { n: n * inverse, d: d * inverse }, sure)
    }

    #[inline(always)]
    fn height(plane: &Self::Plane, point: &Vec3) -> f64 {
        plane.n.dot(point) - plane.d
    }

    #[inline(always)]
    fn offset(plane: &Self::Plane) -> f64 {
        plane.d
    }

    fn holds_origin(p: &Vec3, q: &Vec3, r: &Vec3) -> bool {
        let coord = |v: &Vec3| robust::Coord3D { x: v.x, y: v.y, z: v.z };
        let origin = robust::Coord3D { x: 0.0, y: 0.0, z: 0.0 };
        robust::orient3d(coord(p), coord(q), coord(r), origin) >= 0.0
    }

    #[inline(always)]
    fn same(p: &Vec3, q: &Vec3) -> bool {
        p == q
    }
}

/// Four planes as [`Plain`] makes them.
pub(crate) struct FourPlanes<Q> {
    pub(crate) n: Quad3<Q>,
    pub(crate) d: Q,
    /// A bit for each that has the origin below it beyond doubt.
    pub(crate) sure: u64,
    /// A bit for each triangle that is flat and has no plane yet.
    pub(crate) flat: u64,
}

/// The planes of four triangles.
#[inline(always)]
pub(crate) fn four_planes<Q: Quad>(p: &Quad3<Q>, q: &Quad3<Q>, r: &Quad3<Q>) -> FourPlanes<Q> {
    let (e, f) = (*q - *p, *r - *p);
    let n = e.cross(&f);
    let (nn, lengths) = (n.dot(&n), e.dot(&e) * f.dot(&f));
    let flat = Q::all((FLAT_TRIANGLE * f64::EPSILON) * (FLAT_TRIANGLE * f64::EPSILON)) * lengths
        + Q::all(LEAST_SQUARE);
    let inverse = nn.inverse_root();
    let d = n.dot(p).min(n.dot(q)).min(n.dot(r));
    let uncertainty = Q::all((DETERMINANT * f64::EPSILON) * (DETERMINANT * f64::EPSILON));
    let beyond = (uncertainty * lengths * p.dot(p)).bits_within(d * d);
    FourPlanes {
        n: Quad3 { x: n.x * inverse, y: n.y * inverse, z: n.z * inverse },
        d: d * inverse,
        sure: beyond & !d.bits_within(Q::all(0.0)),
        flat: nn.bits_within(flat),
    }
}

/// The plane that carries a triangle without area: normal to the perpendicular from the origin
/// onto its longest edge.
#[cold]
fn segment(p: &Vec3, q: &Vec3, r: &Vec3) -> Plane<Vec3, f64> {
    let edges = [(p, q - p), (q, r - q), (r, p - r)];
    let longer = |x: (&Vec3, Vec3), y: (&Vec3, Vec3)| x.1.dot(&x.1) < y.1.dot(&y.1);
    let mut edge = edges[0];
    for other in &edges[1..] {
        if longer(edge, *other) {
            edge = *other;
        }
    }
    let (base, e) = (edge.0, edge.1);
    let ee = e.dot(&e);
    let foot = if ee > 0.0 { base - e * (e.dot(base) / ee) } else { *base };
    let n = unit(&foot).unwrap_or(Vec3::x());
    Plane { n, d: n.dot(p).min(n.dot(q)).min(n.dot(r)) }
}

impl Kernel for DoubleDouble {
    type Point = Dd3;
    type Plane = Plane<Dd3, Dd>;
    /// Double-double arithmetic with eight digits to spare for the normals of needles.
    const VISIBLE: f64 = 1e-24;

    fn plane(p: &Dd3, q: &Dd3, r: &Dd3) -> (Self::Plane, bool) {
        let (e, f) = (*q - *p, *r - *p);
        let n = e.cross(f);
        let (nn, lengths) = (n.dot(n), e.dot(e) * f.dot(f));
        if nn.hi <= 1e-56 * lengths.hi + LEAST_SQUARE {
            let plane = segment(&p.round(), &q.round(), &r.round());
            return (Plane { n: Dd3::from(plane.n), d: Dd::from(plane.d) }, false);
        }
        let n = n.times(Dd::from(1.0) / nn.sqrt());
        let least = |x: Dd, y: Dd| if x < y { x } else { y };
        let d = least(least(n.dot(*p), n.dot(*q)), n.dot(*r));
        let sure = d.hi > 0.0 && d.hi * d.hi * nn.hi > 1e-56 * lengths.hi * p.dot(*p).hi;
        (Plane { n, d }, sure)
    }

    fn height(plane: &Self::Plane, point: &Dd3) -> f64 {
        (plane.n.dot(*point) - plane.d).hi
    }

    fn offset(plane: &Self::Plane) -> f64 {
        plane.d.hi
    }

    /// To the precision of the arithmetic: what is not seen at 1e-28 does not matter.
    fn holds_origin(p: &Dd3, q: &Dd3, r: &Dd3) -> bool {
        let (e, f) = (*q - *p, *r - *p);
        let uncertainty = 1e-28 * (e.dot(e).hi * f.dot(f).hi * p.dot(*p).hi).sqrt();
        e.cross(f).dot(*p).hi >= -uncertainty
    }

    fn same(p: &Dd3, q: &Dd3) -> bool {
        p == q
    }
}
