//! Convex polygons in the plane against their peer, as ratios within one run.
//!
//! `cargo bench --bench planar` measures everything, prints the tables and writes them to
//! `docs/benchmarks/planar.md`. `cargo bench --bench planar -- distance boolean` picks some of the
//! tables and only prints.

#[path = "../common/mod.rs"]
mod common;
mod peer;
#[path = "../../crates/reproduction/src/planar/polygons.rs"]
mod polygons;

use std::fmt::Write;
use std::hint::black_box;

use common::measure::{Contest, of};
use common::page::{Table, run};
use gapkit::planar::{Polygon, Query, sat};
use gapkit::shape::Search;
use peer::PeerPair;
use polygons::{Placement, Points, pair};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

const TABLES: [Table; 2] = [
    Table {
        name: "distance",
        title: "Distance with witness points",
        text: "Nanoseconds per cold query. The ratio is that of the default, which climbs from \
               four vertices on, to parry; `best` that of the faster of scan and climb.",
        fill: |out| table(out, Level::Distance),
    },
    Table {
        name: "boolean",
        title: "Boolean test",
        text: "Nanoseconds per cold query, and those of the separating axis test.",
        fill: |out| table(out, Level::Boolean),
    },
];

#[derive(Clone, Copy, PartialEq)]
enum Level {
    Distance,
    Boolean,
}

fn table(out: &mut String, level: Level) {
    let (head, line) = if level == Level::Boolean { (" axes |", "---|") } else { ("", "") };
    writeln!(
        out,
        "| vertices | pairs | scan | climb | default |{head} parry | ratio | best | supports |"
    )
    .expect("String");
    writeln!(out, "|---|---|---|---|---|{line}---|---|---|---|").expect("String");
    for n in [4, 8, 12, 16, 20, 24] {
        for placement in Placement::ALL {
            row(out, level, n, placement);
        }
    }
}

fn row(out: &mut String, level: Level, n: usize, placement: Placement) {
    let mut rng = StdRng::seed_from_u64(n as u64 * 31 + placement as u64);
    let mut random = || rng.random_range(0.0..1.0);
    let pairs: Vec<(Points, Points)> = (0..1000).map(|_| pair(&mut random, n, placement)).collect();
    let polygon = |points| Polygon::new(points).expect("checked when made");
    let polygons: Vec<_> = pairs.iter().map(|(a, b)| (polygon(a), polygon(b))).collect();
    let peers: Vec<_> = pairs.iter().map(|(a, b)| PeerPair::new(a, b)).collect();
    let mut contest = Contest::default();
    let queries = [
        ("scan", Query::default().with_search(Search::Scan)),
        ("climb", Query::default().with_search(Search::HillClimbing)),
        ("default", Query::default()),
    ];
    for (name, query) in queries {
        add_query(&mut contest, name, level, query, &polygons);
    }
    add_peers(&mut contest, level, &peers);
    let times = contest.run(pairs.len(), 80);
    let [scan, climb, default, parry] =
        ["scan", "climb", "default", "parry"].map(|name| of(&times, name));
    let axes = match level {
        Level::Boolean => format!(" {:.0} |", of(&times, "axes")),
        Level::Distance => String::new(),
    };
    let (ratio, best) = (parry / default, parry / scan.min(climb));
    let supports: u32 =
        polygons.iter().map(|(a, b)| Query::default().distance(a, b).iterations).sum();
    let supports = f64::from(supports) / pairs.len() as f64;
    writeln!(
        out,
        "| {n} | {placement:?} | {scan:.0} | {climb:.0} | {default:.0} |{axes} {parry:.0} | \
         {ratio:.1}x | {best:.1}x | {supports:.1} |"
    )
    .expect("String");
}

fn add_query<'a>(
    contest: &mut Contest<'a>,
    name: &str,
    level: Level,
    query: Query,
    polygons: &'a [(Polygon<'a>, Polygon<'a>)],
) {
    match level {
        Level::Distance => contest.add(name, move || {
            for (a, b) in polygons {
                black_box(query.distance(black_box(a), black_box(b)));
            }
        }),
        Level::Boolean => contest.add(name, move || {
            for (a, b) in polygons {
                black_box(query.intersects(black_box(a), black_box(b)));
            }
        }),
    }
    if level == Level::Boolean && name == "default" {
        contest.add("axes", move || {
            for (a, b) in polygons {
                black_box(sat::separating_axis(black_box(a), black_box(b)));
            }
        });
    }
}

fn add_peers<'a>(contest: &mut Contest<'a>, level: Level, peers: &'a [PeerPair]) {
    match level {
        Level::Distance => {
            contest.add_each("parry polygon", peers, |p| {
                peer::distance(&p.polygons.0, &p.polygons.1, p.start, f64::MAX)
            });
            contest.add_each("parry cloud", peers, |p| {
                peer::distance(&p.clouds.0, &p.clouds.1, p.start, f64::MAX)
            });
        }
        Level::Boolean => {
            contest.add_each("parry polygon", peers, |p| {
                peer::intersects(&p.polygons.0, &p.polygons.1, p.start)
            });
            contest.add_each("parry cloud", peers, |p| {
                peer::intersects(&p.clouds.0, &p.clouds.1, p.start)
            });
        }
    }
}

fn main() {
    run(
        &TABLES,
        "planar.md",
        "# Benchmarks of polygons in the plane\n\nMade by `cargo bench --bench planar`. The peer \
         is parry2d-f64 on the same pairs in the same run (the faster of its convex polygon and a \
         cloud of points, started from the direction between the centroids); each variant gets its \
         turn in every round, and the fastest pass counts. One thread. The pairs are those of the \
         barycode paper: polygons with vertices at random angles on ellipses; touching pairs are \
         distant ones moved together by the separating vector. Supports are those of the \
         distance.\n",
    );
}
