//! Times several variants against each other in one run.
//!
//! The machine is noisy, so every variant gets its turn in every round, a turn is a few passes over
//! all pairs (the first ones warm up caches and branch predictors again), and the fastest pass
//! counts. Only ratios within one contest mean anything.

use std::hint::black_box;
use std::time::Instant;

const PASSES: usize = 8;

/// A variant: its name, and one pass over all its queries.
pub(crate) struct Variant<'a> {
    pub(crate) name: String,
    pub(crate) pass: Box<dyn FnMut() + 'a>,
    best: f64,
}

/// Variants that are timed against each other.
#[derive(Default)]
pub(crate) struct Contest<'a> {
    variants: Vec<Variant<'a>>,
}

impl<'a> Contest<'a> {
    pub(crate) fn add(&mut self, name: impl Into<String>, pass: impl FnMut() + 'a) {
        self.variants.push(Variant {
            name: name.into(),
            pass: Box::new(pass),
            best: f64::INFINITY,
        });
    }

    /// Adds a variant that asks about each of the items.
    pub(crate) fn add_each<T, R>(
        &mut self,
        name: impl Into<String>,
        items: &'a [T],
        query: impl Fn(&'a T) -> R + 'a,
    ) {
        self.add(name, move || {
            for item in items {
                black_box(query(black_box(item)));
            }
        });
    }

    /// Nanoseconds per query of each variant, for passes of `queries` queries.
    pub(crate) fn run(mut self, queries: usize, rounds: usize) -> Vec<(String, f64)> {
        for _ in 0..rounds {
            for variant in &mut self.variants {
                for _ in 0..PASSES {
                    let start = Instant::now();
                    (variant.pass)();
                    variant.best = variant.best.min(start.elapsed().as_secs_f64());
                }
            }
        }
        self.variants.into_iter().map(|v| (v.name, v.best * 1e9 / queries as f64)).collect()
    }
}

/// The time of the variant whose name starts so.
pub(crate) fn of(times: &[(String, f64)], prefix: &str) -> f64 {
    times
        .iter()
        .filter(|(name, _)| name.starts_with(prefix))
        .map(|&(_, time)| time)
        .fold(f64::INFINITY, f64::min)
}
