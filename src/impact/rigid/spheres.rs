//! Two spheres whose centres move straight: a root of a quadratic polynomial.

use super::{AIM, GAP_ROUNDING, MET, Pair};
use crate::shape::SupportMap;
use crate::{Answer, Vec3};

/// When the spheres meet, and how they lie then; infinity if they do not.
pub(super) struct Meeting {
    pub(super) time: f64,
    pub(super) answer: Answer,
}

/// The closed form, or `None` where it does not apply or its rounding leaves a doubt.
pub(super) fn meeting<A: SupportMap, B: SupportMap>(pair: &Pair<A, B>) -> Option<Meeting> {
    let (a, b) = (&pair.a, &pair.b);
    let is_straight =
        (a.angle == 0.0 || a.vertex_radius == 0.0) && (b.angle == 0.0 || b.vertex_radius == 0.0);
    if !(is_straight && a.vertices.count == 1 && b.vertices.count == 1) {
        return None;
    }
    let unit = f64::EPSILON * pair.extent;
    let radii = a.radius + b.radius;
    let center = a.rotation(0.0) * Vec3::from(a.vertices.points[0]);
    let c = b.rotation(0.0) * Vec3::from(b.vertices.points[0]) + pair.between[0] - center;
    let v = pair.between[1];
    let gap = |time: f64| (c + v * time).norm() - radii;
    let ends = |time: f64, at: f64| {
        Some(Meeting { time, answer: lying(center, c + v * at, [a.radius, b.radius]) })
    };
    let (cv, vv) = (c.dot(&v), v.dot(&v));
    let is_open = gap(0.0) > MET * unit;
    if !is_open {
        return None;
    }
    // The distance is convex in time, so it is least at one time, and falls before.
    let least = if cv < 0.0 { (-cv / vv).min(1.0) } else { 0.0 };
    if gap(least) > MET * unit {
        return ends(f64::INFINITY, 0.0);
    }
    let sum = radii + (GAP_ROUNDING + AIM * MET) * unit;
    let root = (cv * cv - vv * (c.dot(&c) - sum * sum)).sqrt();
    let time = (c.dot(&c) - sum * sum) / (root - cv);
    let open = gap(time);
    // Written so that what is not a number is left to the search.
    let good = time > 0.0 && time <= least && open >= GAP_ROUNDING * unit && open <= MET * unit;
    if good { ends(time, time) } else { None }
}

/// How two spheres lie whose centres are a vector apart.
fn lying(center: Vec3, apart: Vec3, [ra, rb]: [f64; 2]) -> Answer {
    let length = apart.norm();
    let direction = apart / length;
    Answer {
        distance: length - ra - rb,
        point_a: center + direction * ra,
        point_b: center + apart - direction * rb,
        direction,
        ..Answer::default()
    }
}
