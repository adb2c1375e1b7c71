//! `gapkit reproduce`: the results of the papers, with our implementations.

mod bodies;
mod bunny;
mod claim;
mod dss;
mod gear;
mod planar;
mod plot;
mod published;
mod report;
mod spheres;
mod table;
mod timing;
mod tracking;

use std::path::{Path, PathBuf};

use self::claim::Claim;
use self::report::Report;
use super::error::Error;
use super::progress::Progress;

const EXAMPLES: &str = "\
Examples:
  gapkit reproduce gear
  gapkit reproduce all --quick
  gapkit reproduce all --out full

The folder gets a page for each experiment (.md) with its tables (.csv) and plots (.svg), and claims.csv. The exit
code is 1 if a claim of the kind `exact` that docs/reproduction.md lists as reproduced does not hold. Claims of the kind
`timing` are ratios of times: they are reported, but do not change the exit code.";

/// Regenerates the results of the papers that gapkit is built on, as tables and plots.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// What to reproduce.
    #[arg(value_enum, default_value_t)]
    what: What,
    /// Fewer and smaller cases: about a minute instead of ten.
    #[arg(long)]
    quick: bool,
    /// The folder to write.
    #[arg(long, value_name = "DIR", default_value = "reproduction")]
    out: PathBuf,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
enum What {
    /// Two gear teeth approach each other: accuracy and failures (Montanari et al. 2017).
    Gear,
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
    /// Everything.
    #[default]
    All,
}

/// Shows which share of an experiment is done.
type Tell<'a> = &'a dyn Fn(f64);

/// How much is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Effort {
    Quick,
    Full,
}

impl Effort {
    fn pick<T>(self, quick: T, full: T) -> T {
        if self == Self::Quick { quick } else { full }
    }
}

/// An experiment, and about how long it takes.
struct Experiment {
    what: What,
    name: &'static str,
    heading: &'static str,
    weight: f64,
    run: fn(Effort, Tell) -> Result<Report, Error>,
}

const EXPERIMENTS: [Experiment; 6] = [
    Experiment {
        what: What::Gear,
        name: "gear",
        heading: "Gear teeth (Montanari et al. 2017, Figures 9, 14 and 15)",
        weight: 1.0,
        run: gear::run,
    },
    Experiment {
        what: What::Spheres,
        name: "spheres",
        heading: "Polygonal spheres (Montanari et al. 2017, Figures 16 to 21)",
        weight: 10.0,
        run: spheres::run,
    },
    Experiment {
        what: What::Tracking,
        name: "tracking",
        heading: "Hill climbing and tracking (Cameron 1997, Figures 3 to 5)",
        weight: 10.0,
        run: tracking::run,
    },
    Experiment {
        what: What::Dss,
        name: "dss",
        heading: "Boolean tests by collision density (Hornus 2017, Figures 4 to 9)",
        weight: 20.0,
        run: dss::run,
    },
    Experiment {
        what: What::Planar,
        name: "planar",
        heading: "Polygons in the plane (Zhang et al. 2020, Tables I to VI)",
        weight: 5.0,
        run: planar::run,
    },
    Experiment {
        what: What::Bunny,
        name: "bunny",
        heading: "The bunny and the knots (Montanari et al. 2017, Tables II and III)",
        weight: 30.0,
        run: bunny::run,
    },
];

/// The text to print: the claims, and where the files are.
pub(super) fn run(args: &Args) -> Result<String, Error> {
    let effort = if args.quick { Effort::Quick } else { Effort::Full };
    let chosen = || EXPERIMENTS.iter().filter(|e| args.what == What::All || args.what == e.what);
    let total: f64 = chosen().map(|e| e.weight).sum();
    let progress = Progress::new("reproduce");
    let mut claims: Vec<Claim> = Vec::new();
    let mut done = 0.0;
    for experiment in chosen() {
        let tell = |share: f64| progress.tell((done + share * experiment.weight) / total);
        tell(0.0);
        let report = (experiment.run)(effort, &tell)?;
        report.write(&args.out, experiment.name, experiment.heading)?;
        claims.extend(report.claims);
        done += experiment.weight;
    }
    report::put(&args.out, "claims.csv", &claim::table(&claims).csv())?;
    verdict(&claims, &args.out)
}

/// The claims in words; an error if one of those that are listed as reproduced does not hold.
fn verdict(claims: &[Claim], out: &Path) -> Result<String, Error> {
    let text = format!("{}\nfiles in {}\n", claim::table(claims).markdown(), out.display());
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
    fn a_claim_that_fails_gives_exit_code_1() {
        let claim = |value| Claim::reproduced("a-1", "small", value, AtMost(2.0));
        let out = Path::new("folder");
        assert!(verdict(&[claim(1.0)], out).unwrap().contains("| holds |"));
        let error = verdict(&[claim(1.0), claim(3.0)], out).unwrap_err();
        assert_eq!(error.code(), 1);
        assert!(error.report().unwrap().contains("NO LONGER HOLDS"));
        // However slow the machine was.
        let text = verdict(&[claim(1.0), claim(3.0).timed()], out).unwrap();
        assert!(text.contains("| timing |") && text.contains("| not in this run |"), "{text}");
    }
}
