//! The gap of two moving bodies as seen along a fixed direction.
//!
//! Along a unit vector `n`, the gap at time t is the least height of B less the largest of A. A
//! point at distance r from the axis of its body, which turns by the angle w in the step, has a
//! height whose second derivative is at most `w^2 r |n x axis|`. So the gap less `a t^2 / 2`, with
//! `a` the sum of these of both bodies, is a minimum of concave functions, and concave itself:
//! between two times it is above the chord. That bounds the gap from below between any two times at
//! which it is known.

use nalgebra::{Matrix3, Rotation3, Unit};

use super::super::pair::larger;
use super::motion::Motion;
use crate::Vec3;
use crate::shape::SupportMap;

/// Shapes of up to this many vertices are searched as arrays of points.
pub(super) const MAX_VERTICES: usize = 16;

/// The vertices of a small shape, or none.
#[derive(Debug, Clone, Copy)]
pub(super) struct Vertices {
    pub(super) points: [[f64; 3]; MAX_VERTICES],
    pub(super) count: usize,
}

impl Vertices {
    /// Those of a shape, unmoved, if it is small.
    fn of(shape: &impl SupportMap) -> Self {
        let mut vertices = Self { points: [[0.0; 3]; MAX_VERTICES], count: 0 };
        let count = shape.vertex_count();
        if count > MAX_VERTICES {
            return vertices;
        }
        if let Some(points) = shape.points().filter(|points| points.len() == count) {
            vertices.points[..count].copy_from_slice(points);
            vertices.count = count;
            return vertices;
        }
        for i in 0..count {
            let Some(vertex) = shape.vertex(i as u32, &Vec3::zeros()) else { return vertices };
            vertices.points[i] = vertex.into();
        }
        vertices.count = count;
        vertices
    }

    #[inline(always)]
    pub(super) fn points(&self) -> &[[f64; 3]] {
        &self.points[..self.count]
    }

    /// The vertices turned and then moved.
    #[inline(always)]
    pub(super) fn placed(&self, rotation: &Matrix3<f64>, by: &Vec3) -> Self {
        let mut placed = *self;
        for (to, from) in placed.points.iter_mut().zip(self.points()) {
            *to = (rotation * Vec3::from(*from) + by).into();
        }
        placed
    }
}

/// A body and its motion, prepared for directions.
#[derive(Debug, Clone, Copy)]
pub(super) struct Body<'a, S> {
    pub(super) shape: &'a S,
    pub(super) vertices: Vertices,
    pub(super) start: Matrix3<f64>,
    axis: Vec3,
    pub(super) angle: f64,
    /// No point of the core shape is farther from the origin of its frame.
    pub(super) vertex_radius: f64,
    pub(super) radius: f64,
}

impl<'a, S: SupportMap> Body<'a, S> {
    pub(super) fn new(shape: &'a S, motion: &Motion) -> Self {
        let angle = motion.rotation.norm();
        let axis = if angle > 0.0 { motion.rotation / angle } else { Vec3::zeros() };
        let (radius, vertices) = (shape.radius(), Vertices::of(shape));
        let vertex_radius = if vertices.count > 0 {
            let squares = vertices.points().iter().map(|p| Vec3::from(*p).norm_squared());
            squares.fold(0.0, f64::max).sqrt()
        } else {
            shape.center().norm() + shape.bounding_radius() - radius
        };
        let start = *motion.start.rotation.to_rotation_matrix().matrix();
        Self { shape, vertices, start, axis, angle, vertex_radius, radius }
    }

    /// The length from which rounding is measured: angles are off by `eps` times themselves.
    pub(super) fn extent(&self) -> f64 {
        self.vertex_radius * (1.0 + self.angle) + self.radius
    }

    /// The rotation at a time.
    #[inline(always)]
    pub(super) fn rotation(&self, time: f64) -> Matrix3<f64> {
        if self.angle == 0.0 {
            return self.start;
        }
        let axis = Unit::new_unchecked(self.axis);
        Rotation3::from_axis_angle(&axis, self.angle * time).matrix() * self.start
    }

    /// The body as seen along a direction.
    #[inline(always)]
    fn along(&self, n: &Vec3) -> Along {
        if self.angle == 0.0 {
            let (level, zero) = (self.start.tr_mul(n), Vec3::zeros());
            return Along { level, turning: zero, across: zero, bend: 0.0 };
        }
        let across = self.axis.cross(n);
        let level = self.axis * self.axis.dot(n);
        Along {
            level: self.start.tr_mul(&level),
            turning: self.start.tr_mul(&(n - level)),
            across: self.start.tr_mul(&across),
            bend: self.angle * self.angle * across.norm() * self.vertex_radius,
        }
    }

    /// How far the body reaches along a direction at a time, from the origin of its frame.
    #[inline(always)]
    fn height(&self, along: &Along, time: f64) -> f64 {
        let mut direction = along.level;
        if self.angle != 0.0 {
            let (sin, cos) = (self.angle * time).sin_cos();
            direction += along.turning * cos - along.across * sin;
        }
        if self.vertices.count == 0 {
            let found = self.shape.support(&direction, &Vec3::zeros(), 0);
            return direction.dot(&found.point) + self.radius;
        }
        let heights = self.vertices.points().iter().map(|p| direction.dot(&Vec3::from(*p)));
        heights.fold(f64::NEG_INFINITY, larger) + self.radius
    }
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
