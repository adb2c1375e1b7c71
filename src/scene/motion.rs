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
    pub(super) fn renew(&mut self, world: &World, bodies: &[Body]) {
        self.nodes.clone_from(&world.nodes);
        self.poses.clear();
        self.poses.extend(bodies.iter().map(|body| match &body.geometry {
            Geometry::Shape(shape) => Some(shape.pose),
            _ => None,
        }));
    }

    /// How a piece has moved since.
    fn step(&self, world: &World, bodies: &[Body], piece: usize) -> Step {
        let body = world.piece_body[piece] as usize;
        match &bodies[body].geometry {
            Geometry::Shape(shape) => {
                let before = self.poses[body].unwrap_or(shape.pose);
                let most = rigid(&before, &shape.pose, shape.reach);
                Step { most, mean: Vec3::zeros(), strayed: most }
            }
            // Pieces that are not exposed are never near anything.
            Geometry::Mesh(_) if !world.piece_facets.of(piece as u32).is_empty() => {
                self.step_of_nodes(world, world.piece_vertices.of(piece as u32))
            }
            Geometry::Mesh(_) | Geometry::Plane(_) => Step::default(),
        }
    }

    fn step_of_nodes(&self, world: &World, nodes: &[u32]) -> Step {
        let of = |&node: &u32| world.at(node) - Vec3::from(self.nodes[node as usize]);
        let mean = nodes.iter().map(of).sum::<Vec3>() / nodes.len() as f64;
        let (mut most, mut strayed) = (0.0f64, 0.0f64);
        for way in nodes.iter().map(of) {
            most = most.max(way.norm_squared());
            strayed = strayed.max((way - mean).norm_squared());
        }
        Step { most: most.sqrt(), mean, strayed: strayed.sqrt() }
    }

    /// The most that any piece has moved since, and what is added for it.
    pub(super) fn most_moved(
        &self,
        world: &World,
        bodies: &[Body],
        added: impl Fn(usize) -> f64 + Sync,
    ) -> f64 {
        let of = |piece: usize| self.step(world, bodies, piece).most + added(piece);
        let pieces = (0..world.piece_body.len()).into_par_iter().with_min_len(LEAST_JOB);
        pieces.map(of).reduce(|| 0.0, f64::max)
    }
}

/// How a piece has moved from one time to another.
#[derive(Debug, Clone, Copy, Default)]
struct Step {
    /// The most that any of its nodes has moved.
    most: f64,
    /// How its nodes have moved on average.
    mean: Vec3,
    /// The most that any of its nodes has moved otherwise.
    strayed: f64,
}

/// How a piece, or one piece relative to another, has come since the list of candidates was made.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Drift {
    mean: Vec3,
    strayed: f64,
}

impl Drift {
    /// How far any of two nodes, one of each piece, have come relative to each other since an earlier time, at
    /// most.
    pub(super) fn since(&self, earlier: &Self) -> f64 {
        (self.mean - earlier.mean).norm() + (self.strayed - earlier.strayed)
    }
}

/// How all pieces have moved since the list of candidates was made.
#[derive(Debug, Default)]
pub(super) struct Motion {
    last: Places,
    /// The length of the way of each piece.
    pub(super) travelled: Vec<f64>,
    drifts: Vec<Drift>,
    /// Whether nothing can have moved, since it has only begun.
    is_fresh: bool,
}

impl Motion {
    /// Begins where everything is now.
    pub(super) fn begin(&mut self, world: &World, bodies: &[Body]) {
        self.last.renew(world, bodies);
        self.travelled.resize(world.piece_body.len(), 0.0);
        self.drifts.resize(world.piece_body.len(), Drift::default());
        self.reset();
        self.is_fresh = true;
    }

    /// Counts from now on.
    pub(super) fn reset(&mut self) {
        self.travelled.fill(0.0);
        self.drifts.fill(Drift::default());
    }

    /// Goes on to where everything is now.
    pub(super) fn advance(&mut self, world: &World, bodies: &[Body]) {
        if std::mem::take(&mut self.is_fresh) {
            return;
        }
        let Self { last, travelled, drifts, .. } = self;
        let pieces = travelled.par_iter_mut().zip(drifts).enumerate().with_min_len(LEAST_JOB);
        pieces.for_each(|(piece, (travelled, drift))| {
            let step = last.step(world, bodies, piece);
            *travelled += step.most;
            drift.mean += step.mean;
            drift.strayed += step.strayed;
        });
        last.renew(world, bodies);
    }

    /// What two pieces have travelled together.
    #[inline]
    pub(super) fn travelled(&self, [a, b]: [u32; 2]) -> f64 {
        self.travelled[a as usize] + self.travelled[b as usize]
    }

    /// How one piece has come relative to another: much less than they have travelled where they move together, as
    /// neighbours in one body do.
    pub(super) fn between(&self, [a, b]: [u32; 2]) -> Drift {
        let [a, b] = [&self.drifts[a as usize], &self.drifts[b as usize]];
        Drift { mean: a.mean - b.mean, strayed: a.strayed + b.strayed }
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
    let turn = 2.0 * half_angle_sine(before, after) * reach;
    shift.norm() + turn + ROUNDING * (reach + after.translation.vector.norm())
}

/// The sine of half the angle between two rotations: a chord needs no angle. Quaternions may have drifted from unit
/// length.
fn half_angle_sine(before: &Pose, after: &Pose) -> f64 {
    let [one, two] = [before.rotation.quaternion(), after.rotation.quaternion()];
    (one.conjugate() * two).imag().norm() / (one.norm() * two.norm())
}
