//! The results of the papers that gapkit is built on, measured again with gapkit.
//!
//! Each experiment is a module with a function that runs it and returns a report: tables, plots and
//! claims. A claim is a number with a bound, and a line of `docs/reproduction.md`. [`bunny_knots`]
//! is the model of Montanari et al. (2017), section 5.3, which the demo of the same name runs too;
//! [`stack`] is that of the demo of blocks and an arch.

mod bodies;
mod bunny;
pub mod bunny_knots;
mod claim;
mod dss;
mod error;
mod faces;
mod gear;
mod planar;
mod plot;
mod published;
pub mod random;
mod report;
mod spheres;
pub mod stack;
mod table;
mod timing;
mod tracking;

use std::path::Path;

pub use self::error::Error;

use self::claim::Claim;
use self::report::Report;

/// What can be reproduced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Experiment {
    /// Two gear teeth approach each other: accuracy and failures (Montanari et al. 2017).
    Gear,
    /// Which faces hold the nearest point, and nearly flat simplices (Montanari et al. 2017).
    Faces,
    /// Times of sub-algorithms and GJK for polygonal spheres (Montanari et al. 2017).
    Spheres,
    /// Hill climbing and tracking of moving hulls, and bounds of their depth (Cameron 1997).
    Tracking,
    /// Boolean tests of random bodies and frustum culling, in f32 and f64 (Hornus 2017).
    Dss,
    /// Distance and boolean test of polygons (Zhang et al. 2020).
    Planar,
    /// The bunny and the knots by brute force (Montanari et al. 2017).
    Bunny,
}

/// Shows which share of an experiment is done.
pub type Tell<'a> = &'a dyn Fn(f64);

/// How much is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// Fewer and smaller cases: about a minute instead of ten.
    Quick,
    /// What `docs/reproduction.md` reports, but for the whole simulation.
    Full,
    /// The whole simulation of Tables II and III of Montanari et al. (2017) as well.
    Whole,
}

impl Effort {
    fn pick<T>(self, quick: T, full: T) -> T {
        if self == Self::Quick { quick } else { full }
    }
}

/// How an experiment is run, and about how long it takes.
struct Entry {
    name: &'static str,
    heading: &'static str,
    weight: f64,
    run: fn(Effort, Tell) -> Result<Report, Error>,
}

impl Experiment {
    /// All experiments, in the order of the page.
    pub const ALL: [Self; 7] = [
        Self::Gear,
        Self::Faces,
        Self::Spheres,
        Self::Tracking,
        Self::Dss,
        Self::Planar,
        Self::Bunny,
    ];

    fn entry(self) -> Entry {
        let (name, weight, run, heading): (_, _, fn(Effort, Tell) -> _, _) = match self {
            Self::Gear => {
                let heading = "Gear teeth (Montanari et al. 2017, Figures 9, 14 and 15)";
                ("gear", 1.0, gear::run, heading)
            }
            Self::Faces => {
                let heading =
                    "Faces and flat simplices (Montanari et al. 2017, Table I and Figure 7)";
                ("faces", 0.1, faces::run, heading)
            }
            Self::Spheres => {
                let heading = "Polygonal spheres (Montanari et al. 2017, Figures 16 to 21)";
                ("spheres", 10.0, spheres::run, heading)
            }
            Self::Tracking => {
                let heading = "Hill climbing and tracking (Cameron 1997, Figures 3 to 5)";
                ("tracking", 10.0, tracking::run, heading)
            }
            Self::Dss => {
                let heading = "Boolean tests by collision density (Hornus 2017, Figures 4 to 9)";
                ("dss", 20.0, dss::run, heading)
            }
            Self::Planar => {
                let heading = "Polygons in the plane (Zhang et al. 2020, Tables I to VI)";
                ("planar", 5.0, planar::run, heading)
            }
            Self::Bunny => {
                let heading = "The bunny and the knots (Montanari et al. 2017, Tables II and III)";
                ("bunny", 30.0, bunny::run, heading)
            }
        };
        Entry { name, heading, weight, run }
    }
}

/// Runs experiments and writes their pages, tables and plots to a folder. The text is for people:
/// the claims, and where the files are.
///
/// # Errors
/// If the files cannot be written; [`Error::Claims`] if a claim that is listed as reproduced does
/// not hold.
pub fn run(
    experiments: &[Experiment],
    effort: Effort,
    out: &Path,
    tell: Tell,
) -> Result<String, Error> {
    let chosen = || experiments.iter().map(|experiment| experiment.entry());
    let total: f64 = chosen().map(|entry| entry.weight).sum();
    let mut claims: Vec<Claim> = Vec::new();
    let mut spreads = String::new();
    let mut done = 0.0;
    for entry in chosen() {
        let tell = |share: f64| tell((done + share * entry.weight) / total);
        tell(0.0);
        let mut report = (entry.run)(effort, &tell)?;
        report.spread = timing::spread();
        report.write(out, entry.name, entry.heading)?;
        spreads.extend(report.spread.map(|spread| format!("{}: {spread}\n", entry.name)));
        claims.extend(report.claims);
        done += entry.weight;
    }
    report::put(out, "claims.csv", &claim::table(&claims).csv())?;
    verdict(&claims, &spreads, out)
}

/// The claims in words; an error if one of those that are listed as reproduced does not hold.
fn verdict(claims: &[Claim], spreads: &str, out: &Path) -> Result<String, Error> {
    let table = claim::table(claims).markdown();
    let text = format!("{table}\n{spreads}files in {}\n", out.display());
    if claim::all_hold(claims) {
        Ok(text)
    } else {
        Err(Error::Claims(text + "a claim that is listed as reproduced does not hold\n"))
    }
}

#[cfg(test)]
mod tests {
    use super::claim::Bound::AtMost;
    use super::*;

    #[test]
    fn a_claim_that_fails_is_an_error_with_the_table() {
        let claim = |value| Claim::reproduced("a-1", "small", value, AtMost(2.0));
        let out = Path::new("folder");
        assert!(verdict(&[claim(1.0)], "", out).unwrap().contains("| holds |"));
        let error = verdict(&[claim(1.0), claim(3.0)], "", out).unwrap_err();
        assert!(matches!(error, Error::Claims(text) if text.contains("NO LONGER HOLDS")));
        // However slow the machine was.
        let text = verdict(&[claim(1.0), claim(3.0).timed()], "", out).unwrap();
        assert!(text.contains("| timing |") && text.contains("| not in this run |"), "{text}");
    }
}
