//! Closed forms against the general search, for random and for degenerate poses.

use std::sync::Arc;

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use super::closed::boxes::{self, Axis, Boxes, Verdict};
use super::closed::{self, Form, Gap, segments};
use super::table::Table;
use crate::Vec3;
use crate::penetration::{SignedGap, signed_gap};
use crate::scene::body::{Shape, ShapeBody};
use crate::shape::{Capsule, Cuboid, Pose, Sphere, SupportMap};

/// How far a closed form may be off, in sizes of the pair; see `docs/accuracy.md`.
const BOUND: f64 = 1e-13;

/// The same for two boxes, whose axes may be as sharp as 1/1024.
const BOX_BOUND: f64 = 1e-12;

#[derive(Debug, Clone, Copy, PartialEq)]
enum Kind {
    Sphere,
    Capsule,
    Box,
}

fn shape(kind: Kind, random: &mut SmallRng) -> Shape {
    let mut length = || random.random_range(0.1..1.0);
    let (x, y, z) = (length(), length(), length());
    match kind {
        Kind::Sphere => Arc::new(Sphere::new([0.0; 3], x).expect("a sphere")),
        Kind::Capsule => {
            let ends = ([0.1, 0.0, -x], [0.1, 0.0, x]);
            Arc::new(Capsule::new(ends.0, ends.1, 0.5 * y).expect("a capsule"))
        }
        Kind::Box => Arc::new(Cuboid::new([0.0; 3], [x, y, z]).expect("a box")),
    }
}

fn vector(random: &mut SmallRng, most: f64) -> Vec3 {
    Vec3::from_fn(|_, _| random.random_range(-most..most))
}

/// Turns by any angles, by right angles, or by right angles and a little.
fn turn(random: &mut SmallRng, case: usize) -> Vec3 {
    const LITTLE: [f64; 6] = [0.0, 1e-16, 1e-12, 1e-8, 1e-5, 1e-3];
    let right = std::f64::consts::FRAC_PI_2;
    let axis = Vec3::ith(random.random_range(0..3), right * f64::from(random.random_range(0..4)));
    match case % 3 {
        0 => vector(random, 3.0),
        1 => axis,
        _ => axis + vector(random, 1.0) * LITTLE[case / 3 % 6],
    }
}

/// Two shapes near each other: in general, in line, or with the same centre.
fn pair(kinds: [Kind; 2], random: &mut SmallRng, case: usize) -> [ShapeBody; 2] {
    let far = if case.is_multiple_of(4) { 1e3 } else { 0.0 };
    let start = vector(random, far + 1.0);
    let way = match case % 7 {
        0 => Vec3::ith(random.random_range(0..3), random.random_range(-2.0..2.0)),
        1 if case.is_multiple_of(2) => Vec3::zeros(),
        _ => vector(random, 1.2),
    };
    let places = [start, start + way];
    let mut bodies = [0, 1].map(|k| {
        let own = shape(kinds[k], random);
        let pose = Pose::new(places[k], turn(random, case));
        ShapeBody::new(own, &pose).expect("a shape")
    });
    // The same turn in some cases: faces and axes are parallel to the last bit.
    if case.is_multiple_of(5) {
        let pose = Pose::from_parts(places[1].into(), bodies[0].pose.rotation);
        bodies[1].set_pose(&pose).expect("a pose");
    }
    bodies
}

/// What the closed form of two shapes says.
fn closed(kinds: [Kind; 2], table: &Table) -> Form {
    let ([a, b], [f, g]) = ([0, 1].map(|k| &table.grains[k]), [0, 1].map(|k| &table.frames[k]));
    match kinds {
        [Kind::Sphere, Kind::Sphere] => closed::points([a, b]),
        [Kind::Sphere, Kind::Capsule] => segments::point_segment(a, b, g),
        [Kind::Capsule, Kind::Sphere] => segments::segment_point(a, f, b),
        [Kind::Capsule, Kind::Capsule] => segments::segments([a, b], [f, g]),
        [Kind::Sphere, Kind::Box] => boxes::point_box(a, b, g),
        [Kind::Box, Kind::Sphere] => boxes::box_point(a, f, b),
        _ => {
            let boxes = Boxes::new([a, b], [f, g]);
            match boxes.best(f64::INFINITY, 0.0) {
                Verdict::Best(axis, gap) if boxes.meet(gap) => match axis {
                    Axis::Edges { axes, normal } => Form::Near(boxes.at_edges(axes, normal, gap)),
                    Axis::Face { .. } => boxes.at_face(axis, gap).map_or(Form::Ask, Form::Near),
                },
                Verdict::Best(_, gap) => Form::Apart(gap),
                Verdict::Apart(gap) => Form::Apart(gap),
                Verdict::Unclear => Form::Ask,
            }
        }
    }
}

/// How far a direction and the width of the difference along it say that a gap is.
fn separation([a, b]: &[ShapeBody; 2], normal: Vec3) -> f64 {
    let far = |shape: &ShapeBody, n: Vec3| {
        shape.posed.support(&n, &a.posed.center(), 0).point.dot(&n) + shape.posed.radius()
    };
    -far(b, -normal) - far(a, normal)
}

fn check(bodies: &[ShapeBody; 2], found: &Gap, wanted: &SignedGap, bound: f64) {
    let what = || format!("{found:?}\n{wanted:?}\n{:?}\n{:?}", bodies[0].pose, bodies[1].pose);
    assert!((found.gap - wanted.gap).abs() <= bound, "{:e}\n{}", found.gap - wanted.gap, what());
    assert!((found.normal.norm() - 1.0).abs() <= 1e-15, "{}", what());
    // The normal is one of a plane that is as far from both as the gap says.
    let along = separation(bodies, found.normal);
    assert!((along - found.gap).abs() <= bound, "{:e}\n{}", along - found.gap, what());
    let off = found.point_b - found.point_a - found.normal * found.gap;
    assert!(off.norm() <= bound, "{:e}\n{}", off.norm(), what());
    for (body, point) in bodies.iter().zip([found.point_a, found.point_b]) {
        let point = Sphere::new(point, 0.0).expect("a point");
        let outside = signed_gap(&body.posed, &point).gap;
        assert!(outside.abs() <= bound, "{outside:e} off the surface\n{}", what());
    }
}

/// Compares closed forms with the search. Returns how many there were, and how many it had to ask.
fn compare(kinds: [Kind; 2], bound: f64, cases: usize) -> [usize; 2] {
    let mut random = SmallRng::seed_from_u64(kinds[0] as u64 * 3 + kinds[1] as u64);
    let mut counts = [0; 2];
    for case in 0..cases {
        let bodies = pair(kinds, &mut random, case);
        let size = 4.0 + bodies.iter().map(|body| body.posed.center().amax()).fold(0.0, f64::max);
        let wanted = signed_gap(&bodies[0].posed, &bodies[1].posed);
        match closed(kinds, &Table::of(&bodies)) {
            Form::Near(found) => {
                counts[0] += 1;
                check(&bodies, &found, &wanted, bound * size);
            }
            Form::Apart(gap) => assert!(gap <= wanted.gap + bound * size && wanted.gap > 0.0),
            Form::Ask => counts[1] += 1,
        }
    }
    println!("{kinds:?}: {counts:?} of {cases}");
    counts
}

#[test]
fn closed_forms_of_spheres_and_capsules_are_as_the_search_says() {
    use Kind::{Capsule, Sphere};
    for kinds in [[Sphere, Sphere], [Sphere, Capsule], [Capsule, Sphere], [Capsule, Capsule]] {
        let [found, asked] = compare(kinds, BOUND, 6000);
        assert!(found > 5000 && asked < 600, "{kinds:?}: {found}, {asked}");
    }
}

#[test]
fn closed_forms_of_boxes_and_spheres_are_as_the_search_says() {
    for kinds in [[Kind::Sphere, Kind::Box], [Kind::Box, Kind::Sphere]] {
        let [found, asked] = compare(kinds, BOUND, 6000);
        assert!(found > 5900 && asked < 60, "{kinds:?}: {found}, {asked}");
    }
}

#[test]
fn boxes_that_overlap_are_as_deep_as_the_search_says() {
    let [found, asked] = compare([Kind::Box, Kind::Box], BOX_BOUND, 6000);
    assert!(found > 3000 && asked < 300, "{found}, {asked}");
}

#[test]
fn swapping_two_grains_turns_the_normal_over() {
    use Kind::{Box, Capsule, Sphere};
    let mut random = SmallRng::seed_from_u64(4);
    for kinds in
        [[Sphere, Sphere], [Sphere, Capsule], [Capsule, Capsule], [Sphere, Box], [Box, Box]]
    {
        for case in 0..500 {
            let bodies = pair(kinds, &mut random, 3 * case);
            let table = Table::of(&bodies);
            let [a, b] = bodies;
            let swapped = Table::of(&[b, a]);
            let (one, two) = (closed(kinds, &table), closed([kinds[1], kinds[0]], &swapped));
            let (Form::Near(one), Form::Near(two)) = (one, two) else { continue };
            assert!((one.gap - two.gap).abs() <= 1e-12, "{kinds:?} {case}: {one:?} {two:?}");
        }
    }
}
