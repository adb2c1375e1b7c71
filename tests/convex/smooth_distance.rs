//! Distances of all shapes against all, stretched, of any size, and apart by anything from nothing
//! to their size: what an answer proves must hold, however the search went.

use gapkit::gjk::{Cache, SubAlgorithm};
use gapkit::shape::{
    Capsule, Cone, Cuboid, Cylinder, Ellipsoid, PointSet, Pose, Posed, Rounded, Sphere, SupportMap,
};
use gapkit::{Answer, Outcome, Query, Vec3, distance, penetration};
use nalgebra::{Translation3, UnitQuaternion};

use crate::common::bodies::{self, Random, decade, direction, one_of, uniform};
use crate::solids::directions;

/// What two heights are rounded by, in eps of the size: that of the test and that of the library.
const HEIGHT: f64 = 32.0;

/// The same in the smallest number that there is, for sizes at which eps is nothing.
const SUBNORMAL_HEIGHT: f64 = 64.0;

/// Powers of ten of sizes: near both ends of the range of numbers, and between.
const SIZES: [f64; 12] =
    [-310.0, -305.0, -300.0, -290.0, -200.0, -100.0, -20.0, 0.0, 0.0, 20.0, 100.0, 140.0];

/// Powers of ten by which shapes are stretched.
const STRETCHES: [f64; 3] = [0.5, 2.0, 6.0];

const KINDS: usize = 9;

type Body<'a> = Posed<&'a dyn SupportMap>;

/// A shape of this size, stretched by up to a power of ten either way.
fn shape(rng: &mut Random, kind: usize, size: f64, stretch: f64) -> Box<dyn SupportMap> {
    let radius = uniform(rng, 0.1, 1.0) * size;
    let half =
        [radius, radius * decade(rng, -stretch, stretch), radius * decade(rng, -stretch, stretch)];
    let soft = radius * decade(rng, -4.0, 0.5);
    let axis = [0.0, 0.0, half[2]];
    let cone = Cone::new(radius, half[2]).expect("valid");
    let cuboid = Cuboid::new([0.0; 3], half).expect("valid");
    let ellipsoid = Ellipsoid::new(half).expect("valid");
    match kind {
        0 => Box::new(Sphere::new([0.0; 3], radius).expect("valid")),
        1 => Box::new(Capsule::new(axis.map(|x| -x), axis, radius).expect("valid")),
        2 => Box::new(Cylinder::new(radius, half[2]).expect("valid")),
        3 => Box::new(cone),
        4 => Box::new(ellipsoid),
        5 => Box::new(cuboid),
        6 => Box::new(Rounded::new(cone, soft).expect("valid")),
        7 => Box::new(Rounded::new(cuboid, soft).expect("valid")),
        _ => Box::new(Rounded::new(ellipsoid, soft).expect("valid")),
    }
}

/// How far the bodies are apart along a unit vector from A to B: no two points are nearer.
fn height(a: &dyn SupportMap, b: &dyn SupportMap, n: &Vec3) -> f64 {
    let origin = a.center();
    let (p, q) = (a.support(n, &origin, 0).point, b.support(&-n, &origin, 0).point);
    n.dot(&(q - p)) - a.radius() - b.radius()
}

fn turn(rng: &mut Random) -> UnitQuaternion<f64> {
    match one_of(rng, &[0, 1, 2, 2]) {
        0 => UnitQuaternion::identity(),
        1 => UnitQuaternion::new(Vec3::x() * uniform(rng, 0.0, 3.2)),
        _ => UnitQuaternion::new(direction(rng) * uniform(rng, 0.0, 3.2)),
    }
}

/// Makes the pair with this number, and calls `see` with it and its size.
fn pair<R>(index: u64, see: impl FnOnce(&Body, &Body, f64) -> R) -> R {
    let mut rng = bodies::random(92, index);
    let (i, scale) = (index as usize, 10f64.powf(SIZES[index as usize / 81 % SIZES.len()]));
    let stretch = one_of(&mut rng, &STRETCHES);
    let [x, y] = [i % KINDS, i / KINDS % KINDS].map(|kind| shape(&mut rng, kind, scale, stretch));
    let size = x.bounding_radius() + y.bounding_radius();
    let (own, other) = (turn(&mut rng), turn(&mut rng));
    let along = match one_of(&mut rng, &[0, 1, 2, 2]) {
        0 => own * Vec3::z(),
        1 => other * Vec3::z(),
        _ => direction(&mut rng),
    };
    let far = one_of(&mut rng, &[0.0, 1.0, 1e3]);
    let at = direction(&mut rng) * size * far;
    let a = Posed::new(&*x, &Pose::from_parts(Translation3::from(at), own)).expect("valid");
    let b = |by: Vec3| {
        let pose = Pose::from_parts(Translation3::from(at + by), other);
        Posed::new(&*y, &pose).expect("valid")
    };
    let gap = match one_of(&mut rng, &[0, 1, 1, 1, 2]) {
        0 => 0.0,
        1 => size * decade(&mut rng, -16.0, 0.5),
        _ => -size * decade(&mut rng, -16.0, -1.0),
    };
    let apart = along * (2.5 * size);
    let across = direction(&mut rng);
    let axis = one_of(&mut rng, &[along, across]);
    let back = height(&a, &b(apart), &axis) - gap;
    see(&a, &b(apart - axis * back), size * (3.0 + far))
}

/// The length of a vector whose square may be beyond the range of numbers.
fn length(v: &Vec3) -> f64 {
    let most = v.amax();
    if most > 0.0 { (v / most).norm() * most } else { 0.0 }
}

fn check(a: &Body, b: &Body, answer: &Answer, rounding: f64) -> Result<(), String> {
    let Answer { distance, lower_bound: lower, direction: n, .. } = *answer;
    let along = height(a, b, &n);
    let points = length(&(answer.point_b - answer.point_a));
    let proven = answer.outcome != Outcome::Unproven;
    let holds = [
        (lower <= distance + rounding, "the lower bound is above the distance"),
        ((n.norm() - 1.0).abs() <= 1e-14, "the direction is no unit vector"),
        (along <= distance + rounding, "the distance is below what the plane proves"),
        (lower <= along.max(0.0) + rounding, "the lower bound is above what the plane proves"),
        (!proven || (points - distance).abs() <= rounding, "the points are not at the distance"),
    ];
    match holds.iter().find(|(holds, _)| !holds) {
        Some((_, why)) => Err(format!("{why}: {along:e} along, points {points:e}, {answer:?}")),
        None => Ok(()),
    }
}

/// Asks for a pair in every way, and notes what does not hold.
fn ask(index: u64, failures: &mut Vec<String>) {
    pair(index, |a, b, size| {
        let rounding = HEIGHT * f64::EPSILON * size + SUBNORMAL_HEIGHT * f64::from_bits(1);
        let plain = Query::default();
        let mut cache = Cache::default();
        let mut answers = vec![
            ("plain", plain.distance(a, b)),
            ("polished", plain.polished().distance(a, b)),
            ("cold", plain.tracked(a, b, &mut cache)),
            ("tracked", plain.tracked(a, b, &mut cache)),
            ("rough", plain.with_tolerance(1e-3).expect("valid").distance(a, b)),
        ];
        answers
            .extend(SubAlgorithm::ALL.map(|sub| (sub.name(), plain.with_sub(sub).distance(a, b))));
        for (name, answer) in answers {
            if let Err(why) = check(a, b, &answer, rounding) {
                failures.push(format!("{index} {name}: {why}"));
            }
        }
        let gap = penetration::signed_gap(a, b);
        let along = height(a, b, &gap.normal);
        let (least, most) = (gap.lower_bound - rounding, gap.upper_bound + rounding);
        if !(least <= gap.gap && gap.gap <= most && least <= along && along <= most) {
            failures.push(format!("{index} gap: {along:e} along, {gap:?}"));
        }
    });
}

#[test]
fn bounds_hold_for_all_shapes_of_any_size_in_any_way_to_ask() {
    let mut failures = Vec::new();
    (0..1944).for_each(|index| ask(index, &mut failures));
    assert!(failures.is_empty(), "{} {:#?}", failures.len(), &failures[..failures.len().min(5)]);
}

/// Near the end of the range of numbers products of a half axis with a direction were subnormal, and
/// the support was not the farthest point: the lower bound was above the distance by up to 1e-3 of it.
#[test]
fn ellipsoids_and_cones_next_to_nothing_have_the_distances_of_those_of_any_size() {
    for scale in [1e-310, 1e-305, 1e-300, 1e-200, 1.0, 1e200, 1e290] {
        let egg = Ellipsoid::new([scale, 2.0 * scale, 3.0 * scale]).expect("valid");
        let hat = Cone::new(scale, 2.0 * scale).expect("valid");
        let rounding = HEIGHT * f64::EPSILON * 4.0 * scale + SUBNORMAL_HEIGHT * f64::from_bits(1);
        for u in directions(50) {
            let normal = Vec3::new(u.x, u.y / 2.0, u.z / 3.0).normalize();
            let p = (Vec3::new(u.x, 2.0 * u.y, 3.0 * u.z) + normal * 0.75) * scale;
            let answer = distance(&egg, &Sphere::new(p, 0.0).expect("valid"));
            assert!((answer.distance - 0.75 * scale).abs() <= rounding, "{scale:e} {answer:?}");
            assert!(answer.lower_bound <= 0.75 * scale + rounding, "{scale:e} {answer:?}");
            // The slope of the cone: the normal has a slope of 1:4.
            let out = Vec3::new(u.x, u.y, 0.0).try_normalize(0.0).unwrap_or(Vec3::x());
            let normal = (out * 4.0 + Vec3::z()).normalize();
            let p = (out * 0.5 + normal * 0.25) * scale;
            let answer = distance(&hat, &Sphere::new(p, 0.0).expect("valid"));
            assert!((answer.distance - 0.25 * scale).abs() <= rounding, "{scale:e} {answer:?}");
            assert!(answer.lower_bound <= 0.25 * scale + rounding, "{scale:e} {answer:?}");
        }
    }
}

/// The square of the normal of a tiny face was subnormal, and so the length of the normal was wrong: the
/// lower bound was above the distance by up to 3e-4 of it, and the direction no unit vector.
#[test]
fn faces_of_any_size_have_unit_normals_and_lower_bounds_that_hold() {
    let wedge = [[0.0, 0.0, 1.0], [3.0, 1.0, 2.0]];
    let b = PointSet::new(&wedge).expect("finite");
    let is_right = |size: f64, name: &str, answer: Answer| {
        let Answer { distance, lower_bound, direction, .. } = answer;
        let unit = (direction.norm() - 1.0).abs() <= 4.0 * f64::EPSILON;
        let holds = (distance - 1.0).abs() <= 8.0 * f64::EPSILON && lower_bound <= 1.0;
        assert!(unit && holds, "{name}, {size:e}: {answer:?}");
    };
    for size in (20..170).map(|exponent| 1.37 * 10f64.powi(-exponent)) {
        let face =
            [[-1.0, -1.0, 0.0], [1.0, -0.7, 0.0], [0.1, 1.1, 0.0]].map(|p| p.map(|x| x * size));
        let a = PointSet::new(&face).expect("finite");
        let plain = Query::default();
        is_right(size, "plain", plain.distance(&a, &b));
        is_right(size, "polished", plain.polished().distance(&a, &b));
        for sub in SubAlgorithm::ALL {
            is_right(size, sub.name(), plain.with_sub(sub).distance(&a, &b));
        }
        let disc = Ellipsoid::new([size, 1.3 * size, 0.0]).expect("valid");
        is_right(size, "disc", plain.distance(&disc, &b));
        let gap = penetration::signed_gap(&a, &b);
        assert!(gap.lower_bound <= 1.0 && (gap.gap - 1.0).abs() <= 8.0 * f64::EPSILON, "{gap:?}");
        // A block with a tiny face at its lower end, 0.25 deep in a plate.
        let top = [[-1.0, -1.0, 2.0], [1.0, -1.0, 2.0], [0.0, 1.0, 2.0]];
        let spike = [face.as_slice(), &top].concat();
        let plate = Cuboid::new([0.0, 0.0, -0.5], [4.0, 4.0, 0.75]).expect("valid");
        let gap = penetration::signed_gap(&PointSet::new(&spike).expect("finite"), &plate);
        assert!((gap.gap + 0.25).abs() <= 64.0 * f64::EPSILON, "{size:e}: {gap:?}");
        assert!(gap.lower_bound <= -0.25 && gap.upper_bound >= -0.25, "{size:e}: {gap:?}");
    }
}

/// The squares of small half extents were zero, and so was the radius around the box.
#[test]
fn bounding_radii_of_tiny_boxes_hold_them() {
    for scale in [1e-310, 1e-200, 1.0, 1e200] {
        let tiny = Cuboid::new([0.0; 3], [scale, scale, scale]).expect("valid");
        assert!((tiny.bounding_radius() / scale - 3f64.sqrt()).abs() <= 1e-12, "{scale:e}");
    }
}

/// `cargo test --test convex -- --ignored many_smooth_distances --nocapture`; `GAPKIT_PAIRS` and
/// `GAPKIT_SEED` say how many and from where.
#[test]
#[ignore = "takes minutes"]
fn many_smooth_distances_are_proven() {
    let number = |name: &str, or: u64| {
        std::env::var(name).ok().map_or(or, |text| text.parse().expect("a number"))
    };
    let (pairs, seed) = (number("GAPKIT_PAIRS", 100_000), number("GAPKIT_SEED", 1_000_000));
    let mut failures = Vec::new();
    (seed..seed + pairs).for_each(|index| ask(index, &mut failures));
    println!("{pairs} pairs, {} failures", failures.len());
    failures.iter().take(40).for_each(|why| println!("{why}"));
    assert!(failures.is_empty());
}
