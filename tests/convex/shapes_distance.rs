//! Distances of shapes in closed form, their witness points, and how smooth shapes converge.
#![allow(clippy::unwrap_used)]

use crate::solids;

use std::f64::consts::FRAC_PI_2;

use gapkit::shape::{
    Capsule, Cone, Cuboid, Cylinder, Ellipsoid, PointSet, Pose, Posed, Rounded, Sphere, SupportMap,
};
use gapkit::{Answer, Outcome, Query, Vec3, distance};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use solids::directions;

/// What users are promised, against the largest coordinate difference of the pair.
const PROMISE: f64 = 16.0 * f64::EPSILON;

fn point(x: f64, y: f64, z: f64) -> Sphere {
    Sphere::new([x, y, z], 0.0).unwrap()
}

fn moved<S: SupportMap>(shape: S, x: f64, y: f64, z: f64) -> Posed<S> {
    Posed::new(shape, &Pose::translation(x, y, z)).unwrap()
}

/// Checks everything that can be checked about an answer for bodies of this size that are `gap`
/// apart.
#[track_caller]
fn check(a: &dyn SupportMap, b: &dyn SupportMap, gap: f64, size: f64) -> Answer {
    let mut last = None;
    for (first, second) in [(a, b), (b, a)] {
        let answer = distance(&first, &second);
        let rounding = PROMISE * size;
        assert_eq!(answer.outcome, Outcome::Separated, "{answer:?}");
        assert!((answer.distance - gap).abs() <= rounding, "{} is not {gap}", answer.distance);
        assert!(answer.lower_bound <= gap && answer.lower_bound >= gap - rounding, "{answer:?}");
        assert!((answer.direction.norm() - 1.0).abs() <= 4.0 * f64::EPSILON);
        let between = answer.point_b - answer.point_a;
        // World coordinates round to their own size.
        let world = 8.0 * f64::EPSILON * (size + answer.point_a.amax().max(answer.point_b.amax()));
        assert!((between.norm() - answer.distance).abs() <= world);
        assert!(between.dot(&answer.direction) >= answer.distance - world - rounding);
        // The plane through each witness point supports its body.
        for (shape, witness, side) in [(first, answer.point_a, 1.0), (second, answer.point_b, -1.0)]
        {
            let along = answer.direction * side;
            let reach = along.dot(&shape.support(&along, &witness, 0).point) + shape.radius();
            assert!(reach.abs() <= world + rounding, "witness {witness} is {reach} off");
        }
        last = Some(answer);
    }
    last.unwrap()
}

#[test]
fn spheres() {
    let a = Sphere::new([0.0; 3], 1.0).unwrap();
    check(&a, &Sphere::new([3.0, 4.0, 0.0], 2.0).unwrap(), 2.0, 5.0);
    check(&a, &point(0.0, 0.0, 2.5), 1.5, 3.0);
    let (near, far) = (
        Sphere::new([1e9, 0.0, 0.0], 1.0).unwrap(),
        Sphere::new([1e9 + 2.5, 0.0, 0.0], 1.0).unwrap(),
    );
    check(&near, &far, 0.5, 3.0);
}

#[test]
fn a_sphere_and_the_face_edge_and_corner_of_a_box() {
    let cuboid = Cuboid::new([0.0; 3], [1.0, 2.0, 3.0]).unwrap();
    let ball = |x: f64, y: f64, z: f64| Sphere::new([x, y, z], 0.5).unwrap();
    check(&cuboid, &ball(4.0, 0.3, -0.7), 2.5, 4.0);
    check(&cuboid, &ball(4.0, 6.0, 1.0), 4.5, 6.0);
    check(&cuboid, &ball(3.0, 5.0, 9.0), 6.5, 9.0);
}

#[test]
fn capsules() {
    let x = Capsule::new([-1.0, 0.0, 0.0], [1.0, 0.0, 0.0], 0.5).unwrap();
    check(&x, &Capsule::new([0.0, -1.0, 2.0], [0.0, 1.0, 2.0], 0.25).unwrap(), 1.25, 2.0);
    check(&x, &Capsule::new([-3.0, 2.0, 0.0], [3.0, 2.0, 0.0], 0.25).unwrap(), 1.25, 3.0);
    check(&x, &Capsule::new([4.0, 4.0, 0.0], [4.0, 9.0, 0.0], 1.0).unwrap(), 3.5, 9.0);
    check(&x, &Capsule::new([3.0, 0.0, 0.0], [3.0, 0.0, 0.0], 1.0).unwrap(), 0.5, 3.0);
}

#[test]
fn a_point_and_an_ellipsoid() {
    let egg = Ellipsoid::new([1.0, 2.0, 3.0]).unwrap();
    check(&egg, &point(4.0, 0.0, 0.0), 3.0, 4.0);
    check(&egg, &point(0.0, -4.0, 0.0), 2.0, 4.0);
    check(&egg, &point(0.0, 0.0, 4.0), 1.0, 4.0);
    // Off the axes: a point at distance 0.75 along the normal of a point of the surface.
    for u in directions(50) {
        let normal = Vec3::new(u.x, u.y / 2.0, u.z / 3.0).normalize();
        let p = Vec3::new(u.x, 2.0 * u.y, 3.0 * u.z) + normal * 0.75;
        let answer = check(&egg, &point(p.x, p.y, p.z), 0.75, 4.0);
        // Swapped in the second check, so the direction is that from the point.
        assert!((answer.direction + normal).norm() < 1e-7);
    }
}

#[test]
fn cylinders_side_by_side_stacked_and_crossed() {
    let drum = Cylinder::new(1.0, 2.0).unwrap();
    check(&drum, &moved(drum, 3.0, 0.0, 0.0), 1.0, 4.0);
    check(&drum, &moved(drum, 3.0, 4.0, 0.5), 3.0, 5.0);
    check(&drum, &moved(drum, 0.0, 0.0, 5.0), 1.0, 7.0);
    check(&drum, &moved(drum, 0.5, 0.25, 5.0), 1.0, 7.0);
    check(&drum, &moved(drum, 5.0, 0.0, 8.0), 5.0, 10.0);
    let crossed = Pose::new(Vec3::new(3.5, 0.0, 0.0), Vec3::x() * FRAC_PI_2);
    check(&drum, &Posed::new(drum, &crossed).unwrap(), 1.5, 5.0);
}

#[test]
fn a_cone_over_a_wide_box() {
    let cone = Cone::new(1.0, 1.0).unwrap();
    let floor = Cuboid::new([0.0, 0.0, -6.0], [50.0, 50.0, 1.0]).unwrap();
    check(&cone, &floor, 4.0, 50.0);
    let upside_down = Pose::new(Vec3::zeros(), Vec3::x() * (2.0 * FRAC_PI_2));
    check(&Posed::new(cone, &upside_down).unwrap(), &floor, 4.0, 50.0);
    // On its side: the normal of the slant is the farthest down.
    let slant = Pose::new(Vec3::zeros(), Vec3::x() * (1.0f64).atan2(2.0));
    let tipped = Posed::new(cone, &slant).unwrap();
    check(&tipped, &floor, 5.0 + tipped.support(&-Vec3::z(), &Vec3::zeros(), 0).point.z, 50.0);
}

#[test]
fn a_rounded_triangle_and_a_point() {
    let corners = [[0.0, 0.0, 0.0], [3.0, 0.0, 0.0], [0.0, 3.0, 0.0]];
    let plate = Rounded::new(PointSet::new(&corners).unwrap(), 0.25).unwrap();
    check(&plate, &point(0.5, 0.5, 2.0), 1.75, 3.0);
    check(&plate, &point(-3.0, -4.0, 0.0), 4.75, 4.0);
    let thicker = Rounded::new(plate, 0.5).unwrap();
    check(&thicker, &point(1.0, -1.0, 0.0), 0.25, 3.0);
}

#[test]
fn far_away_poses_keep_the_accuracy() {
    let turn = Vec3::new(0.3, -0.2, 0.9);
    let cuboid = Cuboid::new([0.0; 3], [1.0, 2.0, 0.5]).unwrap();
    let egg = Ellipsoid::new([0.5, 1.0, 0.75]).unwrap();
    let shapes: [(&dyn SupportMap, &dyn SupportMap); 3] =
        [(&cuboid, &cuboid), (&cuboid, &egg), (&egg, &egg)];
    for (a, b) in shapes {
        let gap = |far: Vec3| {
            let pose = |at: Vec3, turn: Vec3| Pose::new(far + at, turn);
            let a = Posed::new(a, &pose(Vec3::zeros(), turn)).unwrap();
            let b = Posed::new(b, &pose(Vec3::new(4.0, 1.0, 0.5), -turn)).unwrap();
            distance(&a, &b)
        };
        let near = gap(Vec3::zeros());
        for far in [Vec3::new(1048576.0, 0.0, 0.0), Vec3::new(-1048576.0, 2097152.0, 33554432.0)] {
            let answer = gap(far);
            assert_eq!(answer.outcome, Outcome::Separated);
            assert!((answer.distance - near.distance).abs() <= 4.0 * PROMISE);
            assert!((answer.direction - near.direction).norm() <= 1e-7);
        }
    }
}

#[test]
fn a_shape_far_from_its_own_origin_turns_exactly_with_its_pose() {
    // The pose brings it back to where it would be without the detour.
    let far = Vec3::new(3145728.0, -1048576.0, 2097152.0);
    let plain = Cuboid::new([0.0; 3], [1.0, 2.0, 0.5]).unwrap();
    let away = Cuboid::new(far, [1.0, 2.0, 0.5]).unwrap();
    let turn = Vec3::new(0.3, -0.2, 0.9);
    let rotation = Pose::new(Vec3::zeros(), turn).rotation;
    let matrix = rotation.to_rotation_matrix();
    let back = -(matrix * far);
    let target = point(5.0, 1.0, 2.0);
    let a = Posed::new(plain, &Pose::new(Vec3::zeros(), turn)).unwrap();
    let b = Posed::new(away, &Pose::from_parts(back.into(), rotation)).unwrap();
    // The translation itself rounds, and the body is where it says, to double-double precision.
    let vertex = b.exact_vertex(3).unwrap();
    let rounded = b.vertex(3, &Vec3::zeros()).unwrap();
    assert!((vertex.round() - rounded).norm() <= 8.0 * f64::EPSILON);
    let gap = |posed: &Posed<Cuboid>| distance(posed, &target).distance;
    let polished = Query::default().polished().distance(&b, &target).distance;
    assert!((gap(&b) - polished).abs() <= PROMISE * 5.0);
    assert!((gap(&a) - gap(&b)).abs() <= 1e-8);
}

#[test]
fn rounded_shapes_that_touch_and_overlap() {
    let cuboid = Cuboid::new([0.0; 3], [1.0; 3]).unwrap();
    for (ra, rb) in [(0.5, 0.25), (0.0, 0.75), (0.0625, 2.0)] {
        let soft = Rounded::new(cuboid, ra).unwrap();
        let ball = |gap: f64| Sphere::new([1.0 + ra + rb + gap, 0.25, 0.0], rb).unwrap();
        let touching = distance(&soft, &ball(0.0));
        assert_eq!(touching.outcome, Outcome::Touching);
        assert!((touching.direction - Vec3::x()).norm() < 1e-15);
        for depth in [1e-3, 0.2 * (ra + rb), 0.9 * (ra + rb), ra + rb + 0.5] {
            for swap in [false, true] {
                let ball = ball(-depth);
                let answer = if swap { distance(&ball, &soft) } else { distance(&soft, &ball) };
                assert_eq!(answer.outcome, Outcome::Overlapping, "{ra} {rb} {depth}");
                assert_eq!((answer.distance, answer.lower_bound), (0.0, 0.0));
                assert!((answer.point_a - answer.point_b).norm() <= 1e-15);
                let to_box =
                    distance(&cuboid, &point(answer.point_a.x, answer.point_a.y, answer.point_a.z));
                assert!(to_box.distance <= ra + 1e-15, "{answer:?}");
                assert!((answer.point_a - ball.center()).norm() <= rb + 1e-15, "{answer:?}");
            }
        }
    }
}

#[test]
fn smooth_shapes_that_touch_flat_on_flat() {
    let drum = Cylinder::new(1.0, 2.0).unwrap();
    let cone = Cone::new(1.0, 1.0).unwrap();
    let floor = Cuboid::new([0.0, 0.0, -4.0], [50.0, 50.0, 2.0]).unwrap();
    for (answer, across) in [
        (distance(&drum, &floor), -Vec3::z()),
        (distance(&drum, &moved(drum, 0.0, 0.0, 4.0)), Vec3::z()),
        (distance(&drum, &moved(drum, 2.0, 0.0, 1.0)), Vec3::x()),
        (distance(&moved(cone, 0.0, 0.0, -1.0), &floor), -Vec3::z()),
        (distance(&moved(cone, 0.0, 0.0, 3.0), &drum), -Vec3::z()),
    ] {
        assert_eq!(answer.outcome, Outcome::Touching, "{answer:?}");
        assert!((answer.direction - across).norm() < 1e-7, "{answer:?}");
    }
}

type Pair = (Box<dyn SupportMap>, Box<dyn SupportMap>);

/// Pairs of smooth and other shapes in random poses, `gap` apart along a known direction.
fn placed(random: &mut SmallRng, kind: usize, gap: f64) -> (Pair, f64) {
    let mut shape = |kind: usize| -> Box<dyn SupportMap> {
        let mut size = || random.random_range(0.3..1.0);
        match kind {
            0 => Box::new(Ellipsoid::new([size(), size(), size()]).unwrap()),
            1 => Box::new(Ellipsoid::new([size(), size(), 0.01 * size()]).unwrap()),
            2 => Box::new(Cylinder::new(size(), size()).unwrap()),
            3 => Box::new(Cone::new(size(), size()).unwrap()),
            _ => Box::new(Cuboid::new([0.0; 3], [size(), size(), size()]).unwrap()),
        }
    };
    let (a, b) = (shape(kind / 5), shape(kind % 5));
    let mut vector = || Vec3::from_fn(|_, _| random.random_range(-1.0..1.0));
    let (turn_a, turn_b, along) = (vector() * 3.0, vector() * 3.0, vector().normalize());
    let a = Posed::new(a, &Pose::new(Vec3::zeros(), turn_a)).unwrap();
    let unmoved = Posed::new(&b, &Pose::new(Vec3::zeros(), turn_b)).unwrap();
    let at = |shape: &dyn SupportMap, d: Vec3| shape.support(&d, &Vec3::zeros(), 0).point;
    let shift = at(&a, along) - at(&unmoved, -along) + along * gap;
    let pose = Pose::from_parts(shift.into(), unmoved_rotation(turn_b));
    let size = 2.0 + shift.amax();
    let b = Posed::new(b, &pose).unwrap();
    ((Box::new(a), Box::new(b)), size)
}

fn unmoved_rotation(turn: Vec3) -> nalgebra::UnitQuaternion<f64> {
    Pose::new(Vec3::zeros(), turn).rotation
}

#[test]
fn smooth_shapes_converge_to_machine_precision_at_any_gap() {
    let mut random = SmallRng::seed_from_u64(7);
    let mut most = 0;
    for kind in 0..25 {
        for gap in [2.0, 1e-1, 1e-3, 1e-6, 1e-9, 1e-12] {
            for _ in 0..20 {
                let ((a, b), size) = placed(&mut random, kind, gap);
                let answer = distance(&a, &b);
                assert_eq!(answer.outcome, Outcome::Separated, "{kind} {gap} {answer:?}");
                assert!((answer.distance - gap).abs() <= PROMISE * size, "{kind} {gap}");
                assert!(answer.distance - answer.lower_bound <= 2.0 * PROMISE * size);
                assert!(answer.lower_bound <= gap + f64::EPSILON * size);
                most = most.max(answer.iterations);
            }
        }
    }
    assert!(most <= 128, "{most} iterations");
}

#[test]
fn smooth_shapes_at_contact_are_never_far_from_it() {
    let mut random = SmallRng::seed_from_u64(8);
    let mut touching = 0;
    for kind in 0..25 {
        for _ in 0..40 {
            let ((a, b), size) = placed(&mut random, kind, 0.0);
            let answer = distance(&a, &b);
            assert_ne!(answer.outcome, Outcome::Unproven, "{kind} {answer:?}");
            assert!(answer.distance <= PROMISE * size, "{kind} {answer:?}");
            touching += usize::from(answer.outcome == Outcome::Touching);
        }
    }
    assert!(touching >= 900, "{touching} of 1000");
}

#[test]
fn a_tolerance_saves_iterations_on_smooth_shapes() {
    let mut random = SmallRng::seed_from_u64(9);
    let (mut exact, mut rough) = (0, 0);
    let query = Query::default().with_tolerance(1e-3).unwrap();
    for _ in 0..100 {
        let ((a, b), _) = placed(&mut random, 0, 1.0);
        exact += distance(&a, &b).iterations;
        let answer = query.distance(&a, &b);
        assert_eq!(answer.outcome, Outcome::Separated);
        assert!(answer.distance - answer.lower_bound <= 1.001e-3 * answer.distance);
        rough += answer.iterations;
    }
    assert!(rough * 2 < exact, "{rough} against {exact}");
}

#[test]
fn tracking_and_polish_do_not_change_smooth_answers() {
    let (egg, drum) = (Ellipsoid::new([1.0, 0.5, 0.75]).unwrap(), Cylinder::new(0.5, 1.0).unwrap());
    let mut cache = gapkit::gjk::Cache::default();
    let (mut cold, mut tracked) = (0, 0);
    for step in 0..200 {
        let turn = f64::from(step) * 0.01;
        let pose = Pose::new(Vec3::new(2.0 - turn, 0.5, 0.25), Vec3::new(turn, -turn, 0.1));
        let moving = Posed::new(drum, &pose).unwrap();
        let plain = distance(&egg, &moving);
        let again = Query::default().tracked(&egg, &moving, &mut cache);
        let polished = Query::default().polished().distance(&egg, &moving);
        for answer in [again, polished] {
            assert_eq!(answer.outcome, plain.outcome, "step {step}");
            assert!((answer.distance - plain.distance).abs() <= 2.0 * PROMISE, "step {step}");
        }
        if plain.outcome == Outcome::Separated {
            (cold, tracked) = (cold + plain.iterations, tracked + again.iterations);
        }
    }
    assert!(tracked <= cold, "{tracked} against {cold}");
}
