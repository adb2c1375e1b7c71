//! CPU times of rivals, taken in turns.

use std::cell::RefCell;
use std::time::Instant;

/// A job that is timed.
pub(super) type TimedJob<'a> = Box<dyn FnMut() + 'a>;

thread_local! {
    /// The spread of every time since it was last asked for.
    static SPREADS: RefCell<Vec<f64>> = const { RefCell::new(Vec::new()) };
}

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
    times.iter().for_each(|times| note_spread(times));
    times.into_iter().map(median).collect()
}

/// The median; not a number where there is none.
pub(super) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// Keeps in mind how far the middle half of some times is apart, as a share of their median.
pub(super) fn note_spread(times: &[f64]) {
    if times.len() < 4 {
        return;
    }
    let mut sorted = times.to_vec();
    sorted.sort_by(f64::total_cmp);
    let at = |quarter: usize| sorted[quarter * (sorted.len() - 1) / 4];
    SPREADS.with_borrow_mut(|spreads| spreads.push((at(3) - at(1)) / at(2)));
}

/// The spread of the times that were taken since the last call, in words: that of half of them, and of
/// nine in ten. Nothing if there were none.
pub(super) fn spread() -> Option<String> {
    let mut spreads = SPREADS.take();
    spreads.sort_by(f64::total_cmp);
    let last = spreads.len().checked_sub(1)?;
    let percent = |tenths: usize| format!("{:.0} %", 100.0 * spreads[tenths * last / 10]);
    Some(format!(
        "Spread of times: the middle half of the rounds is within {} of the median for half of the \
         times, within {} for nine in ten.",
        percent(5),
        percent(9)
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_spread_is_that_of_the_middle_half() {
        assert_eq!(spread(), None);
        note_spread(&[1.0, 2.0, 3.0]);
        assert_eq!(spread(), None);
        note_spread(&[10.0, 9.0, 11.0, 10.0, 500.0]);
        let text = spread().expect("a time");
        assert!(text.contains("within 10 % of the median"), "{text}");
        assert_eq!(spread(), None);
    }
}
