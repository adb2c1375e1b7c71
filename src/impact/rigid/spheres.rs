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
    // One root for both lengths, which together are at most as long.
    let ways = (2.0 * (between.norm_squared() + vv)).sqrt();
    let unit = f64::EPSILON * (a.extent + b.extent + ways);
    let (tolerance, balls) = (MET * unit, [a.radius, b.radius]);
    let radii = a.radius + b.radius;
    let ends = |outcome, time, lie| Some(impact(motion_a, (outcome, time), &lie, tolerance));
    // Squares are off by a few eps of themselves, far less than by the tolerance.
    let wide = (radii + tolerance) * (radii + tolerance);
    let narrow = (radii - tolerance) * (radii - tolerance);
    if cc < narrow && radii > tolerance && cc > 0.0 {
        return ends(Outcome::AtStart, 0.0, overlapping(a.center, c, balls));
    }
    if !(cc > wide && wide < f64::MAX) {
        return None;
    }
    // The line of the motion passes beside, or they move apart along it.
    let is_beside = (cc - wide) * vv - cv * cv > PRODUCTS * cc * vv;
    if cv >= 0.0 || is_beside {
        return ends(Outcome::None, 0.0, lying(a.center, c, c.norm(), balls));
    }
    let sum = radii + (GAP_ROUNDING + AIM * MET) * unit;
    let rest = cc - sum * sum;
    let time = rest / ((cv * cv - vv * rest).sqrt() - cv);
    if time > 1.0 {
        // They come nearer all the time, and are apart at the end.
        let is_apart = cv + vv <= 0.0 && (c + v).norm_squared() > wide;
        return is_apart.then(|| ends(Outcome::None, 0.0, lying(a.center, c, c.norm(), balls)))?;
    }
    let apart = c + v * time;
    let length = apart.norm();
    let open = length - radii;
    // Written so that what is not a number is left to the search.
    let is_first = time > 0.0 && time * vv <= -cv;
    let good = is_first && open >= GAP_ROUNDING * unit && open <= tolerance;
    if good { ends(Outcome::Impact, time, lying(a.center, apart, length, balls)) } else { None }
}

/// What the difference of products of four lengths may be off, in parts of the largest: each has a
/// few roundings, and so has the square of a distance from which another one is taken.
const PRODUCTS: f64 = 32.0 * f64::EPSILON;

/// How two spheres lie whose centres are a vector of this length apart.
#[inline(always)]
fn lying(center: Vec3, apart: Vec3, length: f64, [ra, rb]: [f64; 2]) -> Lie {
    let direction = apart * (1.0 / length);
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
