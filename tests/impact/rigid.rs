//! Rigid motions: the time of impact against closed forms and against certified distances at many
//! times.

use std::f64::consts::PI;

use dashu::rational::RBig;
use gapkit::impact::{Motion, Outcome, RigidImpact, time_of_impact};
use gapkit::shape::{
    Capsule, Cone, Cuboid, Cylinder, Ellipsoid, PointSet, Polyhedron, Pose, Posed, Rounded, Sphere,
    SupportMap,
};
use gapkit::{Query, Vec3};
use nalgebra::{Translation3, UnitQuaternion};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use rayon::prelude::*;

use crate::number;
use crate::polynomial::Polynomial;

/// How early an impact may be, in steps.
const EARLY: f64 = 1e-9;

type Shape = Box<dyn SupportMap + Send + Sync>;
type Make = fn(&mut StdRng) -> Shape;

fn vector(rng: &mut StdRng, size: f64) -> Vec3 {
    Vec3::from_fn(|_, _| rng.random_range(-size..size))
}

fn octahedron(rng: &mut StdRng) -> Polyhedron {
    let reach = [0; 6].map(|_| rng.random_range(0.3..1.0));
    let vertex = |i: usize| {
        let mut p = [0.0; 3];
        p[i / 2] = if i.is_multiple_of(2) { reach[i] } else { -reach[i] };
        p
    };
    let faces =
        [[0, 2, 4], [2, 1, 4], [1, 3, 4], [3, 0, 4], [2, 0, 5], [1, 2, 5], [3, 1, 5], [0, 3, 5]];
    Polyhedron::new((0..6).map(vertex).collect(), &faces).expect("convex")
}

fn tetrahedron(rng: &mut StdRng) -> PointSet<'static> {
    let points = Box::new([[0; 3]; 4].map(|p| p.map(|_| rng.random_range(-1.0..1.0))));
    PointSet::new(&Box::leak(points)[..]).expect("finite")
}

const SHAPES: [(&str, Make); 9] = [
    ("sphere", |rng| {
        Box::new(Sphere::new(vector(rng, 0.5), rng.random_range(0.1..1.0)).expect("good"))
    }),
    ("box", |rng| Box::new(Cuboid::new([0.0; 3], vector(rng, 1.0).abs()).expect("good"))),
    ("tetrahedron", |rng| Box::new(tetrahedron(rng))),
    ("capsule", |rng| {
        Box::new(Capsule::new(vector(rng, 1.0), vector(rng, 1.0), 0.2).expect("good"))
    }),
    ("cylinder", |rng| Box::new(Cylinder::new(rng.random_range(0.1..1.0), 0.5).expect("good"))),
    ("cone", |rng| Box::new(Cone::new(rng.random_range(0.1..1.0), 0.5).expect("good"))),
    ("ellipsoid", |rng| {
        Box::new(Ellipsoid::new(vector(rng, 1.0).abs().add_scalar(0.1)).expect("good"))
    }),
    ("octahedron", |rng| Box::new(octahedron(rng))),
    ("soft box", |rng| {
        let core = Cuboid::new([0.0; 3], vector(rng, 0.7).abs()).expect("good");
        Box::new(Rounded::new(core, 0.1).expect("good"))
    }),
];

/// How bodies move: the size of displacements and rotations, and where all of it is.
const MOTIONS: [(&str, f64, f64, f64); 7] = [
    ("translation", 6.0, 0.0, 0.0),
    ("slow rotation", 5.0, 0.5, 0.0),
    ("fast rotation", 5.0, 4.0 * PI, 0.0),
    ("rotation only", 0.0, 2.0 * PI, 0.0),
    ("far", 5.0, 2.0, 1e7),
    ("tiny motion", 1e-3, 1e-3, 0.0),
    ("huge motion", 1e4, 2.0, 0.0),
];

fn motion(rng: &mut StdRng, at: Vec3, displacement: Vec3, angle: f64) -> Motion {
    let turned = UnitQuaternion::from_scaled_axis(vector(rng, PI));
    let start = Pose::from_parts(Translation3::from(at), turned);
    Motion::new(&start, displacement, vector(rng, 1.0) * angle).expect("finite")
}

/// Two shapes whose ways come near each other.
fn motions(rng: &mut StdRng, (size, angle, far): (f64, f64, f64)) -> [Motion; 2] {
    let offset = Vec3::repeat(far);
    let way = vector(rng, 1.0) * size;
    // Where B is near A, at some time of the step.
    let (near, when) =
        (vector(rng, 1.0).normalize() * rng.random_range(0.0..2.5), rng.random_range(0.1..1.2));
    let [still, moving] = [rng.random_range(-0.5..0.5), 1.0];
    let a = motion(rng, offset, way * still, angle);
    let b = motion(rng, offset + near - way * (moving - still) * when, way * moving, angle);
    [a, b]
}

/// The distance at a time.
fn distance(a: &Shape, b: &Shape, motions: &[Motion; 2], time: f64) -> f64 {
    let [p, q] = motions.map(|motion| motion.at(time).rotation);
    // Relative to A, since far from zero poses are rounded.
    let [start, way] = [
        motions[1].start().translation.vector - motions[0].start().translation.vector,
        motions[1].displacement() - motions[0].displacement(),
    ];
    let a = Posed::new(a, &Pose::from_parts(Translation3::identity(), p)).expect("finite");
    let b = Posed::new(b, &Pose::from_parts((start + way * time).into(), q)).expect("finite");
    Query::default().distance(&a, &b).distance
}

/// The motion of B, moved so that the bodies are this far apart at the start.
fn approached(a: &Shape, b: &Shape, motions: &[Motion; 2], gap: f64) -> Motion {
    let [p, q] = [Posed::new(a, motions[0].start()), Posed::new(b, motions[1].start())];
    let answer = Query::default().distance(&p.expect("finite"), &q.expect("finite"));
    let by = answer.direction * (gap - answer.distance);
    let start = Translation3::from(by) * motions[1].start();
    Motion::new(&start, motions[1].displacement(), motions[1].rotation()).expect("finite")
}

/// The least distance before a time, at many times and around the least of them.
fn least_before(end: f64, of: impl Fn(f64) -> f64) -> f64 {
    const SAMPLES: usize = 96;
    let times: Vec<f64> = (0..SAMPLES).map(|i| end * i as f64 / SAMPLES as f64).collect();
    let values: Vec<f64> = times.iter().map(|&t| of(t)).collect();
    let at = (0..SAMPLES).min_by(|&i, &j| values[i].total_cmp(&values[j])).expect("samples");
    let mut part = [times[at.saturating_sub(1)], times.get(at + 1).copied().unwrap_or(end)];
    let mut least = values[at];
    for _ in 0..40 {
        let third = (part[1] - part[0]) / 3.0;
        let inner = [part[0] + third, part[1] - third];
        let found = inner.map(&of);
        // The end itself is not before it.
        least = least.min(found[0]);
        part = if found[0] < found[1] { [part[0], inner[1]] } else { [inner[0], part[1]] };
    }
    least
}

/// Checks an answer by distances; whether they meet.
fn examine(a: &Shape, b: &Shape, motions: &[Motion; 2]) -> Result<(Outcome, u32), String> {
    let impact = time_of_impact(a, &motions[0], b, &motions[1]);
    let of = |time: f64| distance(a, b, motions, time);
    let good = match impact.outcome {
        Outcome::None => least_before(1.0, of) > 0.0 && of(1.0) > 0.0,
        Outcome::AtStart => impact.time == 0.0 && of(0.0) <= 2.0 * impact.tolerance,
        Outcome::Impact => {
            let late = least_before(impact.time, of) <= 0.0;
            let early = of((impact.time + EARLY).min(1.0)) > impact.tolerance;
            !late && !early && is_at(&impact, motions)
        }
        Outcome::Unresolved => false,
    };
    if good { Ok((impact.outcome, impact.iterations)) } else { Err(format!("{impact:?}")) }
}

/// The points are those of the time.
fn is_at(impact: &RigidImpact, motions: &[Motion; 2]) -> bool {
    let apart = impact.point_b - impact.point_a;
    let places = motions.map(|m| m.start().translation.vector.amax() + m.displacement().amax());
    let rounding = 8e-15 * (2.0 + places[0] + places[1]);
    (impact.normal.norm() - 1.0).abs() < 1e-12
        && impact.distance <= impact.tolerance
        && (apart.dot(&impact.normal) - impact.distance).abs() <= rounding
        // Smooth shapes have directions that are less exact than their distances.
        && apart.norm() <= 1e-6
}

#[test]
fn shapes_meet_when_told_and_not_before() {
    examine_motions(number("GAPKIT_IMPACT_PAIRS", 2_000));
}

#[test]
#[ignore = "a quarter of an hour"]
fn a_hundred_thousand_motions_are_never_late_nor_early() {
    examine_motions(number("GAPKIT_IMPACT_PAIRS", 100_000));
}

/// Checks motions of all kinds, so many in all.
fn examine_motions(count: u64) {
    let count = count.div_ceil(MOTIONS.len() as u64);
    for (name, displacement, angle, far) in MOTIONS {
        let results: Vec<(Outcome, u32)> = (0..count)
            .into_par_iter()
            .map(|seed| {
                let rng = &mut StdRng::seed_from_u64(seed);
                let [one, two] = [0; 2].map(|_| SHAPES[rng.random_range(0..SHAPES.len())]);
                let (a, b) = (one.1(rng), two.1(rng));
                let mut motions = motions(rng, (displacement, angle, far));
                if displacement > 0.0 && displacement < 1.0 {
                    motions[1] =
                        approached(&a, &b, &motions, displacement * rng.random_range(0.0..1.0));
                }
                examine(&a, &b, &motions)
                    .unwrap_or_else(|why| panic!("{name} {seed}, {} and {}: {why}", one.0, two.0))
            })
            .collect();
        let of = |outcome| results.iter().filter(|result| result.0 == outcome).count();
        let most = results.iter().map(|result| result.1).max().unwrap_or(0);
        let sum: u32 = results.iter().map(|result| result.1).sum();
        let [none, impact, start] = [Outcome::None, Outcome::Impact, Outcome::AtStart].map(of);
        println!(
            "{name}: {none} do not meet, {impact} do, {start} at the start; distances: {:.1} each, \
             at most {most}",
            f64::from(sum) / count as f64
        );
        assert!(none > 0 && impact + start > 0, "{name}");
    }
}

#[test]
fn spheres_meet_at_the_root_of_a_quadratic() {
    let exact = |x: f64| RBig::try_from(x).expect("finite");
    let count = number("GAPKIT_IMPACT_PAIRS", 4_000);
    let met = (0..count).into_par_iter().filter(|&seed| {
        let rng = &mut StdRng::seed_from_u64(seed);
        let radii = [0; 2].map(|_| rng.random_range(0.1..1.0));
        let motions = motions(rng, (6.0, 20.0, if seed % 4 == 0 { 1e6 } else { 0.0 }));
        let [a, b] = radii.map(|radius| Sphere::new([0.0; 3], radius).expect("good"));
        let impact = time_of_impact(&a, &motions[0], &b, &motions[1]);
        let mut square = Polynomial::new(vec![]);
        for k in 0..3 {
            // The start and the displacement as they were given, exactly.
            let [p, q] = motions.map(|m| [m.start().translation.vector[k], m.displacement()[k]]);
            let coordinate =
                Polynomial::new(vec![exact(q[0]) - exact(p[0]), exact(q[1]) - exact(p[1])]);
            square = square.plus(&coordinate.times(&coordinate));
        }
        let sum = exact(radii[0]) + exact(radii[1]);
        let square = square.minus(&Polynomial::new(vec![&sum * &sum]));
        let overlap = square.at(&RBig::ZERO) <= RBig::ZERO;
        let first = square.roots().into_iter().next();
        match impact.outcome {
            Outcome::AtStart => assert!(overlap, "{seed}"),
            Outcome::None => assert!(!overlap && first.is_none(), "{seed}: missed {first:?}"),
            _ => {
                let first = first.unwrap_or_else(|| panic!("{seed}: {impact:?}"));
                assert!(
                    !overlap && !first.is_before(&exact(impact.time)),
                    "{seed}: late {impact:?}"
                );
                assert!(first.is_before(&exact(impact.time + EARLY)), "{seed}: early {impact:?}");
            }
        }
        impact.outcome == Outcome::Impact
    });
    let met = met.count();
    assert!(met > count as usize / 10 && met < count as usize, "{met}");
}
