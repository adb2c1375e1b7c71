//! Known geometry: areas and forces against closed forms.

use std::f64::consts::{PI, TAU};
use std::sync::Arc;

use gapkit::Vec3;
use gapkit::mesh::{TetMesh, bodies};
use gapkit::scene::{BodyOptions, Kind, Scene, Shape};
use gapkit::shape::{Pose, Sphere};

use super::{area, force, simple, surfaces};
use crate::common::{block, moved, oriented, posed, shifted};

/// A thick half shell around the origin, below z = 0, with its inner radius.
fn cup(inner: f64, outer: f64, rings: usize, sides: usize) -> TetMesh {
    let (mut nodes, mut tets) = (Vec::new(), Vec::new());
    for radius in [inner, outer] {
        nodes.push([0.0, 0.0, -radius]);
        for ring in 1..=rings {
            let (sin, cos) = (0.5 * PI * ring as f64 / rings as f64).sin_cos();
            for side in 0..sides {
                let (y, x) = (TAU * side as f64 / sides as f64).sin_cos();
                nodes.push([radius * sin * x, radius * sin * y, -radius * cos]);
            }
        }
    }
    let layer = (nodes.len() / 2) as u32;
    let node = |ring: usize, side: usize| match ring {
        0 => 0,
        ring => (1 + (ring - 1) * sides + side % sides) as u32,
    };
    // Wedges between the two layers, each three tetrahedra, cut by the order of their nodes.
    let mut wedge = |mut corners: [u32; 3]| {
        corners.sort_unstable();
        let [a, b, c] = corners;
        tets.extend([
            [a, b, c, c + layer],
            [a, b, b + layer, c + layer],
            [a, a + layer, b + layer, c + layer],
        ]);
    };
    for side in 0..sides {
        wedge([node(0, 0), node(1, side), node(1, side + 1)]);
        for ring in 1..rings {
            wedge([node(ring, side), node(ring + 1, side), node(ring + 1, side + 1)]);
            wedge([node(ring, side), node(ring + 1, side + 1), node(ring, side + 1)]);
        }
    }
    oriented(nodes, tets)
}

#[test]
fn a_ball_in_a_cup_has_the_area_of_the_surface_between_them() {
    // A fine ball, so that its own polyhedron is near the sphere.
    let ball = bodies::sphere(1.0, 12).expect("a ball");
    for (rings, sides) in [(16, 48), (14, 44), (20, 64)] {
        let mut scene = simple(0.08, &[ball.clone(), cup(1.02, 1.3, rings, sides)]);
        let found = area(scene.detect());
        let middle = 1.01 * 1.01 * TAU;
        let error = found / middle - 1.0;
        assert!(error.abs() < 0.005, "{rings} rings: {found}, {error}");
    }
}

#[test]
fn a_ball_over_a_plate_has_the_disc_within_reach() {
    let ball = shifted(&bodies::sphere(0.5, 16).expect("a ball"), [0.013, 0.007, 0.5]);
    let plate = shifted(&block([7, 7, 1], [2.0, 2.0, 0.5]), [-1.0, -1.0, -0.5]);
    for margin in [0.01f64, 0.02, 0.04] {
        let mut scene = simple(margin, &[plate.clone(), ball.clone()]);
        // Where the sphere is within the margin: a disc of radius sqrt(2 R m - m^2).
        let disc = PI * (2.0 * 0.5 * margin - margin * margin);
        let found = area(scene.detect());
        assert!((found / disc - 1.0).abs() < 0.1, "{margin}: {found} instead of {disc}");
    }
}

#[test]
fn the_force_of_a_ball_does_not_jump_as_it_slides_over_facets() {
    let ball = bodies::sphere(0.5, 4).expect("a ball");
    let plate = shifted(&block([6, 6, 1], [2.0, 2.0, 0.5]), [-1.0, -1.0, -0.5]);
    let mut scene = simple(0.02, &[plate, ball.clone()]);
    let mut last: Option<Vec3> = None;
    for step in 0..400 {
        let x = -0.3 + 1e-6 * f64::from(step);
        let nodes: Vec<_> =
            ball.nodes().iter().map(|n| [n[0] + x, n[1] + 0.01, n[2] + 0.49]).collect();
        scene.set_positions(1, &nodes).expect("positions");
        let found: Vec3 = scene.detect().iter().map(|c| c.normal * ((0.02 - c.gap) * c.area)).sum();
        if let Some(last) = last {
            let change = (found - last).norm() / found.norm();
            assert!(change < 1e-12, "step {step}: {change:e}");
        }
        last = Some(found);
    }
}

/// A cube that stands on its corner, so deep in a plate. Each of the three planes about the corner
/// faces the plate with the cosine `c = 1 / sqrt(3)`, along a normal whose cosine with both is `k`.
/// There they have a triangle in common: its base is a side of the section at gap 0, `sqrt(6) d`,
/// its apex the corner as seen along the normal. With the margin r everything is as if the depth
/// were `d + k r`.
#[test]
fn a_corner_that_pokes_a_face_has_the_force_of_its_planes_and_of_its_node() {
    const MARGIN: f64 = 0.01;
    // The diagonal upright.
    let turn = Vec3::new(1.0, -1.0, 0.0).normalize() * (1.0 / 3.0f64.sqrt()).acos();
    let cube = posed(&block([2, 2, 2], [1.0; 3]), &Pose::new(Vec3::zeros(), -turn));
    let lowest = cube.nodes().iter().map(|x| x[2]).fold(f64::INFINITY, f64::min);
    let is_lowest = |&node: &u32| cube.nodes()[node as usize][2] == lowest;
    let boundary = cube.boundary();
    let around = boundary.facets().iter().filter(|facet| facet.iter().any(is_lowest)).count();
    let plate = shifted(&block([3, 3, 1], [3.0, 3.0, 1.0]), [-1.4, -1.6, -1.0]);
    let c = 1.0 / 3.0f64.sqrt();
    let k = (0.5 * (1.0 + c)).sqrt();
    let height = 0.5f64.sqrt() + (2.0f64 / 3.0).sqrt() / (1.0 + c);
    for depth in [-0.004, 0.0, 0.002, 0.004, 0.015] {
        let poking = moved(&cube, |[x, y, z]| [x, y, z - lowest - depth]);
        let mut scene = simple(MARGIN, &[plate.clone(), poking]);
        let contacts = scene.detect();
        let corners: Vec<_> = contacts.iter().filter(|c| c.kind == Kind::Corner).collect();
        assert_eq!(corners.len(), 1, "{depth}");
        assert!((corners[0].gap + depth).abs() < 1e-14 && corners[0].normal.z > 1.0 - 1e-14);
        // The facets that meet there, seen under that cosine: a third of each is the node's, of
        // which half counts.
        let exact = 0.125 * around as f64 * c / 6.0;
        assert!((corners[0].area / exact - 1.0).abs() < 1e-12, "{depth}: {}", corners[0].area);
        let seen = depth + k * MARGIN;
        let exact = 3.0 * k * 0.5 * 6.0f64.sqrt() * height * seen.powi(2);
        let found = area(contacts);
        assert!((found / exact - 1.0).abs() < 1e-9, "{depth}: {found} instead of {exact}");
        let exact = 0.5 * k * 6.0f64.sqrt() * height * seen.powi(3);
        let areas = contacts.iter().filter(|contact| contact.kind == Kind::Area);
        let found: Vec3 = areas.map(|c| c.normal * ((MARGIN - c.gap) * c.area)).sum();
        let off = (found - Vec3::z() * exact).norm() / exact;
        assert!(off < 1e-9, "{depth}: {found} instead of {exact}");
    }
}

#[test]
fn a_rigid_sphere_on_facets_has_a_force_that_varies_little_and_makes_no_work() {
    const RADIUS: f64 = 0.05;
    const MARGIN: f64 = 1e-3;
    let plate = shifted(&block([8, 8, 1], [0.24, 0.24, 0.1]), [-0.12, -0.12, -0.1]);
    let mut scene = Scene::new(surfaces(MARGIN)).expect("threads");
    scene.add_mesh(&plate, BodyOptions::default()).expect("a mesh");
    let ball: Shape = Arc::new(Sphere::new([0.0; 3], RADIUS).expect("a radius"));
    let at = |x: f64, y: f64| Pose::translation(x, y, RADIUS);
    scene.add_shape(ball, &at(0.0, 0.0), BodyOptions::default()).expect("a shape");
    let mut energy_and_force = |x: f64, y: f64| {
        scene.set_pose(1, &at(x, y)).expect("a pose");
        let mut sums = (0.0, Vec3::zeros());
        for contact in scene.detect() {
            let closure = (MARGIN - contact.gap).max(0.0);
            sums.0 += 0.5 * closure * closure * contact.area;
            sums.1 += contact.normal * (closure * contact.area);
        }
        sums
    };
    // Along a line over many facets: the force, and its work against the change of energy.
    let steps = 1600;
    let (mut work, mut forces) = (0.0, Vec::new());
    let place = |i: usize| -0.04 + 0.08 * i as f64 / steps as f64;
    let start = energy_and_force(place(0), 0.003);
    let mut last = start;
    for i in 1..=steps {
        let now = energy_and_force(place(i), 0.003);
        work += 0.5 * (now.1.x + last.1.x) * (place(i) - place(i - 1));
        forces.push(now.1.z);
        last = now;
    }
    let mean = forces.iter().sum::<f64>() / forces.len() as f64;
    // The paraboloid: k pi R c^2.
    let exact = PI * RADIUS * MARGIN * MARGIN;
    assert!((mean / exact - 1.0).abs() < 0.03, "{mean} instead of {exact}");
    for force in forces {
        assert!((force / mean - 1.0).abs() < 0.02, "{force} instead of {mean}");
    }
    let closed = (work + last.0 - start.0).abs() / (mean * MARGIN);
    assert!(closed < 1e-6, "{closed}");
}

#[test]
fn a_block_on_a_half_space_has_the_area_and_force_of_its_face() {
    let mesh = block([3, 2, 2], [1.0, 0.8, 0.5]);
    let mut scene = Scene::new(surfaces(0.01)).expect("threads");
    scene.add_mesh(&mesh, BodyOptions::default()).expect("a mesh");
    scene.add_plane([0.0, 0.0, 0.0], [0.0, 0.0, 1.0], BodyOptions::default()).expect("a plane");
    for gap in [0.005, 0.0, -0.003, -0.2, -2.0] {
        let nodes: Vec<_> = mesh.nodes().iter().map(|&[x, y, z]| [x, y, z + gap]).collect();
        scene.set_positions(0, &nodes).expect("positions");
        let found = force(scene.detect());
        // On the plane, which is below.
        let exact = Vec3::new(0.0, 0.0, gap * 0.8);
        assert!((found - exact).norm() < 1e-14, "{gap}: {found}");
        assert!((area(scene.contacts()) - 0.8).abs() < 1e-14);
    }
}

#[test]
fn thickness_shifts_the_gap_and_nothing_else() {
    let lower = block([2, 2, 1], [1.0; 3]);
    let upper = shifted(&block([3, 3, 1], [1.0; 3]), [0.0, 0.0, 1.05]);
    let options = BodyOptions::default().with_thickness(0.02).expect("a thickness");
    let mut scene = crate::common::scene_of(surfaces(0.02), options, &[lower, upper]);
    let contacts = scene.detect();
    assert!((area(contacts) - 1.0).abs() < 1e-13);
    for contact in contacts {
        assert!((contact.gap - 0.01).abs() < 1e-15);
        assert!((contact.point_a.z - 1.02).abs() < 1e-15, "{}", contact.point_a);
        assert!((contact.point_b.z - 1.03).abs() < 1e-15, "{}", contact.point_b);
    }
}

#[test]
fn fast_bodies_are_not_missed() {
    let lower = block([2, 2, 1], [1.0; 3]);
    let upper = shifted(&lower, [0.0, 0.0, 1.5]);
    let mut scene = simple(0.01, &[lower, upper.clone()]);
    assert!(scene.detect().is_empty());
    let velocities = vec![[0.0, 0.0, -10.0]; upper.nodes().len()];
    scene.set_velocities(1, &velocities, 0.04).expect("velocities");
    assert!(scene.detect().is_empty());
    scene.set_velocities(1, &velocities, 0.05).expect("velocities");
    assert!((area(scene.detect()) - 1.0).abs() < 1e-13);
    scene.set_velocities(1, &vec![[0.0, 0.0, 10.0]; velocities.len()], 0.05).expect("velocities");
    assert!(scene.detect().is_empty());
}
