//! The grains in rapier's collision pipeline.

use std::time::Instant;

use rapier3d_f64::prelude::*;

use crate::lattice::{CAPSULE, CUBOID, CYLINDER, Kind, Lattice, SPHERE, icosahedron};

/// How near grains must be for rapier to make a contact: they must touch.
const PREDICTION: f64 = 0.0;

pub(crate) struct Theirs {
    pipeline: CollisionPipeline,
    islands: IslandManager,
    broad: BroadPhaseBvh,
    narrow: NarrowPhase,
    bodies: RigidBodySet,
    colliders: ColliderSet,
    handles: Vec<RigidBodyHandle>,
    /// The grain of each collider.
    grains: std::collections::HashMap<ColliderHandle, u32>,
}

fn collider(kind: Kind) -> ColliderBuilder {
    let [half, radius] = CAPSULE;
    match kind {
        Kind::Sphere => ColliderBuilder::ball(SPHERE),
        Kind::Capsule => ColliderBuilder::capsule_y(half, radius),
        Kind::Cuboid => ColliderBuilder::cuboid(CUBOID[0], CUBOID[1], CUBOID[2]),
        Kind::Icosahedron => {
            let points: Vec<Vector> =
                icosahedron().into_iter().map(|[x, y, z]| Vector::new(x, y, z)).collect();
            ColliderBuilder::convex_hull(&points).expect("a hull")
        }
        Kind::Cylinder => ColliderBuilder::cylinder(CYLINDER[1], CYLINDER[0]),
        Kind::Ellipsoid | Kind::Mixed => unreachable!("rapier has no ellipsoids"),
    }
}

/// Rapier's cylinders are along y, ours along z.
fn pose(kind: Kind, pose: &gapkit::shape::Pose) -> Pose {
    let q = pose.rotation.quaternion();
    let at = pose.translation.vector;
    let turn = Rotation::from_xyzw(q.i, q.j, q.k, q.w);
    let about_x = Rotation::from_rotation_x(std::f64::consts::FRAC_PI_2);
    let turn = if kind == Kind::Cylinder { turn * about_x } else { turn };
    Pose::from_parts(Vector::new(at.x, at.y, at.z), turn)
}

impl Theirs {
    pub(crate) fn new(kind: Kind, lattice: &Lattice) -> Self {
        let (mut bodies, mut colliders) = (RigidBodySet::new(), ColliderSet::new());
        let mut handles = Vec::new();
        let mut grains = std::collections::HashMap::new();
        for (i, at) in lattice.poses.iter().enumerate() {
            let own = kind.of(i);
            let body = bodies.insert(RigidBodyBuilder::dynamic().pose(pose(own, at)));
            let made = colliders.insert_with_parent(collider(own), body, &mut bodies);
            grains.insert(made, i as u32);
            handles.push(body);
        }
        Self {
            pipeline: CollisionPipeline::new(),
            islands: IslandManager::new(),
            broad: BroadPhaseBvh::new(),
            narrow: NarrowPhase::new(),
            bodies,
            colliders,
            handles,
            grains,
        }
    }

    /// Moves the grains and finds their contacts. Returns the seconds that each took.
    pub(crate) fn step(&mut self, kind: Kind, lattice: &Lattice) -> [f64; 2] {
        let start = Instant::now();
        for (i, (at, &handle)) in lattice.poses.iter().zip(&self.handles).enumerate() {
            self.bodies[handle].set_position(pose(kind.of(i), at), true);
        }
        let moved = start.elapsed().as_secs_f64();
        let start = Instant::now();
        self.pipeline.step(
            PREDICTION,
            &mut self.islands,
            &mut self.broad,
            &mut self.narrow,
            &mut self.bodies,
            &mut self.colliders,
            &(),
            &(),
        );
        [moved, start.elapsed().as_secs_f64()]
    }

    /// The pairs that touch, in order, with the depth of each.
    pub(crate) fn touching(&self) -> Vec<([u32; 2], f64)> {
        let mut pairs = Vec::new();
        for pair in self.narrow.contact_pairs() {
            let Some((_, deepest)) = pair.find_deepest_contact() else { continue };
            if deepest.dist <= 0.0 {
                let [a, b] = [pair.collider1, pair.collider2].map(|handle| self.grains[&handle]);
                pairs.push(([a.min(b), a.max(b)], deepest.dist));
            }
        }
        pairs.sort_by_key(|(pair, _)| *pair);
        pairs
    }
}
