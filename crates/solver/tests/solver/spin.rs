//! A knot that spins freely.

use gapkit::Vec3;
use gapkit::mesh::bodies::{self, Knot};
use gapkit_solver::{Law, Material, Penalty, Settings, Solver};

#[test]
fn a_spinning_knot_keeps_its_energy_over_a_hundred_turns() {
    const SPIN: f64 = 2.0;
    // Nothing is near: contacts need hardly be detected.
    let settings = Settings::new(Penalty::new(3.0).expect("valid")).expect("valid").with_threads(1);
    let mut solver = Solver::new(settings.with_contact_reuse(1.0).expect("valid")).expect("valid");
    let mesh = bodies::knot(&Knot::trefoil(24, 4, 1)).expect("valid");
    let material = Material::new(Law::NeoHookean, 1.0, 1000.0, 0.3).expect("valid");
    let body = solver.add_mesh(&mesh, material, false).expect("valid");
    let axis = Vec3::new(0.0, 0.0, SPIN);
    solver.set_velocity(body, |x| axis.cross(&x)).expect("valid");
    let start = solver.entry().expect("valid");
    let mut worst = 0.0_f64;
    let mut turned = 0.0;
    while turned < 100.0 {
        solver.step().expect("valid");
        if solver.steps().is_multiple_of(100) {
            worst = worst.max(solver.entry().expect("valid").error.abs());
            turned = solver.time() * SPIN / std::f64::consts::TAU;
        }
    }
    let end = solver.entry().expect("valid");
    assert!(worst < 0.1, "{worst} %");
    let change = (end.angular_momentum - start.angular_momentum).norm();
    let change = change / start.angular_momentum.norm();
    println!("spinning: energy {worst} %, angular momentum {change:e}");
    assert!(change < 1e-12, "{change}");
    // It still spins: most of its energy is kinetic.
    assert!(end.kinetic > 2.0 * end.elastic, "{} {}", end.kinetic, end.elastic);
}
