//! Random convex polyhedra that move.

use gapkit::Vec3;
use gapkit::shape::{Polyhedron, Pose, Posed, Search};
use nalgebra::{Matrix3, Translation3, UnitQuaternion};

use crate::Error;
use crate::bodies::rotation;
use crate::random::Random;

/// The steps of a sequence: the first distance is found from scratch.
pub(super) const LENGTH: usize = 20;

/// The mean diameter of the bodies.
const DIAMETER: f64 = 1.5;

/// How far a body moves in a step, in diameters.
const SPEED: f64 = 0.02;

/// Points that hulls are made of are in a shell from here to radius 1, so that most of them are vertices.
const SHELL: f64 = 0.95;

/// What the bodies of a sequence are.
#[derive(Debug, Clone, Copy)]
pub(super) enum Family {
    /// Hulls of so many random points.
    Hulls(usize),
    Boxes,
}

impl Family {
    /// A body with random half axes about the origin.
    fn body(self, search: Search, random: &mut Random) -> Result<Polyhedron, Error> {
        let map = stretch(random);
        let points: Vec<[f64; 3]> = match self {
            Self::Hulls(count) => {
                let mut point = |_| map * random.direction() * random.between(SHELL, 1.0);
                (0..count).map(|i| point(i).into()).collect()
            }
            Self::Boxes => {
                let sign = |i: i32, axis: i32| f64::from(2 * (i >> axis & 1) - 1);
                let corner = |i| Vec3::new(sign(i, 0), sign(i, 1), sign(i, 2));
                // Edges of half the length of the axes that hulls have are in bodies of the same size.
                (0..8).map(|i| (map * corner(i) * 0.5).into()).collect()
            }
        };
        let hull = Polyhedron::hull(&points).map_err(Error::Body)?;
        Ok(hull.with_search(search))
    }
}

/// How far apart the bodies are on average.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Apart {
    Three,
    One,
    Interfering,
}

impl Apart {
    pub(super) const ALL: [Self; 3] = [Self::Three, Self::One, Self::Interfering];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Three => "3 diameters apart",
            Self::One => "1 diameter apart",
            Self::Interfering => "interfering",
        }
    }

    /// The distance of the centres, in diameters.
    fn centres(self) -> f64 {
        match self {
            Self::Three => 4.0,
            Self::One => 2.0,
            Self::Interfering => 0.9,
        }
    }
}

/// A kind of motion.
#[derive(Debug, Clone, Copy)]
pub(super) struct Motion {
    pub(super) apart: Apart,
    /// Maximum rotation of a body per step, in degrees.
    pub(super) turn: f64,
}

/// Two bodies, and where the second is in each step.
pub(super) struct Sequence {
    bodies: [Polyhedron; 2],
    poses: Vec<Pose>,
}

/// A polyhedron in a pose.
pub(super) type Body<'a> = Posed<&'a Polyhedron>;

impl Sequence {
    /// Bodies about the origin and about a random place.
    pub(super) fn new(
        family: Family,
        motion: Motion,
        search: Search,
        random: &mut Random,
    ) -> Result<Self, Error> {
        let bodies = [family.body(search, random)?, family.body(search, random)?];
        let mut at = random.direction() * (motion.apart.centres() * DIAMETER);
        let velocity = random.direction() * (SPEED * DIAMETER);
        let mut turn = UnitQuaternion::from_rotation_matrix(&rotation(random));
        let mut poses = Vec::with_capacity(LENGTH);
        for _ in 0..LENGTH {
            poses.push(Pose::from_parts(Translation3::from(at), turn));
            at += velocity;
            let angle = random.between(0.0, motion.turn).to_radians();
            turn = UnitQuaternion::from_scaled_axis(random.direction() * angle) * turn;
        }
        Ok(Self { bodies, poses })
    }

    /// The second body comes straight towards the first.
    pub(super) fn collision(family: Family, random: &mut Random) -> Result<Self, Error> {
        let search = Search::HillClimbing;
        let bodies = [family.body(search, random)?, family.body(search, random)?];
        let towards = random.direction() * DIAMETER;
        let pose = |i: usize| Translation3::from(towards * (1.5 - SPEED * i as f64)).into();
        Ok(Self { bodies, poses: (0..(1.5 / SPEED) as usize).map(pose).collect() })
    }

    /// Vertices of both bodies, in the mean.
    pub(super) fn vertices(&self) -> f64 {
        self.bodies.iter().map(|body| body.vertices().len() as f64).sum::<f64>() / 2.0
    }

    /// The bodies in every step.
    pub(super) fn steps(&self) -> Result<Vec<(Body<'_>, Body<'_>)>, Error> {
        let posed = |i: usize, pose: &Pose| Posed::new(&self.bodies[i], pose).map_err(Error::Body);
        let steps = self.poses.iter();
        steps.map(|pose| Ok((posed(0, &Pose::identity())?, posed(1, pose)?))).collect()
    }
}

/// Three half axes from 0.5 to 1 in random directions.
fn stretch(random: &mut Random) -> Matrix3<f64> {
    let half = Vec3::new(random.next(), random.next(), random.next()).map(|x| 0.5 + 0.5 * x);
    let first = rotation(random);
    rotation(random).matrix() * Matrix3::from_diagonal(&half) * first.matrix()
}
