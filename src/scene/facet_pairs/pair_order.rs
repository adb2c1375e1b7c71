//! Puts pairs of facets in order, digit by digit: a comparison for each pair of pairs would cost more
//! than all else that a search of dense contact does with them.

use super::near_pairs::FoundPair;

/// Shorter lists are sorted by comparison.
const MIN_PAIRS: usize = 128;

/// The largest number of bits of a digit: its counters stay in the cache.
const MAX_DIGIT: u32 = 13;

/// Scratch memory.
#[derive(Debug, Default)]
pub(in crate::scene) struct OrderScratch {
    /// What is sorted in place of the pairs, which are larger.
    entries: Vec<Entry>,
    spare: Vec<Entry>,
    pairs: Vec<FoundPair>,
    /// The number of entries with each digit, then the place of the next one.
    places: Vec<u32>,
}

/// The index of a pair, and the number that it is sorted by.
#[derive(Debug, Clone, Copy, Default)]
struct Entry {
    key: u64,
    index: u32,
}

impl OrderScratch {
    /// Sorts pairs by their bodies, then by their facets.
    pub(super) fn sort(&mut self, pairs: &mut Vec<FoundPair>) {
        if pairs.len() < MIN_PAIRS {
            pairs.sort_unstable_by_key(FoundPair::order);
            return;
        }
        self.entries.clear();
        self.entries.extend((0..pairs.len() as u32).map(|index| Entry { key: 0, index }));
        self.sort_by(pairs, |pair| pair.facets);
        self.sort_by(pairs, |pair| pair.bodies);
        self.pairs.clear();
        self.pairs.extend(self.entries.iter().map(|entry| pairs[entry.index as usize]));
        std::mem::swap(pairs, &mut self.pairs);
    }

    /// Sorts the entries by two numbers of their pairs; those with the same numbers stay in their
    /// order.
    fn sort_by(&mut self, pairs: &[FoundPair], numbers: impl Fn(&FoundPair) -> [u32; 2]) {
        let second = pairs.iter().fold(0, |bits, pair| bits | numbers(pair)[1]);
        let width = u32::BITS - second.leading_zeros();
        let mut used = 0;
        for entry in &mut self.entries {
            let [one, two] = numbers(&pairs[entry.index as usize]).map(u64::from);
            entry.key = one << width | two;
            used |= entry.key;
        }
        let bits = u64::BITS - used.leading_zeros();
        let digits = bits.div_ceil(MAX_DIGIT);
        for digit in 0..digits {
            let width = bits.div_ceil(digits);
            self.sort_by_digit(digit * width, width);
        }
    }

    fn sort_by_digit(&mut self, shift: u32, width: u32) {
        let Self { entries, spare, places, .. } = self;
        let digit = |entry: &Entry| (entry.key >> shift) as usize & ((1 << width) - 1);
        places.clear();
        places.resize(1 << width, 0);
        entries.iter().for_each(|entry| places[digit(entry)] += 1);
        let mut start = 0;
        for place in &mut *places {
            start += std::mem::replace(place, start);
        }
        // All of it is overwritten.
        spare.resize(entries.len(), Entry::default());
        for entry in &*entries {
            let place = &mut places[digit(entry)];
            spare[*place as usize] = *entry;
            *place += 1;
        }
        std::mem::swap(entries, spare);
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
                (prop::array::uniform2(0u32..40), prop::array::uniform2(any::<u32>()), 0u32..20),
                1..400,
            ),
        ) {
            let pair = |&(bodies, facets, shift): &([u32; 2], [u32; 2], u32)| {
                let facets = facets.map(|facet| facet >> shift);
                FoundPair { bodies, facets, candidate: 0, bound: 0.0 }
            };
            let mut pairs: Vec<_> = list.iter().map(pair).collect();
            let mut wanted: Vec<_> = pairs.iter().map(FoundPair::order).collect();
            wanted.sort_unstable();
            OrderScratch::default().sort(&mut pairs);
            let found: Vec<_> = pairs.iter().map(FoundPair::order).collect();
            prop_assert_eq!(found, wanted);
        }
    }
}
