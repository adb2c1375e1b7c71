//! What a distance takes, in nanoseconds and in operations.

use std::hint::black_box;

use gapkit::Query;
use gapkit::gjk::{Cache, Simplex, SubAlgorithm};

use super::motion::{Body, LENGTH, Sequence};
use crate::Error;
use crate::published::{Gjk, Rules};
use crate::timing::{TimedJob, medians};

/// As in the paper, a calculation is timed many times in a row: what is measured is not how fast a
/// body comes from memory.
const REPEATS: u32 = 10;

/// Means over all steps of all sequences.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Taken {
    /// Nanoseconds of a query of the library.
    pub(super) time: f64,
    /// Multiplications and divisions of GJK as Cameron writes it.
    pub(super) operations: f64,
    /// Support calls of a query of the library.
    pub(super) supports: f64,
}

/// Measures what the sequences take.
pub(super) fn measure(
    sequences: &[Sequence],
    tracked: bool,
    rounds: usize,
) -> Result<Taken, Error> {
    let steps: Vec<_> = sequences.iter().map(Sequence::steps).collect::<Result<_, _>>()?;
    let count = (sequences.len() * LENGTH) as f64;
    let query = Query::default();
    let distances = |sequence: &[(Body, Body)]| {
        let mut cache = Cache::default();
        let mut supports = 0;
        for (a, b) in sequence {
            if !tracked {
                cache = Cache::default();
            }
            supports += black_box(query.tracked(black_box(a), b, &mut cache)).iterations;
        }
        supports
    };
    let supports: u32 = steps.iter().map(|sequence| distances(sequence)).sum();
    let mut jobs: [TimedJob; 1] = [Box::new(|| {
        for sequence in &steps {
            for _ in 0..REPEATS {
                black_box(distances(sequence));
            }
        }
    })];
    let time = medians(&mut jobs, rounds)[0] / (count * f64::from(REPEATS));
    let operations: f64 = steps.iter().map(|sequence| operations(sequence, tracked)).sum();
    Ok(Taken { time, operations: operations / count, supports: f64::from(supports) / count })
}

/// Multiplications and divisions for a sequence. The bodies are in place already, as the paper
/// assumes.
fn operations(sequence: &[(Body, Body)], tracked: bool) -> f64 {
    let (sub, rules) = (SubAlgorithm::JohnsonBackup, Rules::printed(1e-14).guarded());
    let (mut face, mut total) = (Vec::new(), 0.0);
    for (a, b) in sequence {
        let mut solving = 0;
        let found = Gjk { sub, rules }.run((a, b), &face, |s| solving += of_simplex(s));
        // A dot product for every vertex that is visited.
        total += f64::from(3 * found.visited) + solving as f64;
        if tracked {
            face = found.face;
        }
    }
    total
}

/// What the sub-algorithm takes for a simplex (section 3.3 of the paper, footnote 2), what the
/// blend of its points does, and the two dot products of the test that ends the search.
fn of_simplex(simplex: &Simplex) -> usize {
    let n = simplex.rank();
    let deltas = if n > 2 { n * (n - 1) * ((1 << (n - 2)) - 1) } else { 0 };
    let dots = 3 * n * (n + 1) / 2;
    deltas + dots + 4 * n + 6
}

#[cfg(test)]
mod tests {
    use super::*;
    use gapkit::Vec3;

    #[test]
    fn operations_follow_the_formula_of_the_paper() {
        let s = [Vec3::x(), Vec3::y(), Vec3::z(), Vec3::zeros()];
        let counts = [1, 2, 3, 4].map(|n| of_simplex(&Simplex::of(&s[..n]).unwrap()));
        assert_eq!(counts, [13, 23, 42, 88]);
    }
}
