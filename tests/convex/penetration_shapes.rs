//! Depths of smooth, rounded and posed shapes, against closed forms.

use gapkit::penetration::{Depth, Method, Query, bounds, penetration, signed_gap};
use gapkit::shape::{
    Capsule, Cone, Cuboid, Cylinder, Ellipsoid, PointSet, Pose, Posed, Rounded, Sphere, SupportMap,
};
use gapkit::{Outcome, Vec3};
use nalgebra::{Quaternion, Translation3, UnitQuaternion, Vector4};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// The stated relative tolerance for smooth shapes.
const SMOOTH: f64 = 1e-6;

/// For shapes with exact cores: rounding alone, in eps times numbers of order one.
const EXACT: f64 = 16.0 * f64::EPSILON;

fn check<A: SupportMap, B: SupportMap>(a: &A, b: &B, exact: f64, tolerance: f64) -> Depth {
    let depth = penetration(a, b);
    let off = (depth.depth - exact).abs();
    assert!(off <= tolerance * exact.max(1.0), "{exact} off by {off:e}: {depth:?}");
    let slack = EXACT * exact.max(1.0);
    assert!(depth.lower_bound <= exact + slack && exact <= depth.upper_bound + slack, "{depth:?}");
    assert!((depth.normal.norm() - 1.0).abs() <= 4.0 * f64::EPSILON);
    let miss = depth.point_b - depth.point_a + depth.normal * depth.depth;
    assert!(miss.norm() <= 2.0 * EXACT * exact.max(1.0), "{miss:?} {depth:?}");
    let gap = signed_gap(a, b);
    assert!((gap.gap + exact).abs() <= tolerance * exact.max(1.0), "{gap:?}");
    let bracket = bounds(a, b);
    assert!(bracket.lower_bound <= exact + slack && exact <= bracket.upper_bound + slack);
    depth
}

#[test]
fn spheres() {
    let a = Sphere::new([1.0, 2.0, 3.0], 1.5).expect("valid");
    for distance in [0.25, 1.0, 2.0, 2.25] {
        let b = Sphere::new([1.0, 2.0 + distance, 3.0], 1.0).expect("valid");
        let depth = check(&a, &b, 2.5 - distance, EXACT);
        assert!((depth.normal - Vec3::y()).norm() <= EXACT);
        assert_eq!(depth.outcome, Outcome::Overlapping);
    }
    check(&a, &a, 3.0, EXACT);
    let apart = penetration(&a, &Sphere::new([1.0, 6.0, 3.0], 1.0).expect("valid"));
    assert_eq!((apart.depth, apart.outcome), (0.0, Outcome::Separated));
}

#[test]
fn sphere_inside_a_box() {
    let cube = Cuboid::new([0.0; 3], [1.0, 2.0, 3.0]).expect("valid");
    for x in [0.0, 0.125, 0.9] {
        let ball = Sphere::new([x, 0.25, 0.5], 0.25).expect("valid");
        check(&cube, &ball, 1.0 - x + 0.25, EXACT);
        check(&ball, &cube, 1.0 - x + 0.25, EXACT);
    }
    let outside = Sphere::new([1.125, 0.5, 0.5], 0.25).expect("valid");
    check(&cube, &outside, 0.125, EXACT);
}

#[test]
fn capsules() {
    let capsule = |p: [f64; 3], q: [f64; 3], r| Capsule::new(p, q, r).expect("valid");
    let a = capsule([-1.0, 0.0, 0.0], [1.0, 0.0, 0.0], 0.5);
    // Crossing, skew, parallel and one inside the other.
    check(&a, &capsule([0.0, -1.0, 0.0], [0.0, 1.0, 0.0], 0.25), 0.75, EXACT);
    check(&a, &capsule([0.0, -1.0, 0.5], [0.0, 1.0, 0.5], 0.25), 0.25, EXACT);
    check(&a, &capsule([-0.5, 0.5, 0.0], [0.5, 0.5, 0.0], 0.25), 0.25, EXACT);
    check(&a, &capsule([-0.5, 0.0, 0.0], [0.5, 0.0, 0.0], 0.25), 0.75, EXACT);
}

#[test]
fn rounded_boxes() {
    let cube = |x: f64| Cuboid::new([x, 0.125, 0.25], [1.0; 3]).expect("valid");
    let soft = |x: f64| Rounded::new(cube(x), 0.25).expect("valid");
    // Cores that overlap, that touch, and that are apart.
    for x in [1.5, 2.0, 2.25] {
        let depth = check(&cube(0.0), &soft(x), 2.25 - x, EXACT);
        assert_eq!(depth.outcome == Outcome::Overlapping, x < 2.25, "{depth:?}");
    }
}

#[test]
fn aligned_ellipsoids() {
    let place = |shape, x: f64| Posed::new(shape, &Pose::translation(x, 0.0, 0.0)).expect("valid");
    let (a, b) = (
        Ellipsoid::new([1.0, 2.0, 3.0]).expect("valid"),
        Ellipsoid::new([0.5, 0.7, 0.9]).expect("valid"),
    );
    // Along the shortest axes of both, the depth is that of the two half axes.
    for x in [0.0, 0.25, 1.0, 1.375] {
        check(&a, &place(b, x), 1.5 - x, SMOOTH);
    }
}

#[test]
fn cylinders() {
    let cylinder = |r, h| Cylinder::new(r, h).expect("valid");
    let place = |shape, by: [f64; 3]| {
        Posed::new(shape, &Pose::translation(by[0], by[1], by[2])).expect("valid")
    };
    let a = place(cylinder(1.0, 1.0), [0.0; 3]);
    // Along the common axis, whichever that is, and across it.
    let along = |d: f64| {
        let top = Vec3::z();
        let up = a.support(&top, &Vec3::zeros(), 0).point.z > 0.99;
        if up { [0.25, 0.0, d] } else { [0.25, d, 0.0] }
    };
    check(&a, &place(cylinder(0.5, 0.75), along(1.5)), 0.25, SMOOTH);
    check(&a, &place(cylinder(0.5, 3.0), [1.25, 0.0, 0.0]), 0.25, SMOOTH);
    // About the same axis every direction across it is as good: the lower bound comes slowly.
    let depth = penetration(&a, &place(cylinder(0.5, 3.0), [0.0; 3]));
    assert!((depth.depth - 1.5).abs() <= 1e-4 * 1.5, "{depth:?}");
    assert!(depth.lower_bound <= 1.5 && 1.5 <= depth.upper_bound + EXACT, "{depth:?}");
}

#[test]
fn posed_boxes_are_as_exact_as_their_vertices() {
    let cube = Cuboid::new([0.0; 3], [1.0, 0.5, 0.25]).expect("valid");
    for k in 0..200u32 {
        let angle = Vec3::new(0.3, 0.7, 0.1) * f64::from(k);
        let pose = Pose::new(Vec3::new(0.01 * f64::from(k % 17), 0.2, 0.1), angle);
        let posed = Posed::new(cube, &pose).expect("valid");
        let corners = |shape: &dyn SupportMap| -> Vec<[f64; 3]> {
            (0..8).map(|i| shape.vertex(i, &Vec3::zeros()).expect("a vertex").into()).collect()
        };
        let (pa, pb) = (corners(&cube), corners(&posed));
        let (sa, sb) = (PointSet::new(&pa).expect("finite"), PointSet::new(&pb).expect("finite"));
        let exact = Query::default().with_method(Method::Sat).penetration(&sa, &sb);
        // The corners are rounded once more.
        let depth = penetration(&cube, &posed);
        assert!((depth.depth - exact.depth).abs() <= 2.0 * EXACT, "{k}: {depth:?} {exact:?}");
        assert_eq!(depth.outcome, Outcome::Overlapping);
    }
}

#[test]
fn a_tolerance_saves_iterations_and_keeps_the_bounds() {
    let a = Ellipsoid::new([1.0, 2.0, 3.0]).expect("valid");
    let pose = Pose::new(Vec3::new(0.9, 0.4, 0.2), Vec3::new(0.3, 0.2, 0.1));
    let b = Posed::new(Ellipsoid::new([0.6, 0.7, 0.9]).expect("valid"), &pose).expect("valid");
    let mut last: Option<Depth> = None;
    for tolerance in [1e-1, 1e-2, 1e-4, 1e-6, 1e-8] {
        let depth = Query::default().with_tolerance(tolerance).expect("valid").penetration(&a, &b);
        let width = depth.upper_bound - depth.lower_bound;
        assert!(width <= 1.01 * tolerance * depth.upper_bound, "{tolerance}: {depth:?}");
        if let Some(last) = last {
            // From the default on, a walk follows: a polytope that grew more leaves less to walk.
            let is_walked = tolerance < SMOOTH;
            assert!(is_walked || last.iterations < depth.iterations, "{last:?} {depth:?}");
            let slack = EXACT * 4.0;
            assert!(last.lower_bound <= depth.upper_bound + slack);
            assert!(depth.lower_bound <= last.upper_bound + slack);
        }
        last = Some(depth);
    }
    let few = Query::default().with_max_iterations(12).penetration(&a, &b);
    let last = last.expect("asked");
    // One more settles the answer.
    assert!(few.iterations <= 13 && few.outcome == Outcome::Overlapping, "{few:?}");
    assert!(few.lower_bound <= last.depth && last.depth <= few.upper_bound + EXACT);
}

/// Two cylinders in a heap of grains that hardly overlap: the faces of the polytope have no normal
/// to speak of.
#[test]
fn cylinders_that_hardly_overlap() {
    let pose = |at: [f64; 3], turn: [f64; 4]| {
        let turn = UnitQuaternion::new_normalize(Quaternion::from_vector(Vector4::from(turn)));
        Pose::from_parts(Translation3::from(Vec3::from(at)), turn)
    };
    let cylinder = Cylinder::new(0.008, 0.007).expect("valid");
    let posed = |at, turn| Posed::new(cylinder, &pose(at, turn)).expect("valid");
    let a = posed(
        [-0.03162274086311331, 0.0017444817735333728, 0.007438349118186914],
        [0.9430735924775762, -0.331394114932338, -0.02563192643842035, 0.011538808721286396],
    );
    let b = posed(
        [-0.04438161849640656, 0.0041371906937535214, 0.023065842727010104],
        [-0.12643409061073282, 0.19389206634572606, -0.019199125097618987, 0.9726518806516069],
    );
    for depth in [penetration(&a, &b), penetration(&b, &a)] {
        assert!((depth.depth - 1.8115e-8).abs() < 1e-11, "{depth:?}");
        assert!(depth.normal.x.abs() > 0.9, "{depth:?}");
    }
}

/// Bodies that are moved into each other along their shortest connection, by a little more than its
/// length: they overlap by that little at most, if at all: sharp ones may pass each other.
#[test]
fn smooth_bodies_overlap_by_no_more_than_they_are_pushed() {
    let mut random = StdRng::seed_from_u64(5);
    let mut number = |from: f64, to: f64| random.random_range(from..to);
    for round in 0..6000 {
        let size = [0; 4].map(|_| number(0.3, 1.5));
        let cylinder = Cylinder::new(size[0], size[1]).expect("valid");
        let ellipsoid = Ellipsoid::new([size[0], size[1], size[2]]).expect("valid");
        let cone = Cone::new(size[0], size[1]).expect("valid");
        let cube = Cuboid::new([0.0; 3], [size[2], size[3], size[0]]).expect("valid");
        let shapes: [&dyn SupportMap; 4] = [&cylinder, &ellipsoid, &cone, &cube];
        let mut pose = |at: f64| {
            let [a, b, c] = [0; 3].map(|_| number(0.0, 6.0));
            Pose::from_parts(
                Translation3::new(at, 0.0, 0.0),
                UnitQuaternion::from_euler_angles(a, b, c),
            )
        };
        let (pose_a, mut pose_b) = (pose(0.0), pose(6.0));
        let a = Posed::new(shapes[round % 3], &pose_a).expect("valid");
        let shape_b = shapes[round / 3 % 4];
        let apart = gapkit::distance(&a, &Posed::new(shape_b, &pose_b).expect("valid"));
        let push = 10f64.powf(number(-10.0, -1.0));
        let way = apart.point_b - apart.point_a;
        pose_b.translation.vector -= way * (1.0 + push / apart.distance);
        let gap = signed_gap(&a, &Posed::new(shape_b, &pose_b).expect("valid"));
        // The bodies are of size 1, and a walk ends within 1e-10 of that.
        let most = push * (1.0 + 1e-5) + 1e-10;
        assert!(-gap.gap <= most, "{round}, pushed by {push}: {gap:?}");
    }
}

/// Witness points are apart by the gap along the normal, in the planes of support, and on the
/// surfaces.
fn check_points<A: SupportMap, B: SupportMap>(a: &A, b: &B, size: f64) -> f64 {
    let gap = signed_gap(a, b);
    let miss = (gap.point_b - gap.point_a - gap.normal * gap.gap).norm();
    assert!(miss <= 1e-14 * size, "{miss:e} {gap:?}");
    let zero = Vec3::zeros();
    let high = gap.normal.dot(&a.support(&gap.normal, &zero, 0).point) + a.radius();
    assert!((gap.normal.dot(&gap.point_a) - high).abs() <= 1e-9 * size, "{high} {gap:?}");
    let off = |point: Vec3| {
        let point = [<[f64; 3]>::from(point)];
        let point = PointSet::new(&point).expect("finite");
        signed_gap(a, &point).gap.abs().max(0.0)
    };
    off(gap.point_a) / size
}

#[test]
fn witness_points_of_slender_and_deep_smooth_shapes() {
    let mut random = StdRng::seed_from_u64(11);
    let (mut count, mut off) = (0, 0);
    for _ in 0..150 {
        let radius = random.random_range(0.1..1.0);
        let height = radius * 100f64.powf(random.random_range(0.0..1.0));
        let size = 2.0 * height + radius;
        let mut side = || random.random_range(-0.6..0.6) * radius;
        let at = Vec3::new(side(), side(), side() / radius * height);
        let coaxial = Vec3::new(0.0, 0.0, at.z);
        let cone = Cone::new(radius, height).expect("valid");
        let cylinder = Cylinder::new(radius, height).expect("valid");
        let ellipsoid = Ellipsoid::new([radius, 0.7 * radius, height]).expect("valid");
        let turned = Pose::new(at, Vec3::new(random.random_range(-3.0..3.0), 1.0, 0.0));
        for place in [at, coaxial] {
            let ball = Sphere::new(place, random.random_range(0.01..1.0) * radius).expect("valid");
            let moved = Pose::translation(place.x, place.y, place.z);
            let round = Rounded::new(cone, 0.2 * radius).expect("valid");
            let offs = [
                check_points(&cone, &ball, size),
                check_points(&round, &ball, size),
                check_points(&cylinder, &ball, size),
                check_points(&ellipsoid, &ball, size),
                check_points(&cone, &Posed::new(cylinder, &turned).expect("valid"), size),
                check_points(&cylinder, &Posed::new(cylinder, &moved).expect("valid"), size),
                check_points(&cone, &Posed::new(cone, &moved).expect("valid"), size),
            ];
            count += offs.len();
            off += offs.iter().filter(|off| **off > 1e-6).count();
            assert!(offs.iter().all(|off| *off <= 1e-4), "{offs:?}");
        }
    }
    assert!(off * 1000 <= count, "{off} of {count} points are off the surface");
}
