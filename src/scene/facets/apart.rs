//! How far two facets are apart, at least.
//!
//! Steps of Gilbert's method (E. G. Gilbert, An iterative procedure for computing the minimum of a quadratic form
//! on a convex set, SIAM J. Control 4, 1966, doi:10.1137/0304007) from the difference of the centres: each
//! gives a direction along which the facets are apart. Nearly all neighbours on a smooth surface are ruled out
//! by the first; what is left after a few is near indeed.

use crate::Vec3;

/// Few steps: those that are left then cost less to look at.
const STEPS: usize = 8;

/// A lower bound of the distance of two triangles, good enough to tell whether it is more than `enough`. Negative
/// or minus infinity if nothing is known.
#[inline]
pub(in crate::scene) fn apart(one: &[Vec3; 3], two: &[Vec3; 3], enough: f64) -> f64 {
    // Differences of corners, so that rounding is that of one subtraction.
    let center = |corners: &[Vec3; 3]| corners[0] + corners[1] + corners[2];
    let mut v = (center(two) - center(one)) / 3.0;
    let mut best = f64::NEG_INFINITY;
    for _ in 0..STEPS {
        let w = farthest(two, &-v) - farthest(one, &v);
        let (vv, vw) = (v.norm_squared(), v.dot(&w));
        if vw > 0.0 {
            let apart = vw / vv.sqrt();
            best = if apart > best { apart } else { best };
        }
        if best > enough || vv <= enough * enough {
            break;
        }
        // The point of the segment from v to w that is nearest to the origin.
        let along = w - v;
        let step = (vv - vw) / along.norm_squared();
        // Not a number where the direction leads nowhere.
        if step.is_nan() || step <= 0.0 {
            break;
        }
        v += along * if step < 1.0 { step } else { 1.0 };
    }
    best
}

/// The corner that is farthest along a direction.
#[inline]
fn farthest(corners: &[Vec3; 3], along: &Vec3) -> Vec3 {
    let [a, b, c] = corners.each_ref().map(|x| x.dot(along));
    corners[if a >= b && a >= c {
        0
    } else if b >= c {
        1
    } else {
        2
    }]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gjk::distance;
    use crate::shape::PointSet;
    use proptest::prelude::*;

    fn triangle(at: f64) -> impl Strategy<Value = [Vec3; 3]> {
        let point = prop::array::uniform3(-1.0..1.0);
        prop::array::uniform3(point).prop_map(move |corners: [[f64; 3]; 3]| {
            corners.map(|corner| Vec3::from(corner) + Vec3::new(at, 0.0, 0.0))
        })
    }

    proptest! {
        #[test]
        fn it_is_never_more_than_the_distance(
            one in triangle(0.0), two in triangle(1.5), enough in 0.0..2.0,
        ) {
            let [a, b] = [one, two].map(|corners| corners.map(<[f64; 3]>::from));
            let known = PointSet::new(&a).and_then(|a| Ok(distance(&a, &PointSet::new(&b)?)));
            let known = known.map_err(|error| TestCaseError::fail(error.to_string()))?.distance;
            let bound = apart(&one, &two, enough);
            prop_assert!(bound <= known * (1.0 + 1e-14), "{} is more than {}", bound, known);
        }

        #[test]
        fn facets_far_apart_are_told_apart(
            one in triangle(0.0), two in triangle(6.0), enough in 0.0..2.0,
        ) {
            // They are in cubes that are 4 apart.
            prop_assert!(apart(&one, &two, enough) > enough);
        }
    }
}
