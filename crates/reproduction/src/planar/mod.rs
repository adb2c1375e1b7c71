//! Polygons in the plane: distance and boolean test, with and without hill climbing.
//!
//! Y. Zhang, Y. Wu, X. Wang, X. Zhou, Barycode-based GJK algorithm, arXiv:2011.09117, 2020, Tables
//! I to VI. Of the libraries of the paper FCL and Bullet are measured where they are installed, and
//! parry2d besides. Signed Volumes in the printed GJK, as in the fastest of them, and our own search in
//! space are on polygons in the plane z = 0.

mod paper;
mod peers;
mod polygons;

use std::hint::black_box;

use gapkit::gjk::SubAlgorithm;
use gapkit::planar::{Polygon, Query, sat};
use gapkit::shape::{PointSet, Search};

use self::peers::Peers;
use self::polygons::{Placement, Points, pair};
use super::claim::Bound::{AtLeast, AtMost};
use super::claim::Claim;
use super::plot::{Axis, Curve, Picture, Plot};
use super::published::{Gjk, Rules};
use super::report::Report;
use super::table::Table;
use super::timing::{TimedJob, medians};
use super::{Effort, Tell};
use crate::Error;
use crate::random::Random;

/// The rivals, by number.
const RIVALS: [&str; 8] = [
    "SAT (boolean only)",
    "barycode (without HCS)",
    "barycode (with HCS)",
    "printed GJK in space",
    "ours in space",
    "parry2d",
    "FCL",
    "Bullet",
];
const SAT: usize = 0;
const SCAN: usize = 1;
const CLIMB: usize = 2;
const PRINTED: usize = 3;

/// The tables of the paper, one for each number of vertices.
const TABLES: [(usize, &str); 6] = [
    (4, "planar_table1"),
    (8, "planar_table2"),
    (12, "planar_table3"),
    (16, "planar_table4"),
    (20, "planar_table5"),
    (24, "planar_table6"),
];

/// Nanoseconds by rival and placement.
type Times = [[f64; 3]; RIVALS.len()];

struct Row {
    vertices: usize,
    distance: Times,
    collision: Times,
}

pub(super) fn run(effort: Effort, tell: Tell) -> Result<Report, Error> {
    let mut rows = Vec::new();
    let peers = Peers::new();
    for (i, (vertices, _)) in TABLES.iter().enumerate() {
        rows.push(Row::new(*vertices, &peers, effort)?);
        tell((i + 1) as f64 / TABLES.len() as f64);
    }
    let all = TABLES.iter().zip(&rows).zip(&paper::TABLES);
    let missing: String = peers.missing().map(|what| format!("; {what}")).collect();
    let tables = all.map(|(((_, name), row), theirs)| table(name, row, theirs, &missing)).collect();
    let pictures = vec![
        plot("planar_distance", "Distance (Level 2)", &rows, |row| &row.distance, 0)?,
        plot("planar_collision", "Boolean test (Level 1)", &rows, |row| &row.collision, 3)?,
    ];
    Ok(Report { tables, pictures, claims: claims(&rows), ..Report::default() })
}

impl Row {
    fn new(vertices: usize, peers: &Peers, effort: Effort) -> Result<Self, Error> {
        let none = [[f64::NAN; 3]; RIVALS.len()];
        let mut row = Self { vertices, distance: none, collision: none };
        for (place, placement) in Placement::ALL.into_iter().enumerate() {
            let mut random = Random::new((vertices * 31 + place) as u64);
            let mut next = || random.next();
            let pairs: Vec<_> = (0..1000).map(|_| pair(&mut next, vertices, placement)).collect();
            let [distance, collision] = measure(&pairs, peers, effort.pick(21, 101))?;
            for rival in 0..RIVALS.len() {
                row.distance[rival][place] = distance[rival];
                row.collision[rival][place] = collision[rival];
            }
        }
        Ok(row)
    }
}

/// Times of the distance and of the boolean test, by rival; separating axes know no distance.
fn measure(
    pairs: &[(Points, Points)],
    peers: &Peers,
    rounds: usize,
) -> Result<[[f64; RIVALS.len()]; 2], Error> {
    let both = |(a, b): &(Points, Points)| (lift(a), lift(b));
    let lifted: Vec<_> = pairs.iter().map(both).collect();
    let flat: Vec<(Polygon, Polygon)> = pairs
        .iter()
        .map(|(a, b)| Ok((Polygon::new(a)?, Polygon::new(b)?)))
        .collect::<Result<_, gapkit::Error>>()
        .map_err(Error::Body)?;
    let space: Vec<(PointSet, PointSet)> = lifted
        .iter()
        .map(|(a, b)| Ok((PointSet::new(a)?, PointSet::new(b)?)))
        .collect::<Result<_, gapkit::Error>>()
        .map_err(Error::Body)?;
    let queries =
        [Search::Scan, Search::HillClimbing].map(|search| Query::default().with_search(search));
    let gjk = Gjk { sub: SubAlgorithm::LiteralSignedVolumes, rules: Rules::squared(1e-14) };
    let theirs: Option<Vec<_>> =
        pairs.iter().map(|(a, b)| Some((peers::parry(a)?, peers::parry(b)?))).collect();
    let theirs = theirs.unwrap_or_default();
    let mut jobs: Vec<TimedJob> = vec![each(&flat, sat::separating_axis)];
    for query in queries {
        jobs.push(each(&flat, move |a, b| query.separation(a, b)));
        jobs.push(each(&flat, move |a, b| query.intersects(a, b)));
    }
    jobs.push(each(&space, move |a, b| gjk.run((a, b), &[], |_| ()).distance));
    jobs.push(each(&space, |a, b| gapkit::Query::default().separation(a, b)));
    jobs.push(each(&space, gapkit::intersects));
    jobs.push(each(&theirs, peers::distance));
    jobs.push(each(&theirs, peers::intersects));
    let times = medians(&mut jobs, rounds);
    let [axes, scan, scan_bool, climb, climb_bool, printed, ours, ours_bool, parry, parry_bool] =
        std::array::from_fn(|i| times[i] / pairs.len() as f64);
    let [fcl, bullet] = peers.times(pairs, rounds);
    // As in the paper, what has no boolean test of its own is asked for the distance.
    Ok([
        [f64::NAN, scan, climb, printed, ours, parry, fcl[0], bullet[0]],
        [axes, scan_bool, climb_bool, printed, ours_bool, parry_bool, fcl[1], bullet[1]],
    ])
}

/// One call for each pair.
fn each<'a, S, T>(pairs: &'a [(S, S)], call: impl Fn(&S, &S) -> T + 'a) -> TimedJob<'a> {
    Box::new(move || {
        for (a, b) in pairs {
            black_box(call(black_box(a), black_box(b)));
        }
    })
}

/// The polygon in the plane z = 0.
fn lift(points: &Points) -> Vec<[f64; 3]> {
    points.iter().map(|p| [p[0], p[1], 0.0]).collect()
}

fn table(name: &'static str, row: &Row, theirs: &paper::Table, missing: &str) -> Table {
    let columns = ["", "distant", "overlapping", "touching", "distant", "overlapping", "touching"];
    let title = format!(
        "{} vertices: distance (three columns) and boolean test (three columns), ns{missing}",
        row.vertices
    );
    let mut table = Table::new(name, title, &columns);
    let cell = |time: &f64| if time.is_nan() { "-".into() } else { format!("{time:.0}") };
    for (rival, name) in RIVALS.iter().enumerate() {
        let times = row.distance[rival].iter().chain(&row.collision[rival]);
        table.row(std::iter::once((*name).to_owned()).chain(times.map(cell)).collect());
    }
    for (name, times) in paper::ROWS.iter().zip(theirs) {
        let cells = times.iter().map(cell);
        table.row(std::iter::once(format!("paper: {name}")).chain(cells).collect());
    }
    table
}

/// `first` is the first column of the paper's tables for this.
fn plot(
    name: &'static str,
    title: &str,
    rows: &[Row],
    times: impl Fn(&Row) -> &Times,
    first: usize,
) -> Result<Picture, Error> {
    let panel = |place: usize| {
        let curve = |rival: usize| {
            let points = rows.iter().map(|row| (row.vertices as f64, times(row)[rival][place]));
            Curve::new(RIVALS[rival], points.collect())
        };
        let heading = format!("{:?}", Placement::ALL[place]).to_lowercase();
        let tables = TABLES.iter().zip(&paper::TABLES);
        let theirs = tables.map(|((n, _), table)| (*n as f64, table[paper::CLIMB][first + place]));
        let theirs = Curve::new("paper: barycode (with HCS)", theirs.collect());
        (heading, (0..RIVALS.len()).map(curve).chain([theirs]).collect())
    };
    Plot {
        name: name.into(),
        title: format!("{title} (as Fig. 3)"),
        x: Axis::linear("vertices of a polygon"),
        y: Axis::log("time (ns)"),
        panels: (0..Placement::ALL.len()).map(panel).collect(),
    }
    .draw()
}

fn claims(rows: &[Row]) -> Vec<Claim> {
    let mean = |ratio: &dyn Fn(&Row, usize) -> f64| {
        let cells = rows.iter().flat_map(|row| (0..3).map(move |place| (row, place)));
        let sum: f64 = cells.map(|(row, place)| ratio(row, place).ln()).sum();
        (sum / (3 * rows.len()) as f64).exp()
    };
    let last = &rows[rows.len() - 1];
    let largest = |a: &[f64; 3], b: &[f64; 3]| {
        a.iter().zip(b).map(|(a, b)| (a / b).ln()).sum::<f64>().exp().cbrt()
    };
    vec![
        Claim::reproduced(
            "planar-1",
            "distance: printed GJK in space over barycode with hill climbing, mean of all tables",
            mean(&|row, place| row.distance[PRINTED][place] / row.distance[CLIMB][place]),
            AtLeast(2.2),
        )
        .timed(),
        Claim::reproduced(
            "planar-2",
            "boolean test over distance, with hill climbing, distant polygons of 4 vertices",
            rows[0].collision[CLIMB][0] / rows[0].distance[CLIMB][0],
            AtMost(0.5),
        )
        .timed(),
        Claim::reproduced(
            "planar-3",
            "boolean test: separating axes over barycode with hill climbing, 24 vertices",
            largest(&last.collision[SAT], &last.collision[CLIMB]),
            AtLeast(2.5),
        )
        .timed(),
        Claim::reproduced(
            "planar-4",
            "distance: without hill climbing over with it, distant polygons of 24 vertices",
            last.distance[SCAN][0] / last.distance[CLIMB][0],
            AtLeast(1.05),
        )
        .timed(),
        Claim::missed(
            "planar-5",
            "distance: without hill climbing over with it, touching polygons of 24 vertices",
            last.distance[SCAN][2] / last.distance[CLIMB][2],
            AtLeast(5.0),
        )
        .timed(),
        Claim::missed(
            "planar-6",
            "boolean test: separating axes over barycode, distant polygons of 4 vertices",
            rows[0].collision[SAT][0] / rows[0].collision[SCAN][0],
            AtLeast(5.0),
        )
        .timed(),
        Claim::reproduced(
            "planar-7",
            "hill climbing over the scan, overlapping and touching polygons of 8 to 20 vertices",
            climbing_near(rows),
            AtMost(1.1),
        )
        .timed(),
    ]
}

/// The times of hill climbing over those of the scan where polygons overlap or touch, from 8 to 20
/// vertices: the mean of both queries.
fn climbing_near(rows: &[Row]) -> f64 {
    let rows = rows.iter().filter(|row| (8..=20).contains(&row.vertices));
    let times = rows.flat_map(|row| [&row.distance, &row.collision]);
    let ratios =
        times.flat_map(|times| [1, 2].map(|place| times[CLIMB][place] / times[SCAN][place]));
    let logs: Vec<f64> = ratios.map(f64::ln).collect();
    (logs.iter().sum::<f64>() / logs.len() as f64).exp()
}
