//! Two knots that collide: energy and momentum.

use gapkit_solver::Solver;

use crate::common::{EIGHT_SIDES, FIVE_SIDES, colliding, colliding_ropes, plain};

/// The largest error of the total energy in percent, and the root mean square of what is left of it
/// without the part of contacts whose areas change, which no time step makes smaller.
fn errors(solver: &mut Solver, end: f64) -> [f64; 2] {
    let (mut worst, mut sum, mut count) = (0.0_f64, 0.0, 0.0);
    while solver.time() < end {
        solver.step().expect("valid");
        let entry = solver.entry().expect("valid");
        worst = worst.max(entry.error.abs());
        sum += (entry.error - entry.contact_error).powi(2);
        count += 1.0;
    }
    [worst, (sum / count).sqrt()]
}

/// Where sharp ridges cross, the area in common is small and changes under load, which does work
/// that is in no force. The rounder the ropes, the less.
#[test]
fn energy_and_momentum_are_kept_in_a_collision() {
    for (rope, limit) in [(FIVE_SIDES, 3.0), (EIGHT_SIDES, 1.0)] {
        let mut solver = colliding_ropes(rope, plain());
        let start = solver.entry().expect("valid");
        let [worst, _] = errors(&mut solver, 0.22);
        let end = solver.entry().expect("valid");
        println!("knots {rope:?}: {worst} %, time step {:e}", solver.time_step());
        assert!(worst < limit, "{rope:?}: {worst} %");
        assert!(end.elastic > 0.02 * start.kinetic, "they did not hit: {}", end.elastic);
        let speed = (2.0 * start.kinetic * solver.masses().iter().sum::<f64>()).sqrt();
        assert!((end.momentum - start.momentum).norm() < 1e-10 * speed);
        assert!((end.angular_momentum - start.angular_momentum).norm() < 1e-10 * speed);
    }
}

#[test]
fn the_oscillation_of_energy_falls_with_the_square_of_the_time_step() {
    let [whole, half] = [0.8, 0.4]
        .map(|safety| errors(&mut colliding(plain().with_safety(safety).expect("valid")), 0.22)[1]);
    assert!((3.0..6.0).contains(&(whole / half)), "{whole} {half}");
}
