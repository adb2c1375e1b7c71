//! Two spheres whose centres move straight: a root of a quadratic polynomial.

use super::{AIM, GAP_ROUNDING, Lie, MET, Motion, RigidImpact, impact};
use crate::Vec3;
use crate::impact::Outcome;
use crate::shape::SupportMap;

/// A sphere at the start.
struct Ball {
    /// Its centre, from the origin of its frame.
    center: Vec3,
    radius: f64,
    /// What rounding is measured from.
    extent: f64,
}

impl Ball {
    /// A shape of one vertex whose centre moves straight.
    #[inline(always)]
    fn new<S: SupportMap>(shape: &S, motion: &Motion) -> Option<Self> {
        let vertex = match shape.points() {
            Some([vertex]) => Vec3::from(*vertex),
            None if shape.vertex_count() == 1 => shape.vertex(0, &Vec3::zeros())?,
            _ => return None,
        };
        let radius = shape.radius();
        if vertex == Vec3::zeros() {
            return Some(Self { center: vertex, radius, extent: radius });
        }
        let extent = vertex.norm() + radius;
        let is_straight = motion.rotation == Vec3::zeros();
        is_straight.then(|| Self { center: motion.start.rotation * vertex, radius, extent })
    }
}

/// When the spheres meet by the closed form, or `None` where it does not apply or its rounding
/// leaves a doubt.
#[inline]
pub(super) fn meeting<A: SupportMap, B: SupportMap>(
    a: &A,
    motion_a: &Motion,
    b: &B,
    motion_b: &Motion,
) -> Option<RigidImpact> {
    let (a, b) = (Ball::new(a, motion_a)?, Ball::new(b, motion_b)?);
    let between = motion_b.start.translation.vector - motion_a.start.translation.vector;
    let v = motion_b.displacement - motion_a.displacement;
    let c = between + (b.center - a.center);
    let (cc, cv, vv) = (c.norm_squared(), c.dot(&v), v.norm_squared());
    let unit = f64::EPSILON * (a.extent + b.extent + between.norm() + vv.sqrt());
    let (tolerance, radii) = (MET * unit, a.radius + b.radius);
    let ends = |outcome, time: f64| {
        let lie = lying(a.center, c + v * time, [a.radius, b.radius]);
        Some(impact(motion_a, (outcome, time), &lie, tolerance))
    };
    // Squares are off by a few eps of themselves, far less than by the tolerance.
    let wide = (radii + tolerance) * (radii + tolerance);
    let narrow = (radii - tolerance) * (radii - tolerance);
    if cc < narrow && radii > tolerance && cc > 0.0 {
        let lie = overlapping(a.center, c, [a.radius, b.radius]);
        return Some(impact(motion_a, (Outcome::AtStart, 0.0), &lie, tolerance));
    }
    if !(cc > wide && wide < f64::MAX) {
        return None;
    }
    // The distance is convex in time, so it is least at one time, and falls before.
    let least = if cv < 0.0 { (-cv / vv).min(1.0) } else { 0.0 };
    if (c + v * least).norm_squared() > wide {
        return ends(Outcome::None, 0.0);
    }
    let sum = radii + (GAP_ROUNDING + AIM * MET) * unit;
    let rest = cc - sum * sum;
    let time = rest / ((cv * cv - vv * rest).sqrt() - cv);
    let open = (c + v * time).norm() - radii;
    // Written so that what is not a number is left to the search.
    let good = time > 0.0 && time <= least && open >= GAP_ROUNDING * unit && open <= tolerance;
    if good { ends(Outcome::Impact, time) } else { None }
}

/// How two spheres lie whose centres are a vector apart.
#[inline(always)]
fn lying(center: Vec3, apart: Vec3, [ra, rb]: [f64; 2]) -> Lie {
    let length = apart.norm();
    let direction = apart / length;
    Lie {
        distance: length - ra - rb,
        point_a: center + direction * ra,
        point_b: center + apart - direction * rb,
        direction,
    }
}

/// How two spheres lie that overlap: with the middle of what they share of the line of centres.
fn overlapping(center: Vec3, apart: Vec3, [ra, rb]: [f64; 2]) -> Lie {
    let length = apart.norm();
    let direction = apart / length;
    let along = 0.5 * ((length - rb).max(-ra) + (length + rb).min(ra));
    let point = center + direction * along;
    Lie { distance: 0.0, point_a: point, point_b: point, direction }
}
