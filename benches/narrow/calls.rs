//! One call of each sub-algorithm, by the rank of the simplex.

use std::fmt::Write;
use std::hint::black_box;

use gapkit::Vec3;
use gapkit::gjk::{Simplex, SubAlgorithm};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::common::measure::{Contest, of};

/// Simplices as a search meets them: every point but the newest carries the nearest point of the
/// face before, and the newest lies nearer to the origin along that direction.
fn simplices(rank: usize, count: usize) -> Vec<Simplex> {
    let mut rng = StdRng::seed_from_u64(rank as u64);
    let mut found = Vec::new();
    while found.len() < count {
        let mut point = || Vec3::from([0; 3].map(|_| rng.random_range(-1.0..1.0)));
        let points: Vec<Vec3> = (0..rank).map(|_| point() + Vec3::new(0.0, 0.0, 0.5)).collect();
        let simplex = Simplex::of(&points).expect("one to four points");
        let Some(old) = Simplex::of(&points[..rank - 1]) else {
            found.push(simplex);
            continue;
        };
        let before = SubAlgorithm::SignedVolumes.solve(&old).expect("always solved");
        let nearer = before.direction.dot(&(points[0] - points[rank - 1])) > 0.0;
        if before.len == rank - 1 && nearer {
            found.push(simplex);
        }
    }
    found
}

/// Nanoseconds per call.
pub(crate) fn by_rank(out: &mut String) {
    let names = SubAlgorithm::ALL.map(SubAlgorithm::name);
    writeln!(out, "| rank | {} |\n|---|{}", names.join(" | "), "---|".repeat(names.len()))
        .expect("String");
    for rank in 2..=4 {
        let simplices = simplices(rank, 2000);
        let mut contest = Contest::default();
        for sub in SubAlgorithm::ALL {
            let simplices = &simplices;
            contest.add(sub.name(), move || {
                for simplex in simplices {
                    black_box(sub.solve(black_box(simplex)));
                }
            });
        }
        let times = contest.run(simplices.len(), 20);
        let cells: String =
            names.iter().map(|name| format!(" {:.0} |", exact(&times, name))).collect();
        writeln!(out, "| {rank} |{cells}").expect("String");
    }
}

fn exact(times: &[(String, f64)], name: &str) -> f64 {
    let of_name: Vec<_> = times.iter().filter(|(other, _)| other == name).cloned().collect();
    of(&of_name, name)
}
