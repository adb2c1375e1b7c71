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
    pairs: Vec<FoundPair>,
    /// The number of pairs with each digit, then the place of the next one.
    places: Vec<u32>,
}

impl OrderScratch {
    /// Sorts pairs by their bodies, then by their facets.
    pub(super) fn sort(&mut self, pairs: &mut Vec<FoundPair>) {
        if pairs.len() < MIN_PAIRS {
            pairs.sort_unstable_by_key(FoundPair::order);
            return;
        }
        self.sort_by(pairs, |pair| pair.facets[1]);
        self.sort_by(pairs, |pair| pair.facets[0]);
        self.sort_by(pairs, |pair| pair.bodies[1]);
        self.sort_by(pairs, |pair| pair.bodies[0]);
    }

    /// Sorts pairs by a number; those with the same number stay in their order.
    fn sort_by(&mut self, pairs: &mut Vec<FoundPair>, number: impl Fn(&FoundPair) -> u32) {
        let first = number(&pairs[0]);
        let varying = pairs.iter().fold(0, |bits, pair| bits | (number(pair) ^ first));
        let bits = u32::BITS - varying.leading_zeros();
        let digits = bits.div_ceil(MAX_DIGIT);
        for digit in 0..digits {
            let width = bits.div_ceil(digits);
            let of =
                |pair: &FoundPair| (number(pair) >> (digit * width)) as usize & ((1 << width) - 1);
            self.sort_by_digit(pairs, 1 << width, of);
        }
    }

    fn sort_by_digit(
        &mut self,
        pairs: &mut Vec<FoundPair>,
        count: usize,
        digit: impl Fn(&FoundPair) -> usize,
    ) {
        let Self { pairs: sorted, places } = self;
        places.clear();
        places.resize(count, 0);
        pairs.iter().for_each(|pair| places[digit(pair)] += 1);
        let mut start = 0;
        for place in &mut *places {
            start += std::mem::replace(place, start);
        }
        // All of it is overwritten.
        sorted.resize(pairs.len(), pairs[0]);
        for pair in &*pairs {
            let place = &mut places[digit(pair)];
            sorted[*place as usize] = *pair;
            *place += 1;
        }
        std::mem::swap(pairs, sorted);
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
