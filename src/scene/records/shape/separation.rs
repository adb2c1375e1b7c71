//! Lower bounds on the distance of two shapes that cost less than a query: by the spheres around
//! them, and along a direction that separated them before.
//!
//! They only decide whether a pair is queried. What is reported is computed without them.

use crate::Vec3;
use crate::scene::body::{Shape, ShapeBody};
use crate::scene::tolerances::SEPARATION_ROUNDING;
use crate::shape::{Posed, SupportMap};

/// The part of a shape in the rounding error of a bound, of a box, and of the gap itself.
#[inline]
pub(in crate::scene) fn rounding(shape: &ShapeBody) -> f64 {
    SEPARATION_ROUNDING * (shape.posed.center().amax() + shape.bounding_radius)
}

/// Lower bound on the distance of the spheres around two shapes.
#[inline]
pub(in crate::scene) fn by_spheres(a: &ShapeBody, b: &ShapeBody) -> f64 {
    let between = (b.posed.center() - a.posed.center()).norm();
    between - (a.bounding_radius + b.bounding_radius) - (rounding(a) + rounding(b))
}

/// Lower bound on the separation of two shapes along a direction from the first to the second; NaN
/// if the direction is zero.
pub(in crate::scene) fn along(a: &ShapeBody, b: &ShapeBody, axis: Vec3) -> f64 {
    let axis = axis / axis.norm();
    // Relative to a point between them, so that nothing is lost far from zero.
    let origin = a.posed.center();
    let farthest = |shape: &Posed<Shape>, axis: Vec3| {
        axis.dot(&shape.support(&axis, &origin, 0).point) + shape.radius()
    };
    -farthest(&b.posed, -axis) - farthest(&a.posed, axis) - (rounding(a) + rounding(b))
}

/// The direction on record, or else that between the centres.
pub(in crate::scene) fn first_axis(a: &ShapeBody, b: &ShapeBody, known: [f32; 3]) -> Vec3 {
    if known == [0.0; 3] {
        return b.posed.center() - a.posed.center();
    }
    Vec3::from(known.map(f64::from))
}
