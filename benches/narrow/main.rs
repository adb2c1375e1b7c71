//! The narrow phase against its peer, as ratios within one run.

mod pairs;
mod peer;

use std::hint::black_box;
use std::time::Instant;

use gapkit::Query;
use gapkit::simd::Isa;
use pairs::{Placement, pairs};
use peer::PeerPair;

fn time(mut f: impl FnMut()) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..10 {
        let t = Instant::now();
        f();
        best = best.min(t.elapsed().as_secs_f64())
    }
    best
}

fn main() {
    const COUNT: usize = 1000;
    for n in [4, 8, 16] {
        for placement in Placement::ALL {
            let pairs = pairs(n, placement, COUNT);
            let peers: Vec<_> = pairs.iter().map(PeerPair::new).collect();
            let avx2 = Query::default().with_isa(Isa::Avx2).unwrap();
            let avx512 = Query::default().with_isa(Isa::Avx512).unwrap();
            let portable = Query::default().with_isa(Isa::Portable).unwrap();
            let sets: Vec<_> = pairs.iter().map(|p| p.sets()).collect();
            let mut best = [f64::INFINITY; 6];
            let (mut it, mut careful) = (0, 0);
            for p in &pairs {
                let (a, b) = p.sets();
                let r = avx2.distance(&a, &b);
                it += r.iterations;
                careful += r.careful as u32;
            }
            for _ in 0..20 {
                for (k, q) in [avx2, avx512, portable].iter().enumerate() {
                    best[k] = best[k].min(time(|| {
                        for (a, b) in &sets {
                            black_box(q.distance(black_box(a), black_box(b)));
                        }
                    }));
                }
                best[3] = best[3].min(time(|| {
                    for p in &peers {
                        let (a, b) = p.hulls.as_ref().unwrap();
                        black_box(peer::distance(black_box(a), black_box(b), p.start, f64::MAX));
                    }
                }));
                best[4] = best[4].min(time(|| {
                    for p in &peers {
                        let (a, b) = &p.clouds;
                        black_box(peer::distance(black_box(a), black_box(b), p.start, f64::MAX));
                    }
                }));
            }
            let ns = best.map(|t| t * 1e9 / COUNT as f64);
            let parry = ns[3].min(ns[4]);
            println!(
                "{n:3} {placement:?}: avx2 {:.0} ({:.2}x) avx512 {:.0} ({:.2}x) portable {:.0} ({:.2}x) parry hull {:.0} cloud {:.0}   it {:.2} careful {careful}",
                ns[0],
                parry / ns[0],
                ns[1],
                parry / ns[1],
                ns[2],
                parry / ns[2],
                ns[3],
                ns[4],
                it as f64 / COUNT as f64
            );
        }
    }
}
