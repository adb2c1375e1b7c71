//! Convex shapes: ours and parry's.

use std::fmt::Write;

use gapkit::Vec3;
use gapkit::impact::{Motion, Outcome, RigidImpact, time_of_impact};
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

/// A body of a kind, and the same as the peer has it.
type Make<S> = fn(&mut StdRng) -> (S, Box<dyn theirs::Shape>);

fn sphere(_: &mut StdRng) -> (Sphere, Box<dyn theirs::Shape>) {
    (Sphere::new([0.0; 3], 0.7).expect("good"), Box::new(theirs::Ball::new(0.7)))
}

fn cuboid(rng: &mut StdRng) -> (Cuboid, Box<dyn theirs::Shape>) {
    let half = [0; 3].map(|_| rng.random_range(0.3..1.0));
    let theirs = theirs::Cuboid::new(vector(half.into()));
    (Cuboid::new([0.0; 3], half).expect("good"), Box::new(theirs))
}

fn tetrahedron(rng: &mut StdRng) -> (PointSet<'static>, Box<dyn theirs::Shape>) {
    let points: &'static [[f64; 3]; 4] =
        Box::leak(Box::new([[0; 3]; 4].map(|p| p.map(|_| rng.random_range(-1.0..1.0)))));
    let hull: Vec<_> = points.iter().map(|p| vector((*p).into())).collect();
    let theirs = theirs::ConvexPolyhedron::from_convex_hull(&hull).expect("a hull");
    (PointSet::new(points).expect("good"), Box::new(theirs))
}

fn capsule(rng: &mut StdRng) -> (Capsule, Box<dyn theirs::Shape>) {
    let half = rng.random_range(0.3..1.0);
    let ends = [[0.0, -half, 0.0], [0.0, half, 0.0]];
    let theirs = theirs::Capsule::new_y(half, 0.3);
    (Capsule::new(ends[0], ends[1], 0.3).expect("good"), Box::new(theirs))
}

/// Ours is around z, theirs around y; the pose of theirs makes up for it.
fn cylinder(rng: &mut StdRng) -> (Cylinder, Box<dyn theirs::Shape>) {
    let (half, radius) = (rng.random_range(0.3..1.0), rng.random_range(0.3..1.0));
    let theirs = theirs::Cylinder::new(half, radius);
    (Cylinder::new(radius, half).expect("good"), Box::new(theirs))
}

fn vector(v: Vec3) -> peer::Vector {
    peer::Vector::new(v.x, v.y, v.z)
}

/// Two bodies and their motions.
struct Case<S> {
    ours: [S; 2],
    theirs: [Box<dyn theirs::Shape>; 2],
    motions: [Motion; 2],
    /// What turns the peer's shape into ours.
    turn: UnitQuaternion<f64>,
}

fn random(rng: &mut StdRng, size: f64) -> Vec3 {
    Vec3::from_fn(|_, _| rng.random_range(-size..size))
}

impl<S: SupportMap + Clone + 'static> Case<S> {
    fn new(kind: &str, make: Make<S>, angle: f64, seed: u64) -> Self {
        let rng = &mut StdRng::seed_from_u64(seed);
        let [(a, p), (b, q)] = [make(rng), make(rng)];
        let way = random(rng, 1.0).normalize() * rng.random_range(2.0..6.0);
        let (near, when) = (random(rng, 1.3), rng.random_range(0.4..0.8));
        let mut motion = |at: Vec3, by: Vec3| {
            let turned = UnitQuaternion::from_scaled_axis(random(rng, 3.0));
            let start = Pose::from_parts(Translation3::from(at), turned);
            Motion::new(&start, by, random(rng, 1.0) * angle).expect("finite")
        };
        let motions = [motion(Vec3::zeros(), way * -0.3), motion(near - way * 1.3 * when, way)];
        let turn = match kind {
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

    /// The bodies behind pointers that do not tell their type.
    fn pointers(&self) -> [Box<dyn SupportMap>; 2] {
        self.ours.clone().map(|shape| Box::new(shape) as Box<dyn SupportMap>)
    }
}

fn ask<S: SupportMap>([a, b]: &[S; 2], [p, q]: &[Motion; 2]) -> RigidImpact {
    time_of_impact(a, p, b, q)
}

/// A case as the peer takes it.
struct Peer<'a> {
    shapes: &'a [Box<dyn theirs::Shape>; 2],
    poses: [peer::Pose; 2],
    velocities: [peer::Vector; 2],
    motions: [NonlinearRigidMotion; 2],
}

impl<'a> Peer<'a> {
    fn new<S: SupportMap + Clone + 'static>(case: &'a Case<S>) -> Self {
        let poses = [0, 1].map(|i| case.peer_pose(i));
        let velocities = [0, 1].map(|i| vector(case.motions[i].displacement()));
        let motions = [0, 1].map(|i| {
            let spin = vector(case.motions[i].rotation());
            NonlinearRigidMotion::new(poses[i], peer::Vector::ZERO, velocities[i], spin)
        });
        Self { shapes: &case.theirs, poses, velocities, motions }
    }

    fn linear(&self) -> Option<f64> {
        let options = ShapeCastOptions { max_time_of_impact: 1.0, ..ShapeCastOptions::default() };
        let [a, b] = self.shapes;
        let ([p, q], [v, w]) = (&self.poses, self.velocities);
        cast_shapes(p, v, &**a, q, w, &**b, options)
            .expect("supported")
            .map(|hit| hit.time_of_impact)
    }

    fn nonlinear(&self) -> Option<f64> {
        let [a, b] = self.shapes;
        let [p, q] = &self.motions;
        let hit = cast_shapes_nonlinear(p, &**a, q, &**b, 0.0, 1.0, true).expect("supported");
        hit.map(|hit| hit.time_of_impact)
    }
}

/// A row for a kind of body in a kind of motion.
fn row<S: SupportMap + Clone + 'static>(out: &mut String, kind: &str, make: Make<S>, angle: f64) {
    let cases: Vec<Case<S>> =
        (0..COUNT as u64).map(|seed| Case::new(kind, make, angle, seed)).collect();
    let pointers: Vec<_> = cases.iter().map(|case| (case.pointers(), case.motions)).collect();
    let peers: Vec<Peer> = cases.iter().map(Peer::new).collect();
    let ask_peer = if angle == 0.0 { Peer::linear } else { Peer::nonlinear };
    let mut contest = Contest::default();
    contest.add_each("typed", &cases, |case| ask(&case.ours, &case.motions));
    contest.add_each("pointers", &pointers, |(shapes, motions)| ask(shapes, motions));
    contest.add_each("parry", &peers, ask_peer);
    let times = contest.run(COUNT, 8);
    let [typed, dynamic, parry] = ["typed", "pointers", "parry"].map(|name| of(&times, name));
    let answers: Vec<_> = cases.iter().map(|case| ask(&case.ours, &case.motions)).collect();
    let found: Vec<_> = peers.iter().map(ask_peer).collect();
    let pairs = || answers.iter().zip(&found).filter(|(ours, _)| ours.outcome == Outcome::Impact);
    let late = pairs().filter(|(ours, time)| time.is_some_and(|t| t > ours.time + 1e-6)).count();
    let missed = pairs().filter(|(_, time)| time.is_none()).count();
    let distances: u32 = answers.iter().map(|answer| answer.iterations).sum();
    let percent = |count: usize| 100.0 * count as f64 / COUNT as f64;
    writeln!(
        out,
        "| {kind} | {} | {typed:.0} ({:.1}x) | {dynamic:.0} ({:.1}x) | {parry:.0} | {:.1} | \
         {:.0} % | {:.1} % | {:.1} % |",
        if angle == 0.0 { "straight" } else { "turning" },
        parry / typed,
        parry / dynamic,
        f64::from(distances) / COUNT as f64,
        percent(pairs().count()),
        percent(late),
        percent(missed),
    )
    .expect("String");
}

pub(crate) fn fill(out: &mut String) {
    writeln!(
        out,
        "| bodies | motion | gapkit | through pointers | parry | distances | meet | late \
         | missed |\n\
         |---|---|---|---|---|---|---|---|---|"
    )
    .expect("String");
    for angle in [0.0, 1.0] {
        row(out, "spheres", sphere, angle);
        row(out, "boxes", cuboid, angle);
        row(out, "tetrahedra", tetrahedron, angle);
        row(out, "capsules", capsule, angle);
        row(out, "cylinders", cylinder, angle);
    }
}
