//! The gap of two moving bodies as seen along a fixed direction.
//!
//! Along a unit vector `n`, the gap at time t is the least height of B less the largest of A. A
//! point at distance r from the axis of its body, which turns by the angle w in the step, has a
//! height whose second derivative is at most `w^2 r |n x axis|`. So the gap less `a t^2 / 2`, with
//! `a` the sum of these of both bodies, is a minimum of concave functions, and concave itself:
//! between two times it is above the chord. That bounds the gap from below between any two times at
//! which it is known.

use nalgebra::{Matrix3, UnitQuaternion};

use super::motion::Motion;
use crate::Vec3;
use crate::shape::SupportMap;

/// A body and its motion, prepared for directions.
#[derive(Debug, Clone, Copy)]
pub(super) struct Body<'a, S> {
    pub(super) shape: &'a S,
    start: Matrix3<f64>,
    axis: Vec3,
    angle: f64,
    /// No point of the core shape is farther from the origin of its frame.
    pub(super) reach: f64,
    pub(super) radius: f64,
}

impl<'a, S: SupportMap> Body<'a, S> {
    pub(super) fn new(shape: &'a S, motion: &Motion) -> Self {
        let angle = motion.rotation.norm();
        let axis = if angle > 0.0 { motion.rotation / angle } else { Vec3::zeros() };
        let radius = shape.radius();
        let reach = shape.center().norm() + shape.bounding_radius() - radius;
        Self { shape, start: matrix(&motion.start.rotation), axis, angle, reach, radius }
    }

    /// The length from which rounding is measured: angles are off by `eps` times themselves.
    pub(super) fn extent(&self) -> f64 {
        self.reach * (1.0 + self.angle) + self.radius
    }

    /// The body as seen along a direction.
    #[inline(always)]
    fn along(&self, n: &Vec3) -> Along {
        let across = self.axis.cross(n);
        let level = self.axis * self.axis.dot(n);
        Along {
            level: self.start.tr_mul(&level),
            turning: self.start.tr_mul(&(n - level)),
            across: self.start.tr_mul(&across),
            bend: self.angle * self.angle * across.norm() * self.reach,
        }
    }

    /// How far the body reaches along a direction at a time, from the origin of its frame.
    #[inline(always)]
    fn height(&self, along: &Along, time: f64) -> f64 {
        let direction = if self.angle == 0.0 {
            along.level + along.turning
        } else {
            let (sin, cos) = (self.angle * time).sin_cos();
            along.level + along.turning * cos - along.across * sin
        };
        let found = self.shape.support(&direction, &Vec3::zeros(), 0);
        direction.dot(&found.point) + self.radius
    }
}

pub(super) fn matrix(rotation: &UnitQuaternion<f64>) -> Matrix3<f64> {
    *rotation.to_rotation_matrix().matrix()
}

/// A direction in the frame of a body at the start, split into what stays and what turns.
#[derive(Debug, Clone, Copy)]
struct Along {
    level: Vec3,
    turning: Vec3,
    across: Vec3,
    /// The largest second derivative of the height of a point.
    bend: f64,
}

/// The gap along a direction.
pub(super) struct Gap<'p, 'a, A, B> {
    bodies: (&'p Body<'a, A>, &'p Body<'a, B>),
    along: [Along; 2],
    /// The distance of the frames at the start, and by how much it grows in the step.
    apart: [f64; 2],
    /// The largest second derivative of the gap of two points.
    pub(super) bend: f64,
}

impl<'p, 'a, A: SupportMap, B: SupportMap> Gap<'p, 'a, A, B> {
    #[inline(always)]
    pub(super) fn new(
        a: &'p Body<'a, A>,
        b: &'p Body<'a, B>,
        [between, displacement]: &[Vec3; 2],
        n: &Vec3,
    ) -> Self {
        let along = [a.along(n), b.along(&-n)];
        let bend = along[0].bend + along[1].bend;
        let apart = [n.dot(between), n.dot(displacement)];
        Self { bodies: (a, b), along, apart, bend }
    }

    /// The gap at a time, up to rounding.
    #[inline(always)]
    pub(super) fn at(&self, time: f64) -> f64 {
        let (a, b) = self.bodies;
        let heights = a.height(&self.along[0], time) + b.height(&self.along[1], time);
        self.apart[0] + self.apart[1] * time - heights
    }

    /// Beyond this time, what is known of the gap at its start says nothing of what is between.
    #[inline(always)]
    pub(super) fn longest(&self, here: f64) -> f64 {
        (8.0 * here / self.bend).sqrt()
    }

    /// For how long the gap is certain to stay positive between two times that are this long apart,
    /// from its values there, of which the first is positive: until the parabola below it comes
    /// down to zero.
    #[inline(always)]
    pub(super) fn open(&self, [first, last]: [f64; 2], length: f64) -> f64 {
        // At the share x of the length it is first - (fall + sag) x + sag x^2.
        let sag = 0.5 * self.bend * length * length;
        let fall = first - last + sag;
        let square = fall * fall - 4.0 * sag * first;
        if last > 0.0 && (square < 0.0 || fall <= 0.0 || fall >= 2.0 * sag) {
            return length;
        }
        (2.0 * first / (fall + square.max(0.0).sqrt())).min(1.0) * length
    }
}
