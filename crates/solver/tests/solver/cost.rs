//! What the forces of contacts cost beside their detection.

use std::time::Duration;

use gapkit::mesh::bodies;
use gapkit_solver::{Friction, Law, Material, Penalty, Settings, Solver};

use crate::common::{EIGHT_SIDES, colliding_ropes, placed};

/// One thread, with friction and damping.
fn settings(offset: f64) -> Settings {
    let penalty = Penalty::new(offset).expect("valid").with_damping(0.1).expect("valid");
    let penalty = penalty.with_friction(Friction::new(0.5).expect("valid"));
    Settings::new(penalty).expect("valid").with_threads(1)
}

/// A plate that slides on another one, which stands on a plane, with cells that do not match.
fn plates() -> Solver {
    let mut solver = Solver::new(settings(0.002).with_gravity([0.0, 0.0, -9.81])).expect("valid");
    let rubber = Material::new(Law::NeoHookean, 1000.0, 1e6, 0.3).expect("valid");
    // About as far as its weight presses it.
    solver.add_plane([0.0, 0.0, -0.0018], [0.0, 0.0, 1.0]).expect("valid");
    for (cells, height) in [(29, 0.0), (27, 0.1019)] {
        let plate = bodies::block([cells, cells, 2], [1.0, 1.0, 0.1]).expect("valid");
        let plate = placed(&plate, 1.0, [0.0, 0.0, height], [0.02 * height, 0.0, height]);
        let body = solver.add_mesh(&plate, rubber, false).expect("valid");
        solver.set_velocity(body, |_| [10.0 * height, 0.0, 0.0].into()).expect("valid");
    }
    solver
}

/// The times of detection and of forces in some steps while bodies touch, in turn.
fn times(solver: &mut Solver, steps: usize) -> [Duration; 2] {
    let before = *solver.clock();
    let mut touching = 0;
    for _ in 0..steps {
        solver.step().expect("valid");
        touching += usize::from(solver.contacts().any(|(_, force)| force.closure > 0.0));
    }
    assert!(touching > steps / 2, "they touch: {touching}");
    let after = *solver.clock();
    [after.detection - before.detection, after.contacts - before.contacts]
}

#[test]
#[ignore = "a measurement, of an optimised build on a quiet machine"]
fn forces_of_contacts_take_at_most_as_long_as_detection() {
    let mut knots = colliding_ropes(EIGHT_SIDES, settings(0.002));
    while knots.contacts().all(|(_, force)| force.closure <= 0.0) {
        knots.step().expect("valid");
    }
    let mut plates = plates();
    times(&mut plates, 20);
    let all = [("plates", &mut plates, 100), ("knots", &mut knots, 400)];
    let ratios = all.map(|(name, solver, steps)| {
        let [detection, forces] = times(solver, steps).map(|time| time.as_secs_f64() * 1e6);
        let each = [detection, forces].map(|time| time / steps as f64);
        let count = solver.contacts().count();
        println!("{name}: detection {:.0} us, forces {:.0} us, {count} contacts", each[0], each[1]);
        forces / detection
    });
    assert!(ratios.iter().all(|&ratio| ratio <= 1.0), "{ratios:?}");
}
