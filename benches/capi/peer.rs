//! Calls for one pair each against the peer, called from Rust with its shapes ready.

use std::fmt::Write;
use std::hint::black_box;

use gapkit::capi::*;

use super::common::measure::{Contest, of};
use super::common::pairs::{Pair, Placement, pairs};
use super::common::peer::{self, PeerPair};

const PAIRS: usize = 1000;
const ROUNDS: usize = 40;

/// A call for each pair, and the sum of the distances.
fn calls(pairs: &[Pair]) -> f64 {
    let mut sum = 0.0;
    for pair in pairs {
        let (a, b) = (pair.a.as_flattened().as_ptr(), pair.b.as_flattened().as_ptr());
        let mut answer = gapkit_answer::default();
        // SAFETY: both arrays have so many points, and there is room for the answer.
        let status = unsafe {
            let null = std::ptr::null();
            gapkit_distance(a, pair.a.len(), b, pair.b.len(), null, black_box(&mut answer))
        };
        assert_eq!(status, GAPKIT_OK);
        sum += black_box(&answer).distance;
    }
    sum
}

pub(crate) fn fill(page: &mut String) {
    page.push_str("| vertices | pairs | `gapkit_distance` | parry | ratio |\n");
    page.push_str("|---|---|---|---|---|\n");
    let mut ratios = vec![];
    for n in [4, 8, 16] {
        for placement in [Placement::Distant, Placement::Near, Placement::Overlapping] {
            let pairs = pairs(n, placement, PAIRS);
            let peers: Vec<_> = pairs.iter().map(PeerPair::new).collect();
            let mut contest = Contest::default();
            contest.add("gapkit", || {
                black_box(calls(black_box(&pairs)));
            });
            contest.add("parry hull", || {
                for p in &peers {
                    black_box(peer::distance(black_box(&p.hulls.0), &p.hulls.1, p.start, f64::MAX));
                }
            });
            contest.add("parry cloud", || {
                for p in &peers {
                    let (a, b) = &p.clouds;
                    black_box(peer::distance(black_box(a), b, p.start, f64::MAX));
                }
            });
            let times = contest.run(PAIRS, ROUNDS);
            let (ours, parry) = (of(&times, "gapkit"), of(&times, "parry"));
            ratios.push(parry / ours);
            writeln!(
                page,
                "| {n} | {placement:?} | {ours:.0} | {parry:.0} | {:.2} |",
                parry / ours
            )
            .expect("String");
        }
    }
    let mean = ratios.iter().sum::<f64>() / ratios.len() as f64;
    let least = ratios.iter().copied().fold(f64::INFINITY, f64::min);
    writeln!(page, "\nThe ratio is {least:.2} at least, and {mean:.2} in the mean.")
        .expect("String");
}
