//! Times of the sub-algorithms and of GJK for polygonal spheres.
//!
//! Montanari et al. 2017 (doi:10.1145/3083724), Figures 16 to 21. The spheres are geodesic ones of
//! radius 1, turned at random; every time is a mean over pairs with different turns.

use std::hint::black_box;

use gapkit::gjk::{Simplex, SubAlgorithm};
use gapkit::shape::{Polyhedron, Search};
use gapkit::{Query, Vec3};

mod endings;

use crate::bodies::{Geodesic, rotation};
use crate::claim::Bound::{AtLeast, AtMost};
use crate::claim::Claim;
use crate::plot::{Axis, Contour, Curve, Picture, Plot};
use crate::published::{Gjk, Rules};
use crate::random::Random;
use crate::report::Report;
use crate::table::{Table, number};
use crate::timing::{TimedJob, medians};
use crate::{Effort, Error, Tell};

/// The sub-algorithms by the names of the paper, and ours.
const SUBS: [(&str, SubAlgorithm); 4] = [
    ("JB", SubAlgorithm::JohnsonBackup),
    ("BK", SubAlgorithm::Backup),
    ("SV", SubAlgorithm::LiteralSignedVolumes),
    ("ours", SubAlgorithm::SignedVolumes),
];
const JB: usize = 0;
const SV: usize = 2;
const OURS: usize = 3;

/// How the spheres lie to each other, by the distance of their centres in radii.
const PLACES: [(&str, f64); 3] = [("distant", 4.0), ("close", 2.001), ("overlapping", 1.0)];

const TOLERANCES: [f64; 7] = [1e-14, 1e-13, 1e-12, 1e-11, 1e-10, 1e-9, 1e-8];

/// Passes over all pairs that are timed as one.
const PASSES: usize = 4;

type Pairs = Vec<(Polyhedron, Polyhedron)>;

/// Times per GJK call in nanoseconds, by sub-algorithm, and calls of the sub-algorithm.
#[derive(Clone, Copy, Default)]
struct Times {
    sub: [f64; 4],
    gjk: [f64; 4],
    calls: [f64; 4],
}

/// One point of the curves.
struct Row {
    place: usize,
    tolerance: f64,
    climb: bool,
    vertices: usize,
    times: Times,
}

pub(super) fn run(effort: Effort, tell: Tell) -> Result<Report, Error> {
    let sizes = effort.pick(&[1, 2, 3, 5, 7, 10][..], &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12]);
    let (mut rows, mut sums) = (Vec::new(), Vec::new());
    for (i, &layers) in sizes.iter().enumerate() {
        let sphere = Geodesic::new(layers)?;
        for (place, (_, apart)) in PLACES.iter().enumerate() {
            for climb in [false, true] {
                let pairs = pairs(&sphere, *apart, climb, effort.pick(8, 32))?;
                for tolerance in TOLERANCES {
                    if climb {
                        endings::add(&mut sums, endings::measure(&pairs, place, tolerance));
                    }
                    // Curves for the ends, contours in between, which are climbed.
                    if climb || tolerance == TOLERANCES[0] || tolerance == TOLERANCES[6] {
                        let times = measure(&pairs, tolerance, effort.pick(41, 101))?;
                        let vertices = sphere.vertices.len();
                        rows.push(Row { place, tolerance, climb, vertices, times });
                    }
                }
            }
        }
        tell((i + 1) as f64 / sizes.len() as f64);
    }
    let mut report = Report { claims: claims(&rows), ..Report::default() };
    for figure in [(1e-8, false), (1e-8, true), (1e-14, false), (1e-14, true)] {
        report.pictures.push(curves(&rows, figure)?);
    }
    for (name, place) in [("spheres_fig20", 0), ("spheres_fig21", 2)] {
        report.pictures.push(contours(name, &rows, place)?);
    }
    report.claims.extend(endings::claims(&sums));
    report.tables.push(ratios(&rows));
    report.tables.push(endings::table(&sums));
    report.tables.push(table(&rows));
    Ok(report)
}

fn pairs(sphere: &Geodesic, apart: f64, climb: bool, count: usize) -> Result<Pairs, Error> {
    let mut random = Random::new(sphere.vertices.len() as u64);
    let search = if climb { Search::HillClimbing } else { Search::Scan };
    let mut body = |at: Vec3| {
        let turn = rotation(&mut random);
        sphere.polyhedron(turn.matrix(), &at, search)
    };
    let far = Vec3::x() * apart;
    (0..count).map(|_| Ok((body(Vec3::zeros())?, body(far)?))).collect()
}

/// Times the sub-algorithms on the simplices that a search with them meets, and the searches.
fn measure(pairs: &Pairs, tolerance: f64, rounds: usize) -> Result<Times, Error> {
    let rules = Rules::printed(tolerance).guarded();
    let searches = SUBS.map(|(_, sub)| Gjk { sub, rules });
    let simplices: Vec<Vec<Simplex>> = searches
        .iter()
        .map(|gjk| {
            let mut seen = Vec::new();
            for (a, b) in pairs {
                gjk.run((a, b), &[], |simplex| seen.push(*simplex));
            }
            seen
        })
        .collect();
    let mut jobs: Vec<TimedJob> = Vec::new();
    for (gjk, seen) in searches.iter().zip(&simplices) {
        jobs.push(Box::new(move || {
            for simplex in (0..PASSES).flat_map(|_| seen) {
                black_box(gjk.sub.solve(black_box(simplex)));
            }
        }));
    }
    // Ours is the search of the library; the others run in the printed one.
    for gjk in &searches[..OURS] {
        jobs.push(Box::new(move || {
            for (a, b) in (0..PASSES).flat_map(|_| pairs) {
                black_box(gjk.run((black_box(a), b), &[], |_| ()));
            }
        }));
    }
    let query = Query::default().with_tolerance(tolerance).map_err(Error::Body)?;
    jobs.push(Box::new(move || {
        for (a, b) in (0..PASSES).flat_map(|_| pairs) {
            black_box(query.distance(black_box(a), b));
        }
    }));
    let times = medians(&mut jobs, rounds);
    let share = 1.0 / (PASSES * pairs.len()) as f64;
    let mut found = Times::default();
    for i in 0..SUBS.len() {
        found.sub[i] = times[i] * share;
        found.gjk[i] = times[SUBS.len() + i] * share;
        found.calls[i] = simplices[i].len() as f64 / pairs.len() as f64;
    }
    Ok(found)
}

fn curves(rows: &[Row], (tolerance, climb): (f64, bool)) -> Result<Picture, Error> {
    let (name, figure) = match (tolerance > 1e-10, climb) {
        (true, false) => ("spheres_fig16", 16),
        (true, true) => ("spheres_fig17", 17),
        (false, false) => ("spheres_fig18", 18),
        (false, true) => ("spheres_fig19", 19),
    };
    let how = if climb { "with" } else { "without" };
    let panel = |place: usize| {
        let curve = |(i, (name, _)): (usize, &(&str, SubAlgorithm))| {
            let here = rows.iter().filter(|row| {
                row.place == place && row.tolerance == tolerance && row.climb == climb
            });
            Curve::new(*name, here.map(|row| (row.vertices as f64, row.times.sub[i])).collect())
        };
        (PLACES[place].0.to_owned(), SUBS.iter().enumerate().map(curve).collect())
    };
    Plot {
        name: name.into(),
        title: format!(
            "Sub-algorithms, tolerance {tolerance:.0e}, {how} hill climbing (as Fig. {figure})"
        ),
        x: Axis::log("vertices of a sphere"),
        y: Axis::log("sub-algorithm time of a GJK call (ns)"),
        panels: (0..PLACES.len()).map(panel).collect(),
    }
    .draw()
}

fn contours(name: &'static str, rows: &[Row], place: usize) -> Result<Picture, Error> {
    let here = || rows.iter().filter(|row| row.place == place && row.climb);
    let mut xs: Vec<f64> = here().map(|row| row.vertices as f64).collect();
    xs.dedup();
    let panel = |sub: usize| {
        let line = |tolerance: f64| {
            here().filter(|row| row.tolerance == tolerance).map(|row| row.times.gjk[sub]).collect()
        };
        (SUBS[sub].0.to_owned(), TOLERANCES.map(line).to_vec())
    };
    Contour {
        name,
        title: format!("GJK, {} spheres, with hill climbing", PLACES[place].0),
        x: Axis::log("vertices of a sphere"),
        y: Axis::log("tolerance"),
        z: "GJK time (ns)",
        xs,
        ys: TOLERANCES.to_vec(),
        panels: vec![panel(JB), panel(SV)],
    }
    .draw()
}

/// The geometric mean of `a / b` over the rows that are chosen.
fn mean_ratio<'a>(rows: impl Iterator<Item = &'a Row>, ratio: impl Fn(&Times) -> f64) -> f64 {
    let (sum, count) = rows.fold((0.0, 0), |(sum, n), row| (sum + ratio(&row.times).ln(), n + 1));
    (sum / f64::from(count)).exp()
}

fn ratios(rows: &[Row]) -> Table {
    let columns = ["spheres", "tolerance", "climb", "SV/JB sub", "BK/JB sub", "ours/JB sub"];
    let more = ["SV/JB GJK", "ours/JB GJK", "SV/JB calls"];
    let title = "Ratios of times, geometric means over all sizes";
    let mut table = Table::new("spheres_ratios", title, &[&columns[..], &more].concat());
    for place in 0..PLACES.len() {
        for tolerance in [1e-8, 1e-14] {
            for climb in [false, true] {
                let here = || {
                    rows.iter().filter(move |row| {
                        row.place == place && row.tolerance == tolerance && row.climb == climb
                    })
                };
                let mean = |ratio: &dyn Fn(&Times) -> f64| number(mean_ratio(here(), ratio));
                table.row(vec![
                    PLACES[place].0.to_owned(),
                    number(tolerance),
                    if climb { "yes" } else { "no" }.to_owned(),
                    mean(&|t| t.sub[SV] / t.sub[JB]),
                    mean(&|t| t.sub[1] / t.sub[JB]),
                    mean(&|t| t.sub[OURS] / t.sub[JB]),
                    mean(&|t| t.gjk[SV] / t.gjk[JB]),
                    mean(&|t| t.gjk[OURS] / t.gjk[JB]),
                    mean(&|t| t.calls[SV] / t.calls[JB]),
                ]);
            }
        }
    }
    table
}

fn table(rows: &[Row]) -> Table {
    let mut columns = vec!["spheres", "tolerance", "climb", "vertices"];
    columns.extend(["JB sub (ns)", "BK sub (ns)", "SV sub (ns)", "ours sub (ns)"]);
    columns.extend(["JB GJK (ns)", "BK GJK (ns)", "SV GJK (ns)", "ours GJK (ns)"]);
    columns.extend(["JB calls", "BK calls", "SV calls", "ours calls"]);
    let mut table = Table::new("spheres_times", "Times and calls of a GJK query", &columns);
    for row in rows {
        let climb = if row.climb { "yes" } else { "no" };
        let mut cells = vec![PLACES[row.place].0.to_owned(), number(row.tolerance), climb.into()];
        cells.push(row.vertices.to_string());
        for values in [&row.times.sub, &row.times.gjk] {
            cells.extend(values.iter().map(|time| format!("{time:.0}")));
        }
        cells.extend(row.times.calls.iter().map(|calls| format!("{calls:.2}")));
        table.row(cells);
    }
    table
}

fn claims(rows: &[Row]) -> Vec<Claim> {
    let at = |place: usize| rows.iter().filter(move |row| row.place == place);
    let sub = |t: &Times| t.sub[SV] / t.sub[JB];
    let fine = |row: &&Row| row.climb && row.tolerance == 1e-14;
    let coarse = |row: &&Row| row.climb && row.tolerance == 1e-8;
    vec![
        Claim::reproduced(
            "spheres-1",
            "overlapping: sub-algorithm time, Signed Volumes over Johnson with Backup",
            mean_ratio(at(2), sub),
            AtMost(0.5),
        )
        .timed(),
        Claim::reproduced(
            "spheres-2",
            "distant: sub-algorithm time, Signed Volumes over Johnson with Backup",
            mean_ratio(at(0), sub),
            AtMost(0.8),
        )
        .timed(),
        Claim::reproduced(
            "spheres-3",
            "close: sub-algorithm time, Signed Volumes over Johnson with Backup",
            mean_ratio(at(1), sub),
            AtMost(1.1),
        )
        .timed(),
        Claim::reproduced(
            "spheres-4",
            "all: sub-algorithm time, Backup alone over Johnson with Backup",
            mean_ratio(rows.iter(), |t| t.sub[1] / t.sub[JB]),
            AtLeast(1.6),
        )
        .timed(),
        Claim::reproduced(
            "spheres-5",
            "all: calls of the sub-algorithm, Signed Volumes over Johnson with Backup",
            mean_ratio(rows.iter(), |t| t.calls[SV] / t.calls[JB]),
            AtMost(1.0),
        ),
        Claim::reproduced(
            "spheres-6",
            "overlapping: GJK time, Signed Volumes over Johnson with Backup",
            mean_ratio(at(2), |t| t.gjk[SV] / t.gjk[JB]),
            AtMost(0.97),
        )
        .timed(),
        Claim::missed(
            "spheres-7",
            "distant, climbed: GJK time of Johnson with Backup at tolerance 1e-14 over that at 1e-8",
            mean_ratio(at(0).filter(fine), |t| t.gjk[JB])
                / mean_ratio(at(0).filter(coarse), |t| t.gjk[JB]),
            AtLeast(1.05),
        )
        .timed(),
    ]
}
