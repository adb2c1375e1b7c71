//! What contacts do to shells and beams: masses, pressure over lengths and areas, and balance.

use std::f64::consts::PI;

use gapkit::Vec3;
use gapkit::forces::{ContactForces, Material, Motion, Penalty, Time};
use gapkit::mesh::{BeamMesh, SurfaceMesh, bodies};
use gapkit::scene::{BodyOptions, Config, Scene};

const OFFSET: f64 = 0.01;
const DENSITY: f64 = 1000.0;
const RADIUS: f64 = 0.05;
const SEGMENTS: usize = 4;

/// A scene, with the forces of the bodies of `added`.
fn model(add: impl Fn(&mut Scene) -> [u32; 2]) -> (Scene, ContactForces, [u32; 2]) {
    let penalty = Penalty::new(OFFSET).expect("valid");
    let config = Config::new(penalty.detection_distance()).expect("valid").with_threads(1);
    let mut scene = Scene::new(config).expect("threads");
    let bodies = add(&mut scene);
    let mut forces = ContactForces::new(penalty);
    for body in bodies {
        let material = Material::new(1e6, DENSITY).expect("valid");
        forces.set_material(&scene, body, material).expect("a volume, a thickness or a radius");
    }
    forces.set_time_step(&scene, 1e-4).expect("valid");
    (scene, forces, bodies)
}

/// The forces on the nodes of both bodies at rest. Checks that all of them are in balance.
fn at_rest(scene: &mut Scene, forces: &mut ContactForces, bodies: [u32; 2]) -> [Vec<Vec3>; 2] {
    scene.detect();
    let v = vec![Vec3::zeros(); scene.all_positions().len()];
    let motion = Motion { x: scene.all_positions(), v: &v, rigid: &[] };
    forces.evaluate(scene, &motion, Time::Start).expect("all is known");
    let all = forces.on_all_nodes().iter().zip(scene.all_positions());
    let size: f64 = forces.on_all_nodes().iter().map(Vec3::norm).sum();
    let (force, moment) = all.fold((Vec3::zeros(), Vec3::zeros()), |(sum, moment), (f, x)| {
        (sum + f, moment + Vec3::from(*x).cross(f))
    });
    assert!(size > 0.0 && force.norm() < 1e-13 * size && moment.norm() < 1e-13 * size);
    bodies.map(|body| forces.on_nodes(scene, body).to_vec())
}

/// A straight chain of segments of length 1/4 along x, with its axis at a height.
fn chain(height: f64) -> BeamMesh {
    let at = |i: usize| [i as f64 / SEGMENTS as f64, 0.01, height];
    let segments: Vec<[u32; 2]> = (0..SEGMENTS as u32).map(|i| [i, i + 1]).collect();
    BeamMesh::new((0..=SEGMENTS).map(at).collect(), &segments, &[RADIUS]).expect("a chain")
}

fn sheet(height: f64, thickness: f64) -> SurfaceMesh {
    let node = |i: usize| [(i % 4) as f64 / 3.0, (i / 4) as f64 / 3.0, height];
    let face = |i: u32| [i, i + 1, i + 5, i + 4];
    let faces: Vec<[u32; 4]> = (0..11).filter(|i| i % 4 < 3).map(face).collect();
    SurfaceMesh::open((0..16).map(node).collect(), &faces, &[thickness]).expect("a sheet")
}

#[test]
fn a_beam_on_a_block_is_pushed_along_its_length() {
    let totals = [0.2, 0.4].map(|closure| {
        let gap = OFFSET * (1.0 - closure);
        let (mut scene, mut forces, bodies) = model(|scene| {
            let block = bodies::block([3, 3, 1], [3.0, 3.0, 1.0]).expect("a block");
            let nodes = block.nodes().iter().map(|[x, y, z]| [x - 1.0, y - 1.5, z - 1.0]).collect();
            let block = gapkit::mesh::TetMesh::new(nodes, block.tets().to_vec()).expect("moved");
            let block = scene.add_mesh(&block, BodyOptions::default()).expect("a block");
            let beam = scene.add_beams(&chain(RADIUS + gap), BodyOptions::default());
            [block, beam.expect("beams")]
        });
        let masses = forces.lumped_masses(&scene, bodies[1]).expect("it has a material");
        let whole = PI * RADIUS * RADIUS * DENSITY;
        assert!((masses.iter().sum::<f64>() / whole - 1.0).abs() < 1e-14);
        assert!((masses[0] / masses[1] - 0.5).abs() < 1e-14);
        let [_, on_beam] = at_rest(&mut scene, &mut forces, bodies);
        let total = on_beam.iter().sum::<Vec3>();
        // Uniform along the length: half at the ends.
        for (i, force) in on_beam.iter().enumerate() {
            let share = if i % SEGMENTS == 0 { 0.5 } else { 1.0 } / SEGMENTS as f64;
            assert!((force - total * share).norm() < 1e-12 * total.norm(), "{i}: {force}");
        }
        assert!(total.z > 0.0 && total.xy().norm() < 1e-13 * total.z);
        total.z
    });
    // The pressure grows with the square of the closure.
    assert!((totals[1] / totals[0] - 4.0).abs() < 1e-9, "{totals:?}");
}

#[test]
fn a_shell_on_a_shell_is_pushed_over_its_area() {
    let thickness = [0.02, 0.06];
    let (mut scene, mut forces, bodies) = model(|scene| {
        let height = 0.5 * (thickness[0] + thickness[1]) + 0.5 * OFFSET;
        let options = BodyOptions::default();
        let lower = scene.add_surface(&sheet(0.0, thickness[0]), options).expect("a shell");
        [lower, scene.add_surface(&sheet(height, thickness[1]), options).expect("a shell")]
    });
    for (body, thickness) in bodies.into_iter().zip(thickness) {
        let masses = forces.lumped_masses(&scene, body).expect("it has a material");
        assert!((masses.iter().sum::<f64>() / (thickness * DENSITY) - 1.0).abs() < 1e-14);
    }
    let [lower, upper] = at_rest(&mut scene, &mut forces, bodies);
    let total = upper.iter().sum::<Vec3>();
    assert!(total.z > 0.0 && total.xy().norm() < 1e-13 * total.z);
    // The lever arm of a uniform pressure is the middle.
    let nodes = sheet(0.0, 1.0);
    let middle: f64 = nodes.nodes().iter().zip(&lower).map(|(x, f)| x[0] * f.z).sum();
    assert!((middle / -total.z - 0.5).abs() < 1e-12, "{middle}");
}

#[test]
fn a_surface_without_thickness_has_no_forces() {
    let mut scene = Scene::new(Config::new(0.01).expect("valid")).expect("threads");
    let body = scene.add_surface(&sheet(0.0, 0.0), BodyOptions::default()).expect("a sheet");
    let mut forces = ContactForces::new(Penalty::new(OFFSET).expect("valid"));
    let material = Material::new(1e6, DENSITY).expect("valid");
    let error = forces.set_material(&scene, body, material).unwrap_err().to_string();
    assert_eq!(error, "body 0 is not a body with a volume or a thickness");
}
