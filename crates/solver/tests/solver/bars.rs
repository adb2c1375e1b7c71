//! The impact of two elastic bars.

use gapkit::mesh::{TetMesh, bodies};
use gapkit_solver::{Law, Material, Penalty, Settings, Solver};

const SPEED: f64 = 0.1;

/// Bars that meet after 5: see `gapkit demo bars`.
fn bars(cells: [usize; 3], offset: f64, safety: f64) -> Solver {
    let penalty = Penalty::new(offset).expect("valid");
    let settings =
        Settings::new(penalty).expect("valid").with_safety(safety).expect("valid").with_threads(1);
    let mut solver = Solver::new(settings).expect("valid");
    let material = Material::new(Law::Corotational, 1.0, 1.0, 0.0).expect("valid");
    let block = bodies::block(cells, [10.0, 1.0, 1.0]).expect("valid");
    let half = 0.5 + 0.5 * offset;
    for (start, velocity) in [(-10.0 - half, SPEED), (half, -SPEED)] {
        let place = |node: &[f64; 3]| [node[0] + start, node[1], node[2]];
        let nodes = block.nodes().iter().map(place).collect();
        let mesh = TetMesh::new(nodes, block.tets().to_vec()).expect("valid");
        let bar = solver.add_mesh(&mesh, material, false).expect("valid");
        solver.set_velocity(bar, |_| [velocity, 0.0, 0.0].into()).expect("valid");
    }
    solver
}

#[test]
fn pressure_contact_time_rebound_and_energy_are_those_of_theory() {
    let mut solver = bars([80, 2, 2], 0.019, 0.9);
    // While the waves run: the pressure is `rho c v` all over the section of 1.
    let (mut pressed, mut count) = (0.0, 0.0);
    let (mut first, mut last, mut worst) = (f64::INFINITY, 0.0, 0.0_f64);
    while solver.time() < 30.0 {
        solver.step().expect("valid");
        if (10.0..20.0).contains(&solver.time()) {
            pressed += solver.contact_force(1).x;
            count += 1.0;
        }
        if solver.contact_force(1).norm() > 0.0 {
            first = solver.time().min(first);
            last = solver.time();
        }
        if solver.steps().is_multiple_of(5) {
            worst = worst.max(solver.entry().expect("valid").error.abs());
        }
    }
    let lasted: f64 = last - first;
    let pressure = pressed / count / SPEED;
    println!("bars: contact {lasted}, pressure {pressure} of theory, largest error {worst} %");
    assert!((pressure - 1.0).abs() < 0.02, "{pressure}");
    assert!((lasted / 20.0 - 1.0).abs() < 0.02, "contact lasts {lasted}");
    for (bar, velocity) in [(0, -SPEED), (1, SPEED)] {
        let rebound = solver.rigid_motion(bar).expect("valid").velocity.x;
        println!("bar {bar}: {rebound}");
        assert!((rebound / velocity - 1.0).abs() < 0.02, "bar {bar} has {rebound}");
    }
    assert!(worst < 1.0, "{worst} %");
}

#[test]
fn the_oscillation_of_energy_falls_with_the_square_of_the_time_step() {
    let [whole, half] = [0.8, 0.4].map(|safety| {
        let mut solver = bars([60, 1, 1], 0.1, safety);
        let (mut sum, mut count) = (0.0, 0.0);
        while solver.time() < 20.0 {
            solver.step().expect("valid");
            let entry = solver.entry().expect("valid");
            sum += (entry.error - entry.contact_error).powi(2);
            count += 1.0;
        }
        (sum / count).sqrt()
    });
    println!("bars: {whole} % and {half} %");
    assert!((3.0..6.0).contains(&(whole / half)), "{whole} {half}");
}
