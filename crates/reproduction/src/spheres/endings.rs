//! What ends a search, and how often Johnson's sub-algorithm fails until then.
//!
//! Calls that come after the nearest point is known decide how often that is: their simplices hold a vertex
//! twice, or points of one plane. So the share of calls that need the Backup procedure, 7 to 9 % in Tables II
//! and III of the paper, says more about the end of a search than about the sub-algorithm.

use gapkit::gjk::SubAlgorithm;

use super::{JB, PLACES, Pairs, SUBS, SV};
use crate::claim::Bound::{AtLeast, AtMost, Between};
use crate::claim::Claim;
use crate::published::{ENDINGS, Gjk, PublishedEnd, Rules};
use crate::table::{Table, number};

/// Their numbers in [`ENDINGS`].
const ALONE: usize = 0;
const LOOSE: usize = 1;
const PRINTED: usize = 2;
const GUARDED: usize = 3;

/// The place of spheres that are nearly in contact.
const CLOSE: usize = 1;

/// What searches took: Johnson with Backup, and Signed Volumes.
#[derive(Debug, Clone, Copy, Default)]
struct Taken {
    searches: u64,
    calls: u64,
    backups: u64,
    /// Searches that came to the limit of iterations.
    unended: u64,
}

impl Taken {
    fn of(sub: SubAlgorithm, rules: Rules, pairs: &Pairs) -> Self {
        let mut taken = Self::default();
        for (a, b) in pairs {
            let found = Gjk { sub, rules }.run((a, b), &[], |_| ());
            taken.searches += 1;
            taken.calls += u64::from(found.sub_calls);
            taken.backups += u64::from(found.backup_calls);
            taken.unended += u64::from(found.end == PublishedEnd::Failed);
        }
        taken
    }

    fn plus(self, other: Self) -> Self {
        Self {
            searches: self.searches + other.searches,
            calls: self.calls + other.calls,
            backups: self.backups + other.backups,
            unended: self.unended + other.unended,
        }
    }
}

/// Sums over all sizes of spheres.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ending {
    ending: usize,
    place: usize,
    tolerance: f64,
    johnson: Taken,
    volumes: Taken,
}

/// The rows of pairs of one size.
pub(super) fn measure(pairs: &Pairs, place: usize, tolerance: f64) -> [Ending; ENDINGS.len()] {
    std::array::from_fn(|ending| {
        let taken = |sub: usize| Taken::of(SUBS[sub].1, (ENDINGS[ending].rules)(tolerance), pairs);
        Ending { ending, place, tolerance, johnson: taken(JB), volumes: taken(SV) }
    })
}

/// Adds rows of another size to those of the same kind.
pub(super) fn add(sums: &mut Vec<Ending>, rows: [Ending; ENDINGS.len()]) {
    for row in rows {
        let same = |sum: &&mut Ending| {
            sum.ending == row.ending && sum.place == row.place && sum.tolerance == row.tolerance
        };
        match sums.iter_mut().find(same) {
            Some(sum) => {
                sum.johnson = sum.johnson.plus(row.johnson);
                sum.volumes = sum.volumes.plus(row.volumes);
            }
            None => sums.push(row),
        }
    }
}

fn share(part: u64, whole: u64) -> f64 {
    part as f64 / whole as f64
}

pub(super) fn table(sums: &[Ending]) -> Table {
    let columns = ["spheres", "tolerance", "what ends a search", "JB calls", "SV calls"];
    let more = ["SV/JB calls", "N_BACKUP/N_SUB of JB", "JB not ended", "SV not ended"];
    let title = "What ends a search: calls of the sub-algorithm in a search, all sizes, climbed";
    let mut table = Table::new("spheres_endings", title, &[&columns[..], &more].concat());
    for sum in sums {
        let Ending { johnson, volumes, .. } = sum;
        table.row(vec![
            PLACES[sum.place].0.to_owned(),
            number(sum.tolerance),
            ENDINGS[sum.ending].name.to_owned(),
            number(share(johnson.calls, johnson.searches)),
            number(share(volumes.calls, volumes.searches)),
            number(share(volumes.calls, johnson.calls)),
            number(share(johnson.backups, johnson.calls)),
            number(share(johnson.unended, johnson.searches)),
            number(share(volumes.unended, volumes.searches)),
        ]);
    }
    table
}

/// Calls of Johnson's sub-algorithm for close spheres.
fn close_calls(sums: &[Ending], ending: usize, tolerance: f64) -> f64 {
    let row = sums
        .iter()
        .find(|sum| sum.ending == ending && sum.place == CLOSE && sum.tolerance == tolerance);
    row.map_or(f64::NAN, |sum| sum.johnson.calls as f64)
}

/// All places and tolerances together.
fn total(sums: &[Ending], ending: usize, of: impl Fn(&Ending) -> Taken) -> Taken {
    let rows = sums.iter().filter(|sum| sum.ending == ending);
    rows.map(of).fold(Taken::default(), Taken::plus)
}

pub(super) fn claims(sums: &[Ending]) -> Vec<Claim> {
    let johnson = |ending| total(sums, ending, |sum| sum.johnson);
    let volumes = |ending| total(sums, ending, |sum| sum.volumes);
    let backups = |ending| share(johnson(ending).backups, johnson(ending).calls);
    let calls = |ending| share(volumes(ending).calls, johnson(ending).calls);
    vec![
        Claim::reproduced(
            "spheres-8",
            "eq. 9 and 10 alone: N_BACKUP over N_SUB of Johnson with Backup",
            backups(ALONE),
            Between(0.12, 0.26),
        ),
        Claim::reproduced(
            "spheres-9",
            "eq. 9 and 10 alone: calls, Signed Volumes over Johnson with Backup",
            calls(ALONE),
            AtMost(0.97),
        ),
        Claim::reproduced(
            "spheres-10",
            "Algorithm 1: calls, Signed Volumes over Johnson with Backup",
            calls(PRINTED),
            Between(0.8, 0.93),
        ),
        Claim::reproduced(
            "spheres-11",
            "Algorithm 1, guarded: N_BACKUP over N_SUB of Johnson with Backup",
            backups(GUARDED),
            AtMost(0.002),
        ),
        Claim::reproduced(
            "spheres-12",
            "close, eps_rel^2 = eps_tol: calls of Johnson with Backup at 1e-14 over those at 1e-8",
            close_calls(sums, LOOSE, 1e-14) / close_calls(sums, LOOSE, 1e-8),
            AtLeast(3.0),
        ),
    ]
}
