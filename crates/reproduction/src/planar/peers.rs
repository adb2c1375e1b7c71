//! What other libraries take on the same polygons: parry2d in this process; FCL and Bullet, where a
//! compiler and their headers are (Debian: libfcl-dev and libbullet-dev), in a program that is compiled
//! for the occasion.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use parry2d_f64::math::{Pose, Vector};
use parry2d_f64::query::gjk::{CsoPoint, GJKResult, VoronoiSimplex, closest_points};
use parry2d_f64::shape::ConvexPolygon;

use super::polygons::Points;

/// The libraries in space, by the name of their package.
const LIBRARIES: [(&str, &str, &[&str]); 2] =
    [("FCL", "fcl", &["-DWITH_FCL"]), ("Bullet", "bullet", &[])];

const SOURCE: &str = include_str!("../../peers/peers.cpp");

/// The programs that could be compiled, in a folder that goes with this value.
pub(super) struct Peers {
    folder: PathBuf,
    /// What is missing, in words.
    programs: [Result<PathBuf, String>; LIBRARIES.len()],
}

impl Peers {
    pub(super) fn new() -> Self {
        let folder = std::env::temp_dir().join(format!("gapkit-peers-{}", std::process::id()));
        let programs = LIBRARIES.map(|(name, package, flags)| {
            compile(&folder, package, flags).map_err(|what| format!("{name}: {what}"))
        });
        Self { folder, programs }
    }

    /// What is missing.
    pub(super) fn missing(&self) -> impl Iterator<Item = &str> {
        self.programs.iter().filter_map(|program| program.as_ref().err().map(String::as_str))
    }

    /// Nanoseconds of a distance and of a boolean test of each library; not a number without it.
    pub(super) fn times(&self, pairs: &[(Points, Points)], rounds: usize) -> [[f64; 2]; 2] {
        let file = self.folder.join("pairs.txt");
        let written = fs::write(&file, text(pairs)).is_ok();
        [0, 1].map(|library| match &self.programs[library] {
            Ok(program) if written => measure(program, &file, rounds).unwrap_or([f64::NAN; 2]),
            _ => [f64::NAN; 2],
        })
    }
}

impl Drop for Peers {
    fn drop(&mut self) {
        // Where it could not be made there is nothing to take away.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// The number of pairs, that of vertices, and the polygons.
fn text(pairs: &[(Points, Points)]) -> String {
    let vertices = pairs.first().map_or(0, |(a, _)| a.len());
    let mut text = format!("{} {vertices}\n", pairs.len());
    for [x, y] in pairs.iter().flat_map(|(a, b)| a.iter().chain(b)) {
        let _ = writeln!(text, "{x:e} {y:e}");
    }
    text
}

fn compile(folder: &Path, package: &str, flags: &[&str]) -> Result<PathBuf, String> {
    let missing = |what: &str| format!("{what} is not installed");
    let found = Command::new("pkg-config").args(["--cflags", "--libs", package]).output();
    let found = found.map_err(|_| missing("pkg-config"))?;
    if !found.status.success() {
        return Err(missing(package));
    }
    let options = String::from_utf8_lossy(&found.stdout).into_owned();
    // The language is chosen here.
    let options = options.split_whitespace().filter(|option| !option.starts_with("-std="));
    let (source, program) = (folder.join("peers.cpp"), folder.join(package));
    let write = fs::create_dir_all(folder).and_then(|()| fs::write(&source, SOURCE));
    write.map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut compiler = Command::new("c++");
    compiler.args(["-O2", "-std=c++17"]).args(flags).arg(&source).arg("-o").arg(&program);
    let done = compiler.args(options).output().map_err(|_| missing("c++"))?;
    if done.status.success() { Ok(program) } else { Err("its program cannot be compiled".into()) }
}

fn measure(program: &Path, pairs: &Path, rounds: usize) -> Option<[f64; 2]> {
    let done = Command::new(program).arg(pairs).arg(rounds.to_string()).output().ok()?;
    let text = String::from_utf8(done.stdout).ok()?;
    let mut numbers = text.split_whitespace().map_while(|number| number.parse::<f64>().ok());
    Some([numbers.next()?, numbers.next()?])
}

/// A polygon of parry2d.
pub(super) fn parry(points: &Points) -> Option<ConvexPolygon> {
    let points = points.iter().map(|p| Vector::new(p[0], p[1])).collect();
    ConvexPolygon::from_convex_polyline_unmodified(points)
}

/// A cold search of parry2d, from the direction between the first vertices.
fn search(a: &ConvexPolygon, b: &ConvexPolygon, bound: f64, exact: bool) -> GJKResult {
    let mut simplex = VoronoiSimplex::new();
    let start = b.points()[0] - a.points()[0];
    simplex.reset(CsoPoint::from_shapes(&Pose::IDENTITY, a, b, start));
    closest_points(&Pose::IDENTITY, a, b, bound, exact, &mut simplex)
}

/// The distance; 0 where they intersect.
pub(super) fn distance(a: &ConvexPolygon, b: &ConvexPolygon) -> f64 {
    match search(a, b, f64::MAX, true) {
        GJKResult::ClosestPoints(p, q, _) => (p - q).length(),
        _ => 0.0,
    }
}

pub(super) fn intersects(a: &ConvexPolygon, b: &ConvexPolygon) -> bool {
    matches!(search(a, b, 0.0, false), GJKResult::Intersection)
}
