//! Self-contact: a strip bent to a U is pressed shut, and its legs do not go through each other.

use std::f64::consts::PI;

use gapkit::Vec3;
use gapkit::mesh::{TetMesh, bodies};
use gapkit_solver::{Law, Material, Penalty, Settings, Solver};

const OFFSET: f64 = 5e-4;
const THICK: f64 = 0.01;
const WIDTH: f64 = 0.02;
const LENGTH: f64 = 0.08;
const BETWEEN: f64 = 0.02;

/// The strip: two legs along -x, above and below z = 0, and the bow between them.
fn strip() -> TetMesh {
    let (inner, middle) = (0.5 * BETWEEN, 0.5 * (BETWEEN + THICK));
    let half = 0.5 * PI * middle;
    let flat = bodies::block([30, 3, 2], [2.0 * (LENGTH + half), WIDTH, THICK]).expect("valid");
    let bend = |&[x, y, z]: &[f64; 3]| {
        let (along, radius) = (x - (LENGTH + half), inner + z);
        if along.abs() <= half {
            let (sin, cos) = (along / middle).sin_cos();
            [radius * cos, -y, radius * sin]
        } else {
            [half - along.abs(), -y, radius * along.signum()]
        }
    };
    TetMesh::new(flat.nodes().iter().map(bend).collect(), flat.tets().to_vec()).expect("valid")
}

#[test]
fn a_fold_that_is_pressed_shut_holds() {
    let penalty = Penalty::new(OFFSET).expect("valid");
    let settings = Settings::new(penalty).expect("valid").with_damping(50.0).expect("valid");
    let mut solver = Solver::new(settings.with_threads(1)).expect("valid");
    let mesh = strip();
    let material = Material::new(Law::NeoHookean, 1000.0, 1e6, 0.3).expect("valid");
    let body = solver.add_mesh(&mesh, material, true).expect("valid");
    // The outer sides of the legs come together, until the legs are pressed by a tenth.
    let (speed, outer) = (0.3, 0.5 * BETWEEN + THICK - 1e-9);
    for (node, x) in mesh.nodes().iter().enumerate() {
        if x[0] < -0.01 && x[2].abs() > outer {
            let velocity = Vec3::new(0.0, 0.0, -speed * x[2].signum());
            solver.hold(body, node as u32, velocity).expect("valid");
        }
    }
    let end = (0.5 * BETWEEN + 0.1 * THICK) / speed;
    while solver.time() < end {
        solver.step().expect("no element inverts");
    }
    // The inner sides: each stays on its side, up to a part of an element.
    let now = solver.positions();
    let is_inner = |x: &[f64; 3]| x[0] < -0.02 && x[2].abs() < 0.5 * BETWEEN + 1e-9;
    let sides = mesh.nodes().iter().zip(now).filter(|(x, _)| is_inner(x));
    let deepest = sides.map(|(x, now)| now[2] * x[2].signum()).fold(f64::INFINITY, f64::min);
    assert!(deepest > -0.1 * THICK, "{deepest}");
    let contacts: Vec<_> = solver.contacts().map(|(contact, _)| *contact).collect();
    assert!(contacts.iter().all(|contact| contact.gap > -0.2 * THICK));
    let area: f64 = contacts.iter().map(|contact| contact.area).sum();
    assert!(area > 0.7 * LENGTH * WIDTH, "{area}");
}
