//! Convex shapes: ours and parry's.

use std::fmt::Write;
use std::hint::black_box;

use gapkit::Vec3;
use gapkit::impact::{Motion, Outcome, time_of_impact};
use gapkit::shape::{Capsule, Cuboid, Cylinder, PointSet, Pose, Sphere, SupportMap};
use nalgebra::{Translation3, UnitQuaternion};
use parry3d_f64::math as peer;
use parry3d_f64::query::{
    NonlinearRigidMotion, ShapeCastOptions, cast_shapes, cast_shapes_nonlinear,
};
use parry3d_f64::shape as theirs;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::common::measure::{Contest, of};

const COUNT: usize = 500;

type Shapes = (Box<dyn SupportMap>, Box<dyn theirs::Shape>);

/// A kind of body: ours and the peer's.
struct Kind {
    name: &'static str,
    make: fn(&mut StdRng) -> Shapes,
}

const KINDS: [Kind; 5] = [
    Kind {
        name: "spheres",
        make: |_| {
            (Box::new(Sphere::new([0.0; 3], 0.7).expect("good")), Box::new(theirs::Ball::new(0.7)))
        },
    },
    Kind {
        name: "boxes",
        make: |rng| {
            let half = [0; 3].map(|_| rng.random_range(0.3..1.0));
            (
                Box::new(Cuboid::new([0.0; 3], half).expect("good")),
                Box::new(theirs::Cuboid::new(vector(half.into()))),
            )
        },
    },
    Kind {
        name: "tetrahedra",
        make: |rng| {
            let points: &'static [[f64; 3]; 4] =
                Box::leak(Box::new([[0; 3]; 4].map(|p| p.map(|_| rng.random_range(-1.0..1.0)))));
            let hull: Vec<_> = points.iter().map(|p| vector((*p).into())).collect();
            (
                Box::new(PointSet::new(points).expect("good")),
                Box::new(theirs::ConvexPolyhedron::from_convex_hull(&hull).expect("a hull")),
            )
        },
    },
    Kind {
        name: "capsules",
        make: |rng| {
            let half = rng.random_range(0.3..1.0);
            let ends = [[0.0, -half, 0.0], [0.0, half, 0.0]];
            (
                Box::new(Capsule::new(ends[0], ends[1], 0.3).expect("good")),
                Box::new(theirs::Capsule::new_y(half, 0.3)),
            )
        },
    },
    Kind {
        name: "cylinders",
        make: |rng| {
            let (half, radius) = (rng.random_range(0.3..1.0), rng.random_range(0.3..1.0));
            // Ours is around z, theirs around y; the pose of theirs makes up for it.
            (
                Box::new(Cylinder::new(radius, half).expect("good")),
                Box::new(theirs::Cylinder::new(half, radius)),
            )
        },
    },
];

fn vector(v: Vec3) -> peer::Vector {
    peer::Vector::new(v.x, v.y, v.z)
}

/// Two bodies and their motions.
struct Case {
    ours: [Box<dyn SupportMap>; 2],
    theirs: [Box<dyn theirs::Shape>; 2],
    motions: [Motion; 2],
    /// What turns the peer's shape into ours.
    turn: UnitQuaternion<f64>,
}

fn random(rng: &mut StdRng, size: f64) -> Vec3 {
    Vec3::from_fn(|_, _| rng.random_range(-size..size))
}

impl Case {
    fn new(kind: &Kind, angle: f64, seed: u64) -> Self {
        let rng = &mut StdRng::seed_from_u64(seed);
        let [(a, p), (b, q)] = [(kind.make)(rng), (kind.make)(rng)];
        let way = random(rng, 1.0).normalize() * rng.random_range(2.0..6.0);
        let (near, when) = (random(rng, 1.3), rng.random_range(0.4..0.8));
        let mut motion = |at: Vec3, by: Vec3| {
            let turned = UnitQuaternion::from_scaled_axis(random(rng, 3.0));
            let start = Pose::from_parts(Translation3::from(at), turned);
            Motion::new(&start, by, random(rng, 1.0) * angle).expect("finite")
        };
        let motions = [motion(Vec3::zeros(), way * -0.3), motion(near - way * 1.3 * when, way)];
        let turn = match kind.name {
            "cylinders" => {
                UnitQuaternion::from_scaled_axis(Vec3::x() * std::f64::consts::FRAC_PI_2)
            }
            _ => UnitQuaternion::identity(),
        };
        Self { ours: [a, b], theirs: [p, q], motions, turn }
    }

    fn peer_pose(&self, i: usize) -> peer::Pose {
        let start = self.motions[i].start();
        let axis = (start.rotation * self.turn).scaled_axis();
        peer::Pose::new(vector(start.translation.vector), vector(axis))
    }

    fn ours(&self) -> (Outcome, f64, u32) {
        let [a, b] = &self.ours;
        let impact = time_of_impact(a, &self.motions[0], b, &self.motions[1]);
        (impact.outcome, impact.time, impact.iterations)
    }
}

/// The cases of a kind as the peer takes them.
struct Peer<'a> {
    case: &'a Case,
    poses: [peer::Pose; 2],
    velocities: [peer::Vector; 2],
    motions: [NonlinearRigidMotion; 2],
}

impl<'a> Peer<'a> {
    fn new(case: &'a Case) -> Self {
        let poses = [0, 1].map(|i| case.peer_pose(i));
        let velocities = [0, 1].map(|i| vector(case.motions[i].displacement()));
        let motions = [0, 1].map(|i| {
            let spin = vector(case.motions[i].rotation());
            NonlinearRigidMotion::new(poses[i], peer::Vector::ZERO, velocities[i], spin)
        });
        Self { case, poses, velocities, motions }
    }

    fn linear(&self) -> Option<f64> {
        let options = ShapeCastOptions { max_time_of_impact: 1.0, ..ShapeCastOptions::default() };
        let [a, b] = &self.case.theirs;
        let ([p, q], [v, w]) = (&self.poses, self.velocities);
        cast_shapes(p, v, &**a, q, w, &**b, options)
            .expect("supported")
            .map(|hit| hit.time_of_impact)
    }

    fn nonlinear(&self) -> Option<f64> {
        let [a, b] = &self.case.theirs;
        let [p, q] = &self.motions;
        let hit = cast_shapes_nonlinear(p, &**a, q, &**b, 0.0, 1.0, true).expect("supported");
        hit.map(|hit| hit.time_of_impact)
    }
}

pub(crate) fn fill(out: &mut String) {
    writeln!(out, "| bodies | motion | gapkit | parry | distances | meet | late | missed |")
        .expect("String");
    writeln!(out, "|---|---|---|---|---|---|---|---|").expect("String");
    for (motion, angle) in [("straight", 0.0), ("turning", 1.0)] {
        for kind in &KINDS {
            let cases: Vec<Case> =
                (0..COUNT as u64).map(|seed| Case::new(kind, angle, seed)).collect();
            let peers: Vec<Peer> = cases.iter().map(Peer::new).collect();
            let ask = if angle == 0.0 { Peer::linear } else { Peer::nonlinear };
            let mut contest = Contest::default();
            contest.add("gapkit", || {
                cases.iter().for_each(|case| {
                    black_box(black_box(case).ours());
                })
            });
            contest.add("parry", || {
                peers.iter().for_each(|peer| {
                    black_box(ask(black_box(peer)));
                })
            });
            let times = contest.run(COUNT, 8);
            let answers: Vec<_> = cases.iter().map(Case::ours).collect();
            let found: Vec<_> = peers.iter().map(ask).collect();
            let pairs = || answers.iter().zip(&found).filter(|(ours, _)| ours.0 == Outcome::Impact);
            let late =
                pairs().filter(|(ours, time)| time.is_some_and(|t| t > ours.1 + 1e-6)).count();
            let missed = pairs().filter(|(_, time)| time.is_none()).count();
            let distances: u32 = answers.iter().map(|answer| answer.2).sum();
            let [ours, parry] = ["gapkit", "parry"].map(|name| of(&times, name));
            writeln!(
                out,
                "| {} | {motion} | {ours:.0} ({:.1}x) | {parry:.0} | {:.1} | {:.0} % | {:.1} % | {:.1} % |",
                kind.name,
                parry / ours,
                f64::from(distances) / COUNT as f64,
                100.0 * pairs().count() as f64 / COUNT as f64,
                100.0 * late as f64 / COUNT as f64,
                100.0 * missed as f64 / COUNT as f64,
            )
            .expect("String");
        }
    }
}
