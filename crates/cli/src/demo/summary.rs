//! The tables at the end of a run.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use gapkit::Vec3;
use gapkit::gjk::{Simplex, SubAlgorithm};
use gapkit_solver::Solver;

/// Times that the solver does not know of.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Times {
    pub(super) total: Duration,
    pub(super) output: Duration,
    pub(super) check: Duration,
}

/// The table of Montanari et al. 2017, the split of the time, and what a broad phase saved.
pub(super) fn text(
    solver: &Solver,
    sub: SubAlgorithm,
    times: &Times,
    self_contact: bool,
) -> String {
    let (tally, clock) = (solver.tally(), solver.clock());
    let seconds = |time: Duration| time.as_secs_f64();
    let sub_time = tally.sub_calls as f64 * call_time(sub);
    let contact = clock.detection + clock.contacts;
    let mut text = format!(
        "sub-algorithm           N_SUB    N_BACKUP  sub-algorithm time  contact time  total time\n\
         {:<18} {:>10} {:>11} {:>17.3} s {:>11.1} s {:>9.1} s\n\n",
        sub.name(),
        tally.sub_calls,
        tally.backup_calls,
        sub_time,
        seconds(contact),
        seconds(times.total)
    );
    let _ = writeln!(
        text,
        "N_SUB counts the calls of the sub-algorithm in the GJK queries that decide which pieces and which of their facets\n\
         are near; its time is N_SUB times the time of a call measured on its own. Contacts are points of the area that\n\
         facing facets have in common, and sharp nodes: {} pairs of pieces were examined so.\n",
        tally.facet_pairs
    );
    let share = |time: Duration| 100.0 * seconds(time) / seconds(times.total).max(1e-9);
    let parts = [
        ("contact detection", clock.detection),
        ("contact forces", clock.contacts),
        ("element forces", clock.elements),
        ("motion", clock.motion),
        ("files", times.output),
        ("independent check", times.check),
    ];
    let _ = writeln!(text, "time split");
    for (name, time) in parts {
        let _ = writeln!(text, "  {name:<18} {:>8.2} s {:>5.1} %", seconds(time), share(time));
    }
    let brute = solver.piece_pairs(self_contact) as f64 * solver.steps() as f64;
    let _ = writeln!(
        text,
        "\nGJK queries      {} in {} detections over {} steps\nby brute force   {brute:.3e}: every pair of \
         convex pieces in every step",
        tally.queries,
        tally.detections,
        solver.steps()
    );
    text
}

/// How many calls are timed.
const CALLS: usize = 20_000;

/// The time of one call of a sub-algorithm, in seconds, on tetrahedra around and beside the origin.
fn call_time(sub: SubAlgorithm) -> f64 {
    let point = |i: usize, k: usize| {
        let phase = (i * 4 + k) as f64;
        Vec3::new((1.1 * phase).sin() + 0.4, (1.7 * phase + 1.0).sin(), (2.3 * phase + 2.0).sin())
    };
    let simplices: Vec<Simplex> = (0..64)
        .filter_map(|i| Simplex::of(&[point(i, 0), point(i, 1), point(i, 2), point(i, 3)]))
        .collect();
    let start = Instant::now();
    let mut kept = 0;
    for simplex in simplices.iter().cycle().take(CALLS) {
        kept += std::hint::black_box(sub.solve(std::hint::black_box(simplex))).map_or(0, |s| s.len);
    }
    std::hint::black_box(kept);
    start.elapsed().as_secs_f64() / CALLS as f64
}
