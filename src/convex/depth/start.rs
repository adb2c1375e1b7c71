//! The polytope an expansion starts from, whatever points are given.

use crate::Vec3;
use crate::convex::depth::tolerances::{FLAT_DIFFERENCE, SMALL_SPREAD};
use crate::convex::difference::Difference;
use crate::convex::search::Vertex;
use crate::shape::unit;

/// Four points that span a tetrahedron, or the normal of a difference that is flat.
pub(crate) fn span<D: Difference>(
    difference: &mut D,
    points: &[Vertex<D::Tag>],
) -> Result<[Vertex<D::Tag>; 4], Vec3> {
    let first = points[0];
    let axes = [Vec3::x(), Vec3::y(), Vec3::z()];
    let (second, along) =
        widest(difference, points, &axes, |s| (s - first.s).norm(), |p| p.s - first.s);
    let Some(e) = unit(&along) else {
        return Err(Vec3::x());
    };
    let side = Vec3::ith(e.iamin(), 1.0).cross(&e);
    let side = side.normalize();
    let across = |s: &Vec3| (s - first.s) - e * e.dot(&(s - first.s));
    let sides = [side, side.cross(&e)];
    let (third, height) =
        widest(difference, points, &sides, |s| across(s).norm(), |p| across(&p.s));
    let Some(f) = unit(&height) else {
        return Err(side);
    };
    let n = e.cross(&f).normalize();
    let above = |s: &Vec3| n.dot(&(s - first.s));
    let (fourth, top) = widest(difference, points, &[n], |s| above(s).abs(), |p| n * above(&p.s));
    if top.norm() <= FLAT_DIFFERENCE * f64::EPSILON * difference.extent() {
        return Err(n);
    }
    Ok([first, second, third, fourth])
}

/// The point with the largest measure: among those given, or else among the supports along the
/// axes, on both sides.
fn widest<D: Difference>(
    difference: &mut D,
    points: &[Vertex<D::Tag>],
    axes: &[Vec3],
    measure: impl Fn(&Vec3) -> f64,
    along: impl Fn(&Vertex<D::Tag>) -> Vec3,
) -> (Vertex<D::Tag>, Vec3) {
    let mut best = points[0];
    let mut most = measure(&best.s);
    for point in points {
        if measure(&point.s) > most {
            (best, most) = (*point, measure(&point.s));
        }
    }
    if most <= SMALL_SPREAD * difference.extent() {
        for axis in axes {
            for u in [*axis, -axis] {
                let point = difference.support(&u);
                if measure(&point.s) > most {
                    (best, most) = (point, measure(&point.s));
                }
            }
        }
    }
    (best, along(&best))
}
