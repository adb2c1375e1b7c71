//! The depth of overlapping bodies against the peer's, as ratios within one run.
//!
//! `cargo bench --bench penetration` prints the tables and writes them to
//! `docs/benchmarks/penetration.md`; `cargo bench --bench penetration -- depth gap` picks some of
//! them and only prints.

#[path = "../common/mod.rs"]
mod common;

use std::fmt::Write;
use std::hint::black_box;

use common::measure::{Contest, of};
use common::page::{Table, run};
use common::pairs::{Pair, Placement, pairs, unit};
use common::peer::{self, PeerPair};
use gapkit::Vec3;
use gapkit::penetration::{Depth, Method, Query, bounds};
use gapkit::shape::PointSet;
use gapkit::simd::Isa;
use parry3d_f64::query::epa::EPA;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// How deep the bodies of a pair overlap.
#[derive(Debug, Clone, Copy)]
enum Overlap {
    /// By 0.001 to 0.05 of their size.
    Shallow,
    /// With centres nearer than a quarter of their size.
    Deep,
}

/// What the bodies are.
#[derive(Debug, Clone, Copy)]
enum Bodies {
    Vertices(usize),
    Boxes,
}

impl Bodies {
    const ALL: [Self; 5] =
        [Self::Vertices(4), Self::Boxes, Self::Vertices(8), Self::Vertices(16), Self::Vertices(64)];

    fn name(self) -> String {
        match self {
            Self::Vertices(4) => "tetrahedra".into(),
            Self::Vertices(n) => format!("{n} vertices"),
            Self::Boxes => "boxes".into(),
        }
    }

    fn pairs(self, overlap: Overlap, count: usize) -> Vec<Pair> {
        let mut rng = StdRng::seed_from_u64(7);
        let deep = match self {
            Self::Vertices(n) => pairs(n, Placement::Overlapping, count),
            Self::Boxes => (0..count).map(|_| boxes(&mut rng)).collect(),
        };
        match overlap {
            Overlap::Deep => deep,
            Overlap::Shallow => deep.into_iter().map(|pair| shallow(pair, &mut rng)).collect(),
        }
    }
}

/// Two turned boxes.
fn boxes(rng: &mut StdRng) -> Pair {
    let along = rng.random_range(0.0..0.5);
    let by = unit(rng).map(|c| c * along);
    let a = turned_box(rng, [0.0; 3]);
    Pair { a, b: turned_box(rng, by) }
}

fn turned_box(rng: &mut StdRng, center: [f64; 3]) -> Vec<[f64; 3]> {
    let half = [0; 3].map(|_| rng.random_range(0.3..1.0));
    let x = Vec3::from(unit(rng));
    let y = x.cross(&Vec3::from(unit(rng))).normalize();
    let rows = [x, y, x.cross(&y)];
    let corner = |i: usize| {
        let signed = |k: usize| if i >> k & 1 == 1 { half[k] } else { -half[k] };
        let p = rows[0] * signed(0) + rows[1] * signed(1) + rows[2] * signed(2);
        (p + Vec3::from(center)).into()
    };
    (0..8).map(corner).collect()
}

/// The pair with B moved out along the normal until a little overlap is left.
fn shallow(pair: Pair, rng: &mut StdRng) -> Pair {
    let depth = depth(&pair, Method::Epa);
    let left = 10f64.powf(rng.random_range(-3.0..-1.3)).min(depth.depth);
    let by = depth.normal * (depth.depth - left);
    let b = pair.b.iter().map(|p| (Vec3::from(*p) + by).into()).collect();
    Pair { a: pair.a, b }
}

fn depth(pair: &Pair, method: Method) -> Depth {
    let (a, b) = pair.sets();
    Query::default().with_method(method).penetration(&a, &b)
}

fn add_peers<'a>(contest: &mut Contest<'a>, peers: &'a [PeerPair]) {
    let mut epa = EPA::new();
    contest.add("parry hull", move || {
        for p in peers {
            black_box(peer::depth(black_box(&p.hulls.0), &p.hulls.1, p.start, &mut epa));
        }
    });
    let mut epa = EPA::new();
    contest.add("parry cloud", move || {
        for p in peers {
            black_box(peer::depth(black_box(&p.clouds.0), &p.clouds.1, p.start, &mut epa));
        }
    });
}

/// Every method.
fn depths(out: &mut String) {
    writeln!(
        out,
        "| bodies | overlap | auto | epa | sat | parry | supports | refined | parry off |\n\
         |---|---|---|---|---|---|---|---|---|"
    )
    .expect("String");
    for bodies in Bodies::ALL {
        for overlap in [Overlap::Shallow, Overlap::Deep] {
            let pairs = bodies.pairs(overlap, 1000);
            let sets: Vec<_> = pairs.iter().map(Pair::sets).collect();
            let peers: Vec<_> = pairs.iter().map(PeerPair::new).collect();
            let times = contest(&sets, &peers, bodies);
            let parry = of(&times, "parry");
            let cell = |name: &str| match of(&times, name) {
                f64::INFINITY => "-".into(),
                time => format!("{time:.0} ({:.1}x)", parry / time),
            };
            let answers: Vec<Depth> = pairs.iter().map(|pair| depth(pair, Method::Epa)).collect();
            let supports: u32 = answers.iter().map(|answer| answer.iterations).sum();
            let refined = pairs.iter().filter(|pair| depth(pair, Method::Auto).refined).count();
            let off = peers.iter().zip(&answers).filter(|(p, ours)| {
                let theirs = peer::depth(&p.clouds.0, &p.clouds.1, p.start, &mut EPA::new());
                theirs.is_nan() || (theirs - ours.depth).abs() > 1e-6 * ours.depth
            });
            writeln!(
                out,
                "| {} | {overlap:?} | {} | {} | {} | {parry:.0} | {:.1} | {:.1} % | {:.1} % |",
                bodies.name(),
                cell("auto"),
                cell("epa"),
                cell("sat"),
                f64::from(supports) / pairs.len() as f64,
                100.0 * refined as f64 / pairs.len() as f64,
                100.0 * off.count() as f64 / pairs.len() as f64,
            )
            .expect("String");
        }
    }
}

fn contest(
    sets: &[(PointSet, PointSet)],
    peers: &[PeerPair],
    bodies: Bodies,
) -> Vec<(String, f64)> {
    let mut contest = Contest::default();
    for method in Method::ALL {
        if method == Method::Sat && matches!(bodies, Bodies::Vertices(64)) {
            continue;
        }
        let query = Query::default().with_method(method);
        contest.add(method.name(), move || {
            for (a, b) in sets {
                black_box(query.penetration(black_box(a), black_box(b)));
            }
        });
    }
    add_peers(&mut contest, peers);
    let rounds = if matches!(bodies, Bodies::Vertices(16..)) { 5 } else { 15 };
    contest.run(sets.len(), rounds)
}

/// The signed gap on each instruction set, and the bounds.
fn gaps(out: &mut String) {
    let isas: Vec<Isa> = Isa::ALL.into_iter().filter(|isa| isa.is_available()).collect();
    let names: String = isas.iter().map(|isa| format!(" {isa:?} |")).collect();
    writeln!(out, "| vertices | pairs | distance |{names} bounds | parry |").expect("String");
    writeln!(out, "|---|---|---|{}---|---|", "---|".repeat(isas.len())).expect("String");
    for n in [4, 8, 16] {
        for placement in Placement::ALL {
            let pairs = pairs(n, placement, 1000);
            let times = gap_contest(&isas, &pairs);
            let cells: String = isas
                .iter()
                .map(|isa| format!(" {:.0} |", of(&times, &format!("{isa:?}"))))
                .collect();
            let [distance, bounds, parry] =
                ["distance", "bounds", "parry"].map(|name| of(&times, name));
            let row = format!("| {n} | {placement:?} | {distance:.0} |{cells}");
            writeln!(out, "{row} {bounds:.0} | {parry:.0} |").expect("String");
        }
    }
}

fn gap_contest(isas: &[Isa], pairs: &[Pair]) -> Vec<(String, f64)> {
    let sets: Vec<_> = pairs.iter().map(Pair::sets).collect();
    let peers: Vec<_> = pairs.iter().map(PeerPair::new).collect();
    let sets = &sets;
    let mut contest = Contest::default();
    contest.add("distance", || {
        for (a, b) in sets {
            black_box(gapkit::distance(black_box(a), black_box(b)));
        }
    });
    for isa in isas {
        let query = Query::default().with_isa(*isa).expect("available");
        contest.add(format!("{isa:?}"), move || {
            for (a, b) in sets {
                black_box(query.signed_gap(black_box(a), black_box(b)));
            }
        });
    }
    contest.add("bounds", || {
        for (a, b) in sets {
            black_box(bounds(black_box(a), black_box(b)));
        }
    });
    add_peers(&mut contest, &peers);
    contest.run(pairs.len(), 10)
}

const TABLES: [Table; 2] = [
    Table {
        name: "depth",
        title: "Depth of overlapping bodies",
        text: "Nanoseconds per cold query with witness points, with the ratio to parry in \
               brackets. Shallow: overlapping by 0.001 to 0.05 of the size; deep: centres nearer \
               than a quarter of it. `supports` are those of the expanding polytope with the \
               distance search before it, `refined` is how often the default method took the path \
               in double-double arithmetic, and `parry off` is how often parry's depth differs \
               from ours by more than 1e-6 of it.",
        fill: depths,
    },
    Table {
        name: "gap",
        title: "Signed gap and bounds",
        text: "Nanoseconds per cold query: the plain distance, the signed gap on each instruction \
               set, and the bounds of the depth from the last simplex alone; beside them parry's \
               distance, or depth where the bodies overlap. Touching: exactly, on a grid.",
        fill: gaps,
    },
];

fn main() {
    run(
        &TABLES,
        "penetration.md",
        "# Benchmarks of the penetration depth\n\nMade by `cargo bench --bench penetration`. The \
         peer is parry3d-f64 on the same pairs in the same run (its distance search from the \
         direction between the centroids, then its expanding polytope, whose storage is kept from \
         one query to the next; the faster of its convex polyhedron and a cloud of points); each \
         variant gets its turn in every round, and the fastest pass counts. One thread.\n",
    );
}
