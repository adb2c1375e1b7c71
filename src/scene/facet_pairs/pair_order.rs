//! Puts pairs of facets in order, digit by digit: a comparison for each pair of pairs would cost more
//! than all else that a search of dense contact does with them.
//!
//! What is sorted are words that hold all of a pair's numbers and its place among what was found, so
//! that nothing else is moved, and the facets are read from where they came to be.

use std::ops::{BitOr, Range, Shl, Shr};

use super::found_pairs::{FoundPairs, FoundRun, SortedPairs};
use crate::scene::stop::Stop;

/// Shorter lists are sorted by comparison.
const MIN_PAIRS: usize = 128;

/// The largest number of bits of a digit: its counters stay in the cache.
const MAX_DIGIT: u32 = 12;

/// Scratch memory.
#[derive(Debug, Default)]
pub(in crate::scene) struct OrderScratch {
    words: WordScratch<u64>,
    /// For scenes whose numbers do not fit into 64 bits.
    long_words: WordScratch<u128>,
    /// The bound and the candidate of each pair, in the order in which they were found.
    values: Vec<(f64, u32)>,
}

#[derive(Debug, Default)]
struct WordScratch<W> {
    words: Vec<W>,
    spare: Vec<W>,
    /// The number of words with each digit, then the place of the next one.
    places: Vec<u32>,
}

/// An integer that holds the numbers of a pair.
trait Word:
    Copy + Ord + From<u32> + Shl<u32, Output = Self> + Shr<u32, Output = Self> + BitOr<Output = Self>
{
    /// The lowest bits.
    fn low(self) -> u32;
}

impl Word for u64 {
    #[inline]
    fn low(self) -> u32 {
        self as u32
    }
}

impl Word for u128 {
    #[inline]
    fn low(self) -> u32 {
        self as u32
    }
}

/// The numbers of bits of what a word holds, the highest first: body, body, facet, facet, place.
#[derive(Debug, Clone, Copy)]
struct Widths {
    body: u32,
    facet: u32,
    place: u32,
}

impl Widths {
    fn of<'a>(lists: impl Lists<'a>) -> Self {
        let (mut bodies, mut facets, mut count) = (0, 0, 0);
        for list in lists {
            // The second numbers are not below the first.
            bodies = list.runs.iter().fold(bodies, |bits, run| bits | run.bodies[1]);
            facets = list.facets.iter().fold(facets, |bits, pair| bits | pair[1]);
            count += list.facets.len();
        }
        let width = |bits: u32| u32::BITS - bits.leading_zeros();
        Self { body: width(bodies), facet: width(facets), place: width(count as u32) }
    }

    fn total(&self) -> u32 {
        2 * self.body + 2 * self.facet + self.place
    }
}

impl OrderScratch {
    /// Puts the pairs of some lists in the order of their bodies, then of their facets. If it is
    /// stopped, the list is empty or in no order.
    pub(super) fn sort<'a>(
        &mut self,
        lists: impl Lists<'a>,
        sorted: &mut SortedPairs,
        stop: &Stop,
    ) {
        let Self { words, long_words, values } = self;
        values.clear();
        values.reserve(lists.clone().map(|list| list.facets.len()).sum());
        for (list, (run, own)) in all_runs(lists.clone()) {
            values.extend(list.bounds[own].iter().map(|bound| (*bound, run.candidate)));
        }
        if stop.is_wanted() {
            return;
        }
        let widths = Widths::of(lists.clone());
        match widths.total() {
            0..=64 => words.sort(lists, &widths, (values, sorted), stop),
            65..=128 => long_words.sort(lists, &widths, (values, sorted), stop),
            _ => sort_by_comparison(lists, values, sorted),
        }
    }
}

impl<W: Word> WordScratch<W> {
    fn sort<'a>(
        &mut self,
        lists: impl Lists<'a>,
        widths: &Widths,
        (values, sorted): (&[(f64, u32)], &mut SortedPairs),
        stop: &Stop,
    ) {
        let Widths { body, facet, place } = *widths;
        self.words.clear();
        self.words.reserve(values.len());
        let mut next = 0;
        for (list, (run, own)) in all_runs(lists) {
            let [a, b] = run.bodies.map(W::from);
            let high = a << body | b;
            self.words.extend(list.facets[own].iter().zip(next..).map(|(&[one, two], at)| {
                next = at + 1;
                let pair = (high << facet | W::from(one)) << facet | W::from(two);
                pair << place | W::from(at)
            }));
        }
        if self.words.len() < MIN_PAIRS {
            self.words.sort_unstable();
        } else {
            self.sort_by_digits(place, widths.total(), stop);
        }
        if stop.has_ended() {
            return;
        }
        let number = |word: W, width: u32| word.low() & ((1u64 << width) - 1) as u32;
        sorted.clear();
        sorted.reserve(values.len());
        for &word in &self.words {
            let pair = word >> place;
            let (bound, candidate) = values[number(word, place) as usize];
            sorted.push([number(pair >> facet, facet), number(pair, facet)], bound, candidate);
        }
    }

    /// Sorts the words by their bits in a range.
    fn sort_by_digits(&mut self, from: u32, to: u32, stop: &Stop) {
        let digits = (to - from).div_ceil(MAX_DIGIT);
        let width = (to - from).div_ceil(digits.max(1));
        for digit in 0..digits {
            if stop.is_wanted() {
                return;
            }
            self.sort_by_digit(from + digit * width, width);
        }
    }

    fn sort_by_digit(&mut self, shift: u32, width: u32) {
        let Self { words, spare, places } = self;
        let digit = |word: W| (word >> shift).low() as usize & ((1 << width) - 1);
        places.clear();
        places.resize(1 << width, 0);
        words.iter().for_each(|word| places[digit(*word)] += 1);
        let mut start = 0;
        for place in &mut *places {
            start += std::mem::replace(place, start);
        }
        // All of it is overwritten.
        spare.resize(words.len(), W::from(0));
        for &word in &*words {
            let place = &mut places[digit(word)];
            spare[*place as usize] = word;
            *place += 1;
        }
        std::mem::swap(words, spare);
    }
}

/// The lists of all jobs.
pub(in crate::scene) trait Lists<'a>:
    Iterator<Item = &'a FoundPairs> + Clone
{
}

impl<'a, I: Iterator<Item = &'a FoundPairs> + Clone> Lists<'a> for I {}

/// The runs of all lists, with their lists.
fn all_runs<'a>(
    lists: impl Iterator<Item = &'a FoundPairs>,
) -> impl Iterator<Item = (&'a FoundPairs, (&'a FoundRun, Range<usize>))> {
    lists.flat_map(|list| list.runs().map(move |run| (list, run)))
}

/// For numbers that fit into no word.
fn sort_by_comparison<'a>(lists: impl Lists<'a>, values: &[(f64, u32)], sorted: &mut SortedPairs) {
    let pairs = all_runs(lists).flat_map(|(list, (run, own))| {
        list.facets[own].iter().map(move |facets| (run.bodies, *facets))
    });
    let mut pairs: Vec<_> = pairs.zip(values).collect();
    pairs.sort_by_key(|(pair, _)| *pair);
    sorted.clear();
    for ((_, facets), (bound, candidate)) in pairs {
        sorted.push(facets, *bound, *candidate);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn digits_give_the_order_of_comparisons(
            list in prop::collection::vec(
                (
                    prop::array::uniform2(any::<u32>()),
                    prop::collection::vec(prop::array::uniform2(any::<u32>()), 0..40),
                ),
                1..12,
            ),
            shifts in prop::sample::select(vec![[28, 20], [26, 12], [20, 8], [10, 0], [0, 0]]),
            split in 0usize..12,
        ) {
            let ascending = |[a, b]: [u32; 2], shift: u32| {
                [a.min(b) >> shift, a.max(b) >> shift]
            };
            let mut lists = [FoundPairs::default(), FoundPairs::default()];
            let mut wanted = Vec::new();
            for ((bodies, pairs), candidate) in list.iter().zip(0..) {
                let found = &mut lists[usize::from(candidate as usize >= split)];
                let bodies = ascending(*bodies, shifts[0]);
                for (pair, bound) in pairs.iter().zip(0..) {
                    let (facets, bound) = (ascending(*pair, shifts[1]), f64::from(bound));
                    wanted.push((bodies, facets, candidate, bound));
                    found.push(facets, bound);
                }
                found.end_run(candidate, bodies);
            }
            wanted.sort_by_key(|(bodies, facets, ..)| (*bodies, *facets));
            let wanted: Vec<_> =
                wanted.iter().map(|(_, facets, candidate, bound)| (*facets, *candidate, *bound)).collect();
            let mut sorted = SortedPairs::default();
            OrderScratch::default().sort(lists.iter(), &mut sorted, &Stop::never());
            let SortedPairs { facets, candidates, bounds } = sorted;
            let found = facets.into_iter().zip(candidates).zip(bounds);
            let found: Vec<_> = found.map(|((facets, c), bound)| (facets, c, bound)).collect();
            prop_assert_eq!(found, wanted);
        }
    }
}
