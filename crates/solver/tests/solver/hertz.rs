//! A ball that is pressed on the plane: H. Hertz, Ueber die Berührung fester elastischer Körper,
//! Journal für die reine und angewandte Mathematik 92, 1882, 156-171.

use gapkit::Vec3;
use gapkit::mesh::{TetMesh, bodies};
use gapkit_solver::{Law, Material, Penalty, Settings, Solver};

/// A ball of radius 1 that is finest where it touches. A translation of hyperbolic space takes the
/// ball to itself and keeps angles, and so the shapes of elements.
fn ball(layers: usize, offset: f64) -> TetMesh {
    const TOWARDS: f64 = -0.5;
    let a = Vec3::new(0.0, 0.0, TOWARDS);
    let place = |x: &[f64; 3]| {
        let x = Vec3::from(*x);
        let (xx, ax, aa) = (x.norm_squared(), a.dot(&x), a.norm_squared());
        let y = (x * (1.0 - aa) + a * (1.0 + 2.0 * ax + xx)) / (1.0 + 2.0 * ax + aa * xx);
        [y.x, y.y, y.z + 1.0 + offset]
    };
    let ball = bodies::sphere(1.0, layers).expect("valid");
    TetMesh::new(ball.nodes().iter().map(place).collect(), ball.tets().to_vec()).expect("valid")
}

/// Presses a ball on the plane, and compares the force to this part of it.
fn follows_hertz(layers: usize, within: f64) {
    const SPEED: f64 = 1e-3;
    const POISSON: f64 = 0.3;
    // As much finer as the elements.
    let offset = 0.06 / layers as f64;
    let penalty = Penalty::new(offset).expect("valid").with_factor(50.0).expect("valid");
    let penalty = penalty.with_soft_bound(1e9).expect("valid");
    let settings = Settings::new(penalty).expect("valid").with_threads(1);
    let settings =
        settings.with_damping(1.0).expect("valid").with_contact_reuse(1.0).expect("valid");
    let mut solver = Solver::new(settings).expect("valid");
    solver.add_plane([0.0; 3], [0.0, 0.0, 1.0]).expect("valid");
    let mesh = ball(layers, offset);
    let material = Material::new(Law::NeoHookean, 1.0, 1.0, POISSON).expect("valid");
    let body = solver.add_mesh(&mesh, material, false).expect("valid");
    let down = Vec3::new(0.0, 0.0, -SPEED);
    solver.set_velocity(body, |_| down).expect("valid");
    // The top is held, far from where the ball touches.
    for (node, x) in mesh.nodes().iter().enumerate().filter(|(_, x)| x[2] > 1.5) {
        assert!(x[2] > 1.5);
        solver.hold(body, node as u32, down).expect("valid");
    }
    for approach in [0.01, 0.02, 0.03] {
        while solver.time() * SPEED < approach {
            solver.step().expect("valid");
        }
        let force = solver.contact_force(body).z;
        let hertz = 4.0 / 3.0 / (1.0 - POISSON * POISSON) * approach.powf(1.5);
        println!("{layers} layers at {approach}: {} of Hertz", force / hertz);
        assert!((force / hertz - 1.0).abs() < within, "at {approach}: {force}, Hertz {hertz}");
    }
    let entry = solver.entry().expect("valid");
    assert!(entry.external > 0.0 && entry.error.abs() < 1.0, "{}", entry.error);
}

#[test]
fn a_ball_follows_the_force_of_hertz() {
    follows_hertz(6, 0.1);
}

#[test]
#[ignore = "minutes"]
fn a_fine_ball_follows_the_force_of_hertz() {
    follows_hertz(12, 0.05);
}
