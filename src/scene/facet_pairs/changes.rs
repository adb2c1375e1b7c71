//! What changes on the list of near pairs when some candidates are searched anew. Most of their pairs
//! are found again, and the others are few: what stays is copied in runs.

use super::found_pairs::SortedPairs;
use super::near_pairs::{Columns, GONE, order};

/// The places on the list from which pairs go, and those before which pairs come; both ascending.
#[derive(Debug, Default)]
pub(super) struct Changes {
    gone: Vec<u32>,
    /// With the index among the pairs that were found.
    new: Vec<(u32, u32)>,
}

impl Changes {
    /// Renumbers the candidates of a list, takes over what was found of pairs that are on it, and
    /// notes what is to go and to come. `found` is in order, `body` is that of a facet.
    pub(super) fn find(
        &mut self,
        columns: &mut Columns,
        found: &SortedPairs,
        body: impl Fn(u32) -> u32,
        number: impl Fn(u32) -> u32,
    ) {
        self.gone.clear();
        self.new.clear();
        for (candidate, at) in columns.candidates.iter_mut().zip(0..) {
            let now = number(*candidate);
            if now == GONE { self.gone.push(at) } else { *candidate = now }
        }
        let (mut at, mut kept, mut next) = (0, 0, 0);
        for (facets, index) in found.facets.iter().zip(0..) {
            at = place_of(&columns.facets, at, *facets, &body);
            if columns.facets.get(at) != Some(facets) {
                self.new.push((at as u32, index as u32));
                continue;
            }
            columns.candidates[at] = found.candidates[index];
            columns.bounds[at] = found.bounds[index];
            // It stays: those before it that go are kept on the list of what goes.
            while next < self.gone.len() && self.gone[next] as usize <= at {
                self.gone[kept] = self.gone[next];
                kept += usize::from(self.gone[next] as usize != at);
                next += 1;
            }
        }
        self.gone.drain(kept..next);
    }

    /// How many they are.
    pub(super) fn len(&self) -> usize {
        self.gone.len() + self.new.len()
    }

    /// The facets of pairs that come.
    pub(super) fn new_facets(&self, found: &SortedPairs) -> impl Iterator<Item = u32> {
        self.new.iter().flat_map(|(_, index)| found.facets[*index as usize])
    }

    /// Makes a column with the changes of an old one and of the values of what was found.
    pub(super) fn apply<T: Copy>(&self, old: &[T], new: &mut Vec<T>, value: impl Fn(u32) -> T) {
        new.clear();
        new.reserve(old.len() + self.new.len());
        let mut gone = self.gone.iter().map(|at| *at as usize).peekable();
        let mut from = 0;
        let mut copy_to = |end: usize, new: &mut Vec<T>| {
            while let Some(at) = gone.next_if(|at| *at < end) {
                new.extend_from_slice(&old[from..at]);
                from = at + 1;
            }
            new.extend_from_slice(&old[from..end]);
            from = end;
        };
        for together in self.new.chunk_by(|one, two| one.0 == two.0) {
            copy_to(together[0].0 as usize, new);
            new.extend(together.iter().map(|(_, index)| value(*index)));
        }
        copy_to(old.len(), new);
    }
}

/// The first place from `start` on whose pair does not come before another, by steps that double: the
/// next one is often near.
fn place_of(
    facets: &[[u32; 2]],
    start: usize,
    pair: [u32; 2],
    body: &impl Fn(u32) -> u32,
) -> usize {
    let wanted = order(pair.map(body), pair);
    let is_before = |facets: &[u32; 2]| order(facets.map(body), *facets) < wanted;
    let (mut low, mut step) = (start, 1);
    while facets.get(low + step - 1).is_some_and(is_before) {
        low += step;
        step *= 2;
    }
    let high = facets.len().min(low + step - 1);
    low + facets[low..high].partition_point(is_before)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Some candidates are searched anew, and find some of their pairs again and some others.
        #[test]
        fn a_list_with_changes_is_the_list_made_anew(
            old in prop::collection::btree_set((0u32..20, 0u32..20), 0..200),
            now in prop::collection::btree_set((0u32..20, 0u32..20), 0..200),
            searched in prop::array::uniform8(any::<bool>()),
        ) {
            // A pair of facets belongs to one candidate.
            let of = |(a, b): (u32, u32)| (a + 3 * b) % 8;
            let mut columns = Columns::default();
            for &(a, b) in old.iter() {
                columns.facets.push([a, b]);
                columns.candidates.push(of((a, b)));
                columns.bounds.push(1.0);
            }
            let anew = now.iter().filter(|&&pair| searched[of(pair) as usize]);
            let mut found = SortedPairs::default();
            anew.for_each(|&(a, b)| found.push([a, b], 2.0, of((a, b)) + 10));
            let stays = old.iter().filter(|&&pair| !searched[of(pair) as usize]);
            let mut wanted: Vec<_> =
                stays.map(|&(a, b)| ([a, b], of((a, b)) + 10, 1.0)).collect();
            let columns_found = found.facets.iter().zip(&found.candidates).zip(&found.bounds);
            wanted.extend(columns_found.map(|((facets, c), bound)| (*facets, *c, *bound)));
            wanted.sort_unstable_by_key(|(facets, ..)| *facets);
            let mut changes = Changes::default();
            let number =
                |candidate: u32| if searched[candidate as usize] { GONE } else { candidate + 10 };
            changes.find(&mut columns, &found, |_| 0, number);
            let (mut facets, mut candidates, mut bounds) = (vec![], vec![], vec![]);
            changes.apply(&columns.facets, &mut facets, |i| found.facets[i as usize]);
            changes.apply(&columns.candidates, &mut candidates, |i| found.candidates[i as usize]);
            changes.apply(&columns.bounds, &mut bounds, |i| found.bounds[i as usize]);
            let list = facets.into_iter().zip(candidates).zip(bounds);
            prop_assert_eq!(list.map(|((f, c), b)| (f, c, b)).collect::<Vec<_>>(), wanted);
        }
    }
}
