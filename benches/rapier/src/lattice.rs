//! Grains on a lattice, turned at random, that sway about their places.

use std::sync::Arc;

use gapkit::Vec3;
use gapkit::scene::Shape;
use gapkit::shape::{Capsule, Cuboid, Cylinder, Ellipsoid, Polyhedron, Pose, Sphere};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

/// The distance of neighbours; grains are about as large.
const SPACING: f64 = 1.0;

/// How far a grain moves in a step, at most, along each axis, and how much it turns.
const STEP: f64 = 0.001;

/// The kinds of grains that are measured.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Kind {
    Sphere,
    Capsule,
    Cuboid,
    Icosahedron,
    Cylinder,
    Ellipsoid,
    /// All of them by turns.
    Mixed,
}

impl Kind {
    pub(crate) const ALL: [Self; 7] = [
        Self::Sphere,
        Self::Capsule,
        Self::Cuboid,
        Self::Icosahedron,
        Self::Cylinder,
        Self::Ellipsoid,
        Self::Mixed,
    ];

    /// The kind of a grain.
    pub(crate) fn of(self, grain: usize) -> Self {
        // Ellipsoids are in no mixture: rapier has none.
        if self == Self::Mixed { Self::ALL[grain * 7 % 5] } else { self }
    }
}

/// Sizes by which neighbours in the lattice touch, most of them or some.
pub(crate) const R: f64 = 0.5 * SPACING;
pub(crate) const SPHERE: f64 = 1.04 * R;
pub(crate) const CAPSULE: [f64; 2] = [0.4 * R, 0.75 * R];
pub(crate) const CUBOID: [f64; 3] = [0.8 * R, 0.8 * R, 0.8 * R];
pub(crate) const CYLINDER: [f64; 2] = [0.8 * R, 0.8 * R];

pub(crate) fn shape(kind: Kind) -> Shape {
    let [half, radius] = CAPSULE;
    match kind {
        Kind::Sphere => Arc::new(Sphere::new([0.0; 3], SPHERE).expect("a sphere")),
        Kind::Capsule => Arc::new(
            Capsule::new([0.0, -half, 0.0], [0.0, half, 0.0], radius).expect("a capsule"),
        ),
        Kind::Cuboid => Arc::new(Cuboid::new([0.0; 3], CUBOID).expect("a box")),
        Kind::Icosahedron => {
            let vertices = icosahedron();
            Arc::new(Polyhedron::new(vertices.clone(), &faces(&vertices)).expect("convex"))
        }
        Kind::Cylinder => Arc::new(Cylinder::new(CYLINDER[0], CYLINDER[1]).expect("a cylinder")),
        Kind::Ellipsoid => {
            Arc::new(Ellipsoid::new([0.8 * R, 0.95 * R, 1.2 * R]).expect("half axes"))
        }
        Kind::Mixed => unreachable!("a mixture has no shape of its own"),
    }
}

/// The twelve vertices of an icosahedron.
pub(crate) fn icosahedron() -> Vec<[f64; 3]> {
    let golden = 0.5 * (1.0 + 5f64.sqrt());
    let scale = 1.05 * R / (1.0 + golden * golden).sqrt();
    let corner = |i: usize| {
        let sign = |bit: usize| if i >> bit & 1 == 0 { scale } else { -scale };
        let mut corner = [0.0; 3];
        corner[(i / 4 + 1) % 3] = sign(0);
        corner[(i / 4 + 2) % 3] = golden * sign(1);
        corner
    };
    (0..12).map(corner).collect()
}

/// The triangles of vertices that are all next to each other, counterclockwise from outside.
fn faces(vertices: &[[f64; 3]]) -> Vec<[u32; 3]> {
    let at = |i: u32| Vec3::from(vertices[i as usize]);
    let edge = (1..12).map(|i| (at(i) - at(0)).norm()).fold(f64::INFINITY, f64::min);
    let is_edge = |i: u32, j: u32| (at(i) - at(j)).norm() < 1.1 * edge;
    let mut faces = Vec::new();
    for i in 0..12 {
        for j in (i + 1..12).filter(|&j| is_edge(i, j)) {
            for k in (j + 1..12).filter(|&k| is_edge(i, k) && is_edge(j, k)) {
                let outward = (at(j) - at(i)).cross(&(at(k) - at(i))).dot(&at(i)) > 0.0;
                faces.push(if outward { [i, j, k] } else { [i, k, j] });
            }
        }
    }
    faces
}

/// Where the grains are.
pub(crate) struct Lattice {
    pub(crate) poses: Vec<Pose>,
    random: SmallRng,
}

impl Lattice {
    pub(crate) fn new(side: usize) -> Self {
        let mut random = SmallRng::seed_from_u64(3);
        let poses = (0..side.pow(3))
            .map(|i| {
                let place = [i % side, i / side % side, i / side / side];
                let jitter = || random.random_range(-0.03..0.03);
                let at = Vec3::from(place.map(|k| k as f64 * SPACING)) + vector(jitter);
                Pose::new(at, vector(|| random.random_range(-2.0..2.0)))
            })
            .collect();
        Self { poses, random }
    }

    /// Moves all grains a little.
    pub(crate) fn sway(&mut self) {
        let random = &mut self.random;
        for pose in &mut self.poses {
            pose.translation.vector += vector(|| random.random_range(-STEP..STEP));
            let turn = vector(|| random.random_range(-STEP..STEP));
            pose.rotation = Pose::new(Vec3::zeros(), turn).rotation * pose.rotation;
        }
    }
}

fn vector(mut number: impl FnMut() -> f64) -> Vec3 {
    Vec3::new(number(), number(), number())
}
