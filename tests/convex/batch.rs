//! Batches: the same answers as single queries, to the last bit.

use crate::common;

use std::collections::BTreeMap;

use common::Pair;
use common::families::{self, Family};
use gapkit::gjk::Stop;
use gapkit::shape::Hulls;
use gapkit::simd::Isa;
use gapkit::{Answer, Outcome, Query};
use rayon::prelude::*;

/// Pairs of each family.
const PAIRS: u64 = 1_000;

/// All points of some bodies one after the other, and where each body begins.
fn flat<'a>(bodies: impl Iterator<Item = &'a Vec<[f64; 3]>>) -> (Vec<[f64; 3]>, Vec<usize>) {
    let (mut points, mut offsets) = (Vec::new(), vec![0]);
    for body in bodies {
        points.extend(body);
        offsets.push(points.len());
    }
    (points, offsets)
}

fn batch(query: &Query, pairs: &[Pair]) -> (Vec<Answer>, usize) {
    let (a, offsets_a) = flat(pairs.iter().map(|pair| &pair.a));
    let (b, offsets_b) = flat(pairs.iter().map(|pair| &pair.b));
    let hulls = |points, offsets| Hulls::new(points, offsets).expect("finite");
    let (a, b) = (hulls(&a, &offsets_a), hulls(&b, &offsets_b));
    let mut answers = vec![Answer::default(); pairs.len()];
    let singly = query.distance_batch(&a, &b, &mut answers).expect("as many of each");
    (answers, singly)
}

/// All numbers of an answer. Its text tells zeros with a sign from those without.
fn bits(answer: &Answer) -> String {
    format!("{answer:?}")
}

fn available() -> impl Iterator<Item = Isa> {
    Isa::ALL.into_iter().filter(|isa| isa.is_available())
}

/// The pairs of a family in an order in which those of one size follow each other.
fn sorted(family: &Family) -> Vec<Pair> {
    let mut pairs: Vec<_> = (0..PAIRS).map(|i| family.pair(i)).collect();
    pairs.sort_by_key(|pair| (pair.a.len(), pair.b.len()));
    pairs
}

#[test]
fn every_family_has_the_bits_of_single_queries_on_each_instruction_set() {
    let queries = [
        Query::default(),
        Query::default().with_bound(0.3).unwrap(),
        Query::default().with_tolerance(1e-3).unwrap(),
        Query::default().with_max_iterations(3),
        Query::default().polished(),
    ];
    families::all().par_iter().for_each(|family| {
        let pairs = sorted(family);
        for query in queries {
            let single: Vec<_> = pairs.iter().map(|pair| bits(&pair.ask(&query))).collect();
            for isa in available() {
                let (answers, _) = batch(&query.with_isa(isa).unwrap(), &pairs);
                for ((pair, single), answer) in pairs.iter().zip(&single).zip(&answers) {
                    assert_eq!(*single, bits(answer), "{isa:?}, {query:?}, {pair:?}");
                }
            }
        }
    });
}

#[test]
fn lanes_of_any_families_beside_each_other_give_the_same_bits() {
    let mut by_size = BTreeMap::<_, Vec<Pair>>::new();
    for i in 0..PAIRS / 2 {
        for family in families::all() {
            let pair = family.pair(i);
            by_size.entry((pair.a.len(), pair.b.len())).or_default().push(pair);
        }
    }
    let tets = &by_size[&(4, 4)];
    assert!(tets.len() > 3_000);
    for isa in available().filter(|&isa| isa != Isa::Portable) {
        let (mut lanes, mut refused) = (0, 0);
        for (&(a, b), pairs) in by_size.iter().filter(|((a, b), _)| *a.max(b) <= 16) {
            let (answers, singly) = batch(&Query::default().with_isa(isa).unwrap(), pairs);
            for (pair, answer) in pairs.iter().zip(&answers) {
                assert_eq!(bits(&pair.ask(&Query::default())), bits(answer), "{a} {b}, {pair:?}");
                assert_ne!(answer.outcome, Outcome::Unproven);
            }
            (lanes, refused) = (lanes + pairs.len(), refused + singly);
        }
        println!("{isa:?}: {lanes} pairs in lanes, {refused} refused");
        assert!(
            refused > 0 && refused * 4 < lanes,
            "lanes are used, and refuse what is not proven"
        );
    }
}

#[test]
fn margins_and_yes_or_no_are_those_of_single_queries() {
    families::all().par_iter().for_each(|family| {
        let pairs = sorted(family);
        let (a, offsets_a) = flat(pairs.iter().map(|pair| &pair.a));
        let (b, offsets_b) = flat(pairs.iter().map(|pair| &pair.b));
        let (a, b) = (Hulls::new(&a, &offsets_a).unwrap(), Hulls::new(&b, &offsets_b).unwrap());
        for isa in available() {
            for margin in [0.0, 1e-12, 0.3] {
                let query = Query::default().with_bound(margin).unwrap().with_isa(isa).unwrap();
                let mut within = vec![false; pairs.len()];
                query.within_batch(&a, &b, &mut within).unwrap();
                for (pair, within) in pairs.iter().zip(within) {
                    let (a, b) = pair.sets();
                    assert_eq!(query.within(&a, &b), within, "{isa:?}, {margin}, {pair:?}");
                    let beyond = pair.ask(&query).stop == Stop::BeyondBound;
                    assert_eq!(beyond, !within, "{margin}, {pair:?}");
                }
            }
            let query = Query::default().with_isa(isa).unwrap();
            let mut intersects = vec![false; pairs.len()];
            query.intersects_batch(&a, &b, &mut intersects).unwrap();
            for (pair, intersects) in pairs.iter().zip(intersects) {
                let (a, b) = pair.sets();
                assert_eq!(gapkit::intersects(&a, &b), intersects, "{isa:?}, {pair:?}");
            }
        }
    });
}

/// Bodies of integer coordinates on both sides of a plane, with the origin and whatever else is in
/// that plane in common.
fn touching(vertices: usize, count: u64) -> Vec<Pair> {
    let mut seed = vertices as u64;
    let mut integer = || {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 60) as f64 - 8.0
    };
    let mut body = |side: f64| {
        let mut point = || [side * integer().abs(), integer(), integer()];
        let others: Vec<[f64; 3]> = (1..vertices).map(|_| point()).collect();
        [vec![[0.0; 3]], others].concat()
    };
    (0..count).map(|_| Pair { family: "touching", a: body(-1.0), b: body(1.0) }).collect()
}

#[test]
fn pairs_that_touch_are_decided_in_lanes() {
    for vertices in [3, 4, 8, 16] {
        let pairs = touching(vertices, PAIRS);
        let (a, offsets_a) = flat(pairs.iter().map(|pair| &pair.a));
        let (b, offsets_b) = flat(pairs.iter().map(|pair| &pair.b));
        let (a, b) = (Hulls::new(&a, &offsets_a).unwrap(), Hulls::new(&b, &offsets_b).unwrap());
        let single: Vec<_> = pairs.iter().map(|pair| bits(&pair.ask(&Query::default()))).collect();
        for isa in available().filter(|&isa| isa != Isa::Portable) {
            let query = Query::default().with_isa(isa).unwrap();
            let (answers, _) = batch(&query, &pairs);
            for ((pair, single), answer) in pairs.iter().zip(&single).zip(&answers) {
                assert_eq!(*single, bits(answer), "{isa:?}, {pair:?}");
                assert_eq!(answer.outcome, Outcome::Touching, "{pair:?}");
            }
            let (mut near, mut meet) = (vec![false; pairs.len()], vec![false; pairs.len()]);
            let margin = query.with_bound(0.0).unwrap();
            let singly = [
                margin.within_batch(&a, &b, &mut near).unwrap(),
                query.intersects_batch(&a, &b, &mut meet).unwrap(),
            ];
            assert!(near.iter().chain(&meet).all(|yes| *yes), "{isa:?}, {vertices}");
            assert!(
                singly.iter().all(|&pairs| pairs * 10 < PAIRS as usize),
                "{isa:?}, {vertices} vertices: {singly:?} of {PAIRS} asked singly"
            );
        }
    }
}

#[test]
fn indices_packed_points_and_offsets_are_the_same_bodies() {
    let tets = families::all()[1];
    for count in [1, 3, 4, 7, 8, 9, 15, 16, 17, 100] {
        let pairs: Vec<_> = (0..count).map(|i| tets.pair(i)).collect();
        let (a, offsets) = flat(pairs.iter().map(|pair| &pair.a));
        let (b, _) = flat(pairs.iter().map(|pair| &pair.b));
        // Nodes of B before those of A, from the last on.
        let nodes: Vec<_> = b.iter().chain(&a).rev().copied().collect();
        let index = |i: usize| (nodes.len() - 1 - i) as u32;
        let of_a: Vec<_> = (b.len()..b.len() + a.len()).map(index).collect();
        let of_b: Vec<_> = (0..b.len()).map(index).collect();
        let sides = [
            [Hulls::new(&a, &offsets).unwrap(), Hulls::new(&b, &offsets).unwrap()],
            [Hulls::packed(&a, 4).unwrap(), Hulls::packed(&b, 4).unwrap()],
            [Hulls::indexed(&nodes, &of_a, 4).unwrap(), Hulls::indexed(&nodes, &of_b, 4).unwrap()],
        ];
        let expected: Vec<_> = pairs.iter().map(|pair| pair.ask(&Query::default())).collect();
        for [a, b] in sides {
            let mut answers = vec![Answer::default(); pairs.len()];
            Query::default().distance_batch(&a, &b, &mut answers).unwrap();
            assert_eq!(answers, expected);
        }
    }
}

#[test]
fn facets_and_points_are_answered_in_lanes_on_any_number_of_threads() {
    let shapes = families::all().into_iter().filter(|family| family.name.starts_with("tets"));
    let pairs: Vec<_> = shapes.flat_map(|family| (0..2_000).map(move |i| family.pair(i))).collect();
    for (m, n) in [(3, 3), (1, 3), (1, 4), (3, 1), (2, 2), (4, 3)] {
        let cut: Vec<_> = (pairs.iter())
            .map(|pair| Pair { family: "cut", a: pair.a[..m].to_vec(), b: pair.b[..n].to_vec() })
            .collect();
        let expected: Vec<_> = cut.iter().map(|pair| bits(&pair.ask(&Query::default()))).collect();
        for threads in [1, 3] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let (answers, singly) = pool.install(|| batch(&Query::default(), &cut));
            assert_eq!(expected, answers.iter().map(bits).collect::<Vec<_>>());
            assert!(singly * 4 < cut.len() || Isa::widest() == Isa::Portable, "{m} {n}: {singly}");
        }
    }
}

#[test]
fn what_does_not_fit_is_named() {
    let points = [[0.0; 3]; 6];
    let error = |result: Result<Hulls, gapkit::Error>| result.unwrap_err().to_string();
    assert_eq!(error(Hulls::packed(&points, 4)), "sets of 4 points cannot be made of 6 points");
    assert_eq!(error(Hulls::packed(&points, 0)), "sets of 0 points cannot be made of 6 points");
    assert_eq!(
        error(Hulls::indexed(&points, &[0, 1, 2, 3, 4, 6], 3)),
        "set 1 refers to node 6, but there are 6 nodes"
    );
    assert_eq!(
        error(Hulls::indexed(&points, &[0; 17], 17)),
        "too many points: 17, the limit is 16"
    );
    let (a, b) = (Hulls::packed(&points, 3).unwrap(), Hulls::packed(&points, 2).unwrap());
    let mut answers = vec![Answer::default(); 2];
    let result = Query::default().distance_batch(&a, &b, &mut answers);
    assert_eq!(
        result.unwrap_err().to_string(),
        "there are 2 bodies A, 3 bodies B and room for 2 answers"
    );
    assert_eq!(answers, vec![Answer::default(); 2]);
}
