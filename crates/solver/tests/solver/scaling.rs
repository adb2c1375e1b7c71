//! Masses that are scaled up where elements are small.

use gapkit::Vec3;
use gapkit::mesh::{TetMesh, bodies};
use gapkit_solver::{Law, Material, Penalty, Settings, Solver};

use crate::common::placed;

/// A bar of 20 cells, of which one is a tenth as long as the others.
fn bar() -> TetMesh {
    let mesh = bodies::block([20, 2, 2], [2.0, 0.2, 0.2]).expect("valid");
    let squeeze = |x: f64| if x > 1.01 { x - 0.09 } else { x };
    let nodes = mesh.nodes().iter().map(|&[x, y, z]| [squeeze(x), y, z]).collect();
    TetMesh::new(nodes, mesh.tets().to_vec()).expect("valid")
}

/// The bar, stretched and let go; the share of mass that is added for this time step.
fn stretched(dt: f64) -> (Solver, f64) {
    let settings = Settings::new(Penalty::new(0.01).expect("valid")).expect("valid");
    let settings = settings.with_threads(1).with_mass_scaling(dt).expect("valid");
    let mut solver = Solver::new(settings).expect("valid");
    let rubber = Material::new(Law::Corotational, 1000.0, 1e6, 0.0).expect("valid");
    let body = solver.add_mesh(&bar(), rubber, false).expect("valid");
    solver.deform(body, |x| Vec3::new(1.001 * x.x, x.y, x.z)).expect("valid");
    let added = solver.added_mass();
    (solver, added)
}

/// Half a period of the bar that swings along itself, and the largest energy error in percent.
fn swing(solver: &mut Solver) -> [f64; 2] {
    let length = |solver: &Solver| {
        let x = solver.positions().iter().map(|x| x[0]);
        x.clone().fold(f64::NEG_INFINITY, f64::max) - x.fold(f64::INFINITY, f64::min)
    };
    let (mut shortest, mut error) = ((f64::INFINITY, 0.0), 0.0_f64);
    while solver.time() < 0.1 {
        solver.step().expect("valid");
        error = error.max(solver.entry().expect("valid").error.abs());
        if length(solver) < shortest.0 {
            shortest = (length(solver), solver.time());
        }
    }
    [shortest.1, error]
}

#[test]
fn a_small_element_does_not_set_the_step_and_the_added_mass_is_told() {
    let (mut plain, none) = stretched(0.0);
    let [period, _] = swing(&mut plain);
    let dt = 2.0 * plain.time_step();
    let (mut scaled, added) = stretched(dt);
    let [slower, error] = swing(&mut scaled);
    let step = scaled.time_step();
    println!(
        "step {:e} to {step:e}, mass {added:.4} more, half a period {period} to {slower}, {error} %",
        plain.time_step()
    );
    assert_eq!(none, 0.0);
    // Strain changes the bound by as much.
    assert!((step / dt - 1.0).abs() < 0.01, "{step} {dt}");
    assert!(added > 0.001 && added < 0.1, "{added}");
    assert!(error < 1.0, "{error}");
    // Mass in the middle, where nothing moves.
    assert!((slower / period - 1.0).abs() < 0.03, "{period} {slower}");
    let all: f64 = scaled.masses().iter().sum();
    let own: f64 = plain.masses().iter().sum();
    assert!((added - (all - own) / all).abs() < 1e-12);
}

/// A cube of steel thrown at one of rubber, both free; steel is softened for this step.
struct Throw {
    solver: Solver,
    share: f64,
    error: f64,
    slip: f64,
}

fn throw(dt: f64, threads: usize) -> Throw {
    let settings = Settings::new(Penalty::new(0.002).expect("valid")).expect("valid");
    let mut solver = Solver::new(settings.with_threads(threads)).expect("valid");
    let rubber = Material::new(Law::NeoHookean, 1000.0, 1e7, 0.3).expect("valid");
    let steel = Material::new(Law::NeoHookean, 7800.0, 2e11, 0.3).expect("valid");
    let block = bodies::block([3, 3, 3], [0.2; 3]).expect("valid");
    let cube = bodies::block([2, 2, 2], [0.1; 3]).expect("valid");
    let cube = placed(&cube, 1.0, [0.0, 0.0, 0.3], [0.06, 0.05, 0.204]);
    let (softer, share) = steel.softened(&cube, dt).expect("valid");
    solver.add_mesh(&block, rubber, false).expect("valid");
    let cube = solver.add_mesh(&cube, softer, false).expect("valid");
    solver.set_velocity(cube, |_| [0.0, 0.0, -2.0].into()).expect("valid");
    let start = solver.entry().expect("valid").momentum;
    let (mut error, mut slip) = (0.0_f64, 0.0_f64);
    while solver.time() < 0.03 {
        solver.step().expect("valid");
        if solver.steps().is_multiple_of(10) {
            let entry = solver.entry().expect("valid");
            error = error.max(entry.error.abs());
            slip = slip.max((entry.momentum - start).norm() / start.norm());
        }
    }
    Throw { solver, share, error, slip }
}

#[test]
fn a_stiff_part_that_is_softened_does_not_set_the_step_and_does_the_same_to_others() {
    let full = throw(1e-9, 1);
    let softer = throw(10.0 * full.solver.time_step() / 0.9, 1);
    let velocities = |throw: &Throw| {
        [0, 1].map(|body| throw.solver.rigid_motion(body).expect("valid").velocity.z)
    };
    let ([a, b], [c, d]) = (velocities(&full), velocities(&softer));
    println!(
        "share {:.4}: {} steps to {}, velocities {a:.4} {b:.4} to {c:.4} {d:.4}, energy {:.3} and \
         {:.3} %, momentum {:e}",
        softer.share,
        full.solver.steps(),
        softer.solver.steps(),
        full.error,
        softer.error,
        softer.slip
    );
    assert_eq!(full.share, 1.0);
    assert!(8 * softer.solver.steps() < full.solver.steps());
    assert!(a < -1.0, "they have met: {a}");
    assert!((a - c).abs() < 0.01 * 2.0 && (b - d).abs() < 0.01 * 2.0);
    assert!(softer.error < 0.3 && softer.slip < 1e-12, "{} {}", softer.error, softer.slip);
    let parallel = throw(10.0 * full.solver.time_step() / 0.9, 2);
    assert_eq!(parallel.solver.positions(), softer.solver.positions());
}
