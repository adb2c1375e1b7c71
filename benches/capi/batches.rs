//! Many pairs, in one call or in many.

use std::fmt::Write;
use std::hint::black_box;

use gapkit::capi::*;
use gapkit::shape::{Hulls, PointSet};
use gapkit::{Answer, Query};

use super::common::measure::{Contest, of};
use super::common::pairs::{Pair, Placement, pairs};

const PAIRS: usize = 1000;
const ROUNDS: usize = 40;

/// Pairs in flat arrays.
struct Flat {
    a: Vec<[f64; 3]>,
    b: Vec<[f64; 3]>,
    offsets: Vec<usize>,
}

impl Flat {
    fn new(pairs: &[Pair], each: usize) -> Self {
        Self {
            a: pairs.iter().flat_map(|pair| pair.a.clone()).collect(),
            b: pairs.iter().flat_map(|pair| pair.b.clone()).collect(),
            offsets: (0..=pairs.len()).map(|i| i * each).collect(),
        }
    }

    fn rust_batch(&self, answers: &mut [Answer]) {
        let hulls = |points| Hulls::new(points, &self.offsets).expect("finite");
        let (a, b) = (hulls(&self.a), hulls(&self.b));
        Query::default().distance_batch(&a, &b, answers).expect("as many of each");
    }

    fn c_batch(&self, answers: &mut [gapkit_answer]) {
        let (a, b) = (self.a.as_flattened().as_ptr(), self.b.as_flattened().as_ptr());
        let offsets = self.offsets.as_ptr();
        // SAFETY: the arrays are as long as the offsets say, and there is room for all answers.
        let status = unsafe {
            let query = std::ptr::null();
            gapkit_distance_batch(
                a,
                offsets,
                b,
                offsets,
                answers.len(),
                query,
                answers.as_mut_ptr(),
            )
        };
        assert_eq!(status, GAPKIT_OK);
    }

    fn rust_single(&self, answers: &mut [Answer]) {
        for (pair, answer) in answers.iter_mut().enumerate() {
            let range = self.offsets[pair]..self.offsets[pair + 1];
            let set = |points| PointSet::new(points).expect("finite");
            *answer = gapkit::distance(&set(&self.a[range.clone()]), &set(&self.b[range]));
        }
    }

    fn c_single(&self, answers: &mut [gapkit_answer]) {
        for (pair, answer) in answers.iter_mut().enumerate() {
            let range = self.offsets[pair]..self.offsets[pair + 1];
            let (count, a, b) = (range.len(), &self.a[range.clone()], &self.b[range]);
            let (a, b) = (a.as_flattened().as_ptr(), b.as_flattened().as_ptr());
            // SAFETY: both arrays have this number of points.
            let status =
                unsafe { gapkit_distance(a, count, b, count, std::ptr::null(), &mut *answer) };
            assert_eq!(status, GAPKIT_OK);
        }
    }
}

pub(crate) fn fill(page: &mut String) {
    page.push_str("| bodies | placement | batch, Rust | batch, C | ratio ");
    page.push_str("| single, Rust | single, C | ratio |\n");
    page.push_str("|---|---|---|---|---|---|---|---|\n");
    for (each, name) in [(4, "tetrahedra"), (16, "16 vertices"), (64, "64 vertices")] {
        for (placement, place) in [
            (Placement::Distant, "distant"),
            (Placement::Near, "near"),
            (Placement::Overlapping, "overlapping"),
            (Placement::Touching, "touching"),
        ] {
            let flat = Flat::new(&pairs(each, placement, PAIRS), each);
            let (mut ours, mut theirs) =
                (vec![Answer::default(); PAIRS], vec![gapkit_answer::default(); PAIRS]);
            let (mut ones, mut others) = (ours.clone(), theirs.clone());
            let mut contest = Contest::default();
            contest.add("rust batch", || flat.rust_batch(black_box(&mut ours)));
            contest.add("c batch", || flat.c_batch(black_box(&mut theirs)));
            contest.add("rust single", || flat.rust_single(black_box(&mut ones)));
            contest.add("c single", || flat.c_single(black_box(&mut others)));
            let times = contest.run(PAIRS, ROUNDS);
            let [rb, cb, rs, cs] =
                ["rust batch", "c batch", "rust single", "c single"].map(|name| of(&times, name));
            writeln!(
                page,
                "| {name} | {place} | {rb:.1} | {cb:.1} | {:.3} | {rs:.1} | {cs:.1} | {:.3} |",
                cb / rb,
                cs / rs
            )
            .expect("String");
        }
    }
}
