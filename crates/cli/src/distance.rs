//! `gapkit distance`: how far apart the hulls of two point files are, or how deep they overlap.

use std::fmt::Write;
use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use gapkit::gjk::SubAlgorithm;
use gapkit::penetration::Depth;
use gapkit::shape::PointSet;
use gapkit::{Answer, Outcome, Query, Vec3};
use serde::Serialize;

use super::numbers::{self, full};
use super::points;
use super::reading::Reading;

const EXAMPLES: &str = "\
Examples:
  gapkit distance assets/tet.xyz assets/cube.xyz
  gapkit distance --json assets/tet.xyz assets/cube.xyz
  gapkit distance --polish --sub signed-volumes assets/tet.xyz assets/cube.xyz
  gapkit distance --bound 0.1 assets/tet.xyz assets/cube.xyz
  gapkit distance bracket.stl bolt.obj

A point file has one point per line, `x y z`, separated by blanks, tabs or commas. Blank lines and
what follows a `#` are skipped. The order does not matter, and points inside the hull do no harm.
Vertices in the answer are numbered from 0, in the order of the file. Of files that end with .stl,
.obj, .ply, .vtu, .vtk, .msh, .inp, .k or .bdf the vertices or nodes are taken, those of .stl once each.

For bodies that overlap, the depth follows: B moved by `depth` along `normal` only touches A, and
the deepest points of each in the other are that far apart.

The exit code is 0 for every answer, converged or not: the outcome tells. It is 2 for wrong input.";

/// The distance of the convex hulls of two sets of points, or their depth where they overlap, with
/// its certificate.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The points of body A.
    a: PathBuf,
    /// The points of body B.
    b: PathBuf,
    /// The sub-distance algorithm.
    #[arg(long, value_name = "NAME", default_value_t, value_parser = sub_parser())]
    sub: SubAlgorithm,
    /// End once the bounds are within X times the distance; 0 means machine precision.
    #[arg(long, value_name = "X", default_value_t = 0.0, value_parser = tolerance,
          allow_negative_numbers = true)]
    tolerance: f64,
    /// End once the bodies are proven to be more than X apart; the distance is then only an upper
    /// bound.
    #[arg(long, value_name = "X", value_parser = bound, allow_negative_numbers = true)]
    bound: Option<f64>,
    #[command(flatten)]
    reading: Reading,
    /// Finish in double-double arithmetic.
    #[arg(long)]
    polish: bool,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

fn sub_parser() -> impl TypedValueParser<Value = SubAlgorithm> {
    PossibleValuesParser::new(SubAlgorithm::ALL.map(SubAlgorithm::name))
        .try_map(|name| name.parse::<SubAlgorithm>())
}

fn tolerance(text: &str) -> Result<f64, String> {
    checked(text, Query::with_tolerance)
}

fn bound(text: &str) -> Result<f64, String> {
    checked(text, Query::with_bound)
}

/// A number that the query accepts, so that a wrong one is reported as a wrong option.
fn checked(text: &str, set: fn(Query, f64) -> Result<Query, gapkit::Error>) -> Result<f64, String> {
    let value = text.parse().map_err(|_| "not a number".to_owned())?;
    set(Query::default(), value).map(|_| value).map_err(|error| error.to_string())
}

impl Args {
    fn query(&self) -> Result<Query, gapkit::Error> {
        let query = Query::default()
            .with_sub(self.sub)
            .with_tolerance(self.tolerance)?
            .with_bound(self.bound.unwrap_or(f64::INFINITY))?;
        Ok(if self.polish { query.polished() } else { query })
    }
}

/// The text to print.
pub(super) fn run(args: &Args) -> Result<String, points::Error> {
    let (a, b) = (points::read(&args.a, args.reading)?, points::read(&args.b, args.reading)?);
    const CHECKED: &str = "invariant: the points and options were checked when they were read";
    let (a, b) = (PointSet::new(&a).expect(CHECKED), PointSet::new(&b).expect(CHECKED));
    let answer = args.query().expect(CHECKED).distance(&a, &b);
    let overlap = answer.outcome == Outcome::Overlapping;
    let depth = overlap.then(|| gapkit::penetration::penetration(&a, &b));
    Ok(if args.json { json(&answer, depth) } else { text(&answer, depth) })
}

/// The answer as JSON: the names are those of the C interface. A distance that is not known is
/// `null`.
#[derive(Serialize)]
struct Json<'a> {
    distance: f64,
    lower_bound: f64,
    point_a: [f64; 3],
    point_b: [f64; 3],
    direction: [f64; 3],
    vertex_a: &'a [u32],
    vertex_b: &'a [u32],
    weight: &'a [f64],
    vertex_count: usize,
    outcome: &'static str,
    stop: String,
    iterations: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    penetration: Option<JsonDepth>,
}

/// How deep the bodies overlap: moving B by `depth * normal` separates them.
#[derive(Serialize)]
struct JsonDepth {
    depth: f64,
    lower_bound: f64,
    upper_bound: f64,
    normal: [f64; 3],
    point_a: [f64; 3],
    point_b: [f64; 3],
}

impl From<Depth> for JsonDepth {
    fn from(depth: Depth) -> Self {
        Self {
            depth: depth.depth,
            lower_bound: depth.lower_bound,
            upper_bound: depth.upper_bound,
            normal: depth.normal.into(),
            point_a: depth.point_a.into(),
            point_b: depth.point_b.into(),
        }
    }
}

fn json(answer: &Answer, depth: Option<Depth>) -> String {
    let count = answer.vertex_count;
    let json = Json {
        distance: answer.distance,
        lower_bound: answer.lower_bound,
        point_a: answer.point_a.into(),
        point_b: answer.point_b.into(),
        direction: answer.direction.into(),
        vertex_a: &answer.vertex_a[..count],
        vertex_b: &answer.vertex_b[..count],
        weight: &answer.weight[..count],
        vertex_count: count,
        outcome: outcome(answer.outcome),
        stop: stop(answer),
        iterations: answer.iterations,
        penetration: depth.map(JsonDepth::from),
    };
    numbers::json(&json)
}

fn text(answer: &Answer, depth: Option<Depth>) -> String {
    let mut lines = vec![
        ("outcome", outcome(answer.outcome).to_owned()),
        ("distance", full(answer.distance)),
        ("lower bound", full(answer.lower_bound)),
        ("point a", coordinates(&answer.point_a)),
        ("point b", coordinates(&answer.point_b)),
        ("direction", coordinates(&answer.direction)),
    ];
    for i in 0..answer.vertex_count {
        let name = if i == 0 { "vertices" } else { "" };
        let Answer { vertex_a: a, vertex_b: b, weight, .. } = answer;
        lines.push((name, format!("a {}, b {}, weight {}", a[i], b[i], full(weight[i]))));
    }
    lines.push(("iterations", answer.iterations.to_string()));
    lines.push(("stop", stop(answer)));
    if let Some(depth) = depth {
        lines.push(("depth", full(depth.depth)));
        let bounds = [depth.lower_bound, depth.upper_bound].map(full);
        lines.push(("depth bounds", bounds.join(" ")));
        lines.push(("normal", coordinates(&depth.normal)));
        lines.push(("deepest a", coordinates(&depth.point_a)));
        lines.push(("deepest b", coordinates(&depth.point_b)));
    }
    lines.iter().fold(String::new(), |mut text, (name, value)| {
        writeln!(text, "{name:<12} {value}").expect("invariant: a string takes what is written");
        text
    })
}

fn coordinates(v: &Vec3) -> String {
    format!("{} {} {}", full(v.x), full(v.y), full(v.z))
}

fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Separated => "separated",
        Outcome::Touching => "touching",
        Outcome::Overlapping => "overlapping",
        Outcome::Unproven => "unproven",
    }
}

/// The name of the stop rule: that of the variant, in small letters with hyphens.
fn stop(answer: &Answer) -> String {
    let mut name = String::new();
    for c in format!("{:?}", answer.stop).chars() {
        if c.is_ascii_uppercase() && !name.is_empty() {
            name.push('-');
        }
        name.push(c.to_ascii_lowercase());
    }
    name
}
