//! Spheres and capsules: points and segments with radii.

use super::{Form, Nearest};
use crate::Vec3;
use crate::scene::grains::table::{Frame, Grain};
use crate::scene::tolerances::{MIN_SQUARE, PARALLEL_SEGMENTS};

/// A sphere and a capsule.
#[inline]
pub(in crate::scene) fn point_segment(a: &Grain, b: &Grain, frame: &Frame) -> Form {
    let half = frame.half;
    let Some(t) = along(-a.to(b), half) else { return Form::Ask };
    Nearest { a: Vec3::zeros(), b: half * t, size: half.norm() }.rounded([a, b])
}

/// A capsule and a sphere.
#[inline]
pub(in crate::scene) fn segment_point(a: &Grain, frame: &Frame, b: &Grain) -> Form {
    let half = frame.half;
    let Some(s) = along(a.to(b), half) else { return Form::Ask };
    Nearest { a: half * s, b: Vec3::zeros(), size: half.norm() }.rounded([a, b])
}

/// The place from -1 to 1 on a segment that is nearest to a point, both relative to its middle;
/// `None` if it is so short that its square is no normal number.
#[inline]
fn along(point: Vec3, half: Vec3) -> Option<f64> {
    let square = half.norm_squared();
    (square > MIN_SQUARE).then(|| (point.dot(&half) / square).clamp(-1.0, 1.0))
}

/// Two capsules.
///
/// The lines are nearest where what is between them is along the cross product of their directions;
/// with cross products for everything, places and normal are off by `eps` over the sine of the angle
/// and by `eps`.
pub(in crate::scene) fn segments([a, b]: [&Grain; 2], frames: [&Frame; 2]) -> Form {
    let ([p, q], d) = (frames.map(|frame| frame.half), a.to(b));
    let squares = [p.norm_squared(), q.norm_squared()];
    if squares[0] * squares[1] <= MIN_SQUARE {
        return Form::Ask;
    }
    let cross = p.cross(&q);
    let sine = cross.norm_squared();
    let is_parallel = sine <= PARALLEL_SEGMENTS.powi(2) * squares[0] * squares[1];
    let s = if is_parallel { middle(d, p, q, squares[0]) } else { d.cross(&q).dot(&cross) / sine };
    let s = s.clamp(-1.0, 1.0);
    // The nearest of the other to that place, and back if that is an end.
    let t = (p * s - d).dot(&q) / squares[1];
    let (s, t) = if t.abs() <= 1.0 {
        (s, t)
    } else {
        let t = t.clamp(-1.0, 1.0);
        (((d + q * t).dot(&p) / squares[0]).clamp(-1.0, 1.0), t)
    };
    let size = squares[0].sqrt() + squares[1].sqrt();
    Nearest { a: p * s, b: q * t, size }.rounded([a, b])
}

/// The middle of what parallel segments have in common, as a place on the first; beyond its ends if
/// they have nothing in common.
fn middle(d: Vec3, p: Vec3, q: Vec3, square: f64) -> f64 {
    let (at, reach) = (d.dot(&p) / square, (q.dot(&p) / square).abs());
    let (low, high) = ((at - reach).max(-1.0), (at + reach).min(1.0));
    0.5 * (low + high)
}
