//! CPU times of rivals, taken in turns.

use std::time::Instant;

/// A job that is timed.
pub(super) type TimedJob<'a> = Box<dyn FnMut() + 'a>;

/// The median time of each job in nanoseconds. All have their turn in every round, so that whatever
/// else the machine does falls upon all of them.
pub(super) fn medians(jobs: &mut [TimedJob], rounds: usize) -> Vec<f64> {
    let mut times = vec![Vec::with_capacity(rounds); jobs.len()];
    for job in jobs.iter_mut() {
        job();
    }
    for _ in 0..rounds {
        for (job, times) in jobs.iter_mut().zip(&mut times) {
            let start = Instant::now();
            job();
            times.push(start.elapsed().as_secs_f64() * 1e9);
        }
    }
    times.into_iter().map(median).collect()
}

/// The median; not a number where there is none.
pub(super) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
