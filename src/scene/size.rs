//! The size of a scene: an upper bound on the distance of any two points of its bodies.

use super::body::{Body, Geometry, Plane, Presence};
use super::tolerances::{HEIGHT_ROUNDING, SIZE_SLACK};
use super::world::World;
use crate::broad::Bounds;

/// An upper bound on all distances between bodies, and on the heights of bodies over half-spaces: a
/// power of two, so that it seldom changes while bodies move.
pub(super) fn upper_bound(world: &World, bodies: &[Body]) -> f64 {
    let present = || bodies.iter().filter(|body| body.presence == Presence::On);
    let shapes = present().filter_map(|body| match &body.geometry {
        Geometry::Shape(shape) => Some(shape),
        _ => None,
    });
    let around = shapes.fold(world.bounds, |all, shape| {
        let center: [f64; 3] = shape.pose.translation.vector.into();
        all.joined(&Bounds::around([center]).grown(shape.radius_from_origin))
    });
    if around.is_empty() {
        return 0.0;
    }
    let heights = present().filter_map(|body| match &body.geometry {
        Geometry::Plane(plane) => Some(farthest(&around, plane)),
        _ => None,
    });
    let size = heights.fold(around.diagonal(), f64::max);
    let magnitude = around.min.iter().chain(&around.max).fold(0.0f64, |max, x| max.max(x.abs()));
    power_of_two_above(size * (1.0 + SIZE_SLACK) + magnitude * HEIGHT_ROUNDING)
}

/// The largest distance of a point of a box from a plane.
fn farthest(bounds: &Bounds, plane: &Plane) -> f64 {
    let (mut low, mut high) = (0.0, 0.0);
    for k in 0..3 {
        let ends = [bounds.min[k], bounds.max[k]].map(|x| plane.normal[k] * (x - plane.point[k]));
        low += ends[0].min(ends[1]);
        high += ends[0].max(ends[1]);
    }
    f64::max(-low, high) + HEIGHT_ROUNDING * plane.point.amax()
}

/// The smallest power of two that is not below a number; 0 for 0. Numbers are far below overflow.
fn power_of_two_above(x: f64) -> f64 {
    /// All bits but those of the fraction.
    const EXPONENT: u64 = !((1 << 52) - 1);
    if x < f64::MIN_POSITIVE {
        return if x > 0.0 { f64::MIN_POSITIVE } else { 0.0 };
    }
    let below = f64::from_bits(x.to_bits() & EXPONENT);
    if below < x { 2.0 * below } else { below }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_of_two_are_above_and_near() {
        for (x, wanted) in [(0.0, 0.0), (1.0, 1.0), (1.0 + f64::EPSILON, 2.0), (3.0, 4.0)] {
            assert_eq!(power_of_two_above(x), wanted);
        }
        assert_eq!(power_of_two_above(5e-324), f64::MIN_POSITIVE);
        assert_eq!(power_of_two_above(0.3), 0.5);
    }
}
