//! When a run writes outputs.

use super::saved::Progress;

/// Outputs at multiples of an interval, and one at the end.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Schedule {
    pub(super) interval: f64,
    duration: f64,
    /// The multiple of the interval that comes next.
    pub(super) next: usize,
    is_over: bool,
}

/// What a multiple of the interval may be beyond the duration by rounding, in parts of it.
const TIME_TOLERANCE: f64 = 1e-9;

impl Schedule {
    /// The schedule of a new run: `outputs` outputs after the one at the start.
    pub(super) fn new(duration: f64, outputs: usize) -> Self {
        Self { interval: duration / outputs as f64, duration, next: 0, is_over: false }
    }

    /// That of a run which goes on at this time. Unless another number of outputs is given, the
    /// interval stays.
    pub(super) fn resume(
        duration: f64,
        outputs: Option<usize>,
        progress: &Progress,
        time: f64,
        step: f64,
    ) -> Self {
        let interval = outputs.map_or(progress.interval, |count| duration / count as f64);
        let mut schedule = Self { interval, duration, next: progress.next, is_over: false };
        if interval != progress.interval {
            schedule.next = (time / interval) as usize;
            while schedule.multiple() <= time + 0.5 * step {
                schedule.next += 1;
            }
        }
        schedule.is_over = time + 0.5 * step >= duration;
        schedule
    }

    fn multiple(&self) -> f64 {
        self.next as f64 * self.interval
    }

    /// The time of the next output.
    pub(super) fn time(&self) -> f64 {
        if self.is_last() { self.duration } else { self.multiple() }
    }

    fn is_last(&self) -> bool {
        self.multiple() >= self.duration * (1.0 - TIME_TOLERANCE)
    }

    /// Whether all outputs have been made.
    pub(super) fn is_over(&self) -> bool {
        self.is_over
    }

    /// Goes on to the output after the next.
    pub(super) fn advance(&mut self) {
        let is_cut = self.multiple() > self.duration * (1.0 + TIME_TOLERANCE);
        self.is_over = self.is_last();
        // What the end of this run cuts short is still to come if the run goes on.
        self.next += usize::from(!is_cut);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn times(mut schedule: Schedule) -> (Vec<f64>, Schedule) {
        let mut times = Vec::new();
        while !schedule.is_over() {
            times.push(schedule.time());
            schedule.advance();
        }
        (times, schedule)
    }

    fn progress(schedule: &Schedule) -> Progress {
        let Schedule { interval, next, .. } = *schedule;
        Progress { next, interval, ..Progress::default() }
    }

    #[test]
    fn there_are_as_many_outputs_as_asked_for_and_the_last_is_at_the_end() {
        for (duration, outputs) in [(2.0, 80), (0.3, 7), (35.0, 100), (1e-3, 1), (0.1, 9999)] {
            let (times, _) = times(Schedule::new(duration, outputs));
            assert_eq!(times.len(), outputs + 1);
            let last = times[outputs];
            assert!((last - duration).abs() <= 1e-12 * duration && times[0] == 0.0);
        }
    }

    #[test]
    fn a_longer_run_goes_on_at_the_same_interval_unless_told() {
        let (_, end) = times(Schedule::new(0.5, 5));
        let resume = |duration, outputs, end: &Schedule, time| {
            times(Schedule::resume(duration, outputs, &progress(end), time, 1e-4))
        };
        let (more, end) = resume(0.75, None, &end, 0.5);
        assert_eq!(more, [6.0 * 0.1, 7.0 * 0.1, 0.75]);
        // The one that the end cut short is made up for.
        assert_eq!(resume(1.0, None, &end, 0.75).0, [8.0 * 0.1, 9.0 * 0.1, 1.0]);
        assert_eq!(resume(1.0, Some(5), &end, 0.75).0, [4.0 * 0.2, 1.0]);
        assert!(resume(0.75, None, &end, 0.75).0.is_empty());
        assert!(resume(0.2, None, &end, 0.75).0.is_empty());
    }
}
