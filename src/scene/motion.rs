//! How far things have moved: since the last detection, and since the list of candidates was made.

use rayon::prelude::*;

use super::body::{Body, Geometry};
use super::world::World;
use crate::Vec3;
use crate::shape::Pose;

/// As many pieces are one job for a thread.
const LEAST_JOB: usize = 512;

/// Where everything was.
#[derive(Debug, Clone, Default)]
pub(super) struct Places {
    nodes: Vec<[f64; 3]>,
    poses: Vec<Option<Pose>>,
}

impl Places {
    pub(super) fn of(world: &World, bodies: &[Body]) -> Self {
        let mut places = Self::default();
        places.renew(world, bodies);
        places
    }

    pub(super) fn renew(&mut self, world: &World, bodies: &[Body]) {
        self.nodes.clone_from(&world.nodes);
        self.poses.clear();
        self.poses.extend(bodies.iter().map(|body| match &body.geometry {
            Geometry::Shape(shape) => Some(shape.pose),
            _ => None,
        }));
    }

    /// How far each piece has moved since.
    pub(super) fn moved(&self, world: &World, bodies: &[Body], moved: &mut Vec<f64>) {
        let of = |piece: usize| {
            let body = world.piece_body[piece] as usize;
            match &bodies[body].geometry {
                Geometry::Shape(shape) => {
                    let before = self.poses[body].unwrap_or(shape.pose);
                    rigid(&before, &shape.pose, shape.reach)
                }
                Geometry::Plane(_) => 0.0,
                Geometry::Mesh(_) => {
                    let vertices = world.piece_vertices.of(piece as u32);
                    let square = |&node: &u32| {
                        let before = Vec3::from(self.nodes[node as usize]);
                        (world.at(node) - before).norm_squared()
                    };
                    vertices.iter().map(square).fold(0.0, f64::max).sqrt()
                }
            }
        };
        (0..world.piece_body.len())
            .into_par_iter()
            .with_min_len(LEAST_JOB)
            .map(of)
            .collect_into_vec(moved);
    }
}

/// How far any point within `reach` of the origin of the frame has moved, at most.
fn rigid(before: &Pose, after: &Pose, reach: f64) -> f64 {
    /// Above the rounding of the pose of a point.
    const ROUNDING: f64 = 16.0 * f64::EPSILON;
    if before == after {
        return 0.0;
    }
    let shift = after.translation.vector - before.translation.vector;
    let angle = before.rotation.angle_to(&after.rotation);
    let turn = 2.0 * (0.5 * angle).sin().abs() * reach;
    shift.norm() + turn + ROUNDING * (reach + after.translation.vector.norm())
}
