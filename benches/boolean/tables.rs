//! The tables.

use std::fmt::Write;
use std::hint::black_box;

use gapkit::Query;
use gapkit::boolean::{BooleanAlgorithm, BooleanTest};
use gapkit::shape::{Cuboid, Hulls, PointSet, Polyhedron, Posed, SupportMap};
use gapkit::simd::Isa;
use parry3d_f64::math::{Pose, Rotation};
use parry3d_f64::query::intersection_test;
use parry3d_f64::shape::Cuboid as ParryCuboid;

use crate::common::measure::{Contest, of};
use crate::common::pairs::{Pair, Placement, boxes, pairs};
use crate::common::peer::{self, PeerPair, vector};
use crate::density::{Body, Dataset};

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
    contest.add_each("parry hull", peers, |p| peer::intersects(&p.hulls.0, &p.hulls.1, p.start));
    contest.add_each("parry cloud", peers, |p| peer::intersects(&p.clouds.0, &p.clouds.1, p.start));
}

fn exactly(times: &[(String, f64)], name: &str) -> f64 {
    times.iter().find(|(n, _)| n == name).map_or(f64::NAN, |&(_, time)| time)
}

fn header(out: &mut String, columns: &[&str]) {
    let names = GENERAL.map(|t| t.name()).join(" | ");
    writeln!(out, "| {} | {names} | {} |", columns[..2].join(" | "), columns[2..].join(" | "))
        .expect("String");
    writeln!(out, "|{}", "---|".repeat(columns.len() + GENERAL.len())).expect("String");
}

const BODIES: [&str; 3] = ["tetrahedra", "boxes", "16 vertices"];

fn named(bodies: &str, placement: Placement) -> Vec<Pair> {
    match bodies {
        "tetrahedra" => pairs(4, placement, 1000),
        "boxes" => boxes(placement, 1000),
        _ => pairs(16, placement, 1000),
    }
}

/// The default test, one by one and in batches, on each instruction set.
pub(crate) fn instruction_sets(out: &mut String) {
    let isas: Vec<Isa> = Isa::ALL.into_iter().filter(|isa| isa.is_available()).collect();
    let names: String = isas.iter().map(|isa| format!(" {isa:?} | {isa:?}, batch |")).collect();
    writeln!(out, "| bodies | pairs |{names} parry |").expect("String");
    writeln!(out, "|---|---|{}---|", "---|---|".repeat(isas.len())).expect("String");
    for bodies in BODIES {
        for placement in Placement::ALL {
            let pairs = named(bodies, placement);
            let times = on_each_set(&isas, &pairs);
            let parry = of(&times, "parry");
            let cell = |name: String| {
                let time = exactly(&times, &name);
                format!(" {time:.0} ({:.1}x) |", parry / time)
            };
            let cells: String = (isas.iter())
                .map(|isa| cell(format!("{isa:?}")) + &cell(format!("{isa:?} batch")))
                .collect();
            writeln!(out, "| {bodies} | {placement:?} |{cells} {parry:.0} |").expect("String");
        }
    }
}

fn on_each_set(isas: &[Isa], pairs: &[Pair]) -> Vec<(String, f64)> {
    let sets: Vec<_> = pairs.iter().map(Pair::sets).collect();
    let peers: Vec<_> = pairs.iter().map(PeerPair::new).collect();
    let flat = |body: fn(&Pair) -> &Vec<[f64; 3]>| -> Vec<[f64; 3]> {
        pairs.iter().flat_map(|pair| body(pair).clone()).collect()
    };
    let (a, b) = (flat(|pair| &pair.a), flat(|pair| &pair.b));
    let size = pairs[0].a.len();
    let [a, b] = [&a, &b].map(|points| Hulls::packed(points, size).expect("finite"));
    let (sets, a, b) = (&sets, &a, &b);
    let mut answers = vec![vec![false; pairs.len()]; isas.len()];
    let mut contest = Contest::default();
    for (isa, answers) in isas.iter().zip(&mut answers) {
        let query = Query::default().with_isa(*isa).expect("available");
        contest.add(format!("{isa:?}"), move || {
            for (a, b) in sets {
                let test = BooleanAlgorithm::Gjk;
                black_box(test.decide(&query, black_box(a), black_box(b)).expect("points"));
            }
        });
        contest.add(format!("{isa:?} batch"), move || {
            black_box(query.intersects_batch(black_box(a), b, answers).expect("as many of each"));
        });
    }
    add_peers(&mut contest, &peers);
    contest.run(pairs.len(), 20)
}

pub(crate) fn by_placement(out: &mut String) {
    header(out, &["bodies", "pairs", "parry"]);
    for bodies in BODIES {
        for placement in Placement::ALL {
            let pairs = named(bodies, placement);
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
            writeln!(out, "| {bodies} | {placement:?} |{cells} {parry:.0} |").expect("String");
        }
    }
}

/// The boxes of a data set for both libraries.
struct Boxes {
    ours: Vec<(Posed<Cuboid>, Posed<Cuboid>)>,
    theirs: Vec<[(Pose, ParryCuboid); 2]>,
}

impl Boxes {
    fn new(bodies: &[(Body, Body)]) -> Self {
        let ours = |body: &Body| {
            let (pose, half) = body.placed.expect("a box");
            Posed::new(Cuboid::new([0.0; 3], half).expect("finite"), &pose).expect("finite")
        };
        let theirs = |body: &Body| {
            let (pose, half) = body.placed.expect("a box");
            let (t, q) = (pose.translation.vector, pose.rotation.coords);
            let turn = Rotation::from_xyzw(q.x, q.y, q.z, q.w);
            let at = Pose { translation: vector(t.into()), rotation: turn };
            (at, ParryCuboid::new(vector(half.into())))
        };
        Self {
            ours: bodies.iter().map(|(a, b)| (ours(a), ours(b))).collect(),
            theirs: bodies.iter().map(|(a, b)| [theirs(a), theirs(b)]).collect(),
        }
    }

    fn add<'a>(&'a self, contest: &mut Contest<'a>) {
        contest.add("axes", move || {
            for (a, b) in &self.ours {
                let test = BooleanAlgorithm::Boxes;
                black_box(test.decide(&Query::default(), black_box(a), b).expect("boxes"));
            }
        });
        contest.add("their axes", move || {
            for [(pose_a, a), (pose_b, b)] in &self.theirs {
                let hit = intersection_test(black_box(pose_a), a, pose_b, b);
                black_box(hit.expect("supported"));
            }
        });
    }
}

/// A polyhedron whose faces are known.
fn kept(points: &[[f64; 3]]) -> Polyhedron {
    let hull = Polyhedron::hull(points).expect("not flat");
    assert!(hull.facets().is_some());
    hull
}

pub(crate) fn by_density(out: &mut String) {
    header(
        out,
        &["bodies", "density", "axes", "polyhedra", "box-polyhedron", "parry", "parry's axes"],
    );
    for dataset in Dataset::ALL {
        for density in DENSITIES {
            let bodies = dataset.pairs(dataset.spread(density), 2000, 1);
            let pairs: Vec<Pair> = bodies
                .iter()
                .map(|(a, b)| Pair { a: a.points.clone(), b: b.points.clone() })
                .collect();
            let sets: Vec<_> = pairs.iter().map(Pair::sets).collect();
            let peers: Vec<_> = pairs.iter().map(PeerPair::new).collect();
            let boxes = (dataset == Dataset::Boxes).then(|| Boxes::new(&bodies));
            let hulls: Vec<_> = pairs.iter().map(|p| (kept(&p.a), kept(&p.b))).collect();
            let mut contest = Contest::default();
            add_tests(&mut contest, &sets);
            add_peers(&mut contest, &peers);
            if dataset == Dataset::Tetrahedra {
                contest.add("axes", || {
                    for (a, b) in &sets {
                        let test = BooleanAlgorithm::Tetrahedra;
                        let decision = test.decide(&Query::default(), black_box(a), b);
                        black_box(decision.expect("tetrahedra"));
                    }
                });
            }
            if let Some(boxes) = &boxes {
                boxes.add(&mut contest);
            }
            contest.add("polyhedra", || {
                for (a, b) in &hulls {
                    let test = BooleanAlgorithm::Polyhedra;
                    black_box(test.decide(&Query::default(), black_box(a), b).expect("faces"));
                }
            });
            if let Some(boxes) = &boxes {
                contest.add("box-polyhedron", || {
                    for ((a, _), (_, b)) in hulls.iter().zip(&boxes.ours) {
                        let test = BooleanAlgorithm::BoxPolyhedron;
                        black_box(test.decide(&Query::default(), black_box(a), b).expect("a box"));
                    }
                });
            }
            let times = contest.run(pairs.len(), 10);
            let cells: String = GENERAL
                .iter()
                .map(|t| {
                    let tests = sets.iter().map(|(a, b)| {
                        t.decide(&Query::default(), a, b).expect("points").plane_tests
                    });
                    let mean = f64::from(tests.sum::<u32>()) / sets.len() as f64;
                    format!(" {:.0} ({mean:.1}) |", exactly(&times, t.name()))
                })
                .collect();
            let or_none = |time: f64| if time.is_nan() { "".into() } else { format!("{time:.0}") };
            let (axes, theirs) = (exactly(&times, "axes"), exactly(&times, "their axes"));
            let parry = of(&times, "parry");
            writeln!(
                out,
                "| {dataset:?} | {:.0} % |{cells} {} | {:.0} | {} | {parry:.0} | {} |",
                density * 100.0,
                or_none(axes),
                exactly(&times, "polyhedra"),
                or_none(exactly(&times, "box-polyhedron")),
                or_none(theirs)
            )
            .expect("String");
        }
    }
}
