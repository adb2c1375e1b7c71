//! Two spheres whose centres move straight: a root of a quadratic polynomial.
//!
//! The time is that at which the gap is as large as twice the rounding of gaps, so that they have not met
//! before it, and the gap at that time is computed anew: where it is not what it should be, the search
//! has to decide.

use super::{AIM, GAP_ROUNDING, MET, Motion, RigidImpact};
use crate::Vec3;
use crate::impact::Outcome;
use crate::shape::SupportMap;

/// What the difference of products of four lengths may be off, in parts of the largest: each has a
/// few roundings, and so has the square of a distance from which another one is taken.
const PRODUCTS: f64 = 32.0 * f64::EPSILON;

/// How far the square of a distance may be off one that is known, in parts of it, so that one step of
/// Newton's method gives its root to the last bits.
const NEAR: f64 = 1e-9;

/// A sphere at the start.
struct Ball {
    /// Its centre, from the origin of its frame.
    center: Vec3,
    radius: f64,
    /// What rounding is measured from.
    extent: f64,
}

impl Ball {
    /// A sphere whose centre moves straight.
    #[inline(always)]
    fn new<S: SupportMap>(shape: &S, motion: &Motion) -> Option<Self> {
        let sphere = shape.as_sphere()?;
        let (vertex, radius) = (sphere.center(), sphere.radius());
        if vertex == Vec3::zeros() {
            return Some(Self { center: vertex, radius, extent: radius });
        }
        let extent = vertex.norm() + radius;
        let is_straight = motion.rotation == Vec3::zeros();
        is_straight.then(|| Self { center: motion.start.rotation * vertex, radius, extent })
    }
}

/// Two spheres as they move.
pub(super) struct Balls {
    a: Ball,
    b: Ball,
    /// From the centre of A to that of B at the start, and by how much it grows in the step.
    between: Vec3,
    displacement: Vec3,
    /// The rounding of the extent of the pair.
    unit: f64,
}

/// How they lie when something is known of them.
pub(super) struct Lie {
    outcome: Outcome,
    time: f64,
    /// From centre to centre, with its length and one over it.
    between: Vec3,
    length: f64,
    inverse: f64,
}

impl Lie {
    /// They never meet.
    #[inline(always)]
    fn never(between: Vec3) -> Self {
        let length = between.norm();
        Self { outcome: Outcome::None, time: 0.0, between, length, inverse: 1.0 / length }
    }
}

impl Balls {
    /// `None` if one is no sphere, or does not move straight.
    #[inline(always)]
    pub(super) fn new<A: SupportMap, B: SupportMap>(
        a: &A,
        motion_a: &Motion,
        b: &B,
        motion_b: &Motion,
    ) -> Option<Self> {
        let (a, b) = (Ball::new(a, motion_a)?, Ball::new(b, motion_b)?);
        let frames = motion_b.start.translation.vector - motion_a.start.translation.vector;
        let displacement = motion_b.displacement - motion_a.displacement;
        // Lengths are at most the sums of their coordinates, which take no root.
        let ways = sum_of_magnitudes(&frames) + sum_of_magnitudes(&displacement);
        let unit = f64::EPSILON * (a.extent + b.extent + ways);
        let between = frames + (b.center - a.center);
        Some(Self { a, b, between, displacement, unit })
    }

    /// When they meet; `None` where rounding leaves a doubt, or they overlap.
    #[inline(always)]
    pub(super) fn meeting(&self) -> Option<Lie> {
        let &Self { between: c, displacement: v, unit, .. } = self;
        let (tolerance, radii) = (MET * unit, self.a.radius + self.b.radius);
        let (cc, cv, vv) = (c.norm_squared(), c.dot(&v), v.norm_squared());
        // Squares are off by a few eps of themselves, far less than by the tolerance.
        let wide = (radii + tolerance) * (radii + tolerance);
        if !(cc > wide && wide < f64::MAX) {
            return None;
        }
        // The line of the motion passes beside, or they move apart along it.
        let is_beside = (cc - wide) * vv - cv * cv > PRODUCTS * cc * vv;
        if cv >= 0.0 || is_beside {
            return Some(Lie::never(c));
        }
        let sum = radii + (GAP_ROUNDING + AIM * MET) * unit;
        let rest = cc - sum * sum;
        // What cancels is less than the rounding of lengths.
        let time = (-cv - (cv * cv - vv * rest).sqrt()) * (1.0 / vv);
        if time > 1.0 {
            // They come nearer all the time, and are apart at the end.
            let is_apart = cv + vv <= 0.0 && (c + v).norm_squared() > wide;
            return if is_apart { Some(Lie::never(c)) } else { None };
        }
        let between = c + v * time;
        let squared = between.norm_squared();
        // The length is nearly the sum, from which one step of Newton's method gives its inverse.
        let guess = 1.0 / sum;
        let off = squared * (guess * guess) - 1.0;
        let inverse = guess * (1.0 - 0.5 * off);
        let (length, outcome) = (squared * inverse, Outcome::Impact);
        let open = length - radii;
        // Written so that what is not a number is left to the search.
        let is_first = time > 0.0 && time * vv <= -cv && off.abs() <= NEAR;
        let good = is_first && open >= GAP_ROUNDING * unit && open <= tolerance;
        if good { Some(Lie { outcome, time, between, length, inverse }) } else { None }
    }

    /// What is told of spheres that lie like this. All of it is made here, in one place, which writes it
    /// where it has to be.
    #[inline(always)]
    pub(super) fn report(&self, motion_a: &Motion, lie: &Lie) -> RigidImpact {
        let &Lie { outcome, time, between, length, inverse } = lie;
        let origin = motion_a.start.translation.vector + motion_a.displacement * time;
        let (center, normal) = (self.a.center + origin, between * inverse);
        RigidImpact {
            outcome,
            time: if outcome == Outcome::None { f64::INFINITY } else { time },
            distance: length - self.a.radius - self.b.radius,
            point_a: center + normal * self.a.radius,
            point_b: center + between - normal * self.b.radius,
            normal,
            tolerance: MET * self.unit,
            iterations: 0,
        }
    }

    /// Of spheres that overlap at the start, with the middle of what they share of the line of centres.
    #[cold]
    #[inline(never)]
    pub(super) fn overlap(&self, motion_a: &Motion) -> Option<RigidImpact> {
        let (tolerance, [ra, rb]) = (MET * self.unit, [self.a.radius, self.b.radius]);
        let length = self.between.norm();
        let is_overlap = length < ra + rb - tolerance && length > 0.0;
        let normal = self.between / length;
        let along = 0.5 * ((length - rb).max(-ra) + (length + rb).min(ra));
        let point = motion_a.start.translation.vector + self.a.center + normal * along;
        is_overlap.then_some(RigidImpact {
            outcome: Outcome::AtStart,
            time: 0.0,
            distance: 0.0,
            point_a: point,
            point_b: point,
            normal,
            tolerance,
            iterations: 0,
        })
    }
}

#[inline(always)]
fn sum_of_magnitudes(v: &Vec3) -> f64 {
    v.x.abs() + v.y.abs() + v.z.abs()
}
