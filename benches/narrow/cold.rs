//! Cold queries with witness points: instruction sets and sub-algorithms against the peer.

use std::fmt::Write;
use std::hint::black_box;

use gapkit::gjk::SubAlgorithm;
use gapkit::shape::{Polyhedron, Search};
use gapkit::simd::Isa;
use gapkit::{Query, shape::SupportMap};

use crate::common::measure::{Contest, of};
use crate::common::pairs::{Pair, Placement, pairs};
use crate::common::peer::{self, PeerPair};

fn each<'a, S: SupportMap>(query: Query, bodies: &'a [(S, S)]) -> impl FnMut() + 'a {
    move || {
        for (a, b) in bodies {
            black_box(query.distance(black_box(a), black_box(b)));
        }
    }
}

fn add_peers<'a>(contest: &mut Contest<'a>, peers: &'a [PeerPair]) {
    contest.add("parry hull", move || {
        for p in peers {
            black_box(peer::distance(black_box(&p.hulls.0), &p.hulls.1, p.start, f64::MAX));
        }
    });
    contest.add("parry cloud", move || {
        for p in peers {
            black_box(peer::distance(black_box(&p.clouds.0), &p.clouds.1, p.start, f64::MAX));
        }
    });
}

/// The default algorithm on each instruction set.
pub(crate) fn instruction_sets(out: &mut String) {
    let isas = Isa::ALL.into_iter().filter(|isa| isa.is_available());
    let queries: Vec<(Isa, Query)> =
        isas.map(|isa| (isa, Query::default().with_isa(isa).expect("available"))).collect();
    let names: Vec<String> = queries.iter().map(|(isa, _)| format!("{isa:?}")).collect();
    writeln!(out, "| vertices | pairs | {} | parry | supports |", names.join(" | "))
        .expect("String");
    writeln!(out, "|---|---|{}---|---|", "---|".repeat(names.len())).expect("String");
    for n in [4, 8, 16, 64] {
        for placement in Placement::ALL {
            let pairs = pairs(n, placement, 1000);
            let sets: Vec<_> = pairs.iter().map(Pair::sets).collect();
            let peers: Vec<_> = pairs.iter().map(PeerPair::new).collect();
            let mut contest = Contest::default();
            for (isa, query) in &queries {
                contest.add(format!("{isa:?}"), each(*query, &sets));
            }
            add_peers(&mut contest, &peers);
            let times = contest.run(pairs.len(), 20);
            let parry = of(&times, "parry");
            let supports: u32 =
                sets.iter().map(|(a, b)| Query::default().distance(a, b).iterations).sum();
            let cells: String = (names.iter())
                .map(|name| {
                    format!(" {:.0} ({:.1}x) |", of(&times, name), parry / of(&times, name))
                })
                .collect();
            let supports = f64::from(supports) / pairs.len() as f64;
            writeln!(out, "| {n} | {placement:?} |{cells} {parry:.0} | {supports:.1} |")
                .expect("String");
        }
    }
}

/// Every sub-algorithm, on polyhedra that are scanned or climbed.
pub(crate) fn sub_algorithms(out: &mut String) {
    let names = SubAlgorithm::ALL.map(SubAlgorithm::name);
    writeln!(out, "| vertices | pairs | search | {} | parry |", names.join(" | ")).expect("String");
    writeln!(out, "|---|---|---|{}---|", "---|".repeat(names.len())).expect("String");
    for n in [4, 8, 16, 64, 512] {
        for placement in Placement::ALL {
            let pairs = pairs(n, placement, if n > 100 { 100 } else { 500 });
            let peers: Vec<_> = pairs.iter().map(PeerPair::new).collect();
            for search in Search::ALL {
                let hulls: Vec<(Polyhedron, Polyhedron)> =
                    pairs.iter().map(|pair| pair.hulls(search)).collect();
                let mut contest = Contest::default();
                for sub in SubAlgorithm::ALL {
                    contest.add(sub.name(), each(Query::default().with_sub(sub), &hulls));
                }
                add_peers(&mut contest, &peers);
                let times = contest.run(pairs.len(), 5);
                let cells: String =
                    times[..names.len()].iter().map(|(_, time)| format!(" {time:.0} |")).collect();
                let parry = of(&times, "parry");
                writeln!(out, "| {n} | {placement:?} | {search:?} |{cells} {parry:.0} |")
                    .expect("String");
            }
        }
    }
}

/// Queries that end once the bodies are proven to be farther apart than a margin.
pub(crate) fn margins(out: &mut String) {
    writeln!(out, "| vertices | pairs | margin 0 | margin 0.1 | parry's boolean | ratio |")
        .expect("String");
    writeln!(out, "|---|---|---|---|---|---|").expect("String");
    for n in [4, 16] {
        for placement in [Placement::Far].into_iter().chain(Placement::ALL) {
            let pairs = pairs(n, placement, 1000);
            let sets: Vec<_> = pairs.iter().map(Pair::sets).collect();
            let peers: Vec<_> = pairs.iter().map(PeerPair::new).collect();
            let mut contest = Contest::default();
            for (name, margin) in [("zero", 0.0), ("tenth", 0.1)] {
                let query = Query::default().with_bound(margin).expect("not negative");
                let sets = &sets;
                contest.add(name, move || {
                    for (a, b) in sets {
                        black_box(query.within(black_box(a), black_box(b)));
                    }
                });
            }
            contest.add("parry hull", || {
                for p in &peers {
                    black_box(peer::intersects(black_box(&p.hulls.0), &p.hulls.1, p.start));
                }
            });
            contest.add("parry cloud", || {
                for p in &peers {
                    black_box(peer::intersects(black_box(&p.clouds.0), &p.clouds.1, p.start));
                }
            });
            let times = contest.run(pairs.len(), 20);
            let (zero, tenth) = (of(&times, "zero"), of(&times, "tenth"));
            let parry = of(&times, "parry");
            let ratio = parry / zero;
            writeln!(
                out,
                "| {n} | {placement:?} | {zero:.0} | {tenth:.0} | {parry:.0} | {ratio:.1}x |"
            )
            .expect("String");
        }
    }
}
