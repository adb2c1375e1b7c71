//! `differential [PAIRS]`: asks pairs of bodies on every instruction set of this machine, cold,
//! tracked, batched, polished and for their depth, and prints a hash of all bits for each size and
//! way.
//!
//! Within a run all instruction sets must agree, which is checked; `scripts/check_builds.sh` runs
//! it in builds of several kinds and compares what they print.

mod pairs;

use std::fmt::Debug;
use std::process::ExitCode;

use gapkit::gjk::Cache;
use gapkit::shape::{Hulls, PointSet};
use gapkit::simd::Isa;
use gapkit::{Answer, Query, penetration};

use pairs::{Pair, SIZES, pairs};

/// Pairs unless told otherwise.
const PAIRS: usize = 100_000;

/// Steps of a tracked pair, and how far one moves.
const STEPS: usize = 4;
const STEP: f64 = 0.03125;

/// Fowler, Noll and Vo's hash, over the words of what is told.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Hash(u64);

impl Hash {
    const EMPTY: Self = Self(0xcbf2_9ce4_8422_2325);

    fn add(&mut self, word: u64) {
        for byte in word.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// What is no number, by its text.
    fn tell(&mut self, what: &impl Debug) {
        format!("{what:?}").bytes().for_each(|byte| self.add(u64::from(byte)));
    }

    /// Every bit of an answer.
    fn answer(&mut self, answer: &Answer) {
        let points = [answer.point_a, answer.point_b, answer.direction];
        points.iter().flat_map(|p| [p.x, p.y, p.z]).for_each(|x| self.add(x.to_bits()));
        let numbers = [answer.distance, answer.lower_bound].into_iter().chain(answer.weight);
        numbers.for_each(|x| self.add(x.to_bits()));
        let ids = answer.vertex_a.into_iter().chain(answer.vertex_b);
        let counts = [answer.iterations, answer.sub_calls, answer.backup_calls, answer.visited];
        ids.chain(counts).for_each(|count| self.add(u64::from(count)));
        self.add(answer.vertex_count as u64);
        self.tell(&(answer.outcome, answer.stop, answer.refined));
    }
}

fn cold(query: &Query, pairs: &[Pair]) -> Hash {
    let mut hash = Hash::EMPTY;
    pairs.iter().for_each(|pair| pair.ask(|a, b| hash.answer(&query.distance(a, b))));
    hash
}

fn polished(query: &Query, pairs: &[Pair]) -> Hash {
    cold(&query.polished(), pairs)
}

fn tracked(query: &Query, pairs: &[Pair]) -> Hash {
    let mut hash = Hash::EMPTY;
    for pair in pairs {
        let mut cache = Cache::default();
        for step in 0..STEPS {
            let moved = pair.moved(step as f64 * STEP);
            moved.ask(|a, b| hash.answer(&query.tracked(a, b, &mut cache)));
        }
    }
    hash
}

fn batched(query: &Query, pairs: &[Pair]) -> Hash {
    let flat = |body: fn(&Pair) -> &[[f64; 3]]| -> (Vec<[f64; 3]>, Vec<usize>) {
        let points = pairs.iter().flat_map(|pair| body(pair).iter().copied()).collect();
        let mut offsets = vec![0];
        pairs.iter().for_each(|pair| offsets.push(offsets[offsets.len() - 1] + body(pair).len()));
        (points, offsets)
    };
    let ((a, of_a), (b, of_b)) = (flat(|pair| &pair.a), flat(|pair| &pair.b));
    let bodies = (Hulls::new(&a, &of_a), Hulls::new(&b, &of_b));
    let (Ok(a), Ok(b)) = bodies else { unreachable!("finite points") };
    let mut answers = vec![Answer::default(); pairs.len()];
    query.distance_batch(&a, &b, &mut answers).expect("as many of each");
    let mut hash = Hash::EMPTY;
    answers.iter().for_each(|answer| hash.answer(answer));
    hash
}

/// Also yes or no, one by one and in a batch, and the depth.
fn depth(query: &Query, pairs: &[Pair], isa: Isa) -> Hash {
    let mut hash = Hash::EMPTY;
    let gap = penetration::Query::default().with_isa(isa).expect("available");
    for pair in pairs {
        let tell = |a: &PointSet, b: &PointSet| {
            hash.tell(&gap.signed_gap(a, b));
            hash.tell(&(query.outcome(a, b), query.separation(a, b)));
        };
        pair.ask(tell);
    }
    hash
}

/// The hashes of a size on an instruction set.
fn hashes(isa: Isa, pairs: &[Pair]) -> [(&'static str, Hash); 5] {
    let query = Query::default().with_isa(isa).expect("available");
    [
        ("cold", cold(&query, pairs)),
        ("tracked", tracked(&query, pairs)),
        ("batched", batched(&query, pairs)),
        ("polished", polished(&query, pairs)),
        ("depth", depth(&query, pairs, isa)),
    ]
}

fn main() -> ExitCode {
    let count = std::env::args().nth(1).map_or(PAIRS, |text| text.parse().expect("a number"));
    let mut is_same = true;
    for (size, number) in SIZES.into_iter().zip(0..) {
        let pairs = pairs(size, number, count / SIZES.len());
        let available = Isa::ALL.into_iter().filter(|isa| isa.is_available());
        let all: Vec<_> = available.map(|isa| (isa, hashes(isa, &pairs))).collect();
        for (isa, found) in &all {
            for ((way, hash), (_, portable)) in found.iter().zip(&all[0].1) {
                println!("{size:?} {isa:?} {way} {:016x}", hash.0);
                is_same &= hash == portable;
            }
            is_same &= found[0].1 == found[2].1;
        }
    }
    if !is_same {
        eprintln!("instruction sets, or single queries and batches, differ");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}
