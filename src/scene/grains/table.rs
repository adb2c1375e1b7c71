//! The grains as flat arrays, filled once in a detection: what the loop over pairs reads.

use nalgebra::Matrix3;
use rayon::prelude::*;

use super::core::Core;
use crate::Vec3;
use crate::scene::body::{Body, Geometry, ShapeBody};
use crate::scene::motion::Motion;
use crate::scene::records::shape::separation;
use crate::scene::world::World;
use crate::shape::SupportMap;

/// Jobs of threads are no smaller than this.
const MIN_BODIES_PER_JOB: usize = 1024;

/// A grain where it is now. Bodies that are none have one with zeros, which is not read.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::scene) struct Grain {
    pub(in crate::scene) center: Vec3,
    /// What the centre has beyond the digits of f64.
    pub(in crate::scene) low: Vec3,
    /// No point is farther from the centre, its layer and rounding included.
    pub(in crate::scene) reach: f64,
    pub(in crate::scene) radius: f64,
}

impl Grain {
    /// The way from one centre to another.
    #[inline]
    pub(in crate::scene) fn to(&self, other: &Self) -> Vec3 {
        (other.center - self.center) + (other.low - self.low)
    }

    /// A point relative to the centre, in space.
    #[inline]
    pub(in crate::scene) fn place(&self, relative: Vec3) -> Vec3 {
        self.center + (self.low + relative)
    }
}

/// How a grain that is no sphere is turned.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::scene) struct Frame {
    /// The axes of a box as columns.
    pub(in crate::scene) axes: Matrix3<f64>,
    /// The half extents of a box along its axes; half of a segment in space.
    pub(in crate::scene) half: Vec3,
}

/// What kind of grain a body is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::scene) enum Kind {
    #[default]
    Mesh,
    Plane,
    Point,
    Segment,
    Box,
    Other,
}

/// An entry for each body of the scene.
#[derive(Debug, Default)]
pub(in crate::scene) struct Table {
    pub(in crate::scene) grains: Vec<Grain>,
    pub(in crate::scene) frames: Vec<Frame>,
    /// How far each has moved since the candidates were found.
    pub(in crate::scene) path_lengths: Vec<f64>,
}

/// The kind of each body.
pub(in crate::scene) fn kind(body: &Body) -> Kind {
    match &body.geometry {
        Geometry::Mesh(_) => Kind::Mesh,
        Geometry::Plane(_) => Kind::Plane,
        Geometry::Shape(shape) => match shape.core {
            Core::Point => Kind::Point,
            Core::Segment(_) => Kind::Segment,
            Core::Box(_) => Kind::Box,
            Core::Other => Kind::Other,
        },
    }
}

impl Table {
    /// Takes over where the bodies are.
    pub(in crate::scene) fn fill(&mut self, world: &World, bodies: &[Body], motion: &Motion) {
        let Self { grains, frames, path_lengths } = self;
        grains.resize(bodies.len(), Grain::default());
        frames.resize(bodies.len(), Frame::default());
        path_lengths.resize(bodies.len(), 0.0);
        let entries = grains.par_iter_mut().zip(frames).zip(path_lengths);
        let entries = entries.zip(bodies).enumerate().with_min_len(MIN_BODIES_PER_JOB);
        entries.for_each(|(i, (((grain, frame), path_length), body))| {
            if let Geometry::Shape(shape) = &body.geometry {
                *grain = placed(shape, body.options.thickness);
                *path_length = motion.path_lengths[world.spans[i].pieces.start];
                fit(frame, shape);
            }
        });
    }
}

impl Table {
    /// Grains without a scene.
    #[cfg(test)]
    pub(in crate::scene) fn of(shapes: &[ShapeBody]) -> Self {
        let frame = |shape: &ShapeBody| {
            let mut frame = Frame::default();
            fit(&mut frame, shape);
            frame
        };
        Self {
            grains: shapes.iter().map(|shape| placed(shape, 0.0)).collect(),
            frames: shapes.iter().map(frame).collect(),
            path_lengths: vec![0.0; shapes.len()],
        }
    }
}

/// A grain where its shape is. Layers are rounded up with the rest.
fn placed(shape: &ShapeBody, thickness: f64) -> Grain {
    Grain {
        center: shape.posed.center(),
        low: *shape.posed.center_low(),
        reach: shape.bounding_radius + separation::rounding(shape) + thickness,
        radius: shape.radius,
    }
}

/// Turns the frame of a segment or box.
#[inline]
fn fit(frame: &mut Frame, shape: &ShapeBody) {
    match shape.core {
        Core::Segment(half) => frame.half = shape.posed.rotation() * half,
        Core::Box(half) => *frame = Frame { axes: *shape.posed.rotation(), half },
        Core::Point | Core::Other => {}
    }
}
