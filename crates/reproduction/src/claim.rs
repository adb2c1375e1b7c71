//! Claims of the papers as inequalities between numbers.

use super::table::{Table, number};

/// What a claim says of its number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Bound {
    AtLeast(f64),
    AtMost(f64),
    Between(f64, f64),
}

impl Bound {
    /// Not so for what is not a number.
    fn holds(self, value: f64) -> bool {
        match self {
            Self::AtLeast(min) => value >= min,
            Self::AtMost(max) => value <= max,
            Self::Between(min, max) => value >= min && value <= max,
        }
    }

    fn text(self) -> String {
        match self {
            Self::AtLeast(min) => format!("at least {}", number(min)),
            Self::AtMost(max) => format!("at most {}", number(max)),
            Self::Between(min, max) => format!("{} to {}", number(min), number(max)),
        }
    }
}

/// Whether `docs/reproduction.md` lists a claim as reproduced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Listed {
    Reproduced,
    /// The paper says so, but it does not hold here; the page tells why.
    Missed,
}

/// Where the number of a claim comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// It is the same in every run, on every machine.
    Exact,
    /// From times: another process may spoil it, so it is told but decides nothing.
    Timing,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Timing => "timing",
        }
    }
}

/// A claim, and what was measured.
#[derive(Debug, Clone)]
pub(super) struct Claim {
    /// Its name in the page, for instance `gear-1`.
    name: &'static str,
    text: &'static str,
    value: f64,
    bound: Bound,
    listed: Listed,
    kind: Kind,
}

impl Claim {
    /// A claim that holds here, and has to.
    pub(super) fn reproduced(
        name: &'static str,
        text: &'static str,
        value: f64,
        bound: Bound,
    ) -> Self {
        Self { name, text, value, bound, listed: Listed::Reproduced, kind: Kind::Exact }
    }

    /// A claim of a paper that does not hold here. Times may let it hold now and then.
    pub(super) fn missed(name: &'static str, text: &'static str, value: f64, bound: Bound) -> Self {
        Self { name, text, value, bound, listed: Listed::Missed, kind: Kind::Exact }
    }

    /// The same claim, whose number comes from times.
    pub(super) fn timed(self) -> Self {
        Self { kind: Kind::Timing, ..self }
    }

    fn holds(&self) -> bool {
        self.bound.holds(self.value)
    }

    fn verdict(&self) -> &'static str {
        match (self.listed, self.holds()) {
            (Listed::Reproduced, true) => "holds",
            (Listed::Reproduced, false) if self.kind == Kind::Timing => "not in this run",
            (Listed::Reproduced, false) => "NO LONGER HOLDS",
            (Listed::Missed, false) => "does not hold here",
            (Listed::Missed, true) => "holds in this run",
        }
    }
}

/// Whether every claim holds that is listed as reproduced and does not come from times.
pub(super) fn all_hold(claims: &[Claim]) -> bool {
    let decides = |claim: &&Claim| claim.listed == Listed::Reproduced && claim.kind == Kind::Exact;
    claims.iter().filter(decides).all(Claim::holds)
}

/// The claims with their numbers.
pub(super) fn table(claims: &[Claim]) -> Table {
    let columns = ["claim", "what it says", "kind", "measured", "bound", "verdict"];
    let mut table = Table::new("claims", "Claims", &columns);
    for claim in claims {
        let Claim { name, text, value, bound, kind, .. } = claim;
        let (value, bound) = (number(*value), bound.text());
        let cells = [*name, text, kind.name(), &value, &bound, claim.verdict()];
        table.row(cells.map(str::to_owned).to_vec());
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reproduced_claim_that_does_not_hold_is_noticed() {
        let good = Claim::reproduced("a-1", "small", 1.0, Bound::AtMost(2.0));
        let missed = Claim::missed("a-2", "large", 1.0, Bound::AtLeast(2.0));
        assert!(all_hold(&[good.clone(), missed.clone()]));
        for value in [3.0, f64::NAN] {
            let bad = Claim::reproduced("a-3", "small", value, Bound::AtMost(2.0));
            assert!(!all_hold(&[good.clone(), bad.clone(), missed.clone()]));
            assert!(table(&[bad]).markdown().contains("NO LONGER HOLDS"));
        }
    }

    #[test]
    fn times_are_told_but_decide_nothing() {
        for value in [3.0, f64::NAN] {
            let slow = Claim::reproduced("a-1", "fast", value, Bound::AtMost(2.0)).timed();
            let text = table(std::slice::from_ref(&slow)).markdown();
            assert!(text.contains("| timing |") && text.contains("| not in this run |"), "{text}");
            assert!(all_hold(&[slow]));
        }
    }

    #[test]
    fn bounds_include_their_ends() {
        assert!(Bound::Between(1.0, 2.0).holds(1.0) && Bound::Between(1.0, 2.0).holds(2.0));
        assert!(Bound::AtLeast(1.0).holds(1.0) && !Bound::AtLeast(1.0).holds(0.5));
        assert!(!Bound::Between(1.0, 2.0).holds(2.5));
    }
}
