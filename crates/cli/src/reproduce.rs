//! `gapkit reproduce`: the results of the papers, with our implementations.

use std::path::PathBuf;

use gapkit_reproduction::{Effort, Experiment};

use super::error::Error;
use super::progress::Progress;

const EXAMPLES: &str = "\
Examples:
  gapkit reproduce gear
  gapkit reproduce all --quick
  gapkit reproduce all --out pages
  gapkit reproduce bunny --full

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
    /// For the bunny the whole simulation with each sub-algorithm as well: Tables II and III at full length.
    #[arg(long, conflicts_with = "quick")]
    full: bool,
    /// The folder to write.
    #[arg(long, value_name = "DIR", default_value = "reproduction")]
    out: PathBuf,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
enum What {
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
    /// Everything.
    #[default]
    All,
}

impl What {
    fn experiments(self) -> Vec<Experiment> {
        vec![match self {
            Self::Gear => Experiment::Gear,
            Self::Faces => Experiment::Faces,
            Self::Spheres => Experiment::Spheres,
            Self::Tracking => Experiment::Tracking,
            Self::Dss => Experiment::Dss,
            Self::Planar => Experiment::Planar,
            Self::Bunny => Experiment::Bunny,
            Self::All => return Experiment::ALL.to_vec(),
        }]
    }
}

/// The text to print: the claims, and where the files are.
pub(super) fn run(args: &Args) -> Result<String, Error> {
    let effort = match (args.quick, args.full) {
        (true, _) => Effort::Quick,
        (_, true) => Effort::Whole,
        _ => Effort::Full,
    };
    let progress = Progress::new("reproduce");
    let tell = |share: f64| progress.tell(share);
    Ok(gapkit_reproduction::run(&args.what.experiments(), effort, &args.out, &tell)?)
}
