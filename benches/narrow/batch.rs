//! Batches in lanes against the peer and against themselves on more threads.

use std::fmt::Write;
use std::hint::black_box;
use std::time::Instant;

use gapkit::shape::Hulls;
use gapkit::simd::Isa;
use gapkit::{Answer, Query};

use crate::common::measure::{Contest, of};
use crate::common::pairs::{Pair, Placement, pairs};
use crate::common::peer::{self, PeerPair};

const PAIRS: usize = 1000;

/// The points of all bodies, one body after the other, cut to the size given.
fn flat(list: &[Pair], size: usize, body: fn(&Pair) -> &[[f64; 3]]) -> Vec<[f64; 3]> {
    list.iter().flat_map(|pair| body(pair)[..size].to_vec()).collect()
}

/// The peer has no hull of a triangle: it gets clouds only.
struct Peers {
    hulls: Vec<PeerPair>,
    clouds: Vec<PeerPair>,
}

impl Peers {
    fn new(list: &[Pair], size: usize) -> Self {
        let whole = list.iter().map(PeerPair::new);
        let mut cut: Vec<_> = list.iter().map(PeerPair::new).collect();
        for pair in &mut cut {
            pair.clouds.0.0.truncate(size);
            pair.clouds.1.0.truncate(size);
            let center = |points: &[parry3d_f64::math::Vector]| {
                points.iter().copied().sum::<parry3d_f64::math::Vector>() / points.len() as f64
            };
            pair.start = center(&pair.clouds.1.0) - center(&pair.clouds.0.0);
        }
        let is_whole = list[0].a.len() == size;
        Self { hulls: if is_whole { whole.collect() } else { Vec::new() }, clouds: cut }
    }

    fn join<'a>(&'a self, contest: &mut Contest<'a>) {
        if !self.hulls.is_empty() {
            contest.add("parry hull", || {
                for p in &self.hulls {
                    black_box(peer::distance(black_box(&p.hulls.0), &p.hulls.1, p.start, f64::MAX));
                }
            });
            contest.add("yes or no hull", || {
                for p in &self.hulls {
                    black_box(peer::intersects(black_box(&p.hulls.0), &p.hulls.1, p.start));
                }
            });
        }
        contest.add("parry cloud", || {
            for p in &self.clouds {
                black_box(peer::distance(black_box(&p.clouds.0), &p.clouds.1, p.start, f64::MAX));
            }
        });
        contest.add("yes or no cloud", || {
            for p in &self.clouds {
                black_box(peer::intersects(black_box(&p.clouds.0), &p.clouds.1, p.start));
            }
        });
    }
}

/// Lanes of each instruction set beside the peer.
pub(crate) fn against_peer(out: &mut String) {
    let isas: Vec<Isa> = Isa::ALL.into_iter().filter(|isa| isa.is_available()).collect();
    let names: String = isas.iter().map(|isa| format!(" {isa:?} | {isa:?}, margin |")).collect();
    writeln!(out, "| corners | pairs |{names} indices | parry | parry, boolean | asked singly |")
        .expect("String");
    writeln!(out, "|---|---|{}---|---|---|---|", "---|---|".repeat(isas.len())).expect("String");
    for (size, made) in [(4, 4), (3, 4), (8, 8), (16, 16)] {
        for placement in [Placement::Far].into_iter().chain(Placement::ALL) {
            row(out, &isas, size, &pairs(made, placement, PAIRS), placement);
        }
    }
}

fn row(out: &mut String, isas: &[Isa], size: usize, list: &[Pair], placement: Placement) {
    let (a, b) = (flat(list, size, |pair| &pair.a), flat(list, size, |pair| &pair.b));
    let packed = [&a, &b].map(|points| Hulls::packed(points, size).expect("finite"));
    let indices: Vec<u32> = (0..a.len() as u32).collect();
    let indexed = [&a, &b].map(|nodes| Hulls::indexed(nodes, &indices, size).expect("in range"));
    let peers = Peers::new(list, size);
    let mut answers = vec![vec![Answer::default(); PAIRS]; isas.len() + 1];
    let mut within = vec![vec![false; PAIRS]; isas.len()];
    let mut contest = Contest::default();
    let (by_index, by_isa) = answers.split_first_mut().expect("one more than sets");
    for ((isa, answers), within) in isas.iter().zip(by_isa).zip(&mut within) {
        let query = Query::default().with_isa(*isa).expect("available");
        let margin = query.with_bound(0.0).expect("not negative");
        let [a, b] = &packed;
        contest.add(format!("{isa:?} all"), move || {
            black_box(query.distance_batch(black_box(a), b, answers).expect("as many of each"));
        });
        contest.add(format!("{isa:?} margin"), move || {
            black_box(margin.within_batch(black_box(a), b, within).expect("as many of each"));
        });
    }
    let [ia, ib] = &indexed;
    contest.add("indices", move || {
        let asked = Query::default().distance_batch(black_box(ia), ib, by_index);
        black_box(asked.expect("as many of each"));
    });
    peers.join(&mut contest);
    let times = contest.run(PAIRS, 10);
    let [parry, boolean] = [of(&times, "parry"), of(&times, "yes or no")];
    let cell = |name: &str, peer: f64| {
        let time = of(&times, name);
        format!(" {time:.1} ({:.1}x) |", peer / time)
    };
    let cells: String = (isas.iter())
        .map(|isa| {
            cell(&format!("{isa:?} all"), parry) + &cell(&format!("{isa:?} margin"), boolean)
        })
        .collect();
    let mut once = vec![Answer::default(); PAIRS];
    let singly = Query::default().distance_batch(&packed[0], &packed[1], &mut once);
    let singly = singly.expect("as many of each");
    let indices = cell("indices", parry);
    writeln!(
        out,
        "| {size} | {placement:?} |{cells}{indices} {parry:.0} | {boolean:.0} | {singly} |"
    )
    .expect("String");
}

/// A million pairs of tetrahedra at once.
pub(crate) fn threads(out: &mut String) {
    const MANY: usize = 1_000_000;
    writeln!(out, "| pairs | threads | ns per pair | ratio | bytes of an answer |")
        .expect("String");
    writeln!(out, "|---|---|---|---|---|").expect("String");
    for placement in Placement::ALL {
        let list = pairs(4, placement, PAIRS);
        let many = |body| flat(&list, 4, body).repeat(MANY / PAIRS);
        let (a, b) = (many(|pair| &pair.a), many(|pair| &pair.b));
        let sides = [&a, &b].map(|points| Hulls::packed(points, 4).expect("finite"));
        let mut answers = vec![Answer::default(); MANY];
        let mut alone = f64::INFINITY;
        for threads in [1, 2] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            let time = pool.expect("threads").install(|| {
                (0..5).fold(f64::INFINITY, |best: f64, _| {
                    let start = Instant::now();
                    let asked = Query::default().distance_batch(&sides[0], &sides[1], &mut answers);
                    black_box(asked.expect("as many of each"));
                    best.min(start.elapsed().as_secs_f64() * 1e9 / MANY as f64)
                })
            });
            if threads == 1 {
                alone = time;
            }
            let (ratio, bytes) = (alone / time, size_of::<Answer>());
            writeln!(out, "| {placement:?} | {threads} | {time:.1} | {ratio:.2} | {bytes} |")
                .expect("String");
        }
    }
}
