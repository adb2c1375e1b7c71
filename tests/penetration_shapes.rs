//! Depths of smooth, rounded and posed shapes, against closed forms.

use gapkit::penetration::{Depth, Method, Query, bounds, penetration, signed_gap};
use gapkit::shape::{
    Capsule, Cuboid, Cylinder, Ellipsoid, PointSet, Pose, Posed, Rounded, Sphere, SupportMap,
};
use gapkit::{Outcome, Vec3};

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
    // The witness points of smooth shapes are as near as the square root of what is left.
    let allowed = if tolerance > EXACT { 4.0 * tolerance.sqrt() } else { tolerance };
    assert!(miss.norm() <= allowed * exact.max(1.0), "{miss:?} {depth:?}");
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
            assert!(last.iterations < depth.iterations, "{last:?} {depth:?}");
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
