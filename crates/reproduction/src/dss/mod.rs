//! Boolean tests against collision density, in f32 as published and in f64 as the library has them.
//!
//! S. Hornus, Detecting the intersection of two convex shapes by searching on the 2-sphere,
//! Computer-Aided Design, 2017, doi:10.1016/j.cad.2017.05.009, Figures 4 to 9 and section 7.

mod bisection;
mod claims;
mod data;
mod decide;
mod johnson;
mod race;
mod region;
mod support;

use self::data::Kind;
use self::race::{AXES, DSS, DSS_F64, GJK, GJK_F64, OUR_GJK, RIVALS, Sample};
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
    /// Failure rates of the paper by density in percent: those that it has numbers for.
    published: &'static [(&'static str, &'static [(f64, f64)])],
}

/// Section 6.1: 24,923 and 14 of 1.999e8 pairs.
const TETRAHEDRA_FAILED: &[(&str, &[(f64, f64)])] =
    &[("paper: GJK", &[(72.0, 24_923.0 / 1.999e8)]), ("paper: DSS", &[(56.0, 14.0 / 1.999e8)])];

/// Not from zero: boxes with a common centre would be told without a plane test.
const WIDE: &[f64] = &[0.01, 0.4, 0.8, 1.2, 1.6, 2.0, 3.0, 5.0, 10.0, 30.0, 100.0];

const FIGURES: [Figure; 5] = [
    Figure {
        kind: Kind::Tetrahedra,
        name: "dss_fig4",
        title: "Random tetrahedra (as Fig. 4)",
        spreads: WIDE,
        published: TETRAHEDRA_FAILED,
    },
    Figure {
        kind: Kind::Boxes,
        name: "dss_fig5",
        title: "Random oriented boxes (as Fig. 5)",
        spreads: WIDE,
        published: &[],
    },
    Figure {
        kind: Kind::Polytopes(16),
        name: "dss_fig6",
        title: "Random polytopes with 16 vertices (as Fig. 6)",
        spreads: WIDE,
        published: &[],
    },
    Figure {
        kind: Kind::FrustumBoxes,
        name: "dss_fig8",
        title: "Frustum culling of boxes (as Fig. 8)",
        spreads: &[1.0, 1.5, 2.0, 3.0, 5.0, 8.0, 12.0],
        published: &[],
    },
    Figure {
        kind: Kind::FrustumSpheres,
        name: "dss_fig9",
        title: "Frustum culling of spheres (as Fig. 9)",
        spreads: &[1.0, 1.5, 2.0, 3.0, 5.0, 8.0, 12.0],
        published: &[],
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
    report.tables.push(precision(&all));
    let (bisection, slower) = bisection::table(effort)?;
    report.tables.push(bisection);
    report.claims = claims::all(&all, &half, slower);
    Ok(report)
}

/// What single precision gains and loses: the same code in both, over all densities.
fn precision(figures: &[Vec<Sample>]) -> Table {
    let title = "The tests as published, compiled for f32 and for f64";
    let columns = ["bodies", "test", "pairs", "time f64 / f32", "failed f32", "failed f64"];
    let more = ["wrong f32", "wrong f64"];
    let mut table = Table::new("dss_precision", title, &[&columns[..], &more].concat());
    for (figure, samples) in FIGURES.iter().zip(figures) {
        for (name, single, double) in [("GJK", GJK, GJK_F64), ("DSS", DSS, DSS_F64)] {
            let sum = |count: &dyn Fn(&Sample) -> u64| samples.iter().map(count).sum::<u64>();
            let ratio = |s: &Sample| s.tallies[double].time() / s.tallies[single].time();
            let time = samples.iter().map(|s| ratio(s).ln()).sum::<f64>() / samples.len() as f64;
            let counts = [
                sum(&|s| s.tallies[single].failed),
                sum(&|s| s.tallies[double].failed),
                sum(&|s| s.tallies[single].wrong),
                sum(&|s| s.tallies[double].wrong),
            ];
            let pairs = sum(&|s| s.tallies[single].pairs);
            let mut cells = vec![figure.title.to_owned(), name.to_owned(), pairs.to_string()];
            cells.push(number(time.exp()));
            cells.extend(counts.iter().map(u64::to_string));
            table.row(cells);
        }
    }
    table
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
    let curves = |rivals: usize, value: &dyn Fn(&Sample, usize) -> f64| {
        let takes_part = |&rival: &usize| samples[0].tallies[rival].pairs > 0;
        let curve = |rival: usize| {
            let points = samples.iter().map(|s| (100.0 * s.density, value(s, rival)));
            Curve::new(RIVALS[rival], points.collect())
        };
        (0..rivals).filter(takes_part).map(curve).collect::<Vec<_>>()
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
    let throughput = curves(RIVALS.len(), &|s, rival| 1e3 / s.tallies[rival].time());
    // Separating axes are tried in a fixed order, many of them; the library never fails.
    let planes = curves(AXES, &|s, rival| s.tallies[rival].mean_planes());
    let mut failures = curves(OUR_GJK, &|s, rival| 1e6 * s.tallies[rival].failure_rate());
    failures.extend(figure.published.iter().map(|(name, points)| {
        Curve::loose(*name, points.iter().map(|(x, rate)| (*x, 1e6 * rate)).collect())
    }));
    Ok(vec![
        plot("throughput", "throughput", Axis::linear("million pairs per second"), throughput)?,
        plot("planes", "plane tests", Axis::linear("plane tests per pair"), planes)?,
        plot("failures", "failures", Axis::linear("failures per million pairs"), failures)?,
    ])
}

fn vertices_plot(half: &[(f64, Sample)]) -> Result<Picture, Error> {
    let takes_part = |&rival: &usize| half[0].1.tallies[rival].pairs > 0 && rival != AXES;
    let curve = |rival: usize| {
        let points = half.iter().map(|(n, s)| (*n, 1e3 / s.tallies[rival].time()));
        Curve::new(RIVALS[rival], points.collect())
    };
    Plot {
        name: "dss_fig7".into(),
        title: "Random polytopes at 50 % density (as Fig. 7)".into(),
        x: Axis::log("vertices"),
        y: Axis::log("million pairs per second"),
        panels: vec![(String::new(), (0..RIVALS.len()).filter(takes_part).map(curve).collect())],
    }
    .draw()
}

/// Times, plane tests and failures; each row begins with its key.
fn table(name: &'static str, title: &str, first: &str, rows: &[(String, &Sample)]) -> Table {
    let mut columns = vec![first.to_owned(), "pairs".to_owned()];
    columns.extend(RIVALS.map(|rival| format!("{rival} (ns)")));
    columns.extend(RIVALS.map(|rival| format!("{rival} planes")));
    columns.extend(RIVALS[..AXES].iter().map(|rival| format!("{rival} failed")));
    columns.extend(RIVALS[..OUR_GJK].iter().map(|rival| format!("{rival} most planes")));
    let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
    let mut table = Table::new(name, title, &columns);
    for (key, sample) in rows {
        let t = &sample.tallies;
        let mut cells = vec![key.clone(), t[GJK].pairs.to_string()];
        let planes = |n: f64| if n.is_nan() { "-".to_owned() } else { format!("{n:.2}") };
        let time = |t: f64| if t.is_nan() { "-".to_owned() } else { format!("{t:.0}") };
        cells.extend(t.iter().map(|t| time(t.time())));
        cells.extend(t.iter().map(|t| planes(t.mean_planes())));
        cells.extend(t[..AXES].iter().map(|t| t.failed.to_string()));
        cells.extend(t[..OUR_GJK].iter().map(|t| t.max_planes.to_string()));
        table.row(cells);
    }
    table
}
