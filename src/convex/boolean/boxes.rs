//! Two boxes by their fifteen separating axes: a baseline of the decision sphere search paper.
//!
//! S. Gottschalk, M. C. Lin, D. Manocha, OBBTree: a hierarchical structure for rapid interference
//! detection, SIGGRAPH 1996, doi:10.1145/237170.237244: the three axes of each box, and the vector
//! products of one of A with one of B. A vector product of almost parallel axes is short, and so is
//! the gap seen along it; it is compared with rounding as it is, so that it cannot separate by
//! noise.

use super::decision::{Axis, Decision};
use crate::Vec3;
use crate::convex::boolean::tolerances::BOX_ROUNDING;
use crate::shape::OrientedBox;

/// The test.
#[inline]
pub(super) fn decide(a: &OrientedBox, b: &OrientedBox) -> Decision {
    // Everything in the frame of A.
    let apart = b.center - a.center;
    let t = a.axes.tr_mul(&apart);
    let r = a.axes.tr_mul(&b.axes);
    let s = r.abs();
    let size = t.amax() + a.half.amax() + b.half.amax();
    let bound = BOX_ROUNDING * f64::EPSILON * size;
    let found = |axis: Vec3, plane_tests: usize| {
        let outwards = if axis.dot(&apart) < 0.0 { -axis } else { axis };
        Decision::disjoint(Axis::new(outwards), plane_tests as u32)
    };
    let reach_b = s * b.half;
    for i in 0..3 {
        if t[i].abs() - a.half[i] - reach_b[i] > bound {
            return found(a.axes.column(i).into(), i + 1);
        }
    }
    let reach_a = s.tr_mul(&a.half);
    let along_b = r.tr_mul(&t);
    for j in 0..3 {
        if along_b[j].abs() - b.half[j] - reach_a[j] > bound {
            return found(b.axes.column(j).into(), j + 4);
        }
    }
    for i in 0..3 {
        let (i1, i2) = ((i + 1) % 3, (i + 2) % 3);
        for j in 0..3 {
            let (j1, j2) = ((j + 1) % 3, (j + 2) % 3);
            let along = t[i2] * r[(i1, j)] - t[i1] * r[(i2, j)];
            let reach_a = a.half[i1] * s[(i2, j)] + a.half[i2] * s[(i1, j)];
            let reach_b = b.half[j1] * s[(i, j2)] + b.half[j2] * s[(i, j1)];
            if along.abs() - reach_a - reach_b > bound {
                let axis = a.axes.column(i).cross(&b.axes.column(j));
                return found(axis, 7 + 3 * i + j);
            }
        }
    }
    Decision::intersecting(15)
}
