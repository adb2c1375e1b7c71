//! Shapes: support points against closed forms and sampled bodies, and what constructors refuse.
#![allow(clippy::unwrap_used)]

use crate::solids;

use gapkit::shape::{
    Capsule, Cone, Cuboid, Cylinder, Ellipsoid, Function, MinkowskiSum, NO_VERTEX, Polyhedron,
    Pose, Posed, Rounded, Search, Sphere, SupportMap, Zonotope,
};
use gapkit::{Outcome, Query, Vec3};
use proptest::prelude::*;
use solids::{directions, icosphere};

const EPS: f64 = f64::EPSILON;

/// How far the body with its radius reaches along a unit vector.
fn reach(shape: &dyn SupportMap, direction: &Vec3) -> f64 {
    direction.dot(&shape.support(direction, &Vec3::zeros(), 0).point) + shape.radius()
}

/// One of each kind, all within 4 of the origin.
fn zoo() -> Vec<(&'static str, Box<dyn SupportMap>)> {
    let (vertices, faces) = icosphere(3);
    let ball = Polyhedron::new(vertices, &faces).unwrap();
    let octahedron = |d: &Vec3| Vec3::ith(d.iamax(), d[d.iamax()].signum());
    let tree = ball.clone().with_search(Search::Hierarchy);
    let zonotope = Zonotope::new([0.5, 0.0, 0.25], &[[1.0, 0.5, 0.0], [0.0, 0.5, 1.0]]).unwrap();
    let brick = Cuboid::new([0.5, 0.0, 0.0], [0.5, 1.0, 0.25]).unwrap();
    let turned = Pose::new(Vec3::new(0.5, -1.0, 0.25), Vec3::new(0.3, 1.0, -0.4));
    vec![
        ("sphere", Box::new(Sphere::new([0.1, 0.2, 0.3], 1.0).unwrap())),
        ("capsule", Box::new(Capsule::new([0.0, 1.0, 0.0], [1.0, 0.0, 1.0], 0.5).unwrap())),
        ("box", Box::new(Cuboid::new([0.5, 0.0, -0.5], [1.0, 0.5, 0.25]).unwrap())),
        ("ellipsoid", Box::new(Ellipsoid::new([1.0, 0.5, 2.0]).unwrap())),
        ("cylinder", Box::new(Cylinder::new(0.5, 1.5).unwrap())),
        ("cone", Box::new(Cone::new(1.0, 0.75).unwrap())),
        ("polyhedron", Box::new(ball)),
        ("hierarchy", Box::new(tree)),
        ("sum", Box::new(MinkowskiSum::new(zonotope.clone(), brick).unwrap())),
        ("zonotope", Box::new(zonotope)),
        ("function", Box::new(Function::new([0.0; 3], octahedron).unwrap())),
        ("posed", Box::new(Posed::new(Cone::new(1.0, 1.0).unwrap(), &turned).unwrap())),
        ("rounded", Box::new(Rounded::new(Cuboid::new([0.0; 3], [1.0; 3]).unwrap(), 0.5).unwrap())),
    ]
}

#[test]
fn supports_have_their_closed_form() {
    let r = Vec3::new(1.0, 0.5, 2.0);
    let ellipsoid = Ellipsoid::new(r).unwrap();
    let (cylinder, cone) = (Cylinder::new(0.5, 1.5).unwrap(), Cone::new(1.0, 0.75).unwrap());
    let (from, to) = (Vec3::new(0.0, 1.0, 0.0), Vec3::new(1.0, 0.0, 1.0));
    let capsule = Capsule::new(from, to, 0.5).unwrap();
    let (center, half) = (Vec3::new(0.5, 0.0, -0.5), Vec3::new(1.0, 0.5, 0.25));
    let cuboid = Cuboid::new(center, half).unwrap();
    for d in directions(500) {
        let rho = d.xy().norm();
        let expected: [(&dyn SupportMap, f64); 5] = [
            (&ellipsoid, r.component_mul(&d).norm()),
            (&cylinder, 0.5 * rho + 1.5 * d.z.abs()),
            (&cone, (0.75 * d.z).max(rho - 0.75 * d.z)),
            (&capsule, d.dot(&from).max(d.dot(&to)) + 0.5),
            (&cuboid, d.dot(&center) + d.abs().dot(&half)),
        ];
        for (shape, value) in expected {
            assert!((reach(shape, &d) - value).abs() <= 4.0 * EPS, "{d}");
        }
    }
}

#[test]
fn support_points_belong_to_the_bodies() {
    let r = Vec3::new(1.0, 0.5, 2.0);
    let ellipsoid = Ellipsoid::new(r).unwrap();
    let (cylinder, cone) = (Cylinder::new(0.5, 1.5).unwrap(), Cone::new(1.0, 0.75).unwrap());
    let at = |shape: &dyn SupportMap, d: &Vec3| shape.support(d, &Vec3::zeros(), 0).point;
    for d in directions(500) {
        let p = at(&ellipsoid, &d).component_div(&r);
        assert!((p.norm() - 1.0).abs() <= 4.0 * EPS);
        let p = at(&cylinder, &d);
        assert!(p.xy().norm() <= 0.5 + EPS && p.z.abs() <= 1.5);
        let p = at(&cone, &d);
        assert!(p.xy().norm() <= (0.75 - p.z) / 1.5 + EPS && p.z.abs() <= 0.75);
    }
}

#[test]
fn no_direction_makes_a_point_that_is_not_finite() {
    let tiny = f64::from_bits(1);
    let mut all = vec![Vec3::zeros(), Vec3::repeat(f64::NAN), Vec3::repeat(f64::INFINITY)];
    for axis in directions(0) {
        all.extend([axis, axis * tiny, axis * f64::MAX, axis * 1e-160, axis * 1e160]);
        all.push(axis + Vec3::repeat(tiny));
    }
    // The function is the test's own, and says what it likes.
    for (name, shape) in zoo().into_iter().filter(|(name, _)| *name != "function") {
        for d in &all {
            let point = shape.support(d, &Vec3::zeros(), 0).point;
            assert!(point.iter().all(|c| c.abs() <= 4.0), "{name} along {d}: {point}");
        }
    }
}

#[test]
fn extreme_directions_keep_the_value() {
    let ellipsoid = Ellipsoid::new([1.0, 0.5, 2.0]).unwrap();
    for shape in [&ellipsoid as &dyn SupportMap, &Cylinder::new(0.5, 1.5).unwrap()] {
        for d in directions(50) {
            let usual = shape.support(&d, &Vec3::zeros(), 0).point;
            for scale in [2f64.powi(-1000), 2f64.powi(-500), 2f64.powi(1000)] {
                let point = shape.support(&(d * scale), &Vec3::zeros(), 0).point;
                assert!((point - usual).norm() <= 4.0 * EPS, "{d} times {scale}");
            }
        }
    }
}

#[test]
fn shapes_may_be_flat_or_a_point() {
    let disc = Ellipsoid::new([1.0, 2.0, 0.0]).unwrap();
    assert_eq!(disc.support(&Vec3::z(), &Vec3::zeros(), 0).point, Vec3::zeros());
    let plate = Cuboid::new([0.0; 3], [1.0, 1.0, 0.0]).unwrap();
    let needle = Cone::new(0.0, 1.0).unwrap();
    let point = Sphere::new([0.0, 0.0, 3.0], 0.0).unwrap();
    assert_eq!(gapkit::distance(&plate, &point).distance, 3.0);
    assert_eq!(gapkit::distance(&disc, &point).distance, 3.0);
    assert_eq!(gapkit::distance(&needle, &point).distance, 2.0);
}

#[test]
fn vertices_and_smooth_shapes_tell_themselves_apart() {
    for (name, shape) in zoo() {
        let found = shape.support(&Vec3::new(1.0, 2.0, 3.0), &Vec3::zeros(), 0);
        let smooth = ["ellipsoid", "cylinder", "cone", "function", "posed"].contains(&name);
        assert_eq!(found.vertex == NO_VERTEX, smooth, "{name}");
        assert_eq!(shape.vertex_count() == 0, smooth, "{name}");
        assert!(shape.vertex(shape.vertex_count() as u32, &Vec3::zeros()).is_none(), "{name}");
        assert!(shape.exact_vertex(NO_VERTEX).is_none(), "{name}");
        if let Some(vertex) = shape.vertex(found.vertex, &Vec3::zeros()) {
            assert_eq!(vertex, found.point, "{name}");
            assert_eq!(shape.exact_vertex(found.vertex).unwrap().round(), vertex, "{name}");
        }
    }
}

#[test]
fn the_sign_bits_name_the_vertices_of_a_box() {
    let cuboid = Cuboid::new([1.0, 2.0, 3.0], [0.5, 0.25, 0.125]).unwrap();
    for i in 0..8u32 {
        let sign = |axis: u32| if i >> axis & 1 == 1 { 1.0 } else { -1.0 };
        let d = Vec3::new(sign(0), sign(1), sign(2));
        assert_eq!(cuboid.support(&d, &Vec3::zeros(), 0).vertex, i);
        let expected = Vec3::new(1.0, 2.0, 3.0) + d.component_mul(&Vec3::new(0.5, 0.25, 0.125));
        assert_eq!(cuboid.vertex(i, &Vec3::zeros()), Some(expected));
    }
}

#[test]
fn no_point_is_farther_from_the_centre_than_the_bounding_radius() {
    for (name, shape) in zoo() {
        let (center, radius) = (shape.center(), shape.radius());
        let far = |d: Vec3| (shape.support(&d, &center, 0).point + d.normalize() * radius).norm();
        let far = directions(2000).into_iter().map(far).fold(0.0, f64::max);
        let bound = shape.bounding_radius();
        // Only of a function nothing but its box is known.
        let most = if name == "function" { 3f64.sqrt() } else { 1.0 + 1e-2 };
        assert!(far <= bound * (1.0 + 4.0 * EPS), "{name}: {bound} for {far}");
        assert!(bound <= most * far, "{name}: {bound} for {far}");
    }
}

#[test]
fn the_extent_has_the_right_order_of_magnitude() {
    for (name, shape) in zoo() {
        let center = shape.center();
        let far = directions(200).into_iter().map(|d| shape.support(&d, &center, 0).point.amax());
        let far = far.fold(0.0, f64::max);
        let extent = shape.extent();
        assert!(extent >= far / 2.0 && extent <= 4.0 * far, "{name}: {extent} for {far}");
    }
}

#[test]
fn refusals_name_the_parameter() {
    let says = |error: gapkit::Error, text: &str| {
        assert!(error.to_string().contains(text), "{error}");
    };
    let nan = f64::NAN;
    says(Sphere::new([0.0, nan, 0.0], 1.0).unwrap_err(), "sphere centre is NaN");
    says(Sphere::new([0.0; 3], -1.0).unwrap_err(), "sphere radius is -1");
    says(Capsule::new([f64::INFINITY; 3], [0.0; 3], 1.0).unwrap_err(), "capsule end is inf");
    says(Capsule::new([0.0; 3], [0.0; 3], nan).unwrap_err(), "capsule radius is NaN");
    says(Cuboid::new([0.0; 3], [1.0, -2.0, 1.0]).unwrap_err(), "half extent of the box is -2");
    says(Cuboid::new([1e305; 3], [1.0; 3]).unwrap_err(), "box centre");
    says(Ellipsoid::new([1.0, nan, 1.0]).unwrap_err(), "half axis of the ellipsoid is NaN");
    says(Cylinder::new(-1.0, 1.0).unwrap_err(), "cylinder radius is -1");
    says(Cylinder::new(1.0, 1e305).unwrap_err(), "half height of the cylinder");
    says(Cone::new(1.0, nan).unwrap_err(), "half height of the cone is NaN");
    let ball = Sphere::new([0.0; 3], 1.0).unwrap();
    says(Rounded::new(ball, -0.5).unwrap_err(), "rounding radius is -0.5");
    says(Function::new([nan; 3], |d: &Vec3| *d).unwrap_err(), "centre");
    says(Function::new([0.0; 3], |d: &Vec3| d / 0.0).unwrap_err(), "returned by the function");
    let pose = Pose::translation(0.0, nan, 0.0);
    says(Posed::new(ball, &pose).unwrap_err(), "translation is NaN");
    let mut posed = Posed::new(ball, &Pose::translation(5.0, 0.0, 0.0)).unwrap();
    assert!(posed.set_pose(&pose).is_err());
    assert_eq!(posed.center(), Vec3::new(5.0, 0.0, 0.0));
    let mut pose = Pose::identity();
    pose.rotation.as_mut_unchecked().coords.w = nan;
    says(Posed::new(ball, &pose).unwrap_err(), "rotation is NaN");
}

#[test]
fn a_function_that_breaks_its_word_proves_nothing() {
    use std::cell::Cell;
    let target = Sphere::new([3.0, 2.0, 1.0], 0.5).unwrap();
    let egg = Ellipsoid::new([1.0, 2.0, 3.0]).unwrap();
    let bad = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300];
    for (after, bad) in (0..12).flat_map(|after| bad.map(|bad| (after, bad))) {
        let calls = Cell::new(-3);
        let shape = Function::new([0.0; 3], |d: &Vec3| {
            calls.set(calls.get() + 1);
            let good = egg.support(d, &Vec3::zeros(), 0).point;
            if calls.get() > after { Vec3::new(good.x, bad, good.z) } else { good }
        });
        let shape = shape.unwrap();
        for swap in [false, true] {
            calls.set(0);
            let answer = if swap {
                gapkit::distance(&target, &shape)
            } else {
                gapkit::distance(&shape, &target)
            };
            assert!(calls.get() > after, "the search met no bad point");
            assert!(!answer.distance.is_nan() && !answer.lower_bound.is_nan(), "{answer:?}");
            if !bad.is_finite() {
                assert_eq!(answer.outcome, Outcome::Unproven, "{answer:?}");
                assert_eq!(answer.lower_bound, 0.0);
            }
        }
    }
}

#[test]
fn a_sphere_as_in_textbooks_is_one() {
    let sphere = Function::new([0.0; 3], |d: &Vec3| {
        assert!(d.norm() > 0.0 && d.norm().is_finite(), "{d:?}");
        d / d.norm()
    })
    .unwrap();
    for shift in [0.0, 1e-12, 0.3, 2.0 - 1e-9, 2.0, 3.0] {
        let other = Posed::new(&sphere, &Pose::translation(0.0, shift, 0.0)).unwrap();
        let answer = gapkit::distance(&sphere, &other);
        assert!((answer.distance - (shift - 2.0f64).max(0.0)).abs() < 1e-7, "{shift}");
        assert_eq!(gapkit::intersects(&sphere, &other), shift <= 2.0, "{shift}");
    }
}

#[test]
fn shapes_work_behind_pointers_of_unknown_type() {
    let target = Sphere::new([5.0, 4.0, 3.0], 0.25).unwrap();
    for (name, shape) in zoo() {
        let by_box = gapkit::distance(&shape, &target);
        let reference: &dyn SupportMap = &*shape;
        let by_reference = gapkit::distance(&reference, &target);
        assert_eq!(by_box.distance, by_reference.distance, "{name}");
        assert_eq!(by_box.outcome, Outcome::Separated, "{name}");
        assert_eq!(Query::default().outcome(&target, &reference), Outcome::Separated, "{name}");
    }
}

fn unit_range() -> impl Strategy<Value = f64> {
    -1.0f64..1.0
}

fn vector() -> impl Strategy<Value = Vec3> {
    (unit_range(), unit_range(), unit_range()).prop_map(|(x, y, z)| Vec3::new(x, y, z))
}

proptest! {
    #[test]
    fn posing_moves_the_support(d in vector(), turn in vector(), shift in vector()) {
        prop_assume!(d.norm() > 1e-3);
        let d = d.normalize();
        let pose = Pose::new(shift * 10.0, turn * 3.0);
        for (name, shape) in zoo() {
            let posed = Posed::new(&shape, &pose).unwrap();
            let back = pose.rotation.inverse() * d;
            let expected = reach(&shape, &back) + d.dot(&pose.translation.vector);
            let value = reach(&posed, &d);
            prop_assert!((value - expected).abs() <= 64.0 * EPS, "{name}: {value} {expected}");
        }
    }

    #[test]
    fn an_origin_is_only_subtracted(d in vector(), origin in vector()) {
        for (name, shape) in zoo() {
            let plain = shape.support(&d, &Vec3::zeros(), 0).point;
            let moved = shape.support(&d, &origin, 0).point;
            prop_assert!((plain - origin - moved).amax() <= 8.0 * EPS, "{name}");
        }
    }

    #[test]
    fn hints_do_not_change_the_value(d in vector(), hint in any::<u32>()) {
        for (name, shape) in zoo() {
            let value = |hint: u32| d.dot(&shape.support(&d, &Vec3::zeros(), hint).point);
            for hint in [hint, hint % 300] {
                prop_assert!((value(0) - value(hint)).abs() <= 4.0 * EPS, "{name}");
            }
        }
    }
}
