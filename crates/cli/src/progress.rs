//! A progress bar for jobs that take a while.

use std::io::IsTerminal;
use std::sync::OnceLock;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Shorter jobs show no bar.
const PATIENCE: Duration = Duration::from_millis(500);

/// The bar is redrawn so often, also while nothing is told.
const TICK: Duration = Duration::from_millis(200);

/// Parts of the job that the bar tells apart.
const PARTS: u64 = 1000;

/// A bar on stderr. It appears after half a second, only on a terminal, and is gone at the end.
pub(super) struct Progress {
    name: &'static str,
    start: Instant,
    bar: OnceLock<ProgressBar>,
}

impl Progress {
    pub(super) fn new(name: &'static str) -> Self {
        Self { name, start: Instant::now(), bar: OnceLock::new() }
    }

    /// Shows which share of the job is done, from 0 to 1.
    pub(super) fn tell(&self, share: f64) {
        if self.start.elapsed() >= PATIENCE {
            let bar = self.bar.get_or_init(|| self.draw());
            bar.set_position((share * PARTS as f64) as u64);
        }
    }

    /// Does a job that tells little or nothing of itself; the bar appears in its midst if it takes
    /// long.
    pub(super) fn during<T>(&self, share: f64, job: impl FnOnce() -> T) -> T {
        self.tell(share);
        let (end, ended) = mpsc::channel::<()>();
        thread::scope(|scope| {
            scope.spawn(|| {
                let left = PATIENCE.saturating_sub(self.start.elapsed());
                let ended = ended;
                let is_long = ended.recv_timeout(left) == Err(RecvTimeoutError::Timeout);
                if is_long && self.bar.get().is_none() {
                    self.tell(share);
                }
            });
            // The other thread wakes up when this end of the channel is gone.
            let _end = end;
            job()
        })
    }

    fn draw(&self) -> ProgressBar {
        let style = ProgressStyle::with_template("{prefix} [{bar:40}] {percent} % {elapsed}");
        let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
        let is_seen = std::io::stderr().is_terminal();
        let target =
            if is_seen { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(Some(PARTS), target);
        let bar = bar.with_style(style).with_prefix(self.name).with_elapsed(self.start.elapsed());
        bar.enable_steady_tick(TICK);
        bar
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = self.bar.get() {
            bar.finish_and_clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_job_that_tells_nothing_has_a_bar_within_a_second() {
        let progress = Progress::new("test");
        assert_eq!(progress.during(0.25, || 7), 7);
        assert!(progress.bar.get().is_none());
        let seen = progress.during(0.5, || {
            thread::sleep(Duration::from_millis(900));
            progress.bar.get().map(ProgressBar::position)
        });
        assert_eq!(seen, Some(PARTS / 2));
    }
}
