//! Masses that are scaled up where elements are small.

use gapkit::Vec3;
use gapkit::mesh::{TetMesh, bodies};
use gapkit_solver::{Law, Material, Penalty, Settings, Solver};

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
