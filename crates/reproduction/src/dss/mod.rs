//! Boolean tests against collision density, in f32 as published and in f64 as the library has them.
//!
//! S. Hornus, Detecting the intersection of two convex shapes by searching on the 2-sphere,
//! Computer-Aided Design, 2017, doi:10.1016/j.cad.2017.05.009, Figures 4 to 9. Not compared: the
//! naive test of all planes and the one of Greene, which the library does not have.

mod claims;
mod data;
mod decide;
mod johnson;
mod race;
mod region;
mod support;

use self::data::Kind;
use self::race::{AXES, GJK, OUR_GJK, RIVALS, Sample};
use super::plot::{Axis, Curve, Picture, Plot};
use super::report::Report;
use super::table::{Table, number};
use super::{Effort, Tell};
use crate::Error;

/// A figure of the paper: what is tested, and over which spreads.
struct Figure {
    kind: Kind,
    name: &'static str,
    title: &'static str,
    spreads: &'static [f64],
}

/// Not from zero: boxes with a common centre would be told without a plane test.
const WIDE: &[f64] = &[0.01, 0.4, 0.8, 1.2, 1.6, 2.0, 3.0, 5.0, 10.0, 30.0, 100.0];

const FIGURES: [Figure; 5] = [
    Figure {
        kind: Kind::Tetrahedra,
        name: "dss_fig4",
        title: "Random tetrahedra (as Fig. 4)",
        spreads: WIDE,
    },
    Figure {
        kind: Kind::Boxes,
        name: "dss_fig5",
        title: "Random oriented boxes (as Fig. 5)",
        spreads: WIDE,
    },
    Figure {
        kind: Kind::Polytopes(16),
        name: "dss_fig6",
        title: "Random polytopes with 16 vertices (as Fig. 6)",
        spreads: WIDE,
    },
    Figure {
        kind: Kind::FrustumBoxes,
        name: "dss_fig8",
        title: "Frustum culling of boxes (as Fig. 8)",
        spreads: &[1.0, 1.5, 2.0, 3.0, 5.0, 8.0, 12.0],
    },
    Figure {
        kind: Kind::FrustumSpheres,
        name: "dss_fig9",
        title: "Frustum culling of spheres (as Fig. 9)",
        spreads: &[1.0, 1.5, 2.0, 3.0, 5.0, 8.0, 12.0],
    },
];

/// The vertices of the polytopes at half density.
const VERTICES: [usize; 8] = [4, 8, 16, 32, 64, 128, 256, 512];

pub(super) fn run(effort: Effort, tell: Tell) -> Result<Report, Error> {
    let mut report = Report::default();
    let mut all = Vec::new();
    for (i, figure) in FIGURES.iter().enumerate() {
        let mut samples = Vec::new();
        for (j, &spread) in figure.spreads.iter().enumerate() {
            tell((i as f64 + j as f64 / figure.spreads.len() as f64) / (FIGURES.len() + 1) as f64);
            samples.push(Sample::new(figure.kind, spread, 200, effort.pick(10, 40))?);
        }
        report.pictures.extend(pictures(figure, &samples)?);
        let key = |s: &Sample| format!("{:.3} %", 100.0 * s.density);
        let rows: Vec<_> = samples.iter().map(|s| (key(s), s)).collect();
        report.tables.push(table(figure.name, figure.title, "density", &rows));
        all.push(samples);
    }
    let mut half = Vec::new();
    for n in VERTICES {
        let spread = half_density(Kind::Polytopes(n))?;
        let runs = effort.pick(3, 20).max(effort.pick(300, 3000) / n);
        half.push((n as f64, Sample::new(Kind::Polytopes(n), spread, 100, runs)?));
    }
    report.pictures.push(vertices_plot(&half)?);
    let rows: Vec<_> = half.iter().map(|(n, s)| (number(*n), s)).collect();
    report.tables.push(table("dss_fig7", "Polytopes at 50 % density", "vertices", &rows));
    report.claims = claims::all(&all, &half);
    Ok(report)
}

/// The spread at which half of the pairs meet, by bisection.
fn half_density(kind: Kind) -> Result<f64, Error> {
    let (mut low, mut high) = (0.0, 8.0);
    for _ in 0..10 {
        let middle = 0.5 * (low + high);
        let dense = Sample::new(kind, middle, 40, 2)?.density > 0.5;
        (low, high) = if dense { (middle, high) } else { (low, middle) };
    }
    Ok(high)
}

/// Throughput, plane tests, and failures against density.
fn pictures(figure: &Figure, samples: &[Sample]) -> Result<Vec<Picture>, Error> {
    let has_axes = samples[0].tallies[AXES].pairs > 0;
    let rivals = || (0..RIVALS.len()).filter(|&rival| rival != AXES || has_axes);
    let curves = |value: &dyn Fn(&Sample, usize) -> f64| {
        let curve = |rival: usize| {
            let points = samples.iter().map(|s| (100.0 * s.density, value(s, rival)));
            Curve::new(RIVALS[rival], points.collect())
        };
        rivals().map(curve).collect::<Vec<_>>()
    };
    let plot = |part: &str, what: &str, y, curves| {
        Plot {
            name: format!("{}_{part}", figure.name),
            title: format!("{}: {what}", figure.title),
            x: Axis::log("collision density (%)"),
            y,
            panels: vec![(String::new(), curves)],
        }
        .draw()
    };
    let throughput = curves(&|s, rival| 1e3 / s.tallies[rival].time());
    let mut planes = curves(&|s, rival| s.tallies[rival].mean_planes());
    let mut failures = curves(&|s, rival| 1e6 * s.tallies[rival].failure_rate());
    // Separating axes are tried in a fixed order, many of them; the library never fails.
    planes.truncate(AXES);
    failures.truncate(OUR_GJK);
    Ok(vec![
        plot("throughput", "throughput", Axis::linear("million pairs per second"), throughput)?,
        plot("planes", "plane tests", Axis::linear("plane tests per pair"), planes)?,
        plot("failures", "failures", Axis::linear("failures per million pairs"), failures)?,
    ])
}

fn vertices_plot(half: &[(f64, Sample)]) -> Result<Picture, Error> {
    let curve = |rival: usize| {
        let points = half.iter().map(|(n, s)| (*n, 1e3 / s.tallies[rival].time()));
        Curve::new(RIVALS[rival], points.collect())
    };
    Plot {
        name: "dss_fig7".into(),
        title: "Random polytopes at 50 % density (as Fig. 7)".into(),
        x: Axis::log("vertices"),
        y: Axis::log("million pairs per second"),
        panels: vec![(String::new(), (0..AXES).map(curve).collect())],
    }
    .draw()
}

/// Times, plane tests and failures; each row begins with its key.
fn table(name: &'static str, title: &str, first: &str, rows: &[(String, &Sample)]) -> Table {
    let mut columns = vec![first.to_owned(), "pairs".to_owned()];
    columns.extend(RIVALS.map(|rival| format!("{rival} (ns)")));
    columns.extend(RIVALS[..AXES].iter().map(|rival| format!("{rival} planes")));
    columns.extend(RIVALS[..AXES].iter().map(|rival| format!("{rival} failed")));
    columns.extend(RIVALS[..OUR_GJK].iter().map(|rival| format!("{rival} most planes")));
    let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
    let mut table = Table::new(name, title, &columns);
    for (key, sample) in rows {
        let t = &sample.tallies;
        let mut cells = vec![key.clone(), t[GJK].pairs.to_string()];
        let time = |t: f64| if t.is_nan() { "-".to_owned() } else { format!("{t:.0}") };
        cells.extend(t.iter().map(|t| time(t.time())));
        cells.extend(t[..AXES].iter().map(|t| format!("{:.2}", t.mean_planes())));
        cells.extend(t[..AXES].iter().map(|t| t.failed.to_string()));
        cells.extend(t[..OUR_GJK].iter().map(|t| t.max_planes.to_string()));
        table.row(cells);
    }
    table
}
