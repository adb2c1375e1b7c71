//! Hill climbing and tracking: almost constant time for bodies that move.
//!
//! S. Cameron, Enhancing GJK: computing minimum and penetration distances between convex polyhedra,
//! ICRA 1997, doi:10.1109/ROBOT.1997.606761, Figures 3 to 5 and section 5. The random hulls are
//! those of random points, as in the paper. Times are those of the library, operations those of
//! GJK as the paper writes it.

mod depth;
mod effort;
mod motion;

use gapkit::shape::Search;

use self::effort::{Taken, measure};
use self::motion::{Apart, Family, Motion, Sequence};
use super::claim::Bound::{AtLeast, AtMost, Between};
use super::claim::Claim;
use super::plot::{Axis, Curve, Picture, Plot};
use super::report::Report;
use super::table::{Table, number};
use super::{Effort, Tell};
use crate::Error;
use crate::random::Random;

/// Maximum rotation of a body per step, in degrees.
const TURNS: [f64; 3] = [0.0, 6.0, 12.0];

/// Translation at a distance: the motion of Figures 3 and 4.
const STRAIGHT: Motion = Motion { apart: Apart::Three, turn: 0.0 };

/// The four search methods of Figures 3 and 4.
const METHODS: [(&str, bool, bool); 4] = [
    ("scan, not tracked", false, false),
    ("climb, not tracked", true, false),
    ("scan, tracked", false, true),
    ("climb, tracked", true, true),
];

/// By distance and turn, climbed and tracked.
type Motions = [[Taken; 3]; 3];

/// What hulls of one size take.
struct Row {
    /// In the mean.
    vertices: f64,
    methods: [Taken; 4],
    motions: Motions,
}

pub(super) fn run(effort: Effort, tell: Tell) -> Result<Report, Error> {
    let sizes =
        effort.pick(&[12, 50, 150, 500][..], &[12, 25, 50, 100, 150, 200, 300, 400, 500, 1000]);
    let mut rows = Vec::new();
    for (i, &points) in sizes.iter().enumerate() {
        rows.push(Row::new(points, effort)?);
        tell((i + 1) as f64 / (sizes.len() + 1) as f64);
    }
    let depths = depth::measure(effort)?;
    let boxes = measure_motions(Family::Boxes, 8, effort)?;
    let mut report = Report { claims: claims(&rows, &boxes), ..Report::default() };
    report.claims.extend(depth::claims(&depths, depth::followed(effort)?));
    let time = |taken: &Taken| taken.time;
    let operations = |taken: &Taken| taken.operations;
    report.pictures = vec![
        methods("tracking_fig3_time", "Without tracking (as Fig. 3)", "time (ns)", &rows, 0, time)?,
        methods(
            "tracking_fig3_operations",
            "Without tracking (as Fig. 3)",
            "multiplications and divisions",
            &rows,
            0,
            operations,
        )?,
        methods("tracking_fig4_time", "With tracking (as Fig. 4)", "time (ns)", &rows, 2, time)?,
        methods(
            "tracking_fig4_operations",
            "With tracking (as Fig. 4)",
            "multiplications and divisions",
            &rows,
            2,
            operations,
        )?,
        motions(&rows)?,
        depth::plot(&depths)?,
    ];
    report.tables = vec![ways_table(&rows), motions_table(&rows, &boxes), depth::table(&depths)];
    Ok(report)
}

fn sequences(
    family: Family,
    motion: Motion,
    search: Search,
    (seed, effort): (usize, Effort),
) -> Result<Vec<Sequence>, Error> {
    let mut random = Random::new(seed as u64);
    let one = |_| Sequence::new(family, motion, search, &mut random);
    (0..effort.pick(30, 100)).map(one).collect()
}

/// What bodies of one family take in the nine kinds of motion.
fn measure_motions(family: Family, seed: usize, effort: Effort) -> Result<Motions, Error> {
    let mut motions = Motions::default();
    for (line, apart) in motions.iter_mut().zip(Apart::ALL) {
        for (taken, turn) in line.iter_mut().zip(TURNS) {
            let motion = Motion { apart, turn };
            let sequences = sequences(family, motion, Search::HillClimbing, (seed, effort))?;
            *taken = measure(&sequences, true, effort.pick(3, 9))?;
        }
    }
    Ok(motions)
}

impl Row {
    fn new(points: usize, effort: Effort) -> Result<Self, Error> {
        let family = Family::Hulls(points);
        let mut methods = [Taken::default(); 4];
        let mut vertices = 0.0;
        for (taken, (_, climb, tracked)) in methods.iter_mut().zip(METHODS) {
            let search = if climb { Search::HillClimbing } else { Search::Scan };
            let sequences = sequences(family, STRAIGHT, search, (points, effort))?;
            *taken = measure(&sequences, tracked, effort.pick(3, 9))?;
            let sum: f64 = sequences.iter().map(Sequence::vertices).sum();
            vertices = sum / sequences.len() as f64;
        }
        Ok(Self { vertices, methods, motions: measure_motions(family, points, effort)? })
    }
}

/// The curves of two methods, from the given one on.
fn methods(
    name: &'static str,
    title: &str,
    label: &'static str,
    rows: &[Row],
    first: usize,
    value: impl Fn(&Taken) -> f64,
) -> Result<Picture, Error> {
    let curve = |i: usize| {
        let points = rows.iter().map(|row| (row.vertices, value(&row.methods[i])));
        Curve::new(METHODS[i].0, points.collect())
    };
    Plot {
        name: name.into(),
        title: title.to_owned(),
        x: Axis::linear("vertices of a hull"),
        y: Axis::linear(label),
        panels: vec![(
            String::new(),
            [curve(first), curve(first + 1)].into_iter().chain(published(name, rows)).collect(),
        )],
    }
    .draw()
}

/// What the paper expects of tracking: from 93 to 135 operations climbed, and 6 for each vertex scanned.
fn published(name: &str, rows: &[Row]) -> Vec<Curve> {
    if name != "tracking_fig4_operations" {
        return Vec::new();
    }
    let curve = |name: &str, operations: &dyn Fn(f64) -> f64| {
        let points = rows.iter().map(|row| (row.vertices, operations(row.vertices)));
        Curve::new(name, points.collect())
    };
    vec![
        curve("paper: scanned, 6 n", &|n| 6.0 * n),
        curve("paper: climbed, 93", &|_| 93.0),
        curve("paper: climbed, 135", &|_| 135.0),
    ]
}

fn motions(rows: &[Row]) -> Result<Picture, Error> {
    let panel = |i: usize| {
        let curve = |j: usize| {
            let points = rows.iter().map(|row| (row.vertices, row.motions[i][j].time));
            Curve::new(format!("turns up to {}°", TURNS[j]), points.collect())
        };
        (Apart::ALL[i].name().to_owned(), vec![curve(0), curve(1), curve(2)])
    };
    Plot {
        name: "tracking_fig5".into(),
        title: "Nine kinds of motion, climbed and tracked (as Fig. 5)".into(),
        x: Axis::linear("vertices of a hull"),
        y: Axis::linear("time (ns)"),
        panels: vec![panel(0), panel(1), panel(2)],
    }
    .draw()
}

fn ways_table(rows: &[Row]) -> Table {
    let mut columns = vec!["vertices".to_owned()];
    for (name, ..) in METHODS {
        columns.extend(["ns", "operations", "supports"].map(|what| format!("{name}: {what}")));
    }
    let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
    let mut table = Table::new("tracking_ways", "Translation at three diameters", &columns);
    for row in rows {
        let taken = row.methods.iter().flat_map(|t| [t.time, t.operations, t.supports].map(number));
        table.row(std::iter::once(number(row.vertices)).chain(taken).collect());
    }
    table
}

fn motions_table(rows: &[Row], boxes: &Motions) -> Table {
    let columns = ["vertices", "apart", "0° (ns)", "6° (ns)", "12° (ns)", "0° (operations)"];
    let more = ["6° (operations)", "12° (operations)"];
    let title = "Nine kinds of motion, climbed and tracked";
    let mut table = Table::new("tracking_motions", title, &[&columns[..], &more].concat());
    let hulls = rows.iter().map(|row| (number(row.vertices), &row.motions));
    for (bodies, motions) in hulls.chain([("boxes".to_owned(), boxes)]) {
        for (apart, taken) in Apart::ALL.iter().zip(motions) {
            let mut cells = vec![bodies.clone(), apart.name().to_owned()];
            cells.extend(taken.iter().map(|t| number(t.time)));
            cells.extend(taken.iter().map(|t| number(t.operations)));
            table.row(cells);
        }
    }
    table
}

fn claims(rows: &[Row], boxes: &Motions) -> Vec<Claim> {
    let (first, last) = (&rows[0], &rows[rows.len() - 1]);
    let mean =
        |value: &dyn Fn(&Row) -> f64| rows.iter().map(value).sum::<f64>() / rows.len() as f64;
    let growth = |method: usize| last.methods[method].operations / first.methods[method].operations;
    let size = last.vertices / first.vertices;
    let of_apart = |motions: &Motions| {
        motions[..2].iter().flatten().map(|taken| taken.time).sum::<f64>() / 6.0
    };
    vec![
        Claim::reproduced(
            "tracking-1",
            "climbed and tracked: time of the largest hulls over that of the smallest",
            last.methods[3].time / first.methods[3].time,
            AtMost(2.0),
        )
        .timed(),
        Claim::reproduced(
            "tracking-2",
            "climbed and tracked: mean operations of a query",
            mean(&|row| row.methods[3].operations),
            Between(80.0, 110.0),
        ),
        Claim::reproduced(
            "tracking-3",
            "scanned and tracked: growth of operations over growth of the hulls",
            growth(2) / size,
            Between(0.7, 1.0),
        ),
        Claim::reproduced(
            "tracking-4",
            "not tracked: operations of the largest hulls, scanned over climbed",
            last.methods[0].operations / last.methods[1].operations,
            AtLeast(7.0),
        ),
        Claim::reproduced(
            "tracking-5",
            "tracked: support calls of a query",
            mean(&|row| row.methods[3].supports),
            AtMost(1.4),
        ),
        Claim::reproduced(
            "tracking-6",
            "not tracked: support calls of a query",
            mean(&|row| row.methods[1].supports),
            AtMost(3.2),
        ),
        Claim::reproduced(
            "tracking-7",
            "tracked time, interfering and turned by up to 12° over far apart and not turned",
            mean(&|row| row.motions[2][2].time / row.motions[0][0].time),
            AtLeast(1.5),
        )
        .timed(),
        Claim::reproduced(
            "tracking-11",
            "tracked: time for boxes over that for hulls, bodies that do not interfere",
            of_apart(boxes) / mean(&|row| of_apart(&row.motions)),
            AtMost(0.9),
        )
        .timed(),
    ]
}
