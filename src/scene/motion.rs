//! How far pieces have moved: since the last detection, and since the candidates were found.

use std::ops::Range;

use rayon::prelude::*;

use super::body::{Body, Geometry};
use super::tolerances::POSE_ROUNDING;
use super::world::World;
use crate::Vec3;
use crate::shape::Pose;

/// Jobs of threads are no smaller than this.
const MIN_PIECES_PER_JOB: usize = 512;

/// Positions of all nodes and shapes at some time.
#[derive(Debug, Clone, Default)]
pub(super) struct Snapshot {
    nodes: Vec<[f64; 3]>,
    poses: Vec<Option<Pose>>,
}

impl Snapshot {
    pub(super) fn take(&mut self, world: &World, bodies: &[Body]) {
        self.nodes.clone_from(&world.nodes);
        self.poses.clear();
        self.poses.extend(bodies.iter().map(|body| match &body.geometry {
            Geometry::Shape(shape) => Some(shape.pose),
            _ => None,
        }));
    }

    /// Where the nodes were.
    pub(super) fn nodes(&self) -> &[[f64; 3]] {
        &self.nodes
    }

    /// How a piece has moved since then.
    fn movement(&self, (world, bodies): Bodies, piece: usize, is_behind: bool) -> Movement {
        let body = world.piece_body[piece] as usize;
        match &bodies[body].geometry {
            Geometry::Shape(shape) => {
                let before = self.poses[body].unwrap_or(shape.pose);
                let max = rigid_displacement(&before, &shape.pose, shape.radius_from_origin);
                Movement { max, mean: Vec3::zeros(), deviation: max }
            }
            // Pieces that are not exposed, and will not be soon, are never near anything.
            Geometry::Mesh(_) if is_behind || !world.piece_facets.of(piece as u32).is_empty() => {
                self.movement_of_nodes(world, world.piece_vertices.of(piece as u32))
            }
            Geometry::Mesh(_) | Geometry::Plane(_) => Movement::default(),
        }
    }

    fn movement_of_nodes(&self, world: &World, nodes: &[u32]) -> Movement {
        let of = |&node: &u32| world.at(node) - Vec3::from(self.nodes[node as usize]);
        let mean = nodes.iter().map(of).sum::<Vec3>() / nodes.len() as f64;
        let (mut max, mut deviation) = (0.0f64, 0.0f64);
        for displacement in nodes.iter().map(of) {
            max = max.max(displacement.norm_squared());
            deviation = deviation.max((displacement - mean).norm_squared());
        }
        Movement { max: max.sqrt(), mean, deviation: deviation.sqrt() }
    }

    /// The largest displacement of a piece since then, plus what is `added` for the piece.
    pub(super) fn max_displacement(
        &self,
        now: Bodies,
        behind: &Behind,
        added: impl Fn(usize) -> f64 + Sync,
    ) -> f64 {
        let of = |piece: usize| self.movement(now, piece, behind.has(piece)).max + added(piece);
        let pieces = (0..now.0.piece_body.len()).into_par_iter().with_min_len(MIN_PIECES_PER_JOB);
        pieces.map(of).reduce(|| 0.0, f64::max)
    }
}

/// Where everything is.
type Bodies<'a> = (&'a World, &'a [Body]);

/// Pieces without exposed facets that share a node with an exposed piece of a body that loses elements:
/// they may be the next to be exposed, and are followed as if they were.
#[derive(Debug, Default)]
pub(super) struct Behind(Vec<bool>);

impl Behind {
    /// Whether a piece is one of them.
    #[inline]
    pub(super) fn has(&self, piece: usize) -> bool {
        self.0.get(piece).is_some_and(|is_behind| *is_behind)
    }

    /// Finds those of the bodies that lose elements.
    pub(super) fn find(&mut self, world: &World, bodies: &[Body]) {
        self.0.clear();
        let mut is_near = Vec::new();
        for (_, span) in bodies.iter().zip(&world.spans).filter(|(body, _)| body.is_eroding()) {
            self.0.resize(span.pieces.end, false);
            is_near.clear();
            is_near.resize(span.nodes.len(), false);
            let vertices = |piece: usize| world.piece_vertices.of(piece as u32).iter();
            let is_exposed = |piece: usize| !world.piece_facets.of(piece as u32).is_empty();
            for piece in span.pieces.clone().filter(|piece| is_exposed(*piece)) {
                vertices(piece).for_each(|&node| is_near[node as usize - span.nodes.start] = true);
            }
            for piece in span.pieces.clone().filter(|piece| !is_exposed(*piece)) {
                let mut nodes = vertices(piece).map(|&node| node as usize - span.nodes.start);
                self.0[piece] = nodes.any(|node| is_near[node]);
            }
        }
    }
}

/// How a piece has moved from one time to another.
#[derive(Debug, Clone, Copy, Default)]
struct Movement {
    /// The largest displacement of a node.
    max: f64,
    /// The mean displacement of the nodes.
    mean: Vec3,
    /// The largest deviation of a node's displacement from the mean.
    deviation: f64,
}

/// Displacement of a piece, or of one piece relative to another, since the candidates were found:
/// the sum of the mean displacements of all steps, and of the largest deviations from them.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Displacement {
    mean: Vec3,
    deviation: f64,
}

impl Displacement {
    /// Upper bound on the relative displacement, since an earlier time, of any two nodes, one of
    /// each piece.
    pub(super) fn distance_since(&self, earlier: &Self) -> f64 {
        (self.mean - earlier.mean).norm() + (self.deviation - earlier.deviation)
    }
}

/// The motion of all pieces since the candidates were found.
#[derive(Debug, Default)]
pub(super) struct Motion {
    last: Snapshot,
    /// The path length of each piece: the sum of its largest displacements in all steps.
    pub(super) path_lengths: Vec<f64>,
    displacements: Vec<Displacement>,
    /// What is followed though it is not exposed.
    pub(super) behind: Behind,
    /// Whether nothing can have moved since [`Motion::begin`].
    is_fresh: bool,
}

impl Motion {
    /// Begins where everything is now.
    pub(super) fn begin(&mut self, world: &World, bodies: &[Body]) {
        self.last.take(world, bodies);
        self.behind = Behind::default();
        self.path_lengths.resize(world.piece_body.len(), 0.0);
        self.displacements.resize(world.piece_body.len(), Displacement::default());
        self.reset();
        self.is_fresh = true;
    }

    /// Sets all path lengths and displacements to zero.
    pub(super) fn reset(&mut self) {
        self.path_lengths.fill(0.0);
        self.displacements.fill(Displacement::default());
    }

    /// Adds the movement from the last positions to the present ones.
    pub(super) fn advance(&mut self, world: &World, bodies: &[Body]) {
        if std::mem::take(&mut self.is_fresh) {
            return;
        }
        let Self { last, path_lengths, displacements, behind, .. } = self;
        let pieces = path_lengths
            .par_iter_mut()
            .zip(displacements)
            .enumerate()
            .with_min_len(MIN_PIECES_PER_JOB);
        pieces.for_each(|(piece, (path_length, displacement))| {
            let movement = last.movement((world, bodies), piece, behind.has(piece));
            *path_length += movement.max;
            displacement.mean += movement.mean;
            displacement.deviation += movement.deviation;
        });
        last.take(world, bodies);
    }

    /// The sum of the path lengths of two pieces.
    #[inline]
    pub(super) fn path_length(&self, [a, b]: [u32; 2]) -> f64 {
        self.path_lengths[a as usize] + self.path_lengths[b as usize]
    }

    /// Upper bound on the displacement of any point of some pieces relative to their mean
    /// displacement.
    pub(super) fn distortion(&self, pieces: Range<usize>) -> f64 {
        let list = &self.displacements[pieces];
        let mean = list.iter().map(|one| one.mean).sum::<Vec3>() / list.len().max(1) as f64;
        let of = |one: &Displacement| (one.mean - mean).norm() + one.deviation;
        list.iter().map(of).fold(0.0, f64::max)
    }

    /// The displacement of one piece relative to another: much smaller than their path lengths
    /// where they move together, as neighbours in one body do.
    pub(super) fn relative_displacement(&self, [a, b]: [u32; 2]) -> Displacement {
        let [a, b] = [&self.displacements[a as usize], &self.displacements[b as usize]];
        Displacement { mean: a.mean - b.mean, deviation: a.deviation + b.deviation }
    }
}

/// Upper bound on the displacement of any point within `radius` of the origin of the frame.
fn rigid_displacement(before: &Pose, after: &Pose, radius: f64) -> f64 {
    if before == after {
        return 0.0;
    }
    let shift = after.translation.vector - before.translation.vector;
    let rotation = 2.0 * half_angle_sine(before, after) * radius;
    shift.norm() + rotation + POSE_ROUNDING * (radius + after.translation.vector.norm())
}

/// The sine of half the angle between two rotations, which gives the chord. Quaternions need not
/// have unit length.
fn half_angle_sine(before: &Pose, after: &Pose) -> f64 {
    let [one, two] = [before.rotation.quaternion(), after.rotation.quaternion()];
    (one.conjugate() * two).imag().norm() / (one.norm() * two.norm())
}
