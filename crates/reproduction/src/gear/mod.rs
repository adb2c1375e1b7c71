//! Two gear teeth approach each other in small steps until contact.
//!
//! Montanari et al. 2017 (doi:10.1145/3083724), Figures 9, 14 and 15. The meshes of the paper are
//! not published: ours are teeth of gears with 50 teeth of module 1. Each step takes two fifths of
//! the distance, so that every order of magnitude is seen.

mod claims;
mod determinant;
mod teeth;

use gapkit::gjk::SubAlgorithm;

use self::teeth::{Step, Teeth, approach};
use super::plot::{Axis, Curve, Plot};
use super::published::Rules;
use super::report::Report;
use super::table::{Table, number};
use super::{Effort, Tell};
use crate::Error;

const EPS: f64 = f64::EPSILON;
const JOHNSON: SubAlgorithm = SubAlgorithm::Johnson;
const VOLUMES: SubAlgorithm = SubAlgorithm::LiteralSignedVolumes;

/// The angle in radians between the axes of the teeth. At zero whole edges are parallel; this is
/// what a model has that was turned once in single precision.
const TILT: f64 = 1e-6;

/// The angles of the table.
const TILTS: [f64; 5] = [0.0, TILT, 1e-4, 1e-2, 1e-1];

/// The mesh whose approach is drawn: steps along the involute.
const DRAWN: usize = 8;

pub(super) fn run(effort: Effort, tell: Tell) -> Result<Report, Error> {
    let meshes = effort.pick(&[3, 5, 8, 12, 16][..], &[3, 4, 5, 6, 8, 10, 12, 16, 20, 24]);
    let mut report = Report::default();
    let teeth = Teeth::new(DRAWN, TILT)?;
    let rules = Rules::squared(EPS);
    let johnson = approach(&teeth, JOHNSON, rules)?;
    let volumes = approach(&teeth, VOLUMES, rules)?;
    report.pictures.push(drawn("gear_johnson", "Johnson", "det A", &johnson).draw()?);
    report.pictures.push(drawn("gear_volumes", "Signed Volumes", "det M", &volumes).draw()?);
    report.tables.push(steps("gear_johnson", "Johnson, misaligned teeth", "det A", &johnson));
    report.tables.push(steps(
        "gear_volumes",
        "Signed Volumes, misaligned teeth",
        "det M",
        &volumes,
    ));
    let mut rows = Vec::new();
    for (i, &profile) in meshes.iter().enumerate() {
        for tilt in TILTS {
            rows.push(Row::new(profile, tilt)?);
        }
        tell((i + 1) as f64 / meshes.len() as f64);
    }
    report.pictures.push(reached(&rows).draw()?);
    report.tables.push(meshes_table(&rows));
    report.claims = claims::all(&johnson, &volumes, &rows);
    Ok(report)
}

/// What was reached on a mesh.
struct Row {
    vertices: usize,
    tilt: f64,
    johnson: Reached,
    volumes: Reached,
    /// Signed Volumes with eq. 9 as it is printed.
    printed: Reached,
}

/// The smallest distance that was measured, and in how many steps there was none or a wrong one.
struct Reached {
    distance: f64,
    wrong: usize,
}

impl Reached {
    fn new(steps: &[Step]) -> Self {
        let right = steps.iter().filter(|step| step.is_right());
        let distance = right.map(|step| step.found.distance).fold(f64::INFINITY, f64::min);
        Self { distance, wrong: steps.iter().filter(|step| !step.is_right()).count() }
    }
}

impl Row {
    fn new(profile: usize, tilt: f64) -> Result<Self, Error> {
        let teeth = Teeth::new(profile, tilt)?;
        let run = |sub, rules| approach(&teeth, sub, rules).map(|s| Reached::new(&s));
        Ok(Self {
            vertices: teeth.a.len(),
            tilt,
            johnson: run(JOHNSON, Rules::squared(EPS))?,
            volumes: run(VOLUMES, Rules::squared(EPS))?,
            printed: run(VOLUMES, Rules::printed(EPS))?,
        })
    }
}

fn drawn(name: &str, sub: &str, det: &str, steps: &[Step]) -> Plot {
    let curve = |name: String, value: &dyn Fn(&Step) -> f64| {
        let points = steps.iter().enumerate();
        Curve::new(name, points.map(|(i, step)| (i as f64, value(step))).collect())
    };
    let wrong = steps.iter().enumerate().filter(|(_, step)| !step.is_right());
    let wrong = wrong.map(|(i, step)| (i as f64, step.exact)).collect();
    Plot {
        name: name.into(),
        title: format!("Gear teeth: {sub}"),
        x: Axis::linear("step"),
        y: Axis::log("distance (modules), determinant"),
        panels: vec![(
            String::new(),
            vec![
                curve("distance".into(), &|step| step.found.distance),
                curve(format!("|{det}|, least of a query"), &|step| step.det[0]),
                curve(format!("|{det}|, largest of a query"), &|step| step.det[1]),
                Curve::loose("failed or wrong", wrong),
            ],
        )],
    }
}

fn steps(name: &'static str, title: &str, det: &str, steps: &[Step]) -> Table {
    let (min, max) = (format!("least |{det}|"), format!("largest |{det}|"));
    let mut table =
        Table::new(name, title, &["step", "exact", "found", "end", "right", &min, &max]);
    for (i, step) in steps.iter().enumerate() {
        let numbers = [step.exact, step.found.distance].map(number);
        let end = format!("{:?}", step.found.end).to_lowercase();
        let right = if step.is_right() { "yes" } else { "no" };
        let det = step.det.map(number);
        let [exact, found] = numbers;
        let [min, max] = det;
        table.row(vec![i.to_string(), exact, found, end, right.into(), min, max]);
    }
    table
}

fn reached(rows: &[Row]) -> Plot {
    let at = |tilt: f64, value: &dyn Fn(&Row) -> f64| {
        let rows = rows.iter().filter(|row| row.tilt == tilt);
        rows.map(|row| (row.vertices as f64, value(row))).collect::<Vec<_>>()
    };
    Plot {
        name: "gear_reached".into(),
        title: "Gear teeth: the smallest distance that was measured".into(),
        x: Axis::log("vertices of a tooth"),
        y: Axis::log("distance (modules)"),
        panels: vec![(
            String::new(),
            vec![
                Curve::new("Johnson, misaligned", at(TILT, &|row| row.johnson.distance)),
                Curve::new("Signed Volumes, misal.", at(TILT, &|row| row.volumes.distance)),
                Curve::new("Johnson, aligned", at(0.0, &|row| row.johnson.distance)),
                Curve::new("Signed Volumes, aligned", at(0.0, &|row| row.volumes.distance)),
                Curve::new(
                    "Signed Volumes, eq. 9 as printed",
                    at(TILT, &|row| row.printed.distance),
                ),
            ],
        )],
    }
}

fn meshes_table(rows: &[Row]) -> Table {
    let columns =
        ["vertices", "misalignment (rad)", "JH", "JH wrong", "SV", "SV wrong", "SV, eq. 9 printed"];
    let title = "The smallest distance measured to 10 %, and in how many steps there was none or a wrong one";
    let mut table = Table::new("gear_reached", title, &columns);
    for row in rows {
        table.row(vec![
            row.vertices.to_string(),
            number(row.tilt),
            number(row.johnson.distance),
            row.johnson.wrong.to_string(),
            number(row.volumes.distance),
            row.volumes.wrong.to_string(),
            number(row.printed.distance),
        ]);
    }
    table
}
