//! Sums up what was measured on a family.

use gapkit::{Answer, Outcome};

use super::certificate::Measured;

/// Maxima and counts over many pairs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tally {
    /// How many pairs.
    pub pairs: u64,
    /// The largest of each measure.
    pub most: Measured,
    /// Separated, touching, overlapping, iteration limit.
    pub outcomes: [u64; 4],
    /// Answers settled in double-double arithmetic.
    pub refined: u64,
    /// The most support calls.
    pub iterations: u32,
    /// Answers that break a promise.
    pub failures: u64,
}

/// Less than any measure.
const LEAST: Measured = Measured {
    error: 0.0,
    width: 0.0,
    excess: f64::NEG_INFINITY,
    plane: f64::NEG_INFINITY,
    witness: 0.0,
};

impl Default for Tally {
    fn default() -> Self {
        let (pairs, refined, failures, iterations) = (0, 0, 0, 0);
        Self { pairs, most: LEAST, outcomes: [0; 4], refined, iterations, failures }
    }
}

impl Tally {
    /// The heading of [`row`](Self::row).
    pub const HEADING: &str = "family                      pairs   error   width  lb-exact \
        lb-plane witness   apart  touch   over refined iter  fail";

    /// The tally of one answer.
    pub fn of(answer: &Answer, checked: &Result<Measured, String>) -> Self {
        let mut outcomes = [0; 4];
        outcomes[answer.outcome as usize] = 1;
        Self {
            pairs: 1,
            most: *checked.as_ref().unwrap_or(&LEAST),
            outcomes,
            refined: answer.refined.into(),
            iterations: answer.iterations,
            failures: checked.is_err().into(),
        }
    }

    /// Both tallies together.
    pub fn join(self, other: Self) -> Self {
        let (p, q) = (self.most, other.most);
        Self {
            pairs: self.pairs + other.pairs,
            most: Measured {
                error: p.error.max(q.error),
                width: p.width.max(q.width),
                excess: p.excess.max(q.excess),
                plane: p.plane.max(q.plane),
                witness: p.witness.max(q.witness),
            },
            outcomes: std::array::from_fn(|i| self.outcomes[i] + other.outcomes[i]),
            refined: self.refined + other.refined,
            iterations: self.iterations.max(other.iterations),
            failures: self.failures + other.failures,
        }
    }

    /// How many pairs had this outcome.
    pub fn count(&self, outcome: Outcome) -> u64 {
        self.outcomes[outcome as usize]
    }

    /// A line of the table, in eps times the size of the pair.
    pub fn row(&self, name: &str) -> String {
        let Measured { error, width, excess, plane, witness } = self.most;
        let [apart, touching, overlapping, _] = self.outcomes;
        format!(
            "{name:25} {:>7} {error:7.2} {width:7.2} {excess:9.2} {plane:8.2} {witness:7.2} \
             {apart:>7} {touching:>6} {overlapping:>6} {:>7} {:>4} {:>5}",
            self.pairs, self.refined, self.iterations, self.failures
        )
    }
}
