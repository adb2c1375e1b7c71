//! The time of impact of two convex shapes that move rigidly.
//!
//! Conservative advancement: B. Mirtich, Impulse-based dynamic simulation of rigid body systems,
//! PhD thesis, University of California, Berkeley, 1996, section 2.3; with the motion bounded along
//! the direction of the distance as in X. Zhang, M. Lee, Y. J. Kim, Interactive continuous
//! collision detection for non-convex polyhedra, The Visual Computer 22 (2006), 749-760,
//! doi:10.1007/s00371-006-0060-0.
//!
//! Where we deviate, and why: instead of one bound on the speed of all points, the gap along the
//! direction is evaluated at a later time, and bounded in between by how little it can be convex
//! (`gap`). A step then ends nearly where the gap along its direction closes, however fast other
//! points of the bodies are, and few distances are needed.

mod along;
mod boxes;
mod gap;
mod motion;
mod spheres;
mod straight;
mod turned;

use nalgebra::Translation3;

use self::gap::{Body, Gap};
pub use self::motion::{MAX_ROTATION, Motion};
use self::spheres::Balls;
use self::straight::Cast;
use super::Outcome;
use crate::gjk::Cache;
use crate::shape::{PointSet, Pose, Posed, Rounded, SupportMap};
use crate::{Answer, Query, Vec3};

/// What the rounding of poses and supports may add to a gap, in eps times the extent of the pair:
/// the two reaches, each times one plus its angle, the radii, and the distance and the displacement
/// of the frames.
const GAP_ROUNDING: f64 = 16.0;

/// Bodies this near have met, in eps times the extent: more than the rounding of gaps and
/// distances, so that a search that ends has something left to step by.
const MET: f64 = 64.0;

/// What a step leaves of the gap along its direction, against [`MET`].
const AIM: f64 = 0.25;

/// A step along one direction goes on until the gap is less than this share of what it was.
const ENOUGH: f64 = 0.1;

/// How well the distance must be known to step along its direction: the rest is left to the next.
const DISTANCE_TOLERANCE: f64 = 0.01;

/// Parts of a step along one direction.
const MAX_TRIALS: usize = 4;

/// Steps of advancement; only bodies that turn at a tiny gap without ever meeting need many.
const MAX_STEPS: u32 = 10_000;

/// When and where two shapes first meet.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RigidImpact {
    /// Whether they meet.
    pub outcome: Outcome,
    /// When, from 0 to 1; infinity if they do not. Before it they do not meet: never late.
    pub time: f64,
    /// The distance at that time, at most the `tolerance` where they have met;
    /// where they have not, that at the last time it was computed.
    pub distance: f64,
    /// The nearest point of A then.
    pub point_a: Vec3,
    /// The nearest point of B then.
    pub point_b: Vec3,
    /// The unit vector from A to B then; see [`Answer::direction`].
    pub normal: Vec3,
    /// Bodies at most this far apart have met: `64 eps` times the extent of the pair.
    pub tolerance: f64,
    /// How many distances were computed, and rays cast instead of them.
    pub iterations: u32,
}

/// When two shapes first meet, each in its motion.
///
/// The time is early by at most [`RigidImpact::tolerance`] over the speed at which the gap closes;
/// shapes that pass each other within the tolerance are said to meet.
///
/// ```
/// use gapkit::Vec3;
/// use gapkit::impact::{Motion, Outcome, time_of_impact};
/// use gapkit::shape::{Cuboid, Pose, Sphere};
///
/// let (ball, plate) = (Sphere::new([0.0; 3], 1.0)?, Cuboid::new([0.0; 3], [5.0, 5.0, 0.01])?);
/// let above = Pose::translation(0.0, 0.0, 3.01);
/// // 100 times as far as the plate is thick: at no time of the step is the ball in contact.
/// let fall = Motion::new(&above, Vec3::new(0.0, 0.0, -8.0), Vec3::zeros())?;
/// let impact = time_of_impact(&ball, &fall, &plate, &Motion::still(&Pose::identity())?);
/// assert_eq!(impact.outcome, Outcome::Impact);
/// assert!(impact.time <= 0.25 && impact.time > 0.25 - 1e-12);
/// assert_eq!(impact.normal, -Vec3::z());
/// # Ok::<(), gapkit::Error>(())
/// ```
#[must_use]
pub fn time_of_impact<A: SupportMap, B: SupportMap>(
    a: &A,
    motion_a: &Motion,
    b: &B,
    motion_b: &Motion,
) -> RigidImpact {
    if let Some(balls) = Balls::new(a, motion_a, b, motion_b) {
        if let Some(lie) = balls.meeting() {
            return balls.report(motion_a, &lie);
        }
        if let Some(impact) = balls.overlap(motion_a) {
            return impact;
        }
    }
    search(a, motion_a, b, motion_b)
}

/// What has no closed form; a function of its own, so that closed forms need none of its stack.
#[inline(never)]
fn search<A: SupportMap, B: SupportMap>(
    a: &A,
    motion_a: &Motion,
    b: &B,
    motion_b: &Motion,
) -> RigidImpact {
    match straight::cast(a, motion_a, b, motion_b) {
        Cast::Known(impact) => impact,
        Cast::Until(time) => Pair::new(a, motion_a, b, motion_b).advance(time),
    }
}

/// How two bodies lie, from the origin of A.
struct Lie {
    distance: f64,
    point_a: Vec3,
    point_b: Vec3,
    /// From A to B.
    direction: Vec3,
}

impl From<&Answer> for Lie {
    fn from(answer: &Answer) -> Self {
        let Answer { distance, point_a, point_b, direction, .. } = *answer;
        Self { distance, point_a, point_b, direction }
    }
}

/// Two bodies in the frame of the origin of A, which does not turn.
struct Pair<'a, A, B> {
    a: Body<'a, A>,
    b: Body<'a, B>,
    motions: [&'a Motion; 2],
    /// From the origin of A to that of B, at the start, and by how much it grows in the step.
    between: [Vec3; 2],
    extent: f64,
}

impl<'a, A: SupportMap, B: SupportMap> Pair<'a, A, B> {
    fn new(a: &'a A, motion_a: &'a Motion, b: &'a B, motion_b: &'a Motion) -> Self {
        let between = [
            motion_b.start.translation.vector - motion_a.start.translation.vector,
            motion_b.displacement - motion_a.displacement,
        ];
        let (a, b) = (Body::new(a, motion_a), Body::new(b, motion_b));
        let extent = a.extent() + b.extent() + between[0].norm() + between[1].norm();
        Self { a, b, motions: [motion_a, motion_b], between, extent }
    }

    /// Advances from a time before which they do not meet.
    fn advance(&self, mut time: f64) -> RigidImpact {
        let met = MET * f64::EPSILON * self.extent;
        // With radii, what is left of the distance of the cores may be next to nothing of it.
        let tolerance = if self.a.radius + self.b.radius > 0.0 { 0.0 } else { DISTANCE_TOLERANCE };
        let query = Query { tolerance, ..Query::default() };
        let mut cache = Cache::default();
        let mut lie = Lie::from(&self.distance(&query, time, &mut cache));
        for iterations in 1..=MAX_STEPS {
            if lie.distance <= met {
                let outcome = if time == 0.0 { Outcome::AtStart } else { Outcome::Impact };
                return self.report(outcome, time, &lie, iterations);
            }
            let step = self.step(time, &lie.direction);
            if step >= 1.0 - time {
                return self.report(Outcome::None, time, &lie, iterations);
            }
            if step <= 0.0 {
                return self.report(Outcome::Unresolved, time, &lie, iterations);
            }
            // Rounded down: not later than where the step ends.
            time = (time + step).next_down();
            let near = self.along(time, &lie.direction);
            lie = near.unwrap_or_else(|| (&self.distance(&query, time, &mut cache)).into());
        }
        self.report(Outcome::Unresolved, time, &lie, MAX_STEPS)
    }

    fn distance(&self, query: &Query, time: f64, cache: &mut Cache) -> Answer {
        let away = self.between[0] + self.between[1] * time;
        if self.a.vertices.count > 0 && self.b.vertices.count > 0 {
            let a = self.a.vertices.placed(&self.a.rotation(time), &Vec3::zeros());
            let b = self.b.vertices.placed(&self.b.rotation(time), &away);
            return tracked(query, [a.points(), b.points()], [self.a.radius, self.b.radius], cache);
        }
        let [rotation_a, rotation_b] = self.motions.map(|motion| motion.rotation_at(time));
        let a = Posed::new(self.a.shape, &Pose::from_parts(Translation3::identity(), rotation_a));
        let b = Posed::new(self.b.shape, &Pose::from_parts(away.into(), rotation_b));
        match (a, b) {
            (Ok(a), Ok(b)) => query.tracked(&a, &b, cache),
            _ => Answer::default(),
        }
    }

    /// How long the gap along a direction is certain to stay open, at least; all of what is left
    /// of the step if it does not close.
    fn step(&self, time: f64, n: &Vec3) -> f64 {
        let gap = Gap::new(&self.a, &self.b, &self.between, n);
        let rounding = GAP_ROUNDING * f64::EPSILON * self.extent;
        let aim = AIM * MET * f64::EPSILON * self.extent;
        let left = 1.0 - time;
        let first = gap.at(time) - rounding;
        let (mut done, mut here) = (0.0, first);
        for _ in 0..MAX_TRIALS {
            // Written so that what is not a number ends it.
            let is_open = here > aim;
            if !is_open {
                break;
            }
            let length = (left - done).min(gap.longest(here));
            let there = gap.at(time + done + length) - rounding;
            let part = gap.open([here - aim, there - aim], length);
            if part >= length {
                (done, here) = (if length < left - done { done + length } else { left }, there);
            } else {
                done += part;
                here = gap.at(time + done) - rounding;
            }
            if done >= left || here < ENOUGH * first {
                break;
            }
        }
        done
    }

    fn report(&self, outcome: Outcome, time: f64, lie: &Lie, iterations: u32) -> RigidImpact {
        let tolerance = MET * f64::EPSILON * self.extent;
        RigidImpact { iterations, ..impact(self.motions[0], (outcome, time), lie, tolerance) }
    }
}

/// What is told of bodies that lie like this, as seen from the origin of A, at a time.
#[inline(always)]
fn impact(
    motion_a: &Motion,
    (outcome, time): (Outcome, f64),
    lie: &Lie,
    tolerance: f64,
) -> RigidImpact {
    let origin = motion_a.start.translation.vector + motion_a.displacement * time;
    RigidImpact {
        outcome,
        time: if outcome == Outcome::None { f64::INFINITY } else { time },
        distance: lie.distance,
        point_a: lie.point_a + origin,
        point_b: lie.point_b + origin,
        normal: lie.direction,
        tolerance,
        iterations: 0,
    }
}

/// The distance of two hulls of points with radii around them.
fn tracked(
    query: &Query,
    [a, b]: [&[[f64; 3]]; 2],
    [ra, rb]: [f64; 2],
    cache: &mut Cache,
) -> Answer {
    let rounded = |points, radius| Rounded::new(PointSet::new(points)?, radius);
    match (rounded(a, ra), rounded(b, rb)) {
        (Ok(a), Ok(b)) => query.tracked(&a, &b, cache),
        // Beyond the range of numbers: nothing is known.
        _ => Answer::default(),
    }
}
