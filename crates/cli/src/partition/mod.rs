//! `gapkit partition`: the convex pieces of a mesh.

mod file;

use std::fmt::Write;
use std::path::PathBuf;
use std::time::Instant;

use gapkit::mesh::{Orientation, TetMesh};
use gapkit::partition::{Build, Options, ROUND_OFF, Statistics};
use serde::Serialize;

use super::error::Error;
use super::numbers::{self, fixed};
use super::output::{Kind, Target};
use super::progress::Progress;
use super::reading::Reading;

const EXAMPLES: &str = "\
Examples:
  gapkit partition assets/bunny_coarse.vtu
  gapkit partition --json assets/bunny_fine.vtu
  gapkit partition --tolerance 0.1 --build optimised --out pieces.vtu assets/bunny_coarse.vtu
  gapkit partition --protrusion 0.05 assets/bunny_coarse.vtu
  gapkit body block --cells 55 55 55 --out block.vtu && gapkit partition block.vtu

`hull excess` is what the convex hulls of all pieces have more than the pieces, relative to the volume
of the mesh. The same --seed gives the same pieces, on any number of threads.

The file of --out opens in ParaView: colour by `piece`, or by `defect` or `active`. To pull the pieces
apart, apply the filter Warp By Vector with `offset`. A .vtu file holds the tetrahedra of the pieces, a .vtp file
their surfaces, of which those on the surface of the mesh have `exposed` = 1.";

/// The convex pieces of a mesh.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The mesh.
    mesh: PathBuf,
    /// How deep a piece may be bent inwards, in mean edges.
    #[arg(long, value_name = "T", default_value_t = ROUND_OFF, value_parser = tolerance,
          allow_negative_numbers = true)]
    tolerance: f64,
    /// Pieces for a search only: how far the hull of a piece may stick out of the body, in mean
    /// edges, instead of a tolerance.
    #[arg(long, value_name = "P", value_parser = protrusion, allow_negative_numbers = true,
          conflicts_with = "tolerance")]
    protrusion: Option<f64>,
    /// The most tetrahedra of a piece, at least 1.
    #[arg(long, value_name = "N", value_parser = |text: &str| at_least(1, text))]
    max_tets: Option<usize>,
    /// The most vertices of a piece, at least 4.
    #[arg(long, value_name = "N", value_parser = |text: &str| at_least(4, text))]
    max_vertices: Option<usize>,
    /// How the pieces are found.
    #[arg(long, value_enum, default_value_t)]
    build: BuildArg,
    /// Where the random numbers of the optimised build start.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    #[command(flatten)]
    reading: Reading,
    /// Turn inverted elements over instead of refusing them.
    #[arg(long)]
    repair: bool,
    /// Write the pieces to this .vtu file, or their surfaces to this .vtp file.
    #[arg(long, value_name = "FILE", value_parser = target)]
    out: Option<Target>,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

/// The names of the builds on the command line.
#[derive(Debug, Clone, Copy, Default, clap::ValueEnum)]
enum BuildArg {
    /// One tetrahedron per piece.
    Trivial,
    /// Growth with closure.
    #[default]
    Fast,
    /// Enumerate and pack.
    Optimised,
}

impl From<BuildArg> for Build {
    fn from(build: BuildArg) -> Self {
        match build {
            BuildArg::Trivial => Self::Trivial,
            BuildArg::Fast => Self::Fast,
            BuildArg::Optimised => Self::Optimised,
        }
    }
}

fn tolerance(text: &str) -> Result<f64, String> {
    let value = text.parse().map_err(|_| "not a number".to_owned())?;
    let checked = Options::default().with_tolerance(value);
    checked.map(|_| value).map_err(|error| error.to_string())
}

fn protrusion(text: &str) -> Result<f64, String> {
    let value = text.parse().map_err(|_| "not a number".to_owned())?;
    let checked = Options::default().with_protrusion(value);
    checked.map(|_| value).map_err(|error| error.to_string())
}

/// A number of things of which a piece cannot have fewer.
fn at_least(min: usize, text: &str) -> Result<usize, String> {
    let value: usize = text.parse().map_err(|_| "not a whole number".to_owned())?;
    if value >= min { Ok(value) } else { Err(format!("a piece has at least {min}")) }
}

fn target(text: &str) -> Result<Target, String> {
    Target::parse(text, "pieces", &[Kind::Vtu, Kind::Vtp])
}

/// The shares of the job that are done when the file is read, the mesh made, the pieces found.
const READ: f64 = 0.05;
const MADE: f64 = 0.1;
const FOUND: f64 = 0.9;

/// The text to print.
pub(super) fn run(args: &Args) -> Result<String, Error> {
    if let Some(out) = &args.out {
        out.spare([&args.mesh])?;
    }
    let named = |error| Error::mesh(&args.mesh, error);
    let progress = Progress::new("partition");
    let contents = progress.during(0.0, || args.reading.mesh(&args.mesh))?;
    let orientation = if args.repair { Orientation::Repair } else { Orientation::Refuse };
    let mesh = || TetMesh::from_elements(&contents.elements, orientation);
    let mesh = progress.during(READ, mesh).map_err(named)?;
    let mut options = Options::default()
        .with_tolerance(args.tolerance)
        .map_err(named)?
        .with_build(args.build.into())
        .with_seed(args.seed)
        .with_max_tets(args.max_tets.unwrap_or(usize::MAX))
        .with_max_vertices(args.max_vertices.unwrap_or(usize::MAX));
    if let Some(limit) = args.protrusion {
        options = options.with_protrusion(limit).map_err(named)?;
    }
    let start = Instant::now();
    let watch = |share| progress.tell(MADE + (FOUND - MADE) * share);
    let find = || options.partition_watched(&mesh, &watch);
    let partition = progress.during(MADE, find).map_err(named)?;
    let seconds = start.elapsed().as_secs_f64();
    let statistics =
        progress.during(FOUND, || partition.statistics(mesh.nodes())).map_err(named)?;
    if let Some(out) = &args.out {
        let defects = partition.defects(mesh.nodes()).map_err(named)?;
        progress.during(FOUND, || file::write(out, &mesh, &partition, &defects))?;
    }
    Ok(if args.json { json(&statistics, seconds) } else { table(&statistics, seconds) })
}

/// The table as JSON: ratios and all digits.
#[derive(Serialize)]
struct Json {
    tetrahedra: usize,
    exposed_facets: usize,
    pieces: usize,
    active_pieces: usize,
    tets_per_piece: f64,
    largest_piece: usize,
    vertices_per_piece: f64,
    facets_per_active: f64,
    volume: f64,
    volume_error: f64,
    hull_excess: f64,
    seconds: f64,
}

fn json(statistics: &Statistics, seconds: f64) -> String {
    let json = Json {
        tetrahedra: statistics.tets,
        exposed_facets: statistics.exposed,
        pieces: statistics.pieces,
        active_pieces: statistics.active,
        tets_per_piece: statistics.tets_per_piece(),
        largest_piece: statistics.largest,
        vertices_per_piece: statistics.vertices_per_piece(),
        facets_per_active: statistics.facets_per_active(),
        volume: statistics.volume,
        volume_error: statistics.volume_error,
        hull_excess: statistics.hull_excess,
        seconds,
    };
    numbers::json(&json)
}

fn table(statistics: &Statistics, seconds: f64) -> String {
    let lines = [
        ("tetrahedra", statistics.tets.to_string()),
        ("exposed facets", statistics.exposed.to_string()),
        ("pieces", statistics.pieces.to_string()),
        ("active pieces", statistics.active.to_string()),
        ("tets per piece", fixed(statistics.tets_per_piece(), 2)),
        ("largest piece", format!("{} tets", statistics.largest)),
        ("vertices per piece", fixed(statistics.vertices_per_piece(), 2)),
        ("facets per active", fixed(statistics.facets_per_active(), 2)),
        ("volume error", format!("{:.1e}", statistics.volume_error + 0.0)),
        ("hull excess", fixed(100.0 * statistics.hull_excess, 2) + " %"),
        ("seconds", format!("{seconds:.3}")),
    ];
    lines.iter().fold(String::new(), |mut text, (name, value)| {
        writeln!(text, "{name:<20} {value}").expect("invariant: a string takes what is written");
        text
    })
}
