//! The progress bar of a run.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::numbers::fixed;

/// The bar is redrawn so often.
const TICK: Duration = Duration::from_millis(200);

/// Parts of the run that the bar tells apart.
const PARTS: f64 = 1000.0;

const TEMPLATE: &str = "{prefix} [{bar:30}] {msg}";

/// A bar on stderr, only on a terminal: simulated time, steps per second, contacts, energy error,
/// time left.
pub(super) struct Meter {
    bar: Option<ProgressBar>,
    start: Instant,
    from: f64,
    end: f64,
    last: Instant,
}

impl Meter {
    /// A bar from one simulated time to another.
    pub(super) fn new(name: &'static str, from: f64, end: f64) -> Self {
        let now = Instant::now();
        let bar = std::io::stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template(TEMPLATE);
            let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
            ProgressBar::new(PARTS as u64).with_style(style).with_prefix(name)
        });
        Self { bar, start: now, from, end, last: now - TICK }
    }

    /// Whether it is time to tell.
    pub(super) fn is_due(&self) -> bool {
        self.bar.is_some() && self.last.elapsed() >= TICK
    }

    /// Shows where the run is. `steps` are those since the bar began.
    pub(super) fn tell(&mut self, time: f64, steps: u64, contacts: usize, error: f64) {
        let Some(bar) = &self.bar else { return };
        self.last = Instant::now();
        let spent = self.start.elapsed().as_secs_f64();
        let share = ((time - self.from) / (self.end - self.from)).clamp(0.0, 1.0);
        let left = if share > 0.0 { spent * (1.0 - share) / share } else { f64::INFINITY };
        bar.set_position((share * PARTS) as u64);
        bar.set_message(format!(
            "{time:.3} of {:.3} s, {:.0} steps/s, {contacts} contacts, energy error {} %, \
             {left:.0} s left",
            self.end,
            steps as f64 / spent,
            fixed(error, 2)
        ));
    }
}

impl Drop for Meter {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
