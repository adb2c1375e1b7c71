//! The tables.

use std::fmt::Write;
use std::hint::black_box;

use gapkit::Query;
use gapkit::boolean::{BooleanAlgorithm, BooleanTest};
use gapkit::shape::PointSet;

use crate::common::measure::{Contest, of};
use crate::common::pairs::{Pair, Placement, pairs};
use crate::common::peer::{self, PeerPair};
use crate::density::Dataset;

const DENSITIES: [f64; 6] = [0.01, 0.1, 0.3, 0.5, 0.8, 1.0];

const GENERAL: [BooleanAlgorithm; 4] = [
    BooleanAlgorithm::Gjk,
    BooleanAlgorithm::Dss,
    BooleanAlgorithm::ExactDss,
    BooleanAlgorithm::Hybrid,
];

fn add_tests<'a>(contest: &mut Contest<'a>, sets: &'a [(PointSet<'a>, PointSet<'a>)]) {
    for test in GENERAL {
        let query = Query::default();
        contest.add(test.name(), move || {
            for (a, b) in sets {
                black_box(test.decide(&query, black_box(a), black_box(b)).expect("points"));
            }
        });
    }
}

fn add_peers<'a>(contest: &mut Contest<'a>, peers: &'a [PeerPair]) {
    contest.add("parry hull", move || {
        for p in peers {
            black_box(peer::intersects(black_box(&p.hulls.0), &p.hulls.1, p.start));
        }
    });
    contest.add("parry cloud", move || {
        for p in peers {
            black_box(peer::intersects(black_box(&p.clouds.0), &p.clouds.1, p.start));
        }
    });
}

fn exactly(times: &[(String, f64)], name: &str) -> f64 {
    times.iter().find(|(n, _)| n == name).map_or(f64::NAN, |&(_, time)| time)
}

fn header(out: &mut String, first: &str) {
    let names = GENERAL.map(|t| t.name()).join(" | ");
    writeln!(out, "| bodies | {first} | {names} | parry |").expect("String");
    writeln!(out, "|---|---|{}---|", "---|".repeat(GENERAL.len())).expect("String");
}

pub(crate) fn by_placement(out: &mut String) {
    header(out, "pairs");
    for n in [4, 8, 16] {
        for placement in [Placement::Distant, Placement::Near, Placement::Overlapping] {
            let pairs = pairs(n, placement, 1000);
            let sets: Vec<_> = pairs.iter().map(Pair::sets).collect();
            let peers: Vec<_> = pairs.iter().map(PeerPair::new).collect();
            let mut contest = Contest::default();
            add_tests(&mut contest, &sets);
            add_peers(&mut contest, &peers);
            let times = contest.run(pairs.len(), 20);
            let parry = of(&times, "parry");
            let cells: String = GENERAL
                .iter()
                .map(|t| {
                    let time = exactly(&times, t.name());
                    format!(" {time:.0} ({:.1}x) |", parry / time)
                })
                .collect();
            writeln!(out, "| {n} vertices | {placement:?} |{cells} {parry:.0} |").expect("String");
        }
    }
}

pub(crate) fn by_density(out: &mut String) {
    header(out, "density");
    for dataset in Dataset::ALL {
        for density in DENSITIES {
            let bodies = dataset.pairs(dataset.spread(density), 2000, 1);
            let pairs: Vec<Pair> = bodies
                .iter()
                .map(|(a, b)| Pair { a: a.points.clone(), b: b.points.clone() })
                .collect();
            let sets: Vec<_> = pairs.iter().map(Pair::sets).collect();
            let peers: Vec<_> = pairs.iter().map(PeerPair::new).collect();
            let mut contest = Contest::default();
            add_tests(&mut contest, &sets);
            add_peers(&mut contest, &peers);
            let times = contest.run(pairs.len(), 10);
            let cells: String = GENERAL
                .iter()
                .map(|t| {
                    let tests: u32 = sets
                        .iter()
                        .map(|(a, b)| {
                            t.decide(&Query::default(), a, b).expect("points").plane_tests
                        })
                        .sum();
                    let mean = f64::from(tests) / sets.len() as f64;
                    format!(" {:.0} ({mean:.1}) |", exactly(&times, t.name()))
                })
                .collect();
            let percent = density * 100.0;
            let parry = of(&times, "parry");
            writeln!(out, "| {dataset:?} | {percent:.0} % |{cells} {parry:.0} |").expect("String");
        }
    }
}
